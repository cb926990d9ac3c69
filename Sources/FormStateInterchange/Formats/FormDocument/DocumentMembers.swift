import FormState

/// The members of one JSON object, looked up by name.
///
/// An object has few members and is queried for many possible ones. Comparing a short text with a few others costs a
/// fraction of hashing it.
struct DocumentMembers {
  private static let few = 16

  /// All of them.
  let dictionary: [String: PropertyValue]
  /// The same as a list, if they are few.
  private let listed: [(name: String, value: PropertyValue)]?

  /// Reads the members of an object.
  init(_ members: [String: PropertyValue]) {
    dictionary = members
    guard members.count <= Self.few else {
      listed = nil
      return
    }
    var listed: [(name: String, value: PropertyValue)] = []
    listed.reserveCapacity(members.count)
    for (name, value) in members { listed.append((name, value)) }
    self.listed = listed
  }

  /// The member of a name; `nil` if it is missing.
  subscript(name: String) -> PropertyValue? {
    guard let listed else { return dictionary[name] }
    for member in listed where member.name.isSame(name: name) { return member.value }
    return nil
  }
}

extension String {
  /// Whether the text is a name, of ASCII alone, letter by letter.
  ///
  /// Nearly all names differ in their lengths, which are compared at a fraction of the cost.
  @inline(__always)
  func isSame(name: String) -> Bool {
    utf8.count == name.utf8.count && self == name
  }
}
