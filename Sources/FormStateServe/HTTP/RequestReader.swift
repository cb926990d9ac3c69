import FormStateScreen
import Foundation

/// Assembles requests from the bytes of a connection, and refuses long or ambiguous ones before they are kept.
///
/// It is pure: reading bytes and time limits are the connection's responsibility.
struct RequestReader {
  /// The limits of a request.
  struct Limits {
    /// The bytes of the request line and all headers.
    var head = 16 * 1024
    var headers = 64
    var body = ScreenRequest.largestBody
    /// The maximum number of headers of a request.
    var singleHeaders = RequestHead.singleHeaders
    /// The maximum bytes of a body in memory.
    var longBody = ScreenRequest.largestFile
  }

  private let limits: Limits
  private var bytes: [UInt8] = []
  /// The prefix of `bytes` that is known to contain no end of a head.
  private var searched = 0
  private var head: RequestHead?

  init(limits: Limits = Limits()) {
    self.limits = limits
  }

  /// Whether there are no bytes of another request.
  var isEmpty: Bool { bytes.isEmpty && head == nil }

  /// Whether the client waits for permission to send the body.
  var expectsContinue: Bool { head?.expectsContinue == true && bytes.isEmpty }

  /// Appends received bytes; call ``next()`` afterwards.
  mutating func append(_ more: [UInt8]) {
    bytes += more
  }

  /// Removes the first complete request; of one with a long body the received part.
  ///
  /// - Returns: the request; `nil` while more bytes are needed.
  /// - Throws: ``RequestFault``; the connection is unusable afterwards, since the beginning of the next request is
  ///   unknown.
  /// - Complexity: O(n) in the bytes received since the last call.
  mutating func next() throws(RequestFault) -> ReadRequest? {
    if head == nil { head = try takeHead() }
    guard let head else { return nil }
    guard bytes.count >= head.bodyLength || head.bodyLength > limits.body || head.bringsFile else { return nil }
    let body = Array(bytes.prefix(head.bodyLength))
    bytes.removeFirst(body.count)
    searched = 0
    self.head = nil
    return ReadRequest(head: head, body: body)
  }

  private mutating func takeHead() throws(RequestFault) -> RequestHead? {
    guard let end = endOfHead() else {
      guard bytes.count <= limits.head else { throw .headTooLong(limits.head) }
      return nil
    }
    guard end.upperBound <= limits.head else { throw .headTooLong(limits.head) }
    let head = try RequestHead(bytes[..<end.lowerBound], limits: limits)
    bytes.removeSubrange(..<end.upperBound)
    return head
  }

  /// The position of the empty line that ends a head. Lines end with CR LF; a lone LF does not end a line.
  private mutating func endOfHead() -> Range<Int>? {
    let mark: [UInt8] = [13, 10, 13, 10]
    var index = searched
    while index + mark.count <= bytes.count {
      if bytes[index..<(index + mark.count)].elementsEqual(mark) { return index..<(index + mark.count) }
      index += 1
    }
    searched = index
    return nil
  }
}

/// A received request.
struct ReadRequest: Equatable {
  let head: RequestHead
  /// The body, or the beginning of a long one.
  let body: [UInt8]

  /// Whether the body is incomplete.
  var isBegun: Bool { body.count < head.bodyLength }

  /// The request for the routes, without a long body.
  var asked: ScreenRequest {
    let query = head.query.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { Self.decoded($0.replacingOccurrences(of: "+", with: " ")) }
      return ScreenRequest.Parameter(name: parts.first ?? "", value: parts.count > 1 ? parts[1] : "")
    }
    return ScreenRequest(
      method: head.method, path: Self.decoded(head.path), query: query, headers: head.headers,
      body: isBegun ? Data() : Data(body))
  }

  /// A percent-decoded text; unchanged if it is invalid.
  private static func decoded(_ text: String) -> String { text.removingPercentEncoding ?? text }
}

/// Why a connection ends without an answer to its request.
enum RequestFault: Error, Equatable, CustomStringConvertible {
  case notHTTP
  case headTooLong(Int)
  case tooManyHeaders(Int)
  case badHeader
  case repeatedHeader(String)
  case unusableLength
  case codedBody
  case bodyTooLong(Int)
  case tooSlow

  /// The status for the client.
  var status: Int {
    switch self {
    case .notHTTP, .badHeader, .repeatedHeader, .unusableLength: 400
    case .tooSlow: 408
    case .codedBody: 411
    case .bodyTooLong: 413
    case .headTooLong, .tooManyHeaders: 431
    }
  }

  /// The fault, for the author of the client.
  var description: String {
    switch self {
    case .notHTTP: "The request does not begin with a line of HTTP/1.1, such as “GET / HTTP/1.1”."
    case .headTooLong(let limit): "The headers of a request have at most \(limit) bytes."
    case .tooManyHeaders(let limit): "A request has at most \(limit) headers."
    case .badHeader: "A header does not have the form “Name: value”."
    case .repeatedHeader(let name): "A request may have only one header “\(name)”."
    case .unusableLength: "Content-Length must be a number of bytes."
    case .codedBody: "The body of a request must be sent with its Content-Length, unencoded and not in chunks."
    case .bodyTooLong(let limit): "The body of a request has at most \(limit) bytes."
    case .tooSlow: "The request was not complete in time."
    }
  }
}
