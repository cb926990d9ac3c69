"""A full run takes what it can in its time, so all harnesses together take two hours on two processors."""

import time


def sampled(random, cases, seconds):
    """The cases in a random order, until the time is over: those that a slow machine leaves out are any of them."""
    cases = list(cases)
    random.shuffle(cases)
    end = time.monotonic() + seconds
    for case in cases:
        if time.monotonic() > end:
            return
        yield case


class Bound:
    """A number to reach, or the end of some seconds."""

    def __init__(self, number, seconds):
        self.number, self.end = number, time.monotonic() + seconds

    def is_reached(self, count):
        return count >= self.number or time.monotonic() > self.end
