extension RuleFunction {
  /// Functions of chosen options and of lists.
  static let ofChoices: [RuleFunction] = [
    RuleFunction("selected", .exactly(2)) { evaluation, arguments in
      let sought = trimmed(try evaluation.text(arguments[1]))
      let chosen = try evaluation.chosenOptions(arguments[0])
      return .boolean(sought.isEmpty ? chosen.isEmpty : chosen.contains { $0.isSpelled(like: sought) })
    },
    RuleFunction("selected-at", .exactly(2)) { evaluation, arguments in
      let chosen = try evaluation.chosenOptions(arguments[0])
      let index = try evaluation.number(arguments[1]).rounded(.towardZero)
      return .text(chosen.element(atPosition: index + 1) ?? "")
    },
    RuleFunction("count-selected", .exactly(1)) { evaluation, arguments in
      .number(Double(try evaluation.chosenOptions(arguments[0]).count))
    },
    RuleFunction("jr:choice-name", .exactly(2), roles: [.value, .question]) { evaluation, arguments in
      guard let question = arguments[1].cells.first else { return .blank }
      let value = try evaluation.text(arguments[0])
      return try evaluation.made(evaluation.context.optionTitle(of: value, in: question) ?? "")
    },
    RuleFunction("pulldata", .exactly(4)) { evaluation, arguments in
      let name = try evaluation.text(arguments[0])
      let column = try evaluation.text(arguments[1])
      let keyColumn = try evaluation.text(arguments[2])
      let key = try evaluation.text(arguments[3])
      guard let list = evaluation.context.list(named: name) else { throw RuleFailure.noList(name) }
      try evaluation.budget.spend()
      guard let row = try list.rows(where: [(keyColumn, key)]).first else { return .blank }
      return try evaluation.made(try list.text(row: row, column: column) ?? "")
    },
  ]

  private static func trimmed(_ text: String) -> String {
    String(RuleNumberText.trimmed(text.utf8)) ?? ""
  }
}

extension RuleEvaluation {
  /// The values of the chosen options, separated by the question, or else at spaces.
  fileprivate mutating func chosenOptions(_ value: RuleValue) throws -> [String] {
    if let cell = value.cells.first, let chosen = context.chosenOptions(of: cell) {
      try budget.spend(chosen.count)
      return chosen
    }
    return try text(value).utf8.split(whereSeparator: RuleNumberText.isBlank).compactMap { String($0) }
  }
}
