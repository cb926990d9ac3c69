"""`formstate serve` over a file, with what its page acknowledged and refused."""

import contextlib
import http.client
import json
import os
import signal
import subprocess

from page import Page
from tool import FILE

KEY = "served"
FORM = {"formstate": 1, "key": KEY, "sections": [{"key": "all", "cells": [
    {"key": "place", "kind": "text"}, {"key": "photo", "kind": "file"}]}]}
SERVING = ["serve", FILE, "--form", KEY, "--no-open"]
ATTACHMENTS = "answers-attachments"
# Its name follows from what it contains.
PHOTO = bytes(range(256)) * 400


def prepare(tool, folder):
    """Adds a form to the file, with an action."""
    (folder / "served.json").write_text(json.dumps(FORM))
    tool.must(folder, "import", FILE, "served.json")
    tool.must(folder, "set", FILE, "place=Start", "--form", KEY)


def places(folder):
    """A command that runs another with its temporary files and its state in the folder."""
    temporary, state = folder / "temporary", folder / "state"
    for path in [temporary, state]:
        path.mkdir(mode=0o700, exist_ok=True)
    return ["env", f"TMPDIR={temporary}", f"XDG_STATE_HOME={state}"]


class Served:
    """The command as it runs, and somebody who uses its page."""

    def __init__(self, tool, folder, wrapped=None, words=SERVING, runs=None):
        self.tool, self.folder = tool, folder
        self.process = subprocess.Popen(
            [*(wrapped or places(folder)), (runs or tool).path, *words], cwd=folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, process_group=0)
        # It is ready when it prints its address or socket.
        self.first = self.process.stdout.readline()
        self.page = None if "--socket" in words else Page(self.first.strip())
        self.acknowledged, self.refused, self.unknown, self.problems = ["Start"], [], [], []
        self.photos = 0

    def set(self, place):
        """Sets a cell. Returns whether it is acknowledged."""
        answer = self.answered(f"set {place}", lambda: self.page.act(action="set", cell="place", value=place))
        if answer is None or "not known" in answer[1]:
            self.unknown.append(place)
        elif answer[0] == 200:
            self.acknowledged.append(place)
            return True
        else:
            self.refused.append(place)
        return False

    def attach(self):
        """Attaches a file. Returns whether it is acknowledged."""
        answer = self.answered("attach", lambda: self.page.ask("/attachments?cell=photo&name=photo.png", PHOTO))
        is_there = answer is not None and answer[0] == 200
        self.photos += is_there
        return is_there

    def answered(self, what, ask):
        """The answer, which says why if it is a refusal; None without one."""
        try:
            status, text = ask()
        except (OSError, http.client.HTTPException) as error:
            if not self.has_ended():
                self.problems.append(f"{what}: no answer: {error}")
            return None
        if status != 200 and not json.loads(text).get("error"):
            self.problems.append(f"{what}: {status} without a reason")
        return status, text

    def has_ended(self):
        """Whether the process is no longer there, or soon."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=2)
        return self.process.returncode is not None

    def end(self):
        """Interrupts it. Returns its status, and what it printed."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGINT)
        try:
            words = self.process.communicate(timeout=30)[0]
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            return 124, self.process.communicate()[0]
        return self.process.returncode, self.first + words

    def lost(self, has_died=False):
        """What is wrong with the file and its folder afterwards."""
        checked = self.tool.run(self.folder, "check", FILE)
        if checked.status != 0:
            return [f"check: {checked.output}{checked.errors}"]
        lines = self.tool.must(self.folder, "log", FILE, "--ndjson", "--form", KEY).splitlines()
        there = [change["valueAfter"] for line in lines for change in json.loads(line)["changes"]
                 if change["cell"] == "place" and change["field"] == "value"]
        problems = []
        if [place for place in there if place not in self.unknown] != self.acknowledged:
            problems.append(f"acknowledged {self.acknowledged}, refused {self.refused}, found {there}")
        return problems + self.lost_files(has_died)

    def lost_files(self, has_died):
        there = {path.name: path.read_bytes() for path in (self.folder / ATTACHMENTS).glob("*")}
        if has_died:
            # A later upload removes the draft of a process that was killed, and a whole file may be there unsaid.
            there = {name: data for name, data in there.items() if not name.startswith(".draft-")}
            allowed = [[PHOTO]] if self.photos else [[], [PHOTO]]
        else:
            allowed = [[PHOTO] if self.photos else []]
        if list(there.values()) in allowed:
            return []
        return [f"{self.photos} attached files are acknowledged, and there are {', '.join(there) or 'none'}"]
