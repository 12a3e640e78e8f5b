package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ErrorCodeTest {

  /** Wire name and reference code. Add lines; never change or remove one that was released. */
  private static final String RELEASED =
      """
      acl_denied              acl_denied
      acl_io_error            acl_io_error
      acl_present             acl_present
      acl_malformed           acl_malformed
      acl_unknown             acl_unknown
      acl_unavailable         acl_unavailable
      acl_apply_failed        acl_apply_failed
      acl_verify_failed       acl_verify_failed
      not_found               not_found
      not_directory           not_directory
      network_unsupported     network_unsupported
      reparse_point           reparse_point
      identity_unavailable    identity_unavailable
      identity_mismatch       identity_mismatch
      owner_mismatch          owner_mismatch
      mode_mismatch           mode_mismatch
      io_error                io_error
      destination_conflict    destination_conflict
      atomic_unavailable      atomic_unavailable
      invalid_request         invalid_request
      durability_not_provable durability_not_provable
      durability_failed       durability_failed
      lock_busy               migration_busy
      lock_lost               migration_busy
      fence_lost              fence_lost
      lock_damaged            lock_damaged
      invalid_path            invalid_path
      not_regular_file        not_regular_file
      hard_link               hard_link
      too_large               too_large
      changed_concurrently    source_changed
      unsafe_tree             unsafe_artifacts
      capacity_exceeded       artifact_capacity_exceeded
      cross_device            cross_device
      mount                   mount
      root_binding_changed    root_binding_changed
      nested_root             nested_root
      options_conflict        options_conflict
      unsupported_format      unsupported_format
      unsupported_platform    managed_storage_unsupported
      unsupported_filesystem  unsupported_filesystem
      closed                  closed
      busy                    busy
      wrong_thread            wrong_thread
      read_only_handle        read_only_handle
      invalid_options         invalid_options
      not_utf8                not_utf8
      outcome_unknown         outcome_unknown
      not_authorized          not_authorized
      unsupported_protocol    unsupported_protocol
      store_mismatch          store_mismatch
      duplicate_store         duplicate_store
      no_space                no_space
      quota_exceeded          quota_exceeded
      read_only_filesystem    read_only_filesystem
      file_size_limit         file_size_limit
      no_descriptors          no_descriptors
      permission_denied       permission_denied
      """;

  @Test
  void releasedNamesNeverChange() {
    List<String> released = RELEASED.lines().map(line -> line.replaceAll(" +", " ")).toList();

    assertThat(Stream.of(ErrorCode.values()).map(ErrorCodeTest::names).toList())
        .containsSubsequence(released);
  }

  private static String names(ErrorCode code) {
    return code.wireName() + " " + code.referenceCode();
  }

  @Test
  void noNameIsUsedTwice() {
    assertThat(Stream.of(ErrorCode.values()).map(ErrorCode::wireName))
        .doesNotHaveDuplicates()
        .allMatch(name -> name.matches("[a-z0-9_]{1,64}"));
  }

  @Test
  void waitingHelpsOnlyWithThese() {
    assertThat(ErrorCode.values())
        .filteredOn(ErrorCode::retryable)
        .containsExactlyInAnyOrder(
            ErrorCode.LOCK_BUSY,
            ErrorCode.CHANGED_CONCURRENTLY,
            ErrorCode.BUSY,
            ErrorCode.NO_DESCRIPTORS);
  }

  @ParameterizedTest
  @EnumSource
  void meaningAndRemedyAreSentences(ErrorCode code) {
    assertThat(List.of(code.meaning(), code.remedy()))
        .allSatisfy(
            text ->
                assertThat(text)
                    .matches("[A-Z][^\\n]*[^.\\s]\\.")
                    .doesNotContain("  ")
                    .doesNotContain(" ."));
  }

  @Test
  void noTwoCodesMeanTheSame() {
    List<String> meanings = Stream.of(ErrorCode.values()).map(ErrorCode::meaning).toList();

    assertThat(new HashSet<>(meanings)).hasSameSizeAs(meanings);
  }

  @ParameterizedTest
  @EnumSource
  void aCodeIsFoundByItsWireName(ErrorCode code) {
    assertThat(ErrorCode.ofWireName(code.wireName())).contains(code);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "NOT_FOUND", "not_found ", "migration_busy"})
  void otherNamesFindNothing(String name) {
    assertThat(ErrorCode.ofWireName(name)).isEmpty();
  }
}
