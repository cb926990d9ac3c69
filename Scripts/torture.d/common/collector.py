"""A collector on this machine, which takes every batch and has nothing to give back."""

import gzip
import http.server
import json
import threading

from tool import FILE

TOKEN = "token-of-the-device"


class Collector:
    """A server that keeps nothing: a batch that is sent again is taken again."""

    def __enter__(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Requests)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    @property
    def pushing(self):
        """The command that sends it what waits; the folder has the token."""
        return ["sync", FILE, "--with", f"http://127.0.0.1:{self.server.server_port}/batches", "--token-file", "token"]


class Requests(http.server.BaseHTTPRequestHandler):
    """Answers a batch."""

    def do_POST(self):
        batch = gzip.decompress(self.rfile.read(int(self.headers["Content-Length"]))).decode()
        if self.headers["Authorization"] != f"Bearer {TOKEN}":
            self.send_error(401)
            return
        answers = "".join(json.dumps(answer) + "\n" for answer in taken(batch)).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.send_header("Content-Length", str(len(answers)))
        self.end_headers()
        self.wfile.write(answers)

    def log_message(self, *_):
        """A harness prints only its result."""


def taken(batch):
    """The answer to each part of a batch; to an inventory, that nothing is missing; to a question, that there is nothing."""
    stream, revision = "", 0
    lines = [json.loads(line) for line in batch.splitlines()]
    if "formstate-inventory" in lines[0]:
        yield {"compared": len(lines) - 1}
        return
    if "formstate-changes" in lines[0]:
        yield {"changes": 0, "since": "now"}
        return
    for line in lines:
        stream, revision = line.get("stream", stream), line.get("revision", revision)
        if "entries" in line:
            yield {"stream": stream, "answer": "took", "revision": revision, "chain": line["chain"]}


def give_token(folder):
    """Puts the token into a folder, as the command wants it."""
    (folder / "token").write_text(TOKEN)
    (folder / "token").chmod(0o600)
