import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import FormStateCLI

/// The parts of `formstate sync` with a collector that decide without a network.
@Suite("Parts of formstate sync with a collector")
struct PushPartTests {
  @Test("Delays double from a second to five minutes, and at most a half of each is omitted")
  func delays() {
    var random = SeededGenerator(seed: 7)
    var schedule = RetrySchedule()
    var shares: Set<Int> = []
    for longest in [1.0, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300] {
      let delay = schedule.delay(using: &random)
      #expect((longest / 2...longest).contains(delay), "\(longest)")
      shares.insert(Int(delay / longest * 1000))
    }
    #expect(shares.count > 6 && schedule.failureCount == 12)
  }

  @Test("The collector's own delay counts if it is longer, up to five minutes")
  func namedDelays() {
    var random = SeededGenerator(seed: 7)
    var schedule = RetrySchedule()
    #expect(schedule.delay(afterFailure: 20, using: &random) == 20)
    #expect((1...2).contains(schedule.delay(afterFailure: 0.5, using: &random)))
    #expect(schedule.delay(afterFailure: 86400, using: &random) == 300)
  }

  @Test("Retry-After is a number of seconds or a date")
  func retryAfter() throws {
    let now = Date(timeIntervalSince1970: 784_111_777)
    for (field, delay) in [
      ("Retry-After: 120", 120), ("retry-after:  -5 ", 0), ("Retry-After: Sun, 06 Nov 1994 08:50:37 GMT", 60),
      ("Retry-After: Sun, 06 Nov 1994 08:00:00 GMT", 0), ("Retry-After: soon", nil), ("Other: 5", nil),
    ] as [(String, Double?)] {
      let head = "HTTP/1.1 100 Continue\r\n\r\nHTTP/2 503\r\n\(field)\r\n\r\n"
      let reply = try #require(HTTPReply(head: head, body: Data()))
      #expect(reply.status == 503 && reply.retryAfter(now: now) == delay, "\(field)")
    }
    #expect(HTTPReply(head: "", body: Data()) == nil)
  }

  @Test(
    "What a server may answer otherwise the next time is tried again, and nothing else",
    arguments: [
      (408, true), (429, true), (500, true), (503, true), (400, false), (401, false), (404, false), (413, false),
    ])
  func passing(status: Int, isPassing: Bool) throws {
    let reply = try #require(HTTPReply(head: "HTTP/1.1 \(status)\r\n\r\n", body: Data()))
    #expect((PushFault(reply, byteCount: 1, tokenFile: "token").remedy == nil) == isPassing)
  }

  @Test("Long words of a server are truncated")
  func longWords() throws {
    let body = Data(String(repeating: "a", count: 1000).utf8)
    let reply = try #require(HTTPReply(head: "HTTP/1.1 400\r\n\r\n", body: body))
    #expect(reply.said == "400: " + String(repeating: "a", count: 199) + "…")
  }

  @Test(
    "Addresses over TLS, and of this machine",
    arguments: [
      "https://collect.example.org/batches", "HTTPS://example.org", "https://[2001:db8::1]:8443/b?x=1",
      "http://localhost:8080/batches", "http://127.9.8.7", "http://[::1]:80/", "https://xn--bcher-kva.example/",
    ])
  func addresses(text: String) throws {
    let url = try CollectorURL(text)
    #expect(url.text == text && url.isLocal == text.hasPrefix("http://"))
  }

  private static let unencrypted =
    "--with leads to another machine without encryption, so others could read the token and the answers; use https://."

  @Test(
    "Other addresses are refused",
    arguments: [
      ("http://example.org/batches", unencrypted), ("http://127.0.0.1.example.org/", unencrypted),
      ("http://localhost.example.org", unencrypted), ("http://127.0.0.1:80:x@example.org/", namesUser),
      ("https://tom:secret@example.org/", namesUser),
      ("http://127.0.0.1\\@example.org/", noAddress),
      ("ftp://example.org/", "--with is “ftp://example.org/”; begin it with \(example)"),
      ("example.org", "--with is “example.org”; begin it with \(example)"),
      ("https://example.org/#part", "--with has a fragment, which is never sent; remove the part from “#” on."),
      (
        "https:///batches",
        "--with is “https:///batches” and names no host; write it as in https://collect.example.org/batches"
      ),
      ("https://example.org:0/", "--with has the port “0”; name one from 1 to 65535, or none."),
      ("https://example.org:99999/", "--with has the port “99999”; name one from 1 to 65535, or none."),
      (
        "https://example.org/" + String(repeating: "a", count: 2048),
        "--with has more than 2048 characters; name a shorter address."
      ),
    ])
  func refusedAddresses(text: String, message: String) throws {
    do {
      _ = try CollectorURL(text)
      Issue.record("accepted")
    } catch let error as ValidationError {
      #expect(error.message == message)
    }
  }

  private static let example = "https://, as in https://collect.example.org/batches"
  private static let noAddress =
    "--with has a character that no address has; write it with its percent code, and the host in ASCII, as in "
    + "https://collect.example.org/batches"
  private static let namesUser =
    "--with names a user; remove the part before “@”, since the file would keep it, and use --token-file."

  @Test("A refused address is wrong usage")
  func usage() async throws {
    let workspace = try await Workspace.withTwoAnswers()
    let outcome = try await workspace.run(Workspace.pushing(to: "http://example.org/batches"))
    #expect(outcome.status == 64 && outcome.errors.hasPrefix("Error: \(Self.unencrypted)\n"))
  }
}
