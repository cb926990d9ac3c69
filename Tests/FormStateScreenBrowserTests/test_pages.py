"""A form that is shown a page at a time, and all at once."""

from selenium.webdriver.common.keys import Keys

from screen import ScreenTestCase, wait_until

FORM = """<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml"><h:head><h:title>Visit</h:title><model>
<instance><data id="visit"><who><name/><age/></who><child><school/></child><end><notes/></end></data></instance>
<bind nodeset="/data/who/name" type="string" required="true()"/><bind nodeset="/data/who/age" type="int"/>
<bind nodeset="/data/child" relevant="/data/who/age &lt; 18"/><bind nodeset="/data/child/school" type="string"/>
<bind nodeset="/data/end/notes" type="string"/></model></h:head><h:body class="pages">
<group ref="/data/who"><label>Who</label><input ref="/data/who/name"><label>Name</label></input><input ref="/data/who/age"><label>Age</label></input></group>
<group ref="/data/child"><label>Child</label><input ref="/data/child/school"><label>School</label></input></group>
<group ref="/data/end"><label>End</label><input ref="/data/end/notes"><label>Notes</label></input></group>
</h:body></h:html>"""


class Pages(ScreenTestCase):
    def setUp(self):
        super().setUp()
        (self.folder / "visit.xml").write_text(FORM)
        self.tool("import", "answers.sqlite", "visit.xml")

    def wait_for(self, rows, number):
        wait_until(lambda: self.page.rows() == rows, f"the rows {rows}, not {self.page.rows()}")
        wait_until(lambda: self.page.find("#page-number").text == number, f"{number}, not {self.page.find('#page-number').text}")

    def press(self, button):
        self.page.find(f"#{button}").click()

    def test_one_goes_through_them(self):
        page = self.show("answers.sqlite")
        self.wait_for(["Name", "Age"], "Page 1 of 2")
        self.assertFalse(page.find("#back").is_enabled())
        page.type("name", "Ada")
        page.type("age", "7")
        self.press("next")
        self.wait_for(["School"], "Page 2 of 3")
        wait_until(lambda: page.said() == "Page 2 of 3: Child", "the page announced")
        page.wait_for_focus("r:child" if page.has_row("child") else "r:school")
        page.picture("pages")
        self.press("next")
        self.wait_for(["Notes"], "Page 3 of 3")
        self.assertEqual(page.find("#next").text, "Complete")
        self.press("back")
        self.wait_for(["School"], "Page 2 of 3")
        self.driver.back()
        self.wait_for(["Notes"], "Page 3 of 3")
        self.press("next")
        wait_until(lambda: page.find("#done"), "the response to be completed")

    def test_next_says_what_is_missing_first(self):
        page = self.show("answers.sqlite")
        self.press("next")
        wait_until(lambda: "One answer is missing or wrong on this page" in page.find("#pager").text, "what is missing")
        page.wait_for_focus("r:name")
        wait_until(lambda: "fault" in page.row("name").get_attribute("innerHTML"), "the fault at its row")
        self.wait_for(["Name", "Age"], "Page 1 of 2")
        self.press("next")
        self.wait_for(["Notes"], "Page 2 of 2")

    def test_what_another_one_answers_shows_on_the_page(self):
        page = self.show("answers.sqlite")
        self.tool("set", "answers.sqlite", "name", "Ben")
        wait_until(lambda: page.value("name") == "Ben", "the answer")
        self.tool("set", "answers.sqlite", "age", "3")
        self.wait_for(["Name", "Age"], "Page 1 of 3")

    def test_the_same_response_is_shown_at_once_and_in_pages(self):
        page = self.show("answers.sqlite")
        page.type("name", "Ada")
        page.from_menu("All on one page")
        wait_until(lambda: page.rows() == ["Name", "Age", "Notes"], "all rows")
        self.assertEqual(page.value("name"), "Ada")
        self.assertFalse(page.find("#pager").is_displayed())
        page.from_menu("One page at a time")
        self.wait_for(["Name", "Age"], "Page 1 of 2")

    def test_a_reload_stays_on_the_page(self):
        page = self.show("answers.sqlite")
        page.type("name", "Ada")
        self.press("next")
        self.wait_for(["Notes"], "Page 2 of 2")
        self.driver.refresh()
        self.wait_for(["Notes"], "Page 2 of 2")

    def test_completing_leads_to_the_page_of_what_is_missing(self):
        page = self.show("answers.sqlite", query="pages=on&page=end")
        self.wait_for(["Notes"], "Page 2 of 2")
        page.complete()
        self.wait_for(["Name", "Age"], "Page 1 of 2")
        wait_until(lambda: page.focused() == "r:name", "the focus where an answer is missing")

    def test_a_form_of_our_own_says_so(self):
        self.write_form([{"key": "a", "kind": "text", "title": "A"}], properties={"layout": "pages"}, sections=[
            {"key": key, "title": key, "cells": [{"key": f"{key}-cell", "kind": "text", "title": key}]} for key in ("one", "two")])
        self.tool("import", "own.sqlite", "form.json")
        page = self.show("own.sqlite")
        self.wait_for(["one"], "Page 1 of 2")
        page.find("#next").send_keys(Keys.ENTER)
        self.wait_for(["two"], "Page 2 of 2")
