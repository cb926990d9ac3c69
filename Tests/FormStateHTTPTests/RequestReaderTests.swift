import TestSupport
import Testing

@testable import FormStateHTTP

@Suite struct RequestReaderTests {
  private static let host = "Host: 127.0.0.1:80\r\n"

  private func requests(in text: String, byParts size: Int = .max) throws -> [ReadRequest] {
    var reader = RequestReader()
    var found: [ReadRequest] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      reader.append(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
      while let request = try reader.next() { found.append(request) }
    }
    return found
  }

  private func fault(of text: String) -> RequestFault? {
    do {
      _ = try requests(in: text)
      return nil
    } catch {
      return error as? RequestFault
    }
  }

  @Test("A request reads the same in parts of any size", arguments: [1, 2, 3, 7, 64, 10_000])
  func parts(size: Int) throws {
    let text =
      "GET /rows?y=0&cell=a%20b+c&flag HTTP/1.1\r\n\(Self.host)Accept: a\r\nACCEPT: b\r\n\r\n"
      + "POST /act HTTP/1.1\r\n\(Self.host)Content-Length: 4\r\nConnection: close\r\n\r\n{\r\n}"
    let found = try requests(in: text, byParts: size)
    #expect(found.map(\.head.method) == ["GET", "POST"])
    let asked = try #require(found.first).asked
    #expect(asked.path == "/rows")
    #expect(asked.query.map(\.name) == ["y", "cell", "flag"] && asked.query.map(\.value) == ["0", "a b c", ""])
    #expect(asked.headers["accept"] == "a, b")
    #expect(found.last?.body == Array("{\r\n}".utf8))
    #expect(found.map(\.head.keepsConnection) == [true, false])
  }

  @Test(
    "The host of an absolute target overrides the Host header",
    arguments: [
      ("http://evil", "evil", "/", 0), ("http://evil/", "evil", "/", 0), ("HTTP://a:80/rows?y=1", "a:80", "/rows", 1),
      ("https://a?y=1", "a", "/", 1),
    ])
  func absoluteTarget(target: String, host: String, path: String, parameters: Int) throws {
    let found = try requests(in: "GET \(target) HTTP/1.1\r\n\(Self.host)\r\n")
    let asked = try #require(found.first).asked
    #expect(asked.headers["host"] == host)
    #expect(asked.path == path && asked.query.count == parameters)
  }

  @Test(
    "A malformed request is refused",
    arguments: [
      ("hello\r\n\r\n", RequestFault.notHTTP), ("\r\n\r\n", .notHTTP), ("GET  / HTTP/1.1\r\n\r\n", .notHTTP),
      ("GET evil/ HTTP/1.1\r\n\r\n", .notHTTP), ("GET :// HTTP/1.1\r\n\r\n", .notHTTP),
      ("GET http:///rows HTTP/1.1\r\n\r\n", .notHTTP), ("GET / HTTP/2\r\n\r\n", .notHTTP),
      ("G(T / HTTP/1.1\r\n\r\n", .notHTTP), ("GET / HTTP/1.1\r\nno colon\r\n\r\n", .badHeader),
      ("GET / HTTP/1.1\r\n: x\r\n\r\n", .badHeader), ("GET / HTTP/1.1\r\nA : x\r\n\r\n", .badHeader),
      ("GET / HTTP/1.1\r\nA: x\nB: y\r\n\r\n", .badHeader),
      ("GET / HTTP/1.1\r\nCoo\u{212A}ie: x\r\n\r\n", .badHeader),
      ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", .repeatedHeader("host")),
      ("GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n", .repeatedHeader("content-length")),
      ("GET / HTTP/1.1\r\nContent-Length: +1\r\n\r\n", .unusableLength),
      ("GET / HTTP/1.1\r\nContent-Length:\r\n\r\n", .unusableLength),
      ("GET / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", .bodyTooLong(32 << 20)),
      ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n", .codedBody),
    ])
  func faults(text: String, expected: RequestFault) {
    #expect(fault(of: text) == expected)
  }

  @Test("A repeated name header is refused in any spelling where a proxy names the user")
  func secondName() throws {
    let text = "GET / HTTP/1.1\r\n\(Self.host)X-Remote-User: ada\r\nx-remote-user: eve\r\n\r\n"
    #expect(try requests(in: text).first?.head.headers["x-remote-user"] == "ada, eve")
    var limits = RequestReader.Limits()
    limits.singleHeaders.insert("x-remote-user")
    var reader = RequestReader(limits: limits)
    reader.append(Array(text.utf8))
    #expect(throws: RequestFault.repeatedHeader("x-remote-user")) { try reader.next() }
    #expect(fault(of: "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n") == .repeatedHeader("host"))
  }

  @Test("The length and the headers of a head are limited, even before it is complete")
  func bounds() {
    let line = "X: \(String(repeating: "y", count: 1000))\r\n"
    #expect(fault(of: "GET / HTTP/1.1\r\n" + String(repeating: line, count: 20)) == .headTooLong(16 * 1024))
    #expect(fault(of: "GET / HTTP/1.1\r\n" + String(repeating: line, count: 20) + "\r\n") == .headTooLong(16 * 1024))
    let many = (0..<65).map { "N\($0): 1\r\n" }.joined()
    #expect(fault(of: "GET / HTTP/1.1\r\n\(many)\r\n") == .tooManyHeaders(64))
    #expect(RequestFault.tooManyHeaders(64).description == "A request has at most 64 headers.")
    #expect(RequestFault.tooManyHeaders(64).status == 431)
  }

  @Test("Any bytes give a request, a fault or a wait for more, never a trap")
  func anyBytes() {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    let words = [
      "GET ", "/ ", "HTTP/1.1", "\r\n", "\r", "\n", "Host: a", ":", "Content-Length: 3", " ", "?", "%zz", "é", "\0",
    ]
    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        words.randomElement(using: &random) ?? ""
      }.joined()
      do {
        _ = try requests(in: text, byParts: Int.random(in: 1...5, using: &random)).map(\.asked)
      } catch {
        #expect(error is RequestFault, "seed \(seed)")
      }
    }
  }

  @Test("An upload is returned when its head is complete, however short the file is")
  func file() throws {
    var limits = RequestReader.Limits()
    limits.slowTypes = ["application/octet-stream"]
    var reader = RequestReader(limits: limits)
    reader.append(
      Array(
        "POST /attachments HTTP/1.1\r\n\(Self.host)Content-Type: application/octet-stream\r\nContent-Length: 4\r\n\r\nab"
          .utf8))
    let request = try #require(try reader.next())
    #expect(request.isBegun && request.body == Array("ab".utf8))
  }

  @Test("A request with a long body is returned before its end, and the next one starts after it")
  func longBody() throws {
    var reader = RequestReader()
    let length = RequestReader.Limits().body + 1
    reader.append(Array("POST /attachments HTTP/1.1\r\n\(Self.host)Content-Length: \(length)\r\n\r\nabc".utf8))
    let request = try #require(try reader.next())
    #expect(request.isBegun && request.body == Array("abc".utf8) && request.asked.body.isEmpty)
    #expect(reader.isEmpty)
    reader.append(Array("GET / HTTP/1.1\r\n\(Self.host)\r\n".utf8))
    #expect(try reader.next()?.isBegun == false)
  }

  @Test("A client that expects 100-continue gets it once its head is complete")
  func expectation() throws {
    var reader = RequestReader()
    reader.append(Array("POST /act HTTP/1.1\r\n\(Self.host)Content-Length: 2\r\nExpect: 100-continue\r\n\r\n".utf8))
    #expect(try reader.next() == nil)
    #expect(reader.expectsContinue)
    reader.append(Array("{}".utf8))
    #expect(!reader.expectsContinue)
    #expect(try reader.next()?.body.count == 2)
    #expect(reader.isEmpty)
  }
}
