/// Errors of what a response allows.
extension ActionError {
  package static func faults(_ faults: [Fault]) -> Self {
    Self(.faults, problem: "the response cannot be completed: " + summary(of: faults), faults: faults)
  }

  package static func completed(cell: String) -> Self {
    Self(
      .completed, cell, problem: "the response is completed, so “\(cell.shortened)” cannot change",
      fix: "reopen it first")
  }

  package static let nothingToUndo = Self(.nothingToUndo, problem: "there is nothing to undo")

  package static let nothingToRedo = Self(
    .nothingToRedo, problem: "there is nothing to redo",
    fix: "a new action discards what was undone before it")

  package static func noSuchVersion(_ number: Int) -> Self {
    Self(.noSuchVersion, problem: "the form has no version \(number)")
  }

  package static func alreadyInVersion(_ number: Int) -> Self {
    Self(.alreadyInVersion, problem: "the response fills in version \(number) already")
  }

  package static func unknownRevision(_ revision: Int, first: Int, last: Int) -> Self {
    Self(
      .unknownRevision,
      problem: last == 0
        ? "the response has no revision \(revision): its journal is empty" : "the response has no revision \(revision)",
      fix: last == 0 ? nil : "its journal goes from \(first) to \(last)")
  }

  package static func beforeUpgrade(revision: Int, upgrade: Int) -> Self {
    Self(
      .beforeUpgrade,
      problem: "the response moved to another version of its form at revision \(upgrade)"
        + (revision < upgrade ? ", after revision \(revision)" : ""),
      fix: revision == upgrade ? "undo back to the revision before it instead" : "undo that first")
  }

  package static func standsUnder(revision: Int, later: Int, subject: String) -> Self {
    Self(
      .standsUnder, subject,
      problem: "revision \(later) has changed “\(subject.shortened)” after revision \(revision)",
      fix: "revert that first; to restore revision \(revision - 1) would undo everything since")
  }

  package static func nothingToRevert(revision: Int) -> Self {
    Self(
      .nothingToRevert,
      problem: "revision \(revision) has nothing to revert: its changes no longer hold, or it changed no answer and "
        + "opened nothing")
  }

  package static func notInGroup(_ kind: FormAction.Kind) -> Self {
    Self(
      .notInGroup, problem: "\(kind.rawValue) cannot be part of a group of actions",
      fix: "apply it before or after the group")
  }

  package static func notApplicable(_ kind: FormAction.Kind) -> Self {
    Self(.notApplicable, problem: "only journals hold \(kind.rawValue), so it cannot be applied")
  }

  /// How many faults a message quotes before it counts the rest.
  private static let quotedFaults = 8

  private static func summary(of faults: [Fault]) -> String {
    let quoted = faults.prefix(quotedFaults).map { fault in
      (fault.address.map { "“\($0.shortened)”: " } ?? "") + fault.message
    }.joined(separator: " ")
    let left = faults.count - quotedFaults
    return quoted + (left > 0 ? " And \(counted(left, "more fault"))." : "")
  }
}
