/// The matching cells and sections of two versions if all keys were given: those with the same key, except for the
/// mapping.
struct KeyMatch: Sendable {
  private let old: FormDefinition
  private let new: FormDefinition
  /// The mapping: old keys to new ones, or `nil` for a cell that is not in the new version.
  private var said: [String: String?] = [:]
  /// The new keys in the mapping.
  private var taken: Set<String> = []

  /// The keys of the sections that both versions have.
  private let sections: Set<String>

  /// Compares two versions. O(s + k log k) for s sections and k keys in the mapping.
  init(from old: FormDefinition, to new: FormDefinition, mapping: [String: String?]) {
    self.old = old
    self.new = new
    sections = Set(old.sections.map(\.key)).intersection(new.sections.map(\.key))
    // If two cells are mapped to one, the first wins.
    let places = mapping.keys.compactMap { key in old.place(ofCell: key).map { (key: key, place: $0) } }
    for (key, place) in places.sorted(by: { $0.place < $1.place }) {
      guard let destination = mapping[key] else { continue }
      guard let destination = destination?.canonicalKey else {
        said[key] = .some(nil)
        continue
      }
      guard let cell = old.cell(at: place), let other = new.place(ofCell: destination).flatMap(new.cell(at:)),
        other.mayTake(contentsOf: cell), taken.insert(destination).inserted
      else { continue }
      said[key] = destination
    }
  }

  func successor(ofCell key: String) -> String? {
    if let said = said[key] { return said }
    guard !taken.contains(key), old.place(ofCell: key) != nil, new.place(ofCell: key) != nil else { return nil }
    return key
  }

  func successor(ofSection key: String) -> String? {
    sections.contains(key) ? key : nil
  }

  /// The candidates of the cells that are gone: cells without a predecessor and with the same title.
  ///
  /// - Complexity: O(n) for n cells; O(k) for k keys if none is gone.
  func candidates(forCells keys: Set<String>) -> [String: [String]] {
    let gone = old.cells(withKeys: keys.filter { said[$0] == nil && successor(ofCell: $0) == nil })
    let titles = Set(gone.lazy.map(\.title).filter { !$0.isEmpty })
    guard !titles.isEmpty else { return [:] }
    var free = UnmatchedCells()
    for section in new.sections {
      for cell in section.cells where titles.contains(cell.title) && !hasPredecessor(cell.key) { free.add(cell) }
    }
    return free.candidates(for: gone)
  }

  private func hasPredecessor(_ key: String) -> Bool {
    taken.contains(key) || said[key] == nil && old.place(ofCell: key) != nil
  }
}
