import Foundation

/// A received request.
package struct ReadRequest: Equatable {
  /// The request line and the headers.
  package let head: RequestHead
  /// The body, or the beginning of a long one.
  package let body: [UInt8]

  /// Whether the body is incomplete.
  var isBegun: Bool { body.count < head.bodyLength }

  /// The request for the program, without a long body.
  package var asked: HTTPRequest {
    let query = head.query.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { Self.decoded($0.replacingOccurrences(of: "+", with: " ")) }
      return HTTPRequest.Parameter(name: parts.first ?? "", value: parts.count > 1 ? parts[1] : "")
    }
    return HTTPRequest(
      method: head.method, path: Self.decoded(head.path), query: query, headers: head.headers,
      body: isBegun ? Data() : Data(body))
  }

  /// A percent-decoded text; unchanged if it is invalid.
  private static func decoded(_ text: String) -> String { text.removingPercentEncoding ?? text }
}
