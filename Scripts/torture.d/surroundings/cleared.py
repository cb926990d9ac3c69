"""What a sensitive cell contained is in no byte after it is cleared, and before that in no report or export."""

import json

import remains
from bounded import tried
from tool import FILE, Folder

FULL_SECONDS = 60
RESPONSE = ["--form", "private", "--response", "secret"]
CELL = "note:1"
CLEARED = ["clear", FILE, CELL, *RESPONSE]
# Without --reveal none of them has a sensitive answer; the last ones are refused.
REPORTS = [
    ["log", FILE, *RESPONSE], ["log", FILE, *RESPONSE, "--words"], ["log", FILE, *RESPONSE, "--json"],
    ["answers", FILE, *RESPONSE], ["answers", FILE, *RESPONSE, "--json"], ["diff", FILE, *RESPONSE, "--from", "1"],
    ["diff", FILE, *RESPONSE, "--from", "1", "--json"], ["faults", FILE, *RESPONSE], ["status", FILE, *RESPONSE],
    ["export", "csv", FILE, "--form", "private", "--tables", "tables"],
    ["export", "json", FILE, "--form", "private", "--output", "all.json"], ["export", "dump", FILE, "-o", "dump.json"],
]


def problems(tool, template, random, is_full):
    """Enters sensitive answers, looks for them in reports, clears them. Returns how often, and what remains of them."""
    trials = [(use, size) for use in remains.USES for size in [24, 3000, 20_000] for _ in range(8 if is_full else 1)]
    if not is_full:
        trials = random.sample(trials, 3)

    def cleared(case):
        use, size = case
        with Folder(template) as folder:
            secrets, printed = filled(tool, folder, random, size, is_sensitive=True)
            words = f"clear, {use}, {size} bytes"
            found = told(tool, folder, secrets, printed)
            found += remains.remaining(tool, folder, CLEARED, use, secrets, ["--reveal"])
            return [f"{words}: {problem}" for problem in found]

    return tried(random, trials, FULL_SECONDS, cleared)


def form(is_sensitive):
    """A form whose repeat has a note, which a calculation copies."""
    note = {"key": "note", "kind": "longText", "title": "Note", "sensitive": is_sensitive}
    copy = {"key": "copy", "kind": "text", "calculate": "concat('It says ', ${note})", "sensitive": is_sensitive}
    cells = [{"key": "name", "kind": "text"}, {"key": "day", "kind": "repeat", "cells": [note, copy]}]
    return {"formstate": 1, "key": "private", "title": "Private", "sections": [{"key": "s", "cells": cells}]}


def filled(tool, folder, random, size, is_sensitive):
    """Enters secrets in a random order. Returns them, and what the commands print."""
    (folder / "private.json").write_text(json.dumps(form(is_sensitive)))
    tool.must(folder, "import", FILE, "private.json")
    tool.must(folder, "response", "new", FILE, "secret", "--form", "private")
    secrets = [remains.secret(random, size) for _ in range(4)]
    steps = [["set", FILE, CELL, secrets[0]], ["set", FILE, CELL, secrets[1]], ["set", FILE, CELL, secrets[2], "--draft"],
             ["set", FILE, CELL, secrets[3]], ["mark-saved", FILE], ["set", FILE, "name", "Ada"], ["undo", FILE]]
    # An undo that comes first takes back the name, and not the instance.
    printed = [tool.must(folder, *step, *RESPONSE) for step in [["add", FILE, "day"], ["set", FILE, "name", "Grace"]]]
    for step in random.sample(steps, len(steps)) + [steps[0]]:
        outcome = tool.run(folder, *step, *RESPONSE)
        if outcome.status not in (0, 1):
            raise RuntimeError(f"{step[0]}: {outcome.errors}")
        printed.append(outcome.output + outcome.errors)
    if not remains.found_in(folder, secrets[:1]):
        raise RuntimeError("a secret is not found although nothing is cleared")
    return secrets, printed


def told(tool, folder, secrets, printed):
    """The reports and exports that have a sensitive answer."""
    parts = [text[:remains.PART] for text in secrets]
    found = ["an action prints it"] if any(part in text for part in parts for text in printed) else []
    for report in REPORTS:
        outcome = tool.run(folder, *report)
        if outcome.status not in (0, 1):
            found.append(f"{report[0]} ends with {outcome.status}: {outcome.last_error}")
        if any(part in outcome.output + outcome.errors for part in parts):
            found.append(f"{' '.join(report)} prints it")
    written = [path for path in folder.rglob("*") if path.suffix in (".csv", ".json")]
    return found + [f"{path.name} has it" for path in written if any(part in path.read_text() for part in parts)]


def control(tool, template, random):
    """A form without the mark must be noticed, in reports and in the bytes."""
    with Folder(template) as folder:
        secrets, printed = filled(tool, folder, random, 24, is_sensitive=False)
        tells = told(tool, folder, secrets, printed)
        tool.must(folder, *CLEARED)
        remaining = remains.found_in(folder, secrets)
    if tells and remaining:
        return []
    return ["control: a cell that is not sensitive is not noticed"]
