import FormState

/// Forms with many rules.
enum RuleForm {
  /// A question, and calculations in a chain, each one more than the one before.
  ///
  /// - Parameters:
  ///   - length: how many calculations.
  ///   - isRuled: whether they are calculations, or cells of the same kind without a rule.
  static func chain(length: Int, isRuled: Bool = true) -> FormDefinition {
    let calculations = (1...length).map { number in
      FormCell(
        key: "c\(number)", kind: .text, title: "C \(number)",
        rules: isRuled ? [FormRule(.calculate, "${c\(number - 1)} + 1")] : [])
    }
    return form("chain\(length)", [question("c0")] + calculations + [question("unread")])
  }

  /// A question that shows or hides a group of so many rows.
  static func group(rows: Int) -> FormDefinition {
    let group = FormCell(
      key: "group", kind: .group, title: "Group", isExpandable: true, startsExpanded: true, additionalRows: rows,
      rules: [FormRule(.relevant, "${c0} = 'yes'")])
    return form("group", [question("c0"), group] + (1...rows).map { question("row\($0)") })
  }

  /// A question that shows or hides so many rows, each by a separate rule.
  static func rows(_ count: Int) -> FormDefinition {
    let rows = (1...count).map { number in
      FormCell(
        key: "row\(number)", kind: .text, title: "Row \(number)", rules: [FormRule(.relevant, "${c0} = 'yes'")])
    }
    return form("rows", [question("c0")] + rows)
  }

  /// Questions, each with three rules: it is required, something is calculated from it, and something shows by that.
  static func questions(_ count: Int) -> FormDefinition {
    let cells = (1...count).flatMap { number in
      [
        FormCell(
          key: "question\(number)", kind: .text, title: "Question \(number)", rules: [FormRule(.required, "true()")]),
        FormCell(
          key: "calculation\(number)", kind: .text, title: "Calculation \(number)",
          rules: [FormRule(.calculate, "${question\(number)} * 2")]),
        FormCell(
          key: "more\(number)", kind: .text, title: "More \(number)",
          rules: [FormRule(.relevant, "${calculation\(number)} > 10")]),
      ]
    }
    return form("questions", cells)
  }

  private static func question(_ key: String) -> FormCell { FormCell(key: key, kind: .text, title: key) }

  private static func form(_ key: String, _ cells: [FormCell]) -> FormDefinition {
    FormDefinition(key: key, title: key, sections: [FormSection(key: "all", cells: cells)])
  }
}
