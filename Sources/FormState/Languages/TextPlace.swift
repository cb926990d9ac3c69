/// The place of a text in a form: what can be translated.
///
/// ```swift
/// form.setText("Prénom", at: .cell("first-name", .title), in: "fr")
/// ```
@nonexhaustive
public enum TextPlace: Hashable, Sendable {
  /// The title of the form.
  case formTitle
  /// The title of the section with a key.
  case sectionTitle(String)
  /// A text of the cell with a key.
  case cell(String, CellText)
  /// The title of the option with a value, in the list with a name.
  case option(list: String, value: String)

  /// The text of a cell.
  @nonexhaustive
  public enum CellText: Hashable, Sendable {
    /// Its title, for an option the text of the choice.
    case title
    /// Its secondary title.
    case subtitle
    /// The unit of its number.
    case unit
    /// The switch's text for off.
    case offTitle
    /// The switch's text for on.
    case onTitle
    /// The parameter of its ``Summary``: the separator of a join, the source of a template.
    case summary
    /// The expression of its rule of kind `title`.
    case titleExpression
    /// The message for a missing answer.
    case requiredMessage
    /// The message for a violated constraint, with its number among those of the cell, from 1.
    case constraintMessage(Int)
  }
}

extension TextPlace {
  /// The type of the place's owner.
  enum Subject: String, CaseIterable, Sendable {
    case form, section, cell, list
  }

  /// The place as strings for a table, and as a sort key.
  package struct Name: Hashable, Comparable, Sendable {
    /// The type of the owner.
    package var subject: String
    /// The key of the section or cell, or the name of the list; empty for the form.
    package var key: String
    /// The text, by its name in form JSON.
    package var field: String
    /// The item among several: the value of an option, the number of a constraint; empty if there is only one.
    package var item: String

    /// Creates a name.
    package init(subject: String, key: String, field: String, item: String) {
      self.subject = subject
      self.key = key
      self.field = field
      self.item = item
    }

    package static func < (left: Name, right: Name) -> Bool {
      // One after the other, since an array of the parts would cost more than all comparisons.
      if left.subject != right.subject { return left.subject.utf8.lexicographicallyPrecedes(right.subject.utf8) }
      if left.key != right.key { return left.key.utf8.lexicographicallyPrecedes(right.key.utf8) }
      if left.field != right.field { return left.field.utf8.lexicographicallyPrecedes(right.field.utf8) }
      return left.item != right.item && left.item.utf8.lexicographicallyPrecedes(right.item.utf8)
    }

    /// The strings, in the order in which they count.
    package var parts: [String] { [subject, key, field, item] }
  }

  /// The place as strings.
  package var name: Name {
    switch self {
    case .formTitle: Name(subject: "form", key: "", field: "title", item: "")
    case .sectionTitle(let key): Name(subject: "section", key: key, field: "title", item: "")
    case .option(let list, let value): Name(subject: "list", key: list, field: "title", item: value)
    case .cell(let key, let text): Name(subject: "cell", key: key, field: text.field, item: text.item)
    }
  }

  /// Reads a place; `nil` for invalid strings.
  package init?(_ name: Name) {
    switch (Subject(rawValue: name.subject), name.field) {
    case (.form, "title"): self = .formTitle
    case (.section, "title"): self = .sectionTitle(name.key)
    case (.list, "title"): self = .option(list: name.key, value: name.item)
    case (.cell, _):
      guard let text = CellText(field: name.field, item: name.item) else { return nil }
      self = .cell(name.key, text)
    default: return nil
    }
    guard self.name == name else { return nil }
  }

  /// The same place with its keys canonically composed.
  var canonical: TextPlace {
    switch self {
    case .formTitle: self
    case .sectionTitle(let key): .sectionTitle(key.canonicalKey)
    case .cell(let key, let text): .cell(key.canonicalKey, text)
    case .option(let list, let value): .option(list: list.canonicalKey, value: value.canonicalKey)
    }
  }
}

extension TextPlace.CellText {
  /// The texts that a cell has at most once.
  private static let single: [TextPlace.CellText] = [
    .title, .subtitle, .unit, .offTitle, .onTitle, .summary, .titleExpression, .requiredMessage,
  ]

  /// The name of the text in form JSON, if it has one there.
  var field: String {
    switch self {
    case .title: "title"
    case .subtitle: "subtitle"
    case .unit: "unit"
    case .offTitle: "offTitle"
    case .onTitle: "onTitle"
    case .summary: "summary"
    case .titleExpression: "expression"
    case .requiredMessage: "required"
    case .constraintMessage: "constraint"
    }
  }

  fileprivate var item: String {
    if case .constraintMessage(let number) = self { String(number) } else { "" }
  }

  fileprivate init?(field: String, item: String) {
    if let text = Self.single.first(where: { $0.field == field }) {
      self = text
    } else if field == "constraint", let number = Int(item) {
      self = .constraintMessage(number)
    } else {
      return nil
    }
  }
}
