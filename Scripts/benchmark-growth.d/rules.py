"""Forms for each kind of rule, of any size: a function makes the function of size and folder."""

import json

from documents import form

# The kind of a cell with the rule, and the rule that tests an expression.
KINDS = {
    "calculate": ("decimal", lambda read: {"calculate": f"{read} + 1"}),
    "relevant": ("text", lambda read: {"relevant": f"{read} > 1"}),
    "required": ("text", lambda read: {"required": f"{read} > 1"}),
    "readOnly": ("text", lambda read: {"readOnly": f"{read} > 1"}),
    "constraint": ("integer", lambda read: {
        "value": 1, "constraints": [{"expression": f". > {read}", "message": "More."}]}),
    "summary": ("group", lambda read: {"summary": {"expression": f"concat('a', {read})"}}),
    "set": ("integer", lambda read: {"set": [{"expression": f"{read} + 1", "when": ["c0"]}]}),
}
FIRST = {"key": "c0", "kind": "integer", "title": "0", "value": 1}


def _cell(key, kind, read):
    of, rule = KINDS[kind]
    return {"key": key, "kind": of, "title": key, **rule(read)}


def fan(kind):
    """Cells that each read the first one."""
    return lambda count, folder: form(folder, [
        {"key": "s", "cells": [FIRST] + [_cell(f"r{number}", kind, "${c0}") for number in range(count)]}])


def sum_of_all(kind):
    """A cell that reads all others."""
    def make(count, folder):
        numbers = [{**FIRST, "key": f"c{number}"} for number in range(count)]
        # An expression has at most 4,096 parts.
        read = " + ".join(f"${{c{number}}}" for number in range(count))
        form(folder, [{"key": "s", "cells": [*numbers, _cell("r", kind, f"({read})")]}])
    return make


def instances(kind):
    """A cell in instances that each read their own neighbour, and one outside that reads them all."""
    def make(count, folder):
        inner = [{"key": "n", "kind": "integer", "title": "N", "value": 1}, _cell("r", kind, "${n}")]
        if kind == "set":
            inner[1]["set"][0]["when"] = ["n"]
        form(folder, [{"key": "s", "cells": [
            {"key": "line", "kind": "repeat", "title": "L", "minimum": count, "maximum": count, "cells": inner},
            {"key": "all", "kind": "decimal", "title": "All",
             "calculate": "sum(${n}) + count(${line}[${n} > 1])"}]}])
    return make


# Rules over lines that are filled in one by one: of the cell outside, or of one in each line.
LINES = {
    "sum": ("outside", "sum(${price})"),
    "count": ("outside", "count(${line})"),
    "condition": ("outside", "count(${line}[${price} > 50])"),
    "positions": ("inside", "position(..)"),
    "running total": (
        "inside", "coalesce(${price}, 0) + coalesce(indexed-repeat(${total}, ${line}, position(${line}) - 1), 0)"),
}


def lines(kind):
    """A script that adds lines and fills in each, on a form with a rule over them."""
    def make(count, folder):
        place, rule = LINES[kind]
        total = {"key": "total", "kind": "decimal", "title": "Total", "calculate": rule}
        price = {"key": "price", "kind": "decimal", "title": "Price"}
        inner = [price, total] if place == "inside" else [price]
        line = {"key": "line", "kind": "repeat", "title": "Line", "cells": inner}
        form(folder, [{"key": "s", "cells": [line] if place == "inside" else [total, line]}])
        with open(folder / "actions.jsonl", "w") as file:
            for number in range(1, count + 1):
                for action in [
                    {"action": "add", "cell": "line"},
                    {"action": "set", "cell": f"price:{number}", "value": number % 97 + 0.5},
                ]:
                    file.write(json.dumps(action) + "\n")
    return make
