/// Builds the instances of a response for a visibility index, inner ones before those around them.
struct InstanceBuild {
  private let form: FormDefinition
  private let state: ResponseState
  private let fresh: FreshResponse
  private let starts: [Int]
  private var lookup: CellLookup
  private(set) var index: InstanceIndex
  /// The instances built so far, by the instance around them and their repeat.
  private var built: [Int: [Int: [RepeatInstance]]] = [:]
  /// The touched cells of instances, by the instances' numbers.
  private var touched: [Int: [Cell]] = [:]
  /// Equal levels share their memory.
  private var shared: [Difference: [VisibilityLevel]] = [:]

  private struct Cell {
    let place: CellPlace
    let ordinal: Int
  }

  /// How an instance differs from a fresh one.
  private struct Difference: Hashable {
    struct Cell: Hashable {
      let ordinal: Int
      let isExpanded: Bool
      let isRelevant: Bool
    }

    let cell: Int
    var cells: [Cell]
  }

  /// Prepares to build.
  ///
  /// - Parameters:
  ///   - form: the form.
  ///   - state: the touched state.
  ///   - starts: the ordinals of the sections' first cells.
  ///   - templates: the templates of fresh instances.
  init(
    form: FormDefinition, state: ResponseState, starts: [Int], templates: RepeatTemplates
  ) {
    self.form = form
    self.state = state
    fresh = form.fresh
    self.starts = starts
    lookup = CellLookup(form)
    index = InstanceIndex(templates: templates)
  }

  /// The cell with a key; `nil` if the form has none.
  private mutating func cell(withKey key: String) -> Cell? {
    lookup.place(ofCell: key).map { Cell(place: $0, ordinal: starts[$0.section] + $0.position) }
  }

  /// Builds the instances into a level. O(k log k + n) for k instances and touched cells, and n cells of templates.
  mutating func build(into level: inout VisibilityLevel) {
    let numbers = noteStandings()
    noteTouchedCells()
    // An instance has a higher number than the one around it, so in reverse order inner ones come first.
    for number in numbers.reversed() { append(number) }
    add(built[0] ?? [:], to: &level)
  }

  private func add(_ instances: [Int: [RepeatInstance]], to level: inout VisibilityLevel) {
    for (cell, instances) in instances { _ = level.changeInstances(of: cell) { $0 = InstanceTree(sorting: instances) } }
  }

  private mutating func noteStandings() -> [Int] {
    let instances = state.instances.filter { $0.key.setAsideFrom == nil && $0.key.instance > 0 }
    return instances.sorted { StateSubject.utf8Order($0.key, $1.key) }.compactMap { subject, place in
      guard let cell = cell(withKey: subject.key) else { return nil }
      let record = InstanceIndex.Record(cell: cell.ordinal, place: place)
      guard index.record(of: subject.instance) == nil, index.accepts(subject.instance, at: record) else {
        return nil
      }
      index.note(subject.instance, at: record)
      return subject.instance
    }
  }

  private mutating func noteTouchedCells() {
    for (subject, cellState) in state.cells where subject.instance > 0 && subject.setAsideFrom == nil {
      guard cellState.isExpanded != nil || cellState.isRelevant != nil, let cell = cell(withKey: subject.key) else {
        continue
      }
      touched[subject.instance, default: []].append(cell)
    }
  }

  private mutating func append(_ number: Int) {
    guard let record = index.record(of: number), let template = index.templates[record.cell] else { return }
    var difference = Difference(cell: record.cell, cells: [])
    var isRelevant = true
    for cell in touched.removeValue(forKey: number) ?? [] {
      guard let definition = form.cell(at: cell.place) else { continue }
      let isAsked = state.isRelevant(definition, in: number, fresh)
      if cell.ordinal == record.cell {
        isRelevant = isAsked
      } else if let fresh = template.fresh.cell(at: cell.ordinal)?.item {
        let isExpanded = state.isExpanded(definition, in: number)
        guard fresh.isExpanded != isExpanded || fresh.isRelevant != isAsked else { continue }
        difference.cells.append(
          Difference.Cell(ordinal: cell.ordinal, isExpanded: isExpanded, isRelevant: isAsked))
      }
    }
    let own = level(difference, of: number, fresh: template.fresh)
    var instance = RepeatInstance(
      InstanceKey(rank: record.place.rank, number: number), fresh: template.fresh, own: own)
    instance.isRelevant = isRelevant
    built[record.place.parent, default: [:]][record.cell, default: []].append(instance)
  }

  /// The level of an instance in an array; none if it equals a fresh one.
  private mutating func level(
    _ difference: Difference, of number: Int, fresh: VisibilityLevel
  ) -> [VisibilityLevel] {
    var difference = difference
    difference.cells.sort { $0.ordinal < $1.ordinal }
    let within = built.removeValue(forKey: number) ?? [:]
    guard !difference.cells.isEmpty || !within.isEmpty else { return [] }
    if within.isEmpty, let known = shared[difference] { return known }
    var level = fresh
    for cell in difference.cells {
      level.setExpanded(cell.isExpanded, at: cell.ordinal)
      level.setRelevant(cell.isRelevant, at: cell.ordinal)
    }
    add(within, to: &level)
    let own = [level]
    if within.isEmpty { shared[difference] = own }
    return own
  }
}

extension FormDefinition {
  /// The cell at a place, in any instance; `nil` if there is none. O(1).
  package func cell(at place: CellPlace) -> FormCell? {
    sections.element(at: place.section)?.cells.element(at: place.position)
  }
}
