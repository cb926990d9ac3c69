import FormState
import TestSupport
import Testing

@testable import FormStateStore

/// A response as a table view has drawn it.
struct DrawnForm {
  let form: FormDefinition
  private let state: ResponseState
  let sections: [SectionBatchChecker.Section<NaiveModel.Row>]

  /// The drawing of a session.
  init(_ session: FormSession) {
    form = session.form
    state = session.state
    let rows = FollowedScreen.rows(of: session)
    sections = session.form.sections.indices.map { section in
      SectionBatchChecker.Section(
        header: Self.header(of: session.form.sections[section], isFolded: session.isFolded(section: section)),
        rows: rows[section].map(NaiveModel.Row.init))
    }
  }

  /// The drawing of a state by a naive model.
  init(_ form: FormDefinition, _ state: ResponseState, _ hiddenRows: HiddenRows) {
    self.form = form
    self.state = state
    let rows = Self.rows(of: form, state, hiddenRows)
    sections = zip(form.sections, rows).map { section, rows in
      SectionBatchChecker.Section(header: Self.header(of: section, isFolded: state.isFolded(section)), rows: rows)
    }
  }

  /// The rows of a state; for a form with repeats, from a fresh index.
  private static func rows(
    of form: FormDefinition, _ state: ResponseState, _ hiddenRows: HiddenRows
  ) -> [[NaiveModel.Row]] {
    guard form.hasRepeats else {
      return NaiveModel.rows(of: form, state: state, hiddenRows: hiddenRows)
    }
    let index = VisibilityIndex(form: form, state: state, hiddenRows: hiddenRows)
    let shown = ShownForm(form: form, state: state, index: index)
    return form.sections.indices.map { section in
      (0..<index.numberOfRows(in: section)).compactMap { row in
        shown.row(at: RowPath(section: section, row: row)).map(NaiveModel.Row.init)
      }
    }
  }

  private static func header(of section: FormSection, isFolded: Bool) -> [String] {
    [section.title, "\(section.isFoldable)", "\(isFolded)"]
  }

  /// The faults in a batch update.
  ///
  /// - Parameter crosses: whether it crosses versions, even if it returns to the same one.
  static func faults(in batch: BatchUpdate, from old: DrawnForm, to new: DrawnForm, crosses: Bool) -> [String] {
    guard crosses || old.form != new.form else {
      return BatchChecker.faults(
        in: batch, from: old.sections.map(\.rows), to: new.sections.map(\.rows),
        moving: BatchChecker.moving(old.sections.flatMap(\.rows).map(\.key), from: old.state, to: new.state))
    }
    return SectionBatchChecker.faults(in: batch, from: old.sections, to: new.sections)
      + (batch.stages.count > 1 ? ["there are \(batch.stages.count) stages"] : [])
  }
}

/// A session, its drawing in a table view, and a follower that reads its changes late.
final class FollowedScreen {
  let session: FormSession
  private let changes: AsyncStream<SessionChange>
  private let first: [[VisibleRow]]
  /// The rows at the revisions after each move; drafts move a screen without a new revision.
  private var looks: [Int: [[VisibleRow]]] = [:]

  init(_ store: FormStore, _ key: ResponseKey, _ hiddenRows: HiddenRows) throws {
    // Otherwise random actions, which follow each other at once, would all be one step.
    session = try store.session(for: key, hiddenRows: hiddenRows, coalescing: .zero)
    changes = session.changes
    first = Self.rows(of: session)
  }

  /// The rows of a session, by its sections.
  static func rows(of session: FormSession) -> [[VisibleRow]] {
    (0..<session.numberOfSections).map { section in
      (0..<session.numberOfRows(in: section)).compactMap { session.row(at: RowPath(section: section, row: $0)) }
    }
  }

  /// The faults in a move of the screen.
  func faults(of move: () throws -> ScreenChange) throws -> [String] {
    let before = DrawnForm(session)
    let change = try move()
    looks[change.revision] = Self.rows(of: session)
    return DrawnForm.faults(in: change.batch, from: before, to: DrawnForm(session), crosses: false)
  }

  // MARK: Following

  /// The faults in the rows of a follower that knows only the changes.
  func followersFaults() async -> [String] {
    var rows = first
    var revision = 0
    // Drafts may follow the last revision, so something must come after them.
    guard session.revision > 0, (try? await session.apply(.reportFault("The end, at \(session.revision)."))) != nil
    else {
      return []
    }
    for await change in changes {
      if change.revision > revision, let seen = looks[revision], Self.drawn(rows) != Self.drawn(seen) {
        return ["other rows at \(revision)"]
      }
      if change.previousRevision != revision { return ["\(change.previousRevision) does not follow \(revision)"] }
      for step in change.batch.steps where !Self.take(step, change, &rows) { return ["\(step) fails at \(revision)"] }
      revision = change.revision
      if revision == session.revision { break }
    }
    return Self.drawn(rows) == Self.drawn(Self.rows(of: session)) ? [] : ["other rows in the end"]
  }

  private static func take(_ step: BatchStep, _ change: SessionChange, _ rows: inout [[VisibleRow]]) -> Bool {
    switch step {
    case .delete(let range):
      guard rows.indices.contains(range.section), range.rows.upperBound <= rows[range.section].count else {
        return false
      }
      rows[range.section].removeSubrange(range.rows)
    case .insert(let range):
      let new = range.paths.compactMap(change.row(at:))
      guard rows.indices.contains(range.section), range.rows.lowerBound <= rows[range.section].count,
        new.count == range.rows.count
      else { return false }
      rows[range.section].insert(contentsOf: new, at: range.rows.lowerBound)
    case .deleteSection(let section):
      guard rows.indices.contains(section) else { return false }
      rows.remove(at: section)
    case .insertSection(let section):
      guard section <= rows.count else { return false }
      rows.insert(change.rows.filter { $0.path.section == section }, at: section)
    case .reload(let path): return take(path, change, &rows)
    case .resize(let range): return range.paths.allSatisfy { take($0, change, &rows) }
    }
    return true
  }

  private static func take(_ path: RowPath, _ change: SessionChange, _ rows: inout [[VisibleRow]]) -> Bool {
    guard rows.indices.contains(path.section), rows[path.section].indices.contains(path.row),
      let row = change.row(at: path)
    else { return false }
    rows[path.section][path.row] = row
    return true
  }

  /// The rows as they are drawn: without height, their expansion does not show.
  private static func drawn(_ rows: [[VisibleRow]]) -> [[VisibleRow]] {
    rows.map { section in
      section.map { row in
        var row = row
        if row.isInline, row.height == .points(0) { row.isExpanded = false }
        return row
      }
    }
  }
}
