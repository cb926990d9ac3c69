"""A full run takes what it can in its time: by default two hours for all harnesses together, on two processors."""

import concurrent.futures
import threading
import time

USUAL_HOURS = 2
# The hours of this run.
hours = USUAL_HOURS


def share(seconds):
    """The seconds of a part of a full run."""
    return seconds * hours / USUAL_HOURS


def sampled(random, cases, seconds):
    """The cases in a random order, until the time is over: those that a slow machine leaves out are any of them."""
    cases = list(cases)
    random.shuffle(cases)
    yield from in_time(cases, seconds)


def in_time(cases, seconds):
    """The cases in their order, until the time is over."""
    end = time.monotonic() + share(seconds)
    for case in cases:
        if time.monotonic() > end:
            return
        yield case


def tried(random, cases, seconds, trial):
    """Tries cases until the time is over. Returns how many, and what is wrong: what the trial of each returns."""
    count, found = 0, []
    for case in sampled(random, cases, seconds):
        count += 1
        found += trial(case)
    return count, found


def at_once(cases, trial, threads=3):
    """Tries cases in several threads: some only wait, as for a lock. Returns how many, and what is wrong."""
    lock, found = threading.Lock(), []

    def work():
        while True:
            with lock:
                case = next(cases, None)
            if case is None:
                return
            found.append(trial(*case))

    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        for end in [pool.submit(work) for _ in range(threads)]:
            end.result()
    return len(found), [problem for problems in found for problem in problems]


class Bound:
    """A number to reach, or the end of some seconds."""

    def __init__(self, number, seconds):
        self.number, self.end = number, time.monotonic() + share(seconds)

    def is_reached(self, count):
        return count >= self.number or time.monotonic() > self.end
