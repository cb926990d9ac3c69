"""Two devices answered one question differently: the page shows both answers, and a person chooses."""

import unittest

from screen import ScreenTestCase, wait_until

CELLS = [
    {"key": "name", "kind": "text", "title": "Name"}, {"key": "age", "kind": "integer", "title": "Age"},
]


class Questions(ScreenTestCase):
    expected_lines = (*ScreenTestCase.expected_lines, "status of 4")

    def setUp(self):
        super().setUp()
        self.take_in(CELLS)
        self.tool("set", "answers.sqlite", "name", "Huck")
        self.tool("backup", "answers.sqlite", "south.sqlite")

    def meet(self):
        """Takes what the other device has."""
        self.tool("sync", "answers.sqlite", "--with", "south.sqlite", "--receive-only")

    def group(self, cell):
        return self.page.find(f'#sheet [data-key="r:{cell}"] .question')

    def test_both_answers_show_with_their_authors_and_one_is_chosen(self):
        self.tool("set", "answers.sqlite", "name", "Tom", "--author", "Ada")
        self.tool("set", "south.sqlite", "name", "Becky", "--author", "Eve")
        self.show("answers.sqlite")
        self.assertIsNone(self.group("name"))
        self.meet()
        wait_until(lambda: self.group("name") is not None, "the question")
        words = self.group("name").text
        for part in ("Tom", "Becky", "Ada", "Eve", "shows now"):
            self.assertIn(part, words)
        self.assertEqual(self.group("name").get_attribute("role"), "group")
        other = "Becky" if self.value_of("name") == "Tom" else "Tom"
        self.page.picture("question")
        self.page.find_all('[data-key="r:name"] .question button')[1].click()
        self.wait_for_value("name", other)
        wait_until(lambda: self.group("name") is None, "that it is settled")
        self.assertIsNone(self.page.settle())

    def test_a_completion_is_asked_about_above_the_form(self):
        self.tool("complete", "answers.sqlite", "--author", "Ada")
        self.tool("set", "south.sqlite", "age", "12", "--author", "Eve")
        self.meet()
        self.show("answers.sqlite")
        wait_until(lambda: self.page.find("#notices .question") is not None, "the question")
        self.page.find_all("#notices .question button")[1].click()
        wait_until(lambda: self.page.find("#done") is not None, "that it is completed")
        self.assertIsNone(self.page.find("#notices .question"))


if __name__ == "__main__":
    unittest.main()
