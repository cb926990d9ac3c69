"""Every control is touched, and what was done stands in the file."""

import unittest

from screen import Keys, Page, ScreenTestCase, wait_until

EVERY_KIND = [
    {"key": "name", "kind": "text", "title": "Name", "required": True},
    {"key": "story", "kind": "longText", "title": "Story"},
    {"key": "age", "kind": "integer", "title": "Age", "minimum": 0, "maximum": 120},
    {"key": "price", "kind": "decimal", "title": "Price", "unit": "€"},
    {"key": "day", "kind": "date", "title": "Day"},
    {"key": "hour", "kind": "time", "title": "Hour"},
    {"key": "moment", "kind": "dateTime", "title": "Moment"},
    {"key": "married", "kind": "switch", "title": "Married", "onTitle": "Married", "offTitle": "Single"},
    {"key": "level", "kind": "slider", "title": "Level", "minimum": 0, "maximum": 10},
    {"key": "sport", "kind": "group", "subtitle": "Sport", "cells": [
        {"key": "ball", "kind": "option", "title": "Football"}, {"key": "bike", "kind": "option", "title": "Cycling"}]},
    {"key": "colours", "kind": "choices", "subtitle": "Colours", "expanded": True, "cells": [
        {"key": "red", "kind": "option", "title": "Red"}, {"key": "blue", "kind": "option", "title": "Blue"}]},
    {"key": "hint", "kind": "label", "title": "A label says something"},
    {"key": "note", "kind": "label", "title": "One\nTwo\nThree\nFour", "inline": {"collapsedHeight": 44, "lineLimit": 1}},
]


class EveryControl(ScreenTestCase):
    def setUp(self):
        super().setUp()
        self.take_in(EVERY_KIND)
        self.show("answers.sqlite")

    def test_text_is_a_draft_while_it_is_typed_and_a_value_on_leaving(self):
        self.page.type("name", "Ada")
        wait_until(lambda: "Ada" in self.tool("answers", "answers.sqlite", "--json"), "a draft")
        self.assertEqual(self.value_of("name"), "")
        self.page.control("story").click()
        self.wait_for_value("name", "Ada")
        self.assertIsNone(self.page.settle())

    def test_what_was_being_typed_when_the_page_is_left_is_kept(self):
        self.page.type("name", "Ada")
        self.driver.get("about:blank")
        wait_until(lambda: "Ada" in self.tool("answers", "answers.sqlite", "--json"), "a draft")
        self.page = Page(self.driver, self.server.address)
        self.assertEqual(self.page.value("name"), "Ada")
        # It sends what it kept once more, and would ask before it goes again until that is acknowledged.
        wait_until(lambda: not self.page.asks(), "an acknowledgement")

    def test_enter_enters_and_escape_takes_a_draft_back(self):
        self.page.type("name", "Ada" + Keys.ENTER)
        self.wait_for_value("name", "Ada")
        self.page.type("name", "Eve" + Keys.ESCAPE)
        wait_until(lambda: self.page.value("name") == "Ada", "the value that was there")

    def test_what_is_refused_stays_with_its_reason(self):
        self.page.type("age", "lots" + Keys.TAB)
        wait_until(lambda: "Not accepted yet" in self.page.words("age"), "a reason")
        self.assertEqual(self.page.value("age"), "lots")
        self.assertIn("whole number", self.page.words("age"))
        self.assertEqual(self.page.control("age").get_attribute("aria-invalid"), "true")
        self.page.type("age", "42" + Keys.TAB)
        self.wait_for_value("age", "42")
        wait_until(lambda: "Not accepted yet" not in self.page.words("age"), "no reason any more")

    def test_numbers_dates_and_times(self):
        self.page.type("price", "12.50" + Keys.TAB)
        self.wait_for_value("price", "12.50")
        for cell, value, stored in [
            ("day", "2026-11-21", "2026-11-21"), ("hour", "08:30", "08:30:00"), ("moment", "2026-11-21T08:30", "2026-11-21T08:30:00"),
        ]:
            control = self.page.control(cell)
            self.page.script(
                "arguments[0].focus(); arguments[0].value = arguments[1];"
                "arguments[0].dispatchEvent(new Event('input', { bubbles: true })); arguments[0].blur()", control, value)
            wait_until(lambda: self.value_of(cell).startswith(stored), f"{cell}: {self.value_of(cell)}")
        stored = self.value_of("moment")
        self.assertRegex(stored, r"[+-]\d\d:\d\d$|Z$")
        wait_until(lambda: self.page.row("moment").text.endswith(stored[19:]), "the offset beside the moment")

    def test_long_text(self):
        self.page.type("story", "Once" + Keys.ENTER + "upon" + Keys.TAB)
        self.wait_for_value("story", "Once\nupon")

    def test_a_switch_and_a_slider(self):
        self.page.control("married").click()
        self.wait_for_value("married", "true")
        wait_until(lambda: "Married" in self.page.row("married").find_element("css selector", ".control").text, "its title")
        self.page.control("level").send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        self.wait_for_value("level", "2")

    def test_an_option_is_chosen_and_its_question_closes(self):
        self.page.tap("sport")
        self.page.row("ball")
        self.page.control("bike").click()
        self.wait_for_value("sport", "bike")
        wait_until(lambda: not self.page.has_row("ball"), "the question closed")
        self.assertIn("Cycling", self.page.words("sport"))
        self.page.wait_for_focus("r:sport")

    def test_several_options(self):
        self.page.control("red").click()
        self.page.control("blue").click()
        wait_until(lambda: self.value_of("colours").count("red") == 1 and "blue" in self.value_of("colours"), "both")
        self.page.control("red").click()
        wait_until(lambda: "red" not in self.value_of("colours"), "one of them")

    def test_a_row_grows_in_place(self):
        short = self.page.row("note").size["height"]
        self.page.tap("note")
        wait_until(lambda: self.page.row("note").size["height"] > short + 30, "more height")
        self.assertIsNone(self.page.settle())
        self.page.tap("note")
        wait_until(lambda: self.page.row("note").size["height"] == short, "the height from before")

    def test_undo_and_redo_say_what_they_do(self):
        self.page.control("married").click()
        self.wait_for_value("married", "true")
        undo = wait_until(lambda: self.page.find("#undo:enabled"), "something to undo")
        self.assertEqual(undo.get_attribute("aria-label"), "Undo Set Married")
        undo.click()
        self.wait_for_value("married", "")
        self.assertEqual(self.page.said(), "Undid: Set Married")
        wait_until(lambda: self.page.find("#redo:enabled"), "something to do again").click()
        self.wait_for_value("married", "true")

    def test_completing_and_reopening(self):
        self.page.type("name", "Ada" + Keys.ENTER)
        self.wait_for_value("name", "Ada")
        self.page.complete()
        wait_until(lambda: "completed" in self.page.find("#about").text, "the mark")
        self.assertFalse(self.page.control("married").is_enabled())
        self.page.from_menu("Reopen")
        wait_until(lambda: "completed" not in self.page.find("#about").text, "no mark")

    def test_required_and_faults_are_said_in_words(self):
        self.assertIn("Required", self.page.words("name"))
        self.page.tab("Answers")
        wait_until(lambda: "1 fault" in self.page.find("#panels").text, "the count of faults")


class ListsAndSections(ScreenTestCase):
    def test_choices_from_a_list_are_searched(self):
        towns = [{"value": f"t{number}", "title": f"Town {number}"} for number in range(120)]
        self.take_in(
            [{"key": "town", "kind": "group", "subtitle": "Town", "choices": "list('towns')"},
             {"key": "seen", "kind": "choices", "subtitle": "Seen", "choices": "list('towns')"}], lists={"towns": towns})
        page = self.show("answers.sqlite")
        page.control("town").click()
        wait_until(lambda: "120 choices" in page.find("dialog").text, "all of them")
        self.assertEqual(len(page.find_all("dialog li")), 50)
        page.button("Show more").click()
        wait_until(lambda: len(page.find_all("dialog li")) == 100, "more of them")
        page.find("dialog input[type=search]").send_keys("town 77")
        wait_until(lambda: len(page.find_all("dialog li")) == 1, "the one that is meant")
        page.find("dialog li label").click()
        self.wait_for_value("town", "t77")
        wait_until(lambda: page.control("town").text == "Town 77", "its title")
        page.wait_for_focus("r:town")
        page.control("seen").click()
        wait_until(lambda: len(page.find_all("dialog li")) == 50, "the choices")
        for index in (0, 2):
            page.find_all("dialog li label")[index].click()
        page.button("Done").click()
        wait_until(lambda: "t0" in self.value_of("seen") and "t2" in self.value_of("seen"), "both")

    def test_sections_fold(self):
        self.tool("import", "answers.sqlite", self.write_form([{"key": "name", "kind": "text", "title": "Name"}]))
        page = self.show("answers.sqlite")
        fold = page.find("h2 button")
        self.assertEqual(fold.get_attribute("aria-expanded"), "true")
        fold.click()
        wait_until(lambda: not page.has_row("name"), "the rows put away")
        self.assertEqual(page.find("h2 button").get_attribute("aria-expanded"), "false")
        self.assertIsNone(page.settle())


if __name__ == "__main__":
    unittest.main()
