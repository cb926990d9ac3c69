"""A survey of the field, filled in on the page and by the command line: the same answers, by digest."""

import json

from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

from screen import EXAMPLES, Keys, ScreenTestCase, wait_until

SURVEY = EXAMPLES / "survey"


VISIT = [
    {"key": "name", "kind": "text", "title": "Name"},
    {"key": "age", "kind": "integer", "title": "Age"},
    {"key": "weight", "kind": "decimal", "title": "Weight"},
    {"key": "twice", "kind": "decimal", "title": "Twice", "calculate": "${weight} * 2"},
    {"key": "born", "kind": "text", "title": "Born in", "relevant": "${age} > 17"},
    {"key": "sure", "kind": "switch", "title": "Sure"},
    {"key": "colour", "kind": "group", "title": "Colour", "properties": {"appearance": "list"}, "cells": [
        {"key": "red", "kind": "option", "title": "Red"}, {"key": "blue", "kind": "option", "title": "Blue"}]},
    {"key": "trips", "kind": "repeat", "title": "Trips", "cells": [{"key": "to", "kind": "text", "title": "To"}]},
]


class Survey(ScreenTestCase):
    def digest(self, database):
        listed = json.loads(self.tool("list", database, "--digests", "--json"))
        return listed["forms"][0]["responses"][0]["digest"]

    def answers(self, database):
        answers = json.loads(self.tool("answers", database, "--json"))["responses"][0]["answers"]
        return {(each["cell"], each["instance"]): each["value"] for each in answers}

    def row(self, cell):
        node = self.page.row(cell)
        self.page.script("arguments[0].scrollIntoView({ block: 'center' })", node)
        return node

    def pick(self, cell, words):
        """Answers a question of choices, however it is drawn."""
        row = self.row(cell)
        if menus := row.find_elements(By.TAG_NAME, "select"):
            Select(menus[0]).select_by_visible_text(words)
        elif options := row.find_elements(By.CSS_SELECTOR, ".option"):
            next(each for each in options if each.text == words).click()
        else:
            row.find_element(By.CSS_SELECTOR, ".choose").click()
            search = wait_until(lambda: self.page.find("dialog input[type=search]"), "the dialog")
            search.send_keys(words)
            wait_until(lambda: [each.text for each in self.page.find_all("dialog label")] == [words], f"“{words}” alone")
            self.page.find("dialog label").click()

    def write(self, cell, text):
        self.row(cell)
        self.page.type(cell, text + Keys.TAB)

    def add(self, cell):
        before = len(self.page.find_all("#sheet .begins"))
        wait_until(lambda: next((each for each in self.page.find_all("#sheet button.add") if each.is_displayed()), None), "the end of the repeat").click()
        wait_until(lambda: len(self.page.find_all("#sheet .begins")) == before + 1, "another instance")

    def test_a_visit_by_hand_and_by_script(self):
        for database in ("page.sqlite", "shell.sqlite", "again.sqlite"):
            self.tool("import", database, SURVEY / "survey.xml", "--attach", SURVEY)
        for database in ("shell.sqlite", "again.sqlite"):
            self.tool("replay", database, SURVEY / "first-visit.jsonl")
        page = self.show("page.sqlite", query="pages=off")
        self.pick("region", "The coast")
        self.pick("district", "Holmwell")
        self.pick("settlement", "Upper Shelltry")
        self.write("address", "3 Harbour Lane")
        self.add("person")
        self.write("name:1", "Ada")
        self.write("age:1", "36")
        self.pick("works:1", "Yes")
        self.write("income:1", "1200.50")
        self.add("person")
        self.write("name:2", "Byron")
        self.write("age:2", "8")
        self.pick("school:2", "Yes")
        wait_until(lambda: page.find("#save-state").text == "All saved", "all to be saved")
        page_answers, wanted, again = (self.answers(f"{name}.sqlite") for name in ("page", "shell", "again"))
        # What rules take from chance is another in each response.
        by_chance = {key for key, value in wanted.items() if again[key] != value}
        self.assertLess(len(by_chance), 3)
        self.assertEqual(
            {key: value for key, value in page_answers.items() if key not in by_chance},
            {key: value for key, value in wanted.items() if key not in by_chance})
        self.assertIsNone(page.settle())
        page.picture("survey")

    def test_the_page_and_the_shell_lead_to_the_same_digest(self):
        form = self.write_form(VISIT)
        for database in ("page.sqlite", "shell.sqlite"):
            self.tool("import", database, form)
        for words in (
            ["set", "name", "Ada"], ["set", "age", "36"], ["set", "weight", "61.5"], ["set", "born", "London"], ["set", "sure", "true"],
            ["set", "colour", "blue"], ["add", "trips"], ["expand", "trips"], ["set", "to:1", "Rome"], ["add", "trips"], ["set", "to:2", "Oslo"],
        ):
            self.tool(words[0], "shell.sqlite", *words[1:])
        page = self.show("page.sqlite")
        for cell, text in (("name", "Ada"), ("age", "36"), ("weight", "61.5"), ("born", "London")):
            self.write(cell, text)
        page.control("sure").click()
        self.pick("colour", "Blue")
        for number, place in ((1, "Rome"), (2, "Oslo")):
            self.add("trips")
            self.write(f"to:{number}", place)
        wait_until(lambda: page.find("#save-state").text == "All saved", "all to be saved")
        self.assertEqual(self.digest("page.sqlite"), self.digest("shell.sqlite"))

    def test_the_same_on_a_phone_in_french(self):
        self.driver.set_window_size(500, 800)
        self.addCleanup(self.driver.set_window_size, self.width, self.height)
        self.tool("import", "page.sqlite", SURVEY / "survey.xml", "--attach", SURVEY)
        page = self.show("page.sqlite", "--language", "Français (fr)")
        self.assertEqual(page.find("#complete").text, "Terminer")
        page.picture("survey-phone")
        self.pick("region", "La côte")
        wait_until(lambda: self.tool("get", "page.sqlite", "region").strip() == "coast", "the answer")
