"""A person who comes back stands where they stood: after a reload, and after the program was killed."""

import contextlib
import signal
import sqlite3
import unittest

from screen import Page, ScreenTestCase, wait_until

FIRST = """
  const form = document.getElementById('form').getBoundingClientRect();
  const rows = [...document.querySelectorAll('#sheet li.row')].filter((row) => row.getBoundingClientRect().top >= form.top - 1);
  return rows.length > 0 ? rows[0].dataset.key : null;
"""


class Places(ScreenTestCase):
    def setUp(self):
        super().setUp()
        self.take_in([{"key": f"q{number}", "kind": ["text", "integer"][number % 2], "title": f"Question {number}"} for number in range(600)])

    def first(self):
        return self.page.script(FIRST)

    def kept(self):
        """The cell with the focus and the first row, of each browser in the file."""
        with contextlib.closing(sqlite3.connect(self.folder / "answers.sqlite")) as file:
            return file.execute("SELECT cell, first_row FROM formstate_place").fetchall()

    def restart(self):
        """Kills the program, and serves the same again."""
        self.server.stop(signal.SIGKILL)
        self.server = self.serve("serve", "answers.sqlite", "--port", self.server.port)

    def test_the_same_row_is_on_top_and_the_same_question_has_the_focus(self):
        page = self.show("answers.sqlite")
        page.type("q0", "Ada")
        page.script("document.getElementById('form').scrollTop = 9000")
        wait_until(lambda: not page.has_row("q0") and self.first(), "rows further down")
        page.settle()
        number = int(self.first().removeprefix("r:q")) + 3
        cell = f"q{number - number % 2}"
        page.type(cell, "Grace")
        page.settle()
        top = self.first()
        wait_until(lambda: self.kept() == [(cell, top.removeprefix("r:"))], f"“{cell}” and “{top}” in the file")
        self.restart()
        page.driver.refresh()
        page.wait_for_focus(f"r:{cell}")
        wait_until(lambda: self.first() == top, f"“{top}” on top", seconds=3)
        page.settle()
        self.assertEqual((self.first(), page.focused()), (top, f"r:{cell}"))
        self.assertEqual(page.value(cell), "Grace")
        # A link to a page of the form, or to a revision, leads there.
        self.page = Page(self.driver, self.server.address, "at=1")
        wait_until(lambda: self.first() == "r:q0", "the top of the revision")

    def test_on_a_form_in_pages_a_reload_keeps_the_row_and_another_page_begins_at_its_top(self):
        cells = [{"key": f"p{number}", "kind": "text", "title": f"Point {number}"} for number in range(100)]
        self.take_in(cells, sections=[
            {"key": key, "title": key, "cells": [{**cell, "key": f"{key}{cell['key']}"} for cell in cells]} for key in ["a", "b"]])
        page = self.show("answers.sqlite", query="form=form&pages=on")
        page.type("ap0", "Ada")
        page.find("#next").click()
        wait_until(lambda: page.has_row("bp0"), "the second page")
        page.script("document.getElementById('form').scrollTop = 1500")
        wait_until(lambda: not page.has_row("bp0") and self.first(), "rows further down")
        page.settle()
        top = self.first()
        wait_until(lambda: [first for _, first in self.kept()] == [top.removeprefix("r:")], "the place in the file")
        self.restart()
        page.driver.refresh()
        wait_until(lambda: self.first() == top, f"“{top}” on top")
        page.settle()
        self.assertEqual(self.first(), top)
        page.driver.get(page.script("return location.href").replace("page=b", "page=a"))
        wait_until(lambda: self.first() == "r:ap0", "the top of the first page")

    def test_a_page_that_was_only_looked_at_begins_at_the_top_and_has_no_place(self):
        page = self.show("answers.sqlite")
        page.script("document.getElementById('form').scrollTop = 9000")
        wait_until(lambda: not page.has_row("q0") and self.first(), "rows further down")
        page.settle()
        # Before its first action a response has no place.
        self.assertEqual(self.kept(), [])
        top = self.first()
        self.tool("set", "answers.sqlite", "q1", "7")
        wait_until(lambda: [first for _, first in self.kept()] == [top.removeprefix("r:")], "the place after the first action")
        page.driver.refresh()
        wait_until(lambda: self.first() == top, f"“{top}” on top")


if __name__ == "__main__":
    unittest.main()
