"""Input that nobody types key by key: fields that the browser fills in, and characters that are composed."""

import time
import unittest

from screen import Keys, ScreenTestCase, wait_until

CELLS = [{"key": key, "kind": "text", "title": key.title()} for key in ("name", "street", "town")] + [
    {"key": "age", "kind": "integer", "title": "Age"},
    {"key": "born", "kind": "date", "title": "Born"},
]


class Input(ScreenTestCase):
    def setUp(self):
        super().setUp()
        self.take_in(CELLS)
        self.show("answers.sqlite")

    def fill_in(self, values, events):
        """What the browser does to the fields of an address: their values and events, whatever has the focus."""
        self.page.script(
            "for (const [field, value] of arguments[0]) {"
            "  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, value);"
            "  for (const name of arguments[1]) field.dispatchEvent(new Event(name, { bubbles: true }));"
            "}", [[self.page.control(cell), value] for cell, value in values.items()], events)

    def check_filled_in(self, events):
        values = {"name": "Ada Lovelace", "street": "12 St James’s Square", "town": "London", "age": "36", "born": "1815-12-10"}
        self.page.control("name").click()
        self.fill_in(values, events)
        for cell in ("street", "town", "age", "born"):
            self.wait_for_value(cell, values[cell])
        # The field with the focus is entered when it is left, as always.
        self.assertEqual(self.value_of("name"), "")
        self.page.press(Keys.TAB)
        self.wait_for_value("name", values["name"])
        for cell, value in values.items():
            self.assertEqual(self.page.value(cell), value)
        self.assertNotIn("draft", self.tool("show", "answers.sqlite"))
        self.assertIsNone(self.page.settle())

    def test_fields_that_the_browser_fills_in_are_entered(self):
        self.check_filled_in(["input", "change"])

    def test_fields_that_an_extension_fills_in_are_entered(self):
        self.check_filled_in(["input"])

    def press_while_composing(self, key):
        return self.page.script(
            "const key = new KeyboardEvent('keydown', { key: arguments[0], code: arguments[0], isComposing: true, bubbles: true, cancelable: true });"
            "document.activeElement.dispatchEvent(key); return key.defaultPrevented", key)

    def test_keys_of_a_composition_are_the_input_methods(self):
        page = self.page
        page.control("name").click()
        self.driver.execute_cdp_cmd("Input.imeSetComposition", {"text": "にほん", "selectionStart": 3, "selectionEnd": 3})
        wait_until(lambda: page.value("name") == "にほん", "the composition")
        for key in ("Enter", "Escape", "ArrowDown", "ArrowUp"):
            self.assertFalse(self.press_while_composing(key), key)
            time.sleep(0.2)
            self.assertEqual(page.value("name"), "にほん", key)
            self.assertEqual(page.focused(), "r:name", key)
            self.assertEqual(self.value_of("name"), "", key)
        self.driver.execute_cdp_cmd("Input.insertText", {"text": "日本"})
        wait_until(lambda: page.value("name") == "日本", "the characters")
        self.assertEqual(self.value_of("name"), "")
        page.press(Keys.ENTER)
        self.wait_for_value("name", "日本")
        page.press(Keys.ARROW_DOWN)
        page.wait_for_focus("r:street")
        self.assertIsNone(page.settle())


if __name__ == "__main__":
    unittest.main()
