// What happens at each call: threads take turns, and a call fails.
#include "disk.h"

#include <time.h>

static _Thread_local SimulatedDisk *in_use;
static _Thread_local SimulatedDisk *joined;
static _Thread_local int number;

void simulated_disk_use(SimulatedDisk *disk) { in_use = disk; }

SimulatedDisk *disk_in_use(void) { return in_use; }

int64_t simulated_disk_calls(const SimulatedDisk *disk) { return disk->calls; }

int64_t simulated_disk_untimely_turns(const SimulatedDisk *disk) { return disk->untimely_turns; }

void simulated_disk_fail(SimulatedDisk *disk, SimulatedCalls calls, int64_t call, int is_full, int is_lasting) {
  pthread_mutex_lock(&disk->mutex);
  disk->failing_calls = calls;
  disk->until_failure = call;
  disk->is_full = is_full;
  disk->is_lasting = is_lasting;
  disk->has_failed = 0;
  pthread_mutex_unlock(&disk->mutex);
}

int simulated_disk_has_failed(const SimulatedDisk *disk) { return disk->has_failed; }

/// Gives the turn to a thread.
static void give_turn(SimulatedDisk *disk) {
  int live = 0;
  for (int i = 0; i < MOST_THREADS; i++) live += disk->is_live[i];
  if (live == 0) return;
  int chosen = (int)disk_random(disk, (uint64_t)live);
  for (int i = 0; i < MOST_THREADS; i++) {
    if (disk->is_live[i] && chosen-- == 0) disk->turn = i;
  }
  pthread_cond_broadcast(&disk->turn_changed);
}

/// Waits for this thread's turn; not longer than a minute, since the other may wait for a lock outside the disk.
static void await_turn(SimulatedDisk *disk) {
  struct timespec limit;
  clock_gettime(CLOCK_REALTIME, &limit);
  limit.tv_sec += 60;
  while (disk->turn != number || disk->joined < disk->thread_count) {
    if (pthread_cond_timedwait(&disk->turn_changed, &disk->mutex, &limit) != 0) {
      disk->untimely_turns++;
      disk->turn = number;
      return;
    }
  }
}

void simulated_disk_join(SimulatedDisk *disk, int thread, int count) {
  pthread_mutex_lock(&disk->mutex);
  joined = disk;
  number = thread;
  disk->thread_count = count;
  disk->is_live[thread] = 1;
  disk->joined++;
  if (disk->joined == count) give_turn(disk);
  await_turn(disk);
  pthread_mutex_unlock(&disk->mutex);
}

void simulated_disk_leave(SimulatedDisk *disk) {
  pthread_mutex_lock(&disk->mutex);
  joined = NULL;
  disk->is_live[number] = 0;
  give_turn(disk);
  pthread_mutex_unlock(&disk->mutex);
}

static int may_fail(const SimulatedDisk *disk, int code_of_kind) {
  int syncs = code_of_kind == SQLITE_IOERR_FSYNC;
  int changes = syncs || code_of_kind == SQLITE_IOERR_WRITE || code_of_kind == SQLITE_IOERR_TRUNCATE
    || code_of_kind == SQLITE_IOERR_DELETE;
  return disk->failing_calls == ANY_CALL || (disk->failing_calls == CALLS_THAT_CHANGE ? changes : syncs);
}

int disk_begin_call(SimulatedDisk *disk, int code_of_kind) {
  if (joined == disk) {
    give_turn(disk);
    await_turn(disk);
  }
  disk->calls++;
  if (disk->until_failure == 0 || !may_fail(disk, code_of_kind) || --disk->until_failure > 0) return SQLITE_OK;
  if (disk->is_lasting) disk->until_failure = 1;
  disk->has_failed = 1;
  return disk->is_full && code_of_kind == SQLITE_IOERR_WRITE ? SQLITE_FULL : code_of_kind;
}
