import FormState

extension InstanceCounts {
  private static let member = "instances"

  /// The values of the first instances in stored form: a JSON object with a single member; `nil` for none.
  func storedFirst() throws -> String? {
    first.isEmpty ? nil : try [Self.member: first.propertyValue].storedJSON()
  }

  /// Reads the notation of ``storedFirst()``.
  ///
  /// - Throws: ``StoreError/Code/damaged`` for any other text.
  static func first(stored: String?) throws -> [FirstInstance] {
    guard let stored else { return [] }
    let members = try [String: PropertyValue](storedJSON: stored)
    guard members.count == 1, let given = members[member], let first = [FirstInstance](given), !first.isEmpty else {
      throw StoreError.damaged("the stored first instances of a repeat are invalid")
    }
    return first
  }
}
