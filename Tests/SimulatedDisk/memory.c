// Memory for SQLite that runs out.
#include "SimulatedDisk.h"

#include <pthread.h>
#include <sqlite3.h>

static sqlite3_mem_methods usual;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int64_t until_failure;
static int is_lasting;

static int fails(void) {
  pthread_mutex_lock(&mutex);
  int fails_now = until_failure > 0 && --until_failure == 0;
  if (fails_now && is_lasting) until_failure = 1;
  pthread_mutex_unlock(&mutex);
  return fails_now;
}

static void *allocate(int size) { return fails() ? NULL : usual.xMalloc(size); }

static void *reallocate(void *bytes, int size) { return fails() ? NULL : usual.xRealloc(bytes, size); }

int simulated_memory_install(void) {
  if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &usual) != SQLITE_OK) return 0;
  sqlite3_mem_methods failing = usual;
  failing.xMalloc = allocate;
  failing.xRealloc = reallocate;
  // Small pieces come from the same memory.
  return sqlite3_config(SQLITE_CONFIG_MALLOC, &failing) == SQLITE_OK
    && sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0) == SQLITE_OK;
}

void simulated_memory_fail(int64_t allocation, int lasts) {
  pthread_mutex_lock(&mutex);
  until_failure = allocation;
  is_lasting = lasts;
  pthread_mutex_unlock(&mutex);
}
