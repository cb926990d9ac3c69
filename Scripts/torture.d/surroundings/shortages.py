"""What a command may lack: room on the disk, in a file or among the open files, and the permission to write."""

import contextlib
import os

import disks
from bounded import tried
from tool import FILE, Folder

# Of each part of a full run.
FULL_SECONDS = 50
READS = [["show", FILE, "--form", "trip"], ["answers", FILE, "--form", "trip"], ["list", FILE, "--digests"]]


def limits(trials, random, option, values, count, may_die=False):
    """Commands with a limit of the system, each with some of the values."""
    def starved(case):
        trial, value = case
        wrapped = ["prlimit", f"--{option}={value}"]
        found = trial.starved(lambda _: contextlib.nullcontext(wrapped), may_die=may_die)
        return [f"{value}: {problem}" for problem in found]

    cases = [(trial, value) for trial in trials for value in random.sample(values, count)]
    return tried(random, cases, FULL_SECONDS, starved)


def limits_of_size(trials, random, is_full):
    # Most are below the first pages of the log and its index, some within the database.
    values = [0, 1, 511, *range(1024, 65536, 1024), *range(65536, 480_000, 16384)]
    return limits(trials, random, "fsize", values, 10 if is_full else 1)


def limits_of_open_files(trials, random, is_full):
    tool = trials[0].tool
    with Folder() as folder:
        least = next(count for count in range(1, 64)
                     if tool.run(folder, "--version", wrapped=["prlimit", f"--nofile={count}"]).status == 0)
    values = list(range(least, least + 8))
    # Dispatch ends a process that has no descriptor left for its events.
    return limits(trials, random, "nofile", values, len(values) if is_full else 1, may_die=True)


def full_outputs(trials, random, is_full):
    """Nothing can be printed."""
    wrapped = ["sh", "-c", 'exec "$@" >/dev/full', "sh"]
    return tried(random, trials, FULL_SECONDS, lambda trial: trial.starved(lambda _: contextlib.nullcontext(wrapped)))


def full_disks(kind):
    def part(trials, random, is_full):
        with disks.Disk(kind) as disk:
            def starved(trial):
                free = random.choice([0, int(2 ** random.uniform(10, 17)), int(2 ** random.uniform(12, 20))])
                found = trial.starved(lambda _: disk.filled(free), disk.path)
                return [f"{free} bytes free: {problem}" for problem in found]

            return tried(random, trials * (12 if is_full else 1), FULL_SECONDS, starved)
    return part


def read_only_disks(trials, random, is_full):
    with disks.Disk("memory") as disk:
        def starved(trial):
            problems = []

            @contextlib.contextmanager
            def shortage(folder):
                with disk.read_only():
                    problems.extend(reads(trial, folder, []))
                    yield []

            found = trial.starved(shortage, disk.path)
            return problems + found

        return tried(random, trials, FULL_SECONDS, starved)


def missing_permissions(trials, random, is_full):
    """The folder or the file is read-only or closed for a user whom that binds."""
    kinds = [("", 0o555), (FILE, 0o444), (FILE, 0o000), ("", 0o000)]
    chosen = [(trial, kind) for trial in trials for kind in (kinds if is_full else [random.choice(kinds)])]

    def starved(case):
        trial, (name, mode) = case
        problems = []

        @contextlib.contextmanager
        def shortage(folder):
            user = disks.as_another_user(folder, trial.tool.path)
            path = folder / name
            former = path.stat().st_mode
            path.chmod(mode)
            try:
                if mode:
                    problems.extend(reads(trial, folder, user))
                yield user
            finally:
                path.chmod(former)

        found = trial.starved(shortage)
        return [f"{name or 'folder'} {mode:03o}: {problem}" for problem in problems + found]

    return tried(random, chosen, FULL_SECONDS, starved)


def reads(trial, folder, wrapped):
    """What is wrong with reading commands: they show everything, or say why not."""
    problems = []
    for arguments in READS:
        with Folder(trial.template) as whole:
            expected = trial.tool.run(whole, *arguments)
        outcome = trial.tool.run(folder, *arguments, wrapped=wrapped)
        # SQLite cannot read a log without an index, which it may not make.
        if outcome.status == 1 and "Error: " in outcome.errors and os.path.exists(folder / f"{FILE}-wal"):
            continue
        if outcome.status != 0 or outcome.output != expected.output:
            problems.append(f"{' '.join(arguments)}: {outcome.last_error or 'shows something else'}")
    return problems


PARTS = {
    "limits of a file's size": limits_of_size,
    "limits of open files": limits_of_open_files,
    "full outputs": full_outputs,
    "full disks in memory": full_disks("memory"),
    "full disks with small blocks": full_disks("small blocks"),
    "read-only disks": read_only_disks,
    "missing permissions": missing_permissions,
}
