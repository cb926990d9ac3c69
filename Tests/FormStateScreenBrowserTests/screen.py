"""A served page in a real browser, with helpers for the tests in this folder."""

import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time
import unittest
import urllib.parse
import urllib.request

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = os.environ.get("FORMSTATE", str(ROOT / ".build/debug/formstate"))
PICTURES = ROOT / ".build/screen"
EXAMPLES = ROOT / "Examples"


def wait_until(condition, what, seconds=10.0):
    """Waits until a condition gives something, and gives that."""
    end = time.monotonic() + seconds
    while True:
        try:
            found = condition()
        except Exception as problem:  # The page may be drawing just now.
            found, what_went_wrong = None, problem
        else:
            what_went_wrong = None
        if found:
            return found
        if time.monotonic() > end:
            raise AssertionError(f"not within {seconds} s: {what} {what_went_wrong or ''}")
        time.sleep(0.01)


class Server:
    """`formstate serve`, as long as it runs."""

    def __init__(self, folder, *words, environment, opens=False):
        self.process = subprocess.Popen(
            [TOOL, *words, *([] if opens else ["--no-open"])], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, **environment})
        # What a person opens: the page with the secret that gives a browser access.
        self.address = self.process.stdout.readline().strip()
        if not self.address:
            raise AssertionError(self.process.stderr.read())
        parts = urllib.parse.urlsplit(self.address)
        self.port = parts.port
        self.root = f"{parts.scheme}://{parts.netloc}{parts.path}"
        self.secret = dict(urllib.parse.parse_qsl(parts.fragment)).get("secret", "")

    def enter(self, root=None):
        """What a page with access is told: the token of its requests, and more."""
        root = root or self.root
        request = urllib.request.Request(
            root + "enter", method="POST", headers={"X-FormState": self.secret, "Origin": root.rstrip("/")})
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)

    @property
    def token(self):
        return self.enter()["token"]

    def stop(self, number=signal.SIGINT):
        if self.process.poll() is None:
            self.process.send_signal(number)
        status = self.process.wait(timeout=10)
        self.process.stdout.close()
        self.process.stderr.close()
        return status


def open_browser(width=1280, height=900, arguments=()):
    options = webdriver.ChromeOptions()
    for argument in [
        "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--force-device-scale-factor=1",
        f"--window-size={width},{height}", *arguments,
    ]:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    service = webdriver.ChromeService(os.environ.get("CHROMEDRIVER", "/usr/bin/chromedriver"))
    return webdriver.Chrome(options=options, service=service)


def be_a_phone(driver, width, height):
    """Makes the page as narrow as on a phone; no window of the browser is narrower than 500 pixels."""
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})


class Page:
    """A window of a browser with the page in it."""

    def __init__(self, driver, address, query="", verifies=True):
        self.driver = driver
        self.address = address
        words = [word for word in ("verify" if verifies else "", query) if word]
        # What follows the “#” stays at the end.
        address, mark, secret = address.partition("#")
        driver.get(address + ("&" if "?" in address else "?") + "&".join(words) + mark + secret)
        # A form of a million cells is opened with the first question.
        wait_until(lambda: self.rows() or self.find("#preview"), "the first rows", seconds=120)

    def script(self, text, *arguments):
        return self.driver.execute_script(text, *arguments)

    def find(self, selector):
        found = self.driver.find_elements(By.CSS_SELECTOR, selector)
        return found[0] if found else None

    def find_all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def rows(self):
        """What the rows say, from top to bottom."""
        return self.script(
            "return [...document.querySelectorAll('#sheet li.row')].map((row) => row.querySelector('.title').innerText)")

    def row(self, cell):
        return wait_until(lambda: self.find(f'#sheet [data-key="r:{cell}"]'), f"a row of {cell}")

    def has_row(self, cell):
        return self.find(f'#sheet [data-key="r:{cell}"]') is not None

    def title(self, cell):
        return self.row(cell).find_element(By.CSS_SELECTOR, ".title")

    def words(self, cell):
        return self.row(cell).text

    def control(self, cell):
        return self.row(cell).find_element(By.CSS_SELECTOR, ".control :is(input, textarea, button)")

    def value(self, cell):
        return self.script("return arguments[0].value", self.control(cell))

    def tap(self, cell):
        self.title(cell).click()

    def type(self, cell, text, clears=True):
        control = self.control(cell)
        control.click()
        if clears:
            control.send_keys(Keys.CONTROL, "a")
        control.send_keys(text)
        return control

    def press(self, *keys):
        chain = ActionChains(self.driver)
        held = keys[:-1]
        for key in held:
            chain.key_down(key)
        chain.send_keys(keys[-1])
        for key in reversed(held):
            chain.key_up(key)
        chain.perform()

    def focused(self):
        """The key of the row that has the focus."""
        return self.script(
            "const row = document.activeElement.closest('[data-key]'); return row ? row.dataset.key : document.activeElement.id")

    def wait_for_focus(self, key):
        """Waits until a row has the focus, which the page sets once the row is drawn."""
        wait_until(lambda: self.focused() == key, f"the focus in “{key}”")

    def said(self):
        return self.script("return document.getElementById('said').textContent")

    def button(self, words, within="body"):
        return wait_until(
            lambda: next(
                (each for each in self.find_all(f"{within} button")
                 if each.is_displayed() and words in (each.text, each.get_attribute("aria-label"))), None),
            f"a button “{words}”")

    def from_menu(self, words):
        self.find("#menu summary").click()
        self.button(words, "#menu").click()

    def complete(self):
        self.button("Complete", "#tools").click()

    def open_panels(self):
        """Shows what stands beside the form, which nobody sees who has not asked for it."""
        if not self.find("#panels").is_displayed():
            if self.find("#details").is_displayed():
                self.find("#details").click()
            else:
                self.from_menu("Details")

    def tab(self, name):
        self.open_panels()
        self.button(name, "#panels [role=tablist]").click()

    def verified(self):
        return int(self.script("return document.documentElement.dataset.verified || '0'"))

    def asks(self):
        """Whether the page has the browser ask before it goes; the driver would answer by itself."""
        return self.script(
            "const leaving = new Event('beforeunload', { cancelable: true }); dispatchEvent(leaving); return leaving.defaultPrevented")

    def settle(self):
        """Waits until what is drawn was held against a fresh window once more, and gives what differed."""
        before = self.verified()
        self.script("window.dispatchEvent(new Event('verify'))")
        wait_until(lambda: self.verified() > before or self.differs(), "a comparison")
        return self.differs()

    def differs(self):
        return self.script("return document.documentElement.dataset.differs || null")

    def console(self):
        return [line["message"] for line in self.driver.get_log("browser")]

    def picture(self, name):
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.driver.save_screenshot(str(PICTURES / f"{name}.png"))


class ScreenTestCase(unittest.TestCase):
    """A folder of its own, a browser, and a console that has to stay empty."""

    width, height = 1280, 900
    maxDiff = None
    driver = None
    # What the browser writes by itself when a request is refused on purpose.
    expected_lines = ("status of 422", "status of 409", "status of 404", "ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED", "net::ERR")

    @classmethod
    def setUpClass(cls):
        cls.driver = open_browser(cls.width, cls.height)
        if cls.width < 500:
            be_a_phone(cls.driver, cls.width, cls.height)

    @classmethod
    def tearDownClass(cls):
        cls.driver.quit()

    def setUp(self):
        held = tempfile.TemporaryDirectory()
        self.addCleanup(held.cleanup)
        self.folder = pathlib.Path(held.name)
        # What a server keeps between its runs, and for previews, stays in the folder of the test.
        self.environment = {"XDG_STATE_HOME": str(self.folder / "state"), "XDG_CACHE_HOME": str(self.folder / "cache")}
        self.page = None

    def tearDown(self):
        if self.page:
            differs = self.page.differs()
            self.driver.get("about:blank")
            # Read before anything is asserted, so that the next test does not find it.
            strange = [line for line in self.page.console() if not any(part in line for part in self.expected_lines)]
            self.assertIsNone(differs)
            self.assertEqual(strange, [])

    def tool(self, *words, status=0, text=None, seconds=120):
        done = subprocess.run(
            [TOOL, *map(str, words)], cwd=self.folder, capture_output=True, text=True, input=text, timeout=seconds)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout

    def serve(self, *words, **more):
        server = Server(self.folder, *map(str, words), environment=self.environment, **more)
        self.addCleanup(server.stop)
        return server

    def show(self, *words, query=""):
        """Serves, and opens the page."""
        self.server = self.serve("serve", *words)
        self.page = Page(self.driver, self.server.address, query)
        return self.page

    def write_form(self, cells, **more):
        form = {"formstate": 1, "key": "form", "title": "A form", "sections": [{"key": "one", "title": "One", "cells": cells}], **more}
        (self.folder / "form.json").write_text(json.dumps(form))
        return "form.json"

    def take_in(self, cells, **more):
        self.tool("import", "answers.sqlite", self.write_form(cells, **more))

    def answer(self, cell):
        return json.loads(self.tool("get", "answers.sqlite", cell, "--json"))

    def value_of(self, cell):
        """The answer as it stands in the file."""
        done = subprocess.run(
            [TOOL, "get", "answers.sqlite", cell], cwd=self.folder, capture_output=True, text=True, timeout=60)
        return done.stdout.rstrip("\n")

    def wait_for_value(self, cell, value):
        wait_until(lambda: self.value_of(cell) == value, f"{cell} holding {value}, not {self.value_of(cell)}")

    def get(self, path, **headers):
        """What a page with access is answered."""
        headers = {"X-FormState": self.server.token, **headers}
        return urllib.request.urlopen(urllib.request.Request(self.server.root + path.lstrip("/"), headers=headers), timeout=20)
