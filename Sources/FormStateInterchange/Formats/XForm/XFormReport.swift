import FormState

/// What of an XForm has no place in a form, each with its line.
struct XFormReport {
  private(set) var diagnostics: [Diagnostic] = []
  /// What is kept of what has no place, by the key of its node.
  private(set) var kept: [String: [String: PropertyValue]] = [:]

  /// Where rules stand, by the keys of what has them and by their kinds.
  private var rules: [String: [FormRule.Kind: DocumentPlace]] = [:]
  /// Where what became cells and sections stands, by their keys.
  private var places: [String: DocumentPlace] = [:]

  /// Notes where a rule stands.
  mutating func note(_ place: DocumentPlace, of kind: FormRule.Kind, key: String) {
    rules[key, default: [:]][kind] = place
  }

  /// Notes where a cell or section stands.
  mutating func note(_ place: DocumentPlace, of key: String) { places[key] = place }

  /// Where a rule stands, or else what has it.
  func place(of kind: FormRule.Kind, key: String) -> DocumentPlace { rules[key]?[kind] ?? place(of: key) }

  /// Where a cell or section stands; the whole document where nobody knows.
  func place(of key: String) -> DocumentPlace { places[key] ?? .wholeDocument }

  /// Tells of something that has no place.
  mutating func add(_ element: XMLTree.Element, _ problem: String, action: String = "it is omitted") {
    add(at: element.place, problem, action: action)
  }

  /// Tells of something that has no place.
  mutating func add(at place: DocumentPlace, _ problem: String, action: String) {
    diagnostics.append(Diagnostic(at: place, problem: problem, action: action))
  }

  /// Keeps something that has no place with the cell that it is about, and tells of it.
  mutating func keep(_ name: String, _ value: String, of key: String, at place: DocumentPlace, _ problem: String) {
    kept[key, default: [:]][name] = .string(value)
    add(at: place, problem, action: "it is kept without effect")
  }

  /// Keeps something that sets a cell and has no place, beside others, and tells of it.
  mutating func keepSetting(
    _ expression: String, when triggers: [String], of key: String, at place: DocumentPlace, _ problem: String
  ) {
    let name = FormRule.Kind.set.rawValue
    var known: [PropertyValue] = []
    if case .array(let elements)? = kept[key]?[name] { known = elements }
    let setting: [String: PropertyValue] = [
      "expression": .string(expression), "when": .array(triggers.map(PropertyValue.string)),
    ]
    kept[key, default: [:]][name] = .array(known + [.dictionary(setting)])
    add(at: place, problem, action: "it is kept without effect")
  }

  /// Keeps something that says how a question looks, of which there is nothing to tell.
  mutating func keep(_ name: String, _ value: String, of key: String) { kept[key, default: [:]][name] = .string(value) }

  /// Keeps XML in several languages, if there is any.
  mutating func keep(_ name: String, _ xml: [String: String], of key: String) {
    guard !xml.isEmpty else { return }
    kept[key, default: [:]][name] = .dictionary(xml.mapValues(PropertyValue.string))
  }

  /// The diagnostics in the order of the document.
  var inOrder: [Diagnostic] {
    diagnostics.enumerated().sorted { left, right in
      let place = (left.element.line ?? 0, left.element.column ?? 0, left.offset)
      return place < (right.element.line ?? 0, right.element.column ?? 0, right.offset)
    }.map(\.element)
  }
}
