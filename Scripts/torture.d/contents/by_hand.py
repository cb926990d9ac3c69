"""Edits as somebody makes them in the sqlite3 shell, of the everyday file."""

import guarded
from tool import FILE


def response(form, key="default"):
    return f"""(SELECT formstate_response.id FROM formstate_response
        JOIN formstate_form ON formstate_form.id = form_id
        WHERE formstate_form.key = '{form}' AND formstate_response.key = '{key}')"""


def version(form, number=1):
    return f"""(SELECT formstate_version.id FROM formstate_version JOIN formstate_form ON formstate_form.id = form_id
        WHERE formstate_form.key = '{form}' AND number = {number})"""


def cell(form, key):
    return f"(SELECT id FROM formstate_cell WHERE version_id = {version(form)} AND key = '{key}')"


def number(key):
    return f"(SELECT number FROM formstate_key WHERE key = '{key}')"


TRIP, SENT, SHORT = response("trip"), response("trip", "sent"), response("trip", "short")
STATE = "formstate_cell_state"
ACTION = "formstate_entry"
# The first entry with several changes.
SEVERAL = f"(SELECT min(revision) FROM {ACTION} WHERE response_id = {TRIP} AND json_array_length(changes) > 1)"
LAST = f"(SELECT max(revision) FROM {ACTION} WHERE response_id = {TRIP})"


def of(form, key):
    """The state of a cell of a form's response."""
    return f"response_id = {response(form)} AND cell_id = {cell(form, key)}"


def copied(table, condition, **columns):
    """A statement that copies rows with other contents."""
    return table, condition, columns


# What is done, and how.
EDITS = [
    ("an answer is another", [f"UPDATE {STATE} SET value = 'Bern' WHERE {of('trip', 'destination')}"]),
    ("an answer is another, as is what was saved", [
        f"UPDATE {STATE} SET value = 'Bern', saved = 'Bern' WHERE {of('trip', 'destination')}"]),
    ("an answer is another in the journal", [
        f"UPDATE {ACTION} SET changes = replace(changes, 'Rome', 'Bern') WHERE response_id = {TRIP}"]),
    ("a choice is another in the state and in the journal", [
        f"UPDATE {STATE} SET value = 'no', readable = 'No', title = 'No' WHERE {of('clinic', 'pain')}",
        f"UPDATE {ACTION} SET changes = replace(changes, '\"yes\"', '\"no\"') "
        f"WHERE response_id = {response('clinic')}"]),
    ("a number is text", [f"UPDATE {STATE} SET value = '90' WHERE value = 90"]),
    ("what people read of an answer is another", [
        f"UPDATE {STATE} SET readable = 'July 2, 2026' WHERE {of('trip', 'day')}"]),
    ("a calculated answer is another", [
        f"UPDATE {STATE} SET calculated = 91, readable_calculated = '91 €' WHERE {of('trip', 'price')}"]),
    ("an answer is deleted", [f"DELETE FROM {STATE} WHERE {of('trip', 'destination')}"]),
    ("all answers of a response are deleted", [f"DELETE FROM {STATE} WHERE response_id = {TRIP}"]),
    ("an answer is added", [
        f"INSERT INTO {STATE} (response_id, cell_id, is_set, value, set_at, is_touched) "
        f"VALUES ({response('clinic')}, {cell('clinic', 'name')}, 1, 'Huck', 1, 1)"]),
    ("an answer belongs to another response", [
        f"UPDATE {STATE} SET response_id = {response('visit', 'later')} WHERE {of('clinic', 'where')}"]),
    ("a draft is another", [f"UPDATE {STATE} SET draft = 'never' WHERE draft IS NOT NULL"]),
    ("a constraint is said to hold", [f"UPDATE {STATE} SET faults = NULL WHERE faults IS NOT NULL"]),
    ("a reported fault is another", [
        f"UPDATE {STATE} SET reported_faults = replace(reported_faults, 'Closed', 'Open') "
        "WHERE reported_faults IS NOT NULL"]),
    ("a set-aside answer is another", [f"UPDATE {STATE} SET original = 'text good' WHERE original = 'text poor'"]),
    ("an action is deleted", [f"DELETE FROM {ACTION} WHERE response_id = {TRIP} AND revision = 8"]),
    ("the changes of an action are deleted", [
        f"UPDATE {ACTION} SET changes = '[]' WHERE response_id = {TRIP} AND revision = 8"]),
    ("the first action is deleted", [f"DELETE FROM {ACTION} WHERE response_id = {TRIP} AND revision = 1"]),
    ("the last action is deleted", [f"DELETE FROM {ACTION} WHERE response_id = {TRIP} AND revision = {LAST}"]),
    ("a whole journal is deleted", [f"DELETE FROM {ACTION} WHERE response_id = {TRIP}"]),
    ("an undo is deleted", [f"DELETE FROM {ACTION} WHERE response_id = {SHORT} AND kind = 'undo'"]),
    ("a checkpoint is deleted", [f"DELETE FROM {ACTION} WHERE response_id = {SHORT} AND revision = 6"]),
    ("two actions change places", [
        f"UPDATE {ACTION} SET revision = CASE revision WHEN 8 THEN 109 ELSE 108 END "
        f"WHERE response_id = {TRIP} AND revision IN (8, 9)",
        f"UPDATE {ACTION} SET revision = revision - 100 WHERE response_id = {TRIP} AND revision > 100"]),
    ("an action is the last", [
        f"UPDATE {ACTION} SET revision = {LAST} + 1 WHERE response_id = {TRIP} AND revision = 8"]),
    ("an action is copied to the end", [
        copied(ACTION, f"response_id = {TRIP} AND revision = 8", revision=f"{LAST} + 1")]),
    ("an action is copied to another response", [
        copied(ACTION, f"response_id = {SENT} AND revision = 5", response_id=response("clinic"))]),
    ("two changes of an action change places", [
        f"UPDATE {ACTION} SET changes = json_set(changes, '$[0]', changes -> 1, '$[1]', changes -> 0) "
        f"WHERE response_id = {TRIP} AND revision = {SEVERAL}"]),
    ("a change is said twice", [
        f"UPDATE {ACTION} SET changes = json_insert(changes, '$[#]', changes -> 0) "
        f"WHERE response_id = {TRIP} AND revision = {SEVERAL}"]),
    ("changes are no JSON", [f"UPDATE {ACTION} SET changes = '[[}}]' WHERE response_id = {TRIP} AND revision = 8"]),
    ("what an action gave is no JSON", [
        f"UPDATE {ACTION} SET payload = '{{x}}' WHERE response_id = {TRIP} AND revision = 8"]),
    ("an action is of another kind", [
        f"UPDATE {ACTION} SET kind = 'clear' WHERE response_id = {TRIP} AND revision = 8"]),
    ("an action has another subject", [
        f"UPDATE {ACTION} SET subject = {number('day')} WHERE response_id = {TRIP} AND revision = 8"]),
    ("an undo takes something else back", [
        f"UPDATE {ACTION} SET target = 3, reverts = 3 WHERE response_id = {TRIP} AND revision = 7"]),
    ("undo begins earlier", [f"UPDATE {ACTION} SET undo_top = 8 WHERE response_id = {TRIP} AND revision = {LAST}"]),
    ("undo has nothing to take back", [
        f"UPDATE {ACTION} SET undo_top = 0 WHERE response_id = {TRIP} AND revision = {LAST}"]),
    ("what was undone can be redone", [f"UPDATE {ACTION} SET abandoned_by = NULL WHERE response_id = {TRIP}"]),
    ("redo begins at what a new action discarded", [
        f"UPDATE {ACTION} SET redo_top = 7 WHERE response_id = {TRIP} AND revision = {LAST}"]),
    ("two cells change places", [
        f"UPDATE formstate_cell SET position = 1 - position - 9 WHERE version_id = {version('trip')} "
        "AND key IN ('destination', 'day')",
        "UPDATE formstate_cell SET position = position + 9 WHERE position < 0"]),
    ("two sections change places", [
        f"UPDATE formstate_section SET position = 11 - position WHERE version_id = {version('trip')}",
        f"UPDATE formstate_section SET position = position - 10 WHERE version_id = {version('trip')}"]),
    ("the key of a cell is another", [
        f"UPDATE formstate_cell SET key = 'goal' WHERE id = {cell('trip', 'destination')}"]),
    ("the key of a cell is another, in the journal too", [
        f"UPDATE formstate_cell SET key = 'goal' WHERE id = {cell('trip', 'destination')}",
        "UPDATE formstate_key SET key = 'goal' WHERE key = 'destination'"]),
    ("the key of a section is another", ["UPDATE formstate_section SET key = 'way' WHERE key = 'journey'"]),
    ("the key of a form is another", ["UPDATE formstate_form SET key = 'travel' WHERE key = 'trip'"]),
    ("two keys of the journal change places", [
        "UPDATE formstate_key SET key = key || ' ' WHERE key IN ('destination', 'day')",
        "UPDATE formstate_key SET key = iif(key = 'day ', 'destination', 'day') WHERE key LIKE '% '"]),
    ("the title of a form is another", ["UPDATE formstate_version SET title = 'A voyage' WHERE title = 'A trip'"]),
    ("the title of a cell is another", [
        f"UPDATE formstate_cell SET title = 'From where' WHERE id = {cell('trip', 'destination')}"]),
    ("the kind of a cell is another", [
        f"UPDATE formstate_cell SET kind = 'longText' WHERE id = {cell('trip', 'destination')}"]),
    ("a default is another", ["UPDATE formstate_cell SET default_value = 1 WHERE default_value = 120"]),
    ("a limit is another", ["UPDATE formstate_cell SET maximum = 99999 WHERE maximum = 10000"]),
    ("a unit is another", ["UPDATE formstate_cell SET unit = '$' WHERE unit = '€'"]),
    ("an option has another value", ["UPDATE formstate_cell SET option_value = 'maybe' WHERE option_value = 'yes'"]),
    ("an option has another title", ["UPDATE formstate_cell SET title = 'Not at all' WHERE option_value = 'no'"]),
    ("an item of a list has another title", ["UPDATE formstate_list_item SET title = 'Cove' WHERE value = 'bay'"]),
    ("an item of a list is deleted", ["DELETE FROM formstate_list_item WHERE value = 'bay'"]),
    ("a translation is another", ["UPDATE formstate_translation SET text = 'Le client' WHERE text = 'Le patient'"]),
    ("a rule is another", ["UPDATE formstate_rule SET expression = '. <= 320' WHERE expression = '. <= 32'"]),
    ("a rule is no expression", ["UPDATE formstate_rule SET expression = '. <= (' WHERE expression = '. <= 32'"]),
    ("a rule takes long", [
        "UPDATE formstate_rule SET expression = '${fare}' || replace(printf('%.*c', 20000, '+'), '+', ' + 1') "
        "WHERE expression = '${fare} + ${fee}'"]),
    ("a rule is deep", [
        "UPDATE formstate_rule SET expression = printf('%.*c', 50000, '(') || '1' || printf('%.*c', 50000, ')') "
        "WHERE expression = '. <= 32'"]),
    ("a rule depends on itself", ["UPDATE formstate_rule SET expression = '${fee}' WHERE expression LIKE 'if(sum%'"]),
    ("a rule is deleted", ["DELETE FROM formstate_rule WHERE expression = '. <= 32'"]),
    ("a section is deleted", ["DELETE FROM formstate_section WHERE key = 'treatment'"]),
    ("a section is deleted with its cells", [
        "DELETE FROM formstate_cell WHERE section_id = (SELECT id FROM formstate_section WHERE key = 'treatment')",
        "DELETE FROM formstate_section WHERE key = 'treatment'"]),
    ("a cell is deleted", [f"DELETE FROM formstate_cell WHERE id = {cell('clinic', 'born')}"]),
    ("a cell is its own parent", [f"UPDATE formstate_cell SET parent_id = id WHERE id = {cell('trip', 'name')}"]),
    ("a cell has more rows than there are", [
        f"UPDATE formstate_cell SET additional_rows = 1000000000 WHERE id = {cell('trip', 'person')}"]),
    ("a response is completed", [f"UPDATE formstate_response SET is_completed = 1 WHERE id = {TRIP}"]),
    ("a completed response is in progress", ["UPDATE formstate_response SET is_completed = 0 WHERE is_completed"]),
    ("a fault of the response is another", [
        "UPDATE formstate_response SET reported_faults = '[\"\",\"Open.\"]' WHERE reported_faults IS NOT NULL"]),
    ("an instance is there twice", [
        copied("formstate_instance", f"response_id = {SENT} AND instance >> 32 = 2", instance=f"{3 << 32}",
               rank="8589934592")]),
    ("an instance has another number", [
        f"UPDATE formstate_instance SET instance = {9 << 32} WHERE response_id = {SENT} AND instance >> 32 = 2",
        f"UPDATE {STATE} SET instance = {9 << 32} WHERE response_id = {SENT} AND instance >> 32 = 2"]),
    ("two instances change places", [
        f"UPDATE formstate_instance SET rank = 4294967296 - rank WHERE response_id = {SENT}"]),
    ("an instance is within itself", [
        f"UPDATE formstate_instance SET parent = instance WHERE response_id = {TRIP} AND instance >> 32 = 3"]),
    ("an instance is deleted", [
        f"DELETE FROM formstate_instance WHERE response_id = {SENT} AND instance >> 32 = 2",
        f"DELETE FROM {STATE} WHERE response_id = {SENT} AND instance >> 32 = 2"]),
    ("the next instance has a number that is taken", [
        f"UPDATE formstate_response SET next_instance = 1 WHERE id = {SENT}"]),
    ("a version is deleted", [f"DELETE FROM formstate_version WHERE id = {version('visit', 1)}"]),
    ("the newest version is deleted", [f"DELETE FROM formstate_version WHERE id = {version('visit', 2)}"]),
    ("a form is deleted", ["DELETE FROM formstate_form WHERE key = 'trip'"]),
    ("a response has another version", [
        f"UPDATE formstate_response SET version_id = {version('visit', 2)} WHERE id = {response('visit', 'old')}"]),
    ("a response belongs to another form", [
        f"UPDATE formstate_response SET form_id = (SELECT id FROM formstate_form WHERE key = 'trip'), "
        f"version_id = {version('trip')}, key = 'moved' WHERE id = {response('clinic')}"]),
    ("two responses exchange their journals", [
        f"UPDATE {ACTION} SET response_id = CASE response_id WHEN {TRIP} THEN -{SENT} ELSE -{TRIP} END "
        f"WHERE response_id IN ({TRIP}, {SENT})",
        f"UPDATE {ACTION} SET response_id = -response_id WHERE response_id < 0"]),
    ("the digest of a version is another", [
        f"UPDATE formstate_version SET digest = replace(digest, substr(digest, 1, 1), 'f') || '' "
        f"WHERE id = {version('trip')} AND digest NOT LIKE 'f%' OR id = {version('clinic')}"]),
    ("the compaction is forgotten", [f"UPDATE formstate_response SET compacted_to = NULL WHERE id = {SHORT}"]),
    ("a kind of cells has another storage", [
        "UPDATE formstate_cell_kind SET storage = 'number' WHERE kind = 'text'"]),
    ("two fields change their numbers", [
        "UPDATE formstate_field SET field = field || ' ' WHERE field IN ('value', 'draft')",
        "UPDATE formstate_field SET field = iif(field = 'draft ', 'value', 'draft') WHERE field LIKE '% '"]),
    ("a migration is forgotten", ["DELETE FROM formstate_migration"]),
    ("a migration is of the future", ["INSERT INTO formstate_migration VALUES (99, '9.0', '2030-01-01T00:00:00Z')"]),
]


# What is done to the places of a collector.
COLLECTED = [
    ("an acknowledged chain is another", [
        "UPDATE formstate_pushed SET chain = substr(chain, 2) || substr(chain, 1, 1)"]),
    ("the collector acknowledged less", [f"UPDATE formstate_pushed SET revision = 3 WHERE response_id = {TRIP}"]),
]
# What nothing in a file contradicts until a collector has acknowledged it, with the reason.
FREE = [
    ("an answer is another in the state and in the journal", [
        f"UPDATE {STATE} SET value = 'Bern', saved = 'Bern' WHERE {of('trip', 'destination')}",
        f"UPDATE {ACTION} SET changes = replace(changes, 'Rome', 'Bern') WHERE response_id = {TRIP}"],
     "The journal is not signed, and somebody could have answered so."),
    ("a fault and the action that reported it are deleted", [
        f"DELETE FROM {ACTION} WHERE response_id = {TRIP} AND revision = {LAST}",
        f"UPDATE formstate_response SET reported_faults = NULL WHERE id = {TRIP}"],
     "The journal is not signed, and ends where its last action is."),
    ("the chain of a checkpoint is another", [
        f"UPDATE {ACTION} SET payload = json_set(payload, '$.chain', replace(payload ->> 'chain', 'a', 'b')) WHERE kind = 'checkpoint'"],
     "The entries that the chain is of are compacted."),
    ("a response is deleted with everything", [
        f"DELETE FROM {table} WHERE response_id = {SHORT}"
        for table in (STATE, "formstate_instance", ACTION)] + [
        f"DELETE FROM formstate_response WHERE id = {SHORT}"],
     "Nothing else in a file names a response."),
]


# What once ended a command with a signal, and the command; made each time.
CASES = [
    ("a passenger travels within himself", [
        f"UPDATE formstate_instance SET parent = instance WHERE response_id = {TRIP} AND instance >> 32 = 1"],
     ["set", FILE, "name:1", "Finn", "--form", "trip"]),
    ("the summary of each cell is long", [
        "UPDATE formstate_cell SET summary = 'template', summary_text = printf('%.*c', 1000000, 'x')"], ["check", FILE]),
    ("the summary of each cell mentions many cells", [
        "UPDATE formstate_cell SET summary = 'template', summary_text = replace(printf('%.*c', 300000, 'x'), 'x', '{a}')"],
     ["check", FILE]),
    ("the summary of each cell is braces", [
        "UPDATE formstate_cell SET summary = 'template', summary_text = printf('%.*c', 1000000, '{')"], ["check", FILE]),
]


class ByHand:
    """Statements that somebody gives one after the other."""

    column = None
    refuses_writing = False

    def __init__(self, name, statements, reason=None, commands=()):
        self.name, self.statements, self.reason = name, statements, reason
        # What is run in any case.
        self.commands = commands

    def __str__(self):
        return f"by hand, {self.name}"

    def make(self, folder, _):
        with guarded.opened(folder / FILE) as connection:
            for statement in self.statements:
                if isinstance(statement, tuple):
                    statement = copy(connection, *statement)
                if connection.execute(statement).rowcount <= 0:
                    raise RuntimeError(f"{self.name}: there is no such row: {statement}")
        return True


def copy(connection, table, condition, columns):
    """A statement that copies rows."""
    names = guarded.columns(connection, table)
    values = [columns.get(name, name) for name in names]
    return f"INSERT INTO {table} SELECT {', '.join(values)} FROM {table} WHERE {condition}"


def cases():
    return [ByHand(name, statements, commands=[command]) for name, statements, command in CASES]


def edits(is_collected):
    """The edits of a file, which a collector has acknowledged or none knows."""
    found = [ByHand(*edit) for edit in EDITS]
    if is_collected:
        return found + [ByHand(*edit) for edit in COLLECTED] + [ByHand(*edit[:2]) for edit in FREE]
    return found + [ByHand(*edit) for edit in FREE]
