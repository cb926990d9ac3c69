"""A response on paper."""

import base64

from screen import ScreenTestCase, wait_until

CELLS = [
    {"key": "name", "kind": "text", "title": "**Name**"},
    {"key": "sure", "kind": "switch", "title": "Sure"},
    {"key": "colour", "kind": "group", "title": "", "subtitle": "Colour", "cells": [
        {"key": "red", "kind": "option", "title": "Red"}, {"key": "blue", "kind": "option", "title": "Blue"}]},
    {"key": "secret", "kind": "integer", "title": "Secret", "hidden": True, "calculate": "1"},
    {"key": "trips", "kind": "repeat", "title": "Trips", "cells": [{"key": "to", "kind": "text", "title": "To"}]},
]


class Print(ScreenTestCase):
    def setUp(self):
        super().setUp()
        self.take_in(CELLS)
        self.tool("set", "answers.sqlite", "name", "Ada <b>")
        self.tool("choose", "answers.sqlite", "blue")
        for place in ("Rome", "Oslo"):
            self.tool("add", "answers.sqlite", "trips")
        self.show("answers.sqlite")

    def printed(self, words):
        self.page.from_menu(words)
        wait_until(lambda: self.page.script("return document.documentElement.dataset.printed"), "the paper")
        return self.page.find("#paper").text

    def test_the_whole_form(self):
        text = self.printed("Print the form")
        self.assertIn("Ada <b>", text)
        self.assertIn("☐ Red", text)
        self.assertIn("☒ Blue", text)
        self.assertIn("Sure", text)
        self.assertNotIn("Secret", text)
        self.assertIn("No. 2", text)
        self.assertEqual(len(self.page.find_all("#paper .blank")), 3)
        self.assertEqual(self.page.find("#paper .asks strong").text, "Name")
        self.page.picture("print")

    def test_only_what_is_answered(self):
        text = self.printed("Print the answers")
        self.assertIn("Ada <b>", text)
        self.assertIn("Blue", text)
        self.assertNotIn("Red", text)
        self.assertNotIn("Sure", text)
        self.assertEqual(self.page.find_all("#paper .blank"), [])

    def test_paper_is_white_and_holds_nothing_but_the_form(self):
        self.printed("Print the form")
        page = base64.b64decode(self.driver.execute_cdp_cmd("Page.printToPDF", {})["data"])
        self.assertTrue(page.startswith(b"%PDF"))
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        self.addCleanup(self.driver.execute_cdp_cmd, "Emulation.setEmulatedMedia", {"media": ""})
        self.assertFalse(self.page.find("#bar").is_displayed())
        self.assertEqual(self.page.find("#paper").value_of_css_property("background-color"), "rgba(255, 255, 255, 1)")

    def test_there_is_a_way_back(self):
        self.printed("Print the answers")
        self.page.button("Back to the form").click()
        wait_until(lambda: self.page.find('[data-key="r:name"]'), "the form")
