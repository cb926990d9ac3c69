"""The calls of a process to the system about the files of a folder, and faults at one of them."""

import collections
import os
import pathlib
import re

from tool import FILE

# Calls that only look cannot lose anything; a process that dies there dies before or after another one.
CHANGING = {
    "openat", "write", "pwrite64", "writev", "pwritev", "pwritev2", "fsync", "fdatasync", "ftruncate", "fallocate",
    "unlink", "unlinkat", "rename", "renameat", "renameat2", "link", "linkat", "mkdir", "mkdirat", "fchmod", "fchmodat",
    "chmod", "fchown", "symlink", "close", "fcntl", "flock", "copy_file_range", "sendfile",
}
READING = {"pread64", "read", "newfstatat", "fstat", "access", "faccessat", "lseek", "mmap", "getdents64", "readlink"}


def strace(folder, *more):
    """strace over the files of a folder, also those that a process makes in it."""
    names = {entry.name for entry in os.scandir(folder)} | {FILE + end for end in ["", "-wal", "-shm", "-journal"]}
    names |= {"copy.sqlite", "dump.json", "batches", "."}
    # strace compares the path of a descriptor, which is absolute, and knows a relative one only of what is there already.
    root = pathlib.Path(folder).resolve()
    paths = [word for name in sorted(names) for word in ["-P", root / name]]
    return ["strace", "-f", "-qqq", "-o", ".calls", *paths, *more]


def calls(tool, folder, arguments, kinds):
    """The calls of a command, each as a name and its number among those of that name."""
    tool.run(folder, *arguments, wrapped=strace(folder, "-y"))
    counts = collections.Counter()
    found = []
    lines = (folder / ".calls").read_text(errors="replace").splitlines()
    if not any(re.search(rf"\(\d+<[^>]*/{FILE}-wal>", line) for line in lines):
        raise RuntimeError(f"strace shows no call on the log of {arguments}")
    for line in lines:
        match = re.match(r"\d+ +(\w+)\(", line)
        if match and match.group(1) in kinds:
            counts[match.group(1)] += 1
            found.append((match.group(1), counts[match.group(1)]))
    return found


def injected(folder, call, fault):
    """strace that lets a call fail: `signal=KILL` or `error=EIO`."""
    name, number = call
    return strace(folder, "-e", f"trace={name}", "-e", f"inject={name}:{fault}:when={number}")
