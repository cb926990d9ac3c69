extension FormDefinition {
  /// The deepest permitted nesting of a form.
  ///
  /// The limit also bounds every traversal of nested documents; deeper rows would be unreadable.
  package static let maximumLevel = 100

  /// Maximum number of faults reported; more are not fixed one by one.
  static let mostFaults = 10_000

  /// Checks the definition.
  ///
  /// - Throws: ``InvalidDefinition`` with all faults, up to a maximum.
  /// - Complexity: O(n) for n cells, plus the length of templates.
  public func checkDefinition() throws {
    let faults = definitionFaults()
    guard faults.isEmpty else { throw InvalidDefinition(form: key, faults: faults) }
  }

  /// Every fault in the definition, in the order of the form; empty if it is usable.
  ///
  /// - Parameters:
  ///   - isStored: whether the definition is already stored. Earlier versions may contain characters that are refused
  ///     now, which does not invalidate them.
  ///   - runsRules: whether to check the results of rules in a fresh response as well; they run only if there are no
  ///     other faults.
  package func definitionFaults(isStored: Bool = false, runsRules: Bool = true) -> [DefinitionFault] {
    let suggestions = SuggestionBudget()
    var faults = structureFaults(isStored: isStored, suggestions)
    let resolution = RuleResolution(self, suggestions: suggestions)
    faults += resolution.faults
    if runsRules, faults.isEmpty { faults += faultsWhenFresh(resolution.rules) }
    if !languages.isEmpty {
      faults +=
        TranslationCheck(
          self, besides: faults, resolution.rules, suggestions: suggestions, isStored: isStored, runsRules: runsRules
        ).faults
    }
    return faults
  }

  /// The first fault of a stored definition; `nil` if it can be laid out.
  ///
  /// Reports the same as ``definitionFaults(isStored:runsRules:)`` without running a rule, so it is safe for untrusted
  /// files. Duplicate cell keys are not detected; no table can hold them, and the layout does not depend on them.
  ///
  /// - Complexity: O(n) for n cells, and the rules.
  package func firstFaultAsStored() -> DefinitionFault? {
    let suggestions = SuggestionBudget()
    if let fault = structureFaults(isStored: true, looksForTwins: false, suggestions).first { return fault }
    if hasRules {
      let resolution = RuleResolution(self, suggestions: suggestions)
      if let fault = resolution.faults.first { return fault }
      keep(resolution.rules)
    }
    guard !languages.isEmpty else { return nil }
    return TranslationCheck(
      self, besides: [], FormRules(), suggestions: suggestions, isStored: true, runsRules: false
    ).faults.first
  }

  /// The faults apart from those of rules and translations, in the order of the form.
  ///
  /// - Parameter looksForTwins: whether to look for duplicate cell keys, which takes as long as all the rest.
  func structureFaults(
    isStored: Bool, looksForTwins: Bool = true, _ suggestions: SuggestionBudget
  ) -> [DefinitionFault] {
    var faults: [DefinitionFault] = []
    if let problem = Self.problem(withKey: key) {
      faults.append(DefinitionFault(key: key, property: "key", problem: problem))
    }
    if !isStored, let character = ForbiddenCharacter(firstIn: title) {
      faults.append(DefinitionFault(key: key, property: "title", problem: character.problem))
    }
    faults += rowHeightFaults(isStored: isStored)
    faults += listFaults(isStored: isStored)
    let lists = listsByName
    faults += PropertyCheck(isStored: isStored).findings(in: properties).map { finding in
      DefinitionFault(key: key, property: finding.path, problem: finding.problem)
    }
    var sectionKeys: Set<String> = []
    var places: [String: (section: Int, row: Int)] = [:]
    if looksForTwins { places.reserveCapacity(cellCount) }
    for (index, section) in sections.enumerated() where faults.count < Self.mostFaults {
      faults += section.faults(at: index, isStored: isStored, seenKeys: &sectionKeys)
      let check = SectionCheck(
        section: section, position: index, lists: lists, suggestions: suggestions, isStored: isStored,
        looksForTwins: looksForTwins)
      faults += check.cellFaults(seenKeys: &places)
    }
    return faults + addressFaults()
  }

  /// The faults of valid rules in a fresh response.
  func faultsWhenFresh(_ resolved: FormRules) -> [DefinitionFault] {
    guard !resolved.rules.isEmpty else { return [] }
    keep(resolved)
    if let failure = fresh.failure, let rule = failure.rule, let key = failure.subject {
      return [DefinitionFault(key: key, property: rule.rawValue, problem: failure.cause ?? failure.problem)]
    }
    return resolved.rules.compactMap { rule in
      guard rule.rule.kind.givesValue, let place = rule.place.cell,
        let cell = sections.element(at: place.section)?.cells.element(at: place.position),
        FailedRules(text: fresh.state(ofCell: cell.key)[.faults]?.text ?? "").hasRefusedCalculation
      else { return nil }
      return DefinitionFault(
        section: place.section, row: place.position, key: cell.key, property: rule.rule.kind.rawValue,
        problem:
          "returns something in a fresh response that is not a valid \(cell.kind.rawValue) here; return nothing then"
      )
    }
  }

  private func rowHeightFaults(isStored: Bool) -> [DefinitionFault] {
    rowHeights.sorted { $0.key < $1.key }.compactMap { identifier, height in
      if identifier.isEmpty {
        return DefinitionFault(
          key: key, property: "rowHeights", problem: "a reuse identifier is empty; give it a name")
      }
      if !isStored, let character = ForbiddenCharacter(firstIn: identifier) {
        return DefinitionFault(key: key, property: "rowHeights", problem: "a reuse identifier \(character.problem)")
      }
      guard let points = height.points, !height.isUsable else { return nil }
      return DefinitionFault(
        key: key, property: "rowHeights",
        problem:
          "the height of “\(identifier)” is \(points); it must be greater than 0, or null for automatic")
    }
  }

  /// The problem with a key of a form, section, cell or response; `nil` if it is valid.
  package static func problem(withKey key: String) -> String? {
    if key.isEmpty { return "the key is empty; give it a permanent name" }
    if isPlain(key) { return nil }
    if let character = ForbiddenCharacter(firstIn: key) { return "the key \(character.problem)" }
    let scalars = key.unicodeScalars
    guard let first = scalars.first, let last = scalars.last,
      !first.properties.isWhitespace, !last.properties.isWhitespace,
      !scalars.contains(where: { $0.properties.generalCategory == .control })
    else {
      return "the key begins or ends with a space or contains a control character; remove it"
    }
    if CanonicalText.composed(key) == nil {
      return "the key has more than \(CanonicalText.maximumMarks) combining marks in a row; remove some"
    }
    return nil
  }

  /// Whether a key has only printable ASCII and no space at its ends, as nearly all have, and is therefore valid.
  private static func isPlain(_ key: String) -> Bool {
    let blank = UInt8(ascii: " ")
    return key.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.first != blank && bytes.last != blank && bytes.allSatisfy { (blank..<0x7F).contains($0) }
    } ?? false
  }
}

extension FormSection {
  /// The faults of the section, apart from those of its cells.
  fileprivate func faults(at position: Int, isStored: Bool, seenKeys: inout Set<String>) -> [DefinitionFault] {
    var faults: [DefinitionFault] = []
    if let problem = FormDefinition.problem(withKey: key) {
      faults.append(DefinitionFault(section: position, key: key, property: "key", problem: problem))
    } else if !seenKeys.insert(key).inserted {
      faults.append(
        DefinitionFault(
          section: position, key: key, property: "key",
          problem: "another section has the same key; keys are unique in a form\(key.noteOnTwins)"))
    }
    if !isStored, let character = ForbiddenCharacter(firstIn: title) {
      faults.append(DefinitionFault(section: position, key: key, property: "title", problem: character.problem))
    }
    faults += PropertyCheck(isStored: isStored).findings(in: properties).map { finding in
      DefinitionFault(section: position, key: key, property: finding.path, problem: finding.problem)
    }
    if startsFolded && !isFoldable {
      faults.append(
        DefinitionFault(
          section: position, key: key, property: "folded",
          problem: "the section starts folded but is not foldable, so it can never be unfolded"))
    }
    return faults
  }
}
