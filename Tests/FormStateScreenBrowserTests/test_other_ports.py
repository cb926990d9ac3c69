"""Another user of this machine, who may listen on any port but the program's: what the browser brings there is of no use."""

import contextlib
import http.client
import http.server
import socket
import threading
import unittest
import urllib.parse

from screen import Keys, Page, ScreenTestCase, wait_until

PERSON = [{"key": "name", "kind": "text", "title": "Name"}, {"key": "town", "kind": "text", "title": "Town"}]


class Stranger:
    """A server of another user, who sees every request that a browser sends there, and answers with a page of their own."""

    def __init__(self, port=0, page="<!doctype html><title>Stranger</title>"):
        self.requests = []
        self.connections = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(handler):
                self.requests.append((handler.path, list(handler.headers.items())))
                handler.send_response(200)
                handler.send_header("Content-Type", "text/html")
                handler.end_headers()
                handler.wfile.write(page.encode())

            do_POST = do_GET

            def setup(handler):
                self.connections.append(handler.request)
                super(Handler, handler).setup()

            def log_message(self, *words):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        """Ends as a program does: a connection that the browser opened in advance would still lead to this server."""
        self.server.shutdown()
        self.server.server_close()
        for connection in self.connections:
            # A request that was answered closed its own.
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


class OtherPorts(ScreenTestCase):
    expected_lines = (*ScreenTestCase.expected_lines, "status of 403", "favicon")

    def setUp(self):
        super().setUp()
        self.take_in(PERSON)
        self.tool("set", "answers.sqlite", "town", "Bath")

    def stranger(self, **more):
        stranger = Stranger(**more)
        self.addCleanup(stranger.close)
        return stranger

    def status(self, path, port=None, method="GET", body=None, **headers):
        """How the program answers another user, who sends any headers."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=20)
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text

    def test_what_a_browser_brings_to_another_port_gives_no_access(self):
        page = self.show("answers.sqlite")
        page.row("name")
        stranger = self.stranger()
        # A link on any page leads there, or the person is sent there.
        self.driver.execute_script(
            "const link = document.createElement('a'); link.href = arguments[0]; document.body.append(link); link.click()",
            f"http://127.0.0.1:{stranger.port}/")
        wait_until(lambda: self.driver.title == "Stranger", "the page of the stranger")
        self.assertTrue(stranger.requests)
        for _, headers in stranger.requests:
            brought = {name: value for name, value in headers if name not in ("Host", "Connection")}
            for path in ("/rows?h=900", "/answers", "/export?format=csv", "/events"):
                status, text = self.status(path, **brought)
                self.assertEqual(status, 403, (path, brought, text[:200]))
                self.assertNotIn("Bath", text)
            self.assertNotIn(str(self.server.port), brought.get("Referer", ""))
        self.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})

    def test_the_page_itself_tells_nothing(self):
        page = self.show("answers.sqlite")
        page.row("name")
        kept = self.driver.execute_cdp_cmd("Network.getAllCookies", {})["cookies"]
        self.assertEqual(kept, [], "cookies go to every port")
        cookies = "; ".join(f"{each['name']}={each['value']}" for each in kept)
        first = self.status("/", Cookie=cookies)
        self.server.stop()
        self.server = self.serve("serve", "answers.sqlite", "--port", self.server.port)
        self.assertEqual(self.status("/"), first, "it is the same for everybody, at any time")
        self.assertNotIn(self.server.secret, first[1])

    def test_who_takes_the_port_later_reads_nothing_and_gets_nothing(self):
        page = self.show("answers.sqlite")
        port = self.server.port
        page.control("name").click()
        self.server.stop()
        page.type("name", "Ada Lovelace" + Keys.TAB)
        wait_until(lambda: page.script("return localStorage.length") == 1, "an answer that waits in the browser")
        self.driver.get("about:blank")
        stranger = self.stranger(port=port)
        self.driver.get(f"http://127.0.0.1:{port}/")
        wait_until(lambda: self.driver.title == "Stranger", "the page of the stranger")
        found = self.driver.execute_async_script("""
            const done = arguments[arguments.length - 1];
            const texts = [document.cookie, ...[localStorage, sessionStorage].flatMap((store) => Object.entries(store).flat())];
            (async () => {
                for (const { name, version } of await indexedDB.databases()) {
                    const opened = await new Promise((got) => { const asks = indexedDB.open(name, version); asks.onsuccess = () => got(asks.result); });
                    for (const store of opened.objectStoreNames) {
                        const all = await new Promise((got) => {
                            const asks = opened.transaction(store).objectStore(store).getAll();
                            asks.onsuccess = () => got(asks.result);
                        });
                        for (const each of all) texts.push(each instanceof CryptoKey ? String(await crypto.subtle.exportKey("raw", each).catch(() => "")) : JSON.stringify(each));
                    }
                }
                done(texts.filter(Boolean));
            })();""")
        self.assertNotIn("Ada", " ".join(found))
        stranger.close()
        self.server = self.serve("serve", "answers.sqlite", "--port", port)
        for text in found:
            for path in ("/rows?h=900", "/answers"):
                status, answer = self.status(path, **{"X-FormState": text, "Cookie": f"formstate-{port}={text}"})
                self.assertEqual(status, 403, (path, text[:100]))
        # The person's own page reads what waits, and sends it.
        self.driver.get("about:blank")
        self.page = Page(self.driver, self.server.root)
        self.wait_for_value("name", "Ada Lovelace")

    def test_a_reload_and_a_new_tab_after_a_restart_keep_the_page_and_its_answers(self):
        page = self.show("answers.sqlite")
        page.control("name").click()
        self.server.stop()
        page.type("name", "Ada" + Keys.TAB)
        wait_until(lambda: page.script("return localStorage.length") == 1, "an answer that waits in the browser")
        old = self.driver.current_window_handle
        self.driver.switch_to.new_window("tab")
        new = self.driver.current_window_handle
        # The tab is gone before there is a program again.
        self.driver.switch_to.window(old)
        self.driver.get("about:blank")
        self.driver.close()
        self.driver.switch_to.window(new)
        self.server = self.serve("serve", "answers.sqlite", "--port", self.server.port)
        self.page = Page(self.driver, self.server.root)
        self.wait_for_value("name", "Ada")
        self.assertEqual(self.page.value("name"), "Ada")
        # A reload is nothing else, whatever was restarted meanwhile: by itself, the program listens where it did before.
        self.server.stop()
        port = self.server.port
        self.server = self.serve("serve", "answers.sqlite")
        self.assertEqual(self.server.port, port)
        self.driver.refresh()
        self.page.row("town")
        self.page.type("town", "Wells" + Keys.TAB)
        self.wait_for_value("town", "Wells")
        self.assertEqual(urllib.parse.urlsplit(self.driver.current_url).fragment, "")
        # Where another program has the port, any other one will do.
        second = self.serve("serve", "answers.sqlite")
        self.assertNotEqual(second.port, port)


if __name__ == "__main__":
    unittest.main()
