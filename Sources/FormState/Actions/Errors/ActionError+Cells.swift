/// Errors of what an action names.
extension ActionError {
  package static func unknownCell(key: String, nearest: String?) -> Self {
    Self(.unknownCell, key, problem: "there is no cell “\(key.shortened)”", fix: nearest.suggestion(for: key))
  }

  package static func unknownSection(key: String, nearest: String?) -> Self {
    Self(.unknownSection, key, problem: "there is no section “\(key.shortened)”", fix: nearest.suggestion(for: key))
  }

  package static func noSuchSection(_ path: RowPath, sectionCount count: Int) -> Self {
    Self(
      .noSuchSection,
      problem: "there is no row \(path): the form has \(counted(count, "section"))\(range(of: count))")
  }

  package static func noSuchRow(_ path: RowPath, rowCount count: Int) -> Self {
    Self(
      .noSuchRow,
      problem: "there is no row \(path): section \(path.section) shows \(counted(count, "row"))\(range(of: count))",
      fix: "a hidden cell has no row path, address it by its key")
  }

  package static func rowInFoldedSection(_ path: RowPath, section: String) -> Self {
    Self(
      .rowInFoldedSection, section, problem: "there is no row \(path): the section “\(section.shortened)” is folded",
      fix: "unfold it, or address the cell by its key")
  }

  package static func hiddenRow(_ path: RowPath, cell: String) -> Self {
    Self(
      .hiddenRow, cell, problem: "the row \(path) is hidden: “\(cell.shortened)” does not show",
      fix: "reveal it, or address it by its key")
  }

  package static func needsInstance(cell: String, repeat owner: String) -> Self {
    Self(
      .needsInstance, cell, problem: "“\(cell.shortened)” is in the repeat “\(owner.shortened)”",
      fix:
        "name one of its instances, by its place as in “\(owner.shortened)[1]/\(cell.shortened)” or by its number as "
        + "in “\(cell.shortened):1”")
  }

  package static func noSuchInstance(address: String) -> Self {
    Self(
      .noSuchInstance, address, problem: "there is no instance “\(address.shortened)”", fix: "it may have been removed")
  }

  package static func standsInNoRepeat(cell: String) -> Self {
    Self(
      .standsInNoRepeat, cell, problem: "the cell “\(cell.shortened)” is in no repeat, so it has no instances")
  }

  package static func namesInstance(address: String) -> Self {
    Self(
      .namesInstance, address, problem: "“\(address.shortened)” is an instance of a repeat", fix: "name a cell in it")
  }

  package static func notARepeat(cell: String, kind: CellKind) -> Self {
    Self(
      .notARepeat, cell,
      problem: "the cell “\(cell.shortened)” is of kind \(kind.rawValue), not a repeat, so it has no instances")
  }

  package static func otherRepeat(instance: String, repeat owner: String) -> Self {
    Self(
      .otherRepeat, instance,
      problem: "“\(instance.shortened)” is not an instance of “\(owner.shortened)”, so it is not beside its instances")
  }
}

/// Errors of what a cell allows.
extension ActionError {
  package static func neverShows(cell: String, hidden: String) -> Self {
    Self(
      .neverShows, cell,
      problem: "the cell “\(cell.shortened)” never shows: the definition hides "
        + (cell == hidden ? "it" : "“\(hidden.shortened)” above it"))
  }

  package static func irrelevant(cell: String, by owner: String) -> Self {
    Self(
      .irrelevant, cell,
      problem: "the cell “\(cell.shortened)” does not show: by its rule "
        + (cell == owner ? "it is not relevant now" : "“\(owner.shortened)”, which contains it, is not relevant now"))
  }

  package static func failedRule(cell: String, rule: FormRule.Kind, problem: String) -> Self {
    Self(
      .failedRule, cell,
      problem: "the rule “\(rule.rawValue)” of “\(cell.shortened)” cannot be evaluated: \(problem)", rule: rule,
      cause: problem)
  }

  package static func notExpandable(cell: String) -> Self {
    Self(.notExpandable, cell, problem: "the cell “\(cell.shortened)” is not expandable")
  }

  package static func notFoldable(section: String) -> Self {
    Self(
      .notFoldable, section,
      problem: "the section “\(section.shortened)” is not foldable: by its definition its rows always show")
  }

  package static func notAnOption(cell: String, kind: CellKind) -> Self {
    Self(
      .notAnOption, cell, problem: "the cell “\(cell.shortened)” is of kind \(kind.rawValue), not an option",
      fix: "an option shows when the cell above it is expanded, and its key always works")
  }

  package static func refusedValue(_ cell: CellSnapshot, _ refusal: RefusedValue) -> Self {
    var refusal = refusal
    refusal.isConcealed = cell.cell.isSensitive
    return refusedValue(cell: cell.address, refusal)
  }

  package static func refusedValue(cell: String, _ refusal: RefusedValue) -> Self {
    Self(
      .refusedValue, cell, problem: "the cell “\(cell.shortened)” refuses the value: \(refusal)",
      refusedValue: refusal)
  }

  package static func holdsNoValue(cell: String, kind: CellKind) -> Self {
    Self(
      .holdsNoValue, cell, problem: "the cell “\(cell.shortened)” is of kind \(kind.rawValue) and holds no value",
      fix: "clear the cell above it")
  }

  package static func takesNoDraft(cell: String, kind: CellKind) -> Self {
    Self(
      .takesNoDraft, cell,
      problem: "the cell “\(cell.shortened)” is of kind \(kind.rawValue), which has no text field, so it keeps no draft"
    )
  }

  package static func hasNoChoices(cell: String, kind: CellKind) -> Self {
    Self(
      .hasNoChoices, cell,
      problem: "cell “\(cell.shortened)” is of kind \(kind.rawValue) and has no options to choose from")
  }

  package static func readOnly(cell: String) -> Self {
    Self(.readOnly, cell, problem: "the cell “\(cell.shortened)” is read-only by its rule")
  }

  package static func tooManyInstances(repeat owner: String, maximum: Int) -> Self {
    Self(
      .tooManyInstances, owner,
      problem: "“\(owner.shortened)” has \(counted(maximum, "instance")), which is its maximum")
  }

  package static func tooFewInstances(repeat owner: String, minimum: Int) -> Self {
    Self(
      .tooFewInstances, owner,
      problem: "“\(owner.shortened)” has \(counted(minimum, "instance")), which is its minimum")
  }

  package static func countedInstances(repeat owner: String) -> Self {
    Self(
      .countedInstances, owner, problem: "a rule determines how many instances “\(owner.shortened)” has",
      fix: "change what the rule reads")
  }

  package static func numberWasGiven(_ number: Int, repeat owner: String) -> Self {
    Self(
      .numberWasGiven, owner, problem: "an instance of the response has or had the number \(number) already",
      fix: "leave the number out to add one to “\(owner.shortened)”")
  }

  package static func noSuchNumber(_ number: Int, repeat owner: String) -> Self {
    Self(
      .noSuchNumber, owner, problem: "an instance of “\(owner.shortened)” cannot have the number \(number)",
      fix: "the greatest is \(InstancePlace.greatestNumber), and a new response begins at 1")
  }

  package static func refusedReport(cell: String?, problem: String) -> Self {
    Self(
      .refusedReport, cell,
      problem: "no such fault can be reported on \(cell.map { "“\($0.shortened)”" } ?? "the response"): \(problem)")
  }

  private static func range(of count: Int) -> String {
    count > 0 ? " (0 to \(count - 1))" : ""
  }
}

extension ActionError {
  static func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}
