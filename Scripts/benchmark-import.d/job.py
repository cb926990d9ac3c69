"""Does in Python what `formstate import` and `formstate export` do, into and out of the same tables.

It checks nothing, like a script for trusted files.

job.py import SCHEMA DATABASE DOCUMENT
job.py export xml|binary|json DATABASE DOCUMENT
"""

import json
import plistlib
import sqlite3
import sys

KINDS = {"idCellNormal": "group", "idCellTextfield": "text"}
INSERT = """
INSERT INTO formstate_cell (
  id, version_id, section_id, position, parent_id, level, key, kind, identifier, title, subtitle, default_value,
  is_expandable, starts_expanded, is_hidden, additional_rows, is_accordion, is_inline
) VALUES (?, 1, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, 0, 0)
"""


def rows_of_property_list(path):
    with open(path, "rb") as file:
        (cells,) = plistlib.load(file)
    keys, ends, rows = set(), [], []
    for position, cell in enumerate(cells):
        while ends and ends[-1][1] <= position:
            ends.pop()
        name = (cell["secondaryTitle"] or cell["primaryTitle"]).lower().replace(" ", "-")
        key, number = name, 1
        while key in keys:
            number += 1
            key = f"{name}-{number}"
        keys.add(key)
        rows.append((
            position + 1, position, ends[-1][0] + 1 if ends else None, len(ends), key, KINDS[cell["cellIdentifier"]],
            cell["cellIdentifier"], cell["primaryTitle"], cell["secondaryTitle"], cell["value"] or None,
            cell["isExpandable"], cell["isExpanded"], cell["additionalRows"],
        ))
        if cell["additionalRows"]:
            ends.append((position, position + 1 + cell["additionalRows"]))
    return rows


def rows_of_json(path):
    with open(path) as file:
        (section,) = json.load(file)["sections"]
    rows = []

    def walk(cells, parent, level):
        for cell in cells:
            position = len(rows)
            rows.append(None)
            nested = cell.get("cells", [])
            walk(nested, position + 1, level + 1)
            rows[position] = (
                position + 1, position, parent, level, cell["key"], cell["kind"], cell["identifier"], cell["title"],
                cell["subtitle"], cell.get("value"), cell["kind"] == "group", cell.get("expanded", False),
                len(rows) - position - 1,
            )

    walk(section["cells"], None, 0)
    return rows


def take(schema, database, document):
    connection = sqlite3.connect(database)
    connection.executescript(f"PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;{open(schema).read()}")
    for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
        connection.execute(f"DROP TRIGGER {name}")
    rows = rows_of_json(document) if document.endswith(".json") else rows_of_property_list(document)
    with connection:
        connection.execute("INSERT INTO formstate_form (id, key) VALUES (1, 'bench')")
        connection.execute(
            "INSERT INTO formstate_version (id, form_id, number, title, digest) VALUES (1, 1, 1, '', ?)", ("0" * 64,))
        connection.execute("INSERT INTO formstate_section (version_id, position, key, title, is_foldable, starts_folded, is_accordion) "
            "VALUES (1, 0, 'all', '', 1, 0, 0)")
        connection.executemany(INSERT, rows)
    connection.close()


def write(form, database, document):
    connection = sqlite3.connect(database)
    rows = connection.execute("""
        SELECT title, subtitle, identifier, default_value, is_expandable, starts_expanded, additional_rows, level, key, kind
        FROM formstate_cell ORDER BY section_id, position
    """)
    if form == "json":
        open_cells = [[]]
        for title, subtitle, identifier, value, _, expanded, additional, level, key, kind in rows:
            cell = {"key": key, "kind": kind, "identifier": identifier, "title": title, "subtitle": subtitle,
                    "expanded": bool(expanded), "value": value, "cells": []}
            del open_cells[level + 1:]
            open_cells[level].append(cell)
            open_cells.append(cell["cells"])
        with open(document, "w") as file:
            json.dump({"formstate": 1, "key": "bench", "sections": [{"key": "all", "cells": open_cells[0]}]}, file)
        return
    cells = [
        {
            "isExpandable": bool(expandable), "isExpanded": bool(expanded), "isVisible": level == 0,
            "value": value or "", "primaryTitle": title, "secondaryTitle": subtitle, "cellIdentifier": identifier,
            "additionalRows": additional,
        }
        for title, subtitle, identifier, value, expandable, expanded, additional, level, _, _ in rows
    ]
    with open(document, "wb") as file:
        plistlib.dump([cells], file, fmt=plistlib.FMT_BINARY if form == "binary" else plistlib.FMT_XML)


if sys.argv[1] == "import":
    take(*sys.argv[2:5])
else:
    write(*sys.argv[2:5])
