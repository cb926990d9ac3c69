"""The worst shape known for each reader, of any size: the arguments are the size and the folder for the files."""

import json
import plistlib

from documents import form, xform


def accents(count, folder):
    """An option whose value has so many letters, each with an accent apart."""
    option = {"kind": "option", "value": "e\u0301" * count, "title": "O"}
    form(folder, [{"key": "s", "cells": [{"key": "c", "kind": "group", "title": "C", "cells": [option]}]}])


def misspelt(count, folder):
    """A form each of whose cells has a fault."""
    cells = [{"key": f"c{number}", "kind": "texd", "titel": "C"} for number in range(count)]
    form(folder, [{"key": "s", "cells": cells}])


def options(count, folder):
    """A list of options with columns, of which a question has some."""
    form(
        folder, [{"key": "s", "cells": [
            {"key": "c", "kind": "group", "title": "C", "choices": "list('l')[region = 'r1']"}]}],
        lists={"l": [{"value": f"v{number}", "title": "Same", "region": f"r{number % 9}"} for number in range(count)]})


def _cells(count):
    return [[{
        "isExpandable": False, "isExpanded": False, "isVisible": True, "value": "", "primaryTitle": "Name",
        "secondaryTitle": "", "cellIdentifier": "idCellTextfield", "additionalRows": 0} for _ in range(count)]]


def same_names(count, folder):
    """A property list whose cells have one name, so that their keys are numbered."""
    (folder / "form.plist").write_bytes(plistlib.dumps(_cells(count)))


def same_names_added(count, folder):
    """The same, an answer, and a version with one cell more, so that each cell could be any of them."""
    same_names(count, folder)
    (folder / "next").mkdir()
    (folder / "next/form.plist").write_bytes(plistlib.dumps(_cells(count + 1)))


def same_names_binary(count, folder):
    """The same in binary."""
    (folder / "form.plist").write_bytes(plistlib.dumps(_cells(count), fmt=plistlib.FMT_BINARY))


def namespaces(count, folder):
    """An XForm whose nodes declare namespaces."""
    xform(folder, (f'<p{number}:n xmlns:p{number}="urn:{number}"/>' for number in range(count)))


def texts(count, folder):
    """An XForm in two languages, with texts that share a label."""
    xform(
        folder, (f"<n{number}/>" for number in range(count)),
        itext=["<itext>"] + [
            f'<translation lang="{language}">' + "".join(
                f'<text id="t{number}"><value>{language} {number}</value></text>' for number in range(count)
            ) + "</translation>" for language in ["en", "fr"]] + ["</itext>"],
        body=(f"""<input ref="/data/n{number}"><label ref="jr:itext('t{number}')"/></input>"""
              for number in range(count)))


def outputs(count, folder):
    """An XForm with a label that shows answers."""
    xform(
        folder, ["<a/>"], body=[
            '<input ref="/data/a"><label>', *('<output value="/data/a"/> and ' for _ in range(count)),
            "</label></input>"])


def items(count, folder):
    """An XForm with items beside its questions, of which each question has a few."""
    xform(
        folder, (f"<n{number}/>" for number in range(count // 100 + 1)),
        itext=["<instance id='l'><root>"] + [
            f"<item><name>i{number}</name><label>I {number}</label><up>{number % 100}</up></item>"
            for number in range(count)
        ] + ["</root></instance>"],
        body=(f"<select1 ref='/data/n{number}'><itemset nodeset=\"instance('l')/root/item[up = '{number}']\">"
              "<value ref='name'/><label ref='label'/></itemset></select1>" for number in range(count // 100 + 1)))


def _list(folder, name):
    xform(
        folder, ["<a/>"], itext=[f'<instance id="l" src="jr://file/{name}"/>'],
        body=["<select1 ref='/data/a'><itemset nodeset=\"instance('l')/root/item\"><value ref='name'/>"
              "<label ref='label'/></itemset></select1>"])


def list_columns(count, folder):
    """A table beside an XForm, as wide as it is long, whose lines are short."""
    _list(folder, "l.csv")
    names = ["name", "label", *(f"column-{number}" for number in range(count))]
    (folder / "l.csv").write_text(",".join(names) + "\n" + "".join(f"n{number}\n" for number in range(count)))


def list_items(count, folder):
    """A long table beside an XForm, with one label."""
    _list(folder, "l.csv")
    (folder / "l.csv").write_text("name,label\n" + "".join(f"n{number},Same\n" for number in range(count)))


def places(count, folder):
    """A map beside an XForm."""
    _list(folder, "l.geojson")
    features = [{
        "type": "Feature", "properties": {"name": f"n{number}", "label": "L"},
        "geometry": {"type": "Point", "coordinates": [number % 180, 1]}} for number in range(count)]
    (folder / "l.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": features}))


def layout(count, folder):
    """Elements in elements, which a layout maps to cells."""
    cell = {"identifier": "Q", "key": "name", "title": "{name}", "properties": {"all": "{more}"}}
    sections = [{"key": "s", "each": "items", "cell": {**cell, "each": "items", "cell": cell}}]
    (folder / "layout.json").write_text(json.dumps({"formstateLayout": 1, "sections": sections}))
    inner = [{"name": f"i{number}", "more": "m"} for number in range(10)]
    (folder / "data.json").write_text(json.dumps({"items": [
        {"name": f"n{number}", "more": number, "items": inner} for number in range(count // 10)]}))


def layout_sections(count, folder):
    """A layout with many sections, each of which takes one value."""
    sections = [{"key": f"s{number}", "from": f"v{number}", "cell": {"identifier": "Q", "title": "{.}"}}
                for number in range(count)]
    (folder / "layout.json").write_text(json.dumps({"formstateLayout": 1, "sections": sections}))
    (folder / "data.json").write_text(json.dumps({f"v{number}": "x" for number in range(count)}))


def answer_columns(count, folder):
    """A table of answers with a line for each question, whose columns repeat one that is not read."""
    form(folder, [{"key": "s", "cells": [{"key": "c", "kind": "text", "title": "C"}]}])
    names = [*("section" for _ in range(count)), "cell", "value"]
    answer = "," * count + "c,x\n"
    (folder / "answers.csv").write_text(",".join(names) + "\n" + answer + "s\n" * count)


def answer_lines(count, folder):
    """A table of answers, a line for each response."""
    form(folder, [{"key": "s", "cells": [{"key": "c", "kind": "text", "title": "C"}]}])
    (folder / "answers.csv").write_text("response,c\n" + "".join(f"r{number},x\n" for number in range(count)))


def actions(count, folder):
    """A script with long lines and short ones."""
    with open(folder / "actions.jsonl", "w") as file:
        for number in range(count):
            file.write(json.dumps({"action": "set", "cell": f"c{number}", "value": "x" * (number % 40)}) + "\n")


def _calculated(folder, expression):
    # An expression has at most 4,096 parts, which alone take no time to speak of.
    form(folder, [{"key": "s", "cells": [
        {"key": "c0", "kind": "text", "title": "0"},
        *({"key": f"r{number}", "kind": "text", "title": "R", "calculate": expression} for number in range(50))]}])


def long_sum(count, folder):
    """Expressions of so many numbers."""
    _calculated(folder, " + ".join(["1"] * count))


def arguments(count, folder):
    """Calls with so many arguments."""
    _calculated(folder, f"concat({', '.join(['${c0}'] * count)})")
