"""A form in another language: what tells it to browsers and screen readers, and how it is written."""

import unittest

from screen import Keys, ScreenTestCase, wait_until

OWN, ARABIC, FRENCH = "English (en)", "العربية (ar)", "Français (fr)"
CELLS = [
    {"key": "name", "kind": "text", "title": {OWN: "Name", ARABIC: "الاسم", FRENCH: "Nom"}},
    {"key": "town", "kind": "group", "title": {OWN: "Town", ARABIC: "المدينة"}, "cells": [
        {"key": "street", "kind": "text", "title": {OWN: "Street", ARABIC: "الشارع"}}]},
    {"key": "here", "kind": "switch", "title": {OWN: "Here", ARABIC: "هنا"}},
]


class Languages(ScreenTestCase):
    def shown(self):
        return [self.page.find("#form").get_attribute(name) for name in ("lang", "dir")]

    def box(self, node):
        return self.page.script("const box = arguments[0].getBoundingClientRect(); return [box.left, box.right]", node)

    def test_the_page_has_the_language_and_direction_of_the_response(self):
        self.take_in(CELLS, language=OWN)
        self.show("answers.sqlite")
        self.assertEqual(self.shown(), ["en", "ltr"])
        label, control = self.box(self.page.title("name")), self.box(self.page.control("name"))
        self.assertLess(label[0], control[0])
        self.server.stop()
        self.show("answers.sqlite", "--language", ARABIC)
        self.assertEqual(self.shown(), ["ar", "rtl"])
        self.assertEqual(self.page.rows()[0], "الاسم")
        row, label, control = (self.box(each) for each in (self.page.row("name"), self.page.title("name"), self.page.control("name")))
        self.assertGreater(label[0], control[0], "the label stands at the right")
        self.assertLess(row[1] - label[1], 30)
        self.page.picture("arabic")
        self.assertIsNone(self.page.settle())
        self.server.stop()
        self.show("answers.sqlite", "--language", FRENCH)
        self.assertEqual(self.shown(), ["fr", "ltr"])

    def test_the_page_speaks_the_language_of_the_response(self):
        languages = {
            "Deutsch (de)": ("Abschließen", "ltr", "Hier fehlt eine Antwort."),
            FRENCH: ("Terminer", "ltr", "Une réponse est nécessaire."), "Español (es)": ("Finalizar", "ltr", "Se necesita una respuesta."),
            ARABIC: ("إكمال", "rtl", "الإجابة مطلوبة."),
        }
        cells = [{"key": "name", "kind": "text", "title": {OWN: "Name", **{each: "Name" for each in languages}}, "required": "true()"}]
        self.take_in(cells, language=OWN)
        for language, (words, direction, missing) in languages.items():
            self.show("answers.sqlite", "--language", language)
            self.assertEqual(self.page.find("#complete").text, words)
            html = self.page.find("html")
            self.assertEqual([html.get_attribute("lang"), html.get_attribute("dir")], [language.split("(")[1][:2], direction])
            self.page.find("#complete").click()
            wait_until(lambda: self.page.find("#gaps"), "what is missing")
            self.assertIn(missing, self.page.words("name"))
            self.page.picture(f"language-{html.get_attribute('lang')}")
            self.assertIsNone(self.page.settle())
            self.server.stop()

    def test_every_table_has_all_words(self):
        self.take_in(CELLS, language=OWN)
        self.show("answers.sqlite")
        lacking = self.page.driver.execute_async_script("""
          const done = arguments[0];
          const names = ["english", "german", "french", "spanish", "arabic"];
          Promise.all(names.map((name) => import(`/strings/${name}.js`))).then((modules) => {
            const tables = modules.map((module, index) => module[names[index]]);
            const kinds = (table) => Object.entries(table).map(([key, words]) => `${key}: ${typeof words}`).sort();
            const all = JSON.stringify(kinds(tables[0]));
            done(names.filter((name, index) => JSON.stringify(kinds(tables[index])) !== all));
          });
        """)
        self.assertEqual(lacking, [])

    def test_numbers_are_typed_as_the_language_writes_them(self):
        german = "Deutsch (de)"
        cells = [
            {"key": "weight", "kind": "decimal", "title": {OWN: "Weight", german: "Gewicht"}},
            {"key": "people", "kind": "integer", "title": {OWN: "People", german: "Personen"}}]
        self.take_in(cells, language=OWN)
        self.show("answers.sqlite", "--language", german)
        self.page.type("weight", "1234,56" + Keys.TAB)
        self.wait_for_value("weight", "1234.56")
        wait_until(lambda: self.page.value("weight") == "1234,56", "the number as it is written")
        self.page.type("people", "12.500" + Keys.TAB)
        self.wait_for_value("people", "12500")
        self.page.type("weight", "1,2,3" + Keys.TAB)
        wait_until(lambda: "1,2,3" in self.page.words("weight"), "why that is no number")
        self.assertEqual(self.page.value("weight"), "1,2,3", "what was typed stays")
        self.assertEqual(self.value_of("weight"), "1234.56")
        self.assertIsNone(self.page.settle())

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
