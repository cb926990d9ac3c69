import FormState
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateScreen

@Suite("Behind a reverse proxy")
struct ProxyTests {
  private static let address = PublicAddress(origin: "https://forms.example.org", path: "/clinic/")
  private static let named = PublicAddress(
    origin: "https://forms.example.org", path: "/clinic/", nameHeader: "X-Remote-User")
  private static let tap = #"{"action":"tap","cell":"fullname"}"#

  private func server(_ address: PublicAddress?, port: Int? = Server.port) throws -> Server {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    store.author = "Host"
    return Server(models: ScreenModels(store: store, form: "profile"), port: port, publicAddress: address)
  }

  /// The headers that the proxy passes on, with host and origin unchanged.
  private func headers(token: String? = Server.token, user: String? = nil) -> [String: String?] {
    ["host": "forms.example.org", "origin": "https://forms.example.org", "x-formstate": token, "x-remote-user": user]
  }

  /// What a page gets from its visit.
  private func visit(_ origin: String = "https://forms.example.org", by author: String? = nil) -> ScreenVisit {
    ScreenVisit(origin: origin, root: "/clinic/", isOwn: true, author: author)
  }

  private func authors(_ server: Server) async throws -> [String?] {
    try await server.get("/history")["entries"]?.elements?.reversed().map { $0["author"]?.text } ?? []
  }

  @Test("Through the proxy, everything is served below the public address's path")
  func paths() async throws {
    let server = try server(Self.address)
    for path in ["/clinic/", "/clinic/screen.js", "/clinic/rows", "/clinic/events", "/clinic/?response=default"] {
      let request = Server.request("GET", path, headers: headers().merging(["origin": nil]) { $1 })
      #expect(await server.routes.respond(to: request).status == 200, "\(path)")
    }
    #expect(try await server.ask("POST", "/clinic/act", Self.tap, headers: headers()).status == 200)
    for path in ["/clinic", "/", "/rows", "/screen.js", "/clinicrows", "/other/rows", "/clinic//rows", "/Clinic/rows"] {
      let request = Server.request("GET", path, headers: headers())
      #expect(await server.routes.respond(to: request).status == 404, "\(path)")
    }
    #expect(
      try await server.ask("GET", "/rows", headers: headers()).json["error"]?.text
        == "there is nothing at “/rows”; open “/clinic/”, and have the proxy pass paths on unchanged")
    #expect(
      try await server.ask("GET", "/clinic/no", headers: headers()).json["error"]?.text
        == "there is nothing at “/clinic/no”; open “/clinic/”")
    // This machine's own address has no path prefix.
    #expect(try await server.ask("GET", "/rows").status == 200)
    #expect(try await server.ask("GET", "/clinic/rows").status == 404)
  }

  @Test("A page enters with the secret at the public address, and gets the key for it")
  func entering() async throws {
    for origin in ["https://forms.example.org", "http://forms.example.org", "https://forms.example.org:8443"] {
      let address = PublicAddress(origin: origin, path: "/clinic/")
      let server = try server(address)
      let all = ["host": address.host, "origin": origin, "x-formstate": "s3cret"]
      let (status, answer) = try await server.ask("POST", "/clinic/enter", headers: all)
      #expect(status == 200 && answer["token"]?.text == Server.token)
      #expect(answer["key"]?.text == Server.credentials.browserKey(for: visit(origin)))
      #expect(try await server.ask("POST", "/enter", headers: all).status == 404)
      let led = Server.request(
        "GET", "/clinic/", headers: ["host": address.host, "x-formstate": nil, "sec-fetch-site": "cross-site"])
      #expect(await server.routes.respond(to: led).status == 200)
    }
  }

  @Test(
    "Only the page at the public address may act through the proxy",
    arguments: [
      ["host": "evil.example"], ["host": "forms.example.org:8443"], ["host": "forms.example.org."],
      ["host": "forms.example.org", "origin": "http://forms.example.org"],
      ["host": "forms.example.org", "origin": "https://evil.example"],
      ["host": "forms.example.org", "origin": "https://forms.example.org.evil.example"],
      ["host": "forms.example.org", "origin": "http://127.0.0.1:4711"],
      ["host": "forms.example.org", "origin": "null"],
      ["host": "forms.example.org", "x-formstate": ""], ["host": "forms.example.org", "sec-fetch-site": "same-site"],
      ["host": "forms.example.org", "x-formstate": "s3cret"], ["host": "forms.example.org", "x-formstate": "t0ke"],
    ])
  func origins(more: [String: String]) async throws {
    let server = try server(Self.address)
    let all = headers().merging(more.mapValues(Optional.some)) { $1 }
    let (status, answer) = try await server.ask("POST", "/clinic/act", Self.tap, headers: all)
    #expect(status == (more["host"] == "forms.example.org" ? 403 : 421))
    #expect(answer["error"]?.text?.isEmpty == false)
    #expect(try await server.get("/rows")["revision"]?.whole == 0)
  }

  @Test("The Host header may name the scheme's default port")
  func usualPort() async throws {
    let server = try server(Self.address)
    let all = headers().merging(["host": "forms.example.org:443"]) { $1 }
    #expect(try await server.ask("POST", "/clinic/act", Self.tap, headers: all).status == 200)
    let (_, answer) = try await server.ask("GET", "/clinic/return?nonce=n", headers: all)
    #expect(answer["proof"]?.text == Server.credentials.serverProof(for: visit(), nonce: "n"))
    let plain = all.merging(["host": "forms.example.org:80"]) { $1 }
    #expect(try await server.ask("GET", "/clinic/rows", headers: plain).status == 421)
  }

  @Test("The refusal of another host says to pass on the Host header unchanged")
  func strangers() async throws {
    let sentence = "no other host; have the proxy pass on the header “Host” unchanged"
    for (port, names) in [(Server.port, "forms.example.org and 127.0.0.1:4711"), (nil, "forms.example.org")] {
      let server = try server(Self.address, port: port)
      let (status, answer) = try await server.ask("GET", "/rows", headers: ["host": "evil.example"])
      #expect(status == 421 && answer["error"]?.text == "this is \(names), and \(sentence)")
    }
  }

  @Test("A server at a socket accepts only the public host, and no name of this machine")
  func socket() async throws {
    let server = try server(Self.address, port: nil)
    for host in ["127.0.0.1", "127.0.0.1:4711", "localhost", "[::1]:80"] {
      #expect(try await server.ask("GET", "/rows", headers: ["host": host]).status == 421, "\(host)")
    }
    let asked = headers().merging(["origin": nil]) { $1 }
    #expect(try await server.ask("GET", "/clinic/rows", headers: asked).status == 200)
  }

  @Test("A page and the program prove their identity to each other at the public host")
  func comingBack() async throws {
    let server = try server(Self.address)
    let proof = Server.credentials.pageProof(for: visit(), nonce: "n")
    let (status, answer) = try await server.ask("GET", "/clinic/return?nonce=n", headers: headers(token: nil))
    #expect(status == 200)
    #expect(answer["proof"]?.text == Server.credentials.serverProof(for: visit(), nonce: "n"))
    let back = try await server.ask("POST", "/clinic/return?nonce=n", headers: headers(token: proof))
    #expect(back.status == 200 && back.json["token"]?.text == Server.token)
  }

  // MARK: - Authors

  @Test("A user named by the proxy reads without the page's token, and enters without the secret")
  func named() async throws {
    let server = try server(Self.named)
    let reading = headers(token: nil, user: "ada").merging(["origin": nil]) { $1 }
    #expect(try await server.ask("GET", "/clinic/rows", headers: reading).status == 200)
    let (status, answer) = try await server.ask("POST", "/clinic/enter", headers: headers(token: nil, user: "ada"))
    #expect(status == 200 && answer["token"]?.text == Server.token)
    // Another user of the same browser has another key, and cannot read what the first one left.
    #expect(answer["key"]?.text == Server.credentials.browserKey(for: visit(by: "ada")))
    let other = try await server.ask("POST", "/clinic/enter", headers: headers(token: "", user: "grace")).json
    #expect(other["key"] != answer["key"] && other["seal"] != answer["seal"])
    let proof = Server.credentials.pageProof(for: visit(by: "ada"), nonce: "n")
    for (user, status) in [("ada", 200), ("grace", 403)] {
      let back = try await server.ask("POST", "/clinic/return?nonce=n", headers: headers(token: proof, user: user))
      #expect(back.status == status)
    }
  }

  @Test("A user named by the proxy is the author in the journal")
  func authors() async throws {
    let server = try server(Self.named)
    for (user, cell) in [("ada", "fullname"), ("Grace Höpper 🙂", "birth"), ("ada", "sport")] {
      let body = #"{"action":"tap","cell":"\#(cell)"}"#
      let (status, answer) = try await server.ask(
        "POST", "/clinic/act", body, headers: headers(user: user))
      #expect(status == 200, "\(answer)")
    }
    // At the machine itself the author is the store's, whatever the header says.
    let own = try await server.ask("POST", "/act", #"{"action":"undo"}"#, headers: ["x-remote-user": "eve"])
    #expect(own.status == 200)
    #expect(try await authors(server) == ["ada", "Grace Höpper 🙂", "ada", "Host"])
  }

  @Test("An action sent twice is applied once, under the first sender's name")
  func twice() async throws {
    let server = try server(Self.named)
    for user in ["ada", "grace"] {
      _ = try await server.ask("POST", "/clinic/act?id=a1", Self.tap, headers: headers(user: user))
    }
    #expect(try await authors(server) == ["ada"])
  }

  @Test(
    "Without a usable name, the public host refuses every request, even with the secret",
    arguments: [
      (nil, "the proxy does not name you; have it send the name in the header “X-Remote-User”"),
      ("", "the proxy does not name you; have it send the name in the header “X-Remote-User”"),
      (
        String(repeating: "a", count: 201),
        "the name in the header “X-Remote-User” has more than 200 characters; shorten it"
      ),
      (
        "a\u{7}b", "the name in the header “X-Remote-User” has characters that cannot be printed; send it as UTF-8 text"
      ),
      (
        "a\u{FFFD}",
        "the name in the header “X-Remote-User” has characters that cannot be printed; send it as UTF-8 text"
      ),
      (
        "a\u{2028}b",
        "the name in the header “X-Remote-User” has characters that cannot be printed; send it as UTF-8 text"
      ),
    ])
  func names(user: String?, sentence: String) async throws {
    let server = try server(Self.named)
    for (method, path) in [
      ("GET", "/clinic/rows"), ("GET", "/clinic/screen.js"), ("POST", "/clinic/act"), ("GET", "/clinic/return?nonce=n"),
      ("GET", "/clinic/no"), ("GET", "/rows"), ("POST", "/clinic/enter"),
    ] {
      let (status, answer) = try await server.ask(method, path, Self.tap, headers: headers(user: user))
      #expect(status == 403 && answer["error"]?.text == sentence, "\(method) \(path)")
      #expect(answer["letIn"]?.flag == false)
    }
    let page = await server.text("/clinic/", headers: headers(user: user))
    #expect(page.lowercased().hasPrefix(sentence.lowercased()))
    #expect(try await server.get("/rows")["revision"]?.whole == 0)
  }

  @Test("The name header is ignored at this machine's address and where no header is trusted")
  func loopback() async throws {
    let named = try server(Self.named)
    for host in ["127.0.0.1:4711", "localhost:4711", "[::1]:4711"] {
      let (status, _) = try await named.ask(
        "GET", "/rows", headers: ["host": host, "x-formstate": nil, "x-remote-user": "eve"])
      #expect(status == 403)
    }
    let plain = try server(Self.address)
    #expect(try await plain.ask("GET", "/clinic/rows", headers: headers(token: nil, user: "eve")).status == 403)
    #expect(try await plain.ask("POST", "/clinic/act", Self.tap, headers: headers(user: "eve")).status == 200)
    #expect(try await authors(plain) == ["Host"])
  }

  @Test("A user named by the proxy acts only with the page's token and origin")
  func acting() async throws {
    let server = try server(Self.named)
    for (name, value) in [("x-formstate", nil), ("origin", nil), ("origin", "https://evil.example")]
      as [(String, String?)]
    {
      var all = headers(user: "ada")
      all[name] = value
      #expect(try await server.ask("POST", "/clinic/act", Self.tap, headers: all).status == 403)
    }
    let (_, answer) = try await server.ask("POST", "/clinic/act", Self.tap, headers: headers(token: nil, user: "ada"))
    #expect(answer["error"]?.text == "the request lacks the token of this page; reload the page")
  }
}
