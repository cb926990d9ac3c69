#if CommandLine
import FormState
import FormStateInterchange
import FormStateStore

/// What an upgrade did, as data.
extension UpgradeReport {
  /// How much of an upgrade was done, or would be.
  private enum Outcome: String {
    /// All that the responses hold has gone along.
    case done
    /// Some of it has not.
    case partly
    /// The responses are as they were.
    case nothing
  }

  /// Something that could not go along.
  private struct Failure {
    /// Why it could not.
    enum Reason: String {
      /// The new version has no such cell.
      case noPlace
      /// It could be one of several cells, or nobody can know that it is the one it could be.
      case inDoubt
      /// The cell to which it would go is filled in.
      case placeTaken
      /// The cell does not accept the answer.
      case notAccepted
      /// The cell does not accept all of the answer.
      case partlyAccepted
    }

    let cell: UpgradedCell
    let reason: Reason
    /// What became of it and what to do, as a clause.
    let message: String
  }

  /// Tells of all responses that an upgrade was about.
  ///
  /// - Parameter form: the key of their form.
  static func json(of reports: [UpgradeReport], _ form: String) -> OrderedJSON {
    let changed = reports.filter(\.plan.changesAnything)
    let failures = reports.flatMap { report in report.failures.map { (report, $0) } }
    let outcome: Outcome = changed.isEmpty ? .nothing : failures.isEmpty ? .done : .partly
    return .object([
      ("form", .string(form)), ("dryRun", .boolean(reports.first?.isDryRun ?? false)),
      ("outcome", .string(outcome.rawValue)), ("responseCount", .integer(reports.count)),
      ("changedResponseCount", .integer(changed.count)),
      ("failures", .array(failures.map { report, failure in report.json(of: failure) })),
      ("responses", .array(reports.map(\.json))),
    ])
  }

  private var json: OrderedJSON {
    let outcome: Outcome = !plan.changesAnything ? .nothing : failures.isEmpty ? .done : .partly
    return .object([
      ("response", .string(key.response)), ("outcome", .string(outcome.rawValue)),
      ("formerVersion", .integer(plan.formerVersion)), ("version", .integer(plan.version)),
      ("cells", .array(plan.cells.map(Self.json))),
    ])
  }

  private static func json(of cell: UpgradedCell) -> OrderedJSON {
    .object(
      members(of: cell) + [
        ("fates", .array(cell.fates.map { .string($0.rawValue) })),
        ("candidates", .array(cell.candidates.map(OrderedJSON.string))),
        ("formerAnswer", OrderedJSON(cell.formerAnswer)), ("answer", OrderedJSON(cell.answer)),
      ])
  }

  private func json(of failure: Failure) -> OrderedJSON {
    .object(
      [("response", .string(key.response))] + Self.members(of: failure.cell) + [
        ("reason", .string(failure.reason.rawValue)), ("message", .string(failure.message)),
      ])
  }

  /// Which cell it is, before and afterwards.
  private static func members(of cell: UpgradedCell) -> [(name: String, value: OrderedJSON)] {
    [
      ("setAsideFrom", OrderedJSON(cell.setAsideFrom)), ("cell", .string(cell.key)),
      ("instance", .integer(cell.instance)), ("question", .string(cell.title)), ("newCell", OrderedJSON(cell.newKey)),
    ]
  }

  // MARK: - What could not go along

  private var failures: [Failure] { plan.cells.compactMap(failure) }

  private func failure(of cell: UpgradedCell) -> Failure? {
    guard let place = cell.newKey.map({ "“\($0)”" }) else {
      // What an earlier upgrade set aside and nobody has mapped is no failure of this one.
      guard cell.setAsideFrom == nil else { return nil }
      guard !cell.candidates.isEmpty else {
        return Failure(
          cell: cell, reason: .noPlace, message: "version \(plan.version) has no place for it, so it is set aside")
      }
      return Failure(
        cell: cell, reason: .inDoubt,
        message: "it could be \(cell.namesOfCandidates()), so it is set aside; say which with --map")
    }
    if cell.setAsideFrom != nil, cell.fates == [.setAside] {
      return Failure(
        cell: cell, reason: .placeTaken,
        message: "\(place) is filled in already, so it stays set aside; formstate reset frees it")
    }
    if cell.fates.contains(.keptAsDraft) {
      return Failure(
        cell: cell, reason: .notAccepted, message: "\(place) does not accept the answer, so it is kept as a draft")
    }
    guard cell.fates.contains(.setAside) || cell.fates.contains(.partlyKept) else { return nil }
    return Failure(
      cell: cell, reason: .partlyAccepted, message: "\(place) does not accept all of it, so the rest is set aside")
  }
}
#endif
