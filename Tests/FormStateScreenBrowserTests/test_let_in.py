"""Who is let in: the browser that opened the printed address, and no other user of this machine."""

import json
import os
import pathlib
import pwd
import shutil
import subprocess
import unittest
import urllib.error
import urllib.request

from screen import EXAMPLES, Page, ScreenTestCase, open_browser, wait_until

ROUTES = [
    "/", "/screen.js", "/screen.css", "/icon.svg", "/rows?y=0&h=900", "/events", "/choices?cell=a", "/history", "/answers", "/find",
    "/explain?cell=a", "/script", "/responses", "/nothing",
]


class Keeping(urllib.request.HTTPRedirectHandler):
    """Follows nothing, so that the first answer is seen."""

    def redirect_request(self, *words):
        return None


def ask(address, method="GET", body=None, **headers):
    """The status, the headers and the text of an answer."""
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(address, method=method, data=body, headers=names)
    try:
        answer = urllib.request.build_opener(Keeping).open(request, timeout=20)
    except urllib.error.HTTPError as refusal:
        answer = refusal
    with answer:
        return answer.status, answer.headers, answer.read(2000).decode()


class LetIn(ScreenTestCase):
    """Needs no browser."""

    @classmethod
    def setUpClass(cls):
        pass

    @classmethod
    def tearDownClass(cls):
        pass

    def setUp(self):
        super().setUp()
        self.tool("import", "answers.sqlite", EXAMPLES / "profile.plist")
        self.tool("set", "answers.sqlite", "first-name", "Ada")
        (self.folder / "answers.sqlite").chmod(0o600)
        self.server = self.serve("serve", "answers.sqlite")

    def test_another_user_of_this_machine_neither_reads_nor_writes(self):
        if os.geteuid() != 0:
            self.skipTest("only root can run a command as another user, here as nobody")
        if not shutil.which("curl"):
            self.skipTest("curl is not installed")
        nobody = pwd.getpwnam("nobody")

        def curl(*words):
            return subprocess.run(
                ["curl", "--noproxy", "*", "--silent", "--max-time", "5", "--write-out", "\n%{http_code}", *words], capture_output=True, text=True,
                user=nobody.pw_uid, group=nobody.pw_gid, extra_groups=[], cwd="/")

        # Only what the program itself closes is to keep anybody out.
        self.folder.chmod(0o755)
        reading = dict(capture_output=True, user=nobody.pw_uid, group=nobody.pw_gid, extra_groups=[])
        file = subprocess.run(["cat", str(self.folder / "answers.sqlite")], **reading)
        self.assertNotEqual(file.returncode, 0, "nobody cannot read the file itself")
        kept = list((self.folder / "state/formstate/serve").iterdir())
        self.assertTrue(kept)
        for path in [*kept, self.folder / "state/formstate/serve"]:
            self.assertNotEqual(subprocess.run(["cat" if path in kept else "ls", str(path)], **reading).returncode, 0, path)
        for path in ROUTES:
            text, _, status = curl(self.server.root + path.lstrip("/")).stdout.rpartition("\n")
            self.assertEqual(status, "403", (path, text[:200]))
            self.assertIn("the address that formstate printed", text)
            self.assertNotIn("Ada", text)
        # Nothing that the page knows can be had, so nothing that is guessed helps.
        text, _, status = curl(
            "--data", '{"action":"set","cell":"first-name","value":"Eve"}', "--header", f"Origin: {self.server.root[:-1]}",
            "--header", "X-FormState: " + "0" * 64, "--cookie", f"formstate-{self.server.port}=" + "A" * 43,
            self.server.root + "act").stdout.rpartition("\n")
        self.assertEqual(status, "403", text)
        self.assertEqual(self.value_of("first-name"), "Ada")
        # The secret stands in no list of processes, and in no file that others can read.
        for process in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            try:
                self.assertNotIn(self.server.secret.encode(), process.read_bytes())
            except OSError:
                continue
        for kept in (self.folder / "state").rglob("*"):
            self.assertEqual(kept.stat().st_mode & 0o077, 0, kept)

    def test_the_printed_address_lets_a_browser_in_and_hides_its_secret(self):
        self.assertRegex(self.server.address, rf"^http://127\.0\.0\.1:{self.server.port}/\?secret=[\w-]{{43}}$")
        status, headers, _ = ask(self.server.address + "&response=default&at=%26")
        self.assertEqual(status, 303)
        self.assertEqual(headers["Location"], "/?response=default&at=%26")
        self.assertEqual(headers["Set-Cookie"], f"{self.server.cookie}; HttpOnly; SameSite=Strict; Path=/")
        self.assertEqual(headers["Referrer-Policy"], "no-referrer")
        self.assertEqual(headers["Cache-Control"], "no-store")
        self.assertEqual(ask(self.server.root, cookie=self.server.cookie)[0], 200)
        self.assertEqual(ask(self.server.root + "answers", cookie=f"a=b; {self.server.cookie}")[0], 200)
        for cookie in ("", f"formstate-1={self.server.secret}", self.server.cookie[:-1], self.server.cookie + "A"):
            self.assertEqual(ask(self.server.root + "answers", cookie=cookie)[0], 403, cookie)
        status, _, text = ask(self.server.root + "?secret=" + "A" * 43)
        self.assertEqual(status, 403)
        self.assertEqual(text, "The secret in this address is outdated; open the address that formstate printed last.\n")

    def test_each_start_has_a_secret_of_its_own(self):
        old = self.server
        old.stop()
        self.server = self.serve("serve", "answers.sqlite", "--port", old.port)
        self.assertNotEqual(self.server.secret, old.secret)
        self.assertEqual(ask(self.server.root, cookie=old.cookie)[0], 403)

    def test_a_browser_is_opened_without_the_secret_in_its_arguments(self):
        programs = self.folder / "programs"
        programs.mkdir()
        opened = self.folder / "opened"
        for name in ("xdg-open", "open"):
            (programs / name).write_text(f'#!/bin/sh\nprintf "%s" "$*" > "{opened}.part"; mv "{opened}.part" "{opened}"\n')
            (programs / name).chmod(0o755)
        self.environment |= {"PATH": f"{programs}:{os.environ['PATH']}", "DISPLAY": ":0"}
        server = self.serve("serve", "answers.sqlite", opens=True)
        wait_until(opened.exists, "the browser")
        file = pathlib.Path(opened.read_text())
        self.assertNotIn(server.secret, str(file))
        self.assertEqual(file.stat().st_mode & 0o777, 0o600)
        self.assertIn(server.address, file.read_text())
        server.stop()
        self.assertFalse(file.exists(), "it is of no use any more")


class AddressBar(ScreenTestCase):
    def setUp(self):
        super().setUp()
        self.tool("import", "answers.sqlite", EXAMPLES / "profile.plist")

    def test_the_secret_leaves_the_address_bar_and_the_scripts_of_the_page(self):
        page = self.show("answers.sqlite")
        self.assertNotIn("secret", self.driver.current_url)
        self.assertEqual(page.script("return document.cookie"), "")
        cookie = self.driver.get_cookie(f"formstate-{self.server.port}")
        self.assertEqual((cookie["value"], cookie["httpOnly"], cookie["sameSite"]), (self.server.secret, True, "Strict"))
        page.tap("full-name")
        page.row("first-name")

    def test_a_file_that_leads_to_the_page_opens_it(self):
        self.server = self.serve("serve", "answers.sqlite")
        (self.folder / "open.html").write_text(f'<meta http-equiv="refresh" content="0; url={self.server.address}">')
        self.driver.get((self.folder / "open.html").as_uri())
        wait_until(lambda: self.driver.find_elements("css selector", "#sheet li"), "the page, opened from a file")
        self.assertNotIn("secret", self.driver.current_url)

    def test_another_browser_shows_what_to_do(self):
        self.show("answers.sqlite")
        other = open_browser()
        self.addCleanup(other.quit)
        other.get(self.server.root)
        self.assertIn("open the address that formstate printed in this browser", other.find_element("css selector", "body").text)
        Page(other, self.server.address)


if __name__ == "__main__":
    unittest.main()
