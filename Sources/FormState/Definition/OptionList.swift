/// Options that a form defines once, for several questions or because they are many.
///
/// The options of a short list can stand as rows under each of its questions (``FormCell/list``). A question can also
/// take its choices from a list on demand, all of them or those for which conditions on ``Option/columns`` hold, see
/// ``FormRule/Kind/choices``; then a list may have any number.
public struct OptionList: Hashable, Sendable {
  /// One choice of a list.
  public struct Option: Hashable, Sendable {
    /// What a question holds when the option is chosen; unique in a list whose options are rows.
    public var value: String
    /// What the option is called.
    public var title: String
    /// What else is known of the option, by the names of columns; rules look at it, and conditions of choices.
    public var columns: [String: String]

    /// Creates an option.
    public init(value: String, title: String, columns: [String: String] = [:]) {
      self.value = value.canonicalKey
      self.title = title
      self.columns = columns
    }

    /// What a column holds; `nil` for nothing.
    package func text(in column: OptionColumn) -> String? {
      switch column {
      case .value: value
      case .title: title
      case .other(let name): columns[name]
      }
    }

    /// Whether two options say the same, scalar by scalar.
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

  /// What is known of a list whose options were left in the store that it was read from.
  package struct Outline: Hashable, Sendable {
    /// How many options it has.
    package let count: Int
    /// The columns of its options besides value and title, ordered by the bytes of their names.
    package let columns: [String]

    /// Describes a list.
    package init(count: Int, columns: [String]) {
      self.count = count
      self.columns = columns
    }
  }

  /// The name of the list; unique in its form.
  public var name: String
  /// The options, in the order in which they show; none of a list of more than 500 that was read with a
  /// response or a session, which ask the store for what they need.
  public var options: [Option]
  /// What is known of a list whose options were left where it was read from; `nil` of any other.
  package let outline: Outline?

  /// Creates a list.
  public init(_ name: String, options: [Option]) {
    self.name = name.canonicalKey
    self.options = options
    outline = nil
  }

  /// Describes a list whose options are left where it was read from.
  package init(_ name: String, outline: Outline) {
    self.name = name.canonicalKey
    options = []
    self.outline = outline
  }

  /// The columns of the options besides value and title, ordered by the bytes of their names. O(n) for n options.
  package var columns: [String] {
    if let outline { return outline.columns }
    var names: Set<String> = []
    for option in options where !option.columns.isEmpty { names.formUnion(option.columns.keys) }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
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

/// A column of the options of a list.
package enum OptionColumn: Hashable, Sendable {
  /// What a question holds.
  case value
  /// What the option is called.
  case title
  /// What else is known of it.
  case other(String)

  /// Reads a name: that of a column, or that which XLSForm has for value and title; `nil` where there is no such
  /// column.
  ///
  /// - Parameter isColumn: whether a name is that of a column besides value and title.
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
  /// The list with a name; `nil` when there is none.
  package func list(named name: String) -> OptionList? { lists.first { $0.name == name } }

  /// Whether the options of some list were left where the form was read from.
  package var leavesOptions: Bool { lists.contains { $0.outline != nil } }
}

extension FormCell {
  /// The key of an option that its author gave none: `QUESTION=VALUE`.
  package static func optionKey(question: String, value: String) -> String { "\(question)=\(value)" }

  /// Whether the cell is a question whose choices are offered on demand and are no rows.
  package var choosesFromList: Bool { kind.isQuestionOfOptions && rule(.choices) != nil }

  /// Which items of which list can be chosen; `nil` for a question whose choices come from elsewhere.
  package var choices: RuleExpression.Lookup? { rule(.choices)?.expression?.choices }
}
