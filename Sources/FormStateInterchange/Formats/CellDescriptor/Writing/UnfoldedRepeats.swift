import FormState

extension ResponseContents {
  /// The response with the cells of all instances as plain cells, named by their addresses, for a format without
  /// repeats. The visible rows and their values are the same.
  ///
  /// - Complexity: O(n) for n cells, those of instances each counted.
  var withUnfoldedRepeats: (form: FormDefinition, state: ResponseState) {
    guard form.hasRepeats else { return (form, state) }
    let notAsked = form.subjectsNotAsked(in: state)
    var unfolded = form
    var cells: [[(cell: FormCell, level: Int)]] = form.sections.map { _ in [] }
    let nestings = form.sections.map(Nesting.init(of:))
    form.forEachCell(in: state) { cell, place in
      let isAsked = !notAsked.contains(StateSubject(cell.key, instance: place.instance))
      let level = nestings[place.section].levels.element(at: place.position) ?? 0
      cells[place.section].append((copy(of: cell, in: place.instance, isAsked: isAsked), level))
    }
    for section in unfolded.sections.indices {
      unfolded.sections[section].relevant = nil
      unfolded.sections[section].cells = FormCells(Self.nested(cells[section]))
    }
    return (unfolded, plainState)
  }

  /// The current cell, without what would make it another one.
  private func copy(of cell: FormCell, in instance: Int, isAsked: Bool) -> FormCell {
    var copy = cell
    copy.key = StateSubject(cell.key, instance: instance).description
    copy.title = state.title(of: cell, in: form, instance: instance)
    copy.startsExpanded = state.isExpanded(cell, in: instance)
    copy.isHidden = cell.isHidden || !isAsked
    copy.rules = []
    copy.summary = nil
    if cell.kind.holdsValue { copy.defaultValue = state.value(of: cell, in: form, instance: instance) }
    guard cell.kind == .repeat else { return copy }
    copy.kind = .group
    copy.counts = nil
    return copy
  }

  /// The cells with the numbers of their descendants, which follow from their levels.
  private static func nested(_ cells: [(cell: FormCell, level: Int)]) -> [FormCell] {
    var nested = cells.map(\.cell)
    var open: [Int] = []
    func close(above level: Int, before end: Int) {
      while let last = open.last, cells[last].level >= level {
        nested[last].additionalRows = end - last - 1
        nested[last].isExpandable = nested[last].isExpandable && (end > last + 1 || cells[last].cell.inline != nil)
        nested[last].startsExpanded = nested[last].startsExpanded && nested[last].isExpandable
        open.removeLast()
      }
    }
    for (position, cell) in cells.enumerated() {
      close(above: cell.level, before: position)
      open.append(position)
    }
    close(above: 0, before: cells.count)
    return nested
  }

  /// The state without what the cells already contain.
  private var plainState: ResponseState {
    var plain = ResponseState()
    for subject in state.folds.keys where subject.setAsideFrom == nil {
      plain.apply(
        StateChange(.fold, of: subject, before: nil, after: state[.fold, of: subject]))
    }
    return plain
  }
}
