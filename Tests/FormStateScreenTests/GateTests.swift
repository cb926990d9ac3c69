import FormState
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateScreen

@Suite("Request checks")
struct GateTests {
  /// A request from another site's page, or a malformed one, and its expected status.
  struct Attempt: Sendable, CustomTestStringConvertible {
    let method: String
    let address: String
    var headers: [String: String?] = [:]
    var body = #"{"action":"expand","cell":"fullname"}"#
    let status: Int
    var testDescription: String { "\(method) \(address) \(headers) → \(status)" }
  }

  static let attempts: [Attempt] = [
    // DNS rebinding can make another name lead here.
    Attempt(method: "GET", address: "/", headers: ["host": "evil.example"], status: 421),
    Attempt(method: "GET", address: "/", headers: ["host": "evil.example:4711"], status: 421),
    Attempt(method: "GET", address: "/rows", headers: ["host": "127.0.0.1:"], status: 421),
    Attempt(method: "GET", address: "/rows", headers: ["host": "127.0.0.1:0"], status: 421),
    Attempt(method: "GET", address: "/rows", headers: ["host": "127.0.0.1:65536"], status: 421),
    Attempt(method: "GET", address: "/rows", headers: ["host": "127.0.0.1:+80"], status: 421),
    Attempt(method: "GET", address: "/rows", headers: ["host": "127.0.0.1 4711"], status: 421),
    Attempt(method: "GET", address: "/rows", headers: ["host": "localhost.evil.example:4711"], status: 421),
    Attempt(method: "GET", address: "/rows", headers: ["host": "[::2]:4711"], status: 421),
    Attempt(method: "GET", address: "/rows", headers: ["host": "[::1].evil.example"], status: 421),
    Attempt(method: "GET", address: "/rows", headers: ["host": ":4711"], status: 421),
    Attempt(method: "GET", address: "/rows", headers: ["host": ""], status: 421),
    // A tunnel leads here from another port.
    Attempt(method: "GET", address: "/rows", headers: ["host": "127.0.0.1:9000"], status: 200),
    Attempt(method: "GET", address: "/rows", headers: ["host": "127.0.0.1:9000", "x-formstate": nil], status: 403),
    Attempt(method: "GET", address: "/rows", headers: ["host": "localhost:9000"], status: 200),
    Attempt(method: "GET", address: "/rows", headers: ["host": "[::1]:9000"], status: 200),
    Attempt(method: "GET", address: "/rows", headers: ["host": "127.0.0.1"], status: 200),
    Attempt(
      method: "POST", address: "/act", headers: ["host": "127.0.0.1:9000", "origin": "http://127.0.0.1:9000"],
      status: 200),
    Attempt(
      method: "POST", address: "/act", headers: ["host": "127.0.0.1:9000", "origin": "http://127.0.0.1:4711"],
      status: 403),
    Attempt(method: "GET", address: "/rows", headers: ["host": "127.0.0.1:4711.evil.example"], status: 421),
    Attempt(method: "GET", address: "/rows", headers: ["host": "0.0.0.0:4711"], status: 421),
    Attempt(method: "GET", address: "/screen.js", headers: ["host": nil], status: 421),
    Attempt(method: "POST", address: "/act", headers: ["host": "evil.example"], status: 421),
    Attempt(method: "GET", address: "/rows", headers: ["host": "LOCALHOST:4711"], status: 200),
    // Anybody may read the page itself and its files; any site may link to it, but only the page may send the other
    // requests.
    Attempt(method: "GET", address: "/", headers: ["x-formstate": nil], status: 200),
    Attempt(method: "GET", address: "/screen.js", headers: ["x-formstate": nil], status: 200),
    Attempt(method: "GET", address: "/screen.js", headers: ["sec-fetch-site": "same-site"], status: 403),
    Attempt(method: "GET", address: "/", headers: ["sec-fetch-site": "cross-site"], status: 200),
    Attempt(method: "GET", address: "/?response=default&verify", headers: ["sec-fetch-site": "none"], status: 200),
    Attempt(method: "GET", address: "/rows", headers: ["sec-fetch-site": "cross-site"], status: 403),
    Attempt(method: "GET", address: "/rows", headers: ["sec-fetch-site": "same-site"], status: 403),
    Attempt(method: "GET", address: "/events", headers: ["sec-fetch-site": "cross-site"], status: 403),
    Attempt(method: "GET", address: "/script", headers: ["origin": "http://evil.example"], status: 403),
    Attempt(method: "GET", address: "/rows", headers: ["sec-fetch-site": nil], status: 200),
    Attempt(method: "GET", address: "/rows", headers: ["sec-fetch-site": "none"], status: 200),
    // Reading needs the token, too, and no cookie counts.
    Attempt(method: "GET", address: "/rows", headers: ["x-formstate": nil], status: 403),
    Attempt(method: "GET", address: "/rows", headers: ["x-formstate": "t0kem"], status: 403),
    Attempt(method: "GET", address: "/rows", headers: ["x-formstate": "s3cret"], status: 403),
    Attempt(method: "GET", address: "/events", headers: ["x-formstate": nil], status: 403),
    Attempt(
      method: "GET", address: "/rows", headers: ["x-formstate": nil, "cookie": "formstate-4711=s3cret"], status: 403),
    Attempt(method: "GET", address: "/rows?ticket=t0ken", headers: ["x-formstate": nil], status: 403),
    // Changes need the token, the page's own origin, and no other site.
    Attempt(method: "POST", address: "/act", status: 200),
    Attempt(method: "POST", address: "/act", headers: ["sec-fetch-site": nil], status: 200),
    Attempt(method: "POST", address: "/act", headers: ["x-formstate": nil], status: 403),
    Attempt(method: "POST", address: "/act", headers: ["x-formstate": ""], status: 403),
    Attempt(method: "POST", address: "/act", headers: ["x-formstate": "t0kem"], status: 403),
    Attempt(method: "POST", address: "/act", headers: ["x-formstate": "t0ken0"], status: 403),
    Attempt(method: "POST", address: "/act", headers: ["origin": nil], status: 403),
    Attempt(method: "POST", address: "/act", headers: ["origin": "null"], status: 403),
    Attempt(method: "POST", address: "/act", headers: ["origin": "http://evil.example"], status: 403),
    Attempt(method: "POST", address: "/act", headers: ["origin": "https://127.0.0.1:4711"], status: 403),
    Attempt(method: "POST", address: "/act", headers: ["origin": "http://127.0.0.1:4712"], status: 403),
    // The page has another origin under each host name.
    Attempt(method: "POST", address: "/act", headers: ["origin": "http://localhost:4711"], status: 403),
    Attempt(
      method: "POST", address: "/act", headers: ["host": "localhost:4711", "origin": "http://localhost:4711"],
      status: 200),
    Attempt(method: "POST", address: "/act", headers: ["sec-fetch-site": "cross-site"], status: 403),
    Attempt(method: "POST", address: "/act", headers: ["sec-fetch-site": "none"], status: 403),
    Attempt(method: "POST", address: "/heights", headers: ["x-formstate": nil], body: #"{"heights":[]}"#, status: 403),
    // Methods and paths.
    Attempt(method: "HEAD", address: "/return?nonce=n", status: 405),
    Attempt(method: "GET", address: "/enter", status: 405),
    Attempt(method: "POST", address: "/?secret=s3cret", status: 405),
    Attempt(method: "HEAD", address: "/", status: 200),
    Attempt(method: "HEAD", address: "/rows", status: 200),
    Attempt(method: "HEAD", address: "/events", status: 405),
    Attempt(method: "GET", address: "/act", status: 405),
    Attempt(method: "POST", address: "/rows", status: 405),
    Attempt(method: "POST", address: "/", status: 405),
    Attempt(method: "OPTIONS", address: "/act", status: 405),
    Attempt(method: "OPTIONS", address: "/", status: 405),
    Attempt(method: "PUT", address: "/act", status: 405),
    Attempt(method: "get", address: "/rows", status: 405),
    Attempt(method: "GET", address: "/favicon.ico", status: 404),
    Attempt(method: "PUT", address: "/attachments/a", status: 405),
    Attempt(method: "POST", address: "/media/a", status: 405),
    Attempt(method: "GET", address: "/attachments", status: 404),
    Attempt(method: "GET", address: "/attachmentsa", status: 404),
    Attempt(method: "GET", address: "/media/../rows", status: 404),
    Attempt(method: "GET", address: "/attachments/a", headers: ["x-formstate": nil], status: 403),
    Attempt(
      method: "POST", address: "/attachments?cell=a&name=b", headers: ["x-formstate": nil], body: "1", status: 403),
    Attempt(method: "GET", address: "/rows/", status: 404),
    Attempt(method: "GET", address: "/../etc/passwd", status: 404),
    Attempt(method: "GET", address: "", status: 404),
    Attempt(
      method: "POST", address: "/act", body: String(repeating: " ", count: ScreenRequest.largestBody + 1), status: 413),
    Attempt(
      method: "POST", address: "/act", headers: ["x-formstate": nil],
      body: String(repeating: " ", count: ScreenRequest.largestBody + 1), status: 403),
  ]

  @Test("Only requests of the server's own page are accepted", arguments: attempts)
  func attempt(_ attempt: Attempt) async throws {
    let server = try Server(ProfileForm.form)
    let response = await server.routes.respond(
      to: Server.request(attempt.method, attempt.address, attempt.body, headers: attempt.headers))
    #expect(response.status == attempt.status)
    let revision = try await server.get("/rows")["revision"]?.whole
    #expect(revision == (attempt.method == "POST" && attempt.status == 200 ? 1 : 0))
  }

  @Test(
    "Every response, even a refusal, has security headers", arguments: ["/", "/rows", "/events", "/screen.js", "/no"])
  func headers(path: String) async throws {
    let response = await (try Server(ProfileForm.form)).routes.respond(to: Server.request("GET", path))
    let headers = Dictionary(response.headers.map { ($0.name, $0.value) }) { first, _ in first }
    #expect(
      headers["Content-Security-Policy"]
        == "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
    #expect(headers["X-Content-Type-Options"] == "nosniff")
    #expect(headers["Referrer-Policy"] == "no-referrer")
    #expect(headers["Cross-Origin-Resource-Policy"] == "same-origin")
    #expect(headers["Cross-Origin-Opener-Policy"] == "same-origin")
    #expect(headers["Cache-Control"] == "no-store")
    #expect(headers["Content-Type"] != nil)
    #expect(!headers.keys.contains { $0.lowercased().hasPrefix("access-control") })
  }

  @Test("The page contains nothing of its own; new credentials are random and distinct")
  func token() async throws {
    let page = await (try Server(ProfileForm.form)).text("/")
    #expect(page == "The page")
    let made = (0..<100).map { _ in ScreenCredentials.newText() }
    #expect(Set(made).count == 100)
    #expect(made.allSatisfy { $0.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil })
    let one = ScreenCredentials(key: "kept")
    #expect(one.key == "kept" && Set([one.secret, one.run, one.token, one.key]).count == 4)
  }

  @Test("A refusal says what to do, and a wrong method gets the allowed ones")
  func sentences() async throws {
    let server = try Server(ProfileForm.form)
    func sentence(_ request: ScreenRequest) async throws -> String? {
      guard case .data(let data) = await server.routes.respond(to: request).body else { return nil }
      return try PropertyValue(json: String(decoding: data, as: UTF8.self))["error"]?.text
    }
    #expect(
      try await sentence(Server.request("GET", "/rows", headers: ["host": "evil.example"]))
        == "this is 127.0.0.1:4711, and no other host; open http://127.0.0.1:4711")
    #expect(
      try await sentence(Server.request("POST", "/act", headers: ["x-formstate": nil]))
        == "this needs the secret of the running program; open the address that formstate printed in this browser")
    #expect(
      try await sentence(Server.request("POST", "/act", headers: ["origin": "http://evil.example"]))
        == "the request comes from another origin; only the page of this server may send it")
    #expect(
      try await sentence(Server.request("GET", "/rows", headers: ["sec-fetch-site": "cross-site"]))
        == "another page sent this request; only the page of this server may")
    // These are for people, so they are plain text.
    #expect(
      await server.text("/", headers: ["host": "evil.example"])
        == "This is 127.0.0.1:4711, and no other host; open http://127.0.0.1:4711.\n")
    #expect(await server.text("/forms/").hasPrefix("There is nothing at “/forms/”; open “/”"))
    #expect(try await sentence(Server.request("GET", "/nothing")) == "there is nothing at “/nothing”; open “/”")
    #expect(
      try await sentence(Server.request("DELETE", "/rows")) == "“/rows” does not support DELETE; send GET or HEAD")
    let response = await server.routes.respond(to: Server.request("DELETE", "/rows"))
    #expect(response.headers.contains(ScreenResponse.Header(name: "Allow", value: "GET, HEAD")))
  }

  @Test("HEAD answers without a body")
  func head() async throws {
    let response = await (try Server(ProfileForm.form)).routes.respond(to: Server.request("HEAD", "/rows"))
    let data = if case .data(let data) = response.body { data } else { Data("no data".utf8) }
    #expect(data.isEmpty)
  }
}
