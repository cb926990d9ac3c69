extension SectionCheck {
  /// The faults of a repeat, or of another cell that has counts.
  func repeatFaults(of cell: FormCell, row: Int) -> [DefinitionFault] {
    guard cell.kind == .repeat else {
      guard cell.counts != nil else { return [] }
      return [fault(cell, row, "counts", "a cell of kind \(cell.kind.rawValue) has no instances to count")]
    }
    var faults = countFaults(of: cell, row: row)
    if cell.additionalRows < 1 {
      faults.append(
        fault(cell, row, "additionalRows", "a repeat needs at least one cell under it as the template of its instances")
      )
    } else if !cell.isExpandable {
      faults.append(fault(cell, row, "kind", "a repeat must be expandable, because its instances appear under it"))
    }
    if cell.defaultValue != nil {
      faults.append(fault(cell, row, "value", "a repeat holds no value; set the value of a cell under it"))
    }
    if cell.summary != nil {
      faults.append(fault(cell, row, "summary", "a repeat has no summary; give it a rule for its title"))
    }
    if cell.inline != nil {
      faults.append(
        fault(cell, row, "inline", "a repeat shows its instances when it is expanded, and cannot grow in place"))
    }
    return faults
  }

  private func countFaults(of cell: FormCell, row: Int) -> [DefinitionFault] {
    guard let counts = cell.counts else { return [] }
    var faults: [DefinitionFault] = []
    if counts.minimum < 0 {
      faults.append(fault(cell, row, "minimum", "is \(counts.minimum); it must be 0 or more"))
    }
    if let maximum = counts.maximum, maximum < max(1, counts.minimum) {
      let least = counts.minimum > 1 ? "at least the minimum, \(counts.minimum)" : "1 or more"
      faults.append(fault(cell, row, "maximum", "is \(maximum); it must be \(least), or null for no limit"))
    }
    if counts.initial < 0 {
      faults.append(fault(cell, row, "initial", "is \(counts.initial); it must be 0 or more"))
    } else if let maximum = counts.maximum, counts.initial > maximum {
      faults.append(
        fault(cell, row, "initial", "is \(counts.initial), which is more than the maximum, \(maximum)"))
    }
    if !counts.first.isEmpty { faults += firstFaults(counts, of: cell, row: row) }
    return faults
  }

  /// The faults of the values of first instances.
  private func firstFaults(_ counts: InstanceCounts, of cell: FormCell, row: Int) -> [DefinitionFault] {
    guard cell.rule(.count) == nil else {
      return [
        fault(
          cell, row, "firstInstances", "cannot be combined with “count”; counted instances start like new ones")
      ]
    }
    guard counts.first.count <= counts.atFirst else {
      return [
        fault(
          cell, row, "firstInstances",
          "describes \(counts.first.count) instances, but there are \(counts.atFirst) initially")
      ]
    }
    guard counts.first.reduce(0, { $0 + $1.count }) <= InstanceCounts.mostAtOnce else {
      return [
        fault(
          cell, row, "firstInstances",
          "has more than \(InstanceCounts.mostAtOnce) instances in total, the maximum for a fresh response")
      ]
    }
    return counts.first.flatMap { firstFaults($0, row: row) }.map { fault(cell, row, "firstInstances", $0) }
  }

  private func firstFaults(_ instance: FirstInstance, row: Int) -> [String] {
    let (inside, _) = keysBelow(row)
    var rows: [String: Int] = [:]
    for below in rowsBelow(row) { rows[section.cells[below].key] = below }
    var faults: [String] = []
    for (key, value) in instance.values.sorted(by: { $0.key < $1.key }) {
      guard inside.contains(key), let place = rows[key], section.cells[place].kind.holdsValue else {
        faults.append("no cell “\(key.shortened)” of its instances holds a value")
        continue
      }
      guard let value else { continue }
      let held = section.cells[place]
      do {
        _ = try held.acceptedDefault(value, isStored: true, isOption: isOption(of: held, row: place))
      } catch {
        faults.append("“\(key.shortened)”: \(error.description)")
      }
    }
    for (key, instances) in instance.repeats.sorted(by: { $0.key < $1.key }) {
      guard inside.contains(key), let place = rows[key], section.cells[place].kind == .repeat else {
        faults.append("its instances have no repeat “\(key.shortened)”")
        continue
      }
      if section.cells[place].rule(.count) != nil {
        faults.append("a rule counts the instances of “\(key.shortened)”, so they start like new ones")
      }
      if let maximum = section.cells[place].counts?.maximum, instances.count > maximum {
        faults.append("“\(key.shortened)” has \(instances.count) instances, which is more than its maximum, \(maximum)")
      }
      faults += instances.flatMap { firstFaults($0, row: place) }
    }
    return faults
  }

  /// The initial number of instances of a cell in total, and the faults if there are too many.
  ///
  /// - Parameter open: the enclosing repeats, each with the end of its template and its initial number of instances;
  ///   updated as the check proceeds through the section.
  func firstInstanceFaults(
    of cell: FormCell, row: Int, within open: inout [(end: Int, count: Int)]
  ) -> [DefinitionFault] {
    open.removeAll { $0.end <= row }
    guard cell.kind == .repeat else { return [] }
    let around = open.last?.count ?? 1
    // A repeat with a counting rule is empty initially.
    let own = cell.rule(.count) == nil ? max(0, cell.counts?.atFirst ?? 0) : 0
    let (product, overflows) = around.multipliedReportingOverflow(by: own)
    let isTooMany = overflows || product > InstanceCounts.mostAtOnce
    let counted = isTooMany ? InstanceCounts.mostAtOnce : product
    // A repeat without initial instances gets some later, and nested repeats multiply with one of them.
    open.append((rowsBelow(row).upperBound, max(1, counted)))
    guard isTooMany else { return [] }
    let all = overflows ? "too many instances" : "\(product) instances"
    let nested = around > 1 ? ", \(own) in each of \(around)" : ""
    return [
      fault(
        cell, row, "initial",
        "there would be \(all) initially\(nested); at most \(InstanceCounts.mostAtOnce) are possible")
    ]
  }

  /// The rows of a cell's descendants; a wrong number of rows ends with the section.
  func rowsBelow(_ row: Int) -> Range<Int> {
    let count = section.cells.count
    return (row + 1)..<max(row + 1, min(count, row + 1 + max(0, min(section.cells[row].additionalRows, count))))
  }

  /// The keys of a cell's descendants, except those in a repeat below it.
  func keysBelow(_ row: Int) -> (inside: [String], inRepeats: Set<String>) {
    var (inside, inRepeats): ([String], Set<String>) = ([], [])
    var repeatEnd = 0
    for below in rowsBelow(row) {
      let other = section.cells[below]
      if below < repeatEnd { inRepeats.insert(other.key) } else { inside.append(other.key) }
      if other.kind == .repeat { repeatEnd = max(repeatEnd, rowsBelow(below).upperBound) }
    }
    return (inside, inRepeats)
  }
}

extension FormDefinition {
  /// In a form with repeats, the keys that could be mistaken for addresses.
  func addressFaults() -> [DefinitionFault] {
    guard hasRepeats else { return [] }
    return sections.enumerated().flatMap { position, section in
      section.cells.enumerated().compactMap { row, cell in
        guard CellAddress.isLike(key: cell.key) else { return nil }
        return DefinitionFault(
          section: position, row: row, key: cell.key, property: "key",
          problem: "in a form with repeats the key could be mistaken for the address of an instance; choose another one"
        )
      }
    }
  }
}
