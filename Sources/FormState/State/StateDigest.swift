/// A short proof of what a form and a response are: equal digests mean equal definition and state.
///
/// The digest covers the definition and what a person touched, never revision numbers, times, or numbers of rows in
/// the database, so that a journal replayed into another file gives the same digest. `DigestInput` says how items
/// become bytes; these functions say which items, in which order.
public enum StateDigest {
  /// The digest of a definition: `formstate-definition-1`, the form, its sections and their cells in order.
  ///
  /// A definition with an accordion or a cell that grows in place begins with `formstate-definition-2` instead, and says
  /// how it opens after its own properties, those of each section and those of each cell. All others keep the digest that
  /// they had before there was any such thing.
  ///
  /// - Returns: 64 lower-case hexadecimal digits (SHA-256).
  /// - Complexity: O(n) for n cells.
  public static func ofDefinition(_ form: FormDefinition) -> String {
    var input = DigestInput()
    let opens = form.saysHowItOpens
    input.add(opens ? "formstate-definition-2" : "formstate-definition-1")
    input.add(form.key)
    input.add(form.title)
    add(form.properties, to: &input)
    if opens { input.add(form.accordion.rawValue) }
    let identifiers = Set(form.sections.lazy.flatMap { $0.cells.lazy.map(\.identifier) })
    input.add(identifiers.count)
    for identifier in identifiers.sorted(by: utf8Order) {
      input.add(identifier)
      input.add(form.rowHeight(forIdentifier: identifier).points.flatMap(CellValue.number))
    }
    input.add(form.sections.count)
    for section in form.sections { add(section, opens: opens, to: &input) }
    return input.hexadecimalText()
  }

  /// The digest of a response: `formstate-state-1`, the digest of its definition, then what was touched.
  ///
  /// Touched fields are ordered by field (disclosure, fold, value, title) and within a field by the bytes of the key.
  ///
  /// A response with drafts or saved values, or one that is completed, begins with `formstate-state-2` instead, and after
  /// its titles says `draft`, `saved` and `completion` likewise. All others keep the digest that they had before there
  /// was any such thing. Which cells were touched is history, like revisions and times, and not covered.
  ///
  /// - Parameters:
  ///   - state: what a person touched.
  ///   - definition: the digest of the form's definition, see ``ofDefinition(_:)``.
  /// - Returns: 64 lower-case hexadecimal digits (SHA-256).
  /// - Complexity: O(k log k) for k touched fields, whatever the size of the form.
  public static func ofState(_ state: ResponseState, definition: String) -> String {
    var input = DigestInput()
    let saysMore = !state.drafts.isEmpty || !state.saved.isEmpty || state.isCompleted
    input.add(saysMore ? "formstate-state-2" : "formstate-state-1")
    input.add(definition)
    add(state.disclosure, of: .disclosure, to: &input) { $1.add($0) }
    add(state.folds, of: .fold, to: &input) { $1.add($0) }
    add(state.entries, of: .value, to: &input) { $1.add($0.value) }
    add(state.titles, of: .title, to: &input) { $1.add($0) }
    if saysMore {
      add(state.drafts, of: .draft, to: &input) { $1.add($0) }
      add(state.saved, of: .saved, to: &input) { $1.add($0.value) }
      input.add(StateChange.Field.completion.rawValue)
      input.add(state.isCompleted)
    }
    return input.hexadecimalText()
  }

  private static func add<Content>(
    _ contents: [String: Content], of field: StateChange.Field, to input: inout DigestInput,
    addContent: (Content, inout DigestInput) -> Void
  ) {
    input.add(field.rawValue)
    input.add(contents.count)
    for (key, content) in contents.sorted(by: { utf8Order($0.key, $1.key) }) {
      input.add(key)
      addContent(content, &input)
    }
  }

  private static func add(_ section: FormSection, opens: Bool, to input: inout DigestInput) {
    input.add(section.key)
    input.add(section.title)
    input.add(section.isFoldable)
    input.add(section.startsFolded)
    add(section.properties, to: &input)
    if opens { input.add(section.isAccordion) }
    input.add(section.cells.count)
    for cell in section.cells {
      add(cell, to: &input)
      if opens { addOpening(of: cell, to: &input) }
    }
  }

  private static func addOpening(of cell: FormCell, to input: inout DigestInput) {
    input.add(cell.isAccordion)
    input.add(cell.inline != nil)
    guard let inline = cell.inline else { return }
    input.add(inline.collapsedHeight.points.flatMap(CellValue.number))
    input.add(inline.expandedHeight.points.flatMap(CellValue.number))
    input.add(inline.lineLimit.map { CellValue.integer(Int64($0)) })
  }

  private static func add(_ cell: FormCell, to input: inout DigestInput) {
    input.add(cell.key)
    input.add(cell.kind.rawValue)
    input.add(cell.identifier)
    input.add(cell.title)
    input.add(cell.subtitle)
    input.add(cell.defaultValue)
    input.add(cell.isExpandable)
    input.add(cell.startsExpanded)
    input.add(cell.isHidden)
    input.add(cell.additionalRows)
    input.add(cell.summary.name)
    input.add(cell.summary.text ?? "")
    input.add((cell.range?.minimum).flatMap(CellValue.number))
    input.add((cell.range?.maximum).flatMap(CellValue.number))
    input.add(cell.switchTitles == nil ? 0 : 1)
    input.add(cell.switchTitles?.off ?? "")
    input.add(cell.switchTitles?.on ?? "")
    add(cell.properties, to: &input)
  }

  private static func add(_ properties: [String: PropertyValue], to input: inout DigestInput) {
    input.add(properties.count)
    for (name, value) in properties.sorted(by: { utf8Order($0.key, $1.key) }) {
      input.add(name)
      add(value, to: &input)
    }
  }

  // Recursion is bounded: importers refuse documents nested deeper than a few hundred levels.
  private static func add(_ value: PropertyValue, to input: inout DigestInput) {
    switch value {
    case .null: input.add("null")
    case .boolean(let flag): input.add(CellValue.boolean(flag))
    case .integer(let number): input.add(CellValue.integer(number))
    case .real(let number): input.add(CellValue.real(number))
    case .string(let text): input.add(CellValue.text(text))
    case .date(let date): input.add("date:\(date.timeIntervalSinceReferenceDate)")
    case .data(let data): input.add("data:\(data.base64EncodedString())")
    case .array(let values):
      input.add("array:\(values.count)")
      for value in values { add(value, to: &input) }
    case .dictionary(let values):
      input.add("dictionary")
      add(values, to: &input)
    }
  }

  private static func utf8Order(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}

extension FormDefinition {
  /// Whether the definition uses what `formstate-definition-1` has no place for.
  fileprivate var saysHowItOpens: Bool {
    accordion != .none
      || sections.contains { section in
        section.isAccordion || section.cells.contains { $0.isAccordion || $0.inline != nil }
      }
  }
}
