import FormState
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateScreen

@Suite("Access to the page")
struct EnteringTests {
  /// What a client sends that does not have the printed address.
  static let headers: [[String: String?]] = [
    ["x-formstate": nil], ["x-formstate": ""], ["x-formstate": "s3cret"], ["x-formstate": "t0ke"],
    ["x-formstate": "t0ken0"], ["x-formstate": "k3y"], ["x-formstate": "T0ken"],
    ["x-formstate": nil, "cookie": "formstate-4711=s3cret"], ["x-formstate": nil, "cookie": "formstate-4711=t0ken"],
    ["x-formstate": nil, "authorization": "Bearer t0ken"],
  ]
  private static let sentence =
    "this needs the secret of the running program; open the address that formstate printed in this browser"

  private func text(of response: ScreenResponse) -> String {
    guard case .data(let data) = response.body else { return "" }
    return String(decoding: data, as: UTF8.self)
  }

  private func json(of response: ScreenResponse) throws -> PropertyValue { try PropertyValue(json: text(of: response)) }

  @Test("Every route refuses a request without the token", arguments: ScreenRoute.allCases)
  func everyRoute(route: ScreenRoute) async throws {
    let server = try Server(ProfileForm.form)
    for method in route.methods {
      for headers in Self.headers {
        for address in [route.rawValue, "\(route.rawValue)?token=t0ken&secret=s3cret&ticket=t0ken"] {
          let request = Server.request(method, address, #"{"action":"expandAll"}"#, headers: headers)
          let response = await server.routes.respond(to: request)
          #expect(response.status == 403, "\(method) \(headers)")
          guard method != "HEAD" else { continue }
          #expect(text(of: response) == #"{"error":"\#(Self.sentence)","letIn":false}"#)
        }
      }
    }
    #expect(try await server.get("/rows")["revision"]?.whole == 0)
  }

  @Test("No response sets a cookie: browsers send cookies to every port of a host")
  func noCookie() async throws {
    let server = try Server(ProfileForm.form)
    for (method, address, sent) in [
      ("GET", "/", nil), ("POST", "/enter", "s3cret"), ("POST", "/return?nonce=n1", proof("page")),
      ("GET", "/?secret=s3cret", nil), ("GET", "/rows", "t0ken"),
    ] {
      let response = await server.routes.respond(to: Server.request(method, address, headers: ["x-formstate": sent]))
      #expect(response.status == 200, "\(address)")
      #expect(!response.headers.contains { $0.name.lowercased() == "set-cookie" })
    }
  }

  // MARK: - Entering

  @Test("A page exchanges the secret for the token, the key of its browser and the key of what it stores")
  func entering() async throws {
    let server = try Server(ProfileForm.form)
    let (status, answer) = try await server.ask("POST", "/enter", headers: ["x-formstate": "s3cret"])
    #expect(status == 200)
    #expect(
      answer
        == (try PropertyValue(
          json: #"""
            {"key":"\#(key())","run":"r1n","token":"t0ken","seal":"\#(derived("seal", ""))","start":"response"}
            """#)))
    // The key of the program itself stays there.
    #expect(answer["key"]?.text?.contains("k3y") == false)
  }

  @Test("A wrong secret is refused with an explanation", arguments: ["s3cre", "s3cret0", "t0ken", "k3y", "S3cret"])
  func otherSecret(secret: String) async throws {
    let server = try Server(ProfileForm.form)
    let (status, answer) = try await server.ask("POST", "/enter", headers: ["x-formstate": secret])
    #expect(status == 403 && answer["letIn"]?.flag == false)
    #expect(
      answer["error"]?.text == "the secret in this address is outdated; open the address that formstate printed last")
  }

  @Test("Without a secret, from another origin or by another method, no page enters")
  func noSecret() async throws {
    let server = try Server(ProfileForm.form)
    for (headers, status) in [
      (["x-formstate": nil], 403), (["x-formstate": ""], 403), (["origin": nil], 403), (["origin": "null"], 403),
      (["origin": "http://127.0.0.1:4712"], 403), (["sec-fetch-site": "same-site"], 403),
      (["sec-fetch-site": "none"], 403), (["host": "evil.example"], 421),
    ] as [([String: String?], Int)] {
      let all = ["x-formstate": "s3cret"].merging(headers) { $1 }
      #expect(try await server.ask("POST", "/enter", headers: all).status == status, "\(headers)")
    }
    #expect(try await server.ask("POST", "/enter", headers: ["x-formstate": nil]).json["error"]?.text == Self.sentence)
    #expect(try await server.ask("GET", "/enter", headers: ["x-formstate": "s3cret"]).status == 405)
    #expect(try await server.ask("POST", "/enter?secret=s3cret", headers: ["x-formstate": nil]).status == 403)
  }

  @Test("A refusal for lack of the token has letIn false; other refusals omit it")
  func shutOut() async throws {
    let server = try Server(ProfileForm.form)
    let out = try await server.ask("GET", "/rows", headers: ["x-formstate": nil])
    #expect(out.status == 403 && out.json["letIn"]?.flag == false)
    let other = try await server.ask("POST", "/act", headers: ["origin": nil])
    #expect(other.status == 403 && other.json["error"] != nil && other.json["letIn"] == nil)
  }

  @Test("A browser has another key at each address, and outside of the program's own one it ends with the run")
  func keys() async throws {
    let server = try Server(ProfileForm.form)
    for (host, expected) in [
      ("127.0.0.1:4711", key()), ("127.0.0.1:9000", key("http://127.0.0.1:9000", of: "s3cret")),
      // Another user may listen on the same port of “::1”, where this name may lead.
      ("localhost:4711", key("http://localhost:4711", of: "s3cret")),
      ("[::1]:4711", key("http://[::1]:4711", of: "s3cret")),
    ] {
      let headers = ["host": host, "origin": "http://\(host)", "x-formstate": "s3cret"]
      #expect(try await server.ask("POST", "/enter", headers: headers).json["key"]?.text == expected, "\(host)")
    }
  }

  // MARK: - Tickets

  /// The ticket for an address: its path and parameters, decoded.
  private func ticket(_ words: String...) -> String {
    KeyedDigest.hex(of: (["ticket"] + words).joined(separator: "\n"), key: "t0ken")
  }

  @Test("A link reads one address with a ticket, which the page makes with the token")
  func tickets() async throws {
    let server = try Server(ProfileForm.form)
    let right = ticket("/export", "format=csv", "response=default")
    let address = "/export?format=csv&response=default"
    for (address, method, status) in [
      ("\(address)&ticket=\(right)", "GET", 200), ("\(address)&ticket=\(right)", "HEAD", 403),
      ("\(address)&ticket=\(right)&ticket=\(right)", "GET", 403), ("\(address)&ticket=", "GET", 403),
      ("/export?format=submission&response=default&ticket=\(right)", "GET", 403),
      ("/export?format=csv&ticket=\(right)", "GET", 403), ("\(address)&at=1&ticket=\(right)", "GET", 403),
      // A file is found, or not, only with one.
      ("/media/a.png?ticket=\(ticket("/media/a.png"))", "GET", 404), ("/media/a.png?ticket=\(right)", "GET", 403),
      ("/attachments/a?ticket=\(ticket("/attachments/a"))", "GET", 404), ("/attachments/a", "GET", 403),
      // All other routes need the header.
      ("/rows?ticket=\(ticket("/rows"))", "GET", 403), ("/events?ticket=\(ticket("/events"))", "GET", 403),
    ] {
      let request = Server.request(method, address, headers: ["x-formstate": nil])
      #expect(await server.routes.respond(to: request).status == status, "\(method) \(address)")
    }
    let posted = Server.request(
      "POST", "/attachments?cell=a&name=b&ticket=\(ticket("/attachments", "cell=a", "name=b"))", "1",
      headers: ["x-formstate": nil])
    #expect(await server.routes.respond(to: posted).status == 403)
    let foreign = Server.request(
      "GET", "\(address)&ticket=\(right)", headers: ["x-formstate": nil, "sec-fetch-site": "cross-site"])
    #expect(await server.routes.respond(to: foreign).status == 403)
  }

  // MARK: - Coming back

  private func derived(_ words: String..., from key: String = "k3y") -> String {
    KeyedDigest.hex(of: words.joined(separator: "\n"), key: key)
  }

  /// The key of a browser at an address.
  private func key(_ origin: String = "http://127.0.0.1:4711", of key: String = "k3y") -> String {
    derived("browser", origin, "", from: key)
  }

  private func proof(_ side: String, nonce: String = "n1", run: String = "r1n", key: String? = nil) -> String {
    derived(side, nonce, run, from: key ?? self.key())
  }

  @Test("A page and a restarted program prove their identity to each other")
  func comingBack() async throws {
    let server = try Server(ProfileForm.form)
    let (status, answer) = try await server.ask("GET", "/return?nonce=n1", headers: ["x-formstate": nil])
    #expect(status == 200)
    #expect(answer == (try PropertyValue(json: #"{"run":"r1n","proof":"\#(proof("server"))"}"#)))
    let (backStatus, back) = try await server.ask("POST", "/return?nonce=n1", headers: ["x-formstate": proof("page")])
    #expect(backStatus == 200 && back["token"]?.text == "t0ken" && back["seal"]?.text == derived("seal", ""))
    #expect(back["key"] == nil)
  }

  @Test("Any other proof is refused")
  func otherProofs() async throws {
    let server = try Server(ProfileForm.form)
    let proofs = [
      nil, "", "k3y", "s3cret", "t0ken", key(), proof("server"), proof("page", nonce: "n2"),
      proof("page", run: "r2n"), proof("page", key: "k3y"), proof("page", key: "s3cret"),
      proof("page", key: key("http://127.0.0.1:4712")), proof("page", key: key("http://localhost:4711")),
      proof("page").uppercased(),
    ]
    for proof in proofs {
      let response = await server.routes.respond(
        to: Server.request("POST", "/return?nonce=n1", headers: ["x-formstate": proof]))
      #expect(response.status == 403, "\(proof ?? "none")")
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
      // A program at another port relays nothing: there, each run has other keys.
      (
        "POST", "/return?nonce=n1",
        [
          "host": "127.0.0.1:4712", "origin": "http://127.0.0.1:4712",
          "x-formstate": proof("page", key: key("http://127.0.0.1:4712")),
        ], 403
      ),
      ("POST", "/return?nonce=n1", ["host": "127.0.0.1:4712", "origin": "http://127.0.0.1:4712"], 403),
      ("GET", "/return?nonce=n1", ["host": "evil.example"], 421),
      ("GET", "/return?nonce=n1", ["sec-fetch-site": "cross-site"], 403),
      ("GET", "/return?nonce=n1", ["origin": "http://evil.example"], 403),
      ("POST", "/return?nonce=n1", ["origin": "http://evil.example"], 403),
      ("POST", "/return?nonce=n1", ["origin": nil], 403),
      ("POST", "/return?nonce=n1", ["sec-fetch-site": "same-site"], 403),
      ("GET", "/return", [:], 400), ("GET", "/return?nonce=a%0Ab", [:], 400), ("POST", "/return", [:], 400),
    ] as [(String, String, [String: String?], Int)] {
      let all = ["x-formstate": proof("page")].merging(more) { _, new in new }
      let response = await server.routes.respond(to: Server.request(method, address, headers: all))
      #expect(response.status == status, "\(method) \(address) \(more)")
    }
  }

  @Test("Through a tunnel, a page returns with a key of the same run")
  func comingBackThroughTunnel() async throws {
    let server = try Server(ProfileForm.form)
    let host = "127.0.0.1:9000"
    let key = key("http://\(host)", of: "s3cret")
    let (status, answer) = try await server.ask(
      "GET", "/return?nonce=n1", headers: ["host": host, "x-formstate": nil])
    #expect(status == 200 && answer["proof"]?.text == proof("server", key: key))
    let headers = ["host": host, "origin": "http://\(host)", "x-formstate": proof("page", key: key)]
    let back = try await server.ask("POST", "/return?nonce=n1", headers: headers)
    #expect(back.status == 200 && back.json["token"]?.text == "t0ken")
  }

  @Test("A following page first gets its run, even before a form exists")
  func welcome() async throws {
    let store = try FormStore.inMemory()
    for models in [ScreenModels(waitingIn: store, response: "default"), try Server(ProfileForm.form).models] {
      let response = await Server(models: models).routes.respond(to: Server.request("GET", "/events"))
      guard case .events(let first, _) = response.body else {
        Issue.record("no events")
        return
      }
      #expect(first.text == "event: welcome\ndata: {\"run\":\"r1n\"}\n\n")
    }
  }
}
