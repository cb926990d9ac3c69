"""The tests of the package that harnesses run with seeds of their own."""

import os
import subprocess

# Of all tests, Package.swift then leaves in these.
TARGETS = "FormStateStoreTests,FormStateInterchangeTests"
# A step of the model takes a third of the time with optimization.
BUILD = ["swift", "build", "--build-tests", "--configuration", "release", "--scratch-path", ".build/optimized",
         "-Xswiftc", "-enable-testing"]
BUILT, OPTIMIZED = ".build/debug", ".build/optimized/release"


def program(tool, is_full):
    """The program with the tests, which a full run builds with optimization. Returns it, or None and what is wrong.

    Harnesses that build it at once wait for each other: SwiftPM locks its folder.
    """
    if is_full:
        build = subprocess.run(
            BUILD, cwd=tool.root, env={**os.environ, "FORMSTATE_TESTS": TARGETS}, capture_output=True, text=True)
        if build.returncode != 0:
            return None, f"the tests cannot be built: {(build.stdout + build.stderr)[-500:]}"
    path = tool.root / (OPTIMIZED if is_full else BUILT) / "FormStatePackageTests.xctest"
    return (path, "") if path.exists() else (None, "the tests are not built; run swift build --build-tests")


def run(path, names, limit=None, **environment):
    """Runs those whose names match. Returns how they ended, and what they wrote.

    After `limit` seconds they are cut off.
    """
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("FORMSTATE_")}
    # Not by way of swift test, which runs one at a time.
    cut = ["timeout", "--signal", "KILL", str(limit)] if limit else []
    process = subprocess.run(
        [*cut, str(path), "--testing-library", "swift-testing", "--filter", names], capture_output=True, text=True,
        errors="replace", env={**inherited, **environment})
    return process.returncode, process.stdout + process.stderr
