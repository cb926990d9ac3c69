import FormState
import Foundation

/// What a browser asks for, whatever brought it here.
package struct ScreenRequest: Sendable {
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
  /// The most bytes that a file may have which somebody attaches.
  package static let largestFile = 32 << 20

  /// The method, as it came.
  package var method: String
  /// The path, decoded, without the query; it begins with a slash.
  package var path: String
  /// The parameters of the query, in order.
  package var query: [Parameter]
  /// The headers by their names in lower case.
  package var headers: [String: String]
  /// The body; empty where it is a long one.
  package var body: Data
  /// A body that has not been read yet: of more than ``largestBody`` bytes, or a file.
  package var longBody: LongBody?

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

/// A body that is read a part at a time, so that no more of it is in memory.
package struct LongBody: Sendable {
  /// How many bytes it has.
  package let length: Int
  /// Reads the next part; an empty one where it ends early.
  let next: @Sendable () async throws -> [UInt8]

  /// Takes what reads a body.
  package init(length: Int, next: @escaping @Sendable () async throws -> [UInt8]) {
    self.length = length
    self.next = next
  }

  /// A body that is there already.
  init(_ data: Data) {
    let rest = Locked([UInt8](data))
    self.init(length: data.count) {
      rest.withLock { bytes in
        defer { bytes = [] }
        return bytes
      }
    }
  }
}
