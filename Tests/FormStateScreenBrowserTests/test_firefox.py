"""The page in another browser: Firefox, driven by the protocol that is built into it."""

import gc
import os
import shutil
import signal
import tempfile
import unittest

from screen import ScreenTestCase, wait_until

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
CELLS = [
    {"key": "name", "kind": "text", "title": "Name", "required": "true()"},
    {"key": "weight", "kind": "decimal", "title": "Weight"},
    {"key": "born", "kind": "date", "title": "Born"},
    {"key": "sure", "kind": "switch", "title": "Sure"},
    {"key": "colour", "kind": "group", "title": "Colour", "properties": {"appearance": "list"}, "cells": [
        {"key": "red", "kind": "option", "title": "Red"}, {"key": "blue", "kind": "option", "title": "Blue"}]},
    {"key": "more", "kind": "group", "title": "More", "cells": [{"key": "notes", "kind": "longText", "title": "Notes"}]},
]


@unittest.skipUnless(FIREFOX, "there is no Firefox here")
class Firefox(ScreenTestCase):
    @classmethod
    def setUpClass(cls):
        from marionette_driver.marionette import Marionette

        # By default it writes a log into this folder. It deletes an older one, and as root would delete /dev/null.
        cls.logs = tempfile.TemporaryDirectory()
        cls.firefox = Marionette(bin=FIREFOX, headless=True, port=2829, gecko_log=os.path.join(cls.logs.name, "gecko.log"))
        cls.firefox.start_session()

    @classmethod
    def tearDownClass(cls):
        cls.firefox.quit()
        cls.firefox.cleanup()
        # It cleans up once more when it goes, which it cannot as the interpreter ends.
        cls.firefox = None
        gc.collect()
        cls.logs.cleanup()

    def setUp(self):
        super().setUp()
        self.take_in(CELLS)
        self.server = self.serve("serve", "answers.sqlite")
        self.open(self.server.address)

    def open(self, address):
        self.firefox.navigate(address)
        wait_until(lambda: self.find("#sheet li.row"), "the first rows")

    def find(self, selector):
        found = self.firefox.find_elements("css selector", selector)
        return found[0] if found else None

    def control(self, cell, kind="input"):
        return wait_until(lambda: self.find(f'#sheet [data-key="r:{cell}"] {kind}'), f"a control of {cell}")

    def write(self, cell, text, kind="input"):
        control = self.control(cell, kind)
        control.click()
        control.send_keys(text + "\ue004")

    def save_state(self):
        return self.find("#save-state").text

    def test_every_answer_is_saved_and_undone(self):
        self.write("name", "Ada")
        self.write("weight", "61.5")
        self.control("sure").click()
        self.control("colour", ".option:nth-of-type(2)").click()
        self.find('#sheet [data-key="r:more"] .title').click()
        self.write("notes", "Two\nlines", "textarea")
        for cell, value in {"name": "Ada", "weight": "61.5", "sure": "true", "colour": "blue", "notes": "Two\nlines"}.items():
            self.wait_for_value(cell, value)
        self.find("#undo").click()
        self.wait_for_value("notes", "")
        wait_until(lambda: self.save_state() == "All saved", "all to be saved")

    def test_what_is_typed_while_nobody_serves_is_saved(self):
        self.server.stop(signal.SIGKILL)
        self.write("name", "Ada")
        wait_until(lambda: self.save_state() == "Not saved", "a word about it")
        self.server = self.serve("serve", "answers.sqlite", "--port", self.server.port)
        self.wait_for_value("name", "Ada")
        wait_until(lambda: self.save_state() == "All saved", "all to be saved")
        self.firefox.refresh()
        wait_until(lambda: self.control("name").get_property("value") == "Ada", "the answer after a reload")

    def test_what_others_do_shows_at_once(self):
        self.tool("set", "answers.sqlite", "name", "Ben")
        wait_until(lambda: self.control("name").get_property("value") == "Ben", "what another one answered")
        self.assertIsNone(self.firefox.execute_script("return document.documentElement.dataset.differs || null"))

    def test_completing_leads_to_what_is_missing(self):
        self.find("#complete").click()
        wait_until(lambda: self.find("#gaps"), "what is missing")
        self.write("name", "Ada")
        wait_until(lambda: not self.find("#gaps"), "nothing to be missing")
        self.find("#complete").click()
        wait_until(lambda: self.find("#done"), "the response to be completed")

    def test_pages(self):
        self.open(self.server.root + "?pages=on")
        self.assertIsNone(self.find("#pager:not([hidden])"), "one section is one page")


if __name__ == "__main__":
    unittest.main()
