import FormState
import GRDB

/// Determines what one or several actions do to the screen, without loading the form.
///
/// Where rows stand is asked before the first action that changes anything in their section; until then they stand as
/// they did before all of them.
final class BatchRecorder {
  private let db: Database
  private let location: ResponseLocation
  private let before: VisiblePositions
  private let isOne: Bool
  private let definitions: OpenDefinitions
  private var changes: [PlacedChange] = []
  private var options: [CellPlace] = []
  private var plan: BatchPlan?
  /// What showed before everything, once the response has moved to another version of its form.
  private var formerContents: (form: FormDefinition, state: ResponseState)?
  /// The rows before everything of a form with repeats, whose instances the walk over positions does not know, and of a
  /// large form, in which it would walk over very many.
  private var formerRows: (form: FormDefinition, index: VisibilityIndex)?

  /// Prepares to record.
  ///
  /// - Parameters:
  ///   - isOne: whether ``record(_:)`` is called once at most, so that no more than what it is given has to be looked
  ///     at.
  ///   - definitions: what hands out the cells of a large form a page at a time.
  init(db: Database, location: ResponseLocation, isOne: Bool, definitions: OpenDefinitions) {
    self.definitions = definitions
    self.db = db
    self.location = location
    self.isOne = isOne
    before = VisiblePositions(db: db, location: location)
  }

  /// Notes what is about to be done.
  ///
  /// - Complexity: O(v) for the v visible rows above the last row that changes, of one action; of several, for all
  ///   visible rows of the sections that are mentioned for the first time; of a large form, as for a session that
  ///   opens; O(r log r) for r rows where it leads to another version.
  func record(_ decision: Decision) throws {
    guard formerContents == nil else { return }
    guard decision.crossing == nil else { return try recordContents() }
    let changes = decision.changes
    self.changes += changes
    if formerRows == nil, let form = try formWithRowsInMemory() {
      let state = try StateTables(db: db, location: location).visibility()
      formerRows = (form, VisibilityIndex(form: form, state: state))
    }
    guard formerRows == nil else { return }
    if isOne {
      var plan = try BatchPlan(changes: changes) { choices in
        options = try self.options(of: choices)
        return options
      }
      try plan.recordRowsBefore(rows(askedAbout: changes))
      self.plan = plan
    } else {
      for section in Set(changes.map(\.section)) { _ = try before.positions(inSection: section) }
    }
  }

  /// A form whose rows are found in memory: one that is read in pages, and one with repeats; `nil` for every other.
  private func formWithRowsInMemory() throws -> FormDefinition? {
    try definitions.formInPages(of: location.version, in: db)
      ?? ResponseReader(db: db, location: location, definitions: definitions).repeating()?.form
  }

  private static func shown(_ form: FormDefinition, _ state: ResponseState) -> ShownForm {
    ShownForm(form: form, state: state, index: VisibilityIndex(form: form, state: state))
  }

  private func recordContents() throws {
    var state = try StateTables(db: db, location: location).state()
    for change in changes.reversed() { state.apply(change.change.inverse) }
    formerContents = (try definitions.definition(of: location.version, in: db).form, state)
  }

  /// What takes a table view from the rows before everything to the rows after it.
  ///
  /// - Parameter location: the response after it.
  func batchUpdate(at location: ResponseLocation) throws -> BatchUpdate {
    if let former = formerContents {
      let form = try definitions.definition(of: location.version, in: db).form
      let state = try StateTables(db: db, location: location).state()
      let batch = BatchUpdate(
        from: Self.shown(former.form, former.state), to: Self.shown(form, state),
        by: VersionMatch(from: former.form, to: form))
      for pages in [former.form.cellPages, form.cellPages] { try pages?.takeFailure() }
      return batch
    }
    if let former = formerRows {
      var index = former.index
      let batch = index.apply(changes, options: former.form.options)
      try former.form.cellPages?.takeFailure()
      return batch
    }
    if let plan { return try plan.batchUpdate(after: rows(askedAbout: changes)) }
    var plan = try BatchPlan(changes: changes, options: options)
    try plan.recordRowsBefore(before)
    return try plan.batchUpdate(after: VisiblePositions(db: db, location: location))
  }

  private func rows(askedAbout changes: [PlacedChange]) -> VisiblePositions {
    VisiblePositions(
      db: db, location: location,
      askedAbout: changes.compactMap { change in
        change.position.map { CellPlace(section: change.section, position: $0) }
      } + options)
  }

  /// The options of questions that hold something else than before.
  private func options(of choices: [BatchPlan.NewChoice]) throws -> [CellPlace] {
    try choices.flatMap { choice in
      let positions = try Int.fetchAll(
        try db.cachedStatement(
          sql: """
            SELECT option.position
            FROM formstate_section AS section
            CROSS JOIN formstate_cell AS question
              ON question.section_id = section.id AND question.position = :position
            CROSS JOIN formstate_cell AS option
              ON option.section_id = section.id AND option.parent_id = question.id
              AND option.position > question.position
              AND option.position <= question.position + question.additional_rows
            WHERE section.version_id = :version AND section.position = :section
              AND option.option_value IN (SELECT value FROM json_each(:values))
            """),
        arguments: [
          "version": location.version.id, "section": choice.question.section, "position": choice.question.position,
          "values": ChoiceText.text(of: choice.values),
        ])
      // What a damaged database says must not overflow where it is added to.
      return positions.map { CellPlace(section: choice.question.section, position: Int(Int32(clamping: $0))) }
    }
  }
}
