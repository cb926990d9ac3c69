"""The page that `formstate serve` shows, as a browser uses it."""

import json
import urllib.error
import urllib.parse
import urllib.request

# Seconds that an answer may take.
LIMIT = 10


class Page:
    """A page at the address that the command prints, with the secret that gives access."""

    def __init__(self, address):
        if not address.startswith("http"):
            raise RuntimeError(f"there is no page: {address}")
        parts = urllib.parse.urlsplit(address)
        self.origin = f"{parts.scheme}://{parts.netloc}"
        secret = dict(urllib.parse.parse_qsl(parts.fragment))["secret"]
        self.headers = {"X-FormState": secret, "Origin": self.origin}
        _, given = self.ask("/enter", b"")
        self.headers["X-FormState"] = json.loads(given)["token"]

    def ask(self, path, body=None):
        """The status of an answer, and its text; a post if there is a body."""
        request = urllib.request.Request(self.origin + path, data=body, headers=self.headers)
        try:
            with urllib.request.urlopen(request, timeout=LIMIT) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, refusal.read().decode()

    def act(self, **action):
        return self.ask("/act", json.dumps(action).encode())
