/*
 * The floor: the fewest system calls that make a 4 KiB file durable under a name, one operation at
 * a time or in batches with one sync of the file system and one of the directory; that replace
 * it if it is the expected one; that append 256 bytes durably; and that read a file, or write and
 * read a large one. Started once with the directory to work in; then each line of its input asks for
 * one round, "publish 150", "replace 150", "cas 150", "publish-in-8 128", "replace-in-64 128",
 * "append 150", "read-4096 150" or "stream-1048576 2" (the number in a name is bytes), and is
 * answered by one line: the nanoseconds that the round took, then those of each operation, or of its
 * batch. "error ..." is the answer to a failure.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define MOST 64

static int dir;
static char content[4096];
static unsigned long names;

static void fail(const char *call) {
  printf("error %s: %s\n", call, strerror(errno));
  exit(1);
}

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void write_content(int fd) {
  for (size_t done = 0; done < sizeof content;) {
    ssize_t n = write(fd, content + done, sizeof content - done);
    if (n < 0) fail("write");
    done += (size_t)n;
  }
}

static void write_all(int fd) {
  write_content(fd);
  if (fsync(fd) < 0) fail("fsync");
}

/* Linking by descriptor alone needs a privilege before Linux 6.10; ENOENT says so. */
static void link_to(int fd, const char *name) {
  static int by_proc;
  if (!by_proc) {
    if (linkat(fd, "", dir, name, AT_EMPTY_PATH) == 0) return;
    if (errno != ENOENT) fail("linkat");
    by_proc = 1;
  }
  char proc[64];
  snprintf(proc, sizeof proc, "/proc/self/fd/%d", fd);
  if (linkat(AT_FDCWD, proc, dir, name, AT_SYMLINK_FOLLOW) < 0) fail("linkat");
}

static int unnamed(void) {
  int fd = openat(dir, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
  if (fd < 0) fail("openat O_TMPFILE");
  return fd;
}

static int named(const char *name) {
  int fd = openat(dir, name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
  if (fd < 0) fail("openat O_EXCL");
  return fd;
}

static void publish(void) {
  char name[32];
  snprintf(name, sizeof name, "f-%lu", names++);
  int fd = unnamed();
  write_all(fd);
  link_to(fd, name);
  if (fsync(dir) < 0) fail("fsync of the directory");
  close(fd);
}

static void replace(void) {
  char name[32];
  snprintf(name, sizeof name, "t-%lu", names++);
  int fd = named(name);
  write_all(fd);
  if (renameat(dir, name, dir, "target") < 0) fail("renameat");
  if (fsync(dir) < 0) fail("fsync of the directory");
  close(fd);
}

static ino_t inode_at(const char *name) {
  struct stat s;
  if (fstatat(dir, name, &s, AT_SYMLINK_NOFOLLOW) < 0) fail("fstatat");
  return s.st_ino;
}

/* The name means the expected file before the exchange, and it is that file which came out. */
static void compare_and_replace(void) {
  static int there;
  if (!there) replace();
  there = 1;
  char name[32];
  snprintf(name, sizeof name, "t-%lu", names++);
  int fd = named(name);
  write_all(fd);
  ino_t expected = inode_at("target");
  if (renameat2(dir, name, dir, "target", RENAME_EXCHANGE) < 0) fail("renameat2");
  if (inode_at(name) != expected) {
    errno = EBUSY;
    fail("exchange with another file");
  }
  if (unlinkat(dir, name, 0) < 0) fail("unlinkat");
  if (fsync(dir) < 0) fail("fsync of the directory");
  close(fd);
}

/* 256 bytes at the end of the file "log", which the one who starts this may have filled before. */
static void append(void) {
  static int log = -1;
  if (log < 0) log = openat(dir, "log", O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0600);
  if (log < 0) fail("openat O_APPEND");
  if (write(log, content, 256) != 256) fail("write");
  if (fdatasync(log) < 0) fail("fdatasync");
}

static char piece[256 * 1024];
static long bytes;

static void write_bytes(int fd) {
  for (long left = bytes; left > 0;) {
    ssize_t n = write(fd, piece, (size_t)(left < (long)sizeof piece ? left : (long)sizeof piece));
    if (n < 0) fail("write");
    left -= n;
  }
}

static void read_all(const char *name, char *into, size_t room) {
  int fd = openat(dir, name, O_RDONLY | O_CLOEXEC);
  if (fd < 0) fail("openat");
  long done = 0;
  for (ssize_t n; (n = read(fd, into, room)) != 0; done += n) {
    if (n < 0) fail("read");
  }
  if (done != bytes) fail("read of too little");
  close(fd);
}

static void read_one(void) {
  static char *whole;
  static long room;
  if (room < bytes) {
    whole = realloc(whole, (size_t)bytes);
    if (whole == NULL) fail("realloc");
    room = bytes;
    int fd = openat(dir, "source", O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
    if (fd < 0) fail("openat O_CREAT");
    write_bytes(fd);
    close(fd);
  }
  read_all("source", whole, (size_t)bytes);
}

static void stream(void) {
  int fd = openat(dir, "fresh", O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
  if (fd < 0) fail("openat O_CREAT");
  write_bytes(fd);
  if (fsync(fd) < 0) fail("fsync");
  if (renameat(dir, "fresh", dir, "target") < 0) fail("renameat");
  if (fsync(dir) < 0) fail("fsync of the directory");
  close(fd);
  read_all("target", piece, sizeof piece);
}

static void tell(long long all, long long *took, int count) {
  printf("%lld", all);
  for (int i = 0; i < count; i++) printf(" %lld", took[i]);
  printf("\n");
  free(took);
}

/* The first descriptor of the batch was opened before its first write, as syncfs needs it. */
static void sync_batch(const int *fds) {
  if (syncfs(fds[0]) < 0) fail("syncfs");
}

static void end_batch(const int *fds, int count) {
  if (fsync(dir) < 0) fail("fsync of the directory");
  for (int i = 0; i < count; i++) close(fds[i]);
}

static void publish_batch(int count) {
  int fds[MOST];
  for (int i = 0; i < count; i++) write_content(fds[i] = unnamed());
  sync_batch(fds);
  for (int i = 0; i < count; i++) {
    char name[32];
    snprintf(name, sizeof name, "f-%lu", names++);
    link_to(fds[i], name);
  }
  end_batch(fds, count);
}

static void replace_batch(int count) {
  int fds[MOST];
  unsigned long first = names;
  char name[32], target[32];
  for (int i = 0; i < count; i++) {
    snprintf(name, sizeof name, "t-%lu", names++);
    write_content(fds[i] = named(name));
  }
  sync_batch(fds);
  for (int i = 0; i < count; i++) {
    snprintf(name, sizeof name, "t-%lu", first + (unsigned long)i);
    snprintf(target, sizeof target, "target-%d", i);
    if (renameat(dir, name, dir, target) < 0) fail("renameat");
  }
  end_batch(fds, count);
}

static int together;

static int batch_fits(void) {
  return together > 0 && together <= MOST;
}

static void round_of_batches(void (*batch)(int), int count) {
  long long *took = malloc(sizeof *took * (size_t)count);
  if (took == NULL) fail("malloc");
  long long began = now(), last = began;
  for (int done = 0; done < count;) {
    int size = count - done < together ? count - done : together;
    batch(size);
    long long end = now();
    for (int i = 0; i < size; i++) took[done++] = end - last;
    last = end;
  }
  tell(last - began, took, count);
}

static void round_of(void (*operation)(void), int count) {
  long long *took = malloc(sizeof *took * (size_t)count);
  if (took == NULL) fail("malloc");
  long long began = now(), last = began;
  for (int i = 0; i < count; i++) {
    operation();
    long long end = now();
    took[i] = end - last;
    last = end;
  }
  tell(last - began, took, count);
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: floor DIRECTORY\n");
    return 2;
  }
  dir = open(argv[1], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (dir < 0) fail("open of the directory");
  if (getrandom(content, sizeof content, 0) != sizeof content) fail("getrandom");

  char what[32];
  int count;
  while (scanf("%31s %d", what, &count) == 2 && count > 0) {
    if (strcmp(what, "publish") == 0) {
      round_of(publish, count);
    } else if (strcmp(what, "replace") == 0) {
      round_of(replace, count);
    } else if (strcmp(what, "cas") == 0) {
      round_of(compare_and_replace, count);
    } else if (sscanf(what, "read-%ld", &bytes) == 1 && bytes > 0) {
      round_of(read_one, count);
    } else if (sscanf(what, "stream-%ld", &bytes) == 1 && bytes > 0) {
      round_of(stream, count);
    } else if (sscanf(what, "publish-in-%d", &together) == 1 && batch_fits()) {
      round_of_batches(publish_batch, count);
    } else if (sscanf(what, "replace-in-%d", &together) == 1 && batch_fits()) {
      round_of_batches(replace_batch, count);
    } else if (strcmp(what, "append") == 0) {
      round_of(append, count);
    } else {
      printf("error unknown operation %s\n", what);
    }
    fflush(stdout);
  }
  return 0;
}
