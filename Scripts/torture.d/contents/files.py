"""Hostile documents go through every reader, in process and under libFuzzer, and costs grow as they should."""

import os
import re
import shutil
import subprocess
import sys
import tempfile

import tests
from bounded import share

NAMES = "HostileReaderTests|LostMemberTests"
# Built outside of Tests, which tests look through for Swift.
FUZZ_BUILD = ".build/fuzz"
BUILD = ["swift", "build", "--configuration", "release", "--package-path", "Tests/Fuzz", "--scratch-path", FUZZ_BUILD,
         "-Xswiftc", "-sanitize=fuzzer", "-Xswiftc", "-enable-testing"]
# Each fuzzed reader, with the folders of documents that it begins with.
READERS = {
    "form": ["Tests/Corpus/form", "Tests/Corpus/plist", "Tests/Corpus/binary", "Tests/Corpus/xform", "Examples"],
    "layout": ["Tests/Corpus/layout"], "dump": ["Tests/Corpus/dump"], "actions": ["Examples"],
    "answers": ["Tests/Corpus/answers"], "submission": ["Tests/Corpus/xform"], "batch": ["Tests/Corpus/batch"],
    "push-answers": ["Tests/Corpus/push-answers"], "map": ["Tests/Corpus/map"], "heights": ["Tests/Corpus/heights"],
    "converter": ["Tests/Corpus/converter"], "lists": ["Tests/Corpus/lists"], "rules": ["Tests/Corpus/rules"],
}
# One of them is refused.
QUICK_JOBS = ["misspelt", "languages"]
# Seconds of libFuzzer for all readers in a full run.
FULL_SECONDS = 3600


def run(tool, random, is_full):
    """Runs the tests of hostile documents, the fuzzer and the growth. Returns the problems, and what was done."""
    problems = tested(tool, random, is_full)
    found, words = fuzz(tool, random, is_full)
    problems += found
    problems += growth(tool, is_full)
    return problems, f"tests of every reader with their controls, {words}, growth"


def tested(tool, random, is_full):
    """The mutations that know the grammars; their controls are among the tests."""
    program, missing = tests.program(tool, is_full)
    if program is None:
        return [missing]
    seed = str(random.randrange(1, 1 << 63))
    more = {"FORMSTATE_FULL_TESTS": "1", "FORMSTATE_TEST_RANDOM": seed} if is_full else {"FORMSTATE_TEST_SEED": seed}
    status, output = tests.run(program, NAMES, **more)
    if status == 0:
        ran = re.search(r"Test run with (\d+) test", output)
        return [] if ran and int(ran[1]) > 0 else ["the tests of hostile documents did not run"]
    words = [line for line in output.splitlines() if "recorded an issue" in line or "error:" in line][:10]
    last = [line for line in output.splitlines() if line.startswith("FORMSTATE_TEST_SEED")][-3:]
    return [line[:2000] for line in words or last or output.splitlines()[-3:]]


def fuzz(tool, random, is_full):
    """libFuzzer, in a full run, and if it is built already."""
    if is_full:
        build = subprocess.run(BUILD, cwd=tool.root, capture_output=True, text=True)
        if build.returncode != 0 and "fuzzer" in build.stdout + build.stderr:
            return [], "no fuzzer: this toolchain has no libFuzzer"
        if build.returncode != 0:
            return [f"the fuzzer cannot be built: {(build.stdout + build.stderr)[-500:]}"], "no fuzzer"
    program = tool.root / FUZZ_BUILD / "release/Fuzz"
    if not program.exists():
        return [], "no fuzzer: it is not built"
    readers = list(READERS) if is_full else random.sample(list(READERS), 3)
    seconds = int(share(FULL_SECONDS)) // len(readers) if is_full else 2
    problems = []
    runs = 0
    for reader in readers:
        found, count = fuzzed(tool, program, reader, seconds, random)
        problems += [f"{reader}: {problem}" for problem in found]
        runs += count
    if not fuzzed(tool, program, "control", 30, random)[0]:
        problems.append("control: a reader that traps is not noticed")
    return problems, f"{runs} documents of libFuzzer for {len(readers)} readers, 1 control"


def fuzzed(tool, program, reader, seconds, random):
    """Fuzzes a reader. Returns what it found, and how many documents it tried."""
    folder = tempfile.mkdtemp(prefix="formstate-fuzz-")
    try:
        begin = [str(tool.root / path) for path in READERS.get(reader, [])]
        process = subprocess.run(
            [str(program), f"-max_total_time={seconds}", f"-seed={random.randrange(1, 1 << 31)}", "-max_len=8192",
             "-timeout=20", "-rss_limit_mb=2048", "-print_final_stats=1", folder, *begin],
            cwd=folder, env={**os.environ, "FORMSTATE_READER": reader, "SWIFT_BACKTRACE": "enable=no"},
            capture_output=True, text=True, errors="replace")
        runs = re.search(r"number_of_executed_units: (\d+)", process.stderr)
        count = int(runs[1]) if runs else 0
        if process.returncode == 0:
            return [] if count else ["it tried no document"], count
        words = [line for line in process.stderr.splitlines() if "ERROR" in line or "Fatal" in line or "Base64" in line]
        return [" ".join(words)[:2000] or process.stderr[-300:]], count
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def growth(tool, is_full):
    """How costs grow with the size of the worst documents; a quick run only sees that documents are measured."""
    command = [sys.executable, str(tool.root / "Scripts/benchmark-growth"), "--check", "--tool", str(tool.path)]
    if not is_full:
        command += ["--scale", "0.01", *QUICK_JOBS]
    elif "debug" in str(tool.path):
        # A debug build takes many times as long, so its documents are smaller.
        command += ["--scale", "0.2"]
    process = subprocess.run(command, capture_output=True, text=True)
    if process.returncode == 0:
        return []
    return [f"growth: {line[:300]}" for line in process.stderr.strip().splitlines()[:3]]
