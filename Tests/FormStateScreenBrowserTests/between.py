"""What may stand between a browser and the program: a reverse proxy and a tunnel, as small as they can be."""

import http.client
import http.cookies
import http.server
import socket
import ssl
import threading


class SocketConnection(http.client.HTTPConnection):
    """HTTP over a Unix socket."""

    def __init__(self, path):
        super().__init__("socket")
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(self.path)


class Proxy:
    """A reverse proxy over TLS that passes everything on as it came, and says who asks: the person whom a cookie names."""

    def __init__(self, certificate):
        self.target = None
        self.header = None
        self.server = Listening(("127.0.0.1", 0), Passing)
        self.server.proxy = self
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        # The handshake belongs to the thread of the connection.
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def connect(self):
        return SocketConnection(self.target) if isinstance(self.target, str) else http.client.HTTPConnection("127.0.0.1", self.target)

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Listening(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *words):
        """A browser that goes in the middle of an answer is nobody's fault."""


class Passing(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *words):
        pass

    def pass_on(self):
        proxy = self.server.proxy
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        upstream = proxy.connect()
        try:
            upstream.putrequest(self.command, self.path, skip_host=True, skip_accept_encoding=True)
            for name, value in self.headers.items():
                if name.lower() not in ("connection", (proxy.header or "").lower()):
                    upstream.putheader(name, value)
            person = http.cookies.SimpleCookie(self.headers.get("Cookie", "")).get("person")
            if proxy.header and person:
                upstream.putheader(proxy.header, person.value)
            upstream.endheaders(body or None)
            self.answer(upstream.getresponse())
        except OSError:
            # Where the answer has begun already, it just breaks off.
            self.close_connection = True
            if not self.answered:
                self.send_error(502)
        finally:
            upstream.close()

    answered = False
    do_GET = do_HEAD = do_POST = do_DELETE = pass_on

    def answer(self, response):
        self.answered = True
        self.send_response_only(response.status)
        length = response.getheader("Content-Length")
        for name, value in response.getheaders():
            if name.lower() != "connection":
                self.send_header(name, value)
        if length is None:
            self.send_header("Connection", "close")
            self.close_connection = True
        self.end_headers()
        while part := response.read1(65536):
            self.wfile.write(part)
            self.wfile.flush()
        self.answered = length is None


class Tunnel:
    """What `ssh -L PORT:127.0.0.1:TARGET` makes."""

    def __init__(self, target, port=0):
        self.target = target
        self.held = []
        self.listener = socket.create_server(("127.0.0.1", port))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.take, daemon=True).start()

    def take(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            try:
                far = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                near.close()
                continue
            self.held += [near, far]
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=self.carry, args=(source, sink), daemon=True).start()

    @staticmethod
    def carry(source, sink):
        try:
            while part := source.recv(65536):
                sink.sendall(part)
        except OSError:
            pass
        for end in (source, sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def close(self):
        try:
            self.listener.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.listener.close()
        for end in self.held:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            end.close()
