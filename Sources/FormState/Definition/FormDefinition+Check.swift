extension FormDefinition {
  /// The deepest nesting that a form may have.
  ///
  /// A bound keeps every walk over nested documents bounded too; no person reads rows that are indented further.
  public static let maximumLevel = 100

  /// Makes sure that the definition can be used.
  ///
  /// - Throws: ``InvalidDefinition`` with every fault at once.
  /// - Complexity: O(n) for n cells, plus the length of templates.
  public func checkDefinition() throws(InvalidDefinition) {
    let faults = definitionFaults()
    guard faults.isEmpty else { throw InvalidDefinition(form: key, faults: faults) }
  }

  /// Every fault in the definition, in the order of the form; empty when it can be used.
  public func definitionFaults() -> [DefinitionFault] {
    var faults: [DefinitionFault] = []
    if let problem = Self.problem(withKey: key) {
      faults.append(DefinitionFault(key: key, property: "key", problem: problem))
    }
    if title.holdsNUL { faults.append(DefinitionFault(key: key, property: "title", problem: Self.problemWithNUL)) }
    faults += rowHeightFaults()
    var sectionKeys: Set<String> = []
    var places: [String: (section: Int, row: Int)] = [:]
    places.reserveCapacity(cellCount)
    for (index, section) in sections.enumerated() {
      faults += section.faults(at: index, seenKeys: &sectionKeys)
      faults += SectionCheck(section: section, position: index).cellFaults(seenKeys: &places)
    }
    return faults
  }

  /// What is wrong with a text that SQLite would cut off.
  static let problemWithNUL = "the text holds the character NUL, which cannot be stored; remove it"

  private func rowHeightFaults() -> [DefinitionFault] {
    rowHeights.sorted { $0.key < $1.key }.compactMap { identifier, height in
      if identifier.isEmpty {
        return DefinitionFault(
          key: key, property: "rowHeights", problem: "a reuse identifier is empty; give it a name")
      }
      if identifier.holdsNUL {
        return DefinitionFault(key: key, property: "rowHeights", problem: Self.problemWithNUL)
      }
      guard let points = height.points, !height.isUsable else { return nil }
      return DefinitionFault(
        key: key, property: "rowHeights",
        problem:
          "the height of “\(identifier)” is \(points); it must be greater than 0, or null for automatic")
    }
  }

  /// What is wrong with a key of a form, section, cell or response; `nil` when it can be used.
  public static func problem(withKey key: String) -> String? {
    if key.isEmpty { return "the key is empty; give it a name that stays the same for good" }
    guard let first = key.first, let last = key.last, !first.isWhitespace, !last.isWhitespace,
      !key.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else {
      return "the key begins or ends with a blank or holds a control character; remove it"
    }
    return nil
  }
}

extension FormSection {
  /// The faults of the section itself, without its cells.
  fileprivate func faults(at position: Int, seenKeys: inout Set<String>) -> [DefinitionFault] {
    var faults: [DefinitionFault] = []
    if let problem = FormDefinition.problem(withKey: key) {
      faults.append(DefinitionFault(section: position, key: key, property: "key", problem: problem))
    } else if !seenKeys.insert(key).inserted {
      faults.append(
        DefinitionFault(
          section: position, key: key, property: "key",
          problem: "another section has the same key; keys are unique in a form"))
    }
    if title.holdsNUL {
      faults.append(
        DefinitionFault(section: position, key: key, property: "title", problem: FormDefinition.problemWithNUL))
    }
    if startsFolded && !isFoldable {
      faults.append(
        DefinitionFault(
          section: position, key: key, property: "folded",
          problem: "the section starts folded but is not foldable, so it could never be unfolded"))
    }
    return faults
  }
}
