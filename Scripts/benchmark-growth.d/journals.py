"""Journals, responses and cells of any number: the arguments are the size and the folder for the files."""

import json
import random

from documents import form

# The views of a file.
VIEWS = [
    "visible_row", "section", "response", "answer", "unanswered", "fault", "set_aside", "instance", "list_item", "history",
]
CELLS = [
    {"key": "name", "kind": "text", "title": "Name", "required": True},
    {"key": "age", "kind": "integer", "title": "Age", "constraints": [{"expression": ". < 130", "message": "Less."}]},
    {"key": "old", "kind": "text", "title": "Old", "relevant": "${age} > 60"},
    {"key": "town", "kind": "group", "title": "Town", "choices": "list('towns')"},
]
LISTS = {"towns": [{"value": f"t{number}", "title": f"T {number}"} for number in range(20)]}


def journal(count, folder):
    """A script of so many actions, on a form with a repeat."""
    inner = [{"key": "item", "kind": "text", "title": "Item"}]
    line = {"key": "line", "kind": "repeat", "title": "L", "cells": inner}
    form(folder, [{"key": "s", "cells": [*CELLS, line]}], lists=LISTS)
    with open(folder / "actions.jsonl", "w") as file:
        for number in range(count):
            action = [
                {"action": "set", "cell": "name", "value": f"N {number}"},
                {"action": "set", "cell": "age", "value": number % 140},
                {"action": "expandAll"}, {"action": "collapseAll"}, {"action": "undo"},
            ][number % 5]
            file.write(json.dumps(action) + "\n")


def responses(count, folder):
    """A form, and a table with so many responses."""
    form(folder, [{"key": "s", "cells": CELLS}], lists=LISTS)
    with open(folder / "answers.csv", "w") as file:
        file.write("response,name,age,town\n")
        file.writelines(f"r{number},N {number},{number % 140},t{number % 20}\n" for number in range(count))


def cells(count, folder):
    """A form of so many cells, some of which are answered."""
    made = []
    for number in range(count // 4):
        made += [{**cell, "key": f"{cell['key']}{number}"} for cell in CELLS if cell["key"] != "old"]
        made.append({"key": f"old{number}", "kind": "text", "title": "Old", "relevant": f"${{age{number}}} > 60"})
    form(folder, [{"key": "s", "cells": made}], lists=LISTS)
    with open(folder / "actions.jsonl", "w") as file:
        for number in range(0, count // 4, 10):
            file.write(json.dumps({"action": "set", "cell": f"age{number}", "value": 131}) + "\n")


def instances(count, folder):
    """A repeat in a repeat, with so many instances in all."""
    inner = [{"key": "m", "kind": "integer", "title": "M", "value": 1}]
    line = {"key": "line", "kind": "repeat", "title": "L", "cells": [
        {"key": "n", "kind": "integer", "title": "N", "constraints": [{"expression": ". > 5", "message": "More."}]},
        {"key": "part", "kind": "repeat", "title": "P", "cells": inner}]}
    total = {"key": "all", "kind": "decimal", "title": "All", "calculate": "count(${line}) + sum(${m})"}
    form(folder, [{"key": "s", "cells": [line, total]}])
    with open(folder / "actions.jsonl", "w") as file:
        for number in range(0, count, 2):
            file.write(json.dumps({"action": "add", "cell": "line"}) + "\n")
            file.write(json.dumps({"action": "add", "cell": f"part:{number + 1}"}) + "\n")


def shuffled(count, folder):
    """A form of so many cells with random keys, answers in the order of the keys, and two further versions: one with
    all of the cells, one with the first half."""
    numbers = random.Random(count).sample(range(10_000_000), count)
    made = [{"key": f"k{number}", "kind": "text", "title": f"T {number}"} for number in numbers]
    for name, cells in [("form.json", made), ("next.json", made), ("half.json", made[:count // 2])]:
        form(folder, [{"key": "s", "title": name, "cells": cells}], name)
    with open(folder / "actions.jsonl", "w") as file:
        for number in sorted(numbers[::16]):
            file.write(json.dumps({"action": "set", "cell": f"k{number}", "value": "A"}) + "\n")


def renamed(count, folder):
    """A form with the same question so many times, all answered, and a version in which all keys are others."""
    for name, letter in [("form.json", "a"), ("next.json", "b")]:
        made = [{"key": f"{letter}{number}", "kind": "text", "title": "Same"} for number in range(count)]
        form(folder, [{"key": "s", "cells": made}], name)
    with open(folder / "actions.jsonl", "w") as file:
        for number in range(count):
            file.write(json.dumps({"action": "set", "cell": f"a{number}", "value": "A"}) + "\n")
