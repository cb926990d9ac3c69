import FormState

/// Opens and closes the first cell of a form again and again in a visibility index.
struct IndexToggle {
  private let form: FormDefinition
  private let cell: FormCell
  private static let operations = 10_000

  init(_ form: FormDefinition, cell: FormCell) {
    self.form = form
    self.cell = cell
  }

  /// The seconds per toggle.
  func seconds(runs: Int) -> Double {
    var index = VisibilityIndex(form: form)
    let seconds = Measurement.seconds(runs: runs) {
      for step in 0..<Self.operations {
        let opens = step.isMultiple(of: 2)
        let change = StateChange(
          .disclosure, of: StateSubject(cell.key), before: .flag(!opens), after: .flag(opens))
        let placed = PlacedChange(
          change: change, section: 0, position: 0, extent: cell.additionalRows, startsOpen: false)
        _ = index.apply([placed])
      }
    }
    return seconds / Double(Self.operations)
  }
}
