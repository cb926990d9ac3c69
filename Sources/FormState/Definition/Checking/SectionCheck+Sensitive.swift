/// Checks that what a sensitive cell contains does not show elsewhere.
extension SectionCheck {
  /// The faults of a cell that is sensitive, and of a summary that shows one.
  func sensitivityFaults(of cell: FormCell, row: Int) -> [DefinitionFault] {
    guard !cell.isSensitive else {
      switch cell.kind {
      case .option:
        return [fault(cell, row, "sensitive", "an option is what can be chosen; make its question sensitive")]
      case .repeat:
        return [fault(cell, row, "sensitive", "a repeat contains instances; make the cells in it sensitive")]
      default: return []
      }
    }
    guard let key = sensitiveKey(shownBy: cell, row: row) else { return [] }
    let problem = "shows “\(key.shortened)”, which is sensitive; make this cell sensitive too, or write \"none\""
    return [fault(cell, row, "summary", problem)]
  }

  /// The first sensitive cell that the summary of a cell shows.
  private func sensitiveKey(shownBy cell: FormCell, row: Int) -> String? {
    let shown: Set<String>
    switch cell.summary {
    case nil, .choice: return nil
    case .join: shown = Set(section.positionsDirectly(under: row).map { section.cells[$0].key })
    case .template(let template): shown = Set(template.cellKeys)
    }
    return rowsBelow(row).lazy.map { section.cells[$0] }.first { $0.isSensitive && shown.contains($0.key) }?.key
  }
}
