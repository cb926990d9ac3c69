"""Commands, each with the file that it begins with."""

import json

from tool import FILE, Folder

# Name, arguments, and the patterns of the files that it makes, which are whole or absent.
SCENARIOS = [
    ("set", ["set", FILE, "destination", "Rome"], []),
    ("set several", ["set", FILE, "destination=Rome", "day=2026-07-01"], []),
    ("add", ["add", FILE, "passenger"], []),
    ("remove", ["remove", FILE, "passenger:2"], []),
    ("undo", ["undo", FILE, "--count", "3"], []),
    ("redo", ["redo", FILE], []),
    ("replay", ["replay", FILE, "script.jsonl", "--atomic"], []),
    ("begin a response", ["response", "new", FILE, "second"], []),
    ("copy a response", ["response", "copy", FILE, "default", "copy"], []),
    ("delete a response", ["response", "delete", FILE, "other", "--yes"], []),
    ("import a version", ["import", FILE, "next.json"], []),
    ("upgrade", ["upgrade", FILE, "--form", "visit"], []),
    ("complete", ["complete", FILE, "--response", "full"], []),
    ("compact", ["compact", FILE, "--keep", "1", "--yes"], []),
    ("merge", ["merge", FILE, "other.sqlite"], []),
    ("outbox", ["outbox", FILE, "--to", "hq", "--output", "to/batches"], ["to/batches/*.jsonl"]),
    ("export", ["export", FILE, "--format", "csv", "--tables", "tables"], ["tables/*.csv"]),
    ("backup", ["backup", FILE, "copy.sqlite"], ["copy.sqlite"]),
    ("dump", ["dump", FILE, "-o", "dump.json"], ["dump.json"]),
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
    # The log is part of the file, as after any command.
    return folder


def made(scenario, folder):
    """The files that it has made in a folder, by their paths there."""
    paths = sorted(path for pattern in scenario[2] for path in folder.glob(pattern))
    return [str(path.relative_to(folder)) for path in paths]


def arguments(scenario):
    """The arguments of a scenario, which name the form where two could be meant."""
    name, words, _ = scenario
    one_form = {"set", "add", "remove", "undo", "redo", "replay", "response", "complete", "compact", "export"}
    return [*words, "--form", "trip"] if words[0] in one_form else words
