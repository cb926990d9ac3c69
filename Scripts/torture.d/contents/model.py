"""Random actions of all kinds agree with naive models: scripts, instances, several sessions, upgrades and languages."""

import os
import re
import subprocess

from bounded import Bound, share

SCRIPTS, UPGRADES = "RandomScriptTests|RandomInstanceScriptTests|LanguageScriptTests", "UpgradePropertyTests"
# A usual run of the tests takes them all.
QUICK, CONTROL = "RandomInstanceScriptTests", "RandomScriptTests"
# Long scripts take three times as many steps in the same time as short ones, but long lives of forms a fifth.
LONG, LONG_SECONDS = {"FORMSTATE_FULL_TESTS": "1"}, 400
# Steps of a full run, and its seconds: each step is compared on all screens, in the tables and in the views.
STEPS, SECONDS = 1_000_000, 4000
# A step takes a third of the time with optimization.
BUILD = ["swift", "build", "--build-tests", "--configuration", "release", "--scratch-path", ".build/model",
         "-Xswiftc", "-enable-testing"]
BUILT, OPTIMIZED = ".build/debug", ".build/model/release"


def run(tool, random, is_full):
    """Runs the tests again and again. Returns the problems, and what was done."""
    if is_full:
        # Package.swift then leaves out all other tests.
        build = subprocess.run(BUILD, cwd=tool.root, env={**os.environ, "FORMSTATE_TESTS": "FormStateStoreTests"},
                               capture_output=True, text=True)
        if build.returncode != 0:
            return [f"the tests cannot be built: {(build.stdout + build.stderr)[-500:]}"], "no steps"
    program = tool.root / (OPTIMIZED if is_full else BUILT) / "FormStatePackageTests.xctest"
    if not program.exists():
        return ["the tests are not built; run swift build --build-tests"], "no steps"
    bound = Bound(STEPS, SECONDS) if is_full else Bound(1, 0)
    problems, steps, rounds = [], 0, 0
    while rounds == 0 or not problems and not bound.is_reached(steps):
        kinds = [(SCRIPTS, LONG, share(LONG_SECONDS))] + 8 * [(UPGRADES, {}, None)] if is_full else [(QUICK, {}, None)]
        for tests, more, seconds in kinds:
            found, count = tried(program, random, tests, more, seconds)
            problems += found
            steps += count
        rounds += 1
    # A short script may do nothing in the moments in which the model forgets.
    if not any(tried(program, random, CONTROL, {"FORMSTATE_MODEL_CONTROL": "1"})[0] for _ in range(5)):
        problems.append("control: a model that forgets an action is not noticed")
    return problems, f"{steps} random steps in {rounds} rounds, 1 control"


def tried(program, random, tests, more, seconds=None):
    """Runs tests with seeds that follow from this run's. Returns what they found, and how many steps they took.

    After some seconds they are cut off; then the steps of the scripts that ended count.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith("FORMSTATE_")}
    # Not by way of swift test, which runs one at a time.
    limit = ["timeout", "--signal", "KILL", str(seconds)] if seconds else []
    process = subprocess.run(
        [*limit, str(program), "--testing-library", "swift-testing", "--filter", tests], capture_output=True, text=True,
        errors="replace",
        env={**environment, **more, "FORMSTATE_TEST_RANDOM": str(random.randrange(1, 1 << 63))})
    output = process.stdout + process.stderr
    steps = sum(map(int, re.findall(r"FORMSTATE_MODEL_STEPS=(\d+)", output)))
    words = [line[:1000] for line in output.splitlines() if "recorded an issue" in line or "Fatal" in line][:5]
    # timeout kills itself as well.
    if process.returncode == 0 or seconds and process.returncode in (137, -9) and not words:
        return ([] if steps else ["the tests took no step"]), steps
    return words or [f"the tests ended with {process.returncode}", *output.splitlines()[-3:]], steps
