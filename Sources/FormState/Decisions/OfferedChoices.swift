import Foundation

/// What can be chosen in a question, or a part of it.
public struct OfferedChoices: Hashable, Sendable {
  /// One choice.
  public struct Choice: Hashable, Sendable {
    /// What the question holds when it is chosen.
    public let value: String
    /// Its name.
    public let title: String
    /// Whether it is chosen now.
    public let isChosen: Bool
  }

  /// How many there are in all that contain what was sought.
  public let count: Int
  /// Those that were asked for, in the order of the list.
  public let choices: [Choice]
}

/// Which choices somebody wants to see.
package struct ChoiceQuery: Sendable {
  /// What titles or values have to contain; `nil` for all.
  package let text: String?
  /// How many to pass over.
  package let first: Int
  /// The most to read.
  package let limit: Int

  /// Asks for choices.
  package init(containing text: String?, from first: Int, limit: Int) {
    self.text = text.flatMap { $0.isEmpty ? nil : $0 }
    self.first = max(first, 0)
    self.limit = max(limit, 0)
  }

  /// Whether a choice is sought.
  fileprivate func seeks(_ title: String, _ value: String) -> Bool {
    guard let text else { return true }
    let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
    return title.range(of: text, options: options) != nil || value.range(of: text, options: options) != nil
  }
}

extension StateReader {
  /// What can be chosen in a question.
  ///
  /// - Throws: ``ActionError/Code/hasNoChoices``, ``ActionError/Code/failedRule``; whatever the
  ///   reader throws.
  package func offeredChoices(of question: CellSnapshot, _ query: ChoiceQuery) throws -> OfferedChoices {
    guard let (list, offered) = try offeredItems(of: question) else { return try rowChoices(of: question, query) }
    let rows = try offered.filter { row in
      guard query.text != nil else { return true }
      return query.seeks(try list.text(row: row, column: "title") ?? "", try list.text(row: row, column: "value") ?? "")
    }
    let choices = try rows.dropFirst(query.first).prefix(query.limit).map { row in
      let value = try list.text(row: row, column: "value") ?? ""
      return OfferedChoices.Choice(
        value: value, title: try list.text(row: row, column: "title") ?? value,
        isChosen: question.value?.isChoice(of: value) ?? false)
    }
    return OfferedChoices(count: rows.count, choices: choices)
  }

  /// The options that stand under a question.
  private func rowChoices(of question: CellSnapshot, _ query: ChoiceQuery) throws -> OfferedChoices {
    let options = try children(of: question).filter { $0.cell.kind == .option && $0.isRelevant && !$0.cell.isHidden }
    guard question.cell.kind.isQuestionOfOptions, !options.isEmpty else {
      throw ActionError.hasNoChoices(cell: question.address, kind: question.cell.kind)
    }
    let found = options.map(\.cell).filter { query.seeks($0.title, $0.optionValue ?? "") }
    let choices = found.dropFirst(query.first).prefix(query.limit).map { option in
      let value = option.optionValue ?? ""
      return OfferedChoices.Choice(
        value: value, title: option.title.isEmpty ? value : option.title,
        isChosen: question.value?.isChoice(of: value) ?? false)
    }
    return OfferedChoices(count: found.count, choices: choices)
  }

  /// What can be chosen in a question after some changes: a list, and the numbers of the items in it that are offered;
  /// `nil` for a question whose options are rows.
  func offeredItems(
    of question: CellSnapshot, after changes: [PlacedChange] = []
  ) throws -> (list: any RuleList, rows: [Int])? {
    try choices(of: question, after: changes) {
      try $0.offered(in: $1, chance: seedByChance(of: question), budget: &$2)
    }
  }

  /// The seed of an order by chance, which a question keeps in all copies of a response; `nil` where that has not
  /// begun.
  private func seedByChance(of question: CellSnapshot) throws -> Int64? {
    try streamName().map { TextDigest.seed(of: "\($0) \(question.address)") }
  }

  /// The list that the choices of a question come from after some changes, those included that are not offered; `nil`
  /// for a question whose options are rows.
  func choiceList(of question: CellSnapshot, after changes: [PlacedChange] = []) throws -> (any RuleList)? {
    try choices(of: question, after: changes) { try $0.choosable(in: $1, budget: &$2) }
  }

  private func choices<Found>(
    of question: CellSnapshot, after changes: [PlacedChange],
    _ find: (RuleExpression, any RuleContext, inout RuleBudget) throws -> Found?
  ) throws -> Found? {
    guard let expression = question.cell.rule(.choices)?.expression else { return nil }
    var reading = RuleReading(reader: self, changes)
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
