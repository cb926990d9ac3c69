"""Commands, each with the file that it begins with."""

import json

from collector import taken
from tool import FILE, Folder

# Name, arguments, and the patterns of the files that it makes, which are whole or absent.
SCENARIOS = [
    ("set", ["set", FILE, "destination", "Rome"], []),
    ("set several", ["set", FILE, "destination=Rome", "day=2026-07-01"], []),
    ("add", ["add", FILE, "passenger"], []),
    ("remove", ["remove", FILE, "passenger:2"], []),
    ("undo", ["undo", FILE, "9"], []),
    ("redo", ["redo", FILE], []),
    ("replay", ["replay", FILE, "script.jsonl", "--atomic"], []),
    ("begin a response", ["response", "new", FILE, "second"], []),
    ("copy a response", ["response", "copy", FILE, "default", "copy"], []),
    ("delete a response", ["response", "delete", FILE, "other", "--yes"], []),
    ("import a version", ["import", FILE, "next.json"], []),
    ("upgrade", ["upgrade", FILE, "--form", "visit"], []),
    ("complete", ["complete", FILE, "--response", "full"], []),
    ("compact", ["compact", FILE, "--keep", "1", "--drop-unsent", "--yes"], []),
    ("sync", ["sync", FILE, "--with", "other.sqlite", "--receive-only"], []),
    ("take from a folder", ["sync", FILE, "--with", "stick", "--receive-only"], []),
    ("write into a folder", ["sync", FILE, "--with", "stick", "--send-only"], ["stick/*/*.jsonl"]),
    ("import answers", ["answers", "import", FILE, "sheet.csv"], []),
    ("delete a form", ["form", "delete", FILE, "visit", "--with-responses", "--yes"], []),
    ("take answers", ["outbox", "take", FILE, "office.jsonl", "--to", "office"], []),
    ("outbox", ["outbox", "write", FILE, "--to", "hq", "--output", "to/batches"], ["to/batches/*.jsonl"]),
    ("export", ["export", "csv", FILE, "--tables", "tables"], ["tables/*.csv"]),
    ("backup", ["backup", FILE, "copy.sqlite"], ["copy.sqlite"]),
    ("dump", ["export", "dump", FILE, "-o", "dump.json"], ["dump.json"]),
    ("restore a dump", ["restore", "restored.sqlite", "whole.json"], ["restored.sqlite"]),
    ("restore a backup", ["restore", "restored.sqlite", "other.sqlite"], ["restored.sqlite"]),
    ("import into a new file", ["import", "new.sqlite", "trip.json"], ["new.sqlite"]),
    ("recover", ["restore", "recovered.sqlite", FILE, "--damaged"], ["recovered.sqlite"]),
]
# What every quick run takes, the most telling first.
QUICK = [
    "sync", "take from a folder", "write into a folder", "restore a dump", "take answers", "undo",
    "import into a new file", "compact", "outbox", "set several",
]


def template(tool):
    """A folder with a file of a form with rules and repeats, and what the commands read."""
    folder = Folder()
    path = folder.path

    def run(*arguments):
        tool.must(path, *arguments)

    trip = json.loads((tool.root / "Examples/trip.json").read_text())
    (path / "trip.json").write_text(json.dumps(trip))
    (path / "next.json").write_text(json.dumps({**trip, "title": "Another trip"}))
    visit = json.loads((tool.root / "Examples/visit.json").read_text())
    (path / "visit.json").write_text(json.dumps(visit))
    visit["sections"][0]["cells"][2]["key"] = "note"
    (path / "visit2.json").write_text(json.dumps(visit))
    (path / "script.jsonl").write_text("".join(json.dumps(action) + "\n" for action in [
        {"action": "set", "cell": "destination", "value": "Oslo"}, {"action": "add", "cell": "passenger"},
        {"action": "set", "cell": "name:1", "value": "Huck"}]))
    for file in ["trip.json", "visit.json"]:
        run("import", FILE, file)
    trip_form = ["--form", "trip"]
    run("set", FILE, "destination", "Paris", *trip_form)
    run("set", FILE, "name:1", "Tom", *trip_form)
    run("add", FILE, "passenger", *trip_form)
    run("add", FILE, "passenger", *trip_form)
    run("undo", FILE, *trip_form)
    for key in ["other", "full"]:
        run("response", "new", FILE, key, *trip_form)
        run("set", FILE, "destination", "Berlin", *trip_form, "--response", key)
        run("set", FILE, "name:1", "Becky", *trip_form, "--response", key)
    run("set", FILE, "remark", "Old", "--form", "visit")
    run("import", FILE, "visit2.json")
    run("import", "other.sqlite", "visit.json")
    run("set", "other.sqlite", "remark", "Else")
    for key in OTHERS:
        run("response", "new", "other.sqlite", key)
        run("set", "other.sqlite", "remark", f"Else {key}", "--response", key)
    (path / "stick").mkdir()
    run("sync", "other.sqlite", "--with", "stick")
    for number in range(SETS):
        run("set", FILE, "destination", f"Town {number}", *trip_form)
    run("undo", FILE, *trip_form)
    (path / "sheet.csv").write_text(
        "response,destination\n" + "".join(f"sheet-{number},Town {number}\n" for number in range(3)))
    run("export", "dump", FILE, "-o", "whole.json")
    run("outbox", "write", FILE, "--to", "office", "--output", "office")
    (batch,) = (path / "office").glob("*.jsonl")
    (path / "office.jsonl").write_text(
        "".join(json.dumps(answer) + "\n" for answer in taken(batch.read_text())))
    # The log is part of the file, as after any command.
    return folder


# The further responses of the file that is merged, and how often a cell is set before the undo.
OTHERS = ["one", "two", "three"]
SETS = 12


def chosen(is_full, count):
    """All scenarios, or the same few in every quick run."""
    if is_full:
        return SCENARIOS
    return [next(scenario for scenario in SCENARIOS if scenario[0] == name) for name in QUICK[:count]]


def unexpected(tool, template):
    """What commands do that was not asked for: a trial compares only with what the tool itself does undisturbed."""
    def answer(folder):
        return tool.must(folder, "get", FILE, "destination", "--form", "trip").strip()

    problems = []
    with Folder(template) as folder:
        tool.must(folder, "undo", FILE, "9", "--form", "trip")
        # One of them is undone already.
        if answer(folder) != f"Town {SETS - 11}":
            problems.append(f"an undo of 9 leads to {answer(folder)}")
    with Folder(template) as folder:
        tool.must(folder, "sync", FILE, "--with", "other.sqlite", "--receive-only")
        found = {entry["response"] for form in json.loads(tool.must(folder, "list", FILE, "--json"))["forms"]
                 for entry in form["responses"]}
        if not found.issuperset(OTHERS):
            problems.append(f"a sync leaves out {set(OTHERS) - found}")
    with Folder(template) as folder:
        tool.must(folder, "restore", "restored.sqlite", "whole.json")
        if tool.must(folder, "export", "dump", "restored.sqlite") != (folder / "whole.json").read_text():
            problems.append("a restored file has another dump")
    with Folder(template) as folder:
        tool.must(folder, *["outbox", "take", FILE, "office.jsonl", "--to", "office"])
        waiting = json.loads(tool.must(folder, "outbox", "status", FILE, "--to", "office", "--json"))["destinations"][0]
        if waiting["waitingEntryCount"] != 0:
            problems.append(f"{waiting['waitingEntryCount']} entries wait though all were acknowledged")
    return problems


def made(scenario, folder):
    """The files that it has made in a folder, by their paths there."""
    paths = sorted(path for pattern in scenario[2] for path in folder.glob(pattern))
    return [str(path.relative_to(folder)) for path in paths]


def arguments(scenario):
    """The arguments of a scenario, which name the form where two could be meant."""
    name, words, _ = scenario
    one_form = {"set", "add", "remove", "undo", "redo", "replay", "response", "complete", "compact", "export",
        "answers"}
    return [*words, "--form", "trip"] if words[0] in one_form and words[1] != "dump" else words
