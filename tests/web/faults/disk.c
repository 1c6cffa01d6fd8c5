/* Stands between a program and one folder of its disk: keeps a journal of all that is written and
 * synced there, and lets writes or syncs fail, tear or take long when a test wants it.
 *
 * DISK_FOLDER   the folder; all else is left alone
 * DISK_JOURNAL  where each write, cut and sync is noted, in their order and with their time
 * DISK_FAULT    a file that is there while something fails: `write ERRNO`, `tear ERRNO`,
 *               `sync ERRNO` or `slow SECONDS`
 * DISK_LIES     set where the disk says that it has synced and has not
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { WRITE = 1, CUT = 2, BEGIN = 3, END = 4, GONE = 5, MOVED = 6 };

struct note {
    double time;
    uint32_t what, path;
    uint64_t where, length;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int journal = -1;
static uint64_t syncs;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}

static int is_ours(const char *path) {
    const char *folder = getenv("DISK_FOLDER");
    return folder && !strncmp(path, folder, strlen(folder)) && !strstr(path, "-shm");
}

/* The path of an open file in the folder, or 0. */
static int named(int fd, char *path) {
    char link[64];
    int kept = errno;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, path, PATH_MAX - 1);
    errno = kept;
    if (n <= 0) return 0;
    path[n] = 0;
    return is_ours(path);
}

static void note(int what, const char *path, uint64_t where, const void *data, uint64_t length) {
    struct note head = {now(), what, strlen(path), where, length};
    struct iovec parts[] = {{&head, sizeof head}, {(void *)path, head.path}, {(void *)data, length}};
    int kept = errno;
    pthread_mutex_lock(&lock);
    if (journal < 0) journal = open(getenv("DISK_JOURNAL"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (REAL(writev)(journal, parts, data ? 3 : 2) < 0) abort();
    pthread_mutex_unlock(&lock);
    errno = kept;
}

/* What fails at the moment: its name is asked for, its number is the answer, or 0. */
static double fault(const char *wanted) {
    char kind[16] = "";
    double number = 0;
    int kept = errno;
    FILE *file = fopen(getenv("DISK_FAULT"), "r");
    if (file) {
        if (fscanf(file, "%15s %lf", kind, &number) != 2) number = 0;
        fclose(file);
    }
    errno = kept;
    return strcmp(kind, wanted) ? 0 : number;
}

static ssize_t written(int fd, const void *data, size_t length, off64_t where, int is_at) {
    char path[PATH_MAX];
    if (!named(fd, path)) return is_at ? REAL(pwrite64)(fd, data, length, where) : REAL(write)(fd, data, length);
    int failing = fault("write"), tearing = fault("tear");
    if (failing || (tearing && length < 2)) return errno = failing ? failing : tearing, -1;
    if (tearing) length /= 2; /* the rest fails when it is tried again */
    if (!is_at) where = fcntl(fd, F_GETFL) & O_APPEND ? lseek64(fd, 0, SEEK_END) : lseek64(fd, 0, SEEK_CUR);
    ssize_t n = is_at ? REAL(pwrite64)(fd, data, length, where) : REAL(write)(fd, data, length);
    if (n > 0) note(WRITE, path, where, data, n);
    if (n > 0 && tearing) return errno = tearing, -1;
    return n;
}

ssize_t write(int fd, const void *data, size_t length) { return written(fd, data, length, 0, 0); }
ssize_t pwrite(int fd, const void *data, size_t length, off_t where) { return written(fd, data, length, where, 1); }
ssize_t pwrite64(int fd, const void *data, size_t length, off64_t where) { return written(fd, data, length, where, 1); }

static int synced(int fd, int (*sync)(int)) {
    char path[PATH_MAX];
    if (!named(fd, path)) return sync(fd);
    uint64_t number = ((uint64_t)getpid() << 32) | __atomic_add_fetch(&syncs, 1, __ATOMIC_SEQ_CST);
    double slow = fault("slow");
    int failing = fault("sync");
    note(BEGIN, path, number, 0, 0);
    if (slow > 0) nanosleep(&(struct timespec){(time_t)slow, (long)((slow - (time_t)slow) * 1e9)}, 0);
    if (failing) return errno = failing, -1;
    int n = sync(fd);
    if (n == 0 && !getenv("DISK_LIES")) note(END, path, number, 0, 0);
    return n;
}

int fsync(int fd) { return synced(fd, REAL(fsync)); }
int fdatasync(int fd) { return synced(fd, REAL(fdatasync)); }

static int cut(int fd, off64_t length) {
    char path[PATH_MAX];
    int n = REAL(ftruncate64)(fd, length);
    if (n == 0 && named(fd, path)) note(CUT, path, length, 0, 0);
    return n;
}

int ftruncate(int fd, off_t length) { return cut(fd, length); }
int ftruncate64(int fd, off64_t length) { return cut(fd, length); }

int unlink(const char *path) {
    int n = REAL(unlink)(path);
    if (n == 0 && is_ours(path)) note(GONE, path, 0, 0, 0);
    return n;
}

int rename(const char *from, const char *to) {
    int n = REAL(rename)(from, to);
    if (n == 0 && is_ours(from)) note(MOVED, from, 0, to, strlen(to));
    return n;
}
