package dev.holdfast.internal.engine.append;

import dev.holdfast.ErrorCode;
import dev.holdfast.Framing;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.staging.ByteSource;
import java.util.List;

/** Records that are written in one call, framed, with room for a newline in front of them. */
final class Records {
  private static final byte NEWLINE = '\n';

  /** The most bytes that fit into an array on every Java runtime. */
  private static final int MOST = Integer.MAX_VALUE - 64;

  private final byte[] bytes;
  private final int[] lengths;

  private Records(byte[] bytes, int[] lengths) {
    this.bytes = bytes;
    this.lengths = lengths;
  }

  static Records of(ManagedRoot root, List<ByteSource> records, Framing framing) throws Problem {
    long room = 1;
    for (ByteSource record : records) {
      if (record.length() == 0) {
        throw new Problem(ErrorCode.INVALID_REQUEST, "expected a record, found no bytes");
      }
      root.checkSize(record.length());
      room += record.length() + 1L;
    }
    if (records.isEmpty() || room > MOST) {
      throw new Problem(ErrorCode.INVALID_REQUEST, "expected records that fit into memory");
    }
    byte[] bytes = new byte[(int) room];
    bytes[0] = NEWLINE;
    int[] lengths = new int[records.size()];
    int end = 1;
    byte[] copied = new byte[0];
    for (int i = 0; i < lengths.length; i++) {
      int length = records.get(i).length();
      copied = copied.length < length ? new byte[length] : copied;
      records.get(i).copy(0, copied, length);
      System.arraycopy(copied, 0, bytes, end, length);
      if (framing == Framing.LINES && bytes[end + length - 1] != NEWLINE) {
        bytes[end + length++] = NEWLINE;
      }
      lengths[i] = length;
      end += length;
    }
    return new Records(bytes, lengths);
  }

  /** One byte in front of the first record: a newline. */
  byte[] bytes() {
    return bytes;
  }

  int count() {
    return lengths.length;
  }

  int length(int record) {
    return lengths[record];
  }

  /** How many bytes they take together, without the newline in front. */
  int length() {
    int sum = 0;
    for (int length : lengths) {
      sum += length;
    }
    return sum;
  }

  /** All of them, without the newline in front. */
  ByteSource asSource() {
    int length = length();
    return new ByteSource() {
      @Override
      public int length() {
        return length;
      }

      @Override
      public void copy(int position, byte[] target, int count) {
        System.arraycopy(bytes, 1 + position, target, 0, count);
      }
    };
  }
}
