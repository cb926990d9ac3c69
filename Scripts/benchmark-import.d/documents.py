"""Writes a form of so many cells as an XML and a binary property list and as form JSON.

documents.py CELLS FOLDER
"""

import json
import pathlib
import plistlib
import sys

count = int(sys.argv[1])
folder = pathlib.Path(sys.argv[2])


def descriptor(title, subtitle, identifier, rows, visible):
    """One cell as in CellDescriptor.plist."""
    return {
        "isExpandable": rows > 0, "isExpanded": False, "isVisible": visible, "value": "",
        "primaryTitle": title, "secondaryTitle": subtitle, "cellIdentifier": identifier, "additionalRows": rows,
    }


def described(cell, key, kind):
    """The same cell as in form JSON."""
    return {
        "key": key, "kind": kind, "identifier": cell["cellIdentifier"], "title": cell["primaryTitle"],
        "subtitle": cell["secondaryTitle"],
    }


cells, nested = [], []
while len(cells) < count:
    number = len(nested)
    rows = min(4, count - len(cells) - 1)
    heading = descriptor(f"Group {number}", f"Subtitle of group {number}", "idCellNormal", rows, True)
    fields = [
        descriptor(f"Field {row} of group {number}", "", "idCellTextfield", 0, False) for row in range(rows)
    ]
    cells += [heading, *fields]
    group = described(heading, f"group-{number}", "group")
    group["cells"] = [described(field, f"group-{number}-{row}", "text") for row, field in enumerate(fields)]
    nested.append(group)

with open(folder / "xml.plist", "wb") as file:
    plistlib.dump([cells], file)
with open(folder / "binary.plist", "wb") as file:
    plistlib.dump([cells], file, fmt=plistlib.FMT_BINARY)
with open(folder / "form.json", "w") as file:
    form = {"formstate": 1, "key": "bench", "title": "", "sections": [{"key": "all", "cells": nested}]}
    json.dump(form, file)
