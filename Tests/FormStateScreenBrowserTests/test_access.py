"""For everybody: keyboard alone, what axe finds, a phone's width, light and dark."""

import json
import pathlib
import subprocess
import unittest

import axe_playwright_python
from selenium.webdriver.common.by import By

from screen import EXAMPLES, TOOL, Keys, Page, ScreenTestCase, wait_until
from test_files import CELLS, png
from test_touching import EVERY_KIND

AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()


class Access(ScreenTestCase):
    def dark(self, is_dark):
        value = "dark" if is_dark else "light"
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": value},
            # What is half faded in has no contrast yet.
            {"name": "prefers-reduced-motion", "value": "reduce"}]})

    def axe(self):
        """What axe finds on the page as it is, light and dark."""
        self.page.script(AXE)
        found = []
        for is_dark in (False, True):
            self.dark(is_dark)
            results = self.driver.execute_async_script("axe.run().then(arguments[0])")
            found += [
                (violation["id"], node["html"][:200], node["failureSummary"][:300])
                for violation in results["violations"] for node in violation["nodes"]]
        self.dark(False)
        self.assertEqual(found, [])
        return len(results["passes"])

    def test_every_control(self):
        self.take_in(EVERY_KIND)
        page = self.show("answers.sqlite")
        page.type("age", "lots" + Keys.TAB)
        wait_until(lambda: "Not accepted yet" in page.words("age"), "a reason")
        page.tap("sport")
        page.row("ball")
        print(f"\n  axe: {self.axe()} rules passed, none is broken")
        for tab in ("Answers", "Find", "History"):
            page.tab(tab)
            self.axe()
        page.find("#menu summary").click()
        self.axe()

    def prefer(self, language):
        """Has the browser ask for pages in a language."""
        agent = self.driver.execute_script("return navigator.userAgent")
        self.driver.execute_cdp_cmd("Emulation.setUserAgentOverride", {"userAgent": agent, "acceptLanguage": language})

    def test_all_examples_light_dark_on_a_phone_and_in_arabic(self):
        layouts = {"person.json": "profile-layout.json", "person-without-friends.json": "profile-layout.json"}
        examples = [path for path in sorted([*EXAMPLES.glob("*.json"), *EXAMPLES.glob("*.xml"), *EXAMPLES.glob("*.plist"), *EXAMPLES.glob("survey/*.xml")])]
        shown = 0
        for path in examples:
            words = ["--layout", EXAMPLES / layouts[path.name]] if path.name in layouts else ["--attach", path.parent] if path.suffix == ".xml" else []
            done = subprocess.run(
                [TOOL, "import", f"{path.name}.sqlite", str(path), *map(str, words)], cwd=self.folder, capture_output=True, text=True)
            # Not every example is a form.
            if done.returncode != 0:
                continue
            shown += 1
            with self.subTest(path.name):
                self.server = self.serve("serve", f"{path.name}.sqlite")
                self.driver.get(self.server.address)
                wait_until(lambda: self.driver.find_elements(By.CSS_SELECTOR, "#sheet li.row, a.response"), "a form or a list")
                if responses := self.driver.find_elements(By.CSS_SELECTOR, "a.response"):
                    self.axe()
                    responses[0].click()
                self.page = Page(self.driver, self.driver.current_url)
                self.axe()
                self.page.find("#menu summary").click()
                # “Open all”, in whatever language.
                wait_until(lambda: self.page.find("#menu .menu button"), "the menu").click()
                self.axe()
                self.driver.set_window_size(500, 800)
                self.axe()
                self.prefer("ar")
                self.driver.refresh()
                wait_until(lambda: self.page.rows(), "the rows")
                self.axe()
                self.prefer("en-US")
                self.driver.set_window_size(self.width, self.height)
                self.server.stop()
        self.assertGreater(shown, 12)

    def test_files_signatures_and_places(self):
        self.take_in(CELLS)
        page = self.show("answers.sqlite")
        (self.folder / "p.png").write_bytes(png())
        page.find('[data-key="r:photo"] input').send_keys(str(self.folder / "p.png"))
        wait_until(lambda: page.find('[data-key="r:photo"] img'), "the picture")
        page.type("place", "nowhere" + Keys.TAB)
        wait_until(lambda: "Not accepted yet" in page.words("place"), "a reason")
        self.axe()
        page.find('[data-key="r:sign"] .draw').send_keys(Keys.ENTER)
        wait_until(lambda: page.find("dialog canvas"), "a sheet")
        self.axe()
        page.press(Keys.ESCAPE)
        wait_until(lambda: not page.find("dialog"), "the form")
        page.wait_for_focus("r:sign")

    def test_faults_the_past_and_reading_only(self):
        self.tool("import", "answers.sqlite", EXAMPLES / "trip.json")
        self.tool("add", "answers.sqlite", "passenger")
        self.tool("add", "answers.sqlite", "passenger")
        page = self.show("answers.sqlite", query="response=default")
        self.axe()
        self.page = Page(self.driver, self.server.address, "at=1")
        self.axe()
        self.server.stop()
        self.page = self.show("answers.sqlite", "--read-only")
        self.assertFalse(any(each.is_enabled() for each in self.page.find_all("#sheet :is(input, textarea, button)")))
        self.axe()

    def test_what_is_not_saved_yet(self):
        self.take_in(EVERY_KIND)
        page = self.show("answers.sqlite")
        height = page.row("name").size["height"]
        self.server.stop()
        page.type("name", "Ada" + Keys.TAB)
        page.control("married").click()
        wait_until(lambda: len(page.find_all(".unsaved")) == 2, "marks")
        self.axe()
        described = page.script(
            "return arguments[0].getAttribute('aria-describedby').split(' ').map((id) => document.getElementById(id)?.textContent).join()",
            page.control("name"))
        self.assertIn("Not saved yet", described)
        self.assertEqual(page.row("name").size["height"], height, "a mark moves no row")
        wait_until(lambda: page.said().endswith("leave it open."), "it is said aloud")

    def test_a_dialog_of_choices(self):
        self.take_in(
            [{"key": "town", "kind": "group", "subtitle": "Town", "choices": "list('towns')"}],
            lists={"towns": [{"value": f"t{number}", "title": f"Town {number}"} for number in range(60)]})
        page = self.show("answers.sqlite")
        page.control("town").click()
        wait_until(lambda: page.find("dialog li"), "the choices")
        self.axe()
        page.press(Keys.ESCAPE)
        wait_until(lambda: not page.find("dialog"), "the dialog has gone")
        page.wait_for_focus("r:town")

    def test_a_preview_and_what_is_wrong_with_it(self):
        self.write_form([{"key": "name", "kind": "text", "title": "Name", "required": True}])
        self.server = self.serve("serve", "form.json")
        page = self.page = Page(self.driver, self.server.address)
        page.row("name")
        file = self.folder / "form.json"
        form = file.read_text()
        file.write_text("{")
        wait_until(lambda: page.find("#preview.fault"), "what is wrong")
        self.axe()
        file.unlink()
        wait_until(lambda: page.find("#lines .fault"), "that the file is gone")
        self.axe()
        file.write_text(form)
        wait_until(lambda: not page.find("#lines .fault") and not page.find("#preview.fault"), "nothing is wrong any more")
        self.axe()

    def test_what_marks_up_the_rows(self):
        self.take_in(EVERY_KIND)
        page = self.show("answers.sqlite")
        self.assertEqual([each.text for each in page.find_all("#sheet h2")], ["One"])
        row = page.row("age")
        self.assertEqual(row.get_attribute("aria-posinset"), "3")
        self.assertEqual(row.get_attribute("aria-setsize"), str(len(page.rows())))
        self.assertEqual(page.title("sport").get_attribute("aria-expanded"), "false")
        self.assertEqual(page.control("name").accessible_name, "Name")
        self.assertEqual(page.control("married").aria_role, "switch")

    def test_keyboard_alone(self):
        self.take_in(EVERY_KIND)
        page = self.show("answers.sqlite")
        page.find("h2 button").send_keys("")
        page.script("document.querySelector('#sheet h2 button').focus()")
        page.press(Keys.ARROW_DOWN)
        page.wait_for_focus("r:name")
        page.press("A")
        page.press("d")
        page.press("a")
        page.press(Keys.ENTER)
        self.wait_for_value("name", "Ada")
        page.press(Keys.CONTROL, "z")
        self.wait_for_value("name", "")
        page.press(Keys.CONTROL, Keys.SHIFT, "z")
        self.wait_for_value("name", "Ada")
        page.script("document.querySelector('[data-key=\"r:sport\"] button').focus()")
        page.press(Keys.ARROW_RIGHT)
        page.row("ball")
        page.press(Keys.ARROW_DOWN)
        page.press(Keys.ARROW_DOWN)
        page.wait_for_focus("r:bike")
        page.press(Keys.SPACE)
        self.wait_for_value("sport", "bike")
        wait_until(lambda: page.focused() == "r:sport", "the question has the focus again")
        page.press(Keys.ARROW_RIGHT)
        page.row("ball")
        page.press(Keys.ARROW_LEFT)
        wait_until(lambda: not page.has_row("ball"), "the question closed")
        page.press(Keys.TAB)
        self.assertNotEqual(page.focused(), "r:sport")
        page.press(Keys.CONTROL, Keys.END)
        wait_until(lambda: page.focused() == "r:note", "the last row")
        self.assertIsNone(page.settle())

    def test_the_row_one_is_in_stays_when_it_is_scrolled_away(self):
        self.take_in([{"key": f"c{number}", "kind": "text", "title": f"Row {number}"} for number in range(400)])
        page = self.show("answers.sqlite")
        page.type("c1", "Ad")
        page.script("document.getElementById('form').scrollTop = 12000")
        wait_until(lambda: page.has_row("c280") and not page.has_row("c1"), "other rows")
        self.assertEqual(page.focused(), "r:c1")
        page.press("a")
        wait_until(lambda: page.has_row("c1") and page.value("c1") == "Ada", "the row again, and what was typed")
        self.assertEqual(page.focused(), "r:c1")
        page.press(Keys.ENTER)
        self.wait_for_value("c1", "Ada")
        self.assertIsNone(page.settle())

    def test_what_appears_above_moves_nothing_that_is_read(self):
        self.take_in(
            [{"key": "more", "kind": "group", "title": "More", "cells": [
                {"key": f"m{number}", "kind": "text", "title": f"More {number}"} for number in range(60)]}]
            + [{"key": f"c{number}", "kind": "text", "title": f"Row {number}"} for number in range(400)])
        page = self.show("answers.sqlite")
        page.script("document.getElementById('form').scrollTop = 6000")
        row = page.row("c140")
        top = lambda: page.script("return arguments[0].getBoundingClientRect().top", page.row("c140"))
        before = top()
        self.tool("expand", "answers.sqlite", "more")
        wait_until(lambda: page.script("return document.getElementById('form').scrollTop") > 8000, "the rows above")
        self.assertAlmostEqual(top(), before, delta=1)
        self.assertIsNone(page.settle())

    def test_nothing_of_a_form_is_markup(self):
        evil = "<img src=x onerror=alert(1)><script>alert(1)</script>"
        self.take_in([
            {"key": "a", "kind": "text", "title": evil, "value": evil},
            {"key": "b", "kind": "group", "subtitle": evil, "title": evil, "cells": [{"key": "c", "kind": "label", "title": evil}]}],
            title=evil)
        page = self.show("answers.sqlite")
        self.assertEqual(page.script("return document.querySelectorAll('#sheet img, #bar img, script:not([src])').length"), 0)
        self.assertIn("<img src=x", page.words("a"))


class Phone(ScreenTestCase):
    def setUp(self):
        super().setUp()
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride", {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True})

    def test_a_phone_shows_all_of_it(self):
        self.tool("import", "answers.sqlite", EXAMPLES / "profile.plist", "--section-titles", "Personal,Preferences,Work Experience")
        self.tool("replay", "answers.sqlite", EXAMPLES / "profile-actions.jsonl")
        self.tool("expand", "answers.sqlite", "--all")
        page = self.show("answers.sqlite")
        self.assertEqual(page.script("return document.documentElement.scrollWidth"), 390)
        self.assertIsNone(page.settle())
        page.picture("phone")
        page.open_panels()
        wait_until(lambda: page.find("#panels").is_displayed(), "the panels")
        page.picture("phone-history")
        page.script(AXE)
        results = self.driver.execute_async_script("axe.run().then(arguments[0])")
        self.assertEqual([(each["id"], each["nodes"][0]["html"]) for each in results["violations"]], [])
        page.button("Back to the form").click()
        wait_until(lambda: not page.find("#panels").is_displayed(), "the form")
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
        page.picture("phone-dark")


if __name__ == "__main__":
    unittest.main()
