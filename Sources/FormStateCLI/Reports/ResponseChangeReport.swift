#if CommandLine
import FormState
import FormStateInterchange
import FormStateStore

/// Tells as data what led from one revision of a response to another: which fields changed, which faults began and
/// ended, and which rows came, went and changed.
struct ResponseChangeReport {
  let before: ShownContents
  let after: ShownContents
  let change: ScreenChange
  /// The cells whose contents are left out.
  let concealed: SensitiveCells

  /// The report of a change of a response.
  ///
  /// Revisions have no drafts, so drafts are compared only if they were read on both sides: before the change, and now
  /// while nobody else has gone on.
  ///
  /// - Parameters:
  ///   - before: the response with its drafts, as it was read before the change; `nil` between two revisions.
  ///   - concealed: the cells whose contents are left out.
  ///   - more: what else the command tells, behind the revisions.
  /// - Throws: `StoreError`.
  static func json(
    of change: ScreenChange, to key: ResponseKey, in store: FormStore, _ language: LanguageArguments,
    before read: ShownContents? = nil, concealing concealed: SensitiveCells,
    more: [(name: String, value: OrderedJSON)] = []
  ) throws -> OrderedJSON {
    func report(_ before: ShownContents, _ after: ShownContents) throws -> OrderedJSON {
      try Self(before: before, after: after, change: change, concealed: concealed).json(more: more)
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
  /// - Parameter more: what else the command tells, behind the revisions.
  /// - Throws: `StoreError.damaged` where cells cannot be read.
  /// - Complexity: O(k log k) for k touched fields and instances, and O(r log n) for r rows that came, went or changed.
  func json(more: [(name: String, value: OrderedJSON)] = []) throws -> OrderedJSON {
    try CellPages.requiring { document(more) }
  }

  private func document(_ more: [(name: String, value: OrderedJSON)]) -> OrderedJSON {
    let key = after.contents.key
    let (begun, ended) = faults()
    return OrderedJSON.object(
      OrderedJSON.members(of: key) + [
        ("previousRevision", .integer(change.previousRevision)), ("revision", .integer(change.revision)),
      ] + more + [
        ("changes", FieldChanges(from: before.shown, to: after.shown, concealing: concealed).json),
        ("begunFaults", begun), ("endedFaults", ended),
        ("batch", ChangedRows(batch: change.batch, before: before.shown, after: after.shown).json),
      ])
  }

  // MARK: - Faults

  /// What tells a fault from others; the number of a reported one follows from those before it.
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

  private func faults() -> (begun: OrderedJSON, ended: OrderedJSON) {
    let (old, new) = (before.shown.form.faults(in: before.shown.state), after.shown.form.faults(in: after.shown.state))
    let (former, present) = (Set(old.map(Identity.init)), Set(new.map(Identity.init)))
    return (
      Self.json(of: new.filter { !former.contains(Identity($0)) }, in: after),
      Self.json(of: old.filter { !present.contains(Identity($0)) }, in: before)
    )
  }

  private static func json(of faults: [Fault], in contents: ShownContents) -> OrderedJSON {
    let names = contents.shown.form.questionsAndRepeats(withKeys: Set(faults.compactMap(\.cell)))
    return .array(faults.map { fault in OrderedJSON(fault, of: fault.cell.flatMap { names[$0] }) })
  }
}

/// Tells the rows of a batch update, each with its cell and its titles.
struct ChangedRows {
  let batch: BatchUpdate
  let before: ShownForm
  let after: ShownForm

  /// The batch update: sections by their positions, and rows as objects.
  var json: OrderedJSON {
    .object([
      ("deletedSections", sections(batch.deletedSections)), ("insertedSections", sections(batch.insertedSections)),
      ("deletedRows", .array(batch.deletedRows.flatMap(\.paths).map { row($0, in: before) })),
      ("insertedRows", .array(batch.insertedRows.flatMap(\.paths).map { row($0, in: after) })),
      ("movedRows", .array(batch.movedRows.flatMap { zip($0.from.paths, $0.to.paths).map(kept) })),
      ("reloadedRows", .array(zip(batch.reloadedRows, batch.reloadedRowsAfter).map(kept))),
      ("resizedRows", .array(batch.resizedRows.flatMap(\.paths).map { row($0, in: after) })),
      ("changedHeaders", sections(batch.changedHeaders)), ("reloadedHeaders", sections(batch.reloadedHeaders)),
    ])
  }

  private func sections(_ positions: [Int]) -> OrderedJSON { .array(positions.map(OrderedJSON.integer)) }

  /// A row that comes, goes or changes its height.
  private func row(_ path: RowPath, in shown: ShownForm) -> OrderedJSON {
    .object([("path", OrderedJSON(path))] + members(of: shown.row(at: path)))
  }

  /// A row that stays, where it was and where it is.
  private func kept(_ path: RowPath, _ newPath: RowPath) -> OrderedJSON {
    .object(
      [("path", OrderedJSON(path)), ("newPath", OrderedJSON(newPath))] + members(of: after.row(at: newPath)))
  }

  private func members(of row: VisibleRow?) -> [(name: String, value: OrderedJSON)] {
    guard let row else { return [] }
    return OrderedJSON.members(ofCell: row.key, in: row.instance)
      + [("title", .string(row.reportedTitle ?? row.title)), ("subtitle", .string(row.subtitle))]
  }
}
#endif
