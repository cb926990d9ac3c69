/// Options that a form defines once, because several questions share them or because they are many.
///
/// The options of a short list can be rows under each of its questions (``FormCell/list``). A question can also offer
/// choices from a list on demand, all of them or those that satisfy conditions on ``Option/columns``, see
/// ``FormRule/Kind/choices``; the size of the list is then unlimited.
public struct OptionList: Hashable, Sendable {
  /// One choice of a list.
  public struct Option: Hashable, Sendable {
    /// The question's value when the option is chosen; unique in a list whose options are rows.
    public var value: String
    /// The option's title.
    public var title: String
    /// Further texts of the option by the names of columns, for rules and conditions of choices.
    public var columns: [String: String]

    /// Creates an option.
    public init(value: String, title: String, columns: [String: String] = [:]) {
      self.value = value.canonicalKey
      self.title = title
      self.columns = columns
    }

    /// The text in a column; `nil` for none.
    func text(in column: OptionColumn) -> String? {
      switch column {
      case .value: value
      case .title: title
      case .other(let name): columns[name]
      }
    }

    /// Whether two options are equal, scalar by scalar.
    public static func == (left: Option, right: Option) -> Bool {
      left.value.isSpelled(like: right.value) && left.title.isSpelled(like: right.title)
        && left.columns.count == right.columns.count
        && left.columns.allSatisfy { name, text in right.columns[name]?.isSpelled(like: text) ?? false }
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
      value.hashSpelling(into: &hasher)
      title.hashSpelling(into: &hasher)
    }
  }

  /// The outline of a list whose options were not read from the store.
  package struct Outline: Hashable, Sendable {
    /// The number of options.
    package let count: Int
    /// The columns of its options apart from value and title, ordered by the bytes of their names.
    package let columns: [String]

    /// Describes a list.
    package init(count: Int, columns: [String]) {
      self.count = count
      self.columns = columns
    }
  }

  /// The name of the list; unique in its form.
  public var name: String
  /// The options, in display order; empty for a list of more than 500 that was read with a response or a session, which
  /// query the store for the options they need.
  public var options: [Option]
  /// The outline of a list whose options were not read; `nil` for any other.
  package let outline: Outline?

  /// Creates a list.
  public init(_ name: String, options: [Option]) {
    self.name = name.canonicalKey
    self.options = options
    outline = nil
  }

  /// Describes a list whose options were not read.
  package init(_ name: String, outline: Outline) {
    self.name = name.canonicalKey
    options = []
    self.outline = outline
  }

  /// The columns of the options apart from value and title, ordered by the bytes of their names. O(n) for n options.
  package var columns: [String] {
    if let outline { return outline.columns }
    var names: Set<String> = []
    for option in options where !option.columns.isEmpty { names.formUnion(option.columns.keys) }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Sorts lists into their canonical order, so no file or document needs to keep another one.
  static func ordered(_ lists: [OptionList]) -> [OptionList] {
    lists.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// The options as cells under a question, each with the key `QUESTION=VALUE`.
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

/// A column of the options of a list.
package enum OptionColumn: Hashable, Sendable {
  /// The question's value.
  case value
  /// The option's title.
  case title
  /// Another column.
  case other(String)

  /// Reads the name of a column, or XLSForm's names for value and title; `nil` for an unknown column.
  ///
  /// - Parameter isColumn: whether a name is that of a column apart from value and title.
  package init?(_ name: String, isColumn: (String) -> Bool) {
    switch name {
    case "value": self = .value
    case "title": self = .title
    case _ where isColumn(name): self = .other(name)
    case "name": self = .value
    case "label": self = .title
    default: return nil
    }
  }
}

extension FormDefinition {
  /// The lists by their names; of two with one name, the first counts. O(n) for n lists.
  package var listsByName: [String: OptionList] { Dictionary(lists.map { ($0.name, $0) }) { first, _ in first } }

  /// The list with a name; `nil` if there is none. O(n) for n lists.
  package func list(named name: String) -> OptionList? { lists.first { $0.name == name } }

  /// Whether the options of some list were not read from the store.
  package var leavesOptions: Bool { lists.contains { $0.outline != nil } }
}

extension FormCell {
  /// The default key of an option: `QUESTION=VALUE`.
  package static func optionKey(question: String, value: String) -> String { "\(question)=\(value)" }

  /// Whether the cell is a question whose choices are offered on demand and are not rows.
  package var choosesFromList: Bool { kind.isQuestionOfOptions && rule(.choices) != nil }

  /// The items of the list that can be chosen; `nil` for a question whose choices come from elsewhere.
  package var choices: RuleExpression.Lookup? { rule(.choices)?.expression?.choices }
}
