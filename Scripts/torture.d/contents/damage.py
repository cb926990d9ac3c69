"""A file is damaged: every command ends in a sentence, and check calls no wrong row sound."""

import contextlib
import sqlite3

import scenarios
from bounded import Bound
from tool import FILE, Folder

COMMANDS = [
    ["check", FILE], ["list", FILE, "--digests"], ["show", FILE, "--form", "trip"], ["answers", FILE, "--form", "trip"],
    ["log", FILE, "--form", "trip"], ["set", FILE, "destination", "Rome", "--form", "trip"],
    ["export", "json", FILE, "--form", "trip"], ["check", FILE, "--untrusted"],
    ["backup", FILE, "copy.sqlite"], ["export", "dump", FILE, "-o", "dump.json"], ["sync", FILE, "--with", "other.sqlite", "--receive-only"],
    ["sync", "other.sqlite", "--with", FILE, "--receive-only"], ["outbox", "write", FILE, "--to", "hq", "--output", "batches"],
    ["restore", "restored.sqlite", FILE], ["compact", FILE, "--form", "trip", "--keep", "1", "--drop-unsent", "--yes"],
    ["restore", "recovered.sqlite", FILE, "--damaged"],
]
# What commands make, and SQLite must read to its end; what is recovered is sound.
MADE, RECOVERED = ["copy.sqlite", "restored.sqlite", "recovered.sqlite"], "recovered.sqlite"
FULL_SECONDS = 300
# Bytes of memory that a command may have.
MEMORY = 1 << 30


def run(tool, random, is_full):
    """Damages files. Returns the problems, and what was done."""
    template = scenarios.template(tool)
    problems, count = [], 0
    bound = Bound(2000 if is_full else 20, FULL_SECONDS)
    with template:
        for name in (FILE, "other.sqlite"):
            sound(template.path / name)
        while not bound.is_reached(count):
            count += 1
            with Folder(template.path) as folder:
                kind = damaged(folder / FILE, random)
                # A quick run takes the commands in turn.
                commands = COMMANDS if is_full else [COMMANDS[(3 * count + number) % len(COMMANDS)] for number in range(3)]
                problems += [f"{kind}: {problem}" for problem in found(tool, template.path, folder, commands)]
        problems += control(tool, template.path)
    return problems, f"{count} damaged files, 2 controls"


def sound(path):
    """Moves the log into the file, so damage hits what is read."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def damaged(path, random):
    """Damages a file, and says how."""
    data = bytearray(path.read_bytes())
    page = 4096
    pages = len(data) // page
    place = random.randrange(pages)
    start = place * page
    kind = random.choice([
        "flipped bits", "a zeroed page", "swapped pages", "a truncated file", "a page of noise", "another file's page"])
    if kind == "flipped bits":
        for _ in range(random.choice([1, 1, 4, 64])):
            data[random.randrange(len(data))] ^= 1 << random.randrange(8)
    elif kind == "a zeroed page":
        data[start:start + page] = bytes(page)
    elif kind == "swapped pages":
        other = random.randrange(pages) * page
        data[start:start + page], data[other:other + page] = data[other:other + page], data[start:start + page]
    elif kind == "a truncated file":
        del data[random.randrange(len(data)):]
    elif kind == "another file's page":
        others = path.with_name("other.sqlite").read_bytes()
        # The page of the same number, which fits best, or any.
        other = start if random.random() < 0.5 else random.randrange(len(others) // page) * page
        data[start:start + page] = others[other:other + page].ljust(page, b"\0")
    else:
        data[start:start + page] = random.randbytes(page)
    path.write_bytes(data)
    return f"{kind} (page {place + 1} of {pages})"


def found(tool, template, folder, commands):
    # Before the commands, which change answers.
    problems = wrong_rows(tool, template, folder)
    limited = ["prlimit", f"--as={16 * MEMORY}", f"--data={MEMORY}"]
    for arguments in commands:
        outcome = tool.run(folder, *arguments, wrapped=limited, limit=20)
        words = " ".join(arguments)
        if outcome.status not in (0, 1, 3, 4):
            problems.append(f"{words} ended with {outcome.status}: {outcome.last_error}")
        elif outcome.status == 1 and not (outcome.errors.strip() or outcome.output.strip()):
            problems.append(f"{words} says nothing")
    return problems + broken_copies(tool, folder)


def broken_copies(tool, folder):
    """What is wrong with the files that commands have made."""
    problems = []
    for path in (folder / name for name in MADE if (folder / name).exists()):
        try:
            with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
                (words,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        except sqlite3.DatabaseError as error:
            words = str(error)
        if words != "ok":
            problems.append(f"{path.name} cannot be read: {words}")
        elif path.name == RECOVERED and tool.run(folder, "check", path.name).status != 0:
            problems.append(f"{path.name} is not sound")
    return problems


def wrong_rows(tool, template, folder):
    """What check calls sound although answers differ from those of the undamaged file."""
    if tool.run(folder, "check", FILE).status != 0:
        return []
    with Folder(template) as whole:
        read = [["answers", FILE, "--form", form, "--all-responses", "--json"] for form in ("trip", "visit")]
        differs = any(tool.run(whole, *words).output != tool.run(folder, *words).output for words in read)
        return ["check calls other answers sound"] if differs else []


def control(tool, template):
    """A check that finds nothing, or leaves out the last response, must be noticed."""
    problems = []
    for name, value, script in [
        ("finds nothing", "Becky", "exit 0"),
        ("leaves out the last response", "Old", 'exec "$TOOL" check other.sqlite'),
    ]:
        if not is_noticed(tool, template, value, script):
            problems.append(f"control: a check that {name} is not noticed")
    return problems


def is_noticed(tool, template, value, script):
    """Whether a check is noticed that runs a script instead, after an answer was changed."""
    with Folder(template) as folder:
        connection = sqlite3.connect(folder / FILE)
        # The guards call this function, which no other program has.
        connection.create_function("only FormState writes here: use formstate set", -1, lambda *_: None)
        connection.execute("UPDATE formstate_cell_state SET value = 'Mallory' WHERE value = ?", [value])
        connection.commit()
        connection.close()
        with Folder() as other:
            program = other / "control"
            program.write_text(
                f'#!/bin/sh\nTOOL={tool.path}\nif [ "$1" = check ]; then {script}; fi\nexec "$TOOL" "$@"\n')
            program.chmod(0o755)
            careless = type(tool)(program, tool.root)
            noticed = wrong_rows(careless, template, folder)
            honest = wrong_rows(tool, template, folder)
        return bool(noticed) and not honest
