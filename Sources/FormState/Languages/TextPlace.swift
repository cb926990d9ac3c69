/// Where a text stands in a form: what has another wording in each of its languages.
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

  /// Which text of a cell.
  @nonexhaustive
  public enum CellText: Hashable, Sendable {
    /// Its title, of an option what a person chooses.
    case title
    /// Its secondary title.
    case subtitle
    /// What its number counts.
    case unit
    /// What a switch shows while it is off.
    case offTitle
    /// What a switch shows while it is on.
    case onTitle
    /// What its ``Summary`` needs: the separator of a join, the source of a template.
    case summary
    /// The expression of its rule of kind `title`.
    case titleExpression
    /// What a person is told where an answer is needed.
    case requiredMessage
    /// What a person is told where a constraint does not hold; its number among those of the cell, from 1.
    case constraintMessage(Int)
  }
}

extension TextPlace {
  /// What the place is of.
  package enum Subject: String, CaseIterable, Sendable {
    case form, section, cell, list
  }

  /// The place in words that a table can keep, and in the order of which texts are told.
  package struct Name: Hashable, Comparable, Sendable {
    /// What the place is of.
    package var subject: String
    /// The key of the section or cell, or the name of the list; empty for the form.
    package var key: String
    /// Which text it is, by its name in form JSON.
    package var field: String
    /// Which of several: the value of an option, the number of a constraint; empty if there is one.
    package var item: String

    /// Puts a name together.
    package init(subject: String, key: String, field: String, item: String) {
      self.subject = subject
      self.key = key
      self.field = field
      self.item = item
    }

    package static func < (left: Name, right: Name) -> Bool {
      // One after the other, since a list of the parts of each would cost more than all comparisons.
      if left.subject != right.subject { return left.subject.utf8.lexicographicallyPrecedes(right.subject.utf8) }
      if left.key != right.key { return left.key.utf8.lexicographicallyPrecedes(right.key.utf8) }
      if left.field != right.field { return left.field.utf8.lexicographicallyPrecedes(right.field.utf8) }
      return left.item != right.item && left.item.utf8.lexicographicallyPrecedes(right.item.utf8)
    }

    /// The words, in the order in which they count.
    package var parts: [String] { [subject, key, field, item] }
  }

  /// The place in words.
  package var name: Name {
    switch self {
    case .formTitle: Name(subject: "form", key: "", field: "title", item: "")
    case .sectionTitle(let key): Name(subject: "section", key: key, field: "title", item: "")
    case .option(let list, let value): Name(subject: "list", key: list, field: "title", item: value)
    case .cell(let key, let text): Name(subject: "cell", key: key, field: text.field, item: text.item)
    }
  }

  /// Reads a place; `nil` for words that mean none.
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
  /// Those of which a cell has one at most.
  private static let single: [TextPlace.CellText] = [
    .title, .subtitle, .unit, .offTitle, .onTitle, .summary, .titleExpression, .requiredMessage,
  ]

  /// The name of the text, as form JSON has it where it has one.
  package var field: String {
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
