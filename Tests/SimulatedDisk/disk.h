/// The contents of a simulated disk, shared by its parts.
#ifndef DISK_H
#define DISK_H

#include "SimulatedDisk.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stddef.h>

enum { SECTOR = 512, MOST_THREADS = 8, LOG_INDEX_LOCKS = SQLITE_SHM_NLOCK };

/// Bytes that grow.
typedef struct {
  unsigned char *bytes;
  int64_t size;
  int64_t room;
} Contents;

/// A write, or a change of the size if it has no bytes, that no sync has made durable.
typedef struct {
  int64_t offset;
  int64_t length;
  unsigned char *bytes;
} Change;

/// The index of a log, which is memory, and who holds which of its locks.
typedef struct {
  void **regions;
  int region_count;
  int users;
  int shared[LOG_INDEX_LOCKS];
  int exclusive[LOG_INDEX_LOCKS];
} LogIndex;

typedef struct File {
  struct File *next;
  char *path;
  /// What is read now.
  Contents seen;
  /// What a loss of power cannot take.
  Contents durable;
  /// What was done since the last sync, in its order.
  Change *changes;
  int change_count;
  int change_room;
  /// Whether the name is there now, and whether it surely is after a loss of power.
  int exists;
  int is_durable;
  /// The locks of the database file.
  int shared_locks;
  void *reserved;
  void *pending;
  void *exclusive;
  LogIndex index;
} File;

typedef struct Image {
  struct Image *next;
  SimulatedDisk *disk;
  int64_t mark;
  int64_t call;
} Image;

struct SimulatedDisk {
  pthread_mutex_t mutex;
  uint64_t random;
  File *files;
  int64_t calls;
  // Images. The files of an image have no files of the system of their own.
  int is_image;
  int images_per_call;
  int64_t mark;
  Image *oldest;
  Image *newest;
  // Failing calls.
  SimulatedCalls failing_calls;
  int64_t until_failure;
  int is_full;
  int is_lasting;
  int has_failed;
  // Threads.
  pthread_cond_t turn_changed;
  int thread_count;
  int joined;
  int is_live[MOST_THREADS];
  int turn;
  int64_t untimely_turns;
};

/// The next random number below a limit.
uint64_t disk_random(SimulatedDisk *disk, uint64_t limit);

/// The file of a path; created if it is missing and may be.
File *disk_file(SimulatedDisk *disk, const char *path, int creates);

/// Sets the bytes at an offset; whatever is between the end and the offset is zero.
void contents_write(Contents *contents, int64_t offset, const unsigned char *bytes, int64_t length);

void contents_resize(Contents *contents, int64_t size);

/// Notes a change that no sync has made durable.
void file_note(File *file, int64_t offset, const unsigned char *bytes, int64_t length);

void file_forget_changes(File *file);

/// Makes the bytes of a file durable.
void file_sync(File *file);

/// Makes durable which names there are, as syncing their folder does.
void disk_sync_names(SimulatedDisk *disk);

/// Leaves images of the disk.
void disk_leave_images(SimulatedDisk *disk);

/// The begin of each call: waits for this thread's turn, and counts the call.
///
/// @return the code of a call that fails; SQLITE_OK otherwise.
int disk_begin_call(SimulatedDisk *disk, int code_of_kind);

/// The disk that this thread uses.
SimulatedDisk *disk_in_use(void);

#endif
