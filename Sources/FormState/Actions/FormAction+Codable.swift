extension FormAction: Codable {
  private enum Name: String, CodingKey {
    case action, cell, before, instance, section, value, message, from, revision, only, scope
    case version, cells, sections, returning, options, rule, with, by, take
  }

  /// Reads an action in the notation of ``encode(to:)``.
  ///
  /// - Throws: `DecodingError`, also for parts that the action lacks or does not use.
  public init(from decoder: any Decoder) throws {
    let parts = try decoder.container(keyedBy: Name.self)
    let kind = try parts.decode(Kind.self, forKey: .action)
    func properties(_ names: [String]) throws -> [String: PropertyValue] {
      var properties: [String: PropertyValue] = [:]
      for name in names {
        guard let key = Name(rawValue: name) else { continue }
        properties[name] = try parts.decodeIfPresent(PropertyValue.self, forKey: key)
      }
      return properties
    }
    let ofUpgrade = try properties(UpgradeRecord.propertyNames)
    let ofMerge = try properties(MergeRecord.propertyNames)
    let (move, merge) = (UpgradeRecord(properties: ofUpgrade), MergeRecord(properties: ofMerge))
    let action = FormAction(
      kind: kind, cell: try parts.decodeIfPresent(CellReference.self, forKey: .cell),
      section: try parts.decodeIfPresent(String.self, forKey: .section),
      value: try parts.decodeIfPresent(CellValue.self, forKey: .value),
      scope: try parts.decodeIfPresent(UndoScope.self, forKey: .scope), move: move,
      before: try parts.decodeIfPresent(CellReference.self, forKey: .before),
      number: try parts.decodeIfPresent(Int.self, forKey: .instance),
      message: try parts.decodeIfPresent(String.self, forKey: .message),
      reporter: try parts.decodeIfPresent(String.self, forKey: .from),
      revision: try parts.decodeIfPresent(Int.self, forKey: .revision),
      isOfOneEntry: try parts.decodeIfPresent(Bool.self, forKey: .only) ?? false, merge: merge,
      alternative: try parts.decodeIfPresent(Int.self, forKey: .take))
    guard let action, ofUpgrade.isEmpty || move != nil, ofMerge.isEmpty || merge != nil else {
      throw DecodingError.dataCorruptedError(
        forKey: .action, in: parts, debugDescription: "not the parts of the action “\(kind.rawValue)”")
    }
    self = action
  }

  /// Writes the action with the names that scripts of actions use: `{"action":"tap","cell":"fullname"}`.
  ///
  /// Unlike there, references and values keep their type; see `CellReference` and ``CellValue``.
  public func encode(to encoder: any Encoder) throws {
    var parts = encoder.container(keyedBy: Name.self)
    try parts.encode(kind, forKey: .action)
    try parts.encodeIfPresent(cell, forKey: .cell)
    try parts.encodeIfPresent(before, forKey: .before)
    try parts.encodeIfPresent(number, forKey: .instance)
    try parts.encodeIfPresent(section, forKey: .section)
    try parts.encodeIfPresent(value, forKey: .value)
    try parts.encodeIfPresent(message, forKey: .message)
    try parts.encodeIfPresent(reporter, forKey: .from)
    try parts.encodeIfPresent(revision, forKey: .revision)
    if isOfOneEntry { try parts.encode(true, forKey: .only) }
    try parts.encodeIfPresent(scope, forKey: .scope)
    try parts.encodeIfPresent(alternative, forKey: .take)
    for (name, value) in move?.properties ?? merge?.properties ?? [:] {
      if let key = Name(rawValue: name) { try parts.encode(value, forKey: key) }
    }
  }
}

extension CellReference: Codable {
  private enum Name: String, CodingKey {
    case cell, instance
  }

  /// Reads a reference in the notation of ``encode(to:)``.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    if let key = try? decoder.singleValueContainer().decode(String.self) {
      self = .key(key)
    } else if let parts = try? decoder.container(keyedBy: Name.self) {
      self = .instance(
        try parts.decode(String.self, forKey: .cell), number: try parts.decode(Int.self, forKey: .instance))
    } else {
      var numbers = try decoder.unkeyedContainer()
      self = .rowPath(RowPath(section: try numbers.decode(Int.self), row: try numbers.decode(Int.self)))
      guard numbers.isAtEnd else {
        throw DecodingError.dataCorruptedError(in: numbers, debugDescription: "more than a section and a row")
      }
    }
  }

  /// Writes a key as a string, a cell of an instance as `{"cell":"name","instance":7}`, and a row path as `[0,3]`.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .key(let key):
      var container = encoder.singleValueContainer()
      try container.encode(key)
    case .instance(let key, let number):
      var parts = encoder.container(keyedBy: Name.self)
      try parts.encode(key, forKey: .cell)
      try parts.encode(number, forKey: .instance)
    case .rowPath(let path):
      var numbers = encoder.unkeyedContainer()
      try numbers.encode(path.section)
      try numbers.encode(path.row)
    }
  }
}
