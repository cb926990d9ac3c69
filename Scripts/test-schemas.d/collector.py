"""A collector that refuses and forks what is sent to it."""

import gzip
import json
from http.server import BaseHTTPRequestHandler


class Collector(BaseHTTPRequestHandler):
    """Refuses one response, and says things that a person should know."""

    def do_POST(self):
        batch = gzip.decompress(self.rfile.read(int(self.headers["Content-Length"]))).decode()
        lines = [json.loads(line) for line in batch.splitlines()]
        if "formstate-inventory" in lines[0]:
            answers = [{"compared": len(lines) - 1}]
        elif "formstate-changes" in lines[0]:
            answers = [{"changes": 0, "since": "now"}]
        else:
            answers = self.answers(lines)
        body = "".join(json.dumps(answer) + "\n" for answer in answers).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def answers(self, lines):
        streams = [line["stream"] for line in lines if "stream" in line]
        ends = [(line["entries"], line["chain"]) for line in lines if "entries" in line]
        answers = [{"stream": "0" * 32, "answer": "refused", "reason": "closed"}]
        for stream, (count, chain) in zip(streams[:-1], ends):
            answers.append({"stream": stream, "answer": "forked", "at": 1, "revision": count, "chain": chain})
        return answers + [{"stream": streams[-1], "answer": "refused", "reason": "closed"}]

    def log_message(self, *_):
        pass
