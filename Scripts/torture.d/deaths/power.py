"""The power is lost at any call to a simulated disk, and calls fail: nothing acknowledged is lost."""

from bounded import share
from driver import Driver

CONTROLS = ["acknowledgesEarly", "savesTheSync"]
# Each found a commit that failed and came back: one cut off in its last page, one in an empty log.
KNOWN = [2449541944, 34]
# Losses of power in a full run, and its longest time.
LOSSES, FULL_SECONDS = 1_000_000, 3600


def run(tool, random, is_full):
    """Loses the power, a million times or for some seconds. Returns the problems, and what was done."""
    driver = Driver(tool)
    seed = random.randrange(1 << 32)
    size = ["--seconds", int(share(FULL_SECONDS)), "--losses", LOSSES] if is_full else ["--seconds", 12]
    status, lines, errors = driver.run("power", "--seed", seed, *size)
    problems = [] if status == 0 else [errors or f"ended with {status}"]
    for known in KNOWN:
        status, _, errors = driver.run("power", "--seed", known, "--seconds", 60, "--runs", 1)
        problems += [] if status == 0 else [errors or f"ended with {status}"]
    problems += [f"control: {name} is not noticed" for name in CONTROLS if not is_noticed(driver, name, seed)]
    return problems, f"{' '.join(lines)}, {len(CONTROLS)} controls"


def is_noticed(driver, control, seed):
    """Whether a run finds the fault of a control, and not another."""
    status, _, errors = driver.run("power", "--seed", seed, "--seconds", 60, "--runs", 3, "--control", control)
    return status == 1 and "acknowledged step" in errors
