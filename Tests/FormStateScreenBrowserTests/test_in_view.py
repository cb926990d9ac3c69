"""Where one is led, one sees it: the row that has the focus is in view, and no bar or notice covers it."""

import unittest

from screen import Keys, ScreenTestCase, wait_until

WORDS = "How many people of the household have gone to school, to work or to the fields within the last seven days, and what did they take along? "

# The box of what has the focus, held against the form's: [above, below] in pixels, positive where it is outside; and what covers it.
PLACE = """
  const active = document.activeElement.closest('[data-key]') ? document.activeElement : null;
  if (!active) return `the focus is at ${document.activeElement.outerHTML.slice(0, 80)}`;
  const box = active.getBoundingClientRect();
  const form = document.getElementById('form').getBoundingClientRect();
  const [top, bottom] = [Math.max(form.top, 0), Math.min(form.bottom, innerHeight)];
  if (box.top < top - 1 || (box.bottom > bottom + 1 && box.height < bottom - top)) {
    return `${active.closest('[data-key]').dataset.key} is from ${box.top} to ${box.bottom}, the form from ${top} to ${bottom}`;
  }
  const over = document.elementFromPoint(box.left + Math.min(box.width, innerWidth) / 2, Math.min(box.top + 8, box.bottom - 1));
  const row = active.closest('[data-key]');
  return over === null || row.contains(over) ? null : `${row.dataset.key} is under ${over.outerHTML.slice(0, 80)}`;
"""


def cells():
    """Questions of many heights, a third of them required, some in groups that are closed."""
    def one(number):
        cell = {"key": f"q{number}", "kind": ["text", "longText", "integer", "date"][number % 4], "title": WORDS * (number % 5) + f"Question {number}"}
        if number % 3 == 0:
            cell["required"] = "true()"
            cell["subtitle"] = WORDS * (number % 2)
        return cell
    return [
        {"key": f"g{number}", "kind": "group", "title": f"Part {number}", "cells": [one(10 * number + each) for each in range(10)]}
        if number % 2 == 0 else {"key": f"note{number}", "kind": "label", "title": WORDS * number}
        for number in range(10)
    ] + [one(number) for number in range(100, 112)]


class InView(ScreenTestCase):
    def setUp(self):
        super().setUp()
        self.take_in(cells())

    def wait_for_view(self, cell, what):
        """The row has the focus, and is in view once everything has settled."""
        self.page.wait_for_focus(f"r:{cell}")
        self.page.settle()
        wait_until(lambda: self.page.script(PLACE) is None, what, seconds=3)

    def test_completing_and_its_links_lead_to_rows_in_view(self):
        page = self.show("answers.sqlite")
        page.complete()
        wait_until(lambda: page.find("#gaps"), "what is missing")
        self.wait_for_view("q0", "after Complete")
        outside = []
        links = len(page.find_all("#gaps button.link"))
        self.assertGreater(links, 15)
        for number in range(links):
            link = page.find_all("#gaps button.link")[number]
            page.script("arguments[0].scrollIntoView({ block: 'nearest' })", link)
            name = link.text.split(":")[0].split(" ")[-1]
            link.click()
            page.wait_for_focus(f"r:q{name}")
            page.settle()
            try:
                wait_until(lambda: page.script(PLACE) is None, "the row in view", seconds=1.5)
            except AssertionError:
                outside.append(page.script(PLACE))
        self.assertEqual(outside, [])
        page.picture(f"in-view-{self.width}")

    def test_the_notices_leave_two_thirds_of_the_screen(self):
        page = self.show("answers.sqlite")
        page.complete()
        wait_until(lambda: page.find("#gaps"), "what is missing")
        for _ in range(3):
            page.script("document.querySelector('#lines').append(document.querySelector('#gaps').cloneNode(true))")
        heights = page.script("return [document.getElementById('notices').getBoundingClientRect().height, innerHeight]")
        self.assertLessEqual(heights[0], heights[1] / 3 + 1)

    def test_focus_stays_in_view_when_a_notice_appears_and_while_one_tabs(self):
        page = self.show("answers.sqlite")
        self.tool("set", "answers.sqlite", "q100", "x")
        page.title("g0").click()
        wait_until(lambda: page.has_row("q1"), "the rows")
        page.settle()
        outside = []
        for _ in range(24):
            page.press(Keys.TAB)
            page.settle()
            if page.focused().startswith("r:"):
                found = page.script(PLACE)
                if found is not None:
                    outside.append(found)
        self.assertEqual(outside, [])
        focused = page.focused()
        # At the lower edge, where the notice leaves less room.
        page.script("document.getElementById('form').scrollTop += document.activeElement.getBoundingClientRect().bottom "
                    "- document.getElementById('form').getBoundingClientRect().bottom + 2")
        page.settle()
        page.script("document.getElementById('lines').append(Object.assign(document.createElement('p'), "
                    "{ className: 'notice', textContent: 'A notice that takes room. '.repeat(40) }))")
        self.assertEqual(page.focused(), focused)
        wait_until(lambda: page.script(PLACE) is None, "the focus in view", seconds=3)

    def test_what_is_said_for_a_while_covers_no_focus(self):
        page = self.show("answers.sqlite")
        page.title("g0").click()
        wait_until(lambda: page.has_row("q5"), "the rows")
        page.settle()
        page.control("q5").click()
        page.script("""
          const form = document.getElementById('form');
          const box = document.activeElement.getBoundingClientRect();
          form.scrollTop += box.bottom - form.getBoundingClientRect().bottom + 2;
          import('/elements.js').then((module) => module.showMessage('A sentence of some length, which a person reads for a while. '.repeat(2)));
        """)
        wait_until(lambda: page.find("#toast").text, "the sentence")
        covered = page.script("""
          const [one, two] = [document.activeElement, document.getElementById('toast')].map((each) => each.getBoundingClientRect());
          return one.bottom > two.top && two.bottom > one.top && one.right > two.left && two.right > one.left;
        """)
        self.assertFalse(covered)


class InViewOnAPhone(InView):
    width, height = 390, 740


if __name__ == "__main__":
    unittest.main()
