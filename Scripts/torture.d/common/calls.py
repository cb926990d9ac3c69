"""The calls of a process to the system about the files of a folder, and faults at one of them."""

import collections
import os
import re

from tool import FILE

# Calls that only look cannot lose anything; a process that dies there dies before or after another one.
CHANGING = {
    "openat", "write", "pwrite64", "writev", "pwritev", "pwritev2", "fsync", "fdatasync", "ftruncate", "fallocate",
    "unlink", "unlinkat", "rename", "renameat", "renameat2", "link", "linkat", "mkdir", "mkdirat", "fchmod", "fchmodat",
    "chmod", "fchown", "symlink", "close", "fcntl", "flock", "copy_file_range", "sendfile",
}
READING = {"pread64", "read", "newfstatat", "fstat", "access", "faccessat", "lseek", "mmap", "getdents64", "readlink"}


# The files of a database, for strace.
FILES = [word for name in [FILE, f"{FILE}-wal", f"{FILE}-shm", f"{FILE}-journal"] for word in ["-P", name]]


def strace(folder, *more):
    """strace over the files of a folder."""
    names = sorted({entry.name for entry in os.scandir(folder)} | {f"{FILE}-wal", f"{FILE}-shm", f"{FILE}-journal"})
    made = ["copy.sqlite", "dump.json", "batches"]
    paths = [word for name in [*names, *made, "."] for word in ["-P", name]]
    return ["strace", "-f", "-qqq", "-o", ".calls", *paths, *more]


def calls(tool, folder, arguments, kinds):
    """The calls of a command, each as a name and its number among those of that name."""
    tool.run(folder, *arguments, wrapped=strace(folder))
    counts = collections.Counter()
    found = []
    for line in (folder / ".calls").read_text(errors="replace").splitlines():
        match = re.match(r"\d+ +(\w+)\(", line)
        if match and match.group(1) in kinds:
            counts[match.group(1)] += 1
            found.append((match.group(1), counts[match.group(1)]))
    return found


def injected(folder, call, fault):
    """strace that lets a call fail: `signal=KILL` or `error=EIO`."""
    name, number = call
    return strace(folder, "-e", f"trace={name}", "-e", f"inject={name}:{fault}:when={number}")
