import Foundation

/// The choices of a question, or a part of them.
public struct OfferedChoices: Hashable, Sendable {
  /// One choice.
  public struct Choice: Hashable, Sendable {
    /// The question's value when it is chosen.
    public let value: String
    /// Its name.
    public let title: String
    /// Whether it is currently chosen.
    public let isChosen: Bool
  }

  /// The total number of choices that contain the searched text.
  public let count: Int
  /// The requested choices, in the order of the list.
  public let choices: [Choice]
}

/// A query for choices.
package struct ChoiceQuery: Sendable {
  /// The text that titles or values must contain; `nil` for all.
  let text: String?
  /// The number of choices to skip.
  let first: Int
  /// The maximum number to return.
  let limit: Int

  /// Creates a query.
  package init(containing text: String?, from first: Int, limit: Int) {
    self.text = text.flatMap { $0.isEmpty ? nil : $0 }
    self.first = max(first, 0)
    self.limit = max(limit, 0)
  }

  /// Whether a choice matches.
  fileprivate func seeks(_ title: String, _ value: String) -> Bool {
    guard let text else { return true }
    let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
    return title.range(of: text, options: options) != nil || value.range(of: text, options: options) != nil
  }
}

extension FormReader {
  /// The choices of a question.
  ///
  /// - Throws: ``ActionError/Code/hasNoChoices``, ``ActionError/Code/failedRule``; what the reader throws.
  package func offeredChoices(of question: CellSnapshot, _ query: ChoiceQuery) throws -> OfferedChoices {
    guard let (list, offered) = try offeredItems(of: question) else { return try rowChoices(of: question, query) }
    let rows = try offered.filter { row in
      guard query.text != nil else { return true }
      return query.seeks(try list.text(row: row, column: "title") ?? "", try list.text(row: row, column: "value") ?? "")
    }
    let chosen = ChosenOptions(question.value)
    let choices = try rows.dropFirst(query.first).prefix(query.limit).map { row in
      let value = try list.text(row: row, column: "value") ?? ""
      return OfferedChoices.Choice(
        value: value, title: try list.text(row: row, column: "title") ?? value,
        isChosen: chosen.contains(value))
    }
    return OfferedChoices(count: rows.count, choices: choices)
  }

  /// The options under a question.
  private func rowChoices(of question: CellSnapshot, _ query: ChoiceQuery) throws -> OfferedChoices {
    let options = children(of: question).filter { $0.cell.kind == .option && $0.isRelevant && !$0.cell.isHidden }
    guard question.cell.kind.isQuestionOfOptions, !options.isEmpty else {
      throw ActionError.hasNoChoices(cell: question.address, kind: question.cell.kind)
    }
    let found = options.map(\.cell).filter { query.seeks($0.title, $0.optionValue ?? "") }
    let chosen = ChosenOptions(question.value)
    let choices = found.dropFirst(query.first).prefix(query.limit).map { option in
      let value = option.optionValue ?? ""
      return OfferedChoices.Choice(
        value: value, title: option.title.isEmpty ? value : option.title,
        isChosen: chosen.contains(value))
    }
    return OfferedChoices(count: found.count, choices: choices)
  }

  /// The choices of a question after some changes: a list, and the numbers of its offered items; `nil` for a question
  /// whose options are rows.
  func offeredItems(
    of question: CellSnapshot, after changes: [PlacedChange] = []
  ) throws -> (list: any RuleList, rows: [Int])? {
    try choices(of: question, after: changes) {
      try $0.offered(in: $1, chance: seedByChance(of: question), budget: &$2)
    }
  }

  /// The seed of a random order, the same for a question in all copies of a response; `nil` if that has not begun.
  private func seedByChance(of question: CellSnapshot) -> Int64? {
    streamName().map { TextDigest.seed(of: "\($0) \(question.address)") }
  }

  /// The list of a question's choices after some changes, including items that are not offered; `nil` for a question
  /// whose options are rows.
  func choiceList(of question: CellSnapshot, after changes: [PlacedChange] = []) throws -> (any RuleList)? {
    try choices(of: question, after: changes) { try $0.choosable(in: $1, budget: &$2) }
  }

  private func choices<Found>(
    of question: CellSnapshot, after changes: [PlacedChange],
    _ find: (RuleExpression, any RuleContext, inout RuleBudget) throws -> Found?
  ) throws -> Found? {
    guard let expression = question.cell.rule(.choices)?.expression else { return nil }
    var reading = RuleReading(reader: self, changes)
    defer { reading.giveColumnsBack() }
    reading.begin(at: question.place)
    var budget = RuleBudget()
    do {
      let found = try find(expression, reading, &budget)
      if let failure = reading.failure { throw failure }
      return found
    } catch let failure as RuleFailure {
      throw ActionError.failedRule(cell: question.address, rule: .choices, problem: failure.description)
    }
  }
}
