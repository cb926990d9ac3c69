"""The page behind a reverse proxy and through a tunnel: addresses below a path, names, and what is refused."""

import http.client
import os
import pwd
import shutil
import signal
import socket
import ssl
import stat
import subprocess
import unittest

from between import Proxy, SocketConnection, Tunnel
from screen import EXAMPLES, TOOL, Page, ScreenTestCase, open_browser, wait_until

HOST = "forms.example.org"


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def ask(connection, path, method="GET", body=None, **headers):
    """The status, the headers and the text of an answer over a connection."""
    connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, answer.headers, text


class BetweenTestCase(ScreenTestCase):
    def notices(self):
        return self.page.find("#notices").text

    def wait_for_notice(self, words):
        wait_until(lambda: words in self.notices(), f"the notice “{words}”")

    def wait_for_peace(self):
        wait_until(lambda: not self.page.find("#notices .fault"), "that the page has come back")


@unittest.skipUnless(shutil.which("openssl"), "openssl is not installed, which makes the certificate of the proxy")
class BehindAProxy(BetweenTestCase):
    expected_lines = (*ScreenTestCase.expected_lines, "status of 403", "status of 502")

    @classmethod
    def open(cls):
        return open_browser(arguments=["--ignore-certificate-errors", f"--host-resolver-rules=MAP {HOST} 127.0.0.1"])

    @classmethod
    def setUpClass(cls):
        cls.driver = cls.open()

    def setUp(self):
        super().setUp()
        # The browser keeps them for the host, whatever the port.
        self.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
        certificate = self.folder / "certificate.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
             f"/CN={HOST}", "-keyout", str(certificate), "-out", str(self.folder / "public.pem")], check=True, capture_output=True)
        certificate.write_text(certificate.read_text() + (self.folder / "public.pem").read_text())
        self.proxy = Proxy(certificate)
        self.addCleanup(self.proxy.close)
        self.url = f"https://{HOST}:{self.proxy.port}/clinic/"
        self.tool("import", "answers.sqlite", EXAMPLES / "profile.plist")

    def serve_behind(self, *words, port=None):
        self.proxy.target = port or free_port()
        self.server = self.serve("serve", "answers.sqlite", "--port", self.proxy.target, "--public-url", self.url, *words)
        return self.server

    def log_in(self, driver, person):
        """What the person's browser brings the proxy from then on."""
        driver.get(self.url + "nothing")
        driver.add_cookie({"name": "person", "value": person})

    def authors(self):
        return [line.split()[2] for line in self.tool("log", "answers.sqlite").splitlines() if line[:1].isdigit()]

    def test_the_page_lives_below_the_public_address(self):
        server = self.serve_behind()
        self.assertRegex(server.address, rf"^https://{HOST}:{self.proxy.port}/clinic/#secret=[\w-]{{43}}$")
        self.page = Page(self.driver, server.address)
        self.assertEqual(self.driver.current_url, self.url + "?verify")
        self.assertEqual(self.driver.get_cookies(), [])
        self.page.tap("full-name")
        self.page.type("first-name", "Ada")
        self.page.title("full-name").click()
        self.wait_for_value("first-name", "Ada")
        # What others do arrives through the proxy too.
        self.tool("set", "answers.sqlite", "last-name", "Lovelace")
        self.page.tap("full-name")
        wait_until(lambda: self.page.value("last-name") == "Lovelace", "what another has done")
        self.page.script("window.copied = null; navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }")
        self.page.tab("History")
        self.page.button("Copy link", "#panels").click()
        link = wait_until(lambda: self.page.script("return window.copied"), "the link")
        self.assertTrue(link.startswith(self.url + "?form=profile&response=default&at="), link)
        asked = self.page.script("return performance.getEntriesByType('resource').map((entry) => entry.name)")
        self.assertTrue(asked and all(name.startswith(self.url) for name in asked), asked)
        self.assertIsNone(self.page.settle())

    def test_a_restart_behind_the_proxy_loses_nothing(self):
        server = self.serve_behind()
        self.page = Page(self.driver, server.address)
        self.page.tap("full-name")
        self.page.row("first-name")
        server.stop()
        self.wait_for_notice("The connection is lost")
        self.page.type("first-name", "Grace")
        self.page.title("full-name").click()
        wait_until(lambda: self.page.find("#unsaved"), "that it waits")
        self.assertNotIn("Another file or program", self.notices())
        self.serve_behind(port=self.proxy.target)
        self.wait_for_value("first-name", "Grace")
        self.wait_for_peace()

    def test_the_journal_names_whom_the_proxy_names(self):
        self.proxy.header = "X-Remote-User"
        server = self.serve_behind("--trust-header", "X-Remote-User", "--author", "Host")
        self.assertEqual(server.address, self.url)
        self.driver.get(self.url)
        self.assertEqual(
            self.driver.find_element("css selector", "body").text,
            "The proxy does not name you; have it send the name in the header “X-Remote-User”.")
        other = self.open()
        self.addCleanup(other.quit)
        self.log_in(self.driver, "ada")
        self.log_in(other, "grace")
        self.page, hers = Page(self.driver, self.url), Page(other, self.url)
        self.page.tap("full-name")
        wait_until(lambda: hers.has_row("first-name"), "what the other has opened")
        hers.type("first-name", "Grace")
        hers.title("full-name").click()
        self.wait_for_value("first-name", "Grace")
        self.page.title("full-name").click()
        self.page.type("last-name", "Lovelace")
        self.page.title("full-name").click()
        self.wait_for_value("last-name", "Lovelace")
        written = {line.split()[2]: line for line in self.tool("log", "answers.sqlite").splitlines() if " set " in line}
        self.assertIn("first-name", written["grace"])
        self.assertIn("last-name", written["ada"])
        self.assertLessEqual(set(self.authors()), {"ada", "grace"})
        self.assertIsNone(self.page.settle())

    def test_the_header_counts_over_the_public_host_alone(self):
        self.proxy.header = "X-Remote-User"
        self.serve_behind("--trust-header", "X-Remote-User")
        public = f"{HOST}:{self.proxy.port}"
        root = f"127.0.0.1:{self.proxy.target}"

        def direct(path, **headers):
            return ask(http.client.HTTPConnection(root), path, **headers)[0]

        self.assertEqual(direct("/rows", x_remote_user="eve"), 403)
        self.assertEqual(direct("/clinic/rows", host=public), 403)
        self.assertEqual(direct("/clinic/rows", host=public, x_remote_user="ada"), 200)
        # The proxy's own header replaces that of a client, and another one beside it is refused.
        status, _, text = ask(self.through_proxy(), "/clinic/rows", host=public, cookie="person=ada", x_remote_user="eve")
        self.assertEqual(status, 200, text)
        with socket.create_connection(("127.0.0.1", self.proxy.target)) as connection:
            connection.sendall(f"GET /clinic/rows HTTP/1.1\r\nHost: {public}\r\nX-Remote-User: ada\r\nX-remote-user: eve\r\n\r\n".encode())
            self.assertTrue(connection.recv(1000).startswith(b"HTTP/1.1 400 "))

    def through_proxy(self):
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        return http.client.HTTPSConnection("127.0.0.1", self.proxy.port, context=context)

    def test_a_socket_is_for_those_alone_who_may_open_it(self):
        path = self.folder / "run" / "clinic.sock"
        path.parent.mkdir()
        words = ["serve", "answers.sqlite", "--socket", str(path), "--public-url", self.url, "--trust-header", "X-Remote-User"]
        self.proxy.target, self.proxy.header = str(path), "X-Remote-User"
        self.server = self.serve(*words)
        self.assertEqual(self.server.address, self.url)
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o660)
        self.log_in(self.driver, "ada")
        self.page = Page(self.driver, self.url)
        self.page.tap("full-name")
        self.page.row("first-name")
        wait_until(lambda: self.authors() == ["ada"], "the name")
        status, _, text = ask(SocketConnection(str(path)), "/rows", host="127.0.0.1")
        self.assertEqual(status, 421, text)
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            for folder in (self.folder, path.parent):
                folder.chmod(0o755)
            code = f"import socket; socket.socket(socket.AF_UNIX).connect({str(path)!r})"
            done = subprocess.run(
                ["python3", "-c", code], capture_output=True, text=True, user=nobody.pw_uid, group=nobody.pw_gid, extra_groups=[], cwd="/")
            self.assertIn("PermissionError", done.stderr)
        # Another program does not take it over; one that is started after a crash does.
        second = subprocess.run([TOOL, *words, "--no-open"], cwd=self.folder, capture_output=True, text=True, timeout=30)
        self.assertEqual(second.returncode, 1)
        self.assertIn(f"“{path}” is used by another program, or is not your socket; name another path", second.stderr)
        self.server.stop(signal.SIGKILL)
        self.assertTrue(path.exists())
        self.wait_for_notice("The connection is lost")
        self.server = self.serve(*words)
        self.wait_for_peace()
        self.page.tap("full-name")
        wait_until(lambda: self.authors() == ["ada", "ada"], "the second action")
        self.server.stop()
        self.assertFalse(path.exists())

    def test_a_socket_where_none_can_be(self):
        (self.folder / "file").write_text("kept")
        for path, reason in [
            ("file", "“file” is used by another program, or is not your socket"),
            ("nowhere/a.sock", "the socket “nowhere/a.sock” cannot be created (No such file or directory)"),
            ("a" * 200, "the path of a socket has at most "),
        ]:
            done = subprocess.run(
                [TOOL, "serve", "answers.sqlite", "--socket", path, "--public-url", self.url, "--no-open"], cwd=self.folder,
                capture_output=True, text=True, timeout=30)
            self.assertEqual(done.returncode, 1)
            self.assertIn(reason, done.stderr)
        self.assertEqual((self.folder / "file").read_text(), "kept")


class ThroughATunnel(BetweenTestCase):
    expected_lines = (*ScreenTestCase.expected_lines, "status of 403")

    def setUp(self):
        super().setUp()
        self.tool("import", "answers.sqlite", EXAMPLES / "profile.plist")
        self.server = self.serve("serve", "answers.sqlite")
        self.dig()

    def dig(self, port=0):
        self.tunnel = Tunnel(self.server.port, port)
        self.addCleanup(self.tunnel.close)
        self.root = f"http://localhost:{self.tunnel.port}/"
        self.address = f"{self.root}#secret={self.server.secret}"

    def test_a_tunnel_from_another_port(self):
        self.page = Page(self.driver, self.address)
        self.driver.refresh()
        self.page.tap("full-name")
        self.page.type("first-name", "Ada")
        self.page.title("full-name").click()
        self.wait_for_value("first-name", "Ada")
        # The tunnel breaks, and is there again.
        self.tunnel.close()
        self.wait_for_notice("The connection is lost")
        self.dig(self.tunnel.port)
        self.wait_for_peace()
        self.page.tap("full-name")
        self.page.row("first-name")

    def test_after_a_restart_the_printed_address_is_needed_again(self):
        self.page = Page(self.driver, self.address)
        self.page.tap("full-name")
        self.page.row("first-name")
        self.server.stop()
        self.wait_for_notice("The connection is lost")
        self.page.type("first-name", "Ada")
        self.page.title("full-name").click()
        wait_until(lambda: self.page.find("#unsaved"), "that it waits")
        self.server = self.serve("serve", "answers.sqlite", "--port", self.server.port)
        # A program cannot tell the end of a tunnel from another user who passes on what it says.
        self.wait_for_notice("Another file or program")
        self.address = f"{self.root}#secret={self.server.secret}"
        self.driver.get(f"{self.root}?verify#secret={self.server.secret}")
        try:
            self.driver.switch_to.alert.accept()
        except Exception:
            pass
        self.wait_for_value("first-name", "Ada")

    def test_two_addresses_of_one_program_in_one_browser(self):
        self.page = Page(self.driver, self.address)
        self.driver.get(f"http://localhost:{self.server.port}/#secret={self.server.secret}")
        wait_until(lambda: self.driver.find_elements("css selector", "#sheet li"), "the page without the tunnel")
        self.page = Page(self.driver, self.root)


if __name__ == "__main__":
    unittest.main()
