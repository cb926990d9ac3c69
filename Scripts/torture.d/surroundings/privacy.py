"""Nobody else reads what a command writes, links lead nowhere, and deleted text is in no byte."""

import cleared
import modes
import links
import remains
import scenarios


def run(tool, random, is_full):
    """Looks at modes, links and bytes. Returns the problems, and what was done."""
    with scenarios.template(tool) as template:
        looks = [modes.problems, links.problems, remains.problems, cleared.problems]
        parts = [part(tool, template, random, is_full) for part in looks]
        found = [problem for _, problems in parts for problem in problems]
        for control in [modes.control, links.control, remains.control, cleared.control]:
            found += control(tool, template, random)
    counts = [count for count, _ in parts]
    return found, (f"{counts[0]} commands under umask 000, {counts[1]} planted links, {counts[2]} deletions, "
                   f"{counts[3]} clearings, 4 controls")
