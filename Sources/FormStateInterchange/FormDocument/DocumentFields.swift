import FormState

/// The members of one JSON object, read by name, with a fault for each that is not what it should be.
struct DocumentFields {
  let members: [String: PropertyValue]
  let path: DocumentPath
  private(set) var faults: [Diagnostic] = []

  /// Takes an object apart.
  ///
  /// - Parameters:
  ///   - known: the names that the object may have; others are faults.
  ///   - faults: gets a fault when the value is no object.
  init?(_ value: PropertyValue?, at path: DocumentPath, known: [String], faults: inout FaultList) {
    guard case .dictionary(let members) = value else {
      faults.add(path.fault(value.map { "is \($0.jsonTypeName), not an object" } ?? "is missing", "write an object"))
      return nil
    }
    self.members = members
    self.path = path
    for name in members.keys.sorted() where !known.contains(name) {
      let near = known.nearest(to: name).map(\.asSuggestion)
      let action = near ?? "remove it, or move it into “properties”, where anything may stand"
      self.faults.append(path.member(name).fault("is not a key that is known here", action))
    }
  }

  mutating func addFault(_ name: String, _ problem: String, _ action: String) {
    faults.append(path.member(name).fault(problem, action))
  }

  /// Takes over the faults of an object within this one.
  mutating func take(faultsOf fields: DocumentFields) {
    faults += fields.faults
  }

  /// A text; `nil` when it is missing or after a fault.
  mutating func text(_ name: String) -> String? {
    guard let value = members[name] else { return nil }
    if let text = value.text, !text.holdsNUL { return text }
    guard value.text == nil else {
      addFault(name, "holds the character NUL, which cannot be stored", "remove it")
      return nil
    }
    addFault(name, "is \(value.jsonTypeName), not a text", "write it in double quotes")
    return nil
  }

  /// A text that must be there; empty after a fault.
  mutating func requiredText(_ name: String, _ action: String) -> String {
    if members[name] == nil { addFault(name, "is missing", action) }
    return text(name) ?? ""
  }

  /// A boolean; `nil` when it is missing or after a fault.
  mutating func flag(_ name: String) -> Bool? {
    guard let value = members[name] else { return nil }
    if case .boolean(let flag) = value { return flag }
    addFault(name, "is \(value.jsonTypeName), not a boolean", "write true or false")
    return nil
  }

  /// A number; `nil` when it is missing or after a fault.
  mutating func number(_ name: String) -> Double? {
    guard let value = members[name] else { return nil }
    if let number = value.number { return number }
    addFault(name, "is \(value.jsonTypeName), not a number", "write a number")
    return nil
  }

  /// The elements of an array; empty when it is missing or after a fault.
  mutating func elements(_ name: String) -> [PropertyValue] {
    guard let value = members[name] else { return [] }
    if case .array(let elements) = value { return elements }
    addFault(name, "is \(value.jsonTypeName), not an array", "write an array")
    return []
  }

  /// The properties that are kept for the author.
  mutating func properties() -> [String: PropertyValue] {
    guard let value = members["properties"] else { return [:] }
    if case .dictionary(let values) = value { return values.mapValues(\.withTagsRead) }
    addFault("properties", "is \(value.jsonTypeName), not an object", "write an object")
    return [:]
  }
}

extension PropertyValue {
  /// The value with JSON's notation for dates and data read, see `PropertyValue`.
  ///
  /// Recursion is bounded by the scan's limit on depth.
  var withTagsRead: PropertyValue {
    switch self {
    case .array(let values): .array(values.map(\.withTagsRead))
    case .dictionary(let values): .untagged(values.mapValues(\.withTagsRead))
    default: self
    }
  }
}
