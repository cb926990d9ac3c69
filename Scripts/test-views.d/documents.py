"""Writes a form of 50 questions, of which 30 have options, a repeat, and answers of any number of responses to it."""

import csv
import json

STATES = [{"value": value, "title": value.capitalize()} for value in ("good", "fair", "poor", "unsafe")]
TOWNS = [{"value": f"t{number}", "title": f"Town {number}"} for number in range(200)]
SECTIONS = 5


def questions(section):
    """Ten questions: six with options, and a text, a number with a constraint, a date and one with a condition."""
    states = [{"key": f"state{section}{n}", "kind": "group", "title": f"State {n}", "options": STATES} for n in range(4)]
    return states + [
        {"key": f"town{section}", "kind": "group", "title": "Town", "choices": "list('towns')"},
        {"key": f"ways{section}", "kind": "choices", "title": "Ways", "options": STATES, "value": ["good"]},
        {"key": f"name{section}", "kind": "text", "title": "Name", "required": True},
        {"key": f"age{section}", "kind": "integer", "title": "Age", "unit": "years",
         "constraints": [{"expression": ". < 130", "message": "Nobody is so old."}]},
        {"key": f"since{section}", "kind": "date", "title": "Since"},
        {"key": f"cost{section}", "kind": "decimal", "title": "Cost", "relevant": f"${{age{section}}} > 60"},
    ]


def value(key, number, response):
    mixed = response * 7 + number * 13
    if key.startswith("state"):
        return STATES[mixed % 4]["value"]
    if key.startswith("town"):
        return f"t{mixed % 200}"
    if key.startswith("ways"):
        return json.dumps([state["value"] for state in STATES[mixed % 3:]])
    if key.startswith("age"):
        return mixed % 135
    if key.startswith("since"):
        return f"20{mixed % 30:02}-{mixed % 12 + 1:02}-{mixed % 28 + 1:02}"
    if key.startswith("cost"):
        return f"{mixed % 1000}.{mixed % 90 + 10}"
    return "" if mixed % 50 == 0 else f"Name {mixed % 997}"


def write(responses, folder):
    """Writes form.json and answers.csv; each response has one or two visits."""
    visit = {"key": "visit", "kind": "repeat", "title": "Visits", "expanded": True, "cells": [
        {"key": "day", "kind": "date", "title": "Day"}, {"key": "note", "kind": "text", "title": "Note", "required": True}]}
    sections = [
        {"key": f"part{n}", "title": f"Part {n}", "foldable": True, "cells": questions(n)} for n in range(SECTIONS)]
    sections[-1]["cells"].append(visit)
    form = {"formstate": 1, "key": "survey", "title": "Survey", "lists": {"towns": TOWNS}, "sections": sections}
    (folder / "form.json").write_text(json.dumps(form))
    keys = [cell["key"] for n in range(SECTIONS) for cell in questions(n)]
    with open(folder / "answers.csv", "w", newline="") as file:
        lines = csv.writer(file)
        lines.writerow(["response", *keys, "note:1", "note:2"])
        for response in range(responses):
            visits = [f"Visit {response}", "" if response % 3 else "Again"]
            lines.writerow([f"r{response}", *(value(key, n, response) for n, key in enumerate(keys)), *visits])
