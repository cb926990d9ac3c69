/// Builds the instances of a response for a visibility index, inner ones before those around them.
struct InstanceBuild {
  private let form: FormDefinition
  private let state: ResponseState
  private let fresh: FreshResponse
  private let root: LevelLayout
  private let starts: [Int]
  private var lookup: CellLookup
  private(set) var index: InstanceIndex
  /// The instances of each repeat in each place, built so far.
  private var entries: [RepeatKey: [InstanceTree.Entry]] = [:]
  /// The touched cells of instances, by the instances' numbers.
  private var touched: [Int: [Cell]] = [:]
  /// Equal levels share their memory.
  private var shared: [Difference: [VisibilityLevel]] = [:]

  private struct Cell {
    let place: CellPlace
    let ordinal: Int
  }

  /// A repeat, in its instance.
  private struct RepeatKey: Hashable {
    let cell: Int
    let parent: Int
  }

  /// How an instance differs from a fresh one.
  private struct Difference: Hashable {
    struct Leaf: Hashable {
      let leaf: Int
      let isExpanded: Bool
      let isRelevant: Bool
    }

    let cell: Int
    var leaves: [Leaf]
  }

  /// Prepares to build.
  ///
  /// - Parameters:
  ///   - form: the form.
  ///   - state: the touched state.
  ///   - starts: the ordinals of the sections' first cells.
  ///   - root: the level outside of repeats.
  ///   - templates: the templates of fresh instances.
  init(
    form: FormDefinition, state: ResponseState, starts: [Int], root: LevelLayout, templates: RepeatTemplates
  ) {
    self.form = form
    self.state = state
    fresh = form.fresh
    self.root = root
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
    for slot in root.slots {
      guard let instances = entries[RepeatKey(cell: slot.cell, parent: 0)] else { continue }
      _ = level.changeInstances(of: slot.cell) { $0 = InstanceTree(instances) }
    }
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
    var difference = Difference(cell: record.cell, leaves: [])
    var isRelevant = true
    for cell in touched.removeValue(forKey: number) ?? [] {
      guard let definition = form.cell(at: cell.place) else { continue }
      let isAsked = state.isRelevant(definition, in: number, fresh)
      if cell.ordinal == record.cell {
        isRelevant = isAsked
      } else if index.repeatAround(cell.ordinal, root) == record.cell {
        difference.leaves.append(
          Difference.Leaf(
            leaf: template.fresh.layout.leaf(of: cell.ordinal), isExpanded: state.isExpanded(definition, in: number),
            isRelevant: isAsked))
      }
    }
    let own = level(difference, of: number, fresh: template.fresh)
    entries[RepeatKey(cell: record.cell, parent: record.place.parent), default: []].append(
      InstanceTree.Entry(
        InstanceTree.Key(rank: record.place.rank, number: number), isRelevant: isRelevant, fresh: template.fresh,
        own: own))
  }

  /// The level of an instance in an array; none if it equals a fresh one.
  private mutating func level(
    _ difference: Difference, of number: Int, fresh: VisibilityLevel
  ) -> [VisibilityLevel] {
    var difference = difference
    difference.leaves = difference.leaves.filter {
      fresh.isExpanded($0.leaf) != $0.isExpanded || fresh.isRelevant($0.leaf) != $0.isRelevant
    }
    difference.leaves.sort { $0.leaf < $1.leaf }
    let within = fresh.layout.slots.compactMap { slot in
      entries.removeValue(forKey: RepeatKey(cell: slot.cell, parent: number)).map { (slot.cell, $0) }
    }
    guard !difference.leaves.isEmpty || !within.isEmpty else { return [] }
    if within.isEmpty, let known = shared[difference] { return known }
    var level = fresh
    for leaf in difference.leaves {
      level.setExpanded(leaf.isExpanded, leaf: leaf.leaf)
      level.setRelevant(leaf.isRelevant, leaf: leaf.leaf)
    }
    for (cell, instances) in within { _ = level.changeInstances(of: cell) { $0 = InstanceTree(instances) } }
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
