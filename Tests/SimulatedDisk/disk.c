// The contents of a disk, and what a loss of power leaves of them.
#include "disk.h"

#include <stdlib.h>
#include <string.h>

SimulatedDisk *simulated_disk_create(uint64_t seed) {
  SimulatedDisk *disk = calloc(1, sizeof *disk);
  disk->random = seed;
  disk->turn = -1;
  pthread_mutex_init(&disk->mutex, NULL);
  pthread_cond_init(&disk->turn_changed, NULL);
  return disk;
}

void file_forget_changes(File *file) {
  for (int i = 0; i < file->change_count; i++) free(file->changes[i].bytes);
  file->change_count = 0;
}

static void file_delete(File *file) {
  file_forget_changes(file);
  free(file->changes);
  free(file->seen.bytes);
  free(file->durable.bytes);
  for (int i = 0; i < file->index.region_count; i++) free(file->index.regions[i]);
  free(file->index.regions);
  free(file->path);
  free(file);
}

void simulated_disk_delete(SimulatedDisk *disk) {
  while (disk->files) {
    File *file = disk->files;
    disk->files = file->next;
    file_delete(file);
  }
  while (disk->oldest) {
    Image *image = disk->oldest;
    disk->oldest = image->next;
    simulated_disk_delete(image->disk);
    free(image);
  }
  pthread_cond_destroy(&disk->turn_changed);
  pthread_mutex_destroy(&disk->mutex);
  free(disk);
}

// SplitMix64.
uint64_t disk_random(SimulatedDisk *disk, uint64_t limit) {
  disk->random += 0x9E3779B97F4A7C15;
  uint64_t mixed = disk->random;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
  return (mixed ^ (mixed >> 31)) % limit;
}

File *disk_file(SimulatedDisk *disk, const char *path, int creates) {
  for (File *file = disk->files; file; file = file->next) {
    if (strcmp(file->path, path) == 0) return file;
  }
  if (!creates) return NULL;
  File *file = calloc(1, sizeof *file);
  file->path = strdup(path);
  file->next = disk->files;
  disk->files = file;
  return file;
}

// MARK: - Bytes

void contents_resize(Contents *contents, int64_t size) {
  if (size > contents->room) {
    contents->room = size * 2;
    contents->bytes = realloc(contents->bytes, (size_t)contents->room);
  }
  if (size > contents->size) memset(contents->bytes + contents->size, 0, (size_t)(size - contents->size));
  contents->size = size;
}

void contents_write(Contents *contents, int64_t offset, const unsigned char *bytes, int64_t length) {
  if (offset + length > contents->size) contents_resize(contents, offset + length);
  memcpy(contents->bytes + offset, bytes, (size_t)length);
}

static void contents_copy(Contents *copy, const Contents *contents) {
  contents_resize(copy, contents->size);
  if (contents->size > 0) memcpy(copy->bytes, contents->bytes, (size_t)contents->size);
}

void file_note(File *file, int64_t offset, const unsigned char *bytes, int64_t length) {
  if (file->change_count == file->change_room) {
    file->change_room = file->change_room * 2 + 16;
    file->changes = realloc(file->changes, (size_t)file->change_room * sizeof(Change));
  }
  Change *change = &file->changes[file->change_count++];
  change->offset = offset;
  change->length = length;
  change->bytes = NULL;
  if (bytes) {
    change->bytes = malloc((size_t)length + 1);
    memcpy(change->bytes, bytes, (size_t)length);
  }
}

static void contents_apply(Contents *contents, const Change *change) {
  if (change->bytes) {
    contents_write(contents, change->offset, change->bytes, change->length);
  } else {
    contents_resize(contents, change->length);
  }
}

void file_sync(File *file) {
  for (int i = 0; i < file->change_count; i++) contents_apply(&file->durable, &file->changes[i]);
  file_forget_changes(file);
}

void disk_sync_names(SimulatedDisk *disk) {
  for (File *file = disk->files; file; file = file->next) file->is_durable = file->exists;
}

// MARK: - Images

/// Keeps some sectors of a write.
static void contents_apply_torn(SimulatedDisk *disk, Contents *contents, const Change *change) {
  for (int64_t from = change->offset; from < change->offset + change->length;) {
    int64_t end = (from / SECTOR + 1) * SECTOR;
    if (end > change->offset + change->length) end = change->offset + change->length;
    if (disk_random(disk, 2)) contents_write(contents, from, change->bytes + (from - change->offset), end - from);
    from = end;
  }
}

enum { LOSES_ALL, LOSES_NOTHING, LOSES_THE_END, LOSES_SOME, TEARS_SOME, WAYS_TO_LOSE };

static void file_leave(SimulatedDisk *disk, const File *file, Contents *left) {
  contents_copy(left, &file->durable);
  int way = (int)disk_random(disk, WAYS_TO_LOSE);
  int end = way == LOSES_ALL ? 0 : file->change_count;
  if (way == LOSES_THE_END) end = (int)disk_random(disk, (uint64_t)file->change_count + 1);
  for (int i = 0; i < end; i++) {
    const Change *change = &file->changes[i];
    if (way == TEARS_SOME && change->bytes && disk_random(disk, 2)) {
      contents_apply_torn(disk, left, change);
    } else if (way < LOSES_SOME || disk_random(disk, 2)) {
      contents_apply(left, change);
    }
  }
}

static SimulatedDisk *disk_image(SimulatedDisk *disk) {
  SimulatedDisk *image = simulated_disk_create(disk_random(disk, UINT64_MAX));
  image->is_image = 1;
  for (File *file = disk->files; file; file = file->next) {
    // A name that was made or deleted and not synced is there or not.
    int exists = file->exists == file->is_durable ? file->exists : (int)disk_random(disk, 2);
    if (!exists) continue;
    File *left = disk_file(image, file->path, 1);
    left->exists = left->is_durable = 1;
    file_leave(disk, file, &left->durable);
    contents_copy(&left->seen, &left->durable);
  }
  return image;
}

static void leave_images(SimulatedDisk *disk, int count) {
  for (int i = 0; i < count; i++) {
    Image *image = calloc(1, sizeof *image);
    image->disk = disk_image(disk);
    image->mark = disk->mark;
    image->call = disk->calls;
    if (disk->newest) disk->newest->next = image;
    disk->newest = image;
    if (!disk->oldest) disk->oldest = image;
  }
}

void disk_leave_images(SimulatedDisk *disk) {
  int count = disk->images_per_call;
  leave_images(disk, count < 0 ? disk_random(disk, (uint64_t)-count) == 0 : count);
}

void simulated_disk_leave_images_now(SimulatedDisk *disk, int count) {
  pthread_mutex_lock(&disk->mutex);
  leave_images(disk, count);
  pthread_mutex_unlock(&disk->mutex);
}

void simulated_disk_leave_images(SimulatedDisk *disk, int count) {
  pthread_mutex_lock(&disk->mutex);
  disk->images_per_call = count;
  pthread_mutex_unlock(&disk->mutex);
}

void simulated_disk_set_mark(SimulatedDisk *disk, int64_t mark) {
  pthread_mutex_lock(&disk->mutex);
  disk->mark = mark;
  pthread_mutex_unlock(&disk->mutex);
}

SimulatedDisk *simulated_disk_take_image(SimulatedDisk *disk, int64_t *mark, int64_t *call) {
  pthread_mutex_lock(&disk->mutex);
  Image *image = disk->oldest;
  SimulatedDisk *taken = NULL;
  if (image) {
    disk->oldest = image->next;
    if (!disk->oldest) disk->newest = NULL;
    taken = image->disk;
    *mark = image->mark;
    *call = image->call;
    free(image);
  }
  pthread_mutex_unlock(&disk->mutex);
  return taken;
}

// FNV-1a, eight bytes at a time.
static uint64_t hash(uint64_t hash, const void *bytes, int64_t size) {
  const unsigned char *from = bytes;
  for (; size >= 8; size -= 8, from += 8) {
    uint64_t word;
    memcpy(&word, from, 8);
    hash = (hash ^ word) * 0x100000001B3;
    hash ^= hash >> 29;
  }
  for (; size > 0; size--, from++) hash = (hash ^ *from) * 0x100000001B3;
  return hash;
}

uint64_t simulated_disk_hash(const SimulatedDisk *disk) {
  uint64_t sum = 0;
  for (const File *file = disk->files; file; file = file->next) {
    if (!file->exists) continue;
    uint64_t one = hash(0xCBF29CE484222325, file->path, (int64_t)strlen(file->path));
    sum ^= hash(one, file->seen.bytes, file->seen.size) * (uint64_t)(file->seen.size + 1);
  }
  return sum;
}
