import FormState
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateScreen

@Suite("Access to the page")
struct EnteringTests {
  /// Every route, and some addresses without one.
  static let addresses =
    ScreenRoute.allCases.map { ($0.methods[0], $0.rawValue) } + [
      ("GET", "/"), ("HEAD", "/"), ("GET", "/screen.js"), ("GET", "/nothing"), ("DELETE", "/rows"),
      ("POST", "/?secret=s3cret"), ("GET", "/rows?secret=s3cret"),
    ]
  /// Cookie headers of a client that does not have the printed address.
  static let cookies: [String?] = [
    nil, "", "formstate-4711", "formstate-4711=", "formstate-4711=s3cre", "formstate-4711=s3cret0",
    "formstate-4712=s3cret",
    "s3cret", "formstate-4711=t0ken", "Formstate-4711=s3cret",
  ]

  private func headers(of response: ScreenResponse) -> [String: String] {
    Dictionary(response.headers.map { ($0.name, $0.value) }) { first, _ in first }
  }

  private func text(of response: ScreenResponse) -> String {
    guard case .data(let data) = response.body else { return "" }
    return String(decoding: data, as: UTF8.self)
  }

  @Test("Every route refuses a request without the cookie", arguments: addresses)
  func everyRoute(method: String, address: String) async throws {
    let server = try Server(ProfileForm.form)
    for cookie in Self.cookies {
      let request = Server.request(method, address, #"{"action":"expandAll"}"#, headers: ["cookie": cookie])
      let response = await server.routes.respond(to: request)
      #expect(response.status == 403, "\(cookie ?? "none")")
      #expect(headers(of: response)["Set-Cookie"] == nil)
      guard method != "HEAD" else { continue }
      let sentence =
        "this needs the secret of the running program; open the address that formstate printed in this browser"
      #expect(
        text(of: response)
          == (request.path == "/" ? "T\(sentence.dropFirst()).\n" : #"{"error":"\#(sentence)","letIn":false}"#))
    }
    #expect(try await server.get("/rows")["revision"]?.whole == 0)
  }

  @Test(
    "The cookie is found among other cookies",
    arguments: ["a=b; formstate-4711=s3cret", "formstate-4711=s3cret;x=y", "formstate-4711=; formstate-4711=s3cret"])
  func amongOthers(cookie: String) async throws {
    let server = try Server(ProfileForm.form)
    #expect(try await server.ask("GET", "/rows", headers: ["cookie": cookie]).status == 200)
  }

  @Test("Opening the printed address sets the cookie and redirects with the other parameters")
  func opening() async throws {
    let server = try Server(ProfileForm.form)
    for site in [nil, "none", "same-origin"] {
      let response = await server.routes.respond(
        to: Server.request(
          "GET", "/?language=fr&secret=s3cret&response=a%26b%22%3C&verify",
          headers: ["cookie": nil, "sec-fetch-site": site]))
      #expect(response.status == 303)
      let fields = headers(of: response)
      #expect(fields["Location"] == "/?language=fr&response=a%26b%22%3C&verify=")
      #expect(fields["Set-Cookie"] == "formstate-4711=s3cret; HttpOnly; SameSite=Strict; Path=/")
      #expect(fields["Referrer-Policy"] == "no-referrer" && fields["Cache-Control"] == "no-store")
      #expect(text(of: response).isEmpty)
    }
    let plain = await server.routes.respond(to: Server.request("GET", "/?secret=s3cret", headers: ["cookie": nil]))
    #expect(headers(of: plain)["Location"] == "/")
  }

  @Test("A link from a file or another site gets a forwarding page, so that the browser sends the cookie")
  func led() async throws {
    let server = try Server(ProfileForm.form)
    let response = await server.routes.respond(
      to: Server.request(
        "GET", "/?secret=s3cret&at=1&language=%22%3E", headers: ["cookie": nil, "sec-fetch-site": "cross-site"]))
    #expect(response.status == 200)
    #expect(headers(of: response)["Set-Cookie"] == "formstate-4711=s3cret; HttpOnly; SameSite=Strict; Path=/")
    #expect(text(of: response).contains(#"content="0; url=/?at=1&amp;language=%22%3E""#))
    #expect(!text(of: response).contains("s3cret"))
  }

  @Test(
    "A wrong secret is refused with an explanation unless the browser has the cookie",
    arguments: ["", "s3cre", "s3cret0", "t0ken", "k3y"])
  func otherSecret(secret: String) async throws {
    let server = try Server(ProfileForm.form)
    let response = await server.routes.respond(
      to: Server.request("GET", "/?secret=\(secret)", headers: ["cookie": nil]))
    #expect(response.status == 403)
    #expect(
      text(of: response)
        == "The secret in this address is outdated; open the address that formstate printed last.\n"
    )
    let twice = Server.request("GET", "/?secret=s3cret&secret=\(secret)", headers: ["cookie": nil])
    #expect(await server.routes.respond(to: twice).status == 403)
    let known = await server.routes.respond(to: Server.request("GET", "/?secret=\(secret)"))
    #expect(known.status == 303 && headers(of: known)["Location"] == "/")
  }

  @Test("A refusal for lack of the cookie has letIn false; other refusals omit it")
  func shutOut() async throws {
    let server = try Server(ProfileForm.form)
    let out = try await server.ask("GET", "/rows", headers: ["cookie": nil])
    #expect(out.status == 403 && out.json["letIn"]?.flag == false)
    let other = try await server.ask("POST", "/act", headers: ["x-formstate": nil])
    #expect(other.status == 403 && other.json["error"] != nil && other.json["letIn"] == nil)
  }

  @Test("A tunnel from another port has its own cookie, named after that port")
  func tunnel() async throws {
    let server = try Server(ProfileForm.form)
    let response = await server.routes.respond(
      to: Server.request("GET", "/?secret=s3cret", headers: ["cookie": nil, "host": "localhost:9000"]))
    #expect(response.status == 303)
    #expect(headers(of: response)["Set-Cookie"] == "formstate-9000=s3cret; HttpOnly; SameSite=Strict; Path=/")
  }

  // MARK: - Coming back

  private func proof(_ side: String, host: String = "127.0.0.1:4711", nonce: String = "n1", run: String = "r1n")
    -> String
  {
    KeyedDigest.hex(of: [side, host, nonce, run].joined(separator: "\n"), key: "k3y")
  }

  @Test("The keyed digest is the HMAC-SHA-256 of RFC 4231")
  func digest() {
    #expect(
      KeyedDigest.hex(of: "what do ya want for nothing?", key: "Jefe")
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    // Keys that are longer than a block are hashed first.
    #expect(
      KeyedDigest.hex(of: "a", key: String(repeating: "k", count: 100))
        == "dd696f0644cab7b29da3485019a14760309158b646c88d66edf3ff6066a55ddf")
  }

  @Test("A page and a restarted program prove their identity to each other")
  func comingBack() async throws {
    let server = try Server(ProfileForm.form)
    let (status, answer) = try await server.ask("GET", "/return?nonce=n1", headers: ["cookie": nil])
    #expect(status == 200)
    #expect(answer == (try PropertyValue(json: #"{"run":"r1n","proof":"\#(proof("server"))"}"#)))
    let back = await server.routes.respond(
      to: Server.request("POST", "/return?nonce=n1", headers: ["cookie": nil, "x-formstate": proof("page")]))
    #expect(back.status == 200 && text(of: back) == "{}")
    #expect(headers(of: back)["Set-Cookie"] == "formstate-4711=s3cret; HttpOnly; SameSite=Strict; Path=/")
  }

  @Test("Any other proof is refused")
  func otherProofs() async throws {
    let server = try Server(ProfileForm.form)
    let proofs = [
      nil, "", "k3y", "s3cret", "t0ken", proof("server"), proof("page", nonce: "n2"), proof("page", run: "r2n"),
      proof("page", host: "127.0.0.1:4712"), proof("page", host: "localhost:4711"), proof("page").uppercased(),
    ]
    for proof in proofs {
      let response = await server.routes.respond(
        to: Server.request("POST", "/return?nonce=n1", headers: ["cookie": nil, "x-formstate": proof]))
      #expect(response.status == 403 && headers(of: response)["Set-Cookie"] == nil, "\(proof ?? "none")")
      #expect(
        text(of: response)
          == #"{"error":"this page belongs to another program or file; open the address that formstate printed in this browser","letIn":false}"#
      )
    }
  }

  @Test("A return request from another host or origin, or without a nonce, is refused")
  func otherQuestions() async throws {
    let server = try Server(ProfileForm.form)
    for (method, address, more, status) in [
      ("GET", "/return?nonce=n1", ["host": "127.0.0.1:4712"], 403),
      ("GET", "/return?nonce=n1", ["host": "127.0.0.1:4712", "cookie": "formstate-4711=s3cret"], 403),
      (
        "POST", "/return?nonce=n1",
        [
          "host": "127.0.0.1:4712", "origin": "http://127.0.0.1:4712",
          "x-formstate": proof("page", host: "127.0.0.1:4712"),
        ], 403
      ),
      ("GET", "/return?nonce=n1", ["host": "evil.example"], 421),
      ("GET", "/return?nonce=n1", ["sec-fetch-site": "cross-site"], 403),
      ("GET", "/return?nonce=n1", ["origin": "http://evil.example"], 403),
      ("POST", "/return?nonce=n1", ["origin": "http://evil.example"], 403),
      ("POST", "/return?nonce=n1", ["origin": nil], 403),
      ("POST", "/return?nonce=n1", ["sec-fetch-site": "same-site"], 403),
      ("GET", "/return", [:], 400), ("GET", "/return?nonce=a%0Ab", [:], 400), ("POST", "/return", [:], 400),
    ] as [(String, String, [String: String?], Int)] {
      let all = ["cookie": nil, "x-formstate": proof("page")].merging(more) { _, new in new }
      let response = await server.routes.respond(to: Server.request(method, address, headers: all))
      #expect(response.status == status && headers(of: response)["Set-Cookie"] == nil, "\(method) \(address) \(more)")
    }
  }

  @Test("Through a tunnel, a page returns with its cookie and a proof for the tunnel's host")
  func comingBackThroughTunnel() async throws {
    let server = try Server(ProfileForm.form)
    let (host, cookie) = ("127.0.0.1:9000", "formstate-9000=s3cret")
    let (status, answer) = try await server.ask(
      "GET", "/return?nonce=n1", headers: ["host": host, "cookie": cookie])
    #expect(status == 200 && answer["proof"]?.text == proof("server", host: host))
    let back = await server.routes.respond(
      to: Server.request(
        "POST", "/return?nonce=n1",
        headers: [
          "host": host, "origin": "http://\(host)", "cookie": cookie, "x-formstate": proof("page", host: host),
        ]))
    #expect(back.status == 200)
  }

  @Test("A following page first gets its run and its token, even before a form exists")
  func welcome() async throws {
    let store = try FormStore.inMemory()
    for models in [ScreenModels(waitingIn: store, response: "default"), try Server(ProfileForm.form).models] {
      let response = await Server(models: models).routes.respond(to: Server.request("GET", "/events"))
      guard case .events(let first, _) = response.body else {
        Issue.record("no events")
        return
      }
      #expect(first.text == "event: welcome\ndata: {\"run\":\"r1n\",\"token\":\"t0ken\"}\n\n")
    }
  }
}
