"""The calls of a process to the system about the files in a folder, and faults at one of them."""

import collections
import re

# Calls that only look cannot lose anything; a process that dies there dies before or after another one.
CHANGING = {
    "openat", "write", "pwrite64", "writev", "pwritev", "pwritev2", "fsync", "fdatasync", "ftruncate", "fallocate",
    "unlink", "unlinkat", "rename", "renameat", "renameat2", "link", "linkat", "mkdir", "mkdirat", "fchmod", "fchmodat",
    "chmod", "fchown", "symlink", "close", "fcntl", "flock", "copy_file_range", "sendfile",
}
# Calls that make something lasting.
WRITING = {"write", "pwrite64", "fsync", "fdatasync", "ftruncate", "unlink", "rename", "link", "linkat"}
READING = {"pread64", "read", "newfstatat", "fstat", "access", "faccessat", "lseek", "mmap", "getdents64", "readlink"}
# Calls whose strings are paths, and not contents.
NAMING = {
    "openat", "unlink", "unlinkat", "rename", "renameat", "renameat2", "link", "linkat", "mkdir", "mkdirat", "fchmodat",
    "chmod", "symlink", "newfstatat", "access", "faccessat", "readlink",
}
# strace shows the path of a descriptor in < >. Its own choice by path would leave out files that have no name yet.
STRACE = ["strace", "-f", "-y", "-qqq", "-o", ".calls"]


def calls(tool, folder, arguments, kinds):
    """The calls of a command about files in its folder, each as a name and its number among those of its thread."""
    tool.run(folder, *arguments, wrapped=STRACE)
    recorded = list(lines(folder))
    counts = collections.Counter()
    found = []
    for thread, name, line in recorded:
        counts[thread, name] += 1
        if name in kinds and is_about(folder, name, line):
            found.append((name, counts[thread, name]))
    if not any(".sqlite" in line for _, _, line in recorded):
        raise RuntimeError(f"strace shows no call on a database of {arguments}")
    return found


def lines(folder):
    """The beginnings of the recorded calls, with their threads and names."""
    for line in (folder / ".calls").read_text(errors="replace").splitlines():
        match = re.match(r"(\d+) +(\w+)\(", line)
        if match:
            yield match.group(1), match.group(2), line


def is_about(folder, name, line):
    """Whether a call is about a file in the folder, which is the one that the process works in."""
    root = str(folder.resolve())
    line = re.sub(r"AT_FDCWD<[^>]*>", "", line)
    paths = re.findall(r"\d<([^>]*)>", line)
    if name in NAMING:
        strings = re.findall(r'"((?:[^"\\]|\\.)+)"', line)
        paths += [path if path.startswith("/") else f"{root}/{path}" for path in strings]
    return any(f"{path}/".startswith(root + "/") for path in paths)


def injected(call, fault):
    """strace that lets a call fail: `signal=KILL` or `error=EIO`."""
    name, number = call
    return [*STRACE, "-e", f"trace={name}", "-e", f"inject={name}:{fault}:when={number}"]


def is_injected(folder):
    """Whether a call about a file in the folder failed; the calls of another thread may have come first."""
    return any("(INJECTED)" in line and is_about(folder, name, line) for _, name, line in lines(folder))
