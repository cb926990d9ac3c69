// SQLite's file system on a simulated disk.
#include "handle.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void forget_name(SimulatedDisk *disk, File *file, int syncs_folder) {
  file->exists = 0;
  if (syncs_folder) disk_sync_names(disk);
  if (!disk->is_image) unlink(file->path);
  disk_leave_images(disk);
}

static int file_unlock(sqlite3_file *pointer, int wanted);

static int file_close(sqlite3_file *pointer) {
  HANDLE(pointer);
  file_unlock(pointer, SQLITE_LOCK_NONE);
  pthread_mutex_lock(&handle->disk->mutex);
  if (handle->deletes_on_close) forget_name(handle->disk, handle->file, 0);
  pthread_mutex_unlock(&handle->disk->mutex);
  return SQLITE_OK;
}

static int file_read(sqlite3_file *pointer, void *buffer, int length, sqlite3_int64 offset) {
  HANDLE(pointer);
  BEGIN(SQLITE_IOERR_READ);
  if (code == SQLITE_OK) {
    const Contents *seen = &handle->file->seen;
    sqlite3_int64 there = seen->size > offset ? seen->size - offset : 0;
    if (there > length) there = length;
    if (there > 0) memcpy(buffer, seen->bytes + offset, (size_t)there);
    if (there < length) {
      memset((char *)buffer + there, 0, (size_t)(length - there));
      code = SQLITE_IOERR_SHORT_READ;
    }
  }
  END;
}

static int file_write(sqlite3_file *pointer, const void *bytes, int length, sqlite3_int64 offset) {
  HANDLE(pointer);
  BEGIN(SQLITE_IOERR_WRITE);
  // A write that fails may have written its begin.
  int written = code == SQLITE_OK ? length : (int)disk_random(handle->disk, (uint64_t)length + 1);
  if (written > 0) {
    contents_write(&handle->file->seen, offset, bytes, written);
    file_note(handle->file, offset, bytes, written);
  }
  disk_leave_images(handle->disk);
  END;
}

static int file_truncate(sqlite3_file *pointer, sqlite3_int64 size) {
  HANDLE(pointer);
  BEGIN(SQLITE_IOERR_TRUNCATE);
  if (code == SQLITE_OK) {
    contents_resize(&handle->file->seen, size);
    file_note(handle->file, 0, NULL, size);
    disk_leave_images(handle->disk);
  }
  END;
}

static int file_sync_now(sqlite3_file *pointer, int flags) {
  (void)flags;
  HANDLE(pointer);
  BEGIN(SQLITE_IOERR_FSYNC);
  disk_leave_images(handle->disk);
  // After a failing sync, nobody knows what is durable: the changes stay what a loss of power may take.
  if (code == SQLITE_OK) {
    file_sync(handle->file);
    if (handle->syncs_names) disk_sync_names(handle->disk);
    handle->syncs_names = 0;
  }
  disk_leave_images(handle->disk);
  END;
}

static int file_size(sqlite3_file *pointer, sqlite3_int64 *size) {
  HANDLE(pointer);
  BEGIN(SQLITE_IOERR_FSTAT);
  *size = handle->file->seen.size;
  END;
}

static int file_lock(sqlite3_file *pointer, int wanted) {
  HANDLE(pointer);
  if (handle->lock >= wanted) return SQLITE_OK;
  BEGIN(SQLITE_IOERR_LOCK);
  File *file = handle->file;
  if (code != SQLITE_OK) {
  } else if (wanted == SQLITE_LOCK_SHARED) {
    if (file->pending || file->exclusive) code = SQLITE_BUSY;
    else file->shared_locks++;
  } else if (wanted == SQLITE_LOCK_RESERVED) {
    if (file->reserved && file->reserved != handle) code = SQLITE_BUSY;
    else file->reserved = handle;
  } else {
    int is_taken = (file->reserved && file->reserved != handle) || (file->pending && file->pending != handle);
    if (is_taken) {
      code = SQLITE_BUSY;
    } else {
      file->pending = handle;
      if (file->shared_locks > 1) {
        handle->lock = SQLITE_LOCK_PENDING;
        code = SQLITE_BUSY;
      } else {
        file->exclusive = handle;
      }
    }
  }
  if (code == SQLITE_OK) handle->lock = wanted;
  END;
}

static int file_unlock(sqlite3_file *pointer, int wanted) {
  HANDLE(pointer);
  // Unlocking never fails: it would leave others locked out for good.
  pthread_mutex_lock(&handle->disk->mutex);
  File *file = handle->file;
  if (file->reserved == handle) file->reserved = NULL;
  if (file->pending == handle) file->pending = NULL;
  if (file->exclusive == handle) file->exclusive = NULL;
  if (handle->lock >= SQLITE_LOCK_SHARED && wanted == SQLITE_LOCK_NONE) file->shared_locks--;
  handle->lock = wanted;
  pthread_mutex_unlock(&handle->disk->mutex);
  return SQLITE_OK;
}

static int file_is_reserved(sqlite3_file *pointer, int *answer) {
  HANDLE(pointer);
  BEGIN(SQLITE_IOERR_CHECKRESERVEDLOCK);
  *answer = handle->file->reserved != NULL || handle->file->pending != NULL;
  END;
}

static int file_control(sqlite3_file *pointer, int operation, void *argument) {
  HANDLE(pointer);
  if (operation != SQLITE_FCNTL_HAS_MOVED) return SQLITE_NOTFOUND;
  *(int *)argument = !handle->file->exists;
  return SQLITE_OK;
}

static int file_sector_size(sqlite3_file *pointer) {
  (void)pointer;
  return 4096;
}

static int file_characteristics(sqlite3_file *pointer) {
  (void)pointer;
  // As SQLite's own file system for Unix: a torn write damages nothing around it.
  return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static const sqlite3_io_methods methods = {
  .iVersion = 2,
  .xClose = file_close,
  .xRead = file_read,
  .xWrite = file_write,
  .xTruncate = file_truncate,
  .xSync = file_sync_now,
  .xFileSize = file_size,
  .xLock = file_lock,
  .xUnlock = file_unlock,
  .xCheckReservedLock = file_is_reserved,
  .xFileControl = file_control,
  .xSectorSize = file_sector_size,
  .xDeviceCharacteristics = file_characteristics,
  .xShmMap = index_map,
  .xShmLock = index_lock,
  .xShmBarrier = index_barrier,
  .xShmUnmap = index_unmap,
};

// MARK: - The file system

static sqlite3_vfs *real;

static int disk_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *pointer, int flags, int *flags_out) {
  (void)vfs;
  HANDLE(pointer);
  memset(handle, 0, sizeof *handle);
  handle->disk = disk_in_use();
  if (!handle->disk || !name) return SQLITE_CANTOPEN;
  BEGIN(SQLITE_CANTOPEN);
  File *file = disk_file(handle->disk, name, flags & SQLITE_OPEN_CREATE);
  if (code == SQLITE_OK && (!file || (!file->exists && !(flags & SQLITE_OPEN_CREATE)))) code = SQLITE_CANTOPEN;
  if (code == SQLITE_OK) {
    if (!file->exists) {
      // It is another file than a deleted one of its name.
      file->exists = 1;
      file->is_durable = 0;
      file_forget_changes(file);
      contents_resize(&file->seen, 0);
      contents_resize(&file->durable, 0);
      int descriptor = handle->disk->is_image ? -1 : open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
      if (descriptor >= 0) close(descriptor);
    }
    // As in SQLite's own file system for Unix, a handle that may create a log syncs its folder once.
    handle->syncs_names = (flags & SQLITE_OPEN_CREATE) && (flags & (SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL));
    handle->file = file;
    handle->deletes_on_close = flags & SQLITE_OPEN_DELETEONCLOSE;
    handle->base.pMethods = &methods;
    if (flags_out) *flags_out = flags;
  }
  END;
}

static int disk_delete(sqlite3_vfs *vfs, const char *name, int syncs_folder) {
  (void)vfs;
  SimulatedDisk *disk = disk_in_use();
  if (!disk) return SQLITE_IOERR_DELETE;
  pthread_mutex_lock(&disk->mutex);
  int code = disk_begin_call(disk, SQLITE_IOERR_DELETE);
  File *file = disk_file(disk, name, 0);
  if (code == SQLITE_OK && (!file || !file->exists)) code = SQLITE_IOERR_DELETE_NOENT;
  if (code == SQLITE_OK) forget_name(disk, file, syncs_folder);
  pthread_mutex_unlock(&disk->mutex);
  return code;
}

static int disk_access(sqlite3_vfs *vfs, const char *name, int flags, int *answer) {
  (void)vfs;
  SimulatedDisk *disk = disk_in_use();
  if (!disk) return SQLITE_IOERR_ACCESS;
  pthread_mutex_lock(&disk->mutex);
  int code = disk_begin_call(disk, SQLITE_IOERR_ACCESS);
  File *file = disk_file(disk, name, 0);
  *answer = file && file->exists && (flags != SQLITE_ACCESS_EXISTS || file->seen.size > 0);
  pthread_mutex_unlock(&disk->mutex);
  return code;
}

static int disk_full_path(sqlite3_vfs *vfs, const char *name, int size, char *path) {
  (void)vfs;
  return real->xFullPathname(real, name, size, path);
}

static int disk_randomness(sqlite3_vfs *vfs, int count, char *bytes) {
  (void)vfs;
  SimulatedDisk *disk = disk_in_use();
  if (!disk) return real->xRandomness(real, count, bytes);
  for (int i = 0; i < count; i++) bytes[i] = (char)disk_random(disk, 256);
  return count;
}

static int disk_sleep(sqlite3_vfs *vfs, int microseconds) {
  (void)vfs;
  return real->xSleep(real, microseconds);
}

static int disk_time(sqlite3_vfs *vfs, double *time) {
  (void)vfs;
  return real->xCurrentTime(real, time);
}

int simulated_disk_install(void) {
  static sqlite3_vfs vfs;
  real = sqlite3_vfs_find(NULL);
  if (!real) return 0;
  vfs = (sqlite3_vfs){
    .iVersion = 1,
    .szOsFile = sizeof(Handle),
    .mxPathname = real->mxPathname,
    .zName = "simulated",
    .xOpen = disk_open,
    .xDelete = disk_delete,
    .xAccess = disk_access,
    .xFullPathname = disk_full_path,
    .xRandomness = disk_randomness,
    .xSleep = disk_sleep,
    .xCurrentTime = disk_time,
  };
  return sqlite3_vfs_register(&vfs, 1) == SQLITE_OK;
}
