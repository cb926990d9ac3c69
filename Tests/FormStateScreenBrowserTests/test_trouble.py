"""What goes wrong while somebody fills in a form: nothing that was typed is lost, and nothing is called saved that is not."""

import os
import resource
import signal
import sqlite3
import time
import unittest

from screen import Keys, Page, ScreenTestCase, wait_until

CELLS = [{"key": key, "kind": "text", "title": key.capitalize()} for key in ("name", "town", "street", "notes")]


class Trouble(ScreenTestCase):
    expected_lines = (*ScreenTestCase.expected_lines, "status of 403", "status of 500", "status of 503")

    def setUp(self):
        super().setUp()
        self.take_in(CELLS)
        self.show("answers.sqlite", "--busy-timeout", "1")

    def wait_until_saved(self):
        wait_until(lambda: self.page.find("#save-state").text == "All saved", "all to be saved", seconds=30)

    def late(self):
        return {node.get_attribute("data-key")[2:] for node in self.page.find_all("#sheet .row:has(.unsaved)")}

    def answer_all(self, word):
        for cell in ("name", "town", "street"):
            self.page.type(cell, f"{word} {cell}" + Keys.TAB)

    def check_all(self, word):
        for cell in ("name", "town", "street"):
            self.wait_for_value(cell, f"{word} {cell}")

    def test_five_restarts_while_one_types(self):
        field = self.page.control("notes")
        field.click()
        for number in range(5):
            for letter in f"part {number} ":
                field.send_keys(letter)
                time.sleep(0.03)
            self.server.stop(signal.SIGKILL if number % 2 else signal.SIGINT)
            field.send_keys("typed while nobody serves ")
            self.server = self.serve("serve", "answers.sqlite", "--port", self.server.port)
        field.send_keys("end", Keys.TAB)
        self.wait_until_saved()
        wanted = "".join(f"part {number} typed while nobody serves " for number in range(5)) + "end"
        self.wait_for_value("notes", wanted)

    def test_offline_and_a_reload(self):
        conditions = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        self.driver.execute_cdp_cmd("Network.enable", {})
        self.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": True, **conditions})
        self.answer_all("offline")
        wait_until(lambda: self.late() == {"name", "town", "street"}, "marks")
        self.assertEqual(self.page.find("#save-state").text, "Not saved")
        self.driver.refresh()
        self.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": False, **conditions})
        self.page = Page(self.driver, self.server.root)
        self.wait_until_saved()
        self.check_all("offline")

    def test_a_lock_that_lasts(self):
        other = sqlite3.connect(self.folder / "answers.sqlite", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        self.answer_all("locked")
        wait_until(lambda: self.late() == {"name", "town", "street"}, "marks")
        wait_until(lambda: "The program says" in self.page.find("#unsaved").text, "why")
        time.sleep(3)
        self.assertEqual(self.page.value("town"), "locked town")
        other.execute("COMMIT")
        other.close()
        self.wait_until_saved()
        self.check_all("locked")

    @unittest.skipUnless(hasattr(resource, "prlimit"), "needs prlimit")
    def test_a_disk_that_is_full(self):
        process = self.server.process.pid
        self.page.type("name", "before" + Keys.TAB)
        self.wait_for_value("name", "before")
        limits = resource.prlimit(process, resource.RLIMIT_FSIZE)
        resource.prlimit(process, resource.RLIMIT_FSIZE, (os.path.getsize(self.folder / "answers.sqlite-wal"), limits[1]))
        self.answer_all("full")
        wait_until(lambda: self.late() == {"name", "town", "street"}, "marks")
        wait_until(lambda: "The program says" in self.page.find("#unsaved").text, "why")
        self.assertEqual(self.value_of("town"), "")
        resource.prlimit(process, resource.RLIMIT_FSIZE, limits)
        self.wait_until_saved()
        self.check_all("full")
        self.tool("check", "answers.sqlite")

    def test_two_writers_on_different_questions(self):
        self.page.type("name", "mine")
        for number in range(5):
            self.tool("set", "answers.sqlite", "town", f"theirs {number}")
            self.page.control("name").send_keys(str(number))
        self.page.press(Keys.TAB)
        self.wait_for_value("name", "mine01234")
        self.assertEqual(self.value_of("town"), "theirs 4")
        wait_until(lambda: self.page.value("town") == "theirs 4", "what the other one wrote")


if __name__ == "__main__":
    unittest.main()
