"""What the program says on a page: refusals, faults, names of steps and the history in the page's language, with titles."""

import re
import unittest

from selenium.webdriver.common.keys import Keys

from screen import ScreenTestCase, wait_until

OWN = "English (en)"
LANGUAGES = {"Deutsch (de)": "de", "Français (fr)": "fr", "Español (es)": "es", "العربية (ar)": "ar"}
TITLES = {
    "name": {"Deutsch (de)": "Vorname", "Français (fr)": "Prénom", "Español (es)": "Nombre", "العربية (ar)": "الاسم"},
    "weight": {"Deutsch (de)": "Gewicht", "Français (fr)": "Poids", "Español (es)": "Peso", "العربية (ar)": "الوزن"},
    "more": {"Deutsch (de)": "Weiteres", "Français (fr)": "Autres", "Español (es)": "Otros", "العربية (ar)": "أخرى"},
    "born": {"Deutsch (de)": "Geburtstag", "Français (fr)": "Naissance", "Español (es)": "Nacimiento", "العربية (ar)": "الميلاد"},
}
# Words of the program in English, as whole words.
ENGLISH = re.compile(
    r"\b(the|is|are|was|has|not|nothing|number|from|give|accepted|answer|needed|opens|closes|set|clear|expand|collapse|undo|redo|reopen|complete"
    r"|response|fault|draft|revision|by|rule|choose|add|remove)\b", re.IGNORECASE)
KEYS = re.compile("|".join(rf"\bkey-{each}\b" for each in TITLES))


def cells():
    def titled(name):
        return {OWN: name.capitalize(), **TITLES[name]}
    return [
        {"key": "key-name", "kind": "text", "title": titled("name"), "required": "true()"},
        {"key": "key-weight", "kind": "decimal", "title": titled("weight"), "minimum": 0.5, "maximum": 99.5,
         "constraints": [{"expression": ". < 50 or ${key-name} != ''"}]},
        {"key": "key-born", "kind": "date", "title": titled("born")},
        {"key": "key-more", "kind": "group", "title": titled("more"), "cells": [
            {"key": "key-note", "kind": "text", "title": titled("name")}]},
    ]


class Words(ScreenTestCase):
    def check(self, words, language):
        """That there is nothing English in it, and no key."""
        self.assertTrue(words.strip())
        self.assertIsNone(ENGLISH.search(words), f"{language}: {words}")
        self.assertIsNone(KEYS.search(words), f"{language}: {words}")

    def test_everything_is_said_in_the_language_of_the_page(self):
        self.take_in(cells(), language=OWN)
        for language, tag in LANGUAGES.items():
            with self.subTest(tag):
                page = self.show("answers.sqlite", "--language", language)
                # A refusal: the number is too great, and written as the language does.
                page.type("key-weight", "120" + Keys.TAB)
                wait_until(lambda: page.find('[data-key="r:key-weight"] .problem'), "the reason")
                problem = page.find('[data-key="r:key-weight"] .problem').text
                self.check(problem, tag)
                self.assertRegex(problem, "99,5" if tag != "ar" else "99[.٫]5")
                page.type("key-weight", "60" + Keys.TAB)
                self.wait_for_value("key-weight", "60")
                wait_until(lambda: page.find('[data-key="r:key-weight"] .fault'), "the fault")
                fault = page.find('[data-key="r:key-weight"] .fault').text
                self.check(re.sub(r"\. < 50 or .* != ''", "", fault), tag)
                self.assertIn(TITLES["name"][language], fault, "the rule names the question by its title")
                # The names of steps.
                undo = page.find("#undo").get_attribute("aria-label")
                self.check(undo, tag)
                self.assertIn(TITLES["weight"][language], undo)
                page.find("#undo").click()
                wait_until(lambda: page.find("#redo").is_enabled(), "a step to redo")
                self.check(page.find("#redo").get_attribute("aria-label"), tag)
                self.tool("tap", "answers.sqlite", "key-more")
                wait_until(lambda: page.has_row("key-note"), "the row within")
                # What is missing, and a toast.
                page.find("#complete").click()
                wait_until(lambda: page.find("#gaps"), "what is missing")
                self.check(page.find("#gaps").text, tag)
                self.check(page.said(), tag)
                page.script("""document.querySelector('#toast').textContent = '';
                  fetch(new URL(`act?words=${navigator.languages[0].slice(0, 2)}&language=${encodeURIComponent(arguments[0])}`, location.href), {
                    method: 'POST', headers: { 'X-FormState': arguments[1] },
                    body: JSON.stringify({ action: 'set', cell: 'key-born', value: 'soon' }) })
                    .then((answer) => answer.json()).then(({ error }) => { window.refused = error; });""", language, self.server.token)
                wait_until(lambda: page.script("return window.refused"), "the refusal")
                self.check(page.script("return window.refused").replace("soon", ""), tag)
                self.assertIn(TITLES["born"][language], page.script("return window.refused"))
                # The history.
                page.script("document.getElementById('details').click()")
                wait_until(lambda: page.find_all("#panel-0 .history li"), "the history")
                for entry in page.find_all("#panel-0 .history > li"):
                    words = " ".join(each.text for each in entry.find_elements("css selector", ".did, ul li"))
                    self.check(words, tag)
                page.picture(f"words-{tag}")
                self.assertIsNone(page.settle())
                self.server.stop()
                for action in (["reset"], ["collapse", "key-more"]):
                    self.tool(action[0], "answers.sqlite", *action[1:])

    def test_a_form_of_one_language_is_spoken_about_in_that_of_the_browser(self):
        self.take_in([{"key": "age", "kind": "integer", "title": "Alter der Person"}])
        agent = self.driver.execute_script("return navigator.userAgent")
        self.driver.execute_cdp_cmd("Emulation.setUserAgentOverride", {"userAgent": agent, "acceptLanguage": "de-DE"})
        self.addCleanup(
            self.driver.execute_cdp_cmd, "Emulation.setUserAgentOverride", {"userAgent": agent, "acceptLanguage": "en-US"})
        page = self.show("answers.sqlite")
        page.type("age", "viel" + Keys.TAB)
        wait_until(lambda: "Noch nicht angenommen: „viel“ wird nicht angenommen; geben Sie eine ganze Zahl" in page.words("age"), "the reason")
        page.type("age", "7" + Keys.TAB)
        wait_until(lambda: page.find("#undo").get_attribute("aria-label") == "Rückgängig: „Alter der Person“ ausfüllen", "the step")


if __name__ == "__main__":
    unittest.main()
