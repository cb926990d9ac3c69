import Foundation

/// A request.
package struct HTTPRequest: Sendable {
  /// A parameter of the query.
  package struct Parameter: Hashable, Sendable {
    /// Its name, decoded.
    package let name: String
    /// Its value, decoded.
    package let value: String
  }

  /// The method, unchanged.
  package let method: String
  /// The path, decoded, without the query; it begins with a slash.
  package let path: String
  /// The parameters of the query, in order.
  package let query: [Parameter]
  /// The headers by their names in lower case.
  package let headers: [String: String]
  /// The body; empty if it is a long one.
  package let body: Data
  /// A body that has not arrived yet.
  package internal(set) var longBody: HTTPBody?
}

/// A body that is read one part at a time, to limit memory.
package struct HTTPBody: Sendable {
  /// Its size in bytes.
  package let length: Int
  /// Reads the next part; throws if it does not arrive.
  package let next: @Sendable () async throws -> [UInt8]
}
