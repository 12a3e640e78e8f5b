package dev.holdfast;

/**
 * A file that was taken out of its path.
 *
 * @param file what it takes to attach or discard it
 * @param outcome how it was taken out, and how durable that is
 */
public record DetachReceipt(DetachedFile file, MutationOutcome outcome) implements MutationReceipt {

  @Override
  public String path() {
    return file.path();
  }
}
