import FormState
import Foundation

/// A request, however it was transported.
package struct ScreenRequest: Sendable {
  /// A parameter of the query.
  package struct Parameter: Hashable, Sendable {
    /// Its name, decoded.
    var name: String
    /// Its value, decoded.
    var value: String

    /// Creates a parameter.
    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The maximum size of a body in bytes; readers may stop there.
  package static let largestBody = 1 << 20
  /// The maximum size of an attached file in bytes.
  package static let largestFile = 32 << 20

  /// The method, unchanged.
  var method: String
  /// The path, decoded, without the query; it begins with a slash.
  var path: String
  /// The parameters of the query, in order.
  var query: [Parameter]
  /// The headers by their names in lower case.
  var headers: [String: String]
  /// The body; empty if it is a long one.
  var body: Data
  /// An unread body: more than ``largestBody`` bytes, or a file.
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

/// A body that is read one part at a time, to limit memory.
package struct LongBody: Sendable {
  /// Its size in bytes.
  let length: Int
  /// Reads the next part; an empty one if it ends early.
  let next: @Sendable () async throws -> [UInt8]

  /// Makes a body from a reader.
  package init(length: Int, next: @escaping @Sendable () async throws -> [UInt8]) {
    self.length = length
    self.next = next
  }

  /// A body in memory.
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
