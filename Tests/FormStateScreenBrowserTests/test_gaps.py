"""What is missing is a mark until somebody has gone past it; who completes is led to it."""

import unittest

from screen import Keys, ScreenTestCase, wait_until

CELLS = [
    {"key": "name", "kind": "text", "title": "Name", "required": "true()"},
    {"key": "age", "kind": "integer", "title": "Age", "constraints": [{"expression": ". < 120"}], "value": 7},
    {"key": "town", "kind": "text", "title": "Town", "required": "true()"},
    {"key": "more", "kind": "group", "title": "More", "cells": [
        {"key": "trade", "kind": "text", "title": "Trade", "required": "true()"}]},
]


class Gaps(ScreenTestCase):
    def setUp(self):
        super().setUp()
        self.take_in(CELLS)
        self.show("answers.sqlite")

    def faults(self):
        """The cells at which a fault stands, from top to bottom."""
        return self.page.script(
            "return [...document.querySelectorAll('#sheet li:has(.faults .fault)')].map((row) => row.dataset.key.slice(2))")

    def test_nothing_is_missing_before_somebody_has_gone_past_it(self):
        self.assertEqual(self.faults(), [])
        self.assertIn("Required", self.page.words("name"))
        self.assertNotEqual(self.page.control("name").get_attribute("aria-invalid"), "true")
        self.page.control("name").click()
        self.assertEqual(self.faults(), [])
        self.page.press(Keys.TAB)
        wait_until(lambda: self.faults() == ["name"], "what was left empty")
        self.assertEqual(self.page.control("name").get_attribute("aria-invalid"), "true")
        self.page.type("name", "Ada" + Keys.TAB)
        self.wait_for_value("name", "Ada")
        wait_until(lambda: self.faults() == [], "nothing")
        self.assertIsNone(self.page.settle())

    def test_what_is_wrong_with_an_answer_is_said_at_once(self):
        self.tool("set", "answers.sqlite", "age", "130")
        wait_until(lambda: self.faults() == ["age"], "the fault")

    def test_completing_leads_to_what_is_missing_and_says_when_it_is_done(self):
        self.page.complete()
        wait_until(lambda: self.page.find("#gaps") and "3 answers are missing or wrong" in self.page.find("#gaps").text, "the list")
        self.assertEqual(
            [each.text for each in self.page.find_all("#gaps button")],
            ["Name: An answer is needed.", "Town: An answer is needed.", "More › Trade: An answer is needed."])
        wait_until(lambda: self.page.focused() == "r:name", "the first of them")
        self.assertEqual(self.faults(), ["name", "town"])
        self.page.picture("gaps")
        self.page.press(*"Ada")
        self.page.press(Keys.TAB)
        wait_until(lambda: "2 answers are missing" in self.page.find("#gaps").text, "what is left")
        self.page.type("town", "Bath" + Keys.TAB)
        wait_until(lambda: "One answer is missing" in self.page.find("#gaps").text, "what is left")
        # What is folded away is opened.
        self.page.find("#gaps button").click()
        wait_until(lambda: self.page.focused() == "r:trade", "the last of them")
        self.page.type("trade", "Pilot" + Keys.TAB)
        wait_until(lambda: self.page.find("#gaps") is None, "that nothing is missing")
        self.page.complete()
        wait_until(lambda: self.page.find("#done") and "Done" in self.page.find("#done").text, "that it is done")
        self.assertFalse(self.page.control("name").is_enabled())
        self.page.button("Reopen", "#done").click()
        wait_until(lambda: self.page.find("#done") is None and self.page.control("name").is_enabled(), "that it goes on")
        self.assertIsNone(self.page.settle())

    def test_what_the_form_begins_with_is_not_counted_as_answered(self):
        self.page.tab("Answers")
        wait_until(lambda: "0 of 4 answered" in self.page.find("#panels").text, "the count")
        self.page.type("name", "Ada" + Keys.TAB)
        wait_until(lambda: "1 of 4 answered" in self.page.find("#panels").text, "the count")


if __name__ == "__main__":
    unittest.main()
