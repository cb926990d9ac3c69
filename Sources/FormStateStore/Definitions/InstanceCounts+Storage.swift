import FormState

extension InstanceCounts {
  private static let member = "instances"

  /// What the first instances hold as it is stored: a JSON object whose only member holds them; `nil` for nothing.
  func storedFirst() throws -> String? {
    first.isEmpty ? nil : try [Self.member: first.propertyValue].storedJSON()
  }

  /// Reads what ``storedFirst()`` gives.
  ///
  /// - Throws: ``StoreError/Code/damaged`` for any other text.
  static func first(stored: String?) throws -> [FirstInstance] {
    guard let stored else { return [] }
    let members = try [String: PropertyValue](storedJSON: stored)
    guard members.count == 1, let given = members[member], let first = [FirstInstance](given), !first.isEmpty else {
      throw StoreError.damaged("the first instances of a repeat are stored that are none")
    }
    return first
  }
}
