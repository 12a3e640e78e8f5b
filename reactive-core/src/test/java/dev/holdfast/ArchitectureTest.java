package dev.holdfast;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.holdfast.internal.store.StoreRuntime;
import io.vertx.core.VertxException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

/** The rings of CONTRIBUTING.md, and calls that have no place in them. */
@AnalyzeClasses(packages = "dev.holdfast", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String API = "dev.holdfast";
  private static final String STREAM = "dev.holdfast.stream";
  private static final String SYS = "dev.holdfast.internal.sys";
  private static final String LINUX = "dev.holdfast.internal.sys.linux..";
  private static final String ENGINE = "dev.holdfast.internal.engine..";
  private static final String EXEC = "dev.holdfast.internal.exec..";

  @ArchTest
  static final ArchRule thePortKnowsNothing =
      classes()
          .that()
          .resideInAPackage(SYS)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(SYS, "java..", "org.jspecify..");

  @ArchTest
  static final ArchRule onlyTheWiringKnowsThePlatform =
      noClasses()
          .that()
          .resideOutsideOfPackage(LINUX)
          .and()
          .doNotHaveFullyQualifiedName(StoreRuntime.class.getName())
          .and()
          .doNotHaveFullyQualifiedName(StoreRuntime.class.getName() + "$Production")
          .should()
          .dependOnClassesThat()
          .resideInAPackage(LINUX);

  @ArchTest
  static final ArchRule onlyThePlatformKnowsJna =
      noClasses()
          .that()
          .resideOutsideOfPackage(LINUX)
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.sun.jna..");

  @ArchTest
  static final ArchRule theEngineKnowsThePortAndTheValuesOfTheApi =
      classes()
          .that()
          .resideInAPackage(ENGINE)
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(
                      ENGINE, SYS, API, "java..", "org.jspecify..", "com.fasterxml.jackson.core..")
                  // the superclass of the API's exceptions
                  .or(equivalentTo(VertxException.class)));

  @ArchTest
  static final ArchRule vertxInternalsAreUsedInOnePlace =
      noClasses()
          .that()
          .resideOutsideOfPackage(EXEC)
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.vertx.core.internal..");

  @ArchTest
  static final ArchRule vertxImplementationsAreUsedNowhere =
      noClasses().should().dependOnClassesThat().resideInAPackage("io.vertx..impl..");

  @ArchTest
  static final ArchRule theApiDoesNotKnowWhatIsBehindIt =
      noClasses()
          .that()
          .resideInAnyPackage(API, STREAM)
          .and()
          .doNotHaveFullyQualifiedName(ManagedStore.class.getName()) // its static factory
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.holdfast.internal..");

  @ArchTest
  static final ArchRule streamsAreMadeOfTheApiAndVertx =
      classes()
          .that()
          .resideInAPackage(STREAM)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(STREAM, API, "io.vertx.core..", "java..", "org.jspecify..");

  @ArchTest
  static final ArchRule enginePackagesAreFreeOfCycles =
      slices().matching("dev.holdfast.internal.(engine.*)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule ringsAreFreeOfCycles =
      slices().matching("dev.holdfast.internal.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule filesAreReachedThroughThePortOnly =
      noClasses()
          .should()
          .dependOnClassesThat()
          .haveNameMatching(
              "java\\.io\\.(File|File(Input|Output)Stream|RandomAccessFile|File(Reader|Writer))"
                  + "|java\\.nio\\.file\\..*|java\\.nio\\.channels\\..*");

  @ArchTest
  static final ArchRule nothingWaits =
      noClasses()
          .should()
          .callMethod(Thread.class, "sleep", long.class)
          .orShould()
          .callMethod(Object.class, "wait")
          .orShould()
          .callMethod(Object.class, "wait", long.class)
          .orShould()
          .callMethodWhere(
              DescribedPredicate.describe(
                  "await or join something",
                  call ->
                      (call.getName().equals("await") || call.getName().equals("join"))
                          && !call.getTargetOwner().isEquivalentTo(String.class)));

  @ArchTest
  static final ArchRule blockingIsNotLeftToVertx =
      noClasses()
          .should()
          .callMethodWhere(
              DescribedPredicate.describe(
                  "run blocking code or periodic timers of Vert.x",
                  call ->
                      call.getName().equals("executeBlocking")
                          || call.getName().equals("setPeriodic")
                          || call.getName().equals("createSharedWorkerExecutor")));

  @ArchTest
  static final ArchRule nothingIsSynchronized =
      noMethods().should().haveModifier(JavaModifier.SYNCHRONIZED);

  @ArchTest
  static final ArchRule locksAreHeldOnlyWhereNoFileWorkHappens =
      noClasses()
          .that()
          .haveSimpleNameNotContaining("SharedByRoot")
          .and()
          .doNotHaveSimpleName("KnownWays")
          .should()
          .dependOnClassesThat()
          .areAssignableTo(ReentrantLock.class);

  @ArchTest
  static final ArchRule nothingStaticHoldsState =
      noFields()
          .that()
          .areStatic()
          .should()
          .notBeFinal()
          .orShould()
          .haveRawType(
              DescribedPredicate.describe(
                  "hold something that changes",
                  (JavaClass c) ->
                      c.isAssignableTo(Map.class)
                          || c.isAssignableTo(ThreadLocal.class)
                          || c.isAssignableTo(AtomicReference.class)
                          || c.isAssignableTo(Number.class)
                              && c.getPackageName().equals("java.util.concurrent.atomic")));
}
