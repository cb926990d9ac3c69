/// Errors of what a response allows.
extension ActionError {
  package static func faults(_ faults: [Fault]) -> Self {
    Self(.faults, problem: Wording(.faults, .faults(faults)), faults: faults)
  }

  package static func completed(cell: String) -> Self {
    Self(.completed, cell, problem: Wording(.completed, .name(cell)), fix: Wording(.completedFix))
  }

  static let nothingToUndo = Self(.nothingToUndo, problem: Wording(.nothingToUndo))

  static let nothingToRedo = Self(
    .nothingToRedo, problem: Wording(.nothingToRedo), fix: Wording(.nothingToRedoFix))

  package static func noSuchVersion(_ number: Int) -> Self {
    Self(.noSuchVersion, problem: Wording(.noSuchVersion, .count(number)))
  }

  static func alreadyInVersion(_ number: Int) -> Self {
    Self(.alreadyInVersion, problem: Wording(.alreadyInVersion, .count(number)))
  }

  static func unknownRevision(_ revision: Int, first: Int, last: Int) -> Self {
    Self(
      .unknownRevision, problem: Wording(last == 0 ? .emptyJournal : .unknownRevision, .count(revision)),
      fix: last == 0 ? nil : Wording(.unknownRevisionFix, .count(first), .count(last)))
  }

  static func beforeUpgrade(revision: Int, upgrade: Int) -> Self {
    Self(
      .beforeUpgrade,
      problem: revision < upgrade
        ? Wording(.beforeUpgrade, .count(upgrade), .count(revision)) : Wording(.atUpgrade, .count(upgrade)),
      fix: Wording(revision == upgrade ? .atUpgradeFix : .beforeUpgradeFix))
  }

  static func standsUnder(revision: Int, later: Int, subject: String) -> Self {
    Self(
      .standsUnder, subject, problem: Wording(.standsUnder, .count(later), .name(subject), .count(revision)),
      fix: Wording(.standsUnderFix, .count(revision - 1)))
  }

  static func nothingToRevert(revision: Int) -> Self {
    Self(.nothingToRevert, problem: Wording(.nothingToRevert, .count(revision)))
  }

  package static func notInGroup(_ kind: FormAction.Kind) -> Self {
    Self(.notInGroup, problem: Wording(.notInGroup, .text(kind.rawValue)), fix: Wording(.notInGroupFix))
  }

  package static func notApplicable(_ kind: FormAction.Kind) -> Self {
    Self(.notApplicable, problem: Wording(.notApplicable, .text(kind.rawValue)))
  }
}
