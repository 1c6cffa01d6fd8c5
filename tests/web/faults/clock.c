/* Stands between a program and the clock of the machine, which jumps when a test wants it: the
 * seconds in the file CLOCK_OFFSET are added to it. Clocks that nobody can set are left alone.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static long offset(void) {
    long seconds = 0;
    int kept = errno;
    FILE *file = fopen(getenv("CLOCK_OFFSET"), "r");
    if (file) {
        if (fscanf(file, "%ld", &seconds) != 1) seconds = 0;
        fclose(file);
    }
    errno = kept;
    return seconds;
}

int clock_gettime(clockid_t which, struct timespec *found) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int n = real(which, found);
    if (n == 0 && which == CLOCK_REALTIME) found->tv_sec += offset();
    return n;
}
