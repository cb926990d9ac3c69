"""Nobody else reads what a command writes, links lead nowhere, and deleted text is in no byte."""

import modes
import links
import remains
import scenarios


def run(tool, random, is_full):
    """Looks at modes, links and bytes. Returns the problems, and what was done."""
    with scenarios.template(tool) as template:
        parts = [part(tool, template, random, is_full) for part in [modes.problems, links.problems, remains.problems]]
        found = [problem for _, problems in parts for problem in problems]
        for control in [modes.control, links.control, remains.control]:
            found += control(tool, template, random)
    counts = [count for count, _ in parts]
    return found, f"{counts[0]} commands under umask 000, {counts[1]} planted links, {counts[2]} deletions, 3 controls"
