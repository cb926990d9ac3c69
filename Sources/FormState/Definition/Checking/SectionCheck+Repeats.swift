extension SectionCheck {
  /// What is wrong with a cell as a repeat, or with one that has counts and is none.
  func repeatFaults(of cell: FormCell, row: Int) -> [DefinitionFault] {
    guard cell.kind == .repeat else {
      guard cell.counts != nil else { return [] }
      return [fault(cell, row, "counts", "a cell of kind \(cell.kind.rawValue) has no instances to count")]
    }
    var faults = countFaults(of: cell, row: row)
    if !cell.isExpandable {
      faults.append(fault(cell, row, "kind", "a repeat must be expandable, so that its instances can show under it"))
    }
    if cell.additionalRows < 1 {
      faults.append(
        fault(cell, row, "additionalRows", "a repeat needs at least one cell under it, which its instances have"))
    }
    if cell.defaultValue != nil {
      faults.append(fault(cell, row, "value", "a repeat holds no value; give one to a cell under it"))
    }
    if cell.summary != nil {
      faults.append(fault(cell, row, "summary", "a repeat does not sum up its instances; give it a rule for its title"))
    }
    if cell.inline != nil {
      faults.append(
        fault(cell, row, "inline", "a repeat shows its instances when it is expanded, so it does not grow in place"))
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
      faults.append(fault(cell, row, "maximum", "is \(maximum); it must be \(least), or null for any number"))
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

  /// What is wrong with what the first instances hold.
  private func firstFaults(_ counts: InstanceCounts, of cell: FormCell, row: Int) -> [DefinitionFault] {
    guard cell.rule(.count) == nil else {
      return [
        fault(
          cell, row, "firstInstances", "has no place beside “count”; what a rule counts begins as a new instance does")
      ]
    }
    guard counts.first.count <= counts.atFirst else {
      return [
        fault(
          cell, row, "firstInstances",
          "says what \(counts.first.count) instances hold, and there are \(counts.atFirst) at first")
      ]
    }
    guard counts.first.reduce(0, { $0 + $1.count }) <= InstanceCounts.mostAtOnce else {
      return [
        fault(
          cell, row, "firstInstances",
          "has more than \(InstanceCounts.mostAtOnce) instances in all; no more are possible at first")
      ]
    }
    return counts.first.flatMap { firstFaults($0, row: row) }.map { fault(cell, row, "firstInstances", $0) }
  }

  private func firstFaults(_ instance: FirstInstance, row: Int) -> [String] {
    let (inside, _) = keysBelow(row)
    let end = row + 1 + max(0, section.cells[row].additionalRows)
    var rows: [String: Int] = [:]
    for below in (row + 1)..<max(row + 1, min(end, section.cells.count)) { rows[section.cells[below].key] = below }
    var faults: [String] = []
    for (key, value) in instance.values.sorted(by: { $0.key < $1.key }) {
      guard inside.contains(key), let place = rows[key], section.cells[place].kind.holdsValue else {
        faults.append("no cell “\(key.shortened)” of its instances holds a value")
        continue
      }
      guard let value else { continue }
      let held = section.cells[place]
      do {
        _ = try held.acceptedDefault(value, isStored: true) { hasOption($0, held, row: place) }
      } catch {
        faults.append("“\(key.shortened)”: \(error.description)")
      }
    }
    for (key, instances) in instance.repeats.sorted(by: { $0.key < $1.key }) {
      guard inside.contains(key), let place = rows[key], section.cells[place].kind == .repeat else {
        faults.append("no repeat “\(key.shortened)” stands in its instances")
        continue
      }
      if section.cells[place].rule(.count) != nil {
        faults.append("a rule counts the instances of “\(key.shortened)”, which begin as new ones do")
      }
      if let maximum = section.cells[place].counts?.maximum, instances.count > maximum {
        faults.append("“\(key.shortened)” has \(instances.count) instances, which is more than its maximum, \(maximum)")
      }
      faults += instances.flatMap { firstFaults($0, row: place) }
    }
    return faults
  }

  /// How many instances of a cell there are at first, all in all; with faults where that is more than possible.
  ///
  /// - Parameters:
  ///   - open: the repeats around, each with where its template ends and how many instances of it there are at first;
  ///     changes as the check goes down the section.
  func firstInstanceFaults(
    of cell: FormCell, row: Int, within open: inout [(end: Int, count: Int)]
  ) -> [DefinitionFault] {
    open.removeAll { $0.end <= row }
    guard cell.kind == .repeat else { return [] }
    let around = open.last?.count ?? 1
    // What a rule counts is not there at first.
    let own = cell.rule(.count) == nil ? max(0, cell.counts?.atFirst ?? 0) : 0
    let (product, overflows) = around.multipliedReportingOverflow(by: own)
    let isTooMany = overflows || product > InstanceCounts.mostAtOnce
    let counted = isTooMany ? InstanceCounts.mostAtOnce : product
    // A repeat of which there are none at first has some later, and those within multiply with one of them.
    open.append((row + 1 + max(0, min(cell.additionalRows, section.cells.count)), max(1, counted)))
    guard isTooMany else { return [] }
    let all = overflows ? "too many instances" : "\(product) instances"
    let nested = around > 1 ? ", \(own) in each of \(around)" : ""
    return [
      fault(
        cell, row, "initial",
        "there would be \(all) at first\(nested); at most \(InstanceCounts.mostAtOnce) are possible")
    ]
  }

  /// The keys of the cells below a cell that stand in no repeat below it.
  func keysBelow(_ row: Int) -> (inside: [String], inRepeats: Set<String>) {
    let cell = section.cells[row]
    let end = min(section.cells.count, row + 1 + max(0, min(cell.additionalRows, section.cells.count)))
    var (inside, inRepeats): ([String], Set<String>) = ([], [])
    var repeatEnd = 0
    for below in (row + 1)..<max(end, row + 1) {
      let other = section.cells[below]
      if below < repeatEnd { inRepeats.insert(other.key) } else { inside.append(other.key) }
      if other.kind == .repeat {
        repeatEnd = max(repeatEnd, below + 1 + max(0, min(other.additionalRows, section.cells.count)))
      }
    }
    return (inside, inRepeats)
  }
}

extension FormDefinition {
  /// The keys that could be mistaken for addresses, of a form that has such.
  func addressFaults() -> [DefinitionFault] {
    guard hasRepeats else { return [] }
    return sections.enumerated().flatMap { position, section in
      section.cells.enumerated().compactMap { row, cell in
        guard CellAddress.isLike(key: cell.key) else { return nil }
        return DefinitionFault(
          section: position, row: row, key: cell.key, property: "key",
          problem: "in a form with repeats the key could be read as the address of an instance; choose another one")
      }
    }
  }
}
