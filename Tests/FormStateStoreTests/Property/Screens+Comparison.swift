import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

// MARK: - Comparing with the model

extension Screens {
  func expectLegal(
    _ changes: Changes, from states: (removing: ResponseState, keeping: ResponseState), _ place: Comment
  ) throws {
    let both: [(ScreenChange?, ResponseState, HiddenRows)] = [
      (changes.removing, states.removing, HiddenRows.removed), (changes.keeping, states.keeping, .zeroHeight),
    ]
    for (change, state, hiddenRows) in both {
      guard let change else { continue }
      #expect(change.revision == removing.revision, place)
      let before = NaiveModel.rows(of: form, state: state, hiddenRows: hiddenRows)
      let after = NaiveModel.rows(of: form, state: removing.state, hiddenRows: hiddenRows)
      #expect(BatchChecker.faults(in: change.batch, from: before, to: after) == [], place)
    }
  }

  func expectAgreement(_ place: Comment) throws {
    let state = try store.read { db in
      let location = try ResponseLocation.find(key, in: db)
      return try StateTables(db: db, location: location).state(withDraftsOf: nil)
    }
    #expect(state == removing.state, place)
    #expect(state == keeping.state, place)
    try #require(state == history.state, place)
    #expect(removing.revision == history.revision, place)
    #expect(removing.canUndo == history.canRevert(.undo, scope: .everything), place)
    #expect(keeping.canRedo == history.canRevert(.redo, scope: .everything), place)
    // The undo names of values are compared only now and then, because the naive history is slow.
    if history.revision % 8 == 0 {
      let values = try store.undoNames(of: key, scope: .values)
      #expect((values.undo != nil) == history.canRevert(.undo, scope: .values), place)
      #expect((values.redo != nil) == history.canRevert(.redo, scope: .values), place)
    }
    let naive = NaiveModel.visibleRows(of: form, state: state)
    #expect(removing.visibleRowsPerSection == naive, place)
    #expect(keeping.visibleRowsPerSection == naive, place)
    try expectRows(state, place)
    try expectFaults(state, place)
  }

  /// Compares the faults of the session, the view and the model.
  private func expectFaults(_ state: ResponseState, _ place: Comment) throws {
    let naive = model.faults(in: state)
    let shown = removing.faults.map {
      "\($0.cell ?? "response") \($0.kind == .constraint ? "\($0.number)" : $0.kind.rawValue)"
    }
    #expect(shown == naive, place)
    for session in [removing, keeping] { #expect(session.faults == form.faults(in: state), place) }
    // The view shows only responses that have begun.
    guard removing.revision > 0 else { return }
    let viewed = try store.read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT coalesce(cell, 'response') || ' ' || iif(fault = 'constraint', fault_number, fault)
          FROM fault
          WHERE response = ?
          ORDER BY section_position, place
          """)
      return try String.fetchAll(statement, arguments: [key.response])
    }
    #expect(viewed == naive, place)
  }

  private func expectRows(_ state: ResponseState, _ place: Comment) throws {
    let shown = rows(of: removing)
    let kept = rows(of: keeping)
    #expect(shown.map { $0.map(NaiveModel.Row.init) } == NaiveModel.rows(of: form, state: state), place)
    #expect(
      kept.map { $0.map(NaiveModel.Row.init) } == NaiveModel.rows(of: form, state: state, hiddenRows: .zeroHeight),
      place)
    #expect(kept.map { $0.filter { $0.height != .points(0) }.map(\.key) } == shown.map { $0.map(\.key) }, place)
    #expect(kept.map(\.count) == form.sections.map(\.cells.count), place)
    #expect(shown.joined().allSatisfy { removing.rowPath(of: .key($0.key)) == $0.path }, place)
    guard removing.revision > 0 else { return }
    try expectView(shows: shown.flatMap { $0 }, place)
    try expectSections(place)
  }

  /// Compares the sections of the session and the view.
  private func expectSections(_ place: Comment) throws {
    let view = try store.read { db in
      try Row.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT section_key, section_position, is_foldable, is_folded, is_relevant, visible_rows, section
            FROM section
            ORDER BY section_position
            """))
    }
    let positions = 0..<removing.numberOfSections
    #expect(view.map { $0[0] as String } == positions.map { removing.key(ofSection: $0) }, place)
    #expect(view.map { $0[1] as Int } == Array(positions), place)
    #expect(view.map { $0[2] as Bool } == positions.map { removing.isFoldable(section: $0) }, place)
    #expect(view.map { $0[3] as Bool } == positions.map { removing.isFolded(section: $0) }, place)
    #expect(view.map { $0[4] as Bool } == positions.map { !removing.hidesHeader(ofSection: $0) }, place)
    #expect(view.map { $0[5] as Int } == positions.map { removing.numberOfRows(in: $0) }, place)
    #expect(view.map { $0[6] as String } == form.sections.map { $0.title.isEmpty ? $0.key : $0.title }, place)
  }

  func rows(of session: FormSession) -> [[VisibleRow]] {
    (0..<session.numberOfSections).map { section in
      (0..<session.numberOfRows(in: section)).compactMap { session.row(at: RowPath(section: section, row: $0)) }
    }
  }

  private func expectView(shows rows: [VisibleRow], _ place: Comment) throws {
    let view = try store.read { db in
      try Row.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT section_position, row, cell, title, value, level, draft, identifier
            FROM visible_row
            ORDER BY section_position, row
            """))
    }
    #expect(view.map { RowPath(section: $0[0], row: $0[1]) } == rows.map(\.path), place)
    #expect(view.map { $0[2] as String } == rows.map(\.key), place)
    #expect(view.map { $0[3] as String } == rows.map(\.title), place)
    #expect(view.map { $0[4] as DatabaseValue } == rows.map { $0.value?.stored ?? .null }, place)
    #expect(view.map { $0[5] as Int } == rows.map(\.level), place)
    #expect(view.map { $0[6] as String? } == rows.map(\.draft), place)
    #expect(view.map { $0[7] as String } == rows.map(\.identifier), place)
  }
}
