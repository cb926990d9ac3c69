import Foundation

/// What a browser asks for, whatever brought it here.
package struct ScreenRequest: Hashable, Sendable {
  /// A parameter of the query.
  package struct Parameter: Hashable, Sendable {
    /// Its name, decoded.
    package var name: String
    /// Its value, decoded.
    package var value: String

    /// Creates a parameter.
    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The most bytes that a body may have; anyone who reads one need not read any further.
  package static let largestBody = 1 << 20

  /// The method, as it came.
  package var method: String
  /// The path, decoded, without the query; it begins with a slash.
  package var path: String
  /// The parameters of the query, in order.
  package var query: [Parameter]
  /// The headers by their names in lower case.
  package var headers: [String: String]
  /// The body.
  package var body: Data

  /// Creates a request.
  package init(
    method: String, path: String, query: [Parameter] = [], headers: [String: String] = [:], body: Data = Data()
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
  }
}
