// The index of a log: memory that connections share, and its locks.
#include "handle.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Makes or removes the file of the system that stands for an index.
static void disk_show_index(SimulatedDisk *disk, File *file, int exists) {
  if (disk->is_image) return;
  char path[4096];
  snprintf(path, sizeof path, "%s-shm", file->path);
  if (!exists) {
    unlink(path);
    return;
  }
  int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor >= 0) close(descriptor);
}

int index_map(sqlite3_file *pointer, int region, int size, int extends, void volatile **memory) {
  HANDLE(pointer);
  BEGIN(SQLITE_IOERR_SHMMAP);
  LogIndex *index = &handle->file->index;
  *memory = NULL;
  if (code == SQLITE_OK) {
    if (!handle->uses_index) {
      handle->uses_index = 1;
      index->users++;
    }
    while (extends && index->region_count <= region) {
      index->regions = realloc(index->regions, (size_t)(index->region_count + 1) * sizeof(void *));
      index->regions[index->region_count++] = calloc(1, (size_t)size);
      disk_show_index(handle->disk, handle->file, 1);
    }
    if (region < index->region_count) *memory = index->regions[region];
  }
  END;
}

int index_lock(sqlite3_file *pointer, int first, int count, int flags) {
  HANDLE(pointer);
  BEGIN(SQLITE_IOERR_SHMLOCK);
  LogIndex *index = &handle->file->index;
  int unlocks = flags & SQLITE_SHM_UNLOCK, shares = flags & SQLITE_SHM_SHARED;
  if (unlocks) code = SQLITE_OK;
  for (int i = first; i < first + count && code == SQLITE_OK && !unlocks; i++) {
    int others = index->shared[i] - ((handle->shared_mask >> i) & 1);
    int is_mine = (handle->exclusive_mask >> i) & 1;
    if (index->exclusive[i] && !is_mine) code = SQLITE_BUSY;
    if (!shares && others > 0) code = SQLITE_BUSY;
  }
  for (int i = first; i < first + count && code == SQLITE_OK; i++) {
    int bit = 1 << i;
    int *mask = shares ? &handle->shared_mask : &handle->exclusive_mask;
    int *locks = shares ? index->shared : index->exclusive;
    if (unlocks && (*mask & bit)) {
      *mask &= ~bit;
      locks[i]--;
    } else if (!unlocks && !(*mask & bit)) {
      *mask |= bit;
      locks[i]++;
    }
  }
  END;
}

void index_barrier(sqlite3_file *pointer) {
  (void)pointer;
  __sync_synchronize();
}

int index_unmap(sqlite3_file *pointer, int deletes) {
  (void)deletes;
  HANDLE(pointer);
  if (!handle->uses_index) return SQLITE_OK;
  pthread_mutex_lock(&handle->disk->mutex);
  LogIndex *index = &handle->file->index;
  handle->uses_index = 0;
  for (int i = 0; i < LOG_INDEX_LOCKS; i++) {
    index->shared[i] -= (handle->shared_mask >> i) & 1;
    index->exclusive[i] -= (handle->exclusive_mask >> i) & 1;
  }
  handle->shared_mask = handle->exclusive_mask = 0;
  // The first to open an index that nobody uses begins it again.
  if (--index->users == 0) {
    for (int i = 0; i < index->region_count; i++) free(index->regions[i]);
    free(index->regions);
    disk_show_index(handle->disk, handle->file, 0);
    memset(index, 0, sizeof *index);
  }
  pthread_mutex_unlock(&handle->disk->mutex);
  return SQLITE_OK;
}
