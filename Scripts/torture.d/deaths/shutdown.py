"""A file system is shut down under a process that lives a random life: what was acknowledged is there afterwards."""

import fcntl
import os
import shutil
import struct
import subprocess

from bounded import Bound
from driver import Driver
from life import STEPS, Life
from tool import FILE, Folder

FULL_SECONDS = 200
# EXT4_IOC_SHUTDOWN, and its flag to write nothing more, not even the file system's own journal.
SHUTDOWN, WITHOUT_JOURNAL = 0x8004587D, struct.pack("I", 2)


def run(tool, random, is_full):
    """Shuts file systems down. Returns the problems, and what was done."""
    if os.geteuid() != 0 or not all(shutil.which(program) for program in ["mkfs.ext4", "losetup", "mount"]):
        return [], "skipped: only root can mount a file system"
    driver = Driver(tool)
    problems, count = [], 0
    with Folder() as folder:
        try:
            disk = LoopDisk(folder)
        except OSError as error:
            return [], f"skipped: this system mounts no ext4 file ({error})"
        try:
            bound = Bound(2000 if is_full else 12, FULL_SECONDS)
            while not bound.is_reached(count):
                life = MountedLife(driver, random.randrange(1 << 32), random, disk)
                problems += [f"life {life.seed}: {problem}" for problem in life.live()]
                count += life.kills
            problems += control(driver, random, disk)
        finally:
            disk.unmount()
    return problems, f"{count} file systems shut down, 1 control"


class LoopDisk:
    """An ext4 file system in a file."""

    def __init__(self, folder):
        self.image, self.folder = folder / "image", folder / "mounted"
        self.folder.mkdir()
        with open(self.image, "wb") as file:
            file.truncate(64 << 20)
        must("mkfs.ext4", "-q", self.image)
        self.mount()

    def mount(self):
        must("mount", "-o", "loop", self.image, self.folder)

    def unmount(self):
        must("umount", self.folder)

    def lose_power(self):
        descriptor = os.open(self.folder, os.O_RDONLY)
        try:
            fcntl.ioctl(descriptor, SHUTDOWN, WITHOUT_JOURNAL)
        finally:
            os.close(descriptor)

    def empty(self):
        for path in self.folder.iterdir():
            if path.is_file():
                path.unlink()


def must(*words):
    process = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    if process.returncode != 0:
        raise OSError(process.stderr.strip())


class MountedLife(Life):
    """A life in a file system that is shut down."""

    def __init__(self, driver, seed, random, disk, *options):
        super().__init__(driver, seed, random, *options)
        disk.empty()
        shutil.copy(self.folder.path / FILE, disk.folder)
        os.sync()
        shutil.rmtree(self.folder.path)
        self.disk = disk
        self.folder.path = disk.folder

    def killed(self, step):
        words = ["live", FILE, "--seed", self.seed, "--from", step, "--to", STEPS, *self.options]
        process = subprocess.Popen(
            [self.driver.path, *map(str, words)], cwd=self.disk.folder, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL)
        output = self.printed(process)
        self.disk.lose_power()
        process.kill()
        output = (output + process.stdout.read()).decode()
        process.wait()
        self.kills += 1
        self.disk.unmount()
        self.disk.mount()
        lines = output.split("\n")[:-1]
        return int(lines[-1].split("\t")[0]) if lines else step


def control(driver, random, disk):
    """A life that acknowledges before its commit must be noticed."""
    for _ in range(20):
        if MountedLife(driver, random.randrange(1 << 32), random, disk, "--control", "acknowledgesEarly").live():
            return []
    return ["control: a life that acknowledges early is not noticed"]
