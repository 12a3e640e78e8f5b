package dev.holdfast.tests.sim.search;

import static dev.holdfast.tests.sim.search.AppendStep.append;
import static dev.holdfast.tests.sim.search.AppendStep.appendTogether;
import static dev.holdfast.tests.sim.search.AppendStep.read;
import static dev.holdfast.tests.sim.search.AppendStep.remove;
import static dev.holdfast.tests.sim.search.AppendStep.replace;
import static dev.holdfast.tests.sim.search.AppendStep.update;

import dev.holdfast.tests.sim.search.AppendScenario.First;
import java.util.ArrayList;
import java.util.List;

/** What the search lets processes append. */
final class AppendScenarios {
  private AppendScenarios() {}

  @SafeVarargs
  private static AppendScenario scenario(
      String name, First first, AppendStranger stranger, List<AppendStep>... programs) {
    return new AppendScenario(name, List.of(programs), first, stranger);
  }

  /** One process alone, to be ended between each two of its calls. */
  static List<AppendScenario> single() {
    return List.of(
        scenario("append", First.RECORD, null, List.of(append(40))),
        scenario("append twice", First.RECORD, null, List.of(append(40), append(700))),
        scenario("append to nothing", First.NOTHING, null, List.of(append(40), append(40))),
        scenario("append behind a torn record", First.TORN, null, List.of(append(600))),
        scenario("append together", First.RECORD, null, List.of(appendTogether(3, 300))),
        scenario(
            "buffered and durable", First.RECORD, null, List.of(append(40).buffered(), append(40))),
        scenario(
            "replace in between", First.RECORD, null, List.of(append(40), replace(), append(40))));
  }

  /** An append and another change, or a look, that meet at the file. */
  static List<AppendScenario> pairs() {
    List<AppendScenario> all = new ArrayList<>();
    for (AppendStep other : List.of(append(50), replace(), update(), remove(), read())) {
      all.add(
          scenario(
              "APPEND and " + other.kind() + " of one file",
              First.RECORD,
              null,
              List.of(append(40)),
              List.of(other)));
    }
    for (First first : List.of(First.NOTHING, First.TORN)) {
      all.add(
          scenario(
              "two append, at first " + first,
              first,
              null,
              List.of(append(40)),
              List.of(append(50))));
    }
    return all;
  }

  /** For random schedules. */
  static List<AppendScenario> random() {
    return List.of(
        scenario(
            "one alone",
            First.RECORD,
            null,
            // ends at the ends of sectors: nothing else is written with them
            List.of(append(482), append(512), appendTogether(3, 200), append(513), append(30))),
        scenario(
            "one alone from nothing",
            First.NOTHING,
            null,
            List.of(append(300).buffered(), append(212), append(512), replace(), append(472))),
        scenario(
            "two append",
            First.RECORD,
            null,
            List.of(append(40), append(600), append(90)),
            List.of(append(700), append(50), read())),
        scenario(
            "three append",
            First.TORN,
            null,
            List.of(append(40), append(700)),
            List.of(append(50), appendTogether(3, 200)),
            List.of(read(), append(60), read())),
        scenario(
            "three make it",
            First.NOTHING,
            null,
            List.of(append(40), append(700)),
            List.of(append(50)),
            List.of(appendTogether(2, 60), append(61))),
        scenario(
            "one replaces",
            First.RECORD,
            null,
            List.of(append(40), append(41), append(600)),
            List.of(append(50), append(51)),
            List.of(replace(), append(60))),
        scenario(
            "one removes",
            First.RECORD,
            null,
            List.of(append(40), append(700), append(41)),
            List.of(remove(), append(50), remove())),
        scenario(
            "one updates",
            First.RECORD,
            null,
            List.of(append(40), append(41), append(600)),
            List.of(update(), update(), append(50)),
            List.of(append(60), update())),
        scenario(
            "buffered and durable",
            First.RECORD,
            null,
            List.of(append(40).buffered(), append(600), append(41).buffered()),
            List.of(append(50), append(700).buffered(), append(51))),
        scenario(
            "a stranger replaces",
            First.RECORD,
            AppendStranger.REPLACES,
            List.of(append(40), append(41), append(600)),
            List.of(append(50), append(51))),
        scenario(
            "a stranger appends",
            First.RECORD,
            AppendStranger.APPENDS,
            List.of(append(40), append(600), append(41)),
            List.of(append(50), append(700))),
        scenario(
            "a stranger appends in pieces",
            First.RECORD,
            AppendStranger.APPENDS_IN_PIECES,
            List.of(append(40), append(600), append(41)),
            List.of(append(50), append(700))));
  }
}
