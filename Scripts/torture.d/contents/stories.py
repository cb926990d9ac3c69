"""Files with content in every table, so that every column can be edited."""

import json

from tool import FILE, Folder

# What the examples have not.
FURTHER = {
    "formstate": 1, "key": "further", "lists": {"towns": [
        {"value": "bay", "title": "Bay", "region": "coast"}, {"value": "top", "title": "Top", "region": "hills"}]},
    "sections": [
        {"key": "first", "cells": [
            {"key": "wet", "kind": "switch", "title": "Wet", "offTitle": "Dry", "onTitle": "Rain", "value": False},
            {"key": "height", "kind": "slider", "title": "Height", "step": 0.5},
            {"key": "region", "kind": "text", "title": "Region"},
            {"key": "town", "kind": "group", "title": "Town", "choices": "list('towns')[region = ${region}]"},
            {"key": "note", "kind": "text", "title": "Note", "inline": {
                "collapsedHeight": 64, "expandedHeight": 120, "lineLimit": 2}},
            {"key": "known", "kind": "custom", "title": "Known"},
        ]},
        {"key": "second", "relevant": "${wet}", "cells": [
            {"key": "name", "kind": "group", "summary": {"join": " "}, "cells": [
                {"key": "given", "kind": "text"}, {"key": "family", "kind": "text"}]},
            {"key": "row", "kind": "repeat", "initial": 1,
             "firstInstances": [{"values": {"crop": "Beans"}}], "cells": [
                {"key": "crop", "kind": "text", "constraints": [". != 'Weeds'"]}]},
        ]},
    ],
}
LONG = "The river is wide, and day {} on the raft is long."


def stories(tool):
    """Folders with a file each; together their files have rows in every table."""
    first = everyday(tool)
    return [first, collected(tool, first), large(tool)]


def everyday(tool):
    """Rules, repeats, lists, languages, drafts, faults, versions, an upgrade and a compaction."""
    folder = Folder()
    path = folder.path

    def run(*arguments):
        words = 2 if arguments[0] in ("response", "fault") else 1
        return tool.must(path, *arguments[:words], FILE, *arguments[words:])

    documents(tool.root / "Examples", path)
    run("import", "trip.json")
    run("import", "visit.json")
    run("import", "clinic.json")
    for key in ["default", "short", "sent"]:
        if key != "default":
            run("response", "new", key, "--form", "trip")
        place = ["--form", "trip", "--response", key, "--author", "Becky"]
        run("set", "destination=Paris", "day=2026-07-01", *place)
        run("add", "passenger", *place)
        run("set", "name:1", "Tom", *place)
    place = ["--form", "trip", "--response", "default"]
    run("undo", *place)
    run("undo", *place)
    run("set", "destination", "Rome", *place)
    run("replay", "group.jsonl", "--atomic", *place)
    run("set", "day", "about July", "--draft", *place)
    run("collapse", "journey", *place)
    run("mark-saved", *place)
    run("fault", "add", "destination", "Closed.", "--reporter", "server", *place)
    run("fault", "add", "We are closed today.", *place)
    run("undo", "2", "--form", "trip", "--response", "short")
    run("compact", "--keep", "1", "--yes", "--form", "trip", "--response", "short")
    for day in ["one", "two", "three"]:
        run("set", "remark", LONG.format(day), "--form", "visit")
    run("choose", "roof=poor", "--form", "visit")
    run("set", "born=1999-02-28", "visited=2026-07-01", "--form", "clinic")
    run("choose", "pain=yes", "--form", "clinic")
    run("set", "where", "Tooth", "--form", "clinic")
    run("import", "further.json")
    run("set", "region=coast", "town=bay", "wet=1", "height=2.5", "crop:1=Weeds", "--form", "further")
    run("set", "given=Tom", "family=Sawyer", "--form", "further")
    run("expand", "name", "--form", "further")
    run("response", "new", "old", "--form", "visit")
    run("set", "remark", "Old", "--form", "visit", "--response", "old")
    run("import", "visit2.json")
    run("upgrade", "--form", "visit")
    run("response", "new", "later", "--form", "visit")
    run("set", "note", "New", "--form", "visit", "--response", "later")
    run("complete", "--form", "visit", "--response", "later")
    # Somebody else's file, to merge into.
    tool.must(path, "import", "other.sqlite", "trip.json")
    tool.must(path, "set", "other.sqlite", "destination", "Oslo")
    return folder


def documents(examples, path):
    """Writes the forms and scripts of the everyday file."""
    def write(name, document):
        (path / name).write_text(json.dumps(document))

    write("further.json", FURTHER)
    write("trip.json", json.loads((examples / "trip.json").read_text()))
    clinic = json.loads((examples / "clinic.json").read_text())
    clinic["sections"][0]["relevant"] = "true()"
    write("clinic.json", {**clinic, "key": "clinic", "rowHeights": {"idCellTextfield": 50}, "accordion": "sections"})
    visit = json.loads((examples / "visit.json").read_text())
    write("visit.json", visit)
    # The next version has no place for the remark, and stores the condition of the roof differently.
    visit["sections"][0]["cells"][2]["key"] = "note"
    visit["sections"][0]["cells"][0] = {"key": "roof", "kind": "integer", "title": "Roof"}
    write("visit2.json", visit)
    (path / "group.jsonl").write_text("".join(json.dumps(action) + "\n" for action in [
        {"action": "set", "cell": "name:1", "value": "Huck"}, {"action": "add", "cell": "bag:1"},
        {"action": "add", "cell": "bag:1"}, {"action": "set", "cell": "fare:1", "value": 90}]))


def collected(tool, everyday):
    """The same with a collector, which refused one response and acknowledged the others."""
    folder = Folder(everyday.path)
    batch = [json.loads(line) for line in tool.must(folder.path, "outbox", "write", FILE, "--to", "hq").splitlines()]
    answers, stream, revision = [], "", 0
    for line in batch:
        if "stream" in line:
            stream, is_refused = line["stream"], line["response"] == "sent"
        elif "revision" in line:
            revision = line["revision"]
        elif "entries" in line:
            answers.append(
                {"stream": stream, "answer": "refused", "reason": "The form is closed."} if is_refused else
                {"stream": stream, "answer": "took", "revision": revision, "chain": line["chain"]})
    (folder.path / "hq.jsonl").write_text("".join(json.dumps(answer) + "\n" for answer in answers))
    tool.must(folder.path, "outbox", "take", FILE, "hq.jsonl", "--to", "hq")
    return folder


def large(tool):
    """A form so large that it is stored with an outline."""
    folder = Folder()
    below = [{"key": f"below-{number}", "kind": "text"} for number in range(2000)]
    group = {"key": "group", "kind": "group", "title": "Group", "expanded": True, "cells": below}
    first = {"key": "first", "kind": "text", "title": "First"}
    form = {
        "formstate": 1, "key": "trip", "title": "Large", "sections": [{"key": "all", "cells": [first, group]}]}
    (folder.path / "large.json").write_text(json.dumps(form))
    tool.must(folder.path, "import", FILE, "large.json")
    tool.must(folder.path, "set", FILE, "first", "Tom")
    tool.must(folder.path, "import", "other.sqlite", "large.json")
    return folder
