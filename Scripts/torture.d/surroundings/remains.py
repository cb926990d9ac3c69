"""What is deleted or compacted is in no byte of the database, its log, temporary files and later exports."""

import base64
import contextlib
import sqlite3
import string

from bounded import tried
from tool import FILE, Folder, Tool

FORM = ["--form", "trip"]
DELETED = ["response", "delete", FILE, "secret", "--yes", *FORM]
# A kept entry has the value that it replaced, so only the last one has none of them.
COMPACTED = ["compact", FILE, "--keep", "1", "--drop-unsent", "--yes", *FORM, "--response", "secret"]
READS = [
    ["export", "dump", FILE, "-o", "dump.json"], ["export", "json", FILE, *FORM, "-o", "out.json"],
    ["export", "csv", FILE, *FORM, "-o", "out.csv"], ["backup", FILE, "copy.sqlite"],
    ["export", "actions", FILE, *FORM, "--response", "full", "-o", "out.jsonl"],
    ["outbox", "write", FILE, "--to", "hq", "--output", "batches"], ["log", FILE, *FORM, "--response", "full"],
]
# Whether another program has the file open, and whether it is reading.
USES = ["alone", "opened by another program", "read by another program"]
FULL_SECONDS = 60
# As many bytes of a secret in one place are no accident.
PART = 9


def problems(tool, template, random, is_full):
    """Deletes and compacts answers. Returns how often, and what remains of them."""
    trials = [(arguments, use, size) for arguments in [DELETED, COMPACTED] for use in USES
              for size in [24, 3000, 20_000] for _ in range(8 if is_full else 1)]
    if not is_full:
        trials = random.sample(trials, 5)

    def deleted(case):
        arguments, use, size = case
        with Folder(template) as folder:
            secrets = filled(tool, folder, random, size)
            words = f"{' '.join(arguments[:2])}, {use}, {size} bytes"
            return [f"{words}: {problem}" for problem in remaining(tool, folder, arguments, use, secrets)]

    return tried(random, trials, FULL_SECONDS, deleted)


def secret(random, size):
    return "".join(random.choices(string.ascii_letters + string.digits, k=size))


def filled(tool, folder, random, size):
    """Enters secrets as answers, authors and drafts, and replaces some of them."""
    secrets = [secret(random, size) for _ in range(3)] + [secret(random, 24)]
    new = ["--response", "secret", *FORM]
    tool.must(folder, "response", "new", FILE, "secret", *FORM)
    tool.must(folder, "set", FILE, "destination", secrets[0], *new, "--author", secrets[3])
    tool.must(folder, "set", FILE, "destination", secrets[1], *new)
    tool.must(folder, "set", FILE, "name:1", secrets[2], *new)
    tool.must(folder, "undo", FILE, *new)
    for place in ["Oslo", "Bern"]:
        tool.must(folder, "set", FILE, "destination", place, *new)
    # The control of the search itself.
    if not all(found_in(folder, [one]) for one in secrets):
        raise RuntimeError("a secret is not found although nothing is deleted")
    return secrets


def remaining(tool, folder, arguments, use, secrets, revealing=()):
    """What is left of secrets after a command that deletes them. Later exports are made with further options."""
    temporary = folder / "temporary"
    temporary.mkdir()
    wrapped = ["env", f"TMPDIR={temporary}"]
    with used(folder, use):
        outcome = tool.run(folder, *arguments, "--busy-timeout", "1", wrapped=wrapped)
        if outcome.status not in (0, 3):
            return [f"ended with {outcome.status}: {outcome.last_error}"]
        found = found_in(folder, secrets)
        if outcome.status == 0 and found:
            return [f"remains in {', '.join(found)}, but the command says that all is done"]
    if outcome.status == 3 and use != USES[2]:
        return [f"is not done, although nobody reads: {outcome.last_error}"]
    if outcome.status == 3:
        # As the command says, once nobody reads.
        tool.must(folder, "compact", FILE, "--keep", "1", "--drop-unsent", "--yes", *FORM, "--response", "other")
    for read in READS:
        tool.must(folder, *read, *(revealing if read[0] in ("export", "log") else ()))
    found = found_in(folder, secrets)
    return [f"remains in {', '.join(found)}"] if found else []


@contextlib.contextmanager
def used(folder, use):
    if use == USES[0]:
        yield
        return
    connection = sqlite3.connect(folder / FILE, isolation_level=None)
    if use == USES[2]:
        connection.execute("BEGIN")
    connection.execute("SELECT count(*) FROM formstate_entry").fetchone()
    yield
    connection.close()


def found_in(folder, secrets):
    """The files with a part of a secret, in any encoding that a database or an export may use."""
    # A page of the database has several parts of a long text.
    parts = {encoded for text in secrets for start in range(0, len(text) - PART + 1, max(PART, len(text) // 40))
             for encoded in encodings(text[start:start + PART])}
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*")
                  if path.is_file() and contains(path.read_bytes(), parts))


def contains(data, parts):
    return any(part in data for part in parts)


def encodings(text):
    data = text.encode()
    yield data
    yield text.encode("utf-16-le")
    yield text.encode("utf-16-be")
    yield data.hex().encode()
    yield data.hex().upper().encode()
    # Base64 writes three bytes as four letters, so it depends on where the text begins.
    for shift in range(3):
        yield base64.b64encode(data[-shift % 3:][:len(data[-shift % 3:]) // 3 * 3])


def control(tool, template, random):
    """A tool that does not rewrite the file must be noticed."""
    with Folder() as other, Folder(template) as folder:
        program = other / "control"
        program.write_text(
            f'#!/bin/sh\ntest "$2" = delete && exec {tool.path} "$@" --keep-space; exec {tool.path} "$@"\n')
        program.chmod(0o755)
        secrets = filled(tool, folder, random, 3000)
        found = remaining(Tool(program, tool.root), folder, DELETED, USES[1], secrets)
    return [] if found else ["control: a tool that does not rewrite the file is not noticed"]
