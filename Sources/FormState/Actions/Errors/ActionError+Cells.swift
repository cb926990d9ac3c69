/// Errors of what an action names.
extension ActionError {
  package static func unknownCell(key: String, nearest: String?) -> Self {
    Self(.unknownCell, key, problem: Wording(.unknownCell, .name(key)), fix: suggestion(of: nearest, for: key))
  }

  package static func unknownSection(key: String, nearest: String?) -> Self {
    Self(.unknownSection, key, problem: Wording(.unknownSection, .name(key)), fix: suggestion(of: nearest, for: key))
  }

  package static func noSuchSection(_ path: RowPath, sectionCount count: Int) -> Self {
    Self(
      .noSuchSection,
      problem: Wording(.noSuchSection, .text("\(path)"), .count(count), .text(range(of: count))))
  }

  package static func noSuchRow(_ path: RowPath, rowCount count: Int) -> Self {
    Self(
      .noSuchRow,
      problem: Wording(.noSuchRow, .text("\(path)"), .count(path.section), .count(count), .text(range(of: count))),
      fix: Wording(.noSuchRowFix))
  }

  package static func rowInFoldedSection(_ path: RowPath, section: String) -> Self {
    Self(
      .rowInFoldedSection, section, problem: Wording(.rowInFoldedSection, .text("\(path)"), .name(section)),
      fix: Wording(.rowInFoldedSectionFix))
  }

  package static func hiddenRow(_ path: RowPath, cell: String) -> Self {
    Self(
      .hiddenRow, cell, problem: Wording(.hiddenRow, .text("\(path)"), .name(cell)), fix: Wording(.hiddenRowFix))
  }

  static func needsInstance(cell: String, repeat owner: String) -> Self {
    Self(
      .needsInstance, cell, problem: Wording(.needsInstance, .name(cell), .name(owner)),
      fix: Wording(.needsInstanceFix, .name(cell), .name(owner)))
  }

  static func noSuchInstance(address: String) -> Self {
    Self(
      .noSuchInstance, address, problem: Wording(.noSuchInstance, .name(address)), fix: Wording(.noSuchInstanceFix))
  }

  static func ambiguousInstance(address: String, candidates: [String]) -> Self {
    Self(
      .ambiguousInstance, address, problem: Wording(.ambiguousInstance, .name(address)),
      fix: Wording(.ambiguousInstanceFix, .text(candidates.prefix(5).joined(separator: ", "))))
  }

  static func standsInNoRepeat(cell: String) -> Self {
    Self(.standsInNoRepeat, cell, problem: Wording(.standsInNoRepeat, .name(cell)))
  }

  static func namesInstance(address: String) -> Self {
    Self(.namesInstance, address, problem: Wording(.namesInstance, .name(address)), fix: Wording(.namesInstanceFix))
  }

  static func notARepeat(cell: String, kind: CellKind) -> Self {
    Self(.notARepeat, cell, problem: Wording(.notARepeat, .name(cell), .text(kind.rawValue)))
  }

  static func otherRepeat(instance: String, repeat owner: String) -> Self {
    Self(.otherRepeat, instance, problem: Wording(.otherRepeat, .name(instance), .name(owner)))
  }

  private static func suggestion(of nearest: String?, for key: String) -> Wording? {
    guard let nearest, let suggestion = Optional(nearest).suggestion(for: key) else { return nil }
    return Wording(.nearest, .text(suggestion), .name(nearest))
  }
}

/// Errors of what a cell allows.
extension ActionError {
  package static func neverShows(cell: String, hidden: String) -> Self {
    Self(
      .neverShows, cell,
      problem: cell == hidden
        ? Wording(.neverShows, .name(cell)) : Wording(.neverShowsWithin, .name(cell), .name(hidden)))
  }

  package static func irrelevant(cell: String, by owner: String) -> Self {
    Self(
      .irrelevant, cell,
      problem: cell == owner
        ? Wording(.irrelevant, .name(cell)) : Wording(.irrelevantWithin, .name(cell), .name(owner)))
  }

  static func failedRule(cell: String, rule: FormRule.Kind, problem: String) -> Self {
    Self(
      .failedRule, cell, problem: Wording(.failedRule, .text(rule.rawValue), .name(cell), .text(problem)), rule: rule,
      cause: problem)
  }

  package static func notExpandable(cell: String) -> Self {
    Self(.notExpandable, cell, problem: Wording(.notExpandable, .name(cell)))
  }

  package static func notFoldable(section: String) -> Self {
    Self(.notFoldable, section, problem: Wording(.notFoldable, .name(section)))
  }

  package static func notAnOption(cell: String, kind: CellKind) -> Self {
    Self(
      .notAnOption, cell, problem: Wording(.notAnOption, .name(cell), .text(kind.rawValue)),
      fix: Wording(.notAnOptionFix))
  }

  static func refusedValue(_ cell: CellSnapshot, _ refusal: RefusedValue) -> Self {
    var refusal = refusal
    refusal.isConcealed = cell.cell.isSensitive
    return refusedValue(cell: cell.address, refusal)
  }

  package static func refusedValue(cell: String, _ refusal: RefusedValue) -> Self {
    Self(
      .refusedValue, cell, problem: Wording(.refusedValue, .name(cell), .clauses(refusal.clauses)),
      refusedValue: refusal)
  }

  package static func holdsNoValue(cell: String, kind: CellKind) -> Self {
    Self(
      .holdsNoValue, cell, problem: Wording(.holdsNoValue, .name(cell), .text(kind.rawValue)),
      fix: Wording(.holdsNoValueFix))
  }

  package static func takesNoDraft(cell: String, kind: CellKind) -> Self {
    Self(.takesNoDraft, cell, problem: Wording(.takesNoDraft, .name(cell), .text(kind.rawValue)))
  }

  static func hasNoChoices(cell: String, kind: CellKind) -> Self {
    Self(.hasNoChoices, cell, problem: Wording(.hasNoChoices, .name(cell), .text(kind.rawValue)))
  }

  package static func readOnly(cell: String) -> Self {
    Self(.readOnly, cell, problem: Wording(.readOnly, .name(cell)))
  }

  static func tooManyInstances(repeat owner: String, maximum: Int) -> Self {
    Self(.tooManyInstances, owner, problem: Wording(.tooManyInstances, .name(owner), .count(maximum)))
  }

  static func tooFewInstances(repeat owner: String, minimum: Int) -> Self {
    Self(.tooFewInstances, owner, problem: Wording(.tooFewInstances, .name(owner), .count(minimum)))
  }

  static func countedInstances(repeat owner: String) -> Self {
    Self(
      .countedInstances, owner, problem: Wording(.countedInstances, .name(owner)), fix: Wording(.countedInstancesFix))
  }

  static func numberWasGiven(_ number: Int, repeat owner: String) -> Self {
    Self(
      .numberWasGiven, owner, problem: Wording(.numberWasGiven, .count(number)),
      fix: Wording(.numberWasGivenFix, .name(owner)))
  }

  static func noSuchNumber(_ number: Int, repeat owner: String) -> Self {
    Self(
      .noSuchNumber, owner, problem: Wording(.noSuchNumber, .name(owner), .count(number)),
      fix: Wording(.noSuchNumberFix, .count(InstanceNumber.greatestCounter)))
  }

  static func noQuestion(about subject: String) -> Self {
    Self(.noQuestion, subject, problem: Wording(.noQuestion, .name(subject)), fix: Wording(.noQuestionFix))
  }

  static func noSuchAlternative(_ number: Int, about subject: String, count: Int) -> Self {
    Self(
      .noQuestion, subject, problem: Wording(.noSuchAlternative, .name(subject), .count(number)),
      fix: Wording(.noSuchAlternativeFix, .count(count)))
  }

  package static func otherQuestion(about subject: String) -> Self {
    Self(
      .noQuestion, subject, problem: Wording(.otherQuestion, .name(subject)), fix: Wording(.otherQuestionFix))
  }

  package static func refusedReport(cell: String?, problem: String) -> Self {
    Self(
      .refusedReport, cell,
      problem: cell.map { Wording(.refusedReport, .name($0), .text(problem)) }
        ?? Wording(.refusedReportOnResponse, .text(problem)))
  }

  private static func range(of count: Int) -> String {
    count > 0 ? " (0 to \(count - 1))" : ""
  }
}
