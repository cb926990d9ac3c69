"""Nothing that was typed is lost: what the server has not acknowledged waits, says so, and is sent again."""

import signal
import time
import unittest

from screen import Keys, Page, ScreenTestCase, wait_until

FIELDS = ["name", "town", "street", "trade", "hobby"]
PERSON = [{"key": key, "kind": "text", "title": key.title()} for key in FIELDS] + [
    {"key": "age", "kind": "integer", "title": "Age", "minimum": 0, "maximum": 120},
    {"key": "married", "kind": "switch", "title": "Married"},
    {"key": "colours", "kind": "choices", "subtitle": "Colours", "expanded": True, "cells": [
        {"key": "red", "kind": "option", "title": "Red"}, {"key": "blue", "kind": "option", "title": "Blue"}]},
    {"key": "more", "kind": "group", "title": "More", "cells": [{"key": "note", "kind": "text", "title": "Note"}]},
]


class Unsaved(ScreenTestCase):
    # What the browser writes where nobody serves, or another one does.
    expected_lines = (*ScreenTestCase.expected_lines, "status of 403", "status of 503")

    def setUp(self):
        super().setUp()
        self.take_in(PERSON)
        self.show("answers.sqlite")

    def start_again(self):
        self.server = self.serve("serve", "answers.sqlite", "--port", self.server.port)

    def unsaved(self):
        """The cells that are marked, from top to bottom."""
        return self.page.script(
            "return [...document.querySelectorAll('#sheet li:has(.unsaved)')].map((row) => row.dataset.key.slice(2))")

    def notice(self):
        return self.page.find("#notices").text

    def wait_until_saved(self):
        # An answer is marked only after a second, so no mark alone does not say that all is saved.
        wait_until(
            lambda: not self.page.asks() and not self.unsaved() and "not saved yet" not in self.notice(), "everything is saved", seconds=20)

    def type_all(self):
        for cell in FIELDS:
            self.page.type(cell, f"{cell} typed")
        self.page.press(Keys.TAB)

    def values(self):
        return [self.value_of(cell) for cell in FIELDS]

    def check_restart(self, number):
        self.page.control("name").click()
        self.server.stop(number)
        self.type_all()
        wait_until(lambda: self.unsaved() == FIELDS, "five marks")
        wait_until(lambda: "5 answers are not saved yet" in self.notice(), "how many wait")
        self.assertEqual(self.values(), [""] * 5)
        for cell in FIELDS:
            self.assertIn("Not saved yet", self.page.words(cell))
            self.assertEqual(self.page.value(cell), f"{cell} typed")
        self.page.picture("unsaved")
        self.start_again()
        self.wait_until_saved()
        self.assertEqual(self.values(), [f"{cell} typed" for cell in FIELDS])
        self.assertIsNone(self.page.settle())
        # And it goes on as before.
        self.page.type("name", "Grace" + Keys.TAB)
        self.wait_for_value("name", "Grace")

    def test_what_is_typed_while_nobody_serves_is_saved_after_a_restart(self):
        self.check_restart(signal.SIGTERM)

    def test_what_is_typed_while_nobody_serves_is_saved_after_a_kill(self):
        self.check_restart(signal.SIGKILL)

    def test_what_was_typed_when_the_server_is_killed_is_saved(self):
        for turn in range(3):
            for cell in FIELDS:
                self.page.type(cell, f"{cell} {turn}")
            self.server.stop(signal.SIGKILL)
            self.page.press(Keys.TAB)
            self.start_again()
            for cell in FIELDS:
                self.wait_for_value(cell, f"{cell} {turn}")
            self.wait_until_saved()

    def test_what_waits_survives_a_reload(self):
        self.server.stop(signal.SIGKILL)
        self.type_all()
        wait_until(lambda: len(self.unsaved()) == 5, "five marks")
        self.assertTrue(self.page.asks(), "the page asks before it is loaded again")
        # With the page in the foreground it would go on by itself.
        self.driver.get("about:blank")
        self.start_again()
        # Opening the printed address in this tab shows what was typed.
        self.page = Page(self.driver, self.server.address)
        for cell in FIELDS:
            self.wait_for_value(cell, f"{cell} typed")
            self.assertEqual(self.page.value(cell), f"{cell} typed")
        self.wait_until_saved()
        self.assertFalse(self.page.asks(), "nothing is unsaved")

    def test_what_waits_survives_a_reload_while_nobody_serves(self):
        self.server.stop(signal.SIGKILL)
        self.type_all()
        wait_until(lambda: len(self.unsaved()) == 5, "five marks")
        kept = self.page.script("return Object.values(localStorage).join()")
        self.assertTrue(kept, "it is kept in the browser")
        self.assertNotIn("typed", kept, "so that only a page of this file can read it")
        try:
            self.driver.get(self.server.root)
        except Exception:
            pass  # Nobody answers.
        self.start_again()
        self.page = Page(self.driver, self.server.address)
        for cell in FIELDS:
            self.wait_for_value(cell, f"{cell} typed")

    def test_a_server_that_stands_still(self):
        self.server.process.send_signal(signal.SIGSTOP)
        self.addCleanup(self.server.process.send_signal, signal.SIGCONT)
        self.page.type("name", "Ada" + Keys.TAB)
        self.page.type("town", "Bath" + Keys.TAB)
        wait_until(lambda: self.unsaved() == ["name", "town"], "marks")
        wait_until(lambda: "2 answers are not saved yet" in self.notice(), "how many wait")
        self.assertTrue(self.page.asks())
        self.server.process.send_signal(signal.SIGCONT)
        self.wait_for_value("name", "Ada")
        self.wait_for_value("town", "Bath")
        self.wait_until_saved()
        self.assertEqual(self.tool("log", "answers.sqlite").count("set name"), 1, "once")

    def test_a_lost_acknowledgement_does_not_act_twice(self):
        self.page.script(
            "window.lost = 0; const ask = window.fetch; window.fetch = async (address, options) => {"
            "const answer = await ask(address, options);"
            "if (address.startsWith('/act') && window.lost < 1) { window.lost += 1; throw new TypeError('lost'); } return answer; }")
        self.page.control("red").click()
        wait_until(lambda: self.page.script("return window.lost") == 1, "the loss")
        self.page.control("blue").click()
        wait_until(lambda: "blue" in self.value_of("colours"), "the other one")
        self.assertIn("red", self.value_of("colours"))
        self.wait_until_saved()
        self.page.script("window.lost = 0")
        self.page.tap("more")
        self.page.row("note")
        self.assertEqual(self.page.title("more").get_attribute("aria-expanded"), "true")
        self.assertIsNone(self.page.settle())

    def test_a_choice_whose_acknowledgement_was_lost_in_a_restart_is_made_once(self):
        self.page.script(
            "const ask = window.fetch; window.fetch = async (address, options) => { const answer = await ask(address, options);"
            "if (address.startsWith('/act')) { window.fetch = (...words) => words[0].startsWith('/act') && !window.again ? Promise.reject(new TypeError('lost'))"
            " : ask(...words); throw new TypeError('lost'); } return answer; }")
        self.page.control("red").click()
        wait_until(lambda: "red" in self.value_of("colours"), "the choice")
        self.server.stop(signal.SIGKILL)
        self.page.script("window.again = true")
        self.start_again()
        self.wait_until_saved()
        time.sleep(0.5)
        self.assertIn("red", self.value_of("colours"))
        self.assertTrue(self.page.control("red").is_selected())

    def test_a_tap_is_not_sent_again_by_itself(self):
        self.server.stop(signal.SIGKILL)
        wait_until(lambda: "connection is lost" in self.notice(), "a word about it")
        self.page.tap("more")
        wait_until(lambda: "was not done" in self.page.find("#toast").text, "a word about the tap")
        self.start_again()
        wait_until(lambda: "connection is lost" not in self.notice(), "it is back")
        time.sleep(0.5)
        self.assertFalse(self.page.has_row("note"))

    def test_a_refused_value_is_an_answer_and_waits_for_nothing(self):
        self.server.stop(signal.SIGKILL)
        self.page.type("age", "lots" + Keys.TAB)
        wait_until(lambda: self.unsaved() == ["age"], "a mark")
        self.start_again()
        wait_until(lambda: "Not accepted yet" in self.page.words("age"), "the reason", seconds=20)
        self.wait_until_saved()
        self.assertEqual(self.page.value("age"), "lots")
        self.assertFalse(self.page.asks())

    def test_the_last_of_several_answers_to_one_question_counts(self):
        self.server.stop(signal.SIGKILL)
        self.page.type("name", "Ada" + Keys.TAB)
        self.page.type("name", "Grace" + Keys.TAB)
        self.page.control("married").click()
        wait_until(lambda: "2 answers are not saved yet" in self.notice(), "how many wait")
        self.start_again()
        self.wait_until_saved()
        self.assertEqual((self.value_of("name"), self.value_of("married")), ("Grace", "true"))
        self.assertNotIn("Ada", self.tool("log", "answers.sqlite"))

    def save_state(self):
        return self.page.find("#save-state").text

    def test_the_bar_says_whether_all_is_saved(self):
        wait_until(lambda: self.save_state() == "All saved", "that all is saved")
        self.server.process.send_signal(signal.SIGSTOP)
        self.addCleanup(self.server.process.send_signal, signal.SIGCONT)
        self.page.type("name", "Ada" + Keys.TAB)
        wait_until(lambda: self.save_state() == "Saving …", "that it is being saved")
        wait_until(lambda: self.save_state() == "Not saved", "that it is not saved")
        self.server.process.send_signal(signal.SIGCONT)
        self.wait_for_value("name", "Ada")
        wait_until(lambda: self.save_state() == "All saved", "that all is saved")

    def test_an_answer_that_is_too_long_stays_and_holds_nothing_up(self):
        long = "x" * 1_100_000
        self.page.script(
            "const field = arguments[0]; field.focus(); field.value = arguments[1]; field.dispatchEvent(new Event('input', { bubbles: true }));"
            "field.blur();", self.page.control("name"), long)
        self.page.type("town", "Bath" + Keys.TAB)
        self.wait_for_value("town", "Bath")
        wait_until(lambda: self.unsaved() == ["name"], "a mark")
        wait_until(lambda: "1 answer is not saved yet" in self.notice() and "longer than 1 MB" in self.notice(), "why")
        self.assertEqual(len(self.page.value("name")), len(long))
        self.assertTrue(self.page.asks())
        self.page.type("name", "Ada" + Keys.TAB)
        self.wait_for_value("name", "Ada")
        self.wait_until_saved()
        self.assertFalse(self.page.asks())

    def test_a_file_that_is_moved_away_and_put_back(self):
        self.page.control("name").click()
        path = self.folder / "answers.sqlite"
        for name in [path, *self.folder.glob("answers.sqlite-*")]:
            name.rename(self.folder / f"moved{name.name.removeprefix('answers.sqlite')}")
        wait_until(lambda: "fault" in (self.page.find("#notices .notice").get_attribute("class")), "a word about it")
        self.page.type("name", "Ada" + Keys.TAB)
        wait_until(lambda: self.unsaved() == ["name"], "a mark")
        for name in self.folder.glob("moved*"):
            name.rename(self.folder / f"answers.sqlite{name.name.removeprefix('moved')}")
        self.wait_for_value("name", "Ada")
        self.wait_until_saved()
        wait_until(lambda: self.page.find("#notices .notice.fault") is None, "that nothing is amiss any more")

    def test_a_preview_takes_its_file_up_again(self):
        self.server.stop()
        form = self.write_form([{"key": "name", "kind": "text", "title": "Name"}])
        self.server = self.serve("serve", form, "--answers", "trial.sqlite")
        self.page = Page(self.driver, self.server.address)
        self.page.type("name", "Ada" + Keys.TAB)
        self.wait_until_saved()
        for name in self.folder.glob("trial.sqlite*"):
            name.rename(self.folder / f"moved{name.name.removeprefix('trial.sqlite')}")
        wait_until(lambda: self.page.find("#notices .notice.fault"), "a word about it")
        self.page.type("name", "Ben" + Keys.TAB)
        self.write_form([{"key": "name", "kind": "text", "title": "Full name"}])
        wait_until(lambda: self.unsaved() == ["name"], "a mark")
        self.assertFalse((self.folder / "trial.sqlite").exists(), "nothing is begun in its place")
        for name in self.folder.glob("moved*"):
            name.rename(self.folder / f"trial.sqlite{name.name.removeprefix('moved')}")
        self.wait_until_saved()
        wait_until(lambda: self.page.rows() == ["Full name"], "the form as it was saved meanwhile")
        self.assertEqual(self.tool("get", "trial.sqlite", "name").strip(), "Ben")

    def test_where_nothing_can_be_answered_no_field_can_be_edited(self):
        self.page.type("name", "Ada" + Keys.TAB)
        self.wait_for_value("name", "Ada")
        self.tool("complete", "answers.sqlite")
        wait_until(lambda: not self.page.control("name").is_enabled(), "a field that cannot be edited")
        self.assertFalse(self.page.control("married").is_enabled())
        self.assertTrue(self.page.title("more").is_enabled(), "what is folded can still be looked at")
        self.tool("reopen", "answers.sqlite")
        wait_until(lambda: self.page.control("name").is_enabled(), "a field that can be edited")
        self.page.script("location.search = '?at=0'")
        wait_until(lambda: self.page.find("#now") and not self.page.control("name").is_enabled(), "the past")
        self.server.stop()
        self.show("answers.sqlite", "--read-only")
        self.assertFalse(self.page.control("name").is_enabled())
        self.assertEqual(self.save_state(), "")

    def test_the_journal_names_who_acts(self):
        self.server.stop()
        self.show("answers.sqlite", "--author", "Ada")
        self.page.type("name", "Ada" + Keys.TAB)
        self.wait_for_value("name", "Ada")
        self.assertIn("set name", self.tool("log", "answers.sqlite", "--author", "Ada"))
        self.server.stop()
        self.environment["FORMSTATE_AUTHOR"] = "Grace"
        self.show("answers.sqlite")
        self.page.type("town", "Bath" + Keys.TAB)
        self.wait_for_value("town", "Bath")
        self.assertIn("set town", self.tool("log", "answers.sqlite", "--author", "Grace"))
        self.assertNotIn("set town", self.tool("log", "answers.sqlite", "--author", "Ada"))

    def test_all_of_many_windows_act(self):
        first = self.driver.current_window_handle
        pages = []
        try:
            for number in range(9):
                self.driver.switch_to.new_window("window")
                pages.append(Page(self.driver, self.server.root, verifies=False))
            for number in range(9):
                self.driver.switch_to.window(self.driver.window_handles[number + 1])
                # Who types over what has changed meanwhile is asked; a window without a stream of its own is a little late.
                wait_until(lambda: pages[number].value("name") == (f"name {number - 1}" if number else ""), "what the last one typed")
                pages[number].type("name", f"name {number}" + Keys.TAB)
                self.wait_for_value("name", f"name {number}")
            # Each sees what the last one has typed, some a little later.
            for number in range(9):
                self.driver.switch_to.window(self.driver.window_handles[number + 1])
                wait_until(lambda: pages[number].value("name") == "name 8", "what another window typed")
        finally:
            for handle in self.driver.window_handles:
                if handle != first:
                    self.driver.switch_to.window(handle)
                    self.driver.close()
            self.driver.switch_to.window(first)

    def test_nothing_is_sent_to_a_server_of_another_file(self):
        self.page.control("name").click()
        self.server.stop(signal.SIGKILL)
        self.type_all()
        wait_until(lambda: len(self.unsaved()) == 5, "five marks")
        self.tool("import", "others.sqlite", "form.json")
        other = self.serve("serve", "others.sqlite", "--port", self.server.port)
        wait_until(lambda: "Another file or program" in self.notice(), "a word about it")
        time.sleep(1)
        self.assertNotIn("typed", self.tool("answers", "others.sqlite", "--json"))
        other.stop()
        self.start_again()
        self.wait_until_saved()
        self.assertEqual(self.values(), [f"{cell} typed" for cell in FIELDS])


if __name__ == "__main__":
    unittest.main()
