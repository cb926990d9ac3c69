"""The driver of the library, which lives random lives and loses the power of simulated disks."""

import subprocess

from tool import ENVIRONMENT


class Driver:
    """The program Torture, which is built with the tests."""

    def __init__(self, tool):
        self.path = tool.path.parent / "Torture"
        if not self.path.exists():
            raise SystemExit(f"Error: there is no program {self.path}; run swift build --product Torture first")

    def run(self, *arguments, wrapped=(), folder=None, limit=None):
        """Runs it. Returns its status, its lines and what it says of errors."""
        words = [*wrapped, self.path, *(str(argument) for argument in arguments)]
        process = subprocess.run(
            words, cwd=folder, env=ENVIRONMENT, capture_output=True, timeout=limit, stdin=subprocess.DEVNULL)
        # The last line of a process that was killed may be half a line.
        lines = process.stdout.decode().split("\n")[:-1]
        return process.returncode, lines, process.stderr.decode("utf-8", "replace").strip()

    def must(self, *arguments, folder=None):
        status, lines, errors = self.run(*arguments, folder=folder)
        if status != 0:
            raise RuntimeError(f"Torture {' '.join(map(str, arguments))}: {status} {errors}")
        return lines
