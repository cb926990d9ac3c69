"""The page stays live: other processes, other windows, a server that is started again, a form that is being written."""

import json
import shutil
import time
import unittest

from screen import EXAMPLES, Keys, Page, ScreenTestCase, open_browser, wait_until

PERSON = [
    {"key": "name", "kind": "text", "title": "Name"},
    {"key": "town", "kind": "text", "title": "Town"},
    {"key": "more", "kind": "group", "title": "More", "cells": [{"key": "hobby", "kind": "text", "title": "Hobby"}]},
]


class Others(ScreenTestCase):
    def setUp(self):
        super().setUp()
        self.take_in(PERSON)
        self.show("answers.sqlite")

    def test_what_another_process_does_appears(self):
        self.tool("set", "answers.sqlite", "name", "Ada")
        done = time.monotonic()
        wait_until(lambda: self.page.value("name") == "Ada", "the name")
        print(f"\n  on the page {1000 * (time.monotonic() - done):.0f} ms after the other process had ended")
        self.tool("expand", "answers.sqlite", "more")
        self.page.row("hobby")
        self.assertIsNone(self.page.settle())

    def test_what_is_being_typed_is_left_alone(self):
        self.page.type("name", "Ad")
        field = self.page.control("name")
        self.tool("set", "answers.sqlite", "name", "Somebody else")
        self.tool("set", "answers.sqlite", "town", "Bath")
        wait_until(lambda: self.page.value("town") == "Bath", "the other row")
        self.assertEqual(self.page.value("name"), "Ad")
        field.send_keys("a")
        self.assertEqual(self.page.value("name"), "Ada")
        self.assertEqual(self.page.script("return document.activeElement.selectionStart"), 3)
        field.send_keys(Keys.TAB)
        self.page.button("Keep mine").click()
        self.wait_for_value("name", "Ada")

    def test_rows_that_stay_keep_node_and_focus(self):
        field = self.page.control("town")
        field.click()
        self.page.script("arguments[0].setSelectionRange(0, 0)", field)
        self.tool("set", "answers.sqlite", "name", "Ada")
        self.tool("expand", "answers.sqlite", "more")
        self.page.row("hobby")
        self.assertEqual(self.page.control("town"), field)
        self.assertEqual(self.page.focused(), "r:town")

    def test_undo_is_there_after_the_server_was_started_again(self):
        self.page.type("name", "Ada" + Keys.ENTER)
        self.wait_for_value("name", "Ada")
        self.server.stop()
        self.assertEqual(sorted(each.name for each in self.folder.glob("answers.sqlite*")), ["answers.sqlite"])
        wait_until(lambda: "connection is lost" in self.page.find("#notices").text, "a word about it")
        self.server = self.serve("serve", "answers.sqlite", "--port", self.server.port)
        wait_until(lambda: "connection is lost" not in self.page.find("#notices").text, "nothing any more")
        page = self.page = Page(self.driver, self.server.address)
        page.find("#undo").click()
        self.wait_for_value("name", "")

    def test_a_page_that_stays_open_goes_on_with_the_server_that_was_started_again(self):
        for name in ("Ada", "Grace", "Edsger", "Barbara"):
            self.tool("set", "answers.sqlite", "name", name)
            self.wait_for_value("name", name)
        self.server.stop()
        wait_until(lambda: "connection is lost" in self.page.find("#notices").text, "a word about it")
        self.page.script("window.asked = 0; const ask = window.fetch; window.fetch = (...words) => { window.asked += 1; return ask(...words); }")
        self.server = self.serve("serve", "answers.sqlite", "--port", self.server.port)
        wait_until(lambda: "connection is lost" not in self.page.find("#notices").text, "nothing any more")
        self.tool("set", "answers.sqlite", "name", "Alan")
        self.wait_for_value("name", "Alan")
        self.assertIsNone(self.page.settle())
        asked = self.page.script("return window.asked")
        self.assertLess(asked, 20)
        time.sleep(1)
        self.assertEqual(self.page.script("return window.asked"), asked)

    def test_what_was_done_while_nobody_served_shows_afterwards(self):
        self.server.stop()
        wait_until(lambda: "connection is lost" in self.page.find("#notices").text, "a word about it")
        self.tool("set", "answers.sqlite", "name", "Ada")
        self.server = self.serve("serve", "answers.sqlite", "--port", self.server.port)
        self.wait_for_value("name", "Ada")
        self.tool("expand", "answers.sqlite", "more")
        self.page.row("hobby")
        self.assertIsNone(self.page.settle())

    def test_two_windows_and_a_shell_agree(self):
        driver = open_browser()
        self.addCleanup(driver.quit)
        other = Page(driver, self.server.address)
        self.page.tap("more")
        other.row("hobby")
        other.type("hobby", "Chess" + Keys.ENTER)
        wait_until(lambda: self.page.value("hobby") == "Chess", "what the other one typed")
        self.tool("set", "answers.sqlite", "town", "Bath")
        for page in (self.page, other):
            wait_until(lambda: page.value("town") == "Bath", "what the shell set")
            self.assertIsNone(page.settle())


class Instances(ScreenTestCase):
    def test_instances_are_added_removed_and_moved(self):
        self.tool("import", "answers.sqlite", EXAMPLES / "trip.json")
        page = self.show("answers.sqlite")
        begin = lambda: [row.text.split("\n")[0] for row in page.find_all(".begins")]
        wait_until(lambda: len(page.find_all(".begins")) == 1, "the passenger that there has to be")
        page.button("Add: Passengers").click()
        wait_until(lambda: len(page.find_all(".begins")) == 2, "another one")
        self.assertEqual(begin(), ["1 of 2", "2 of 2"])
        self.assertIsNone(page.settle())
        keys = [row.get_attribute("data-key") for row in page.find_all(".begins")]
        page.find_all(".begins")[1].find_element("css selector", "[title='Move up']").click()
        wait_until(lambda: [row.get_attribute("data-key") for row in page.find_all(".begins")] == keys[::-1], "the other order")
        self.assertIsNone(page.settle())
        page.find_all(".begins")[0].find_element("css selector", "[title=Remove]").click()
        wait_until(lambda: [row.get_attribute("data-key") for row in page.find_all(".begins")] == keys[:1], "one of them")
        page.find("#undo").click()
        wait_until(lambda: len(page.find_all(".begins")) == 2, "it is back")
        self.assertIsNone(page.settle())


class Languages(ScreenTestCase):
    def test_the_language_is_chosen_on_the_page(self):
        self.take_in([{"key": "name", "kind": "text", "title": {"en": "Name", "fr": "Nom"}}], language="en")
        page = self.show("answers.sqlite")
        self.assertEqual(page.rows(), ["Name"])
        page.find("#menu summary").click()
        language = wait_until(lambda: page.find_all("#menu select")[-1], "the languages")
        language.find_element("css selector", "[value=fr]").click()
        wait_until(lambda: page.rows() == ["Nom"], "the other language")
        self.page = Page(self.driver, self.serve("serve", "answers.sqlite", "--language", "fr").address)
        self.assertEqual(self.page.rows(), ["Nom"])


class Previews(ScreenTestCase):
    def preview(self, *words):
        self.server = self.serve("serve", *words)
        self.page = Page(self.driver, self.server.address)
        return self.page

    def test_a_saved_plist_shows_at_once_and_keeps_what_was_open_and_filled_in(self):
        plist = self.folder / "profile.plist"
        shutil.copy(EXAMPLES / "profile.plist", plist)
        page = self.preview("profile.plist", "--section-titles", "Personal,Preferences,Work Experience")
        page.tap("full-name")
        page.type("first-name", "Ada" + Keys.ENTER)
        wait_until(lambda: "Ada" in page.words("full-name"), "the title that follows")
        text = plist.read_text()
        plist.write_text(text.replace("Last name", "Family name"))
        saved = time.monotonic()
        wait_until(lambda: any("Family name" in row for row in page.rows()), "the new words")
        print(f"\n  on the page {1000 * (time.monotonic() - saved):.0f} ms after the file was saved")
        self.assertEqual(page.value("first-name"), "Ada")
        plist.write_text(text[: len(text) // 2])
        wait_until(lambda: page.find("#preview.fault"), "what is wrong")
        self.assertIn("profile.plist", page.find("#preview").text)
        page.picture("preview-faults")
        page.tap("date-of-birth")
        page.row("date-of-birth-date")
        self.assertTrue(page.find("#preview.fault"), "it is still wrong, whatever is done")
        self.assertEqual(page.value("first-name"), "Ada")
        plist.write_text(text)
        wait_until(lambda: not page.find("#preview.fault"), "nothing is wrong any more")
        wait_until(lambda: any("Last name" in row for row in page.rows()), "the words from before")
        self.assertIsNone(page.settle())

    def test_a_file_that_goes_and_comes_back(self):
        self.write_form(PERSON)
        page = self.preview("form.json")
        page.type("name", "Ada" + Keys.ENTER)
        (self.folder / "form.json").rename(self.folder / "aside.json")
        wait_until(lambda: page.find("#lines .fault"), "a word about it")
        self.assertIn("form.json", page.find("#lines .fault").text)
        (self.folder / "aside.json").rename(self.folder / "form.json")
        wait_until(lambda: not page.find("#lines .fault"), "no word any more")
        self.assertEqual(page.value("name"), "Ada")

    def test_a_form_that_is_broken_at_first(self):
        (self.folder / "form.json").write_text("{")
        page = self.preview("form.json")
        self.assertIn("form.json", page.find("#preview").text)
        self.write_form(PERSON)
        page.row("name")

    def test_what_was_filled_in_is_there_the_next_time_and_gone_with_fresh(self):
        self.write_form(PERSON)
        page = self.preview("form.json")
        page.type("name", "Ada" + Keys.ENTER)
        wait_until(lambda: "Undo Set Name" == page.find("#undo").get_attribute("aria-label"), "it is entered")
        self.server.stop()
        page = self.preview("form.json")
        self.assertEqual(page.value("name"), "Ada")
        self.server.stop()
        page = self.preview("form.json", "--fresh")
        self.assertEqual(page.value("name"), "")

    def test_an_answer_to_a_question_that_was_renamed_moves_to_it(self):
        self.write_form(PERSON)
        page = self.preview("form.json")
        page.type("name", "Ada" + Keys.ENTER)
        wait_until(lambda: "Undo Set Name" == page.find("#undo").get_attribute("aria-label"), "it is entered")
        page.type("town", "Graz" + Keys.ENTER)
        wait_until(lambda: "Undo Set Town" == page.find("#undo").get_attribute("aria-label"), "it is entered")
        self.assertFalse(page.find("#set-aside"))
        self.write_form([
            {**PERSON[0], "key": "full-name"}, {"key": "place", "kind": "text", "title": "Where from"},
            {"key": "nickname", "kind": "text", "title": "Nickname"}, PERSON[2]])
        wait_until(lambda: len(page.find_all("#set-aside li")) == 2, "what is set aside")
        first, second = (item.text for item in page.find_all("#set-aside li"))
        self.assertIn("The form has no question “name” any more, so the answer to “Name” was set aside: “Ada”.", first)
        self.assertIn("The form has no question “town” any more, so the answer to “Town” was set aside: “Graz”.", second)
        self.assertEqual(page.value("full-name"), "")
        page.picture("preview-set-aside")
        page.find("#set-aside li button").click()
        wait_until(lambda: page.value("full-name") == "Ada", "the answer where it belongs")
        wait_until(lambda: len(page.find_all("#set-aside li")) == 1, "one left")
        # It stands before the same question as the one that was renamed, but is another one.
        self.assertEqual(page.find("#set-aside li button").text, "Move it to “Nickname”")
        choice = page.find("#set-aside li select")
        self.assertEqual([option.text for option in choice.find_elements("css selector", "option")][1:], ["Where from"])
        choice.find_element("css selector", "[value=place]").click()
        wait_until(lambda: page.value("place") == "Graz", "the other answer")
        wait_until(lambda: not page.find("#set-aside"), "nothing is set aside any more")
        page.find("#undo").click()
        wait_until(lambda: page.find("#set-aside"), "it is set aside again")
        self.assertIsNone(page.settle())


if __name__ == "__main__":
    unittest.main()
