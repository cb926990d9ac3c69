import FormStateScreen
import Foundation

/// Puts requests together from the bytes of a connection, and refuses what is too long or ambiguous before it is kept.
///
/// Pure: who reads the bytes, and how long that may take, is the connection's business.
struct RequestReader {
  /// How much of a request is taken.
  struct Limits {
    /// The bytes of the request line and all headers.
    var head = 16 * 1024
    var headers = 64
    var body = ScreenRequest.largestBody
    /// The headers that a request has at most once, in lower case.
    var singleHeaders = RequestHead.singleHeaders
    /// The bytes of a body that is not held in memory.
    var longBody = ScreenRequest.largestFile
  }

  private let limits: Limits
  private var bytes: [UInt8] = []
  /// Up to where `bytes` is known to hold no end of a head.
  private var searched = 0
  private var head: RequestHead?

  init(limits: Limits = Limits()) {
    self.limits = limits
  }

  /// Whether nothing of another request has come.
  var isEmpty: Bool { bytes.isEmpty && head == nil }

  /// Whether the client waits to be told that it may send the body.
  var expectsContinue: Bool { head?.expectsContinue == true && bytes.isEmpty }

  /// Takes bytes as they come; ask ``next()`` afterwards.
  mutating func append(_ more: [UInt8]) {
    bytes += more
  }

  /// Takes the first whole request away; of one with a long body what has come of it.
  ///
  /// - Returns: the request; `nil` while more bytes are needed.
  /// - Throws: ``RequestFault``; the connection is of no use afterwards, since where the next request begins is
  ///   unknown.
  /// - Complexity: O(n) in the bytes that came since the last call.
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

  /// Where the empty line lies that ends a head. Lines end with CR LF; a lone LF is no end of a line.
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

/// A request as it came.
struct ReadRequest: Equatable {
  let head: RequestHead
  /// The body, or where that is a long one its beginning.
  let body: [UInt8]

  /// Whether more of the body is to come.
  var isBegun: Bool { body.count < head.bodyLength }

  /// What it asks of the screen, without a long body.
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

  /// A text without its percent signs; as it is where they make no sense.
  private static func decoded(_ text: String) -> String { text.removingPercentEncoding ?? text }
}

/// Why a connection ends without its request being looked at.
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

  /// The status that the client is told.
  var status: Int {
    switch self {
    case .notHTTP, .badHeader, .repeatedHeader, .unusableLength: 400
    case .tooSlow: 408
    case .codedBody: 411
    case .bodyTooLong: 413
    case .headTooLong, .tooManyHeaders: 431
    }
  }

  /// What is wrong, for who wrote the client.
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
