import FormState
import GRDB

/// Determines the effect of one or several actions on the screen.
final class BatchRecorder {
  private let db: Database
  private let location: ResponseLocation
  private let definitions: OpenDefinitions
  private var changes: [PlacedChange] = []
  /// The rows before all actions; `nil` before the first one.
  private var formerRows: (form: FormDefinition, index: VisibilityIndex)?
  /// The contents before all actions, once the response was upgraded to another version of its form.
  private var formerContents: (form: FormDefinition, state: ResponseState)?

  /// Prepares to record.
  ///
  /// - Parameter definitions: the source of definitions.
  init(db: Database, location: ResponseLocation, definitions: OpenDefinitions) {
    self.db = db
    self.location = location
    self.definitions = definitions
  }

  /// Records what is about to be done.
  ///
  /// - Complexity: O(k log n) for k opened or closed cells and instances, the first time; O(r log r) for r rows if it
  ///   leads to another version.
  func record(_ decision: Decision) throws {
    guard formerContents == nil else { return }
    guard decision.upgrade == nil else { return try recordContents() }
    changes += decision.changes + decision.drafts
    guard formerRows == nil else { return }
    let form = try definitions.definition(of: location.version, in: db).form
    let state = try StateTables(db: db, location: location).visibility()
    formerRows = (form, VisibilityIndex(form: form, state: state))
  }

  private static func shown(_ form: FormDefinition, _ state: ResponseState) -> ShownForm {
    ShownForm(form: form, state: state, index: VisibilityIndex(form: form, state: state))
  }

  private func recordContents() throws {
    var state = try StateTables(db: db, location: location).state()
    for change in changes.reversed() { state.apply(change.change.inverse) }
    formerContents = (try definitions.definition(of: location.version, in: db).form, state)
  }

  /// The update of a table view from the rows before all actions to those after them.
  ///
  /// - Parameter location: the response after the actions.
  func batchUpdate(at location: ResponseLocation) throws -> BatchUpdate {
    if let former = formerContents {
      let form = try definitions.definition(of: location.version, in: db).form
      let state = try StateTables(db: db, location: location).state()
      return BatchUpdate(
        from: Self.shown(former.form, former.state), to: Self.shown(form, state),
        by: VersionMatch(from: former.form, to: form))
    }
    guard let former = formerRows else { return BatchUpdate() }
    var index = former.index
    return index.apply(changes, options: former.form.options)
  }
}
