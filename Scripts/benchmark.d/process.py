"""Runs commands as processes and measures them."""

import contextlib
import csv
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
GNU_TIME = "/usr/bin/time" if sys.platform.startswith("linux") and os.path.exists("/usr/bin/time") else None


class Failed(Exception):
    """A measured command failed."""


def run(command, folder, before=()):
    """Runs a command once; returns processor and elapsed seconds."""
    with open(folder / "errors", "w+") as errors:
        start = time.perf_counter()
        process = subprocess.Popen([*before, *command], cwd=folder, stdout=subprocess.DEVNULL, stderr=errors)
        _, status, usage = os.wait4(process.pid, 0)
        passed = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            errors.seek(0)
            raise Failed(f"{' '.join(map(str, command))[:300]} ended with {process.returncode}: {errors.read()[:2000]}")
    return usage.ru_utime + usage.ru_stime, passed


def memory(command, folder):
    """The peak memory of a command in bytes; None without GNU time.

    wait4 includes the memory of the starting process, so a small one starts it here.
    """
    return run_once(command, folder)[1]


def run_once(command, folder):
    """Runs a command that cannot be repeated; returns the results of `run` and `memory`."""
    if GNU_TIME is None:
        return run(command, folder), None
    took = run(command, folder, before=[GNU_TIME, "--format", "%M", "--output", "most"])
    return took, int((folder / "most").read_text().split()[-1]) * 1024


def sql(path, statements, *options):
    """The command with which the sqlite3 shell runs statements, with foreign keys enforced, as in FormState."""
    return [shutil.which("sqlite3") or "sqlite3", *options, path, "PRAGMA foreign_keys = ON; " + statements]


def write_documents(kind, size, folder):
    """Writes the documents in another process."""
    command = [sys.executable, HERE / "documents.py", kind, str(size), str(folder)]
    subprocess.run(command, check=True)


@contextlib.contextmanager
def answered_form(tool, size):
    """A temporary folder with f.sqlite: a form of a size with one answer."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_documents("form", size, folder)
        run([tool, "import", "f.sqlite", "form.json"], folder)
        run([tool, "set", "f.sqlite", "text0.0", "first"], folder)
        yield folder


class Results:
    """Rows of a results file: work, tool, size, and cost."""

    HEADER = ("work", "by", "size", "value", "unit")

    def __init__(self, path):
        self.path = path
        path.write_text("")
        self._append(self.HEADER)

    def _append(self, row):
        with open(self.path, "a", newline="") as file:
            csv.writer(file, lineterminator="\n").writerow(row)

    def add(self, work, by, size, value, unit="seconds"):
        self._append((work, by, size, f"{value:.6g}", unit))
        print(f"{work:<44}{by:<46}{size:>9}  {value:.4g} {unit}", flush=True)

    def add_pair(self, work, size, folder, runs, ours, theirs):
        """Measures a command of the tool and one of the sqlite3 shell: the minimum of several runs each."""
        for by, command in (("formstate", ours), ("sqlite3", theirs)):
            self.add_least(work, by, size, folder, runs, command)

    def add_least(self, work, by, size, folder, runs, command):
        """Measures a repeatable command."""
        took = [run(command, folder) for _ in range(runs)]
        self.add_process(work, by, size, took, memory(command, folder))

    def add_process(self, work, by, size, took, most=None):
        """Adds the cost of runs of a process, the minimum of each, and its peak memory."""
        self.add(work, by, size, min(processor for processor, _ in took), "cpu seconds")
        self.add(work, by, size, min(passed for _, passed in took), "seconds")
        if most is not None:
            self.add(work, by, size, most, "bytes")
