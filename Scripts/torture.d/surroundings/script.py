"""Commands whose output depends on nothing but what they are given."""

import json
import shutil

from tool import FILE

FORM = {
    "formstate": 1, "key": "people", "title": "People", "sections": [{"key": "person", "title": "Person", "cells": [
        {"key": "name", "kind": "text", "title": "Name", "required": True},
        {"key": "İd", "kind": "text", "title": "Iıİi"},
        {"key": "day", "kind": "date", "title": "Day"},
        {"key": "hour", "kind": "time", "title": "Hour"},
        {"key": "moment", "kind": "dateTime", "title": "Moment"},
        {"key": "count", "kind": "integer", "title": "Count", "minimum": -5, "maximum": 1_000_000},
        {"key": "weight", "kind": "decimal", "title": "Weight", "unit": "kg"},
        {"key": "half", "kind": "decimal", "title": "Half", "readOnly": True, "calculate": "${weight} div 2"},
        {"key": "title", "kind": "group", "title": "Title", "options": [
            {"value": "i", "title": "Istanbul"}, {"value": "ii", "title": "ISPARTA"},
            {"value": "iii", "title": "ไทย"}]},
        {"key": "later", "kind": "text", "title": "Later", "relevant": "${day} > '2024-02-28'"},
    ]}]}


def write_files(folder, root):
    (folder / "form.json").write_text(json.dumps(FORM))
    shutil.copy(root / "Examples/profile.plist", folder)


def to(cell, value):
    return ["set", FILE, cell, value]


COMMANDS = [
    ["check", "form.json"], ["import", FILE, "form.json"], ["import", "other.sqlite", "profile.plist"],
    to("name", "IĞDIR ığdır İi"), to("İd", "ไทย العربية ١٢٣"), to("day", "2024-02-29"), to("day", "2023-02-29"),
    to("day", "1900-02-29"), to("later", "shown"), to("day", "0001-01-01"), to("day", "9999-12-31"),
    to("hour", "23:59"), to("hour", "25:00"), to("moment", "2026-03-29T02:30"), to("moment", "2026-03-29T02:30+14:00"),
    to("count", "1234567"), to("count", "12345"), to("weight", "1234.5"), to("weight", "1234,5"),
    to("title", "isparta"), to("title", "ISPARTA"), to("title", "Istanbul"), to("title", "I"), to("İD", "no such key"),
    ["undo", FILE], ["undo", FILE, "2"], ["redo", FILE], ["show", FILE], ["answers", FILE],
    ["get", FILE, "day"], ["log", FILE], ["log", FILE, "--words"], ["diff", FILE, "--from", "1"], ["faults", FILE],
    ["export", "csv", FILE, "--readable", "--titles"], ["export", "csv", FILE, "--long"],
    ["export", "actions", FILE], ["export", "submission", FILE],
    ["export", "json", FILE], ["compact", FILE, "--keep", "3", "--yes"], ["show", "other.sqlite"],
    ["choices", FILE, "title"], ["list", FILE, "--digests"], ["check", FILE], ["check", "other.sqlite"],
]
