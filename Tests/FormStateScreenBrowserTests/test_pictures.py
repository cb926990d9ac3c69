"""Pictures of the page, for people who want to see it without starting it; README shows two of them."""

import json
import unittest

from screen import EXAMPLES, Keys, Page, ScreenTestCase, wait_until


class Pictures(ScreenTestCase):
    def tearDown(self):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
        super().tearDown()

    def still(self, is_dark=False):
        """Nothing moves, and nothing was just clicked."""
        features = [
            {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce"}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def test_the_profile(self):
        self.still()
        self.tool("import", "answers.sqlite", EXAMPLES / "profile.plist", "--section-titles", "Personal,Preferences,Work Experience")
        self.tool("replay", "answers.sqlite", EXAMPLES / "profile-actions.jsonl")
        for cell in ("full-name", "date-of-birth", "favourite-sport"):
            self.tool("expand", "answers.sqlite", cell)
        page = self.show("answers.sqlite")
        wait_until(lambda: page.find(".history li"), "the history")
        self.assertIsNone(page.settle())
        page.picture("profile")
        self.still(is_dark=True)
        page.picture("profile-dark")

    def test_the_inspection_with_faults(self):
        self.still()
        form = json.loads((EXAMPLES / "inspection.json").read_text())
        visit, house = form["sections"][:2]
        visit["cells"][-1]["required"] = True
        for cell in house["cells"]:
            if cell["key"] == "area":
                cell["constraints"] = [{"expression": ". >= 100", "message": "A terraced house has 100 m² at least; look again."}]
        (self.folder / "inspection.json").write_text(json.dumps(form))
        self.tool("import", "answers.sqlite", "inspection.json")
        self.tool("set", "answers.sqlite", "area", "90", "--response", "mill-lane-3")
        page = self.show("answers.sqlite", "--response", "mill-lane-3")
        self.assertIn("look again", page.words("area"))
        page.tab("Answers")
        wait_until(lambda: page.find_all("#panels .list button"), "the answers")
        self.assertIsNone(page.settle())
        page.picture("inspection")

    def test_the_trip_with_its_instances(self):
        self.still()
        self.tool("import", "answers.sqlite", EXAMPLES / "trip.json")
        page = self.show("answers.sqlite")
        page.type("destination", "Lisbon" + Keys.ENTER)
        first = wait_until(lambda: page.find(".begins .title"), "a passenger")
        first.click()
        wait_until(lambda: page.find_all('#sheet [data-key^="r:name:"]'), "the passenger’s cells")
        name = page.find('#sheet [data-key^="r:name:"]').get_attribute("data-key")[2:]
        page.type(name, "Ada" + Keys.ENTER)
        page.button("Add: Luggage").click()
        weight = wait_until(lambda: page.find('#sheet [data-key^="r:bag-weight:"]'), "a bag").get_attribute("data-key")[2:]
        page.type(weight, "40" + Keys.TAB)
        wait_until(lambda: "more than 32 kg" in page.words(weight), "the fault")
        page.button("Add: Passengers").click()
        wait_until(lambda: "2 of 2" in page.find("#sheet").text, "another passenger")
        page.script("document.activeElement.blur(); document.getElementById('form').scrollTop = 280")
        self.assertIsNone(page.settle())
        page.picture("trip")


if __name__ == "__main__":
    unittest.main()
