"""What a person can make out on the page: fields, words on their lines, a bar with everything in it, and no more than the form."""

import unittest

from screen import ScreenTestCase, be_a_phone, wait_until

VISITS = [{"key": "visits", "kind": "repeat", "title": "Visits", "cells": [
    {"key": "met", "kind": "group", "title": "Did anyone answer?", "options": "answers", "properties": {"appearance": "full"}},
    {"key": "said", "kind": "text", "title": "Text"}]}]
ANSWERS = {"answers": [{"value": "y", "title": "Yes"}, {"value": "n", "title": "No"}]}

FORM = """<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:jr="http://openrosa.org/javarosa"
xmlns:orx="http://openrosa.org/xforms"><h:head><h:title>Survey</h:title><model><instance><data id="survey"><grp_a><x/></grp_a><note/>
<gps>52.52 13.405 0 0</gps><rep jr:template=""><n/><inner><z/></inner></rep><rep><n/><inner><z/></inner></rep><total/><kept/>
<orx:meta><orx:instanceID/></orx:meta></data></instance>
<bind nodeset="/data/grp_a/x" type="string"/><bind nodeset="/data/note" type="string" readonly="true()"/>
<bind nodeset="/data/gps" type="geopoint"/><bind nodeset="/data/total" calculate="count(/data/rep)" readonly="true()"/>
<bind nodeset="/data/kept" calculate="concat(/data/grp_a/x, '!')"/>
<bind nodeset="/data/orx:meta/orx:instanceID" jr:preload="uid" type="string"/></model></h:head><h:body>
<group ref="/data/grp_a"><input ref="/data/grp_a/x"><label>First line

Second line
- item</label><hint>One
Two</hint></input></group>
<input ref="/data/note"><label>Please read this.</label></input><input ref="/data/gps"><label>Where</label></input>
<group ref="/data/rep"><repeat nodeset="/data/rep"><input ref="/data/rep/n"><label>Name</label></input>
<group ref="/data/rep/inner"><input ref="/data/rep/inner/z"><label>Age</label></input></group></repeat></group>
<input ref="/data/total"><label>Total</label></input></h:body></h:html>"""

# The contrast of two colours of styles, as WCAG defines it.
CONTRAST = """
  const canvas = document.createElement('canvas').getContext('2d');
  const light = (colour) => {
    canvas.fillStyle = colour;
    const parts = canvas.fillStyle.match(/[0-9a-f]{2}/g).map((each) => parseInt(each, 16) / 255);
    const [r, g, b] = parts.map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, two) => {
    const [more, less] = [light(one), light(two)].sort((a, b) => b - a);
    return (more + 0.05) / (less + 0.05);
  };
  const card = getComputedStyle(document.querySelector('.rows')).backgroundColor;
  return [...document.querySelectorAll('#sheet :is(input:not([type=radio], [type=checkbox], [type=range]), textarea, select, .choose)')]
    .filter((node) => !node.disabled)
    .map((node) => [getComputedStyle(node), node.id])
    .map(([style, id]) => [id, contrast(/, 0\)$/.test(style.borderTopColor) ? style.backgroundColor : style.borderTopColor, card)]).filter(([, found]) => found < 3);
"""


class Looks(ScreenTestCase):
    def on_phone(self, width, height=740):
        be_a_phone(self.driver, width, height)
        self.addCleanup(self.driver.execute_cdp_cmd, "Emulation.clearDeviceMetricsOverride", {})

    def show_survey(self):
        (self.folder / "survey.xml").write_text(FORM)
        self.tool("import", "answers.sqlite", "survey.xml")
        return self.show("answers.sqlite")

    def test_fields_stand_out_from_their_card(self):
        self.take_in([
            {"key": "a", "kind": "text", "title": "A"}, {"key": "b", "kind": "longText", "title": "B"},
            {"key": "c", "kind": "date", "title": "C"},
            {"key": "d", "kind": "group", "title": "D", "options": "many", "properties": {"appearance": "search"}},
            {"key": "e", "kind": "group", "title": "E", "options": "many", "properties": {"appearance": "minimal"}}],
            lists={"many": [{"value": f"v{number}", "title": f"V {number}"} for number in range(5)]})
        page = self.show("answers.sqlite")
        self.addCleanup(self.driver.execute_cdp_cmd, "Emulation.setEmulatedMedia", {"features": []})
        for scheme in ("light", "dark"):
            self.driver.execute_cdp_cmd(
                "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
            self.assertGreaterEqual(len(page.find_all("#sheet :is(input, textarea, select, .choose)")), 5)
            self.assertEqual(page.script(CONTRAST), [], scheme)

    def test_the_first_row_of_an_instance_looks_like_any_other(self):
        self.take_in(VISITS, lists=ANSWERS)
        for action in (["add", "visits"], ["add", "visits"], ["expand", "visits"]):
            self.tool(action[0], "answers.sqlite", *action[1:])
        for width in (360, 1280):
            self.on_phone(width)
            page = self.show("answers.sqlite")
            options = wait_until(lambda: page.find_all("#sheet .option"), "the options")
            for option in options:
                words = option.find_element("css selector", "span")
                self.assertLess(words.rect["height"], 30, f"“{words.text}” is on one line at {width}")
                self.assertLess(option.find_element("css selector", "input").rect["width"], 30)
            row, line = (page.row("met:1").rect, page.row("met:1").find_element("css selector", ".line").rect)
            self.assertGreater(line["width"], 0.85 * row["width"], "the question takes the width of its row")
            page.picture(f"instances-{width}")
            self.server.stop()

    def test_the_bar_clips_nothing(self):
        german, french = "Deutsch (de)", "Français (fr)"
        self.take_in(
            [{"key": "a", "kind": "text", "title": {"English (en)": "A", german: "A", french: "A"}}], language="English (en)")
        for language in ("English (en)", german, french):
            for width in (320, 360, 390):
                self.on_phone(width)
                page = self.show("answers.sqlite", "--language", language)
                page.type("a", "x\t")
                self.wait_for_value("a", "x")
                clipped = page.script("""
                  return [...document.querySelectorAll('#tools > *')].filter((node) => node.offsetParent !== null).filter((node) => {
                    const box = node.getBoundingClientRect();
                    return node.scrollWidth > node.clientWidth + 1 || box.left < 0 || box.right > innerWidth;
                  }).map((node) => `${node.textContent} at ${innerWidth}`);""")
                self.assertEqual(clipped, [])
                self.assertLess(page.find("#bar").rect["height"], 160)
                self.server.stop()

    def test_groups_without_a_label_show_no_internal_names(self):
        page = self.show_survey()
        words = page.find("#sheet").text
        for name in ("grp_a", "rep", "inner"):
            self.assertNotIn(name, words)
        self.assertTrue(page.title("rep").text.startswith("Name …"))
        self.assertTrue(page.title("inner:1").text.startswith("Age …"))
        bare = page.script("""
          return [...document.querySelectorAll('#sheet button')].filter((node) => node.innerText.trim() === '').map((node) => node.outerHTML)""")
        self.assertEqual(bare, [])
        labels = page.script("return [...document.querySelectorAll('#sheet [aria-label]')].map((node) => node.getAttribute('aria-label'))")
        self.assertEqual([each for each in labels if "grp" in each or "section-" in each or "rep" in each.split()], [])

    def test_a_note_is_not_calculated_and_a_total_is(self):
        page = self.show_survey()
        self.assertNotIn("Calculated", page.words("note"))
        self.assertIn("Calculated", page.words("total"))

    def test_labels_and_hints_keep_their_lines(self):
        page = self.show_survey()
        self.assertEqual(page.title("x").text, "First line\n\nSecond line\n- item")
        self.assertIn("One\nTwo", page.words("x"))

    def test_figures_keep_their_order_where_one_reads_from_the_right(self):
        arabic = "العربية (ar)"
        titles = {"English (en)": "Where", arabic: "أين"}
        self.take_in([
            {"key": "place", "kind": "custom", "title": titles, "properties": {"type": "geopoint"}},
            {"key": "copy", "kind": "text", "title": titles, "calculate": "${place}", "readOnly": "true()"}], language="English (en)")
        self.tool("set", "answers.sqlite", "place", "52.52 13.405 0 0")
        page = self.show("answers.sqlite", "--language", arabic)
        self.assertEqual(page.find("html").get_attribute("dir"), "rtl")
        for node in (page.control("place"), page.find('[data-key="r:copy"] .reading')):
            self.assertEqual(page.script("return getComputedStyle(arguments[0]).direction", node), "ltr")

    def test_nobody_sees_more_than_the_form_who_has_not_asked_for_it(self):
        page = self.show_survey()
        self.assertFalse(page.find("#panels").is_displayed())
        self.assertEqual(page.find("#details").get_attribute("aria-expanded"), "false")
        page.find("#details").click()
        self.assertTrue(page.find("#panels").is_displayed())
        page.find("#details").click()
        self.assertFalse(page.find("#panels").is_displayed())
        self.on_phone(360)
        self.assertFalse(page.find("#details").is_displayed())
        page.from_menu("Details")
        self.assertTrue(page.find("#panels").is_displayed())
        page.button("Back to the form").click()
        self.assertEqual(page.script("return document.activeElement.parentNode.id"), "menu")

    def test_the_history_says_what_people_did(self):
        page = self.show_survey()
        page.type("x", "Ada\t")
        self.wait_for_value("x", "Ada")
        page.tab("History")
        wait_until(lambda: "Ada" in page.find("#panel-0").text, "what was done")
        for name in ("instanceID", "uuid", "kept"):
            self.assertNotIn(name, page.find("#panel-0").text)
        page.tab("Answers")
        wait_until(lambda: "Ada" in page.find("#panel-1").text, "the answers")
        self.assertNotIn("instanceID", page.find("#panel-1").text)
        page.tab("Technical")
        wait_until(lambda: "uuid:" in page.find("#panel-3").text and "Ada!" in page.find("#panel-3").text, "what rules keep")


class RowsThatStandForOptions(ScreenTestCase):
    def test_they_say_what_is_required_and_what_is_wrong(self):
        options = [{"key": "red", "kind": "option", "title": "Red"}, {"key": "blue", "kind": "option", "title": "Blue"}]
        self.take_in([
            {"key": "colour", "kind": "group", "title": "Colour", "required": "true()", "cells": options},
            {"key": "colours", "kind": "choices", "title": "Colours", "required": "true()", "options": "many", "properties": {"appearance": "full"}},
            {"key": "town", "kind": "group", "title": "Town", "required": "true()", "options": "many", "properties": {"appearance": "search"}}],
            lists={"many": [{"value": f"v{number}", "title": f"V {number}"} for number in range(5)]})
        page = self.show("answers.sqlite")
        nodes = {"colour": "button.title", "colours": "fieldset", "town": "button.choose"}

        def node(cell):
            return page.find(f'[data-key="r:{cell}"] {nodes[cell]}')

        def described(cell):
            return page.script(
                "return (arguments[0].getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.innerText ?? '').join(' ')",
                node(cell))

        for cell in nodes:
            self.assertIn("Required", described(cell), cell)
            self.assertNotEqual(node(cell).get_attribute("aria-invalid"), "true", cell)
        page.complete()
        for cell in nodes:
            wait_until(lambda cell=cell: node(cell).get_attribute("aria-invalid") == "true", f"{cell} to be invalid")
            self.assertIn("An answer is needed.", described(cell), cell)
        self.assertIsNone(page.settle())


if __name__ == "__main__":
    unittest.main()
