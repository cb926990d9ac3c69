"""Tests the JSON Schemas of outputs against what commands print; the only argument is the built tool.

A story runs every command that has --json, in each shape that its output has. Objects are closed first, so that a member that a
command prints and its schema does not name is a fault; so is a member that a schema names and no command printed, and a command
that the story leaves out.
"""

import json
import os
import re
import shlex
import sqlite3
import subprocess
import sys
import tempfile
import threading
from contextlib import closing
from http.server import HTTPServer
from pathlib import Path

from jsonschema import Draft202012Validator

sys.dont_write_bytecode = True

from collector import Collector  # noqa: E402
from documents import CLAIM, MANY, PLIST_CELL  # noqa: E402
from schemas import closed, commands_with_json, faults_in, members_in, members_named  # noqa: E402

TOOL = Path(sys.argv[1]).resolve()
EXAMPLES = Path("Examples").resolve()
EVERYTHING = Path("Tests/SchemaCases/everything.json").resolve()
HOUSEHOLD = Path("Examples/household.xml").resolve()
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("FORMSTATE_")}
faults = []


def tool(folder, words, status=0, input=""):
    outcome = subprocess.run(
        [TOOL, *words], cwd=folder, capture_output=True, text=True, input=input, env=ENVIRONMENT)
    if outcome.returncode != status:
        faults.append(f"formstate {shlex.join(map(str, words))}: status {outcome.returncode}: {outcome.stderr}")
    return outcome


class Output:
    """What commands with one schema print."""

    def __init__(self, command):
        schema = json.loads(tool(".", ["schema", command]).stdout)
        Draft202012Validator.check_schema(schema)
        faults.extend(faults_in(schema, command))
        self.name = schema["$id"]
        self.named = members_named(schema)
        self.validator = Draft202012Validator(closed(schema))
        self.seen = set()
        self.count = 0

    def take(self, document, source):
        self.count += 1
        self.seen |= members_in(document)
        for error in self.validator.iter_errors(document):
            # Of alternatives, what is wrong with the one that comes nearest.
            reasons = sorted(error.context or [error], key=lambda each: -len(each.absolute_path))
            faults.append(f"{source}: {reasons[0].json_path}: {reasons[0].message[:300]}")
            return


help_text = tool(".", ["--experimental-dump-help"]).stdout
COMMANDS = commands_with_json(json.loads(help_text)["command"])
listed = tool(".", ["schema", "no-such-name"], status=64).stderr
if re.search(r"These have: (.*)\.\n", listed).group(1).split(", ") != ["form", "layout", "actions", "dump", *COMMANDS]:
    faults.append(f"schema lists other commands than those that have --json: {listed}")
by_schema = {}
outputs = {}
for command in COMMANDS:
    output = Output(command)
    outputs[command] = by_schema.setdefault(output.name, output)
told = set()
folder = None


def command_of(words):
    return next(name for length in (3, 2, 1) if (name := "-".join(words[:length])) in outputs)


def run(line, status=0, input="", flag="--json"):
    """Runs a command with --json, or another flag that makes it print JSON, and holds what it prints against its schema."""
    words = shlex.split(line)
    command = command_of(words)
    text = tool(folder, [*words, flag], status, input).stdout
    source = f"formstate {line} {flag}"
    documents = []
    try:
        documents = [json.loads(each) for each in (text.splitlines() if flag == "--ndjson" or command == "watch" else [text])]
    except json.JSONDecodeError as error:
        faults.append(f"{source}: is no JSON ({error}): {text[:200]}")
    for document in documents:
        told.add(command)
        outputs[command].take(document, source)
    return documents[0] if len(documents) == 1 else documents


def expect(document, source, **members):
    for name, value in members.items():
        if document.get(name) != value:
            faults.append(f"{source}: {name} is {json.dumps(document.get(name), ensure_ascii=False)}, not {json.dumps(value)}")


def write(name, content):
    (folder / name).write_text(content if isinstance(content, str) else json.dumps(content))


def story_of_acting():
    """Every command that acts, what is looked at in between, and a journal of all of it."""
    write("claim.json", CLAIM)
    run("import c.sqlite claim.json")
    for look in ["list c.sqlite", "show c.sqlite", "status c.sqlite", "faults c.sqlite", "log c.sqlite",
                 "answers c.sqlite", "upgrade set-aside c.sqlite"]:
        run(look)
    expect(run("clear c.sqlite name"), "clear", previousRevision=0, revision=1)
    chosen = run("choose c.sqlite car")
    expect(chosen, "choose", form="claim", response="default", previousRevision=1, revision=2)
    fields = {(change.get("cell") or change.get("sectionKey"), change["field"]): (change["before"], change["after"])
              for change in chosen["changes"]}
    for subject, sides in {("kind", "value"): (None, "car"), ("plate", "relevance"): (False, True),
                           ("car-section", "sectionRelevance"): (False, True)}.items():
        if fields.get(subject) != sides:
            faults.append(f"choose: {subject} is {fields.get(subject)}, not {sides}")
    spent = run("set c.sqlite name=Ada cost=150.50 --author Ada")
    if [fault["message"] for fault in spent["begunFaults"]] != ["That is much.", "An answer is needed."]:
        faults.append(f"set: the faults that began are {spent['begunFaults']}")
    if [fault["cell"] for fault in spent["endedFaults"]] != ["name"]:
        faults.append(f"set: the faults that ended are {spent['endedFaults']}")
    run("tap c.sqlite kind")
    run("collapse c.sqlite kind")
    run("expand c.sqlite --all")
    run("collapse c.sqlite --all")
    run("reveal c.sqlite note")
    run("collapse c.sqlite late")
    run("expand c.sqlite late")
    run("expand c.sqlite late")
    run("tap c.sqlite late")
    run("set c.sqlite cost 1..5 --draft")
    run("show c.sqlite")
    run("clear c.sqlite cost --draft")
    run("fault add c.sqlite name 'Taken.' --reporter server")
    run("fault add c.sqlite 'We are closed.'")
    run("faults c.sqlite")
    run("show c.sqlite")
    run("fault remove c.sqlite")
    run("fault remove c.sqlite --reporter server")
    run("mark-saved c.sqlite")
    run("recalculate c.sqlite")
    run("set c.sqlite cost 7")
    run("set c.sqlite plate W-1")
    run("complete c.sqlite")
    run("status c.sqlite")
    run("reopen c.sqlite")
    run("reset c.sqlite plate")
    expect(run("undo c.sqlite 2"), "undo", stepCount=2)
    run("redo c.sqlite")
    run("undo c.sqlite --values-only")
    run("set c.sqlite name nobody")
    step = run("set c.sqlite name=Eve cost=8")["revision"]
    run(f"undo c.sqlite --only {step} --entry")
    run(f"undo c.sqlite --only {step - 1}")
    run("undo c.sqlite --to 3")
    run("log c.sqlite")
    run("log c.sqlite", flag="--ndjson")
    run("log c.sqlite --words")
    run("log c.sqlite --words", flag="--ndjson")
    write("many.json", MANY)
    run("import m.sqlite many.json")
    run("show m.sqlite")
    run("expand m.sqlite --all")
    run("set m.sqlite seen Ada")
    run("log m.sqlite --words")
    for cell in ["note", "name", "secret", "colour", "plate"]:
        run(f"explain c.sqlite {cell}")
    run("choose c.sqlite home")
    run("explain c.sqlite plate")
    run("explain c.sqlite colour")
    run("choices c.sqlite kind")
    run("choices c.sqlite kind --containing nothing")
    for cell in ["name", "remark", "note", "total", "kind"]:
        run(f"get c.sqlite {cell}")
    run("diff c.sqlite --from 1 --to 4")
    run("diff c.sqlite --from 4 --to 1")
    run("diff c.sqlite --from 2 --to 2")
    for command in ["response new c.sqlite attic", "response copy c.sqlite default cellar", "response rename c.sqlite cellar kitchen"]:
        run(command)
    run("diff c.sqlite --responses default attic")
    for flag in ["--json", "--ndjson"]:
        run("answers c.sqlite --all-responses", flag=flag)
    run("show c.sqlite --response attic", flag="--indices")
    run("status c.sqlite --all --response default")


def story_of_repeats():
    """Instances that come, move and go."""
    run(f"import t.sqlite {EXAMPLES}/trip.json")
    added = run("add t.sqlite passenger --before 'passenger[1]'")
    if not any(change["field"] == "instance" and change["before"] is None for change in added["changes"]):
        faults.append(f"add: no instance came: {added['changes']}")
    run("set t.sqlite 'passenger[1]/name' Ada")
    run("move t.sqlite 'passenger[1]'")
    run("get t.sqlite name:2")
    run("undo t.sqlite")
    run("remove t.sqlite 'passenger[1]'")
    run("fault add t.sqlite name:1 'Say it.'")
    run("faults t.sqlite")
    run("log t.sqlite")
    run("views t.sqlite")
    run("views t.sqlite")
    run("views t.sqlite --drop")
    run("views t.sqlite --drop")
    run("status t.sqlite --all")


def story_of_versions():
    """Upgrades that keep all, some and nothing, and what they set aside."""
    visit = (EXAMPLES / "visit.json").read_text()
    write("visit.json", visit)
    changed = visit.replace('"key": "remark"', '"key": "note"').replace('"value": "poor"', '"value": "bad"')
    write("changed.json", changed)
    write("map.json", {"remark": "note"})
    run("import v.sqlite visit.json")
    for response in ["default", "ada"]:
        if response != "default":
            run(f"response new v.sqlite {response}")
        run(f"choose v.sqlite roof=poor --response {response}")
        run(f"set v.sqlite remark 'It leans' --response {response}")
    run("choose v.sqlite roof=good --response default")
    expect(run("upgrade v.sqlite"), "upgrade", outcome="nothing", failures=[])
    run("import v.sqlite changed.json")
    run("import v.sqlite changed.json")
    expect(run("upgrade v.sqlite --dry-run --response default"), "upgrade --dry-run", outcome="partly", dryRun=True)
    expect(run("upgrade v.sqlite --dry-run --map map.json --response default"), "upgrade --map", outcome="done", failures=[])
    partly = run("upgrade v.sqlite --all")
    expect(partly, "upgrade --all", outcome="partly", responseCount=2, changedResponseCount=2)
    if [(each["response"], each["cell"], each["reason"]) for each in partly["failures"]] != [
            ("ada", "roof", "partlyAccepted"), ("ada", "remark", "inDoubt"), ("default", "remark", "inDoubt")]:
        faults.append(f"upgrade --all: failures are {partly['failures']}")
    run("status v.sqlite --response ada")
    run("upgrade set-aside v.sqlite --response ada")
    run("upgrade set-aside discard v.sqlite roof --dry-run --response ada")
    run("set v.sqlite note Mine --response ada")
    taken = run("upgrade v.sqlite --all --map map.json")
    expect(taken, "upgrade --all --map", outcome="partly", changedResponseCount=1)
    if [each["reason"] for each in taken["failures"]] != ["placeTaken"]:
        faults.append(f"upgrade --all --map: failures are {taken['failures']}")
    run("clear v.sqlite note --response ada")
    run("reset v.sqlite note --response ada")
    run("upgrade set-aside map v.sqlite remark=note --response ada")
    run("upgrade set-aside discard v.sqlite --all --response ada")
    run("upgrade set-aside discard v.sqlite --all --response ada")
    run("log v.sqlite --response ada")
    last = run("log v.sqlite --response ada")["entries"][-1]["revision"]
    run(f"diff v.sqlite --from 0 --to {last} --response ada")
    run("undo v.sqlite --to 4 --response ada")
    run("undo v.sqlite 9 --response default")
    run("redo v.sqlite 9 --response default")
    write("more.json", changed.replace('"kind": "longText"', '"kind": "integer"').replace('"kind": "text"', '"kind": "integer"'))
    run("import v.sqlite more.json --upgrade")
    run("answers import v.sqlite - --form visit", status=1, input="response,walls,nonsense\r\nada,fair,1\r\neve,good,2\r\n")
    run("answers import v.sqlite - --form visit --dry-run", input="response,walls\r\nada,fair\r\n")
    run("compact v.sqlite --keep 2 --dry-run --response ada")
    run("compact v.sqlite --keep 2 --yes --response ada")
    run("compact v.sqlite --keep 2 --yes --response ada")
    run("list v.sqlite --digests")
    run("list v.sqlite --form visit")


def sync_with_a_collector():
    """A sync with a collector on this machine."""
    run("response new c.sqlite closed")
    run("set c.sqlite name Ann --response closed")
    write("token", "secret\n")
    (folder / "token").chmod(0o600)
    server = HTTPServer(("127.0.0.1", 0), Collector)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    run(f"sync c.sqlite --with http://127.0.0.1:{server.server_port}/batches --token-file token")
    server.shutdown()


def recover_a_damaged_copy():
    """A file that lost a page of its form."""
    run("backup e.sqlite broken.sqlite")
    with closing(sqlite3.connect(folder / "broken.sqlite")) as database:
        (page,) = database.execute(
            "SELECT max(pageno) FROM dbstat WHERE name = 'formstate_cell' AND pagetype = 'leaf'").fetchone()
    with open(folder / "broken.sqlite", "r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(bytes(4096))
    run("check broken.sqlite", status=1)
    run("restore mended.sqlite broken.sqlite --damaged", status=3)


def story_of_files():
    """Whole files: copies, dumps, merges and what is wrong with documents."""
    run(f"import e.sqlite {EVERYTHING}")
    for each in run("list e.sqlite")["forms"][0]["responses"]:
        response = shlex.quote(each["response"])
        for look in ["show", "status --all", "log", "answers", "faults", "upgrade set-aside"]:
            command, *options = look.split()
            if command == "upgrade":
                command, options = look, []
            run(f"{command} e.sqlite --response {response} {' '.join(options)}")
    run("check e.sqlite")
    run("backup e.sqlite copy.sqlite")
    run("restore recovered.sqlite e.sqlite --damaged")
    recover_a_damaged_copy()
    write("e.json", tool(folder, ["export", "dump", "e.sqlite", "--reveal"]).stdout)
    run("restore again.sqlite e.json")
    run("sync again.sqlite --with e.sqlite --receive-only")
    run("import claims.sqlite claim.json")
    run("sync claims.sqlite --with e.sqlite --dry-run --receive-only")
    run("sync claims.sqlite --with e.sqlite --receive-only")
    run("backup c.sqlite tablet.sqlite")
    run("set c.sqlite name Bob --response default")
    run("set tablet.sqlite name Eve --response default")
    run("sync c.sqlite --with tablet.sqlite --receive-only")
    batch = tool(folder, ["outbox", "write", "c.sqlite", "--to", "hq", "--device", "kiosk"]).stdout
    answers = [json.loads(line) for line in batch.splitlines()]
    streams = [line for line in answers if "stream" in line]
    ends = [line for line in answers if "entries" in line]
    write("answers.jsonl", "".join(
        json.dumps({"stream": part["stream"], "answer": "took", "revision": part["after"] + end["entries"],
                    "chain": end["chain"]}) + "\n" for part, end in zip(streams, ends)))
    run("outbox write c.sqlite --to hq --output batches")
    run("outbox take c.sqlite answers.jsonl --to hq")
    write("refused.jsonl", json.dumps({"stream": "0" * 32, "answer": "refused", "reason": "closed"}) + "\n"
          + json.dumps({"stream": streams[0]["stream"], "answer": "refused", "reason": "closed"}) + "\n")
    run("set c.sqlite name Ann --response default")
    run("outbox take c.sqlite refused.jsonl --to hq")
    run("outbox status c.sqlite")
    run("outbox retry c.sqlite --to hq")
    run("compact c.sqlite --keep 0 --response default --dry-run")
    run("outbox forget c.sqlite --to hq")
    sync_with_a_collector()
    write("script.jsonl", '{"action":"set","cell":"name","value":"Zoe"}\n')
    run("replay claims.sqlite script.jsonl --form claim --dry-run")
    run("replay claims.sqlite script.jsonl --form claim --atomic")
    run("replay claims.sqlite script.jsonl --form claim")
    write("wrong.jsonl", '{"action":"set","cell":"name"}\n')
    write("wrong.json", '{"formstate": 1, "key": "x", "sections": [{"cells": [{"kind": "txt"}]}]}')
    run(f"check claim.json {EXAMPLES}/profile-layout.json e.json script.jsonl {EXAMPLES}/profile.plist")
    run("check e.sqlite copy.sqlite wrong.jsonl wrong.json missing.json", status=1)
    run(f"check {HOUSEHOLD}")
    run(f"import p.sqlite {EXAMPLES}/profile.plist --form profile")
    cell = PLIST_CELL.format(expandable="<integer>1</integer>")
    write("untidy.plist", f'<?xml version="1.0"?><plist version="1.0"><array><array>{cell}{cell}</array></array></plist>')
    run("import p.sqlite untidy.plist")
    run("check untidy.plist")
    with closing(sqlite3.connect(folder / "copy.sqlite")) as database:
        database.execute("CREATE VIEW formstate_stranger AS SELECT 1")
    run("check copy.sqlite", status=1)
    submission()
    run("response delete c.sqlite kitchen --dry-run")
    run("response delete c.sqlite kitchen --yes --keep-space")
    run("form delete c.sqlite claim --with-responses --dry-run")
    run("form delete c.sqlite claim --with-responses --yes")


def submission():
    """A submission that begins a response, that is there already, and of which something has no place."""
    run(f"import s.sqlite {HOUSEHOLD}")
    form = run("list s.sqlite")["forms"][0]["form"]
    run("response new s.sqlite ada")
    text = tool(folder, ["export", "submission", "s.sqlite", "--response", "ada"]).stdout
    write("s.xml", text)
    run(f"answers import s.sqlite s.xml --form {form} --dry-run")
    run(f"answers import s.sqlite s.xml --form {form}")
    run(f"answers import s.sqlite s.xml --form {form}")
    write("odd.xml", re.sub(r"(</[^>]*>)\s*$", r"<odd>1</odd>\1", text))
    run(f"answers import s.sqlite odd.xml --form {form} --response odd --lenient")


def look_at(file):
    """All looks at a response."""
    for look in ["show {}", "show {} --zero-height", "status {} --all", "faults {}", "answers {}", "log {}", "log {} --words",
                 "upgrade set-aside {}", "get {} name", "explain {} note", "choices {} kind"]:
        run(look.format(file))


def story_of_states():
    """Looks at a response that is fresh, filled in, completed and compacted, in another language, and at a file without a form."""
    run("import d.sqlite claim.json")
    look_at("d.sqlite")
    run("set d.sqlite name=Ada cost=7")
    run("choose d.sqlite home")
    look_at("d.sqlite")
    run("complete d.sqlite")
    look_at("d.sqlite")
    run("compact d.sqlite --keep 0 --yes")
    look_at("d.sqlite")
    run("form delete d.sqlite claim --with-responses --yes")
    for look in ["list", "check", "outbox status"]:
        run(f"{look} d.sqlite")
    run(f"import f.sqlite {EVERYTHING}")
    form = run("list f.sqlite")["forms"][0]
    for response in [each["response"] for each in form["responses"] if each["version"] == form["version"]]:
        for look in ["show", "answers", "faults"]:
            run(f"{look} f.sqlite --language fr --response {shlex.quote(response)}")
        run(f"answers f.sqlite --language fr --response {shlex.quote(response)}", flag="--ndjson")


def story_of_copies():
    """Two copies that answered one question differently, and the question."""
    run("import north.sqlite claim.json")
    run("set north.sqlite name=Ada")
    run("backup north.sqlite south.sqlite")
    run("set north.sqlite name=Bob --author Ada")
    run("set south.sqlite name=Eve --author Eve")
    run("questions north.sqlite")
    run("sync north.sqlite --with south.sqlite --receive-only")
    run("questions north.sqlite")
    run("log north.sqlite")
    for choice in ["author=Nobody", "author=Ada", "latest", "shown"]:
        run(f"settle north.sqlite --all --take {choice} --dry-run")
    run("settle north.sqlite --all --take shown")
    run("undo north.sqlite")
    run("settle north.sqlite name --take 2")
    stick = folder / "stick"
    stick.mkdir()
    run("sync north.sqlite --with stick --dry-run")
    run("sync north.sqlite --with stick")
    (stick / "0123456789abcdef").mkdir()
    (stick / "0123456789abcdef" / "000001-0123456789abcdef.jsonl").write_text("{}")
    run("sync south.sqlite --with stick")


def story_of_watching():
    """What another process does, as it happens."""
    run("import w.sqlite claim.json")
    process = subprocess.Popen(
        [TOOL, "watch", "w.sqlite", "--json", "--until", "2"], cwd=folder, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT)
    lines = [process.stdout.readline()]
    run("set w.sqlite name Ada")
    run("choose w.sqlite car")
    lines += process.communicate(timeout=60)[0].splitlines()
    told.add("watch")
    for line in lines:
        outputs["watch"].take(json.loads(line), "formstate watch --json")


with tempfile.TemporaryDirectory() as temporary:
    folder = Path(temporary)
    for story in [story_of_acting, story_of_repeats, story_of_versions, story_of_files, story_of_states, story_of_copies, story_of_watching]:
        story()

for command in COMMANDS:
    if command not in told:
        faults.append(f"no story runs “{command}” with --json")
# A row, a response or an address is a part of many outputs, not all of which have all of its members.
named, seen = (set().union(*each) for each in zip(*((output.named, output.seen) for output in by_schema.values())))
if unseen := named - seen:
    faults.append(f"the schemas name what no command printed: {', '.join(sorted(unseen))}")
for fault in faults:
    print(f"Error: {fault}", file=sys.stderr)
if faults:
    sys.exit(1)
print(f"{sum(output.count for output in by_schema.values()):6} outputs of {len(COMMANDS)} commands by {len(by_schema)} schemas")
