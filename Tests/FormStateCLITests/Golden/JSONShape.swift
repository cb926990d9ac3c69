import Foundation

/// Which members a JSON document has, and of which types their values are.
enum JSONShape {
  /// The paths and types that one document has and another lacks, such as `forms[0].key: text`.
  static func missing(from newer: String, of older: String) throws -> [String] {
    try paths(of: older).subtracting(paths(of: newer)).sorted()
  }

  private static func paths(of document: String) throws -> Set<String> {
    var paths: Set<String> = []
    collect(try JSONSerialization.jsonObject(with: Data(document.utf8)), at: "", into: &paths)
    return paths
  }

  private static func collect(_ value: Any, at path: String, into paths: inout Set<String>) {
    switch value {
    case let members as [String: Any]:
      paths.insert("\(path): object")
      for (name, member) in members { collect(member, at: "\(path).\(name)", into: &paths) }
    case let elements as [Any]:
      paths.insert("\(path): array of \(elements.count)")
      for (index, element) in elements.enumerated() { collect(element, at: "\(path)[\(index)]", into: &paths) }
    case is String: paths.insert("\(path): text")
    case is NSNull: paths.insert("\(path): null")
    default: paths.insert("\(path): \(value is Bool ? "flag" : "number")")
    }
  }
}
