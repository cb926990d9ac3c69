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
  mutating func text(_ name: String) -> String? { read(name, Text()) }

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
  mutating func flag(_ name: String) -> Bool? { read(name, Flag()) }

  /// A number; `nil` when it is missing or after a fault.
  mutating func number(_ name: String) -> Double? { read(name, Number()) }

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
    _ name: String, hasColumns: Bool = false, at textPlace: @escaping (String) -> TextPlace
  ) -> [OptionList.Option]? {
    guard members[name] != nil else { return nil }
    var options: [OptionList.Option] = []
    for (index, element) in elements(name).enumerated() {
      let columns = hasColumns ? element.columnNames : []
      var object = OptionInDocument(place: textPlace)
      let isRead = read(element, at: path.member(name).element(index), into: &object, and: columns) { fields, object in
        let value = object.option.value
        object.option.title = fields.text("title", at: textPlace(value)) ?? value
        for column in columns { object.option.columns[column] = fields.text(column) }
      }
      if isRead { options.append(object.option) }
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
