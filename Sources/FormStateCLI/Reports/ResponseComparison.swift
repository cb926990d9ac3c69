#if CommandLine
import FormState
import FormStateInterchange
import FormStateStore

/// Compares two revisions of a response: which fields changed, which faults began and ended, and which rows came, went
/// and changed.
struct ResponseComparison {
  let before: ShownContents
  let after: ShownContents
  let change: ScreenChange
  /// The cells whose contents are left out.
  let concealed: SensitiveCells

  /// What a change of a response did.
  ///
  /// Revisions have no drafts, so drafts are compared only if they were read on both sides: before the change, and now
  /// while nobody else has gone on.
  ///
  /// - Parameters:
  ///   - before: the response with its drafts, as it was read before the change; `nil` between two revisions.
  ///   - concealed: the cells whose contents are left out.
  /// - Throws: `StoreError`.
  static func report(
    _ change: ScreenChange, to key: ResponseKey, in store: FormStore, _ language: LanguageArguments,
    before read: ShownContents? = nil, concealing concealed: SensitiveCells
  ) throws -> ResponseChange {
    func report(_ before: ShownContents, _ after: ShownContents) throws -> ResponseChange {
      try Self(before: before, after: after, change: change, concealed: concealed).report()
    }
    if let read, read.contents.revision == change.previousRevision {
      let now = try ShownContents(key, in: store, language)
      if now.contents.revision == change.revision { return try report(read, now) }
    }
    return try report(
      ShownContents(key, at: change.previousRevision, in: store, language),
      ShownContents(key, at: change.revision, in: store, language))
  }

  /// The report.
  ///
  /// - Throws: `StoreError.damaged` where cells cannot be read.
  /// - Complexity: O(k log k) for k touched fields and instances, and O(r log n) for r rows that came, went or changed.
  func report() throws -> ResponseChange {
    try CellPages.requiring {
      let (begun, ended) = faults()
      return ResponseChange(
        key: after.contents.key, previousRevision: change.previousRevision, revision: change.revision,
        changes: FieldChanges(from: before.shown, to: after.shown, concealing: concealed).inOrder,
        begunFaults: begun, endedFaults: ended,
        batch: ChangedRows(of: change.batch, before: before.shown, after: after.shown))
    }
  }

  // MARK: - Faults

  /// What distinguishes a fault from others; the number of a reported one follows from those before it.
  private struct Identity: Hashable {
    let address: String?
    let kind: Fault.Kind
    let number: Int
    let message: String
    let reporter: String?

    init(_ fault: Fault) {
      (address, kind, message, reporter) = (fault.address, fault.kind, fault.message, fault.reporter)
      number = fault.kind == .reported ? 0 : fault.number
    }
  }

  private func faults() -> (begun: [PlacedFault], ended: [PlacedFault]) {
    let (old, new) = (before.shown.form.faults(in: before.shown.state), after.shown.form.faults(in: after.shown.state))
    let (former, present) = (Set(old.map(Identity.init)), Set(new.map(Identity.init)))
    return (
      Self.placed(new.filter { !former.contains(Identity($0)) }, in: after),
      Self.placed(old.filter { !present.contains(Identity($0)) }, in: before)
    )
  }

  private static func placed(_ faults: [Fault], in contents: ShownContents) -> [PlacedFault] {
    let names = contents.shown.form.questionsAndRepeats(withKeys: Set(faults.compactMap(\.cell)))
    return faults.map { PlacedFault($0, in: names) }
  }
}

/// What led from one revision of a response to another.
struct ResponseChange: Shape {
  static let meaning = "What led from one revision of a response to another."

  let key: ResponseKey
  let previousRevision: Int
  let revision: Int
  /// How many steps an undo or a redo was about; `nil` for anything else.
  var stepCount: Int?
  /// The answers that differ between two revisions; `nil` for what one action did.
  var answers: [AnswerDifference]?
  let changes: [PrintedChange]
  let begunFaults: [PlacedFault]
  let endedFaults: [PlacedFault]
  let batch: ChangedRows

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.include(\.key)
    m(
      "previousRevision", \.previousRevision,
      "The revision before; the same as `revision` if nothing changed.")
    m("revision", \.revision, Meaning.revision)
    m.ifAny(
      "stepCount", \.stepCount, "How many steps were undone or redone; only of `undo` and `redo`.")
    m.ifAny("answers", \.answers, "The answers that differ; only of `diff`.")
    m(
      "changes", \.changes,
      "Which fields differ, in the order of the form. A cell that is added or removed with its instance is listed if it holds something."
    )
    m("begunFaults", \.begunFaults, "The new faults, as `formstate faults` lists them.")
    m("endedFaults", \.endedFaults, "The faults that are gone.")
    m("batch", \.batch, "What takes a table view from the rows before to the rows after.")
  }
}
#endif
