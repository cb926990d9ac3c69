import FormState

/// What of an XForm has no place in a form, each with its line.
struct XFormReport {
  private(set) var diagnostics: [Diagnostic] = []
  /// What is kept of what has no place, by the key of its node.
  private(set) var kept: [String: [String: PropertyValue]] = [:]

  /// The lines of rules, by the keys of what has them and by their kinds.
  private var lines: [String: [FormRule.Kind: Int]] = [:]

  /// Notes where a rule stands.
  mutating func note(line: Int, of kind: FormRule.Kind, key: String) { lines[key, default: [:]][kind] = line }

  /// Where a rule stands; 0 where nobody knows.
  func line(of kind: FormRule.Kind, key: String) -> Int { lines[key]?[kind] ?? 0 }

  /// Tells of something that has no place.
  mutating func add(_ element: XMLTree.Element, _ problem: String, action: String = "it is left out") {
    add(line: element.line, problem, action: action)
  }

  /// Tells of something that has no place.
  mutating func add(line: Int, _ problem: String, action: String) {
    diagnostics.append(Diagnostic(key: "line \(line)", problem: problem, action: action))
  }

  /// Keeps something that has no place with the cell that it is about, and tells of it.
  mutating func keep(_ name: String, _ value: String, of key: String, line: Int, _ problem: String) {
    kept[key, default: [:]][name] = .string(value)
    add(line: line, problem, action: "it is kept, and does nothing")
  }

  /// Keeps something that sets a cell and has no place, beside others, and tells of it.
  mutating func keepSetting(
    _ expression: String, when triggers: [String], of key: String, line: Int, _ problem: String
  ) {
    let name = FormRule.Kind.set.rawValue
    var known: [PropertyValue] = []
    if case .array(let elements)? = kept[key]?[name] { known = elements }
    let setting: [String: PropertyValue] = [
      "expression": .string(expression), "when": .array(triggers.map(PropertyValue.string)),
    ]
    kept[key, default: [:]][name] = .array(known + [.dictionary(setting)])
    add(line: line, problem, action: "it is kept, and does nothing")
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
      (Self.line(left.element), left.offset) < (Self.line(right.element), right.offset)
    }.map(\.element)
  }

  private static func line(_ diagnostic: Diagnostic) -> Int {
    diagnostic.key.flatMap { Int($0.drop { !$0.isNumber }) } ?? 0
  }
}
