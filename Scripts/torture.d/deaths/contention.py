"""Processes in each other's way: first openings, a stopped writer, a long reader."""

import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import threading
import time

import calls
from tool import FILE, Folder

# Seconds that the others wait for a writer, and what a command may take beyond that.
WAIT = 1
GRACE = 20
WRITER = ["set", FILE, "destination", "Rome", "--form", "trip"]
WAITING = ["--busy-timeout", str(WAIT)]


def together(functions):
    """Runs functions at once."""
    threads = [threading.Thread(target=function) for function in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def first_opening(tool, count):
    """Many import the same form into a file that none has opened before."""
    with Folder() as folder:
        outcomes = []
        source = tool.root / "Examples/trip.json"
        together([lambda: outcomes.append(tool.run(folder, "import", FILE, str(source)))] * count)
        problems = [
            f"a first opening ended with {outcome.status}: {outcome.last_error}"
            for outcome in outcomes if outcome.status != 0]
        problems += unsound(tool, folder, "first openings")
        listed = json.loads(tool.must(folder, "list", FILE, "--json"))["forms"]
        if [(form["form"], form["version"]) for form in listed] != [("trip", 1)]:
            problems.append(f"first openings: there is {listed}")
        return problems


def unsound(tool, folder, what):
    checked = tool.run(folder, "check", FILE)
    return [] if checked.status == 0 else [f"{what}: check: {checked.output}{checked.errors}"]


def stopped_holder(tool, template, random):
    """A writer is stopped at a call to the system, and goes on or is killed while others wait for it."""
    problems = []
    with Folder(template) as folder:
        found = calls.calls(tool, folder, WRITER, {"pwrite64", "fdatasync", "fcntl"})
    for end in (signal.SIGCONT, signal.SIGKILL):
        call = random.choice(found)
        with Folder(template) as folder:
            where = f"a writer stopped at {call[0]} {call[1]}, then {end.name}"
            problems += [f"{where}: {problem}" for problem in Stopped(tool, folder, call).problems(end)]
    return problems


class Stopped:
    """A writer that is stopped, and others."""

    def __init__(self, tool, folder, call):
        self.tool, self.folder = tool, folder
        stopping = calls.injected(call, "signal=STOP")
        self.process = subprocess.Popen(
            [*stopping, str(tool.path), *WRITER], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)

    def problems(self, end):
        pid = self.stopped()
        if pid is None:
            self.process.kill()
            self.process.communicate()
            return ["it did not stop"]
        problems = []
        is_there = self.others("set", "name:1", "Huck", problems=problems)
        self.others("answers", problems=problems)
        self.others("undo", "--response", "other", problems=problems)
        os.kill(pid, end)
        output, _ = self.process.communicate(timeout=60)
        if end == signal.SIGCONT and self.process.returncode not in (0, 1):
            problems.append(f"the writer ended with {self.process.returncode}")
        problems += unsound(self.tool, self.folder, "afterwards")
        entries = self.tool.must(self.folder, "log", FILE, "--form", "trip")
        if output.strip() and "Rome" not in entries:
            problems.append("what the writer acknowledged is not there")
        if is_there != ("Huck" in entries):
            problems.append(f"of what another did: acknowledged is {is_there}, but not so is what is there")
        if self.tool.run(self.folder, "set", FILE, "day", "2026-09-09", "--form", "trip").status != 0:
            problems.append("nobody can write afterwards")
        return problems

    def others(self, command, *arguments, problems):
        """Runs a command beside the stopped one, which ends in time. Returns whether it did something."""
        start = time.monotonic()
        outcome = self.tool.run(self.folder, command, FILE, *arguments, "--form", "trip", *WAITING)
        took = time.monotonic() - start
        # A note may come before the error.
        is_refused = outcome.status == 1 and "Error: " in outcome.errors
        if outcome.status != 0 and not is_refused:
            problems.append(f"{command} ended with {outcome.status}: {outcome.last_error}")
        if took > WAIT + GRACE:
            problems.append(f"{command} took {took:.0f} s")
        return outcome.status == 0

    def stopped(self):
        """The process once it is stopped; None if it is not."""
        for _ in range(600):
            if self.process.poll() is not None:
                return None
            children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
            for child in children:
                state = pathlib.Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[0]
                if state in "tT" and "stopped by SIGSTOP" in (self.folder / ".calls").read_text(errors="replace"):
                    return int(child)
            time.sleep(0.05)
        return None


def long_reader(tool, template):
    """Somebody reads for long while a response is compacted."""
    with Folder(template) as folder:
        digests = ["list", FILE, "--digests"]
        before = tool.must(folder, *digests)
        connection = sqlite3.connect(folder / FILE, isolation_level=None)
        try:
            connection.execute("BEGIN")
            query = "SELECT * FROM history ORDER BY form, response, revision, field, question"
            seen = connection.execute(query).fetchall()
            arguments = ["compact", FILE, "--keep", "1", "--yes", "--form", "trip", *WAITING]
            outcome = tool.run(folder, *arguments)
            problems = []
            if outcome.status not in (0, 1, 3) or outcome.status and not outcome.errors.strip():
                problems.append(f"compact beside a reader ended with {outcome.status}: {outcome.last_error}")
            if connection.execute(query).fetchall() != seen:
                problems.append("compact changed what a reader sees")
            connection.execute("COMMIT")
        finally:
            connection.close()
        if tool.must(folder, *digests) != before:
            problems.append("compact beside a reader changed a state")
        is_compacted = "checkpoint" in tool.must(folder, "log", FILE, "--form", "trip")
        if is_compacted != (outcome.status in (0, 3)):
            problems.append(f"compact beside a reader ended with {outcome.status}, but compacted is {is_compacted}")
        return problems + unsound(tool, folder, "compact beside a reader")
