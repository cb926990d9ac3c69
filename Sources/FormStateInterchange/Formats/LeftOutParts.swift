/// The parts of a form that a format cannot express, each kind with the keys of those that have it.
struct LeftOutParts {
  /// How many keys are named of those that have one kind.
  private static let mostNamed = 4

  private var keys: [String: [String]] = [:]

  /// Adds a part.
  ///
  /// - Parameters:
  ///   - what: the kind, in the plural.
  ///   - key: the key of the cell, section or form that has it.
  mutating func add(_ what: String, of key: String) { keys[what, default: []].append(key) }

  /// A diagnostic for each kind, in alphabetical order.
  ///
  /// - Parameter format: the format with its verb: `XForms cannot express`.
  func diagnostics(_ format: String) -> [Diagnostic] {
    keys.sorted { $0.key < $1.key }.map { what, keys in
      let named = keys.prefix(Self.mostNamed).map { "“\($0.shortened)”" }.joined(separator: ", ")
      let left = keys.count > Self.mostNamed ? " and \(keys.count - Self.mostNamed) more" : ""
      return Diagnostic(problem: "\(format) \(what) (\(named)\(left))", action: "omitted")
    }
  }
}
