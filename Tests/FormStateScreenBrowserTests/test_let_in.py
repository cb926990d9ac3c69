"""Who is let in: the browser that opened the printed address, and no other user of this machine."""

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
    "/rows?y=0&h=900", "/events", "/choices?cell=a", "/history", "/answers", "/find?text=a", "/explain?cell=a", "/script", "/responses",
    "/export?format=csv", "/set-aside", "/attachments/a", "/media/a",
]


def ask(address, method="GET", body=None, **headers):
    """The status, the headers and the text of an answer."""
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(address, method=method, data=body, headers=names)
    try:
        answer = urllib.request.urlopen(request, timeout=20)
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
        # The page itself and its files are the program's, and the same for everybody.
        text = curl(self.server.root).stdout
        for word in ("Ada", "profile", self.server.secret, *self.server.enter().values()):
            self.assertNotIn(str(word), text.replace("To the form", ""), word)
        # Nothing that the page knows can be had, so nothing that is guessed helps.
        text, _, status = curl(
            "--data", '{"action":"set","cell":"first-name","value":"Eve"}', "--header", f"Origin: {self.server.root[:-1]}",
            "--header", "X-FormState: " + "A" * 43, self.server.root + "act").stdout.rpartition("\n")
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

    def test_the_printed_address_gives_access_by_its_secret(self):
        self.assertRegex(self.server.address, rf"^http://127\.0\.0\.1:{self.server.port}/#secret=[\w-]{{43}}$")
        given = self.server.enter()
        self.assertEqual(set(given), {"key", "run", "token", "seal", "start"})
        self.assertEqual(ask(self.server.root + "answers", X_FormState=given["token"])[0], 200)
        for other in ("", self.server.secret, given["key"], given["seal"], given["token"][:-1], given["token"] + "A"):
            self.assertEqual(ask(self.server.root + "answers", X_FormState=other)[0], 403, other)
        status, headers, text = ask(
            self.server.root + "enter", method="POST", X_FormState="A" * 43, Origin=self.server.root.rstrip("/"))
        self.assertEqual(status, 403)
        self.assertIn("the secret in this address is outdated; open the address that formstate printed last", text)
        self.assertEqual(headers["Referrer-Policy"], "no-referrer")
        self.assertEqual(headers["Cache-Control"], "no-store")

    def test_each_start_has_a_secret_of_its_own(self):
        old, given = self.server, self.server.enter()
        old.stop()
        self.server = self.serve("serve", "answers.sqlite", "--port", old.port)
        self.assertNotEqual(self.server.secret, old.secret)
        self.assertNotEqual(self.server.token, given["token"])
        self.assertEqual(ask(self.server.root + "answers", X_FormState=given["token"])[0], 403)
        self.assertEqual(ask(self.server.root + "enter", method="POST", X_FormState=old.secret, Origin=old.root.rstrip("/"))[0], 403)

    def open_in(self, desktop_file):
        """The file that the desktop's browser is opened with, and the program that serves."""
        programs = self.folder / "programs"
        programs.mkdir()
        opened = self.folder / "opened"
        scripts = {name: f'printf "%s" "$*" > "{opened}.part"; mv "{opened}.part" "{opened}"' for name in ("xdg-open", "open")}
        for name, script in {**scripts, "xdg-settings": f"echo {desktop_file}"}.items():
            (programs / name).write_text(f"#!/bin/sh\n{script}\n")
            (programs / name).chmod(0o755)
        self.environment |= {"PATH": f"{programs}:{os.environ['PATH']}", "DISPLAY": ":0"}
        server = self.serve("serve", "answers.sqlite", opens=True)
        wait_until(opened.exists, "the browser")
        return pathlib.Path(opened.read_text()), server

    def test_a_browser_that_is_a_snap_can_read_the_file_that_it_is_opened_with(self):
        home = self.folder / "home"
        (home / "snap/firefox").mkdir(parents=True)
        self.environment |= {"HOME": str(home), "XDG_STATE_HOME": str(home / ".local/state")}
        file, server = self.open_in("firefox_firefox.desktop")
        # A snap reads what is not hidden in the home folder.
        self.assertFalse([part for part in file.relative_to(home).parts if part.startswith(".")], file)
        self.assertEqual(file.stat().st_mode & 0o777, 0o600)
        self.assertIn(server.address, file.read_text())
        server.stop()
        self.assertFalse(file.exists(), "it is of no use any more")

    def test_a_browser_is_opened_without_the_secret_in_its_arguments(self):
        file, server = self.open_in("firefox.desktop")
        self.assertNotIn(server.secret, str(file))
        self.assertEqual(file.stat().st_mode & 0o777, 0o600)
        self.assertIn(server.address, file.read_text())
        server.stop()
        self.assertFalse(file.exists(), "it is of no use any more")


class AddressBar(ScreenTestCase):
    expected_lines = (*ScreenTestCase.expected_lines, "status of 403")

    def setUp(self):
        super().setUp()
        self.tool("import", "answers.sqlite", EXAMPLES / "profile.plist")

    def body(self, driver=None):
        return (driver or self.driver).find_element("css selector", "body").text

    def test_the_secret_leaves_the_address_bar_and_the_page_works_on(self):
        page = self.show("answers.sqlite")
        self.assertNotIn("secret", self.driver.current_url)
        self.assertNotIn("#", self.driver.current_url)
        self.assertEqual(page.script("return document.cookie"), "")
        self.assertNotIn(self.server.secret, page.script("return JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }])"))
        page.tap("full-name")
        page.row("first-name")
        # A reload and a new tab have access without it.
        self.driver.refresh()
        page.row("first-name")
        old = self.driver.current_window_handle
        self.driver.switch_to.new_window("tab")
        try:
            Page(self.driver, self.server.root).row("first-name")
        finally:
            self.driver.close()
            self.driver.switch_to.window(old)

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
        words = "This needs the secret of the running program; open the address that formstate printed in this browser."
        wait_until(lambda: words in self.body(other), "what to do")
        # The address, opened in the same tab, loads nothing again by itself.
        other.get(self.server.address)
        wait_until(lambda: other.find_elements("css selector", "#sheet li"), "the form")
        self.assertNotIn("secret", other.current_url)

    def test_an_outdated_address_says_so_and_harms_no_browser_with_access(self):
        page = self.show("answers.sqlite")
        wrong = self.server.root + "#secret=" + "A" * 43
        other = open_browser()
        self.addCleanup(other.quit)
        other.get(wrong)
        wait_until(lambda: "The secret in this address is outdated; open the address that formstate printed last." in self.body(other), "why")
        self.page = page = Page(self.driver, wrong)
        page.tap("full-name")
        page.row("first-name")
        self.assertNotIn("secret", self.driver.current_url)


if __name__ == "__main__":
    unittest.main()
