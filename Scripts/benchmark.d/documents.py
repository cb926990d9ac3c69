"""Writes the documents: a form of so many cells, or a form of 50 questions with so many responses.

documents.py form CELLS FOLDER
documents.py responses RESPONSES FOLDER

It runs as a separate process, so the measuring one stays small.
"""

import csv
import json
import pathlib
import sys

QUESTIONS = 50


def sections(cells):
    """Sections of 1,000 cells in groups of ten, as LargeForm.swift makes them."""
    groups = []
    for first in range(0, cells, 10):
        number = first // 10
        texts = [
            {"key": f"text{number}.{row}", "kind": "text", "title": f"Text {row}"}
            for row in range(min(10, cells - first) - 1)
        ]
        group = {"key": f"group{number}", "kind": "group", "subtitle": f"Group {number}", "expandable": True, "cells": texts}
        groups.append(group)
    return [
        {"key": f"section{first // 100}", "title": f"Section {first // 100}", "cells": groups[first:first + 100]}
        for first in range(0, len(groups), 100)
    ]


def write_form(cells, folder):
    with open(folder / "form.json", "w") as file:
        json.dump({"formstate": 1, "key": "large", "title": "Large", "sections": sections(cells)}, file)


def write_responses(count, folder):
    """A form of questions, and answers to all of them: a line per response, and a line per answer."""
    questions = [{"key": f"q{number}", "kind": "text", "title": f"Question {number}"} for number in range(QUESTIONS)]
    form = {"formstate": 1, "key": "survey", "title": "Survey", "sections": [{"key": "all", "cells": questions}]}
    with open(folder / "form.json", "w") as file:
        json.dump(form, file)
    with open(folder / "answers.csv", "w", newline="") as wide, open(folder / "plain.csv", "w", newline="") as long:
        lines, entries = csv.writer(wide), csv.writer(long)
        lines.writerow(["response", *(question["key"] for question in questions)])
        for response in range(count):
            values = [f"answer {response * 7 % 1000} {number}" for number in range(QUESTIONS)]
            lines.writerow([f"r{response}", *values])
            entries.writerows([f"r{response}", f"q{number}", value] for number, value in enumerate(values))


if __name__ == "__main__":
    write = {"form": write_form, "responses": write_responses}[sys.argv[1]]
    write(int(sys.argv[2]), pathlib.Path(sys.argv[3]))
