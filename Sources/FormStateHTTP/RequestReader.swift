/// Assembles requests from the bytes of a connection, and refuses long or ambiguous ones before they are kept.
///
/// It is pure: reading bytes and time limits are the connection's responsibility.
package struct RequestReader {
  /// The limits of a request.
  package struct Limits: Sendable {
    /// The bytes of the request line and all headers.
    package var head = 16 * 1024
    /// The maximum number of headers of a request.
    package var headers = 64
    /// The maximum bytes of a body in memory; a longer one is read in parts.
    package var body = 1 << 20
    /// The maximum bytes of a body.
    package var longBody = 32 << 20
    /// The values of Content-Type whose bodies are always read in parts, since they may arrive slowly.
    package var slowTypes: Set<String> = []
    /// The headers that a request may have only once.
    package var singleHeaders = RequestHead.singleHeaders
  }

  private let limits: Limits
  private var bytes: [UInt8] = []
  /// The prefix of `bytes` that is known to contain no end of a head.
  private var searched = 0
  private var head: RequestHead?

  /// Begins with the first byte of a connection.
  init(limits: Limits = Limits()) {
    self.limits = limits
  }

  /// Whether there are no bytes of another request.
  package var isEmpty: Bool { bytes.isEmpty && head == nil }

  /// Whether the client waits for permission to send the body.
  var expectsContinue: Bool { head?.expectsContinue == true && bytes.isEmpty }

  /// Appends received bytes; call ``next()`` afterwards.
  package mutating func append(_ more: [UInt8]) {
    bytes += more
  }

  /// Removes the first complete request; of one with a long body the received part.
  ///
  /// - Returns: the request; `nil` while more bytes are needed.
  /// - Throws: ``RequestFault``; the connection is unusable afterwards, since the beginning of the next request is
  ///   unknown.
  /// - Complexity: O(n) in the bytes received since the last call.
  package mutating func next() throws(RequestFault) -> ReadRequest? {
    if head == nil { head = try takeHead() }
    guard let head else { return nil }
    guard bytes.count >= head.bodyLength || isReadInParts(head) else { return nil }
    let body = Array(bytes.prefix(head.bodyLength))
    bytes.removeFirst(body.count)
    searched = 0
    self.head = nil
    return ReadRequest(head: head, body: body)
  }

  private func isReadInParts(_ head: RequestHead) -> Bool {
    head.bodyLength > limits.body || head.headers["content-type"].map(limits.slowTypes.contains) == true
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
