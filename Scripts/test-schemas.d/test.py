"""Tests the JSON Schemas against examples, exports and wrong documents; the only argument is the built tool."""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from jsonschema import Draft202012Validator

TOOL = Path(sys.argv[1]).resolve()
INPUTS = ["form", "layout", "actions", "dump"]
faults = []
counts = {}


def count(what, number=1):
    counts[what] = counts.get(what, 0) + number


def formstate(folder, *arguments, status=0):
    outcome = subprocess.run([TOOL, *arguments], cwd=folder, capture_output=True, text=True)
    if outcome.returncode != status:
        faults.append(f"formstate {' '.join(map(str, arguments))}: status {outcome.returncode}: {outcome.stderr}")
    return outcome.stdout


def validator(name):
    # As it is printed: a schema may refer to others beside it, and what is printed needs none.
    schema = json.loads(formstate(Path.cwd(), "schema", name))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


VALIDATORS = {name: validator(name) for name in INPUTS}


def expect_valid(name, document, source):
    count(f"valid {name} documents")
    for error in VALIDATORS[name].iter_errors(document):
        faults.append(f"{source}, {error.json_path}: {error.message[:200]}")
        return


def expect_valid_lines(text, source):
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            expect_valid("actions", json.loads(line), f"{source}:{number}")


# The requirements of the schemas themselves.


def resolved(schema, root):
    if "$ref" not in schema:
        return {}
    for step in schema["$ref"].removeprefix("#/").split("/"):
        root = root[step]
    return root


def look_at_fields(name, schema, root, path, is_condition=False):
    """Every field has a description and an example, and every example is valid."""
    if isinstance(schema, list):
        for index, element in enumerate(schema):
            look_at_fields(name, element, root, f"{path}[{index}]", is_condition)
        return
    if not isinstance(schema, dict):
        return
    values = [("example", example) for example in schema.get("examples", [])]
    if "default" in schema:
        values.append(("default", schema["default"]))
    for what, value in values:
        count(f"{what}s within schemas")
        if not VALIDATORS[name].evolve(schema=schema).is_valid(value):
            faults.append(f"{name}, {path}: the {what} {json.dumps(value)} is not valid")
    for keyword, value in schema.items():
        if keyword in ("examples", "default", "enum", "const", "required"):
            continue
        conditional = is_condition or keyword in ("if", "then", "else", "not")
        if keyword in ("properties", "$defs"):
            for field, content in value.items():
                place = f"{path}.{field}"
                if not is_condition and not (keyword == "properties" and "additionalProperties" not in schema):
                    target = {**resolved(content, root), **content}
                    for what in ("description", "examples"):
                        if what not in target and not (keyword == "$defs" and what == "examples"):
                            faults.append(f"{name}, {place}: has no {what}")
                    count("fields with a meaning and an example", keyword == "properties")
                look_at_fields(name, content, root, place, conditional)
        else:
            look_at_fields(name, value, root, f"{path}/{keyword}", conditional)


for name in INPUTS:
    look_at_fields(name, VALIDATORS[name].schema, VALIDATORS[name].schema, "")

# Good documents are valid: examples, and exports after some actions.

LAYOUTS = [Path("Examples/profile-layout.json")]
FORMS = [
    path
    for path in [*sorted(Path("Examples").glob("*.json")), Path("Tests/SchemaCases/everything.json")]
    if "formstate" in json.loads(path.read_text())
]
for path in LAYOUTS:
    expect_valid("layout", json.loads(path.read_text()), path)
for path in sorted(Path("Examples").glob("*.jsonl")):
    expect_valid_lines(path.read_text(), path)

for path in sorted(Path("Sources/FormStateInterchange/FormStateInterchange.docc").glob("*.md")):
    # A part of a document has a command before it that adds it to a file; the whole document is among the examples.
    text = re.sub(r"^<!-- \$ [^\n]* -->\n```json\n.*?^```$", "", path.read_text(), flags=re.MULTILINE | re.DOTALL)
    for block in re.findall(r"^```json\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        try:
            document = json.loads(block)
        except json.JSONDecodeError:
            expect_valid_lines(block, path)
        else:
            expect_valid("form" if "formstate" in document else "layout", document, path)

with tempfile.TemporaryDirectory() as temporary:
    folder = Path(temporary)
    for path in [*FORMS, Path("Examples/profile.plist")]:
        if path.suffix == ".json":
            expect_valid("form", json.loads(path.read_text()), path)
        database = f"{path.stem}{path.suffix}.sqlite"
        formstate(folder, "import", database, path.resolve())
        listed = json.loads(formstate(folder, "list", database, "--json"))
        responses = [response["response"] for form in listed["forms"] for response in form["responses"]]
        script = path.with_name(f"{path.stem}-actions.jsonl")
        if script.exists() and not responses:
            formstate(folder, "replay", database, script.resolve())
            responses = ["default"]
        exported = formstate(folder, "export", "json", database, "--reveal")
        expect_valid("form", json.loads(exported), f"export of {path}")
        for response in responses:
            # The actions of a compacted or emptied journal are gone.
            if (path.stem, response) not in [("everything", "compacted"), ("everything", "emptied")]:
                options = ["--response", response, "--reveal"]
                actions = formstate(folder, "export", "actions", database, *options)
                expect_valid_lines(actions, f"actions of {response} in {path}")
        expect_valid("dump", json.loads(formstate(folder, "export", "dump", database, "--reveal")), f"dump of {path}")

    formstate(folder, "new", "beginning.json")
    expect_valid("form", json.loads((folder / "beginning.json").read_text()), "formstate new")

    # Bad documents are refused, by the schema and by the tool.

    for name in INPUTS:
        cases = [json.loads(line) for line in Path(f"Tests/SchemaCases/{name}.jsonl").read_text().splitlines()]
        suffix = "jsonl" if name == "actions" else "json"
        for number, case in enumerate(cases, 1):
            (folder / f"{name}-{number}.{suffix}").write_text(json.dumps(case["document"]))
        files = [f"{name}-{number}.{suffix}" for number in range(1, len(cases) + 1)]
        report = json.loads(formstate(folder, "check", "--json", *files, status=1))
        for number, (case, file) in enumerate(zip(cases, report["files"], strict=True), 1):
            count(f"wrong {name} documents")
            if VALIDATORS[name].is_valid(case["document"]):
                faults.append(f"{name}.jsonl:{number}: the schema accepts it ({case['fault']})")
            if file["ok"]:
                faults.append(f"{name}.jsonl:{number}: the tool accepts it ({case['fault']})")

for fault in faults:
    print(f"Error: {fault}", file=sys.stderr)
if faults:
    sys.exit(1)
for what, number in counts.items():
    print(f"{number:6} {what}")
print("The schemas and the tool agree.")
