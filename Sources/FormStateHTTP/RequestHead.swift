/// The request line and the headers of a request.
package struct RequestHead: Equatable {
  /// The method.
  package let method: String
  /// The path as sent, percent-encoded.
  package let path: String
  /// The text after the first `?`, percent-encoded; empty without one.
  package let query: String
  /// The headers by name in lower case; several of one name are joined with commas, as in HTTP.
  package let headers: [String: String]
  /// The number of bytes after the head.
  let bodyLength: Int
  private let isOldVersion: Bool

  /// Headers that decide about identity, or the end of a request; with a second one, two readers could disagree.
  package static let singleHeaders: Set<String> = [
    "host", "content-length", "transfer-encoding", "origin", "sec-fetch-site", "x-formstate", "expect",
  ]

  /// Reads a head.
  ///
  /// - Parameters:
  ///   - bytes: the lines without the empty one at the end.
  ///   - limits: the limits of a request.
  /// - Throws: ``RequestFault``.
  init(_ bytes: ArraySlice<UInt8>, limits: RequestReader.Limits) throws(RequestFault) {
    var lines = Self.lines(of: bytes)
    guard !lines.isEmpty else { throw .notHTTP }
    let words = lines.removeFirst().split(separator: 32, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 3, Self.isToken(words[0]), ["HTTP/1.1", "HTTP/1.0"].contains(words[2]) else { throw .notHTTP }
    let (authority, rest) = try Self.parts(ofTarget: words[1])
    let target = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard lines.count <= limits.headers else { throw .tooManyHeaders(limits.headers) }
    var headers = try Self.headers(in: lines, limits: limits)
    // The host in a target overrides the header (RFC 9112, 3.2.2).
    if let authority { headers["host"] = authority }
    method = words[0]
    path = target.first ?? "/"
    query = target.count > 1 ? target[1] : ""
    self.headers = headers
    bodyLength = try Self.bodyLength(by: headers, limits: limits)
    isOldVersion = words[2] == "HTTP/1.0"
  }

  /// The host in a target, if it has one, and its path with the query.
  ///
  /// - Throws: ``RequestFault/notHTTP`` for a target that is neither a path nor an address.
  private static func parts(ofTarget target: String) throws(RequestFault) -> (authority: String?, rest: String) {
    guard !target.hasPrefix("/") else { return (nil, target) }
    guard let mark = target.firstRange(of: "://"), target[..<mark.lowerBound].allSatisfy(\.isLetter) else {
      throw .notHTTP
    }
    let address = target[mark.upperBound...]
    let end = address.firstIndex { "/?".contains($0) } ?? address.endIndex
    guard end > address.startIndex else { throw .notHTTP }
    let rest = address[end...]
    return (String(address[..<end]), rest.hasPrefix("/") ? String(rest) : "/\(rest)")
  }

  /// Whether the connection stays open for another request.
  var keepsConnection: Bool {
    let words = (headers["connection"] ?? "").lowercased()
    return isOldVersion ? words.contains("keep-alive") : !words.contains("close")
  }

  /// Whether the client waits for permission to send the body.
  var expectsContinue: Bool { bodyLength > 0 && headers["expect"]?.lowercased() == "100-continue" }

  private static func lines(of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    for index in bytes.indices where bytes[index] == 10 && index > start && bytes[index - 1] == 13 {
      lines.append(bytes[start..<(index - 1)])
      start = index + 1
    }
    return lines + [bytes[start...]]
  }

  private static func headers(
    in lines: [ArraySlice<UInt8>], limits: RequestReader.Limits
  ) throws(RequestFault) -> [String: String] {
    var headers: [String: String] = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: 58) else { throw .badHeader }
      let given = String(decoding: line[..<colon], as: UTF8.self)
      let name = given.lowercased()
      // The Kelvin sign is a k in lower case; and a line feed or carriage return alone could be the end of a line for
      // another reader.
      guard isToken(given), !line.contains(where: { $0 == 10 || $0 == 13 || $0 == 0 }) else { throw .badHeader }
      let value = trimmed(line[(colon + 1)...])
      guard let before = headers[name] else {
        headers[name] = value
        continue
      }
      guard !limits.singleHeaders.contains(name) else { throw .repeatedHeader(name) }
      headers[name] = "\(before), \(value)"
    }
    return headers
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    let isSpace: (UInt8) -> Bool = { $0 == 32 || $0 == 9 }
    let start = bytes.firstIndex { !isSpace($0) } ?? bytes.endIndex
    let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// Whether a text is a token of HTTP, like methods and names of headers.
  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122)
          || "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
  }

  private static func bodyLength(
    by headers: [String: String], limits: RequestReader.Limits
  ) throws(RequestFault) -> Int {
    guard headers["transfer-encoding"] == nil else { throw .codedBody }
    guard let text = headers["content-length"] else { return 0 }
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) else { throw .unusableLength }
    // More digits than fit an Int are a body that is too long as well.
    guard let length = Int(text), length <= limits.longBody else { throw .bodyTooLong(limits.longBody) }
    return length
  }
}
