"""Revisions, and what stands beside the form."""

import json
import unittest

from screen import EXAMPLES, Keys, Page, ScreenTestCase, wait_until


class Revisions(ScreenTestCase):
    def setUp(self):
        super().setUp()
        self.tool("import", "answers.sqlite", EXAMPLES / "inspection.json")
        # Only the present has drafts, so rows of the past have other heights.
        for cell, text in (("electrics-tested", "about 2015"), ("result-note", "Ask Tom about the asbestos in the")):
            self.tool("set", "answers.sqlite", cell, text, "--draft", "--response", "mill-lane-3")
        self.show("answers.sqlite", "--response", "mill-lane-3", query="response=mill-lane-3")
        self.last = json.loads(self.tool("show", "answers.sqlite", "--response", "mill-lane-3", "--json"))["revision"]

    def go(self, revision):
        self.page.script(
            "const slider = document.getElementById('revision'); slider.value = arguments[0];"
            "slider.dispatchEvent(new Event('input')); slider.dispatchEvent(new Event('change'))", revision)

    def test_the_slider_goes_back_and_the_page_comes_back_to_now(self):
        self.go(7)
        wait_until(lambda: f"Revision 7 of {self.last}" in self.page.find("#notices").text, "the revision")
        shown = json.loads(self.tool("show", "answers.sqlite", "--response", "mill-lane-3", "--revision", "7", "--json"))
        keys = [f"r:{row['cell']}" for section in shown["sections"] for row in section["rows"]]
        wait_until(lambda: self.page.find("#sheet li"), "rows")
        drawn = self.page.script("return [...document.querySelectorAll('#sheet li')].map((row) => row.dataset.key)")
        self.assertEqual(drawn, keys[: len(drawn)])
        self.assertIsNone(self.page.settle())
        self.assertFalse(any(each.is_enabled() for each in self.page.find_all("#sheet :is(input, textarea, button)")))
        self.page.picture("past")
        # What others do meanwhile is not shown in the past.
        self.tool("set", "answers.sqlite", "inspector", "Somebody", "--response", "mill-lane-3")
        wait_until(lambda: f"Revision 7 of {self.last + 1}" in self.page.find("#notices").text, "one more revision")
        self.page.find("#now").click()
        wait_until(lambda: self.page.value("inspector") == "Somebody", "what was done meanwhile")
        self.assertIsNone(self.page.settle())

    def test_a_link_names_a_revision(self):
        self.page = Page(self.driver, self.server.address, "response=mill-lane-3&at=7")
        wait_until(lambda: "Revision 7" in self.page.find("#notices").text, "the revision")

    def heights(self):
        """How tall the form is taken to be, and how tall all of it is; the form has to fit into one window."""
        return self.page.script("return [document.getElementById('area'), document.getElementById('sheet')].map((node) => node.getBoundingClientRect().height)")

    def test_every_revision_is_as_tall_as_its_rows(self):
        for revision in (7, 8, 7, self.last):
            self.go(revision)
            wait_until(lambda: abs(self.heights()[0] - self.heights()[1]) < 1, f"the heights of revision {revision}")
            self.assertIsNone(self.page.settle())

    def test_heights_on_their_way_make_no_difference(self):
        self.page.script(
            "const ask = window.fetch; window.slow = 0; window.fetch = async (address, options) => { const answer = await ask(address, options);"
            "if (address.startsWith('/heights')) { window.slow += 1; await new Promise((done) => setTimeout(done, 400)); } return answer; }")
        self.go(7)
        wait_until(lambda: self.page.script("return window.slow") > 0, "heights")
        self.assertIsNone(self.page.settle())

    def test_a_revision_on_its_way_makes_no_difference(self):
        self.page.script(
            "const ask = window.fetch; window.fetch = async (address, options) => { const answer = await ask(address, options);"
            "if (address.startsWith('/rows') && address.includes('client=')) await new Promise((done) => setTimeout(done, 400)); return answer; }")
        self.go(7)
        self.assertIsNone(self.page.settle())
        self.assertIn("Revision 7", self.page.find("#notices").text)

    def test_others_act_while_the_past_is_looked_at(self):
        self.go(7)
        wait_until(lambda: "Revision 7" in self.page.find("#notices").text, "the revision")
        self.tool("set", "answers.sqlite", "inspector", "Somebody", "--response", "mill-lane-3")
        wait_until(lambda: f"Revision 7 of {self.last + 1}" in self.page.find("#notices").text, "one more revision")
        self.assertIsNone(self.page.settle())

    def test_the_history_says_who_did_what(self):
        self.page.tab("History")
        history = wait_until(lambda: self.page.find(".history li"), "the history")
        self.assertIn(f"Revision {self.last}", history.text)
        self.assertIn("Marek", history.text)
        history.find_element("css selector", "button").click()
        self.page.find_all(".history > li > button")[3].click()
        wait_until(lambda: f"Revision {self.last - 3} of" in self.page.find("#notices").text, "that revision")

    def test_actions_are_copied_and_lead_to_the_same_state(self):
        self.driver.execute_cdp_cmd("Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
        self.page.tab("Technical")
        self.page.button("Copy as actions").click()
        wait_until(lambda: "copied" in self.page.find("#toast").text, "a word about it")
        actions = self.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0])")
        self.tool("import", "again.sqlite", EXAMPLES / "inspection.json")
        self.tool("response", "new", "again.sqlite", "copy")
        self.tool("replay", "again.sqlite", "-", "--response", "copy", text=actions)
        digest = lambda file, response: json.loads(self.tool("show", file, "--response", response, "--json"))["digest"]
        self.assertEqual(digest("again.sqlite", "copy"), digest("answers.sqlite", "mill-lane-3"))

    def test_answers_lead_to_their_rows(self):
        self.page.tab("Answers")
        wait_until(lambda: self.page.find_all("#panels .list button"), "answers")
        entry = wait_until(lambda: next((each for each in self.page.find_all("#panels .list button") if "Width" in each.text), None), "the crack")
        entry.click()
        wait_until(lambda: self.page.focused() == "r:crack-width", "its row")
        self.assertIsNone(self.page.settle())

    def test_why_a_cell_does_not_show(self):
        self.page.tab("Find")
        self.page.find("#find").send_keys("crack-width")
        why = wait_until(lambda: next((each for each in self.page.find_all("#panels .list button") if each.text == "Why does it not show?"), None), "the question")
        why.click()
        reasons = wait_until(lambda: self.page.find("#panels .list ul"), "reasons").text
        self.assertIn("collapsed", reasons)
        next(each for each in self.page.find_all("#panels .list button") if each.text == "Show it").click()
        wait_until(lambda: self.page.focused() == "r:crack-width", "its row")

    def test_heights_as_in_the_app(self):
        self.page = Page(self.driver, self.server.address, "response=mill-lane-3&layout=app")
        self.assertIsNone(self.page.settle())
        self.page.picture("as-in-the-app")


if __name__ == "__main__":
    unittest.main()
