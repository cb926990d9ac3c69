import FormState
import GRDB

/// Reads cells of a definition that is known, so that of them only what a person has touched is asked of SQLite.
struct IndexedReading {
  let reader: ResponseReader
  let index: FormIndex

  /// The cell with a key; `nil` when the form has none.
  func cell(withKey key: String) throws -> CellSnapshot? {
    try index.place(ofCell: key).flatMap(cell)
  }

  /// The cell at a place; `nil` when the form has none there.
  func cell(at place: CellPlace) throws -> CellSnapshot? {
    guard let cell = index.cell(at: place) else { return nil }
    if let known = reader.remembered?.state(of: StateSubject(cell.key, instance: place.instance)) {
      return try snapshot(at: place, known)
    }
    return try reader.memory.cell(at: place) {
      // What stands in a repeat holds something in its instances alone.
      if place.instance == 0, index.repeats.repeatAround(place) != nil { return try snapshot(at: place, nil) }
      if reader.memory.readsColumn(of: place) { return try readColumn(at: place) }
      return try read(reader.memory.countToRead(from: place), from: place)
    }
  }

  /// The cells above a cell, the nearest first.
  func ancestors(of cell: CellSnapshot) throws -> [CellSnapshot] {
    var above: [CellSnapshot] = []
    var place = cell.place
    while var parent = index.parent(of: place) {
      if parent.instance > 0, index.cell(at: parent)?.kind == .repeat {
        parent.instance = try reader.instance(place.instance)?.cell.instance ?? 0
      }
      guard let snapshot = try self.cell(at: parent) else { break }
      above.append(snapshot)
      place = parent
    }
    return above
  }

  /// The option with a value directly below a cell; `nil` when there is none.
  func option(withValue value: String, under cell: CellSnapshot) throws -> CellSnapshot? {
    try index.option(withValue: value, under: cell.place).flatMap(self.cell)
  }

  /// The cells directly below a cell, in order.
  func children(of cell: CellSnapshot) throws -> [CellSnapshot] {
    try index.children(of: cell.place).compactMap(self.cell)
  }

  /// The cells directly below a cell that hold something, and those of some that stand there, in order.
  func filledChildren(of cell: CellSnapshot, orAmong changed: Set<CellPlace>) throws -> [CellSnapshot] {
    let place = cell.place
    guard cell.cell.additionalRows > 0 else { return [] }
    let below = (place.position + 1)...(place.position + cell.cell.additionalRows)
    let touched = try reader.touchedPositions(among: below, inSection: place.section, place.instance)
    return try index.filledChildren(of: place, touched: touched, orAmong: changed).compactMap(self.cell)
  }

  /// The rules that read one of some neighbouring cells of a section, each once.
  func rules(readingCells positions: Range<Int>, inSection section: Int) -> [RuleSnapshot] {
    index.fresh.rules.rules(readingCells: positions, inSection: section).compactMap(index.snapshot)
  }

  /// Reads the state of some cells from a place on.
  ///
  /// - Returns: the first of them.
  private func read(_ count: Int, from place: CellPlace) throws -> CellSnapshot? {
    let states = try reader.states(from: place, count: count) { index.cell(at: $0)?.kind }
    for position in place.position..<(place.position + count) {
      let next = CellPlace(section: place.section, position: position, instance: place.instance)
      guard let snapshot = try snapshot(at: next, states[next]) else { break }
      if position == place.position || !reader.memory.hasCell(at: next) { reader.memory.take(snapshot) }
    }
    return reader.memory.knownCell(at: place)
  }

  private func snapshot(at place: CellPlace, _ state: CellState?) throws -> CellSnapshot? {
    guard let cell = index.cell(at: place) else { return nil }
    let accordion =
      try place.instance == 0
      ? index.accordion(of: place)
      : index.accordion(of: place, instanceAround: { try reader.instance(place.instance)?.cell.instance ?? 0 })
    return CellSnapshot(
      cell: cell, place: place, accordion: accordion, state: state ?? CellState(),
      starts: index.fresh.state(ofCell: cell.key, in: place.instance))
  }

  /// Reads the state of a cell in all instances, the first time that is worth it.
  ///
  /// - Returns: the cell in the instance that was asked for.
  private func readColumn(at place: CellPlace) throws -> CellSnapshot? {
    if reader.memory.readColumns.insert(place.within(0)).inserted, let kind = index.cell(at: place)?.kind {
      for (instance, state) in try reader.states(ofCellAt: place, kind: kind) {
        let next = place.within(instance)
        guard !reader.memory.hasCell(at: next), let snapshot = try snapshot(at: next, state) else { continue }
        reader.memory.take(snapshot)
      }
    }
    if let known = reader.memory.knownCell(at: place) { return known }
    // What was not among them, nobody has touched.
    return try snapshot(at: place, nil)
  }
}

extension ResponseReader {
  /// What was done to some neighbouring cells, of those that were touched.
  ///
  /// - Parameter kind: tells the kind of the cell at a place.
  fileprivate func states(
    from place: CellPlace, count: Int, kind: (CellPlace) -> CellKind?
  ) throws -> [CellPlace: CellState] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(CellState.storedColumns), cell.position
        FROM formstate_section AS section
        CROSS JOIN formstate_cell AS cell
          ON cell.section_id = section.id AND cell.position >= ? AND cell.position < ?
        CROSS JOIN formstate_cell_state AS state
          ON state.response_id = ? AND state.instance = ? AND state.cell_id = cell.id
        WHERE section.version_id = ? AND section.position = ?
        """)
    let rows = try Row.fetchCursor(
      statement,
      arguments: [
        place.position, place.position + count, location.responseID, place.instance, location.version.id, place.section,
      ])
    var states: [CellPlace: CellState] = [:]
    while let row = try rows.next() {
      let read = CellPlace(
        section: place.section, position: try row.position(atIndex: CellState.storedColumnCount),
        instance: place.instance)
      if let kind = kind(read) { states[read] = try CellState(stored: row, from: 0, kind: kind) }
    }
    return states
  }

  /// What was done to a cell in each instance, of those in which it was touched.
  fileprivate func states(ofCellAt place: CellPlace, kind: CellKind) throws -> [(instance: Int, state: CellState)] {
    let rows = try statesInInstances(ofCellAt: place, columns: "\(CellState.storedColumns), state.instance")
    var states: [(instance: Int, state: CellState)] = []
    while let row = try rows.next() {
      states.append(
        (try row.decode(atIndex: CellState.storedColumnCount), try CellState(stored: row, from: 0, kind: kind)))
    }
    return states
  }
}
