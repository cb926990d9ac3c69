import FormState
import GRDB

/// Reads cells: their definition, with their touched state.
extension ResponseReader {
  func cell(withKey key: String) throws -> CellSnapshot? {
    try index.place(ofCell: key).flatMap(cell)
  }

  func cell(at place: CellPlace) throws -> CellSnapshot? {
    guard let cell = index.cell(at: place) else { return nil }
    if let known = remembered?.state(of: StateSubject(cell.key, instance: place.instance)) {
      return try snapshot(at: place, known)
    }
    return try memory.cell(at: place) {
      // A cell in a repeat has contents only in its instances.
      if place.instance == 0, index.repeats.repeatAround(place) != nil { return try snapshot(at: place, nil) }
      if memory.readsColumn(of: place) { return try readColumn(at: place) }
      return try read(memory.countToRead(from: place), from: place)
    }
  }

  func ancestors(of cell: CellSnapshot) throws -> [CellSnapshot] {
    var above: [CellSnapshot] = []
    var place = cell.place
    while var parent = index.parent(of: place) {
      if parent.instance > 0, index.cell(at: parent)?.kind == .repeat {
        parent.instance = try instance(place.instance)?.cell.instance ?? 0
      }
      guard let snapshot = try self.cell(at: parent) else { break }
      above.append(snapshot)
      place = parent
    }
    return above
  }

  func option(withValue value: String, under cell: CellSnapshot) throws -> CellSnapshot? {
    try index.option(withValue: value, under: cell.place).flatMap(self.cell)
  }

  func children(of cell: CellSnapshot) throws -> [CellSnapshot] {
    try index.children(of: cell.place).compactMap(self.cell)
  }

  func filledChildren(of cell: CellSnapshot, orAmong changed: Set<CellPlace>) throws -> [CellSnapshot] {
    let place = cell.place
    guard cell.cell.additionalRows > 0 else { return [] }
    let below = (place.position + 1)...(place.position + cell.cell.additionalRows)
    let touched = try touchedPositions(among: below, inSection: place.section, place.instance)
    return try index.filledChildren(of: place, touched: touched, orAmong: changed).compactMap(self.cell)
  }

  /// Reads the state of some cells from a place on.
  ///
  /// - Returns: the first of them.
  private func read(_ count: Int, from place: CellPlace) throws -> CellSnapshot? {
    let states = try states(from: place, count: count)
    for position in place.position..<(place.position + count) {
      let next = CellPlace(section: place.section, position: position, instance: place.instance)
      guard let snapshot = try snapshot(at: next, states[next]) else { break }
      if position == place.position || !memory.hasCell(at: next) { memory.take(snapshot) }
    }
    return memory.knownCell(at: place)
  }

  private func snapshot(at place: CellPlace, _ state: CellState?) throws -> CellSnapshot? {
    guard let cell = index.cell(at: place) else { return nil }
    let accordion =
      try place.instance == 0
      ? index.accordion(of: place)
      : index.accordion(of: place, instanceAround: { try instance(place.instance)?.cell.instance ?? 0 })
    return CellSnapshot(
      cell: cell, place: place, accordion: accordion, state: state ?? CellState(),
      starts: index.fresh.state(ofCell: cell.key, in: place.instance))
  }

  /// Reads the state of a cell in all instances, the first time that is worthwhile.
  ///
  /// - Returns: the cell in the requested instance.
  private func readColumn(at place: CellPlace) throws -> CellSnapshot? {
    if memory.readColumns.insert(place.within(0)).inserted, let kind = index.cell(at: place)?.kind {
      for (instance, state) in try states(ofCellAt: place, kind: kind) {
        let next = place.within(instance)
        guard !memory.hasCell(at: next), let snapshot = try snapshot(at: next, state) else { continue }
        memory.take(snapshot)
      }
    }
    if let known = memory.knownCell(at: place) { return known }
    // A cell that is not among them is untouched.
    return try snapshot(at: place, nil)
  }

  /// The state of the touched cells in a range.
  private func states(from place: CellPlace, count: Int) throws -> [CellPlace: CellState] {
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
      guard let kind = index.cell(at: read)?.kind else { continue }
      states[read] = try CellState(stored: row, from: 0, kind: kind)
    }
    return states
  }

  /// The state of a cell in each instance in which it was touched.
  private func states(ofCellAt place: CellPlace, kind: CellKind) throws -> [(instance: Int, state: CellState)] {
    let rows = try statesInInstances(ofCellAt: place, columns: "\(CellState.storedColumns), state.instance")
    var states: [(instance: Int, state: CellState)] = []
    while let row = try rows.next() {
      states.append(
        (try row.decode(atIndex: CellState.storedColumnCount), try CellState(stored: row, from: 0, kind: kind)))
    }
    return states
  }
}
