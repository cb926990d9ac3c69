/// Options that a form defines once and uses in several questions.
public struct OptionList: Hashable, Sendable {
  /// One choice of a list.
  public struct Option: Hashable, Sendable {
    /// What a question holds when the option is chosen; unique in the list.
    public var value: String
    /// What the option is called.
    public var title: String

    /// Creates an option.
    public init(value: String, title: String) {
      self.value = value.canonicalKey
      self.title = title
    }
  }

  /// The name of the list; unique in its form.
  public var name: String
  /// The options, in the order in which they show.
  public var options: [Option]

  /// Creates a list.
  public init(_ name: String, options: [Option]) {
    self.name = name.canonicalKey
    self.options = options
  }

  /// Lists in the one order that they have in a form, so that neither a file nor a document need keep another one.
  static func ordered(_ lists: [OptionList]) -> [OptionList] {
    lists.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// The options as cells that stand under a question, each under the key `QUESTION=VALUE`.
  ///
  /// - Parameter question: the key of the question.
  package func cells(ofQuestion question: String) -> [FormCell] {
    options.map { option in
      FormCell(
        key: FormCell.optionKey(question: question, value: option.value), kind: .option, title: option.title,
        optionValue: option.value)
    }
  }
}

extension FormDefinition {
  /// The list with a name; `nil` when there is none.
  package func list(named name: String) -> OptionList? { lists.first { $0.name == name } }
}

extension OptionList: RuleList {
  /// What rules can look up of an option.
  private enum Column {
    case value, title

    /// Reads a name: the column's own, or that which XLSForm has for it.
    init?(_ name: String) {
      switch name {
      case "value", "name": self = .value
      case "title", "label": self = .title
      default: return nil
      }
    }
  }

  package var count: Int { options.count }

  package func text(row: Int, column: String) -> String? {
    guard let option = options.element(at: row), let column = Column(column) else { return nil }
    return switch column {
    case .value: option.value
    case .title: option.title
    }
  }

  /// Whether rules can look a column up.
  static func hasColumn(_ name: String) -> Bool { Column(name) != nil }
}

extension FormCell {
  /// The key of an option that its author gave none: `QUESTION=VALUE`.
  package static func optionKey(question: String, value: String) -> String { "\(question)=\(value)" }
}
