import FormState

extension DocumentFields {
  /// Row heights by reuse identifier.
  mutating func rowHeights() -> [String: RowHeight] {
    guard let value = members["rowHeights"] else { return [:] }
    guard case .dictionary(let entries) = value else {
      addFault("rowHeights", "is \(value.jsonTypeName), not an object", "write heights by reuse identifier")
      return [:]
    }
    var heights: [String: RowHeight] = [:]
    for (identifier, height) in entries.sorted(by: { $0.key < $1.key }) {
      heights[identifier] = rowHeight(height, named: "rowHeights.\(identifier)")
    }
    return heights
  }

  /// How a cell grows in place; `nil` when it does not, or after a fault.
  mutating func inlineExpansion() -> InlineExpansion? {
    guard let value = members["inline"], value != .boolean(false) else { return nil }
    // Both heights automatic and no limit of lines.
    if value == .boolean(true) { return InlineExpansion() }
    var faults = FaultList(suggestions: suggestions)
    guard var fields = DocumentFields(value, at: path.member("inline"), known: CellFields.inlineKeys, faults: &faults)
    else {
      addFault("inline", "is \(value.jsonTypeName), not an object", "write true, or an object with heights")
      return nil
    }
    var inline = InlineExpansion()
    if let height = fields.members["collapsedHeight"] {
      inline.collapsedHeight = fields.rowHeight(height, named: "collapsedHeight") ?? .automatic
    }
    if let height = fields.members["expandedHeight"] {
      inline.expandedHeight = fields.rowHeight(height, named: "expandedHeight") ?? .automatic
    }
    inline.lineLimit = fields.lineLimit()
    take(faultsOf: fields)
    return inline
  }

  private mutating func lineLimit() -> Int? {
    switch members["lineLimit"] {
    case nil, .null: return nil
    case .integer(let limit): return Int(clamping: limit)
    case let other?:
      addFault("lineLimit", "is \(other.jsonTypeName), not a whole number", "write how many lines, or null for all")
      return nil
    }
  }

  /// A height in points, or null for an automatic one; `nil` after a fault.
  private mutating func rowHeight(_ value: PropertyValue, named name: String) -> RowHeight? {
    if value == .null { return .automatic }
    if let points = value.number { return .points(points) }
    addFault(name, "is \(value.jsonTypeName), not a number", "write a number, or null for automatic")
    return nil
  }
}
