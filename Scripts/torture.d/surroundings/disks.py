"""Disks of a known size in a temporary folder, which only root can make."""

import contextlib
import os
import pathlib
import subprocess
import tempfile

SIZE = 4 << 20


class Missing(Exception):
    """What this machine cannot do, so a part is skipped by name."""


class Disk:
    """A mounted disk: `memory` is a tmpfs, `small blocks` an ext4 with blocks of 1 KiB in a file."""

    def __init__(self, kind):
        self.kind = kind
        self.image = None

    def __enter__(self):
        if os.geteuid() != 0:
            raise Missing("needs root")
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="formstate-disk-"))
        try:
            self.mount()
        except (OSError, subprocess.CalledProcessError) as problem:
            self.discard()
            raise Missing(f"cannot be mounted here ({problem})") from problem
        return self

    def __exit__(self, *_):
        subprocess.run(["umount", self.path], check=True)
        self.discard()

    def mount(self):
        if self.kind == "memory":
            run("mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", self.path)
            return
        self.image = self.path.with_suffix(".image")
        with open(self.image, "wb") as image:
            image.truncate(SIZE)
        run("mkfs.ext4", "-q", "-b", "1024", "-m", "0", "-O", "^has_journal", self.image)
        run("mount", "-o", "loop", self.image, self.path)

    def discard(self):
        self.path.rmdir()
        if self.image:
            self.image.unlink(missing_ok=True)

    @contextlib.contextmanager
    def filled(self, free):
        """Leaves about so many bytes."""
        filler = self.path / "filler"
        with open(filler, "wb", buffering=0) as file:
            for size in [1 << 16, 1 << 10]:
                with contextlib.suppress(OSError):
                    while True:
                        file.write(bytes(size))
            file.truncate(max(0, file.tell() - free))
            # A block that is only promised would count twice.
            os.fsync(file.fileno())
        try:
            yield []
        finally:
            filler.unlink()

    @contextlib.contextmanager
    def read_only(self):
        run("mount", "-o", "remount,ro", self.path)
        try:
            yield
        finally:
            run("mount", "-o", "remount,rw", self.path)


def run(*arguments):
    subprocess.run([str(word) for word in arguments], check=True, capture_output=True)


def as_another_user(folder, program):
    """A command that runs another as a user whom permissions bind, and who owns the folder."""
    if os.geteuid() != 0:
        return []
    user = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
    for path in [folder, *folder.rglob("*")]:
        os.chown(path, 65534, 65534)
    try:
        run(*user, program, "--version")
    except (OSError, subprocess.CalledProcessError) as problem:
        raise Missing(f"another user cannot run the program ({problem})") from problem
    return user
