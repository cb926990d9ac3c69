"""Documents of any size, one function each: the arguments are the size and the folder for the files."""

import json
from xml.sax.saxutils import escape


def form(folder, sections, name="form.json", **properties):
    """Writes a form."""
    with open(folder / name, "w") as file:
        json.dump({"formstate": 1, "key": "f", "title": "F", "sections": sections, **properties}, file)


def xform(folder, *parts, **named):
    """Writes an XForm into a folder."""
    with open(folder / "form.xml", "w") as file:
        _xform(file, *parts, **named)


def _xform(file, instance, binds="", itext="", body=""):
    """Writes an XForm; each part is a text, or a sequence of texts."""
    file.write(
        '<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml"'
        ' xmlns:jr="http://openrosa.org/javarosa"><h:head><h:title>F</h:title><model><instance><data id="f">'
    )
    file.writelines(instance)
    file.write("<meta><instanceID/></meta></data></instance>")
    file.writelines(itext)
    file.writelines(binds)
    file.write("</model></h:head><h:body>")
    file.writelines(body)
    file.write("</h:body></h:html>")


def chained(count, folder):
    """Calculations that each read all those before."""
    cells = [{"key": "c0", "kind": "integer", "title": "0", "value": 1}]
    for number in range(1, count):
        sum_of_all = " + ".join(f"${{c{earlier}}}" for earlier in range(number))
        cells.append({"key": f"c{number}", "kind": "decimal", "title": str(number), "calculate": f"({sum_of_all}) div {number}"})
    form(folder, [{"key": "s", "cells": cells}])


def constraints(count, folder):
    """Constraints on one cell, none of which holds."""
    faults = [{"expression": f". > {number + 10}", "message": f"Not {number}."} for number in range(count)]
    form(folder, [{"key": "s", "cells": [{"key": "c", "kind": "integer", "title": "C", "value": 1, "constraints": faults}]}])


def instances(count, folder):
    """A submission with instances of a repeat, each with two answers that rules read, also all at once."""
    with open(folder / "form.xml", "w") as file:
        _xform(
            file,
            '<person jr:template=""><name/><age/></person><adults/><years/>',
            '<bind nodeset="/data/person/name" type="string" required="true()"/>'
            '<bind nodeset="/data/person/age" type="int" constraint=". &lt; 130"/>'
            '<bind nodeset="/data/adults" type="int" calculate="count(/data/person[age &gt;= 18])"/>'
            '<bind nodeset="/data/years" type="int" calculate="sum(/data/person/age)"/>',
            body='<group ref="/data/person"><label>Person</label><repeat nodeset="/data/person">'
            '<input ref="/data/person/name"><label>Name</label></input>'
            '<input ref="/data/person/age"><label>Age</label></input></repeat></group>'
            '<input ref="/data/adults"><label>Adults</label></input>'
            '<input ref="/data/years"><label>Years</label></input>')
    with open(folder / "answers.xml", "w") as file:
        file.write('<data id="f"><meta><instanceID>uuid:1</instanceID></meta>')
        for number in range(count):
            file.write(f"<person><name>Person {number}</name><age>{number % 100}</age></person>")
        file.write("</data>")


def languages(count, folder):
    """An XForm in languages, with two texts in each."""
    with open(folder / "form.xml", "w") as file:
        _xform(
            file, "<a/>",
            itext=["<itext>"] + [
                f'<translation lang="Language {number}"><text id="a"><value>A {number}</value></text>'
                f'<text id="b"><value>B {number}</value></text></translation>' for number in range(count)
            ] + ["</itext>"],
            body="""<input ref="/data/a"><label ref="jr:itext('a')"/><hint ref="jr:itext('b')"/></input>""")


def unknown(count, folder):
    """A submission with unknown elements."""
    with open(folder / "form.xml", "w") as file:
        _xform(file, "<a/>", body='<input ref="/data/a"><label>A</label></input>')
    with open(folder / "answers.xml", "w") as file:
        file.write('<data id="f"><meta><instanceID>uuid:1</instanceID></meta><a>1</a>')
        file.write("<b/>\n" * count)
        file.write("</data>")


def unknown_nodes(count, folder):
    """An XForm whose binds name unknown nodes."""
    with open(folder / "form.xml", "w") as file:
        _xform(
            file, "<a/>", (f'<bind nodeset="/data/n{number}" type="int"/>\n' for number in range(count)),
            body='<input ref="/data/a"><label>A</label></input>')


def properties(count, folder):
    """A form with nested properties, of so many small values."""
    leaf = '{"a":[1,{}]}'
    with open(folder / "form.json", "w") as file:
        file.write('{"formstate":1,"key":"f","title":"F","properties":{"p":[')
        file.write(",".join([leaf] * (count // 4)))
        file.write(']},"sections":[{"key":"s","cells":[{"key":"c","kind":"text","title":"C"}]}]}')


def binds(count, folder):
    """An XForm with binds."""
    with open(folder / "form.xml", "w") as file:
        _xform(
            file,
            (f"<n{number}/>" for number in range(count)),
            (f'<bind nodeset="/data/n{number}" type="int" required="true()"/>\n' for number in range(count)),
            body=(f'<input ref="/data/n{number}"><label>{escape(f"N & {number}")}</label></input>\n'
                  for number in range(count)))


def sections(count, folder):
    """A form of sections with a cell each."""
    form(folder, [
        {"key": f"s{number}", "title": f"Section {number}",
         "cells": [{"key": f"c{number}", "kind": "text", "title": f"Cell {number}"}]}
        for number in range(count)
    ])


def _chosen(count, folder, lists, **cell):
    # All values, in another order than the options.
    form(folder, [{"key": "s", "cells": [{"key": "c", "kind": "choices", "title": "C", **cell}]}], lists=lists)
    values = [f"v{number}" for number in reversed(range(count))]
    (folder / "actions.jsonl").write_text(json.dumps({"action": "set", "cell": "c", "value": values}) + "\n")


def chosen(count, folder):
    """A question with options, all of which are chosen at first, and chosen again."""
    values = [f"v{number}" for number in range(count)]
    options = [{"value": value, "title": f"T {value}"} for value in values]
    _chosen(count, folder, {}, options=options, value=values)


def chosen_from_list(count, folder):
    """The same with a list, without a choice at first."""
    items = [{"value": f"v{number}", "title": f"T {number}"} for number in range(count)]
    _chosen(count, folder, {"l": items}, choices="list('l')")


def named_lists(count, folder):
    """Questions that each have their options from a list of their own."""
    form(
        folder, [{"key": "s", "cells": [
            {"key": f"c{number}", "kind": "group", "title": "C", "options": f"l{number}"} for number in range(count)]}],
        lists={f"l{number}": [{"value": "a", "title": "A"}] for number in range(count)})


def unknown_references(count, folder):
    """Rules that each read a cell that the form does not have."""
    form(folder, [{"key": "s", "cells": [
        {"key": f"c{number}", "kind": "text", "title": "C", "relevant": f"${{none{number}}} = 1"}
        for number in range(count)]}])
