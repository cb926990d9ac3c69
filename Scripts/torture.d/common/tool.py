"""The tool under torture, and what a file of it contains."""

import hashlib
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import tempfile

FILE = "answers.sqlite"
# A backtrace takes seconds, its words may come between those of an error, and most ends by a signal are provoked.
ENVIRONMENT = {**os.environ, "SWIFT_BACKTRACE": "enable=no"}


class Outcome:
    """How a process ended."""

    def __init__(self, process):
        self.status = process.returncode
        self.output = process.stdout.decode("utf-8", "replace")
        # strace says there how it understands the paths.
        lines = process.stderr.decode("utf-8", "replace").splitlines(keepends=True)
        self.errors = "".join(line for line in lines if not line.startswith("strace: Requested path"))

    @property
    def last_error(self):
        lines = self.errors.strip().splitlines()
        return lines[-1] if lines else ""


class Tool:
    """The program, with its examples."""

    def __init__(self, path, root):
        self.path = path
        self.root = root

    def run(self, folder, *arguments, wrapped=(), limit=60):
        """Runs it in a folder; `wrapped` is a command that runs it instead, such as strace."""
        try:
            process = subprocess.run(
                [*wrapped, str(self.path), *arguments], cwd=folder, capture_output=True, timeout=limit,
                stdin=subprocess.DEVNULL, env=ENVIRONMENT)
        except subprocess.TimeoutExpired as problem:
            process = subprocess.CompletedProcess(problem.cmd, 124, problem.stdout or b"", problem.stderr or b"")
        return Outcome(process)

    def must(self, folder, *arguments):
        """Runs it, and fails if it does."""
        outcome = self.run(folder, *arguments)
        if outcome.status != 0:
            raise RuntimeError(f"formstate {' '.join(arguments)}: {outcome.status} {outcome.errors}")
        return outcome.output

    def contents(self, folder):
        """What a file contains, apart from times and random names: forms, states and numbers of entries."""
        listed = json.loads(self.must(folder, "list", FILE, "--digests", "--json"))
        forms = [
            (form["form"], form["version"], form["cellCount"], [
                (response["response"], response["version"], response["revision"], response["digest"],
                 response["completed"]) for response in form["responses"]])
            for form in listed["forms"]]
        connection = sqlite3.connect(f"file:{pathlib.Path(folder, FILE)}?mode=ro", uri=True)
        try:
            count = (
                "SELECT (SELECT count(*) FROM formstate_entry), (SELECT count(*) FROM formstate_pushed), "
                "(SELECT total(revision) FROM formstate_pushed)")
            return (forms, connection.execute(count).fetchone())
        finally:
            connection.close()


def digest_of(files):
    """A digest of files by name."""
    digest = hashlib.sha256()
    for name, contents in files.items():
        digest.update(b"%s %d " % (name, len(contents)) + contents)
    return digest.digest()


class Folder:
    """A temporary folder with a copy of another one; `within` is the folder that it is made in."""

    def __init__(self, template=None, within=None):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="formstate-", dir=within))
        if template:
            shutil.copytree(template, self.path, dirs_exist_ok=True)

    def __enter__(self):
        return self.path

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)
