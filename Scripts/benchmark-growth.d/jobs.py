"""The jobs, by name: the maker of the documents, the smallest size, the preparation, and the measured command."""

import documents
import journals
import readers
import rules

FILE = "f.sqlite"
IMPORT_FORM = ["import", FILE, "form.json"]
IMPORT_XFORM = ["import", FILE, "form.xml"]
IMPORT_PLIST = ["import", FILE, "form.plist"]
IMPORT_LISTS = ["import", FILE, "form.xml", "--attach", "."]
IMPORT_LAYOUT = ["import", FILE, "data.json", "--layout", "layout.json"]
IMPORT_ANSWERS = ["answers", "import", FILE, "answers.xml", "--lenient"]
IMPORT_TABLE = ["answers", "import", FILE, "answers.csv"]
REPLAY = ["replay", FILE, "actions.jsonl"]
SET = ["set", FILE, "c0", "3"]

DOCUMENTS = {
    "chained import": (documents.chained, 100, [], IMPORT_FORM),
    "chained set": (documents.chained, 100, [IMPORT_FORM], SET),
    "chosen import": (documents.chosen, 10_000, [], IMPORT_FORM),
    "chosen show": (documents.chosen, 10_000, [IMPORT_FORM], ["show", FILE]),
    "chosen replay": (documents.chosen, 10_000, [IMPORT_FORM], REPLAY),
    "chosen from list replay": (documents.chosen_from_list, 10_000, [IMPORT_FORM], REPLAY),
    "named lists import": (documents.named_lists, 5000, [], IMPORT_FORM),
    "unknown references import": (documents.unknown_references, 2000, [], IMPORT_FORM),
    "constraints show": (documents.constraints, 2500, [IMPORT_FORM], ["show", FILE]),
    "constraints faults": (documents.constraints, 2500, [IMPORT_FORM], ["faults", FILE]),
    "instances answers import": (documents.instances, 1000, [IMPORT_XFORM], IMPORT_ANSWERS),
    "unknown answers import": (documents.unknown, 100_000, [IMPORT_XFORM], IMPORT_ANSWERS),
    "unknown binds import": (documents.unknown_nodes, 75_000, [], IMPORT_XFORM),
    "languages import": (documents.languages, 5000, [], IMPORT_XFORM),
    "languages show": (documents.languages, 5000, [IMPORT_XFORM], ["show", FILE]),
    "properties import": (documents.properties, 500_000, [], IMPORT_FORM),
    "binds import": (documents.binds, 75_000, [], IMPORT_XFORM),
    "binds export": (documents.binds, 75_000, [IMPORT_XFORM], ["export", "xform", FILE]),
    "sections import": (documents.sections, 50_000, [], IMPORT_FORM),
    "sections export": (documents.sections, 50_000, [IMPORT_FORM], ["export", "json", FILE]),
    "sections check": (documents.sections, 50_000, [IMPORT_FORM], ["check", FILE]),
}

READERS = {
    "accents import": (readers.accents, 100_000, [], IMPORT_FORM),
    "misspelt import": (readers.misspelt, 20_000, [], IMPORT_FORM),
    "options import": (readers.options, 50_000, [], IMPORT_FORM),
    "same names plist import": (readers.same_names, 20_000, [], IMPORT_PLIST),
    "same names binary import": (readers.same_names_binary, 20_000, [], IMPORT_PLIST),
    "namespaces import": (readers.namespaces, 20_000, [], IMPORT_XFORM),
    "texts import": (readers.texts, 20_000, [], IMPORT_XFORM),
    "outputs import": (readers.outputs, 20_000, [], IMPORT_XFORM),
    "items import": (readers.items, 20_000, [], IMPORT_XFORM),
    "list columns import": (readers.list_columns, 480, [], IMPORT_LISTS),
    "list items import": (readers.list_items, 20_000, [], IMPORT_LISTS),
    "places import": (readers.places, 20_000, [], IMPORT_LISTS),
    "layout import": (readers.layout, 20_000, [], IMPORT_LAYOUT),
    "layout sections import": (readers.layout_sections, 5000, [], IMPORT_LAYOUT),
    "answer columns answers import": (readers.answer_columns, 5000, [IMPORT_FORM], IMPORT_TABLE),
    "answer lines answers import": (readers.answer_lines, 1000, [IMPORT_FORM], IMPORT_TABLE),
    "actions check": (readers.actions, 50_000, [], ["check", "actions.jsonl"]),
    "long sum import": (readers.long_sum, 1000, [], IMPORT_FORM),
    "arguments import": (readers.arguments, 1000, [], IMPORT_FORM),
}

RULES = {
    f"{kind} {shape} {command[0]}": (make, size, [IMPORT_FORM], command)
    for kind in rules.KINDS
    for shape, make, size, command in [
        ("fan", rules.fan(kind), 3000, SET), ("sum", rules.sum_of_all(kind), 450, SET),
        ("nested", rules.instances(kind), 1000, ["set", FILE, "n:1", "3"]),
    ]
}

LINES = {
    f"lines {kind} {command[0]}": (rules.lines(kind), 1000, before, command)
    for kind in rules.LINES
    for before, command in [([IMPORT_FORM], REPLAY), ([IMPORT_FORM, REPLAY], ["check", FILE])]
}

JOURNALS = {
    "journal replay": (journals.journal, 1000, [IMPORT_FORM], REPLAY),
    **{
        f"journal {words[words[0] == 'export']}": (journals.journal, 2000, [IMPORT_FORM, REPLAY], words)
        for words in [
            ["check", FILE], ["log", FILE], ["export", "dump", FILE, "-o", "dump.json"], ["undo", FILE, "100"],
            ["compact", FILE, "--keep", "1", "--yes"], ["outbox", "write", FILE, "--to", "hq", "--output", "batches"],
            ["export", "json", FILE],
        ]
    },
    **{
        f"shuffled {name}": (journals.shuffled, 20_000, [IMPORT_FORM, REPLAY, *before], command)
        for name, before, command in [
            ("diff", [], ["diff", FILE, "--from", "0"]), ("status", [], ["status", FILE]),
            ("undo", [["reset", FILE]], ["undo", FILE]),
            ("upgrade", [["import", FILE, "next.json"]], ["upgrade", FILE]),
            ("half upgrade", [["import", FILE, "half.json"]], ["upgrade", FILE]),
            ("half set-aside", [["import", FILE, "half.json"], ["upgrade", FILE]], ["upgrade", "set-aside", FILE]),
        ]
    },
    "renamed upgrade": (
        journals.renamed, 1000, [IMPORT_FORM, REPLAY, ["import", FILE, "next.json"]], ["upgrade", FILE, "--json"]),
    "same names upgrade": (
        readers.same_names_added, 2000,
        [IMPORT_PLIST, ["set", FILE, "name-2", "A"], ["import", FILE, "next/form.plist"]], ["upgrade", FILE, "--json"]),
    "responses restore": (
        journals.responses, 1000, [IMPORT_FORM, IMPORT_TABLE, ["export", "dump", FILE, "-o", "dump.json"]],
        ["restore", "other.sqlite", "dump.json"]),
    "responses list": (journals.responses, 2000, [IMPORT_FORM, IMPORT_TABLE], ["list", FILE]),
    "responses answers": (
        journals.responses, 1000, [IMPORT_FORM, IMPORT_TABLE], ["export", "csv", FILE, "--long"]),
}

VIEWS = {
    f"view {view} {shape}": (make, size, [IMPORT_FORM, fill], ["sql", FILE, f"SELECT * FROM {view}"])
    for shape, make, size, fill in [
        ("responses", journals.responses, 1000, IMPORT_TABLE), ("cells", journals.cells, 4000, REPLAY),
        ("instances", journals.instances, 1000, REPLAY),
    ]
    for view in journals.VIEWS
}

JOBS = {**DOCUMENTS, **READERS, **RULES, **LINES, **JOURNALS, **VIEWS}

# The jobs whose documents are refused, which takes reading as well.
REFUSED = {"misspelt import", "unknown references import"}
# Why a job may grow faster than n log n.
REASONS = {
    "chained import": "each calculation names all those before, so the document itself grows with the square",
    "chained set": "each calculation reads all those before",
    "list columns import": "a short line has an empty value in each column; a document may hold four million values",
}
