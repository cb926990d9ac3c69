"""What a question looks like: what is asked, what helps, and where one answers."""

import unittest

from screen import Keys, ScreenTestCase, wait_until

LONG = "What is the name of the person who answered the questions of the household?"
CELLS = [
    {"key": "short", "kind": "text", "title": "Name", "subtitle": ""},
    {"key": "long", "kind": "text", "title": LONG},
    {"key": "hinted", "kind": "integer", "title": "Age", "subtitle": "In full years"},
    {"key": "total", "kind": "decimal", "title": "Total", "calculate": "${hinted} * 2", "readOnly": "true()", "unit": "kg"},
    {"key": "sex", "kind": "group", "title": "As in the passport", "subtitle": "Sex", "summary": "choice", "cells": [
        {"key": "female", "kind": "option", "title": "Female"}, {"key": "male", "kind": "option", "title": "Male"}]},
    {"key": "note", "kind": "label", "title": "**Read** _this_ first:\n[the guide](https://example.org/guide) <b>now</b>"},
    {"key": "plain", "kind": "label", "title": "5 * 3 * 2, a_b_c, [no](javascript:alert(1)) and **open"},
    {"key": "folded", "kind": "group", "title": "More of **it** [here](https://example.org)", "cells": [
        {"key": "inner", "kind": "text", "title": "Inner"}]},
]


class Layout(ScreenTestCase):
    def setUp(self):
        super().setUp()
        self.take_in(CELLS)
        self.show("answers.sqlite")

    def box(self, node):
        return self.page.script("const box = arguments[0].getBoundingClientRect(); return [box.left, box.top, box.right, box.bottom]", node)

    def is_below(self, cell):
        """Whether the control stands below the label, at full width."""
        label, control, row = (self.box(each) for each in (
            self.page.title(cell), self.page.control(cell), self.page.row(cell)))
        return control[1] >= label[3] - 1 and control[2] - control[0] > 0.8 * (row[2] - row[0])

    def words(self, cell):
        return self.page.script("return arguments[0].querySelector('.title').firstChild.textContent", self.page.row(cell))

    def hint(self, cell):
        node = self.page.find(f'#sheet [data-key="r:{cell}"] .detail')
        return node.text if node else None

    def reading(self, cell):
        node = self.page.find(f'#sheet [data-key="r:{cell}"] .reading')
        return node.text if node else None

    def test_a_long_label_and_a_hint_stand_above_the_control(self):
        self.assertFalse(self.is_below("short"))
        self.assertTrue(self.is_below("long"))
        self.assertTrue(self.is_below("hinted"))
        self.assertEqual((self.words("hinted"), self.hint("hinted")), ("Age", "In full years"))
        self.page.picture("layout")
        self.assertIsNone(self.page.settle())

    def test_a_narrow_screen_has_more_labels_above_their_controls(self):
        self.driver.set_window_size(390, 844)
        try:
            self.page.type("short", "Ada" + Keys.TAB)
            self.wait_for_value("short", "Ada")
            self.assertTrue(self.is_below("long"))
            self.assertFalse(self.is_below("short"))
        finally:
            self.driver.set_window_size(self.width, self.height)

    def test_a_question_of_options_is_called_what_it_asks(self):
        self.assertEqual((self.words("sex"), self.hint("sex"), self.reading("sex")), ("Sex", "As in the passport", None))
        self.tool("set", "answers.sqlite", "sex", "male")
        wait_until(lambda: self.reading("sex") == "Male", "the answer")
        self.assertEqual((self.words("sex"), self.hint("sex")), ("Sex", None))
        self.assertIsNone(self.page.settle())

    def test_what_is_calculated_is_no_field(self):
        self.page.type("hinted", "7" + Keys.TAB)
        wait_until(lambda: self.reading("total") == "14 kg", "the total")
        self.assertIn("Calculated", self.page.words("total"))
        self.assertEqual(self.page.row("total").find_elements("css selector", "input"), [])

    def test_marks_are_drawn_and_nothing_is_markup(self):
        row = self.page.row("note")
        drawn = self.page.script(
            "return ['strong', 'em', 'a', 'b'].map((name) => [...arguments[0].querySelectorAll(name)].map((node) => node.textContent).join())", row)
        self.assertEqual(drawn, ["Read", "this", "the guide", ""])
        self.assertIn("<b>now</b>", row.text)
        self.assertIn("\n", row.text)
        link = row.find_element("css selector", "a")
        self.assertEqual(
            [link.get_attribute(name) for name in ("href", "target", "rel")],
            ["https://example.org/guide", "_blank", "noopener noreferrer"])
        self.assertEqual(self.page.row("plain").text, "5 * 3 * 2, a_b_c, [no](javascript:alert(1)) and **open")
        # A button holds no link.
        self.assertEqual(self.page.title("folded").text, "More of it here")
        self.assertEqual(self.page.row("folded").find_elements("css selector", "a"), [])

    def test_what_has_no_title_shows_none(self):
        self.server.stop()
        self.tool("import", "untitled.sqlite", self.write_form(
            [{"key": "a", "kind": "text", "title": "A"}], title="", sections=[
                {"key": "section-1", "title": "", "foldable": False, "cells": [{"key": "a", "kind": "text", "title": "A"}]},
                {"key": "section-2", "title": "", "foldable": False, "cells": [{"key": "b", "kind": "text", "title": "B"}]}]))
        self.show("untitled.sqlite")
        self.assertNotIn("section-1", self.page.find("body").text)
        self.assertEqual(self.page.find("#title").text, "Form")


class LongTexts(ScreenTestCase):
    def test_a_very_long_text_keeps_its_row_readable(self):
        self.take_in([
            {"key": "story", "kind": "longText", "title": "Story"}, {"key": "name", "kind": "text", "title": "Name"},
            {"key": "copy", "kind": "text", "title": "Copy", "calculate": "${story}", "readOnly": "true()"}])
        long = "A word and another one. " * 834
        self.tool("set", "answers.sqlite", "story", long)
        self.tool("set", "answers.sqlite", "name", long[:20000].strip())
        page = self.show("answers.sqlite")
        for width in (1280, 500):
            self.driver.set_window_size(width, 900)
            self.addCleanup(self.driver.set_window_size, self.width, self.height)
            heights = {cell: page.row(cell).rect["height"] for cell in ("story", "name", "copy")}
            self.assertLess(max(heights.values()), 450, heights)
            self.assertLess(page.script("return document.documentElement.scrollWidth"), width + 1)
            wait_until(lambda: "Story" in page.words("story"), "the label")
        self.assertIsNone(page.settle())


if __name__ == "__main__":
    unittest.main()
