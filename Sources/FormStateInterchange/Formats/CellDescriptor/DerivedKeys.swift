import FormState

/// Cells that are to get keys.
protocol KeyableCells {
  /// The number of cells.
  var count: Int { get }
  /// The parts of the keys.
  var naming: CellNaming { get }
  /// A cell, by its place among all of them.
  func cell(_ index: Int) -> FormCell
  /// Lends a cell, which costs a fraction of a copy.
  func lend<Result>(_ index: Int, to work: (FormCell) -> Result) -> Result
  /// The number of cells above a cell.
  func level(of index: Int) -> Int
  /// The place of the cell above; `nil` at the top level.
  func parent(of index: Int) -> Int?
  /// The document's key for the cell; `nil` for one to be derived.
  func givenKey(of index: Int) -> String?
  /// The final key of the cell; `nil` if it is still to be determined.
  func knownKey(of index: Int) -> String?
}

extension KeyableCells {
  func knownKey(of index: Int) -> String? { nil }
}

/// Derives keys from what distinguishes cells, so an added or removed cell leaves the keys of the others unchanged.
///
/// A cell gets the shortest of its names that no other cell shares: its title, then that under the key of the cell
/// above, then with its other title, its identifier, its kind, its value and its properties. If two different cells
/// share a name, neither has it as its key, so a key never passes from one cell to another; between cells at different
/// levels the one nearer to the top has the shorter name. Indistinguishable cells share a name and are numbered in
/// order.
struct DerivedKeys<Cells: KeyableCells> {
  /// Cells that share a name.
  private struct Group {
    let name: String
    /// The first of them, or the cell to which the document gives the name as its key.
    let first: Int
    /// The round of names that made it; 0 for a key of the document.
    var round: Int
    /// Whether its cells can be distinguished.
    var isMixed = false
    /// Whether a cell has the name as its key.
    var isTaken = false
    /// How many cells were counted.
    var members = 0
    /// The number that was given last.
    var number = 1
  }

  /// A cell without a key, and the name that it would have.
  private struct Candidate {
    let cell: Int
    var name: String
    /// How many distinctions are in the name, or were skipped.
    var distinctions = 0
    /// The group of the name; `nil` when others have the name.
    var group: Int?
  }

  /// The keys, in the order of the cells.
  private(set) var keys: [String]
  private let cells: Cells
  private var groups: [Group] = []
  private var groupOfName: [String: Int] = [:]
  private var round = 0
  /// The cells that get a number, and the group of the name before it.
  private var numbered: [(cell: Int, group: Int, place: Int)] = []

  /// Derives the keys. O(n) expected for n cells.
  init(_ cells: Cells) {
    self.cells = cells
    keys = []
    keys.reserveCapacity(cells.count)
    groupOfName.reserveCapacity(cells.count)
    for index in 0..<cells.count {
      let given = cells.givenKey(of: index)
      keys.append(given ?? "")
      if let given { take(given, cell: index) }
    }
    for level in cellsByLevel() {
      var candidates: [Candidate] = []
      candidates.reserveCapacity(level.count)
      for index in level {
        let name = cells.lend(index) { cells.naming.name(of: $0) } ?? nameWithoutTitles(of: index)
        candidates.append(Candidate(cell: index, name: name))
      }
      while !candidates.isEmpty {
        round += 1
        for index in candidates.indices { join(&candidates[index]) }
        candidates = candidates.compactMap { settled($0) }
      }
      number()
    }
  }

  private func cellsByLevel() -> [[Int]] {
    var levels: [[Int]] = []
    for index in 0..<cells.count {
      let level = cells.level(of: index)
      while levels.count <= level { levels.append([]) }
      levels[level].append(index)
    }
    return levels
  }

  private func parentKey(of index: Int) -> String? {
    cells.parent(of: index).map { cells.knownKey(of: $0) ?? keys[$0] }
  }

  private func nameWithoutTitles(of index: Int) -> String {
    cells.naming.name(of: cells.cell(index), under: parentKey(of: index))
  }

  private mutating func take(_ name: String, cell: Int) {
    guard groupOfName[name] == nil else { return }
    groupOfName[name] = groups.count
    groups.append(Group(name: name, first: cell, round: 0, isTaken: true))
  }

  /// Finds the cells that share the name.
  private mutating func join(_ candidate: inout Candidate) {
    let index = index(ofGroup: candidate.name)
    guard index < groups.count else {
      candidate.group = index
      groups.append(Group(name: candidate.name, first: candidate.cell, round: round))
      return
    }
    let isAlike = groups[index].first == candidate.cell || areAlike(groups[index].first, candidate.cell)
    if groups[index].round == round {
      if !isAlike { groups[index].isMixed = true }
      candidate.group = index
    } else if groups[index].round == 0, isAlike {
      // One of them has the name from the document.
      groups[index].round = round
      candidate.group = index
    } else {
      candidate.group = nil
    }
  }

  /// The index of the group with a name, or of the one that is to be added for it.
  private mutating func index(ofGroup name: String) -> Int {
    let new = groups.count
    // The entry is looked up and added at once, since most names are new.
    return { (index: inout Int) in index }(&groupOfName[name, default: new])
  }

  private func areAlike(_ cell: Int, _ other: Int) -> Bool {
    cells.parent(of: cell) == cells.parent(of: other) && cells.naming.areAlike(cells.cell(cell), cells.cell(other))
  }

  /// Gives a cell its key, now or by a number; otherwise the candidate with its next name.
  private mutating func settled(_ candidate: Candidate) -> Candidate? {
    if let group = candidate.group, !groups[group].isMixed {
      groups[group].members += 1
      assign(groups[group].members, of: group, to: candidate.cell)
      return nil
    }
    if let next = distinguished(candidate) { return next }
    // Another cell has reached the same name in another way.
    if let group = groupOfName[candidate.name] { assign(1, of: group, to: candidate.cell) }
    return nil
  }

  private mutating func assign(_ place: Int, of group: Int, to cell: Int) {
    guard cells.givenKey(of: cell) == nil else { return }
    guard place == 1, !groups[group].isTaken else { return numbered.append((cell, group, place)) }
    groups[group].isTaken = true
    keys[cell] = groups[group].name
  }

  private func distinguished(_ candidate: Candidate) -> Candidate? {
    var next = candidate
    let cell = cells.cell(candidate.cell)
    let parentKey = parentKey(of: candidate.cell)
    while let distinction = CellNaming.Distinction(rawValue: next.distinctions) {
      next.distinctions += 1
      if let name = cells.naming.name(candidate.name, with: distinction, of: cell, under: parentKey) {
        next.name = name
        return next
      }
    }
    return nil
  }

  /// Numbers the cells that share their name, once the names of the others at their level are known.
  private mutating func number() {
    for (cell, group, place) in numbered {
      var number = max(place, groups[group].number + 1)
      while groupOfName["\(groups[group].name)-\(number)"] != nil { number += 1 }
      groups[group].number = number
      keys[cell] = "\(groups[group].name)-\(number)"
      take(keys[cell], cell: cell)
    }
    numbered.removeAll()
  }
}
