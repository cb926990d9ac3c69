"""Edits that set a column to an extreme, in one row or in all."""

import sqlite3

import guarded
from tool import FILE

# Each a name and an expression of SQL.
VALUES = [
    ("NULL", "NULL"), ("0", "0"), ("-1", "-1"), ("1", "1"), ("2^31", "2147483648"),
    ("2^63 - 1", "9223372036854775807"),
    ("-2^63", "-9223372036854775808"), ("1e308", "1e308"), ("infinity", "9e999"), ("half", "0.5"), ("no text", "''"),
    ("a long text", "printf('%.*c', 1000000, 'x')"), ("a text with NUL", "'a' || char(0) || 'b'"),
    ("invalid UTF-8", "CAST(x'41ff' AS TEXT)"), ("half a surrogate", "CAST(x'eda080' AS TEXT)"),
    ("a blob", "x'00ff'"), ("a number as text", "'12'"), ("many digits", "printf('%.*c', 400, '9')"),
    ("deep JSON", "printf('%.*c', 100000, '[')"),
    ("JSON", "'{{\"a\": [1, null]}}'"), ("controls", "char(27) || '[2J'"),
    ("a bit more", "{column} + 1"), ("a bit longer", "{column} || 'x'"), ("another row's", "{other}"),
]


class Extreme:
    """A column of a table with another value, in one row or in all."""

    reason = None
    refuses_writing = False
    commands = ()

    def __init__(self, table, column, value, is_everywhere):
        self.table, self.column, self.value, self.is_everywhere = table, column, value, is_everywhere
        # The condition of the edited rows.
        self.place = "TRUE"

    def __str__(self):
        return f"{self.table}.{self.column} {self.value[0]} where {self.place}"

    def make(self, folder, random):
        """Makes the edit. Returns whether it could be made."""
        try:
            with guarded.loosened(folder / FILE, self.table) as connection:
                return self.make_by(connection, random)
        except sqlite3.IntegrityError:
            return False

    def make_by(self, connection, random):
        keys = guarded.primary_key(connection, self.table)
        rows = connection.execute(f"SELECT {', '.join(f'quote({key})' for key in keys)} FROM {self.table}").fetchall()
        row, other = random.choice(rows), random.choice(rows)
        if not self.is_everywhere:
            self.place = where(keys, row)
        expression = self.value[1].format(
            column=self.column, other=f"(SELECT {self.column} FROM {self.table} WHERE {where(keys, other)})")
        values = [expression if key == self.column else key for key in keys]
        quoted = ", ".join(f"quote({value})" for value in values)
        after = connection.execute(f"SELECT {quoted} FROM {self.table} WHERE {self.place}").fetchone()
        changed = connection.execute(f"""
            UPDATE {self.table} SET {self.column} = {expression}
            WHERE ({self.place}) AND {self.column} IS NOT {expression}""").rowcount
        if not self.is_everywhere:
            self.place = where(keys, after)
        return changed > 0


def where(keys, row):
    return " AND ".join(f"{key} IS {value}" for key, value in zip(keys, row))


def extremes(path):
    """Every column of every table that has rows, with every value, in one row and in all."""
    with guarded.opened(path) as connection:
        return [
            Extreme(table, column, value, is_everywhere)
            for table in guarded.tables(connection)
            if connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for column in guarded.columns(connection, table)
            for value in VALUES for is_everywhere in (False, True)]
