import Foundation

/// The answer to a request.
package struct HTTPResponse: Sendable {
  /// A header of the answer.
  package struct Header: Hashable, Sendable {
    /// Its name.
    package let name: String
    /// Its value.
    package let value: String

    /// Makes a header.
    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The content after the headers.
  package enum Body: Sendable {
    /// Complete data.
    case data(Data)
    /// A part of a file, read while it is sent: `read` returns at most so many bytes from an offset.
    case file(Range<Int>, read: @Sendable (_ offset: Int, _ limit: Int) throws -> Data)
    /// Server-Sent Events until the reader disconnects: a first one, and those that `rest` sends.
    case events(first: String, rest: @Sendable (_ send: @Sendable (String) async throws -> Void) async throws -> Void)
  }

  /// The status.
  package let status: Int
  /// The headers, except for those about the transfer of the body.
  package let headers: [Header]
  /// The content.
  package let body: Body

  /// Makes an answer.
  package init(status: Int, headers: [Header], body: Body) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The answer with more headers.
  package func with(_ more: [Header]) -> HTTPResponse {
    HTTPResponse(status: status, headers: headers + more, body: body)
  }
}
