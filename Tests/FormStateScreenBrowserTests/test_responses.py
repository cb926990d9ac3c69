"""A file with several responses: they are listed, opened, begun, and there is a way back."""

import urllib.error

from selenium.webdriver.common.by import By

from screen import PICTURES, ScreenTestCase, wait_until

CELLS = [{"key": "name", "kind": "text", "title": "Name", "required": "true()"}, {"key": "age", "kind": "integer", "title": "Age"}]


class ListPage:
    """The list, in the window of a page."""

    def __init__(self, case):
        self.case = case
        case.server = case.serve("serve", "answers.sqlite", *case.words)
        case.driver.get(case.server.address)
        wait_until(self.entries, "the list")

    def entries(self):
        return [each.text.split("\n")[0].rstrip(" ✓") for each in self.case.driver.find_elements(By.CSS_SELECTOR, "a.response")]

    def entry(self, name):
        return next(each for each in self.case.driver.find_elements(By.CSS_SELECTOR, "a.response") if name in each.text)

    def find(self, selector):
        return self.case.driver.find_element(By.CSS_SELECTOR, selector)


class Responses(ScreenTestCase):
    words = ()

    def setUp(self):
        super().setUp()
        self.take_in(CELLS)
        for name in ("ada", "ben"):
            self.tool("response", "new", "answers.sqlite", name)
        self.tool("set", "answers.sqlite", "--response", "ben", "name", "Ben")

    def rows(self):
        return [each.text for each in self.driver.find_elements(By.CSS_SELECTOR, "#sheet li.row .title")]

    def menu_item(self, words):
        return next((each for each in self.driver.find_elements(By.CSS_SELECTOR, "#menu button") if each.text == words), None)

    def test_how_they_stand(self):
        page = ListPage(self)
        self.assertEqual(page.entries(), ["ada", "ben"])
        self.assertIn("One answer is missing or wrong · Not begun", page.entry("ada").text)
        self.assertIn("Nothing is missing", page.entry("ben").text)
        self.tool("complete", "answers.sqlite", "--response", "ben")
        wait_until(lambda: "Completed" in page.entry("ben").text, "the completed response")
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.driver.save_screenshot(str(PICTURES / "list.png"))

    def test_one_is_opened_and_left_again(self):
        page = ListPage(self)
        page.entry("ben").click()
        wait_until(lambda: self.rows() == ["Name", "Age"], "the response")
        self.assertEqual(page.find('[data-key="r:name"] input').get_attribute("value"), "Ben")
        page.find('[data-key="r:age"] input').send_keys("7")
        page.find("#menu summary").click()
        wait_until(lambda: self.menu_item("All responses"), "the menu").click()
        wait_until(lambda: page.entries() == ["ada", "ben"], "the list, with what has not begun at the top")
        self.assertEqual(self.tool("get", "answers.sqlite", "--response", "ben", "age").strip(), "7")

    def test_one_is_begun(self):
        page = ListPage(self)
        name = page.find("#new-name")
        self.assertRegex(name.get_attribute("value"), r"^\d{4}-\d\d-\d\d$")
        name.clear()
        name.send_keys("ada")
        page.find(".starting [type=submit]").click()
        wait_until(lambda: "“ada”" in page.find("#toast").text, "why not")
        name.clear()
        name.send_keys("Čedomir")
        page.find(".starting [type=submit]").click()
        wait_until(lambda: self.rows() == ["Name", "Age"], "the new response")
        self.assertIn("Čedomir", self.tool("list", "answers.sqlite"))

    def test_the_list_goes_on_with_a_program_that_was_started_again(self):
        page = ListPage(self)
        self.server.stop()
        wait_until(lambda: "does not answer" in page.find("#listing [role=status]").text, "a word about it")
        self.server = self.serve("serve", "answers.sqlite", "--port", self.server.port)
        self.tool("response", "new", "answers.sqlite", "cleo")
        wait_until(lambda: page.entries() == ["ada", "cleo", "ben"], "the list as it is now")

    def test_they_are_sought(self):
        page = ListPage(self)
        page.find("#search").send_keys("BE")
        wait_until(lambda: page.entries() == ["ben"], "the one that fits")
        self.assertEqual(page.find("#listing [role=status]").text, "1 response")

    def test_forms_are_distinguished(self):
        self.tool("import", "answers.sqlite", self.write_form(CELLS, key="other", title="Another form"))
        self.tool("response", "new", "answers.sqlite", "--form", "other", "ada")
        page = ListPage(self)
        self.assertEqual(sorted(page.entries()), ["ada", "ada", "ben"])
        next(each for each in page.find("#forms").find_elements(By.TAG_NAME, "option") if each.text == "Another form").click()
        wait_until(lambda: page.entries() == ["ada"], "those of the form")
        page.entry("ada").click()
        wait_until(lambda: page.find("#title").text == "Another form", "the form")

    def test_what_is_read_only_begins_nothing(self):
        self.words = ("--read-only",)
        page = ListPage(self)
        self.assertFalse(page.find(".starting").is_displayed())

    def test_a_single_response_is_just_opened(self):
        self.tool("response", "delete", "answers.sqlite", "ada", "--yes")
        self.server = self.serve("serve", "answers.sqlite")
        self.driver.get(self.server.address)
        wait_until(lambda: self.rows() == ["Name", "Age"], "the response")

    def test_a_response_that_is_gone_says_so(self):
        page = ListPage(self)
        self.driver.get(self.server.root + "?form=form&response=cleo")
        wait_until(lambda: "no response “cleo”" in page.find("#toast").text, "why")
        with self.assertRaises(urllib.error.HTTPError) as refused:
            self.get("/rows?form=nothing&response=ada")
        self.assertEqual(refused.exception.code, 404)
