#if CommandLine
import FormState
import FormStateInterchange
import FormStateStore

/// What an upgrade did with responses of a form, or would do.
struct UpgradedResponses: Shape {
  static let meaning = "What an upgrade did, or would do, with responses of a form."

  private let reports: [UpgradeReport]
  private let form: String
  private let changedCount: Int
  private let failures: [UpgradeReport.Failure]

  /// Reports all responses that an upgrade was about.
  ///
  /// - Parameter form: the key of their form.
  init(_ reports: [UpgradeReport], ofForm form: String) {
    (self.reports, self.form) = (reports, form)
    changedCount = reports.count(where: \.plan.changesAnything)
    failures = reports.flatMap(\.failures)
  }

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("form", \.form, Meaning.form)
    m("dryRun", \.isDryRun, Meaning.dryRun)
    m(
      "outcome", \.outcome,
      "done: all of it was upgraded; partly: `failures` lists what was not; nothing: all responses are unchanged.")
    m("responseCount", \.reports.count, "How many responses there are.")
    m("changedResponseCount", \.changedCount, "How many of them were changed, or would be.")
    m("failures", \.failures, "What was not upgraded, with response and reason.")
    m("responses", \.reports, "The responses.")
  }

  private var isDryRun: Bool { reports.first?.isDryRun ?? false }
  private var outcome: UpgradeReport.Outcome { changedCount == 0 ? .nothing : failures.isEmpty ? .done : .partly }
}

extension UpgradeReport: Shape {
  static let meaning = "What an upgrade did with a response."

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("response", \.key.response, Meaning.response)
    m(
      "outcome", \.outcome,
      "done: all of it was upgraded; partly: `failures` lists what was not; nothing: it is unchanged.")
    m("formerVersion", \.plan.formerVersion, "The version of the form before.")
    m("version", \.plan.version, "The version of the form afterwards.")
    m("cells", \.plan.cells, "The cells with contents.")
  }

  private var outcome: Outcome { !plan.changesAnything ? .nothing : failures.isEmpty ? .done : .partly }
}

extension UpgradedCell: Shape {
  package static let meaning = "A cell with contents."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.include(\.places)
    m("fates", \.fates, "What happens to it; at least one.")
    m("candidates", \.candidates, "If the matching cell is in doubt, the keys of the candidates, at most 100.")
    m(
      "formerAnswer", \.formerAnswer,
      "The readable answer or draft before, if the upgrade changes it; otherwise null.")
    m(
      "answer", \.answer,
      "The readable answer or draft afterwards, if the upgrade changes it; otherwise null.")
  }

  fileprivate var places: Places { Places(cell: self) }

  /// Which cell it is, before and afterwards.
  fileprivate struct Places: Shape {
    static let meaning = "Which cell it is, before and afterwards."

    let cell: UpgradedCell

    static func list<M: PrintedMembers<Self>>(_ m: inout M) {
      m(
        "fromVersion", \.cell.setAsideFrom,
        "The version of the form that has the cell, where an earlier upgrade had set it aside; otherwise null.")
      m.include(\.address)
      m("question", \.cell.title, "What a person calls it.")
      m("newCell", \.cell.newKey, "The key of the cell afterwards; null where it is set aside as a whole.")
    }

    /// The cell before the upgrade.
    private var address: PrintedAddress { PrintedAddress(cell.key, in: cell.instance, naming: InstanceNames()) }
  }
}

extension UpgradedCell.Fate: PrintedWord {}

extension UpgradeReport {
  /// How much of an upgrade was done, or would be.
  fileprivate enum Outcome: String, PrintedWord {
    /// All that the responses hold has gone along.
    case done
    /// Some of it has not.
    case partly
    /// The responses are as they were.
    case nothing
  }

  /// Something that could not go along.
  fileprivate struct Failure: Shape {
    /// Why it could not.
    enum Reason: String, PrintedWord {
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

    static let meaning = "Something that was not upgraded."

    let response: String
    let cell: UpgradedCell
    let reason: Reason
    /// What became of it and what to do, as a clause.
    let message: String

    static func list<M: PrintedMembers<Self>>(_ m: inout M) {
      m("response", \.response, Meaning.response)
      m.include(\.cell.places)
      m(
        "reason", \.reason,
        "Why: the version has no such cell, the matching cell is in doubt, the other cell already has an answer, or it does not accept the answer, or not all of it."
      )
      m("message", \.message, "What happened to it, and what to do.")
    }
  }

  // MARK: - What could not go along

  fileprivate var failures: [Failure] { plan.cells.compactMap(failure) }

  private func failure(of cell: UpgradedCell) -> Failure? {
    guard let place = cell.newKey.map({ "“\($0)”" }) else {
      // What an earlier upgrade set aside and nobody has mapped is no failure of this one.
      guard cell.setAsideFrom == nil else { return nil }
      guard !cell.candidates.isEmpty else {
        return Failure(
          response: key.response, cell: cell, reason: .noPlace,
          message: "version \(plan.version) has no place for it, so it is set aside")
      }
      return Failure(
        response: key.response, cell: cell, reason: .inDoubt,
        message: "it could be \(cell.namesOfCandidates()), so it is set aside; say which with --map")
    }
    if cell.setAsideFrom != nil, cell.fates == [.setAside] {
      return Failure(
        response: key.response, cell: cell, reason: .placeTaken,
        message: "\(place) already has an answer, so it stays set aside; formstate reset frees it")
    }
    if cell.fates.contains(.keptAsDraft) {
      return Failure(
        response: key.response, cell: cell, reason: .notAccepted,
        message: "\(place) does not accept the answer, so it is kept as a draft")
    }
    guard cell.fates.contains(.setAside) || cell.fates.contains(.partlyKept) else { return nil }
    return Failure(
      response: key.response, cell: cell, reason: .partlyAccepted,
      message: "\(place) does not accept all of it, so the rest is set aside")
  }
}
#endif
