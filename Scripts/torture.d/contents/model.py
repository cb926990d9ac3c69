"""Random actions of all kinds agree with naive models: scripts, instances, several sessions, upgrades and languages."""

import re

import tests
from bounded import Bound, share

SCRIPTS, UPGRADES = "RandomScriptTests|RandomInstanceScriptTests|LanguageScriptTests", "UpgradePropertyTests"
# A usual run of the tests takes them all.
QUICK, CONTROL = "RandomInstanceScriptTests", "RandomScriptTests"
# Long scripts take three times as many steps in the same time as short ones, but long lives of forms a fifth.
LONG, LONG_SECONDS = {"FORMSTATE_FULL_TESTS": "1"}, 400
# Steps of a full run, and its seconds: each step is compared on all screens, in the tables and in the views.
STEPS, SECONDS = 1_000_000, 4000


def run(tool, random, is_full):
    """Runs the tests again and again. Returns the problems, and what was done."""
    program, missing = tests.program(tool, is_full)
    if program is None:
        return [missing], "no steps"
    bound = Bound(STEPS, SECONDS) if is_full else Bound(1, 0)
    problems, steps, rounds = [], 0, 0
    while rounds == 0 or not problems and not bound.is_reached(steps):
        kinds = [(SCRIPTS, LONG, share(LONG_SECONDS))] + 8 * [(UPGRADES, {}, None)] if is_full else [(QUICK, {}, None)]
        for names, more, seconds in kinds:
            found, count = tried(program, random, names, more, seconds)
            problems += found
            steps += count
        rounds += 1
    # A short script may do nothing in the moments in which the model forgets.
    if not any(tried(program, random, CONTROL, {"FORMSTATE_MODEL_CONTROL": "1"})[0] for _ in range(5)):
        problems.append("control: a model that forgets an action is not noticed")
    return problems, f"{steps} random steps in {rounds} rounds, 1 control"


def tried(program, random, names, more, seconds=None):
    """Runs tests with seeds that follow from this run's. Returns what they found, and how many steps they took.

    After some seconds they are cut off; then the steps of the scripts that ended count.
    """
    seed = str(random.randrange(1, 1 << 63))
    status, output = tests.run(program, names, limit=seconds, **more, FORMSTATE_TEST_RANDOM=seed)
    steps = sum(map(int, re.findall(r"FORMSTATE_MODEL_STEPS=(\d+)", output)))
    words = [line[:1000] for line in output.splitlines() if "recorded an issue" in line or "Fatal" in line][:5]
    # timeout kills itself as well.
    if status == 0 or seconds and status in (137, -9) and not words:
        return ([] if steps else ["the tests took no step"]), steps
    return words or [f"the tests ended with {status}", *output.splitlines()[-3:]], steps
