/// The matching cells and sections of two versions, identified by their definitions if a key was derived.
struct ContentMatch: Sendable {
  /// The keys of the old version's cells in the new one; a cell that is missing here is gone, or ambiguous.
  private(set) var cells: [String: String] = [:]
  /// The keys of the old version's sections in the new one.
  private(set) var sections: [String: String] = [:]
  private let old: FormDefinition
  /// The old cells that the mapping excludes from the new version.
  private let excluded: Set<String>
  private let free: UnmatchedCells

  /// Compares two versions. O(n l) expected for n cells nested l levels deep.
  init(from old: FormDefinition, to new: FormDefinition, mapping: [String: String?]) {
    let oldCells = MatchedCell.all(of: old)
    let newCells = MatchedCell.all(of: new)
    var pairs = CellPairs(old: oldCells, new: newCells)
    pairs.pair(byMapping: mapping)
    pairs.pairByGivenKey()
    for content in MatchedCell.Content.allCases { pairs.pair(by: content) }
    // Parents become known step by step, from the top down.
    while pairs.pairInPlace() || pairs.pairOnlyChildren() {}
    for (oldIndex, newIndex) in pairs.successors { cells[oldCells[oldIndex].cell.key] = newCells[newIndex].cell.key }
    (self.old, excluded, free) = (old, pairs.excluded, pairs.free)
    matchSections(from: old, to: new, pairs)
  }

  /// The candidates of the cells among some that are gone or ambiguous, in the order of the new version.
  ///
  /// - Complexity: O(k log k) for k keys.
  func candidates(forCells keys: Set<String>) -> [String: [String]] {
    free.candidates(for: old.cells(withKeys: keys.filter { cells[$0] == nil && !excluded.contains($0) }))
  }

  private mutating func matchSections(from old: FormDefinition, to new: FormDefinition, _ pairs: CellPairs) {
    var byGivenKey: [String: Int] = [:]
    for (index, section) in new.sections.enumerated() where !section.isKeyDerived { byGivenKey[section.key] = index }
    let successors = SectionSuccessors(old: old, new: new, pairs)
    for (index, section) in old.sections.enumerated() {
      let given = section.isKeyDerived ? nil : byGivenKey[section.key]
      guard let successor = given ?? successors.successor(of: index) else { continue }
      sections[section.key] = new.sections[successor].key
    }
  }
}

/// A cell, with the parts of the definition around it that distinguish it.
private struct MatchedCell {
  let cell: FormCell
  let section: Int
  /// The position of the cell above among all cells of the form; `nil` at the top level.
  let parent: Int?
  /// The title of the section.
  let sectionTitle: String

  /// The compared contents, from the whole definition to less and less of it.
  enum Content: CaseIterable {
    case everything, titles, titleAndKind, subtitleAndKind, title
  }

  /// What two matching cells have in common; `nil` if the cell has too little to distinguish it.
  func signature(_ content: Content) -> [AnyHashable]? {
    switch content {
    case .everything: return isNamed || !cell.properties.isEmpty ? everything : nil
    case .titles: return isNamed ? [cell.kind, cell.identifier, cell.title, cell.subtitle] : nil
    case .titleAndKind: return cell.title.isEmpty ? nil : [cell.kind, cell.title]
    // An expandable cell displays an entry as its title, so its subtitle identifies it.
    case .subtitleAndKind: return cell.isExpandable && !cell.subtitle.isEmpty ? [cell.kind, cell.subtitle] : nil
    case .title: return cell.title.isEmpty ? nil : [cell.title]
    }
  }

  private var isNamed: Bool { !cell.title.isEmpty || !cell.subtitle.isEmpty }

  /// The whole definition of the cell itself.
  var everything: [AnyHashable] {
    [cell.kind, cell.identifier, cell.title, cell.subtitle, cell.optionValue, cell.list, cell.properties]
  }

  /// The cells of a form, in order.
  static func all(of form: FormDefinition) -> [MatchedCell] {
    var all: [MatchedCell] = []
    all.reserveCapacity(form.cellCount)
    for (index, section) in form.sections.enumerated() {
      let nesting = Nesting(of: section)
      let start = all.count
      for (position, cell) in section.cells.enumerated() {
        let parent = nesting.parents[position].map { start + $0 }
        all.append(MatchedCell(cell: cell, section: index, parent: parent, sectionTitle: section.title))
      }
    }
    return all
  }
}

/// Pairs of matching cells, found in several ways.
private struct CellPairs {
  let old: [MatchedCell]
  let new: [MatchedCell]
  /// The position of each old cell's successor among the new ones.
  private(set) var successors: [Int: Int] = [:]
  private var predecessors: [Int: Int] = [:]
  /// Pairs that do not follow from contents, and need no distinction.
  private var certain: (old: Set<Int>, new: Set<Int>) = ([], [])
  /// The old cells that the mapping excludes from the new version.
  private var isNone: Set<Int> = []

  init(old: [MatchedCell], new: [MatchedCell]) {
    self.old = old
    self.new = new
  }

  @discardableResult
  private mutating func add(_ oldIndex: Int, _ newIndex: Int, isCertain: Bool) -> Bool {
    guard successors[oldIndex] == nil, predecessors[newIndex] == nil, !isNone.contains(oldIndex),
      new[newIndex].cell.mayTake(contentsOf: old[oldIndex].cell)
    else { return false }
    successors[oldIndex] = newIndex
    predecessors[newIndex] = oldIndex
    if isCertain {
      certain.old.insert(oldIndex)
      certain.new.insert(newIndex)
    }
    return true
  }

  mutating func pair(byMapping mapping: [String: String?]) {
    guard !mapping.isEmpty else { return }
    let places = Self.places(of: new)
    for (index, cell) in old.enumerated() {
      guard let destination = mapping[cell.cell.key] else { continue }
      if let place = destination.flatMap({ places[$0.canonicalKey] }) {
        add(index, place, isCertain: true)
      } else if destination == nil {
        certain.old.insert(index)
        isNone.insert(index)
      }
    }
  }

  mutating func pairByGivenKey() {
    let places = Self.places(of: new)
    for (index, cell) in old.enumerated() where !cell.cell.isKeyDerived {
      guard let place = places[cell.cell.key], !new[place].cell.isKeyDerived else { continue }
      add(index, place, isCertain: true)
    }
  }

  /// Pairs cells with contents that are unique in each version.
  mutating func pair(by content: MatchedCell.Content) {
    let oldPlaces = Self.groups(old, by: content, without: certain.old)
    let newPlaces = Self.groups(new, by: content, without: certain.new)
    for (signature, places) in oldPlaces {
      guard places.count == 1, let oldIndex = places.first, let found = newPlaces[signature], found.count == 1,
        let newIndex = found.first, mayBeTheSame(oldIndex, newIndex)
      else { continue }
      add(oldIndex, newIndex, isCertain: false)
    }
  }

  /// Pairs cells with equal contents if their places are the same as before: each under a different cell, or at the top
  /// of a different section.
  ///
  /// A place that is known in both versions distinguishes them, wherever else such cells were added, removed or moved.
  /// At the top of sections that nothing distinguishes they are ambiguous as soon as one was.
  ///
  /// - Returns: whether any were paired.
  mutating func pairInPlace() -> Bool {
    let sections = sectionPairs
    let (oldTwins, newTwins) = (
      twins(in: old, areOld: true, sections.toNew), twins(in: new, areOld: false, sections.toOld)
    )
    var finds = false
    for (signature, oldPlaces) in oldTwins {
      guard let newPlaces = newTwins[signature] else { continue }
      let found = oldPlaces.compactMap { place, indices in
        indices.count == 1 ? newPlaces[place].flatMap { $0.count == 1 ? (place, indices[0], $0[0]) : nil } : nil
      }
      let areAll = found.count == oldPlaces.count && found.count == newPlaces.count
      for (place, oldIndex, newIndex) in found
      where (areAll || place.isKnown) && mayBeTheSame(oldIndex, newIndex) {
        if add(oldIndex, newIndex, isCertain: false) { finds = true }
      }
    }
    return finds
  }

  /// The place of a cell: under a cell in both versions, identified by its position in the new one, or at the top of a
  /// section.
  private enum Place: Hashable {
    case under(Int)
    case atTop(String)
    /// At the top of a section without a title whose other cells are in one section of the other version.
    case atTopOfPair(Int)
    /// Under an ambiguous cell; no two of these are the same place.
    case unknown(Int, isOld: Bool)

    /// Whether it is one place in each version.
    var isKnown: Bool {
      switch self {
      case .under, .atTopOfPair: true
      case .atTop(let title): !title.isEmpty
      case .unknown: false
      }
    }
  }

  private func twins(
    in cells: [MatchedCell], areOld: Bool, _ sections: [Int: Int]
  ) -> [[AnyHashable]: [Place: [Int]]] {
    var twins: [[AnyHashable]: [Place: [Int]]] = [:]
    let certain = areOld ? certain.old : certain.new
    for (index, cell) in cells.enumerated() where !certain.contains(index) {
      let place: Place =
        if let parent = cell.parent {
          (areOld ? successors[parent] : predecessors[parent] == nil ? nil : parent).map(Place.under)
            ?? .unknown(parent, isOld: areOld)
        } else if cell.sectionTitle.isEmpty, let pair = sections[cell.section] {
          .atTopOfPair(areOld ? pair : cell.section)
        } else {
          .atTop(cell.sectionTitle)
        }
      twins[cell.everything, default: [:]][place, default: []].append(index)
    }
    return twins
  }

  /// The sections whose paired cells are all in one section of the other version, in both directions.
  var sectionPairs: (toNew: [Int: Int], toOld: [Int: Int]) {
    var (targets, sources): ([Int: Set<Int>], [Int: Set<Int>]) = ([:], [:])
    for (oldIndex, newIndex) in successors {
      let (from, to) = (old[oldIndex].section, new[newIndex].section)
      targets[from, default: []].insert(to)
      sources[to, default: []].insert(from)
    }
    let toNew = targets.compactMapValues { found in
      found.count == 1 ? found.first.flatMap { sources[$0]?.count == 1 ? $0 : nil } : nil
    }
    return (toNew, Dictionary(toNew.map { ($0.value, $0.key) }) { first, _ in first })
  }

  /// Pairs cells without distinguishing contents, such as date pickers, by the cell above, if it has only one of their
  /// kind.
  ///
  /// - Returns: whether any were paired.
  mutating func pairOnlyChildren() -> Bool {
    let oldPlaces = onlyChildren(of: old)
    let newPlaces = onlyChildren(of: new)
    var finds = false
    for (place, oldIndex) in oldPlaces.sorted(by: { $0.value < $1.value }) {
      guard let parent = successors[place.parent],
        let newIndex = newPlaces[ChildPlace(parent: parent, kind: place.kind)], mayBeTheSame(oldIndex, newIndex)
      else { continue }
      if add(oldIndex, newIndex, isCertain: false) { finds = true }
    }
    return finds
  }

  /// Different keys given by the author denote two cells.
  private func mayBeTheSame(_ oldIndex: Int, _ newIndex: Int) -> Bool {
    old[oldIndex].cell.isKeyDerived || new[newIndex].cell.isKeyDerived
  }

  private struct ChildPlace: Hashable {
    let parent: Int
    let kind: CellKind
  }

  private func onlyChildren(of cells: [MatchedCell]) -> [ChildPlace: Int] {
    var places: [ChildPlace: Int?] = [:]
    for (index, cell) in cells.enumerated() {
      guard let parent = cell.parent else { continue }
      let place = ChildPlace(parent: parent, kind: cell.cell.kind)
      let isAlone = places[place] == nil && cell.cell.title.isEmpty && cell.cell.subtitle.isEmpty
      places[place] = .some(isAlone ? index : nil)
    }
    return places.compactMapValues { $0 }
  }

  /// The keys of the old cells that the mapping excludes from the new version.
  var excluded: Set<String> { Set(isNone.map { old[$0].cell.key }) }

  /// The new cells without a predecessor.
  var free: UnmatchedCells {
    var free = UnmatchedCells()
    for (index, cell) in new.enumerated() where predecessors[index] == nil { free.add(cell.cell) }
    return free
  }

  private static func places(of cells: [MatchedCell]) -> [String: Int] {
    Dictionary(cells.enumerated().map { ($0.element.cell.key, $0.offset) }) { first, _ in first }
  }

  private static func groups(
    _ cells: [MatchedCell], by content: MatchedCell.Content, without certain: Set<Int>
  ) -> [[AnyHashable]: [Int]] {
    var groups: [[AnyHashable]: [Int]] = [:]
    for (index, cell) in cells.enumerated() where !certain.contains(index) {
      guard let signature = cell.signature(content) else { continue }
      groups[signature, default: []].append(index)
    }
    return groups
  }
}

/// The matching sections, identified by their titles, or else by their cells.
private struct SectionSuccessors {
  private var successors: [Int: Int] = [:]
  private var taken: Set<Int> = []

  init(old: FormDefinition, new: FormDefinition, _ pairs: CellPairs) {
    let pairs = pairs.sectionPairs.toNew
    let titles = (Self.unique(old.sections.map(\.title)), Self.unique(new.sections.map(\.title)))
    for (index, section) in old.sections.enumerated() {
      if let place = titles.1[section.title], titles.0[section.title] != nil, !section.title.isEmpty {
        add(index, place, old, new)
      } else if let target = pairs[index] {
        add(index, target, old, new)
      }
    }
  }

  func successor(of section: Int) -> Int? { successors[section] }

  private mutating func add(_ index: Int, _ target: Int, _ old: FormDefinition, _ new: FormDefinition) {
    guard old.sections[index].isKeyDerived || new.sections[target].isKeyDerived, taken.insert(target).inserted else {
      return
    }
    successors[index] = target
  }

  /// The positions of the texts that occur once.
  private static func unique(_ texts: [String]) -> [String: Int] {
    var places: [String: Int?] = [:]
    for (index, text) in texts.enumerated() { places[text] = .some(places[text] == nil ? index : nil) }
    return places.compactMapValues { $0 }
  }
}
