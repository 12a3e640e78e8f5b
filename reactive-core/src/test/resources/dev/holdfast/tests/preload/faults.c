/*
 * Preloaded into a Java virtual machine: counts the calls that a store makes to the C library, and
 * makes a chosen one fail, be cut short, or be the end of the process.
 *
 * Only calls of the store count. It reaches the C library through JNA, and so does whoever arms
 * this library: a call counts if it comes from the same shared object as the call that armed. What
 * the virtual machine itself opens, reads and closes (classes, archives) comes from elsewhere. The
 * count is that of the process, whichever thread makes the call.
 */
#undef _FORTIFY_SOURCE /* its inline versions of these functions would clash with ours */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#ifndef SYS_openat2
#define SYS_openat2 437 /* headers before Linux 5.6 lack it; the same on every processor */
#endif

/* What happens to the chosen call; the numbers are those of the enum Action in Java. */
enum action {
    LET_PASS,   /* nothing: the calls are only counted */
    FAIL,       /* an error, and the call is not made */
    FAIL_AFTER, /* an error, although the call was made */
    CUT_SHORT,  /* a read or write of half the bytes */
    KILL,       /* the process dies and the call is not made */
    KILL_AFTER, /* the process dies right after the call */
    KILL_HALFWAY /* the process dies when a write has transferred half the bytes */
};

#define MOST_CALLS 4096

static atomic_int armed;
static atomic_int fired;
static atomic_long calls;
static const char *names[MOST_CALLS];

/* Written while nothing is armed. */
static int old_kernel;
static const void *callers;
static long chosen;
static enum action planned;
static int error;

/* The shared object that an address is in. */
static const void *object_of(const void *address) {
    Dl_info info;
    return dladdr(address, &info) ? info.dli_fbase : NULL;
}

/* ---- reached from Java ---- */

/* From now on the call with this number (from 1; 0 for none) meets with this action. */
void holdfast_arm(long number, int action, int error_number) {
    callers = object_of(__builtin_return_address(0));
    chosen = number;
    planned = (enum action)action;
    error = error_number;
    atomic_store(&calls, 0);
    atomic_store(&fired, 0);
    atomic_store(&armed, 1);
}

/*
 * From now on, or not any more, the kernel seems to be one before 5.6, without openat2, that links
 * open files by their name in /proc only. Calls that it does not know do not count.
 */
void holdfast_pretend_old_kernel(int old) { old_kernel = old; }

/* Ends the counting. */
void holdfast_disarm(void) { atomic_store(&armed, 0); }

/* How many calls there were since arming. */
long holdfast_calls(void) { return atomic_load(&calls); }

/* Whether the chosen call was reached since arming. */
int holdfast_fired(void) { return atomic_load(&fired); }

/* The name of a call since arming, by its number. */
const char *holdfast_call(long number) {
    return number >= 1 && number <= atomic_load(&calls) && number <= MOST_CALLS
               ? names[number - 1]
               : NULL;
}

/* Whether a function of the C library is the one of this file. */
int holdfast_covers(const char *function) {
    const void *used = dlsym(RTLD_DEFAULT, function);
    return used != NULL && object_of(used) == object_of((const void *)&holdfast_covers);
}

/* ---- around each call ---- */

static void say(const char *text) {
    ssize_t ignored = write(STDERR_FILENO, text, strlen(text));
    (void)ignored;
}

/* No handler and no clean-up runs: what is on the disk now is what stays there. */
static void die(const char *when, const char *call) {
    say(when);
    say(call);
    say("\n");
    kill(getpid(), SIGKILL);
    for (;;) {
        pause();
    }
}

/* Counts a call; what has to happen to it. */
static enum action before(const char *call, const void *caller) {
    if (!atomic_load(&armed) || object_of(caller) != callers) {
        return LET_PASS;
    }
    long number = atomic_fetch_add(&calls, 1) + 1;
    if (number <= MOST_CALLS) {
        names[number - 1] = call;
    }
    if (number != chosen) {
        return LET_PASS;
    }
    atomic_store(&fired, 1);
    if (planned == KILL) {
        die("killed before ", call);
    }
    return planned;
}

/* How many bytes of a read or write are asked for. */
static size_t cut(enum action action, size_t size) {
    return (action == CUT_SHORT || action == KILL_HALFWAY) && size > 1 ? size / 2 : size;
}

/* What the caller gets of a call that was made. */
static long after(enum action action, const char *call, long result) {
    if (action == KILL_AFTER) {
        die("killed after ", call);
    }
    if (action == KILL_HALFWAY) {
        die("killed in ", call);
    }
    if (action == FAIL_AFTER) {
        errno = error;
        return -1;
    }
    return result;
}

/*
 * The body of a function that passes its arguments on; they can refer to the action. The real
 * function is looked up when it is needed first, which can be before this file is initialised.
 */
#define PASS_ON(function, call, ...)                                         \
    static __typeof__(function) *real;                                       \
    if (real == NULL) {                                                      \
        real = (__typeof__(function) *)dlsym(RTLD_NEXT, #function);          \
    }                                                                        \
    enum action action = before(call, __builtin_return_address(0));          \
    if (action == FAIL) {                                                    \
        errno = error;                                                       \
        return -1;                                                           \
    }                                                                        \
    return after(action, call, real(__VA_ARGS__))

/* ---- the functions that the store binds by name ---- */

int close(int fd) { PASS_ON(close, "close", fd); }

int mkdirat(int dir, const char *path, mode_t mode) {
    PASS_ON(mkdirat, "mkdirat", dir, path, mode);
}

int linkat(int from_dir, const char *from, int to_dir, const char *to, int flags) {
    if (old_kernel && (flags & AT_EMPTY_PATH) != 0) {
        errno = ENOENT;
        return -1;
    }
    PASS_ON(linkat, "linkat", from_dir, from, to_dir, to, flags);
}

int unlinkat(int dir, const char *path, int flags) {
    PASS_ON(unlinkat, "unlinkat", dir, path, flags);
}

int fstatfs(int fd, struct statfs *result) { PASS_ON(fstatfs, "fstatfs", fd, result); }

ssize_t pread(int fd, void *bytes, size_t size, off_t offset) {
    PASS_ON(pread, "pread", fd, bytes, cut(action, size), offset);
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t offset) {
    PASS_ON(pwrite, "pwrite", fd, bytes, cut(action, size), offset);
}

ssize_t write(int fd, const void *bytes, size_t size) {
    PASS_ON(write, "write", fd, bytes, cut(action, size));
}

int fsync(int fd) { PASS_ON(fsync, "fsync", fd); }

int fdatasync(int fd) { PASS_ON(fdatasync, "fdatasync", fd); }

int syncfs(int fd) { PASS_ON(syncfs, "syncfs", fd); }

int ftruncate(int fd, off_t length) { PASS_ON(ftruncate, "ftruncate", fd, length); }

int fchmod(int fd, mode_t mode) { PASS_ON(fchmod, "fchmod", fd, mode); }

int fchmodat(int dir, const char *path, mode_t mode, int flags) {
    PASS_ON(fchmodat, "fchmodat", dir, path, mode, flags);
}

ssize_t fgetxattr(int fd, const char *name, void *value, size_t size) {
    PASS_ON(fgetxattr, "fgetxattr", fd, name, value, size);
}

int fremovexattr(int fd, const char *name) {
    PASS_ON(fremovexattr, "fremovexattr", fd, name);
}

/* C demands the mode only where something may be created; the store always passes it. */
int openat(int dir, const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = va_arg(rest, mode_t);
    va_end(rest);
    int creates = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
    const char *call = creates ? "openat-create" : "openat";
    PASS_ON(openat, call, dir, path, flags, mode);
}

int fcntl(int fd, int command, ...) {
    va_list rest;
    va_start(rest, command);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    PASS_ON(fcntl, "fcntl", fd, command, argument);
}

/* ---- the calls that not every C library has a function for ---- */

static const char *name_of(long number) {
    switch (number) {
    case SYS_openat2:
        return "openat2";
    case SYS_renameat2:
        return "renameat2";
    case SYS_statx:
        return "statx";
    case SYS_getdents64:
        return "getdents64";
    default:
        return "syscall";
    }
}

/* A call has six arguments at most; those that it does not have are passed on all the same. */
long syscall(long number, ...) {
    if (old_kernel && number == SYS_openat2) {
        errno = ENOSYS;
        return -1;
    }
    va_list rest;
    va_start(rest, number);
    long a = va_arg(rest, long);
    long b = va_arg(rest, long);
    long c = va_arg(rest, long);
    long d = va_arg(rest, long);
    long e = va_arg(rest, long);
    long f = va_arg(rest, long);
    va_end(rest);
    PASS_ON(syscall, name_of(number), number, a, b, c, d, e, f);
}
