"""A form in another language: what tells it to browsers and screen readers, and how it is written."""

import unittest

from screen import ScreenTestCase, wait_until

OWN, ARABIC, FRENCH = "English (en)", "العربية (ar)", "Français (fr)"
CELLS = [
    {"key": "name", "kind": "text", "title": {OWN: "Name", ARABIC: "الاسم", FRENCH: "Nom"}},
    {"key": "town", "kind": "group", "title": {OWN: "Town", ARABIC: "المدينة"}, "cells": [
        {"key": "street", "kind": "text", "title": {OWN: "Street", ARABIC: "الشارع"}}]},
    {"key": "here", "kind": "switch", "title": {OWN: "Here", ARABIC: "هنا"}},
]


class Languages(ScreenTestCase):
    def told(self):
        return [self.page.find("#form").get_attribute(name) for name in ("lang", "dir")]

    def box(self, node):
        return self.page.script("const box = arguments[0].getBoundingClientRect(); return [box.left, box.right]", node)

    def test_the_language_of_the_response_is_told_and_written_as_it_is(self):
        self.take_in(CELLS, language=OWN)
        self.show("answers.sqlite")
        self.assertEqual(self.told(), ["en", "ltr"])
        label, control = self.box(self.page.title("name")), self.box(self.page.control("name"))
        self.assertLess(label[0], control[0])
        self.server.stop()
        self.show("answers.sqlite", "--language", ARABIC)
        self.assertEqual(self.told(), ["ar", "rtl"])
        self.assertEqual(self.page.rows()[0], "الاسم")
        row, label, control = (self.box(each) for each in (self.page.row("name"), self.page.title("name"), self.page.control("name")))
        self.assertGreater(label[0], control[0], "the label stands at the right")
        self.assertLess(row[1] - label[1], 30)
        self.page.picture("arabic")
        self.assertIsNone(self.page.settle())
        self.server.stop()
        self.show("answers.sqlite", "--language", FRENCH)
        self.assertEqual(self.told(), ["fr", "ltr"])

    def test_a_language_by_its_name_alone_is_known_by_its_letters(self):
        self.take_in(CELLS, language=OWN)
        self.show("answers.sqlite")
        found = self.page.driver.execute_async_script("""
          const done = arguments[0];
          import("/languages.js").then(({ tagOf, directionOf }) => done([
            "English", "en", "Deutsch (de-AT)", "עברית", "فارسی", "Kurdî (ku)", "کوردی (ku-Arab)", "Punjabi (pa)", "Note (see below)", null,
          ].map((name) => `${tagOf(name)} ${directionOf(name)}`)));
        """)
        self.assertEqual(found, [
            "null ltr", "en ltr", "de-AT ltr", "null rtl", "null rtl", "ku ltr", "ku-Arab rtl", "pa ltr", "null ltr", "null ltr"])


if __name__ == "__main__":
    unittest.main()
