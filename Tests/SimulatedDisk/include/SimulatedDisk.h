/// A disk in memory for SQLite, which loses what was not synced, tears and reorders it, and fails any call.
///
/// Everything that happens by chance follows from one seed: what an image of the disk loses, and which thread goes on at
/// a call. So a failure replays exactly. The idea is that of the simulators of FoundationDB and TigerBeetle.
#ifndef SIMULATED_DISK_H
#define SIMULATED_DISK_H

#include <stdint.h>

typedef struct SimulatedDisk SimulatedDisk;

/// Makes the simulated disks SQLite's default file system in this process.
///
/// Files are found by their path. Each also exists as an empty file of the system, for code that looks at the path itself.
///
/// @return whether SQLite agreed.
int simulated_disk_install(void);

/// Creates an empty disk.
SimulatedDisk *simulated_disk_create(uint64_t seed);

/// Deletes a disk that has no open file.
void simulated_disk_delete(SimulatedDisk *disk);

/// Opens files on this disk from now on, in this thread.
void simulated_disk_use(SimulatedDisk *disk);

// Loss of power

/// Sets how many images each call that changes a file leaves: what a loss of power at this call could leave of the disk.
///
/// @param count the number of images; negative for one image at every -count calls.
void simulated_disk_leave_images(SimulatedDisk *disk, int count);

/// Leaves images now: what a loss of power at this moment could leave.
void simulated_disk_leave_images_now(SimulatedDisk *disk, int count);

/// Sets the mark of the images from now on: how much has been acknowledged.
void simulated_disk_set_mark(SimulatedDisk *disk, int64_t mark);

/// Takes the oldest image out of the queue.
///
/// @param mark the mark at its call.
/// @param call the number of its call.
/// @return NULL if the queue is empty.
SimulatedDisk *simulated_disk_take_image(SimulatedDisk *disk, int64_t *mark, int64_t *call);

/// A hash of the names and bytes of the files.
uint64_t simulated_disk_hash(const SimulatedDisk *disk);

// Failing calls

/// Which calls may fail.
typedef enum { ANY_CALL, CALLS_THAT_CHANGE, CALLS_THAT_SYNC } SimulatedCalls;

/// Lets a call fail.
///
/// @param calls which calls count.
/// @param call how many of these calls from now, 1 for the next one; 0 for none.
/// @param is_full whether a failing write says that the disk is full, as SQLite's own file system for Unix does.
/// @param is_lasting whether all of these calls after it fail as well.
void simulated_disk_fail(SimulatedDisk *disk, SimulatedCalls calls, int64_t call, int is_full, int is_lasting);

/// Whether a call has failed since.
int simulated_disk_has_failed(const SimulatedDisk *disk);

/// The number of calls so far.
int64_t simulated_disk_calls(const SimulatedDisk *disk);

// Threads

/// Makes this thread one of those that take turns: at each call the seed decides which one goes on.
///
/// @param thread its number, from 0 to 7.
/// @param count the number of threads; the first turn waits for all of them.
void simulated_disk_join(SimulatedDisk *disk, int thread, int count);

/// Ends the turns of this thread.
void simulated_disk_leave(SimulatedDisk *disk);

/// How often a thread went on without its turn, since the thread whose turn it was waited for something else.
int64_t simulated_disk_untimely_turns(const SimulatedDisk *disk);

// Memory

/// Lets SQLite allocate memory that can run out; before SQLite is used.
///
/// @return whether SQLite agreed.
int simulated_memory_install(void);

/// Lets an allocation fail.
///
/// @param allocation how many allocations from now, 1 for the next one; 0 for none.
/// @param lasts whether all allocations after it fail as well.
void simulated_memory_fail(int64_t allocation, int lasts);

#endif
