"""Two writers answer one question: the one who types sees both answers and chooses."""

import signal
import unittest

from screen import Keys, Page, ScreenTestCase, wait_until

CELLS = [
    {"key": "name", "kind": "text", "title": "Name"}, {"key": "age", "kind": "integer", "title": "Age"},
    {"key": "town", "kind": "text", "title": "Town"},
    {"key": "sure", "kind": "switch", "title": "Sure"},
    {"key": "size", "kind": "slider", "title": "Size"},
    {"key": "colour", "kind": "group", "title": "Colour", "properties": {"appearance": "list"}, "cells": [
        {"key": "red", "kind": "option", "title": "Red!"}, {"key": "blue", "kind": "option", "title": "Blue!"},
        {"key": "green", "kind": "option", "title": "Green!"}]},
]


class Conflicts(ScreenTestCase):
    expected_lines = (*ScreenTestCase.expected_lines, "status of 403")

    def setUp(self):
        super().setUp()
        self.take_in(CELLS)
        self.tool("set", "answers.sqlite", "name", "Huck")
        self.show("answers.sqlite")

    def conflict(self, cell):
        node = self.page.find(f'#sheet [data-key="r:{cell}"] .conflict')
        return node.text if node else None

    def wait_for_conflict(self, cell, words):
        wait_until(lambda: words in (self.conflict(cell) or ""), f"both answers to {cell}")

    def meet(self, mine, theirs):
        """Types an answer to the name while somebody else answers."""
        self.page.type("name", mine)
        if theirs == "":
            self.tool("clear", "answers.sqlite", "name")
        else:
            self.tool("set", "answers.sqlite", "name", theirs)

    def test_both_answers_show_and_mine_stays(self):
        self.meet("Tom", "Becky")
        self.wait_for_conflict("name", "Someone else has answered “Becky”.")
        self.page.press(Keys.TAB)
        self.assertEqual(self.page.value("name"), "Tom", "what was typed stays")
        self.assertEqual(self.value_of("name"), "Becky", "nothing is replaced before somebody chooses")
        self.assertIn("Not saved", self.page.find("#save-state").text)
        self.page.picture("conflict")
        self.page.button("Keep mine").click()
        self.wait_for_value("name", "Tom")
        wait_until(lambda: self.conflict("name") is None, "that it is settled")
        self.assertIsNone(self.page.settle())

    def test_theirs_stays(self):
        self.meet("Tom", "Becky")
        self.wait_for_conflict("name", "“Becky”")
        self.page.press(Keys.TAB)
        self.page.button("Take theirs").click()
        wait_until(lambda: self.page.value("name") == "Becky" and self.conflict("name") is None, "their answer")
        self.assertEqual(self.value_of("name"), "Becky")
        self.assertNotIn("Typed", self.page.words("name"))
        self.assertIsNone(self.page.settle())

    def test_an_answer_that_was_cleared(self):
        self.meet("Tom", "")
        self.wait_for_conflict("name", "Someone else has cleared this answer.")
        self.page.press(Keys.TAB)
        self.page.button("Leave it empty").click()
        wait_until(lambda: self.page.value("name") == "" and self.conflict("name") is None, "nothing")

    def test_the_same_answer_is_no_conflict(self):
        self.page.type("name", "Tom")
        self.tool("set", "answers.sqlite", "name", "Tom")
        self.page.press(Keys.TAB)
        self.wait_for_value("name", "Tom")
        self.assertIsNone(self.conflict("name"))

    def test_an_answer_to_another_question_is_no_conflict(self):
        self.page.type("name", "Tom")
        self.tool("set", "answers.sqlite", "town", "Hannibal")
        self.page.press(Keys.TAB)
        self.wait_for_value("name", "Tom")
        wait_until(lambda: self.page.value("town") == "Hannibal", "their answer")
        self.assertIsNone(self.conflict("name"))

    def test_what_one_types_oneself_is_nobody_elses(self):
        for name in ["Tom", "Sid", "Jim"]:
            self.page.type("name", name + Keys.TAB)
            self.page.type("age", f"1{len(name)}" + Keys.TAB)
        self.wait_for_value("name", "Jim")
        self.wait_for_value("age", "13")
        self.assertIsNone(self.conflict("name"))
        self.assertIsNone(self.conflict("age"))

    def test_what_was_typed_while_nobody_served_replaces_nothing_unseen(self):
        self.page.control("name").click()
        self.server.stop(signal.SIGKILL)
        self.page.type("name", "Tom" + Keys.TAB)
        self.page.type("town", "Hannibal" + Keys.TAB)
        self.tool("set", "answers.sqlite", "name", "Becky")
        self.server = self.serve("serve", "answers.sqlite", "--port", self.server.port)
        self.wait_for_conflict("name", "“Becky”")
        self.wait_for_value("town", "Hannibal")
        self.assertEqual(self.value_of("name"), "Becky")
        wait_until(lambda: self.page.value("name") == "Tom", "what was typed")
        self.page.button("Keep mine").click()
        self.wait_for_value("name", "Tom")
        wait_until(lambda: self.conflict("name") is None, "that it is settled")

    def test_what_waited_over_a_reload_replaces_nothing_unseen(self):
        self.server.stop(signal.SIGKILL)
        self.page.type("name", "Tom" + Keys.TAB)
        wait_until(lambda: "not saved yet" in self.page.find("#notices").text, "a word about it")
        self.driver.get("about:blank")
        self.tool("set", "answers.sqlite", "name", "Becky")
        self.server = self.serve("serve", "answers.sqlite", "--port", self.server.port)
        self.page = Page(self.driver, self.server.address)
        self.wait_for_conflict("name", "“Becky”")
        self.assertEqual(self.value_of("name"), "Becky")
        wait_until(lambda: self.page.value("name") == "Tom", "what was typed")

    def restart(self, work):
        """Has somebody else work while nobody serves, and serves again."""
        self.tool(*work)
        self.server = self.serve("serve", "answers.sqlite", "--port", self.server.port)

    def choose(self, words):
        next(each for each in self.page.find_all('[data-key="r:colour"] .option') if each.text == words).click()

    def test_a_choice_that_waited_replaces_nothing_unseen(self):
        self.server.stop(signal.SIGKILL)
        self.choose("Red!")
        self.restart(["set", "answers.sqlite", "colour", "blue"])
        self.wait_for_conflict("colour", "Someone else has answered “Blue!”. Your answer was “Red!”.")
        self.assertEqual(self.value_of("colour"), "blue")
        self.page.button("Keep mine").click()
        self.wait_for_value("colour", "red")
        wait_until(lambda: self.conflict("colour") is None, "that it is settled")
        self.assertIsNone(self.page.settle())

    def test_their_choice_stays(self):
        self.server.stop(signal.SIGKILL)
        self.choose("Red!")
        self.restart(["set", "answers.sqlite", "colour", "blue"])
        self.wait_for_conflict("colour", "“Blue!”")
        self.page.button("Take theirs").click()
        wait_until(lambda: self.conflict("colour") is None, "that it is settled")
        self.assertEqual(self.value_of("colour"), "blue")
        self.assertTrue(self.page.find('[data-key="r:colour"] input[value=blue]').is_selected())

    def test_a_switch_that_waited_replaces_nothing_unseen(self):
        self.tool("set", "answers.sqlite", "sure", "true")
        wait_until(lambda: self.page.control("sure").is_selected(), "the switch")
        self.server.stop(signal.SIGKILL)
        self.page.control("sure").click()
        self.restart(["clear", "answers.sqlite", "sure"])
        self.wait_for_conflict("sure", "Someone else has cleared this answer.")
        self.page.button("Keep mine").click()
        self.wait_for_value("sure", "false")

    def test_choices_that_follow_each_other_are_nobody_elses(self):
        for words in ("Red!", "Blue!", "Green!", "Red!"):
            self.choose(words)
        self.wait_for_value("colour", "red")
        self.page.control("size").send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        self.wait_for_value("size", "3")
        self.page.control("size").send_keys(Keys.ARROW_RIGHT)
        self.wait_for_value("size", "4")
        self.assertIsNone(self.conflict("colour"))
        self.assertIsNone(self.conflict("size"))


if __name__ == "__main__":
    unittest.main()
