"""Clocks, zones, languages of the system and another user change times in answers, and nothing else."""

import os
import re
import shutil
import subprocess

import disks
import script
from bounded import tried
from tool import FILE, Folder, Tool

# Of each part of a full run.
FULL_SECONDS = 40
ZONES = [
    "Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu", "America/St_Johns", "Europe/Berlin",
    "Australia/Lord_Howe", "Africa/Monrovia", "Nowhere/Unknown",
]
LANGUAGES = ["tr_TR", "ar_EG", "th_TH"]
# As faketime reads them: ends of what a year of four digits can say, leap days, ends of counters, and beyond.
CLOCKS = [
    "@0000-01-01 00:00:00", "@0001-01-01 00:00:00", "@1582-10-10 12:00:00", "@1900-02-28 23:59:59",
    "@1969-12-31 23:59:59", "@2000-02-29 12:00:00", "@2024-02-29 23:59:59", "@2038-01-19 03:14:07",
    "@2026-03-29 02:30:00", "@9999-12-31 23:59:58", "-2500y", "+8100y",
]
# The moment of an entry in UTC, that of a rule with its zone and seed, and random names. What somebody entered looks
# different.
MOMENT = re.compile(
    r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d(:\d\d)?(\[[\w/+-]+\])? [0-9a-f]{16})"
    r'|uuid:[0-9a-f-]{36}|"stream": "[0-9a-f]{32}"')


def run(tool, random, is_full):
    """Runs the same commands in many places. Returns the problems, and what was done."""
    expected = list(walked(tool, lambda _: here()))
    found = [f"the same place: {problem}" for problem in different(tool, expected, lambda _: here())] if is_full else []
    counts, skipped = {}, []
    for name, part in PARTS.items():
        try:
            counts[name], problems = part(tool, expected, random, is_full)
            found += [f"{name}: {problem}" for problem in problems]
        except disks.Missing as reason:
            skipped.append(f"{name} ({reason})")
    found += control(tool, expected)
    words = ", ".join(f"{count} {name}" for name, count in counts.items())
    words += f", each with {len(script.COMMANDS)} commands, 1 control"
    return found, words + (f", skipped: {', '.join(skipped)}" if skipped else "")


def here(**variables):
    return ["env", "-u", "LANGUAGE", "-u", "LANG", *[f"{name}={value}" for name, value in
                                                    {"TZ": "UTC", "LC_ALL": "C", **variables}.items()]]


def walked(tool, place, copied_before=None):
    """What each command of the script prints in a place: a function that returns what wraps the one with a number.

    Before one of them, the folder becomes a copy that belongs to another user.
    """
    with Folder() as first, Folder() as second:
        folder, user = first, []
        script.write_files(folder, tool.root)
        for number, arguments in enumerate(script.COMMANDS):
            if number == copied_before:
                shutil.copytree(first, second, dirs_exist_ok=True)
                folder, user = second, disks.as_another_user(second, tool.path)
            outcome = tool.run(folder, *arguments, wrapped=[*user, *place(number)], limit=30)
            yield outcome.status, MOMENT.sub("TIME", outcome.output), MOMENT.sub("TIME", outcome.errors)


def different(tool, expected, place, copied_before=None):
    """The first command that prints something else in a place."""
    for arguments, one, other in zip(script.COMMANDS, expected, walked(tool, place, copied_before)):
        if one != other:
            return [f"{' '.join(arguments)} prints {difference(one, other)}"]
    return []


def difference(one, other):
    before, after = [f"status {status}\n{output}{errors}".splitlines() for status, output, errors in (one, other)]
    changed = [(line, found) for line, found in zip([*before, "the end"], [*after, "the end"]) if line != found]
    return f"“{changed[0][1]}” instead of “{changed[0][0]}”" if changed else "more"


def clocks(tool, expected, random, is_full):
    """The clock jumps before each command."""
    set_up_faketime(tool)
    walks = [[random.choice(CLOCKS) for _ in script.COMMANDS] for _ in range(30 if is_full else 1)]
    count, problems = tried(random, walks, FULL_SECONDS, lambda chosen: different(
        tool, expected, lambda number: [*here(), "faketime", "-f", chosen[number]]))
    return count, problems + leap_days(tool)


def leap_days(tool):
    """Today is the day of the clock, in the year and the zone that it shows."""
    problems = []
    for clock, zone, answer in [
        ("@2024-02-29 23:59:50", "Pacific/Kiritimati", "2024-02-29"), ("@2000-02-29 00:00:00", "UTC", "2000-02-29"),
        ("@1900-02-28 12:00:00", "America/St_Johns", "1900-02-28"), ("@9999-12-31 23:00:00", "UTC", "9999-12-31"),
        ("@0001-01-01 12:00:00", "UTC", "0001-01-01"),
    ]:
        with Folder() as folder:
            script.write_files(folder, tool.root)
            tool.must(folder, "import", FILE, "form.json")
            wrapped = [*here(TZ=zone), "faketime", "-f", clock]
            outcome = tool.run(folder, "set", FILE, "day", "today", wrapped=wrapped)
            given = tool.run(folder, "get", FILE, "day").output.strip()
            if outcome.status != 0 or given != answer:
                problems.append(f"today at {clock} in {zone} is “{given}”: {outcome.last_error}")
    return problems


def set_up_faketime(tool):
    if not shutil.which("faketime"):
        raise disks.Missing("needs the package faketime")
    with Folder() as folder:
        script.write_files(folder, tool.root)
        tool.run(folder, "import", FILE, "form.json", wrapped=["faketime", "-f", "@1999-01-01 00:00:00"])
        tool.run(folder, "set", FILE, "name", "Ada", wrapped=["faketime", "-f", "@1999-01-01 00:00:00"])
        # A program that is linked statically does not notice it.
        if "1999-01-01" not in tool.run(folder, "log", FILE).output:
            raise disks.Missing("faketime does not reach this program")


def zones(tool, expected, random, is_full):
    chosen = ZONES if is_full else random.sample(ZONES, 1)
    return tried(random, chosen, FULL_SECONDS, lambda zone: [
        f"{zone}: {problem}" for problem in different(tool, expected, lambda _: here(TZ=zone))])


def missing_languages(tool, expected, random, is_full):
    chosen = LANGUAGES if is_full else random.sample(LANGUAGES, 1)
    return len(chosen), in_languages(tool, expected, chosen)


def in_languages(tool, expected, languages, **variables):
    problems = []
    for language in languages:
        name = f"{language}.UTF-8"
        place = here(LC_ALL=name, LANG=name, LANGUAGE=language, **variables)
        problems += [f"{language}: {problem}" for problem in different(tool, expected, lambda _: place)]
    return problems


def installed_languages(tool, expected, random, is_full):
    if not shutil.which("localedef"):
        raise disks.Missing("needs localedef")
    chosen = LANGUAGES if is_full else random.sample(LANGUAGES, 1)
    with Folder() as folder:
        for language in chosen:
            made = subprocess.run(
                ["localedef", "-i", language, "-f", "UTF-8", folder / f"{language}.UTF-8"], capture_output=True)
            # It returns 1 after warnings.
            if made.returncode > 1 or not (folder / f"{language}.UTF-8").exists():
                raise disks.Missing(f"localedef cannot make {language}")
        return len(chosen), in_languages(tool, expected, chosen, LOCPATH=folder)


def other_users(tool, expected, random, is_full):
    """In the middle, everything becomes a copy that belongs to another user."""
    if os.geteuid() != 0:
        raise disks.Missing("needs root")
    # Before the second command there is no database to copy.
    places = range(2, len(script.COMMANDS)) if is_full else [random.randrange(2, len(script.COMMANDS))]
    return tried(random, places, FULL_SECONDS, lambda number: [
        f"copied before command {number}: {problem}" for problem in
        different(tool, expected, lambda _: here(), copied_before=number)])


PARTS = {
    "walks with jumping clocks": clocks, "walks in other zones": zones,
    "walks in missing languages": missing_languages, "walks in installed languages": installed_languages,
    "walks of another user": other_users,
}


def control(tool, expected):
    """A tool that writes numbers as the system's language does must be noticed."""
    with Folder() as folder:
        program = folder / "control"
        program.write_text(f'#!/bin/sh\n{tool.path} "$@" | case $LC_ALL in tr*) sed s/[.]/,/ ;; *) cat ;; esac\n')
        program.chmod(0o755)
        found = in_languages(Tool(program, tool.root), expected, ["tr_TR"])
    return [] if found else ["control: a tool that follows the system's language is not noticed"]
