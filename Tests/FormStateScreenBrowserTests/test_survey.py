"""A survey of the field, filled in on the page and by the command line: the same answers, by digest."""

import json
import re

from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

from screen import EXAMPLES, Keys, ScreenTestCase, wait_until

SURVEY = EXAMPLES / "survey"


class Survey(ScreenTestCase):
    def digest(self, database):
        listed = json.loads(self.tool("list", database, "--digests", "--json"))
        return listed["forms"][0]["responses"][0]["digest"]

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
        for database in ("page.sqlite", "shell.sqlite"):
            self.tool("import", database, SURVEY / "survey.xml", "--attach", SURVEY)
        self.tool("replay", "shell.sqlite", SURVEY / "first-visit.jsonl")
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
        wait_until(lambda: page.find("#standing").text == "All saved", "all to be saved")
        self.assertEqual(self.digest("page.sqlite"), self.digest("shell.sqlite"))
        self.assertIsNone(page.settle())
        page.picture("survey")

    def test_the_same_on_a_phone_in_french(self):
        self.driver.set_window_size(500, 800)
        self.addCleanup(self.driver.set_window_size, self.width, self.height)
        self.tool("import", "page.sqlite", SURVEY / "survey.xml", "--attach", SURVEY)
        page = self.show("page.sqlite", "--language", "Français (fr)")
        self.assertEqual(page.find("#complete").text, "Terminer")
        page.picture("survey-phone")
        self.pick("region", "La côte")
        wait_until(lambda: page.find("#standing").text == "Tout est enregistré" or re.search("enregistr", page.find("#standing").text), "all to be saved")
        self.assertEqual(json.loads(self.tool("get", "page.sqlite", "region", "--json")), "coast")
