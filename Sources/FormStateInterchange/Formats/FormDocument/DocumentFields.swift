import FormState

/// The members of one JSON object, read by name, with a fault for each invalid one.
struct DocumentFields {
  let members: DocumentMembers
  let path: DocumentPath
  /// The importer's budget for suggestions.
  let suggestions: SuggestionBudget
  private(set) var faults: [Diagnostic] = []
  /// The name of the form's own language; `nil` if the document has none.
  var language: String?
  /// The texts in other languages.
  var translations: [TextInLanguage] = []

  /// Reads an object.
  ///
  /// - Parameters:
  ///   - known: the allowed names; others are faults.
  ///   - faults: receives a fault if the value is not an object.
  init?(_ value: PropertyValue?, at path: DocumentPath, known: [String], faults: inout FaultList) {
    guard case .dictionary(let members) = value else {
      faults.add(path.fault(value.map { "is \($0.jsonTypeName), not an object" } ?? "is missing", "write an object"))
      return nil
    }
    self.members = DocumentMembers(members)
    self.path = path
    suggestions = faults.suggestions
    if members.keys.allSatisfy(known.contains) { return }
    for name in members.keys.sorted() where !known.contains(name) {
      let near = known.nearest(to: name, within: suggestions).map(\.asSuggestion)
      let other = known.contains("properties") ? ", or move it into “properties”, where anything is allowed" : ""
      let action = near ?? "remove it\(other)"
      self.faults.append(path.member(name).fault("is not a known key here", action))
    }
  }

  mutating func addFault(_ name: String, _ problem: String, _ action: String) {
    faults.append(path.member(name).fault(problem, action))
  }

  /// Adds faults from elsewhere.
  mutating func take(_ list: FaultList) { faults += list.diagnostics }

  /// Adds the faults of an object within this one, and its translations.
  mutating func take(faultsOf fields: DocumentFields) {
    faults += fields.faults
    translations += fields.translations
  }

  /// A text; `nil` when it is missing or after a fault.
  mutating func text(_ name: String) -> String? {
    guard let value = members[name] else { return nil }
    if let text = value.text { return text }
    addFault(name, "is \(value.jsonTypeName), not a text", "write it in double quotes")
    return nil
  }

  /// A text that must be there; empty after a fault.
  mutating func requiredText(_ name: String, _ action: String) -> String {
    if members[name] == nil { addFault(name, "is missing", action) }
    return text(name) ?? ""
  }

  /// A key that must be there, canonically composed; empty after a fault.
  mutating func requiredKey(_ name: String, _ action: String) -> String {
    requiredText(name, action).canonicalKey
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

  /// The options of a list: an array of objects with a value and a title; `nil` when it is missing or after a fault.
  ///
  /// - Parameters:
  ///   - hasColumns: whether further members are columns of the list.
  ///   - textPlace: the place of the title of the option with a value in the form.
  mutating func options(
    _ name: String, hasColumns: Bool = false, at textPlace: (String) -> TextPlace
  ) -> [OptionList.Option]? {
    guard members[name] != nil else { return nil }
    var options: [OptionList.Option] = []
    for (index, element) in elements(name).enumerated() {
      var faults = FaultList()
      let place = path.member(name).element(index)
      let columns = hasColumns ? element.columnNames : []
      if var fields = DocumentFields(element, at: place, known: ["value", "title"] + columns, faults: &faults) {
        fields.language = language
        let value = fields.requiredText("value", "write the value of a question when the option is chosen")
        var option = OptionList.Option(value: value, title: fields.text("title", at: textPlace(value)) ?? value)
        for column in columns { option.columns[column] = fields.text(column) }
        options.append(option)
        take(faultsOf: fields)
      }
      self.faults += faults.diagnostics
    }
    return options
  }

  /// The lists of options that several questions share, by name.
  mutating func lists() -> [OptionList] {
    guard let value = members["lists"] else { return [] }
    var faults = FaultList()
    guard case .dictionary(let names) = value,
      var fields = DocumentFields(value, at: path.member("lists"), known: Array(names.keys), faults: &faults)
    else {
      addFault(
        "lists", "is \(value.jsonTypeName), not an object", "write the name of each list with an array of options")
      return []
    }
    fields.language = language
    let lists = names.keys.sorted().map { name in
      OptionList(name, options: fields.options(name, hasColumns: true) { .option(list: name, value: $0) } ?? [])
    }
    take(faultsOf: fields)
    return lists
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
  /// The members of an option that are columns of its list. A name similar to a missing “title” is a typo.
  fileprivate var columnNames: [String] {
    guard case .dictionary(let members) = self else { return [] }
    return members.keys.filter { name in
      !["value", "title"].contains(name) && (members["title"] != nil || ["title"].nearest(to: name) == nil)
    }
  }

  /// The value with JSON's notation for dates and data read, see `PropertyValue`.
  ///
  /// Recursion is bounded by the scan's limit on depth.
  var withTagsRead: PropertyValue { readingTags ?? self }

  /// The value with its tags decoded; `nil` if it has none, to avoid a copy.
  private var readingTags: PropertyValue? {
    switch self {
    case .array(let values):
      var read = values
      var isRead = false
      for (index, value) in values.enumerated() {
        guard let new = value.readingTags else { continue }
        read[index] = new
        isRead = true
      }
      return isRead ? .array(read) : nil
    case .dictionary(let values):
      let read = values.compactMapValues(\.readingTags)
      let mayBeTag = values.count == 1 && values.keys.allSatisfy { $0.hasPrefix("$") }
      guard !read.isEmpty || mayBeTag else { return nil }
      return .untagged(values.merging(read) { $1 })
    default: return nil
    }
  }
}

extension DocumentFields {
  /// Which things of a form are an accordion; `nil` when it is missing or after a fault.
  mutating func formAccordion() -> FormAccordion? {
    switch members["accordion"] {
    case nil, .boolean(false): return nil
    case .boolean(true), .string("cells"): return .cells
    case .string("sections"): return .sections
    case .some:
      addFault(
        "accordion", "is not a known accordion",
        "write true for the cells at the top level of all sections, \"sections\" for the sections themselves")
      return nil
    }
  }
}

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
      addFault(
        "lineLimit", "is \(other.jsonTypeName), not a whole number", "write the number of lines, or null for all")
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
