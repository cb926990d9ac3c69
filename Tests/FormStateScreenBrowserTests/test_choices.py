"""Questions of options: drawn by their number and by what the XForm says of how they look."""

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from screen import ScreenTestCase, wait_until

QUESTIONS = {
    # The name, the appearance, whether several can be chosen, and the options.
    "sex": ("", False, ["Female", "Male", "Other"]),
    "pain": ("likert", False, ["None", "Little", "Some", "Much", "Unbearable"]),
    "symptoms": ("columns-2", True, ["Fever", "Cough", "Rash", "Fatigue"]),
    "colour": ("minimal", False, ["Red", "Green", "Blue"]),
    "district": ("", False, [f"District {number}" for number in range(1, 31)]),
    "village": ("minimal autocomplete", True, ["Abo", "Bela", "Cota"]),
}


def xform():
    body, fields, binds = "", "", ""
    for name, (appearance, isSeveral, options) in QUESTIONS.items():
        tag = "select" if isSeveral else "select1"
        look = f' appearance="{appearance}"' if appearance else ""
        items = "".join(f"<item><label>{each}</label><value>{each.lower().replace(' ', '_')}</value></item>" for each in options)
        body += f'<{tag} ref="/data/{name}"{look}><label>What is the {name}?</label><hint>About {name}</hint>{items}</{tag}>'
        fields += f"<{name}/>"
        binds += f'<bind nodeset="/data/{name}" type="string"/>'
    return (
        '<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml"><h:head><h:title>Choices</h:title><model>'
        f'<instance><data id="choices">{fields}<phone/></data></instance>{binds}<bind nodeset="/data/phone" type="string"/></model></h:head>'
        f'<h:body>{body}<input ref="/data/phone" appearance="numbers"><label>Phone</label></input></h:body></h:html>')


class Choices(ScreenTestCase):
    def setUp(self):
        super().setUp()
        (self.folder / "choices.xml").write_text(xform())
        self.tool("import", "answers.sqlite", "choices.xml")
        self.show("answers.sqlite")

    def options(self, cell):
        return self.page.row(cell).find_elements(By.CSS_SELECTOR, "fieldset .option")

    def choose(self, cell, words):
        next(each for each in self.options(cell) if each.text == words).click()

    def test_few_options_stand_with_their_question(self):
        group = self.page.row("sex").find_element(By.TAG_NAME, "fieldset")
        self.assertEqual(group.get_attribute("role"), "radiogroup")
        self.assertEqual(group.accessible_name, "What is the sex?")
        self.assertEqual([each.text for each in self.options("sex")], ["Female", "Male", "Other"])
        self.assertIsNone(self.page.find('[data-key="r:sex"] .title[aria-expanded]'))
        self.choose("sex", "Male")
        self.wait_for_value("sex", "male")
        self.assertIn("What is the sex?", self.page.words("sex"))
        self.assertIn("About sex", self.page.words("sex"), "the hint stays when there is an answer")
        self.page.picture(f"choices-{self.width}")

    def test_arrows_walk_the_options_of_a_question(self):
        self.choose("sex", "Female")
        self.wait_for_value("sex", "female")
        self.page.press(Keys.ARROW_DOWN)
        self.wait_for_value("sex", "male")
        self.page.wait_for_focus("r:sex")
        self.page.press(Keys.TAB)
        self.assertIn("Clear", self.page.script("return document.activeElement.getAttribute('aria-label')"))
        self.page.press(Keys.ENTER)
        self.wait_for_value("sex", "")
        wait_until(lambda: not any(each.is_selected() for each in self.page.find_all('[data-key="r:sex"] input')), "no choice")

    def test_several_options_are_checkboxes(self):
        self.assertIsNone(self.page.row("symptoms").find_element(By.TAG_NAME, "fieldset").get_attribute("role"))
        self.choose("symptoms", "Fever")
        self.choose("symptoms", "Rash")
        self.wait_for_value("symptoms", '["fever","rash"]')
        self.choose("symptoms", "Fever")
        self.wait_for_value("symptoms", '["rash"]')

    def test_columns_and_scales_stand_beside_each_other(self):
        tops = {each.rect["y"] for each in self.options("pain")}
        self.assertEqual(len(tops), 1, "a scale is one line")
        tops = [each.rect["y"] for each in self.options("symptoms")]
        self.assertEqual(tops[0], tops[1])
        self.assertGreater(tops[2], tops[1])

    def test_a_minimal_question_is_a_menu(self):
        menu = Select(self.page.row("colour").find_element(By.TAG_NAME, "select"))
        self.assertEqual([each.text for each in menu.options], ["Choose …", "Red", "Green", "Blue"])
        menu.select_by_visible_text("Green")
        self.wait_for_value("colour", "green")
        menu.select_by_index(0)
        self.wait_for_value("colour", "")

    def test_many_options_are_searched(self):
        button = self.page.control("district")
        self.assertEqual(button.text, "Choose …")
        button.click()
        search = wait_until(lambda: self.page.find("dialog input[type=search]"), "the dialog")
        wait_until(lambda: self.page.find("dialog [role=status]").text == "30 choices", "all choices")
        search.send_keys("27")
        wait_until(lambda: self.page.find("dialog [role=status]").text == "1 choice", "one choice")
        self.page.find("dialog label").click()
        self.wait_for_value("district", "district_27")
        wait_until(lambda: self.page.control("district").text == "District 27", "the answer")
        self.assertIn("What is the district?", self.page.words("district"))

    def test_undo_takes_a_choice_back(self):
        self.choose("sex", "Other")
        self.wait_for_value("sex", "other")
        self.page.find("#undo").click()
        self.wait_for_value("sex", "")
        wait_until(lambda: not any(each.is_selected() for each in self.page.find_all('[data-key="r:sex"] input')), "no choice")

    def test_a_completed_response_shows_its_choice_and_takes_no_other(self):
        self.choose("sex", "Other")
        self.wait_for_value("sex", "other")
        self.page.complete()
        wait_until(lambda: self.page.find("#done"), "the response to be completed")
        self.assertFalse(any(each.is_enabled() for each in self.page.find_all('[data-key="r:sex"] input')))
        self.assertEqual([each.is_selected() for each in self.page.find_all('[data-key="r:sex"] input')], [False, False, True])

    def test_a_text_of_numbers_gets_the_keyboard_for_them(self):
        self.assertEqual(self.page.control("phone").get_attribute("inputmode"), "numeric")

    def test_an_expanded_question_shows_its_options_as_rows(self):
        self.tool("tap", "answers.sqlite", "sex")
        wait_until(lambda: self.page.find('[data-key="r:sex"] .title[aria-expanded=true]'), "the question to expand")
        wait_until(lambda: len(self.page.find_all("#sheet .is-option")) == 3, "rows of options")
        self.assertIsNone(self.page.find('[data-key="r:sex"] fieldset'))
        self.page.tap("sex")
        wait_until(lambda: self.page.find('[data-key="r:sex"] fieldset'), "the options with their question")


TOWNS = """<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml"><h:head><h:title>Towns</h:title><model>
<instance><data id="towns"><state/><town/></data></instance>
<instance id="towns"><root>{items}</root></instance>
<bind nodeset="/data/state" type="string"/><bind nodeset="/data/town" type="string"/></model></h:head><h:body>
<select1 ref="/data/state"><label>State</label><item><label>North</label><value>n</value></item><item><label>South</label><value>s</value></item>
<item><label>West</label><value>w</value></item></select1>
<select1 ref="/data/town"><label>Town</label><itemset nodeset="instance('towns')/root/item[state = /data/state]">
<value ref="name"/><label ref="label"/></itemset></select1></h:body></h:html>"""


class ChoicesThatDepend(ScreenTestCase):
    """Choices from a list: few of them stand with their question, whatever decides which."""

    def setUp(self):
        super().setUp()
        towns = [("n", "Abo"), ("n", "Bela"), ("s", "Cota"), *(("w", f"Town {number}") for number in range(20))]
        items = "".join(f"<item><name>{name.lower().replace(' ', '')}</name><label>{name}</label><state>{state}</state></item>" for state, name in towns)
        (self.folder / "towns.xml").write_text(TOWNS.format(items=items))
        self.tool("import", "answers.sqlite", "towns.xml")
        self.page = self.show("answers.sqlite")

    def towns(self):
        return [each.text for each in self.page.find_all('[data-key="r:town"] fieldset .option')]

    def choose(self, cell, words):
        next(each for each in self.page.find_all(f'[data-key="r:{cell}"] .option') if each.text == words).click()

    def test_few_stand_with_their_question_and_many_are_searched(self):
        self.assertEqual(self.page.control("town").text, "Choose …")
        self.choose("state", "North")
        wait_until(lambda: self.towns() == ["Abo", "Bela"], "the towns in the north")
        self.choose("town", "Bela")
        self.wait_for_value("town", "bela")
        self.assertIn("Town", self.page.words("town"))
        self.choose("state", "South")
        wait_until(lambda: self.towns() == ["Cota"], "the town in the south")
        self.choose("state", "West")
        wait_until(lambda: self.page.control("town").text != "" and self.towns() == [], "too many to stand there")
        self.assertIsNone(self.page.settle())


class ChoicesInARepeat(ScreenTestCase):
    """A question of one instance is not the same question of another."""

    def setUp(self):
        super().setUp()
        options = [{"key": f"is-{each}", "kind": "option", "title": each, "value": each} for each in ("red", "blue")]
        question = {"key": "colour", "kind": "choices", "title": "Colour", "expandable": True, "expanded": True, "required": True, "cells": options}
        self.take_in([{"key": "car", "kind": "repeat", "title": "Cars", "expandable": True, "expanded": True, "initial": 2, "cells": [question]}])
        self.page = self.show("answers.sqlite")

    def chosen(self):
        return [each.is_selected() for each in self.page.find_all("#sheet .is-option input")]

    def test_each_keeps_its_own_choice(self):
        wait_until(lambda: self.chosen() == [False] * 4, "two instances with two options each")
        for position in (0, 3):
            self.page.find_all("#sheet .is-option input")[position].click()
            self.assertIsNone(self.page.settle())
        self.assertEqual(self.chosen(), [True, False, False, True])
        self.assertEqual([self.value_of("colour:1"), self.value_of("colour:2")], ['["red"]', '["blue"]'])

    def test_one_that_was_left_without_a_choice_is_missing(self):
        wait_until(lambda: self.chosen() == [False] * 4, "two instances with two options each")
        self.page.script("arguments[0].focus()", self.page.find_all("#sheet .is-option input")[1])
        self.page.press(Keys.TAB)
        missing = "return [...document.querySelectorAll('#sheet li:has(.faults .fault)')].map((row) => row.dataset.key)"
        wait_until(lambda: self.page.script(missing) == ["r:colour:1"], "the fault of the first instance alone")


class ChoicesOnAPhone(Choices):
    width, height = 360, 740

    def test_columns_and_scales_stand_beside_each_other(self):
        self.assertEqual(len({each.rect["y"] for each in self.options("pain")}), 5, "a scale is a list where there is no room")


RANKS = """<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:odk="http://www.opendatakit.org/xforms">
<h:head><h:title>Ranks</h:title><model><instance><data id="ranks"><fruit/><town/></data></instance>
<instance id="towns"><root>{items}</root></instance>
<bind nodeset="/data/fruit" type="odk:rank"/><bind nodeset="/data/town" type="odk:rank"/></model></h:head><h:body>
<odk:rank ref="/data/fruit"><label>Rank the fruit</label><item><label>Mango</label><value>mango</value></item>
<item><label>Kiwi</label><value>kiwi</value></item><item><label>Plum</label><value>plum</value></item></odk:rank>
<odk:rank ref="/data/town"><label>Rank the towns</label><itemset nodeset="instance('towns')/root/item"><value ref="name"/><label ref="label"/></itemset>
</odk:rank></h:body></h:html>"""


class Ranks(ScreenTestCase):
    """Questions that ask for an order keep the one that a person gives, not the one in which the options are shown."""

    def setUp(self):
        super().setUp()
        items = "".join(f"<item><name>t{number}</name><label>Town {number}</label></item>" for number in range(1, 16))
        (self.folder / "ranks.xml").write_text(RANKS.format(items=items))
        self.tool("import", "answers.sqlite", "ranks.xml")
        self.show("answers.sqlite")

    def press(self, words, cell="fruit"):
        self.page.button(words, f'[data-key="r:{cell}"]').click()

    def order(self, cell="fruit"):
        return [each.text for each in self.page.find_all(f'[data-key="r:{cell}"] .ranked .placed')]

    def test_the_order_in_which_options_are_chosen_is_the_answer(self):
        for words in ("Plum", "Mango"):
            next(each for each in self.page.find_all('[data-key="r:fruit"] :is(label, button)') if each.text == words).click()
            wait_until(lambda: words.lower() in self.value_of("fruit"), words)
        self.wait_for_value("fruit", '["plum","mango"]')
        wait_until(lambda: self.order() == ["Plum", "Mango"], "the order")
        self.press("Add: Kiwi")
        self.wait_for_value("fruit", '["plum","mango","kiwi"]')
        self.page.picture("ranking")
        self.assertIsNone(self.page.settle())

    def test_options_are_moved_and_taken_out_by_the_keyboard(self):
        self.tool("set", "answers.sqlite", "fruit", '["plum","mango","kiwi"]')
        wait_until(lambda: self.order() == ["Plum", "Mango", "Kiwi"], "the order")
        self.press("Move up: Kiwi")
        self.wait_for_value("fruit", '["plum","kiwi","mango"]')
        wait_until(lambda: self.order() == ["Plum", "Kiwi", "Mango"], "the order")
        self.assertEqual(self.page.said(), "Kiwi: place 2 of 3")
        self.page.press(Keys.ENTER)
        self.wait_for_value("fruit", '["kiwi","plum","mango"]')
        # “Move up” is disabled now, and the focus stays at the option.
        wait_until(lambda: "Kiwi" in (self.page.script("return document.activeElement.getAttribute('aria-label')") or ""), "the focus")
        self.press("Remove: Plum")
        self.wait_for_value("fruit", '["kiwi","mango"]')
        self.assertIsNone(self.page.settle())

    def test_an_order_of_many_items_of_a_list(self):
        wait_until(lambda: len(self.page.find_all('[data-key="r:town"] .unranked li')) == 15, "all towns")
        for words in ("Add: Town 15", "Add: Town 2"):
            self.press(words, "town")
        self.wait_for_value("town", '["t15","t2"]')
        self.assertEqual(self.order("town"), ["Town 15", "Town 2"])
        self.page.find("#undo").click()
        self.wait_for_value("town", '["t15"]')
        wait_until(lambda: self.order("town") == ["Town 15"], "the order before")

    def test_an_expanded_question_takes_its_options_in_the_order_of_choosing(self):
        self.tool("tap", "answers.sqlite", "fruit")
        wait_until(lambda: len(self.page.find_all("#sheet .is-option")) == 3, "rows of options")
        for words in ("Plum", "Mango"):
            next(each for each in self.page.find_all("#sheet .is-option") if each.text.startswith(words)).find_element(By.TAG_NAME, "input").click()
        self.wait_for_value("fruit", '["plum","mango"]')
