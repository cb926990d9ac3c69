/// A short fingerprint of a form or a response: equal digests mean equal definition and state.
///
/// The digest covers the definition and the touched state, never revision numbers, times, or numbers of rows in the
/// database, so a journal replayed into another file has the same digest. `DigestInput` determines how items become
/// bytes; these functions determine the items and their order.
package enum StateDigest {
  /// The digest of a definition: `formstate-definition-1`, the form, its lists, its sections and their cells in order.
  ///
  /// - Returns: 64 lower-case hexadecimal digits (SHA-256).
  /// - Complexity: O(n) for n cells.
  package static func ofDefinition(_ form: FormDefinition) -> String {
    var input = DigestInput()
    input.add("formstate-definition-1")
    input.add(form.key)
    input.add(form.title)
    add(form.properties, to: &input)
    input.add(form.accordion?.rawValue ?? "")
    add(form.lists, to: &input)
    let identifiers = identifiers(of: form)
    input.add(identifiers.count)
    for identifier in identifiers.sorted(by: utf8Order) {
      input.add(identifier)
      input.add(form.rowHeight(forIdentifier: identifier).points.flatMap(CellValue.number))
    }
    input.add(form.sections.count)
    for section in form.sections { add(section, to: &input) }
    addRules(of: form, to: &input)
    addFurtherProperties(of: form, to: &input)
    addCounts(of: form, to: &input)
    addColumns(of: form, to: &input)
    addLanguages(of: form, to: &input)
    return input.hexadecimalText()
  }

  /// The digest of a response: `formstate-state-1`, the digest of its definition, then what was touched.
  ///
  /// For each field in the order disclosure, fold, value, title, saved: its name, the number of touched ones,
  /// and for each, ordered by the bytes of instance and key: instance, key and content. An instance is named by the
  /// positions of it and those around it, see ``InstancePaths``, so neither numbers nor ranks are covered. Then
  /// `completion` and whether the response is completed; the results of rules; and, if there are any instances,
  /// `instance` with their number, and each of them. The answers
  /// in earlier versions follow as `original`, the faults reported by others as `reportedFaults` and
  /// `responseFaults`, and open questions as `alternatives` and `responseAlternatives`, each only if there are any. If
  /// something is set aside, `setAside` and the same for that; what
  /// several versions set aside for one key is ordered by its content, and the numbers of versions are not covered.
  /// Which cells were touched is history, like revisions and times, and is not covered either.
  ///
  /// - Parameters:
  ///   - state: the touched state.
  ///   - definition: the digest of the form's definition, see ``ofDefinition(_:)``.
  /// - Returns: 64 lower-case hexadecimal digits (SHA-256).
  /// - Complexity: O(k log k) for k touched fields, whatever the size of the form.
  package static func ofState(_ state: ResponseState, definition: String) -> String {
    var input = DigestInput()
    let paths = InstancePaths(state)
    input.add("formstate-state-1")
    input.add(definition)
    add(state, paths, where: { $0.setAsideFrom == nil }, to: &input)
    input.add(StateChange.Field.completion.rawValue)
    input.add(state.isCompleted)
    addDerived(state, paths, to: &input)
    addInstances(state, paths, where: { $0.setAsideFrom == nil }, to: &input)
    addReports(state, paths, where: { $0.setAsideFrom == nil }, to: &input)
    if state.hasSetAside {
      input.add("setAside")
      add(state, paths, where: { $0.setAsideFrom != nil }, to: &input)
      addInstances(state, paths, where: { $0.setAsideFrom != nil }, to: &input)
      addReports(state, paths, where: { $0.setAsideFrom != nil }, to: &input)
    }
    return input.hexadecimalText()
  }

  private static func add(
    _ state: ResponseState, _ paths: InstancePaths, where isCovered: (StateSubject) -> Bool, to input: inout DigestInput
  ) {
    for field in StateChange.Field.allCases
    where field != .touched && field != .completion && field != .instance && field != .original
      && field.asksAbout == nil && ![.derived, .report, .device].contains(field.role)
    {
      add(field, state.contents(of: field).filter { isCovered($0.subject) }, paths, to: &input)
    }
  }

  private static func add(
    _ field: StateChange.Field, _ contents: [(subject: StateSubject, content: FieldContent)], _ paths: InstancePaths,
    to input: inout DigestInput
  ) {
    input.add(field.rawValue)
    input.add(contents.count)
    for (subject, content) in inOrder(contents, paths) {
      input.add(paths.text(of: subject.instance))
      input.add(subject.key)
      input.add(content)
    }
  }

  /// Contents ordered by instance, key and value: two versions may have set aside contents of one key, and the numbers
  /// of versions differ between stores.
  private static func inOrder(
    _ contents: [(subject: StateSubject, content: FieldContent)], _ paths: InstancePaths
  ) -> [(subject: StateSubject, content: FieldContent)] {
    guard contents.contains(where: { $0.subject.setAsideFrom != nil || $0.subject.instance > 0 }) else {
      return contents
    }
    return contents.sorted { left, right in
      if let isBefore = paths.isBefore(left.subject.instance, right.subject.instance) { return isBefore }
      guard left.subject.key == right.subject.key else { return utf8Order(left.subject.key, right.subject.key) }
      return utf8Order(DigestInput.text(of: left.content), DigestInput.text(of: right.content))
    }
  }

  /// The results of rules, if they differ from a fresh response.
  private static func addDerived(_ state: ResponseState, _ paths: InstancePaths, to input: inout DigestInput) {
    for field in StateChange.Field.allCases where field.role == .derived {
      let contents = state.contents(of: field)
      if !contents.isEmpty { add(field, contents, paths, to: &input) }
    }
  }

  /// The answers in earlier versions, the faults reported by others, then open questions; nothing if there are none.
  private static func addReports(
    _ state: ResponseState, _ paths: InstancePaths, where isCovered: (StateSubject) -> Bool, to input: inout DigestInput
  ) {
    for field in StateChange.Field.allCases
    where field.role == .report || field == .original || field.asksAbout != nil {
      let contents = state.contents(of: field).filter { isCovered($0.subject) }
      if !contents.isEmpty { add(field, contents, paths, to: &input) }
    }
  }

  /// The instances of repeats; nothing if there are none.
  private static func addInstances(
    _ state: ResponseState, _ paths: InstancePaths, where isCovered: (StateSubject) -> Bool, to input: inout DigestInput
  ) {
    let covered = state.instances.keys.filter(isCovered)
    guard !covered.isEmpty else { return }
    input.add(StateChange.Field.instance.rawValue)
    input.add(covered.count)
    for subject in covered.sorted(by: { paths.isBefore($0.instance, $1.instance) ?? false }) {
      input.add(paths.text(of: subject.instance))
    }
  }

  /// The rules in the order of the form, a section's own before those of its cells; nothing if there are none.
  private static func addRules(of form: FormDefinition, to input: inout DigestInput) {
    guard form.hasRules else { return }
    var rules: [(place: String, key: String, rule: FormRule)] = []
    for section in form.sections {
      if let rule = section.relevant { rules.append(("section", section.key, rule)) }
      for cell in section.cells where cell.hasRareProperties {
        rules += cell.rules.map { ("cell", cell.key, $0) }
      }
    }
    input.add("rules")
    input.add(rules.count)
    for (place, key, rule) in rules {
      for text in [place, key, rule.kind.rawValue, rule.source] { input.add(text) }
      if rule.kind == .set {
        input.add(rule.triggers.count)
        for trigger in rule.triggers { input.add(trigger) }
      }
      if rule.overridesEntry { input.add("overrides") }
      guard rule.kind == .required || rule.kind == .constraint else { continue }
      input.add(rule.severity.rawValue)
      input.add(rule.message ?? "")
    }
  }

  /// The further properties of cells by name, each with its cells in the order of the form; nothing for one that no
  /// cell has.
  private static func addFurtherProperties(of form: FormDefinition, to input: inout DigestInput) {
    var found: [String: [(key: String, value: CellValue)]] = [:]
    for section in form.sections {
      for cell in section.cells where cell.hasRareProperties {
        for (name, value) in FurtherProperties(of: cell).values { found[name, default: []].append((cell.key, value)) }
      }
    }
    for (name, cells) in found.sorted(by: { utf8Order($0.key, $1.key) }) {
      input.add(name)
      input.add(cells.count)
      for (key, value) in cells {
        input.add(key)
        input.add(value)
      }
    }
  }

  /// The instance counts of the repeats in the order of the form; nothing if there are no repeats.
  private static func addCounts(of form: FormDefinition, to input: inout DigestInput) {
    let repeats = form.sections.flatMap { section in section.cells.filter { $0.kind == .repeat } }
    guard !repeats.isEmpty else { return }
    input.add("repeats")
    input.add(repeats.count)
    for cell in repeats {
      let counts = cell.counts ?? InstanceCounts()
      input.add(cell.key)
      input.add(counts.minimum)
      input.add(counts.maximum.map { CellValue.integer(Int64($0)) })
      input.add(counts.initial)
      if !counts.first.isEmpty { addFirst(counts.first, to: &input) }
    }
  }

  /// The values of the first instances of a repeat.
  private static func addFirst(_ instances: [FirstInstance], to input: inout DigestInput) {
    input.add("first instances")
    input.add(instances.count)
    for instance in instances {
      input.add(instance.values.count)
      for (key, value) in instance.values.sorted(by: { $0.key < $1.key }) {
        input.add(key)
        input.add(value)
      }
      for (key, inner) in instance.repeats.sorted(by: { $0.key < $1.key }) {
        input.add(key)
        addFirst(inner, to: &input)
      }
    }
  }

  /// The name of the form's own language and the texts in others; nothing if there are neither.
  private static func addLanguages(of form: FormDefinition, to input: inout DigestInput) {
    guard !form.languages.isEmpty else { return }
    input.add("languages")
    input.add(form.language ?? "")
    input.add(form.translations.count)
    for translation in form.translations {
      input.add(translation.language)
      input.add(translation.texts.count)
      for (name, text) in translation.textsInOrder {
        for part in name.parts { input.add(part) }
        input.add(text)
      }
    }
  }

  private static func add(_ lists: [OptionList], to input: inout DigestInput) {
    input.add(lists.count)
    for list in lists {
      input.add(list.name)
      input.add(list.options.count)
      for option in list.options {
        input.add(option.value)
        input.add(option.title)
      }
    }
  }

  /// The columns of options apart from value and title; nothing if there are none.
  private static func addColumns(of form: FormDefinition, to input: inout DigestInput) {
    let lists = form.lists.filter { list in list.options.contains { !$0.columns.isEmpty } }
    guard !lists.isEmpty else { return }
    input.add("columns")
    input.add(lists.count)
    for list in lists {
      input.add(list.name)
      addColumns(of: list, to: &input)
    }
  }

  private static func addColumns(of list: OptionList, to input: inout DigestInput) {
    let columns = list.columns
    input.add(columns.count)
    for column in columns { input.add(column) }
    for option in list.options {
      for column in columns { input.add(option.columns[column].map(CellValue.text)) }
    }
  }

  /// The digest of the options of a list, without its name: `formstate-list-1`, values and titles, and the other
  /// columns.
  package static func ofOptions(_ list: OptionList) -> String {
    var input = DigestInput()
    input.add("formstate-list-1")
    input.add(list.options.count)
    for option in list.options {
      input.add(option.value)
      input.add(option.title)
    }
    addColumns(of: list, to: &input)
    return input.hexadecimalText()
  }

  private static func add(_ section: FormSection, to input: inout DigestInput) {
    input.add(section.key)
    input.add(section.title)
    input.add(section.isFoldable)
    input.add(section.startsFolded)
    add(section.properties, to: &input)
    input.add(section.isAccordion)
    input.add(section.cells.count)
    // The buffer lends each cell: copying it, which retains its texts, would cost a third of hashing it.
    section.cells.withUnsafeBufferPointer { cells in
      for position in cells.indices {
        add(cells[position], to: &input)
        addOpening(of: cells[position], to: &input)
      }
    }
  }

  private static func identifiers(of form: FormDefinition) -> Set<String> {
    var identifiers: Set<String> = []
    // Neighbours often have the same identifier, which need not be hashed again.
    var last: String?
    for section in form.sections {
      section.cells.withUnsafeBufferPointer { cells in
        for position in cells.indices where cells[position].identifier != last {
          last = cells[position].identifier
          identifiers.insert(cells[position].identifier)
        }
      }
    }
    return identifiers
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
    input.add(cell.optionValue ?? "")
    guard cell.hasRareProperties else { return input.add(netstrings: noRareProperties) }
    input.add(cell.list ?? "")
    input.add(cell.summary?.name ?? "")
    input.add(cell.summary?.text ?? "")
    input.add((cell.range?.minimum).flatMap(CellValue.number))
    input.add((cell.range?.maximum).flatMap(CellValue.number))
    input.add(cell.step.flatMap(CellValue.number))
    input.add(cell.switchTitles == nil ? 0 : 1)
    input.add(cell.switchTitles?.off ?? "")
    input.add(cell.switchTitles?.on ?? "")
    add(cell.properties, to: &input)
  }

  /// What a cell without rare properties adds: the empty texts, absent numbers and zeros at the end of ``add(_:to:)``.
  private static let noRareProperties: StaticString = "0:,0:,0:,1:-,1:-,1:-,1:0,0:,0:,1:0,"

  private static func add(_ properties: [String: PropertyValue], to input: inout DigestInput) {
    input.add(properties.count)
    guard !properties.isEmpty else { return }
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
