import FormState

/// The unsupported parts of an XForm, each with its line.
struct XFormReport {
  private(set) var diagnostics: [Diagnostic] = []
  /// The kept unsupported parts, by the key of their node.
  private(set) var kept: [String: [String: PropertyValue]] = [:]

  /// The places of rules, by the keys of their owners and by their kinds.
  private var rules: [String: [FormRule.Kind: DocumentPlace]] = [:]
  /// The places of cells and sections, by their keys.
  private var places: [String: DocumentPlace] = [:]

  /// Records the place of a rule.
  mutating func note(_ place: DocumentPlace, of kind: FormRule.Kind, key: String) {
    rules[key, default: [:]][kind] = place
  }

  /// Records the place of a cell or section.
  mutating func note(_ place: DocumentPlace, of key: String) { places[key] = place }

  /// The place of a rule, or else of its owner.
  func place(of kind: FormRule.Kind, key: String) -> DocumentPlace { rules[key]?[kind] ?? place(of: key) }

  /// The place of a cell or section; the whole document if it is unknown.
  func place(of key: String) -> DocumentPlace { places[key] ?? .wholeDocument }

  /// Reports an unsupported part.
  mutating func add(_ element: XMLTree.Element, _ problem: String, action: String = "it is omitted") {
    add(at: element.place, problem, action: action)
  }

  /// Reports an unsupported part.
  mutating func add(at place: DocumentPlace, _ problem: String, action: String) {
    diagnostics.append(Diagnostic(at: place, problem: problem, action: action))
  }

  /// Keeps an unsupported part with its cell, and reports it.
  mutating func keep(_ name: String, _ value: String, of key: String, at place: DocumentPlace, _ problem: String) {
    kept[key, default: [:]][name] = .string(value)
    add(at: place, problem, action: "it is kept without effect")
  }

  /// Keeps an unsupported setvalue, beside others, and reports it.
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

  /// Keeps the appearance of a question, without a report.
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
