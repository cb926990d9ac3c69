"""A page is served while room, descriptors or permissions run out: what it acknowledged is there, and it goes on."""

import contextlib
import os
import signal
import subprocess
import threading

import disks
import served
from bounded import tried
from served import Served
from tool import Folder, Tool

# Of each kind of a full run.
FULL_SECONDS = 15
SIZES = [0, 1, 511, *range(1024, 65536, 1024)]


def problems(tool, template, random, is_full):
    """Serves under shortages. Returns how often, and what is wrong."""
    count, found = 0, []
    for name, shortages, may_die in kinds(random, 12 if is_full else 1):
        try:
            with shortages as (within, several):
                def served_under(case, name=name, within=within, may_die=may_die):
                    words, shortage = case
                    wrong = starved(tool, template, shortage, within, may_die)
                    return [f"{name}, {words}: {problem}" for problem in wrong]

                more, wrong = tried(random, several, FULL_SECONDS, served_under)
                count, found = count + more, found + wrong
        except disks.Missing:
            # The commands skip it by name.
            continue
    return count, found


def kinds(random, count):
    """Kinds of shortages: each a context with the folder to serve in, and some shortages."""
    yield "a limit of a file's size", limits("fsize", random.sample(SIZES, count)), False
    # Dispatch ends a process that has no descriptor left for its events.
    yield "a limit of open files", limits("nofile", [random.randrange(1, 9) for _ in range(count)]), True
    # Where blocks are small, SQLite may write into the index of the log where it has no block.
    for kind, may_die in [("memory", False), ("small blocks", True)]:
        yield f"a full disk, {kind}", full_disk(kind, random, count), may_die
    delays = [random.uniform(0, 0.3) for _ in range(count)]
    yield "killed", contextlib.nullcontext((None, [(f"after {delay:.2f} s", killed(delay)) for delay in delays])), True


@contextlib.contextmanager
def limits(option, values):
    yield None, [(value, limit(option, value)) for value in values]


def limit(option, value):
    """A limit of the running server; only a soft one can be taken back."""
    @contextlib.contextmanager
    def shortage(_, pid):
        former = subprocess.run(
            ["prlimit", "--pid", str(pid), f"--{option}", "--noheadings", "-o", "SOFT"], check=True,
            capture_output=True, text=True).stdout.strip()
        # With no more descriptors than it has, it would take no connection.
        least = len(os.listdir(f"/proc/{pid}/fd")) if option == "nofile" else 0
        subprocess.run(["prlimit", "--pid", str(pid), f"--{option}={least + value}:"], check=True)
        yield
        # It may have ended.
        subprocess.run(["prlimit", "--pid", str(pid), f"--{option}={former}:"], capture_output=True)
    return shortage


@contextlib.contextmanager
def full_disk(kind, random, count):
    with disks.Disk(kind) as disk:
        sizes = [random.choice([0, int(2 ** random.uniform(10, 19))]) for _ in range(count)]
        yield disk.path, [(f"{size} bytes free", lambda _, pid, size=size: disk.filled(size)) for size in sizes]


def killed(delay):
    @contextlib.contextmanager
    def shortage(_, pid):
        killer = threading.Timer(delay, os.kill, [pid, signal.SIGKILL])
        killer.start()
        yield
        killer.join()
    return shortage


def starved(tool, template, shortage, within=None, may_die=False, runs=None):
    """What is wrong with a page that is used before, under and after a shortage."""
    with Folder(template, within) as folder:
        served.prepare(tool, folder)
        page = Served(tool, folder, runs=runs)
        page.set("Oslo")
        with shortage(folder, page.process.pid):
            for place in ["Bonn", "Lima", "Rome"]:
                page.set(place)
            page.attach()
        is_well = page.set("Bern") and page.attach()
        has_died = not is_well and page.has_ended()
        status, words = page.end()
        if has_died and may_die:
            return page.problems + page.lost(has_died=True)
        if not is_well or status not in (0, 130):
            page.problems.append(f"does not go on afterwards, status {status}: {' '.join(words.split())[:200]}")
        return page.problems + page.lost()


def control(tool, template):
    """A server that has lost what it acknowledged must be noticed."""
    script = '"$TOOL" "$@"; cp kept answers.sqlite; rm -f answers.sqlite-wal answers.sqlite-shm'
    with Folder() as folder:
        program = folder / "control"
        program.write_text(f"#!/bin/sh\nTOOL={tool.path}\ntrap : INT\ncp answers.sqlite kept\n{script}\n")
        program.chmod(0o755)
        found = starved(tool, template, lambda *_: contextlib.nullcontext(), runs=Tool(program, tool.root))
    return [] if any("found ['Start']" in problem for problem in found) else [
        "control: a server that loses what it acknowledged is not noticed"]
