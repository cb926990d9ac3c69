"""Random actions of all kinds agree with naive models: scripts, instances, several sessions, upgrades and languages."""

import os
import re
import subprocess

from bounded import Bound

TESTS = "RandomScriptTests|RandomInstanceScriptTests|LanguageScriptTests|UpgradePropertyTests"
# A usual run of the tests takes them all.
QUICK, CONTROL = "RandomInstanceScriptTests", "RandomScriptTests"
# Steps of a full run, and its seconds: each step is compared on all screens, in the tables and in the views.
STEPS, SECONDS = 1_000_000, 2400
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
        found, count = tried(program, random, TESTS if is_full else QUICK, {})
        problems += found
        steps += count
        rounds += 1
    if not tried(program, random, CONTROL, {"FORMSTATE_MODEL_CONTROL": "1"})[0]:
        problems.append("control: a model that forgets an action is not noticed")
    return problems, f"{steps} random steps in {rounds} rounds, 1 control"


def tried(program, random, tests, more):
    """Runs tests with seeds that follow from this run's. Returns what they found, and how many steps they took."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("FORMSTATE_")}
    # Not by way of swift test, which runs one at a time.
    process = subprocess.run(
        [str(program), "--testing-library", "swift-testing", "--filter", tests], capture_output=True, text=True,
        errors="replace",
        env={**environment, **more, "FORMSTATE_TEST_RANDOM": str(random.randrange(1, 1 << 63))})
    output = process.stdout + process.stderr
    steps = sum(map(int, re.findall(r"FORMSTATE_MODEL_STEPS=(\d+)", output)))
    if process.returncode == 0:
        return ([] if steps else ["the tests took no step"]), steps
    words = [line[:1000] for line in output.splitlines() if "recorded an issue" in line or "Fatal" in line][:5]
    return words or output.splitlines()[-3:], steps
