extension SectionCheck {
  /// The faults of a cell's range, step and unit.
  func numberFaults(of cell: FormCell, row: Int) -> [DefinitionFault] {
    rangeOfNumbersFaults(of: cell, row: row) + stepFaults(of: cell, row: row) + unitFaults(of: cell, row: row)
  }

  private func rangeOfNumbersFaults(of cell: FormCell, row: Int) -> [DefinitionFault] {
    guard let range = cell.range else {
      return cell.kind == .slider ? [fault(cell, row, "minimum", "a slider needs a minimum and a maximum")] : []
    }
    let name = cell.kind == .slider ? "a slider's" : "the cell's"
    if !cell.kind.isNumber {
      return [fault(cell, row, "minimum", "a cell of kind \(cell.kind.rawValue) has no minimum and maximum")]
    }
    if !(range.minimum.isFinite && range.maximum.isFinite) {
      return [fault(cell, row, "minimum", "\(name) minimum and maximum must be finite numbers")]
    }
    guard range.minimum <= range.maximum else {
      return [
        fault(cell, row, "minimum", "the minimum is above the maximum (\(range.description)); swap them")
      ]
    }
    return []
  }

  private func stepFaults(of cell: FormCell, row: Int) -> [DefinitionFault] {
    guard let step = cell.step else { return [] }
    guard cell.kind.isNumber else {
      return [fault(cell, row, "step", "a cell of kind \(cell.kind.rawValue) has no step")]
    }
    return step.isFinite && step > 0 ? [] : [fault(cell, row, "step", "is \(step); it must be greater than 0")]
  }

  private func unitFaults(of cell: FormCell, row: Int) -> [DefinitionFault] {
    guard let unit = cell.unit else { return [] }
    guard cell.kind.isNumber else {
      return [fault(cell, row, "unit", "a cell of kind \(cell.kind.rawValue) has no unit")]
    }
    return unit.isEmpty ? [fault(cell, row, "unit", "is empty; omit it for a plain number")] : []
  }
}
