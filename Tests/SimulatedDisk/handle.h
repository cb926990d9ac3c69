/// A file as a connection has it open.
#ifndef HANDLE_H
#define HANDLE_H

#include "disk.h"

typedef struct {
  sqlite3_file base;
  SimulatedDisk *disk;
  File *file;
  int lock;
  int deletes_on_close;
  int syncs_names;
  int uses_index;
  int shared_mask;
  int exclusive_mask;
} Handle;

#define HANDLE(pointer) Handle *handle = (Handle *)(pointer)
#define BEGIN(kind)                                    \
  pthread_mutex_lock(&handle->disk->mutex);            \
  int code = disk_begin_call(handle->disk, (kind))
#define END                                            \
  pthread_mutex_unlock(&handle->disk->mutex);          \
  return code

int index_map(sqlite3_file *pointer, int region, int size, int extends, void volatile **memory);
int index_lock(sqlite3_file *pointer, int first, int count, int flags);
void index_barrier(sqlite3_file *pointer);
int index_unmap(sqlite3_file *pointer, int deletes);

#endif
