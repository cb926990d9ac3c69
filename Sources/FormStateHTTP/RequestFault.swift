/// Why a connection ends without an answer to its request.
package enum RequestFault: Error, Equatable, CustomStringConvertible {
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
  package var status: Int {
    switch self {
    case .notHTTP, .badHeader, .repeatedHeader, .unusableLength: 400
    case .tooSlow: 408
    case .codedBody: 411
    case .bodyTooLong: 413
    case .headTooLong, .tooManyHeaders: 431
    }
  }

  /// The fault, for the author of the client.
  package var description: String {
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
