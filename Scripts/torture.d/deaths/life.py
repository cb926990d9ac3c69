"""Processes end in the middle of a random life of a file, killed or without memory, and others go on with it."""

import signal
import subprocess
import time

from bounded import Bound
from driver import Driver
from tool import FILE, Folder

FULL_SECONDS = 850
STEPS = 60
# Calls, and how many of them a few steps make.
CALLS = [("pwrite64", 40), ("fdatasync", 7), ("fcntl", 75), ("openat", 6), ("close", 4)]


def run(tool, random, is_full):
    """Kills processes. Returns the problems, and what was done."""
    driver = Driver(tool)
    problems, kills, lives = [], 0, 0
    # With those of the harness kill, a quick run has 100 and a full one 5,000.
    bound = Bound(2300 if is_full else 52, FULL_SECONDS)
    while not bound.is_reached(kills):
        seed = random.randrange(1 << 32)
        life = Life(driver, seed, random)
        with life.folder:
            problems += [f"life {seed}: {problem}" for problem in life.live()]
        kills += life.kills
        lives += 1
    problems += control(driver, random)
    return problems, f"{kills} kills in {lives} lives of {STEPS} steps, 1 control"


class Life:
    """A file in which the processes of a life are killed, beside one in which nobody is."""

    def __init__(self, driver, seed, random, *options):
        self.driver, self.seed, self.random, self.options = driver, seed, random, options
        self.folder = Folder()
        # strace knows a relative path only of a file that is there when it begins.
        root = self.folder.path.resolve()
        self.files = [word for end in ["", "-wal", "-shm", "-journal"] for word in ["-P", f"{root}/{FILE}{end}"]]
        self.kills = 0
        driver.must("begin", FILE, "--seed", seed, folder=self.folder.path)
        with Folder(self.folder.path) as undisturbed:
            lines = driver.must("live", FILE, "--seed", seed, "--from", 0, "--to", STEPS, folder=undisturbed)
            self.expected = [self.examined(self.folder.path)[0], *(line.split("\t")[1] for line in lines)]
            self.end = self.examined(undisturbed)

    def examined(self, folder):
        """What check, undo and redo say of a copy of a file."""
        with Folder(folder) as copy:
            status, lines, errors = self.driver.run("examine", FILE, "--seed", self.seed, folder=copy)
            return lines if status == 0 else [f"{status}: {errors}"]

    def live(self):
        """Lives it to its end. Returns what is wrong."""
        step = 0
        while step < STEPS:
            acknowledged = self.killed(step)
            found = self.examined(self.folder.path)
            # At most one step more than was acknowledged.
            allowed = self.expected[acknowledged:acknowledged + 2]
            if found[0] not in allowed:
                return [f"step {acknowledged} was acknowledged, and afterwards there is {found[0]}"]
            step = acknowledged + (found[0] != allowed[0])
        found = self.examined(self.folder.path)
        return [] if found == self.end else [f"it ends as {found}, and undisturbed as {self.end}"]

    def killed(self, step):
        """Lives from a step on until a kill. Returns the last acknowledged step."""
        words = ["live", FILE, "--seed", self.seed, "--from", step, "--to", STEPS, *self.options]
        way = self.random.choice(["at a call", "at any time", "out of memory"])
        if way == "out of memory":
            status, lines, _ = self.driver.run(
                *words, "--memory-seed", self.random.randrange(1 << 32), folder=self.folder.path)
        elif way == "at a call":
            name, most = self.random.choice(CALLS)
            number = self.random.randrange(1, most)
            wrapped = ["strace", "-f", "-qqq", "-o", "/dev/null", *self.files, "-e", f"trace={name}"]
            wrapped += ["-e", f"inject={name}:signal=KILL:when={number}"]
            status, lines, _ = self.driver.run(*words, wrapped=wrapped, folder=self.folder.path)
        else:
            status, lines = self.killed_in(words)
        if status != 0:
            self.kills += 1
        return int(lines[-1].split("\t")[0]) if lines else step

    def killed_in(self, words):
        process = subprocess.Popen(
            [self.driver.path, *map(str, words)], cwd=self.folder.path, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL)
        output = self.printed(process)
        process.send_signal(signal.SIGKILL)
        output += process.stdout.read()
        return process.wait(), output.decode().split("\n")[:-1]

    def printed(self, process):
        """What a process printed some steps, and a moment, later: on a slow machine it gets as far."""
        output = b"".join(process.stdout.readline() for _ in range(self.random.randrange(4)))
        time.sleep(self.random.uniform(0, 0.05))
        return output


def control(driver, random):
    """A process that acknowledges before its commit must be noticed."""
    for _ in range(20):
        life = Life(driver, random.randrange(1 << 32), random, "--control", "acknowledgesEarly")
        with life.folder:
            if life.live():
                return []
    return ["control: a life that acknowledges early is not noticed"]
