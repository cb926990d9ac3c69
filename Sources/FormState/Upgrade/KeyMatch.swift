/// Which cells and sections of two versions are the same, where authors gave all keys: those with the same key, unless
/// the mapping says otherwise.
struct KeyMatch: Sendable {
  private let old: FormDefinition
  private let new: FormDefinition
  /// What somebody says: the old keys with the new ones, or with `nil` for a cell that is none of the new version's.
  private var said: [String: String?] = [:]
  /// The new keys that somebody names.
  private var taken: Set<String> = []

  /// The keys of the sections that both versions have.
  private let sections: Set<String>

  /// Compares two versions. O(s + k log k) for s sections and k keys in the mapping.
  init(from old: FormDefinition, to new: FormDefinition, mapping: [String: String?]) {
    self.old = old
    self.new = new
    sections = Set(old.sections.map(\.key)).intersection(new.sections.map(\.key))
    // Of two cells that are to become one, the first does.
    let places = mapping.keys.compactMap { key in old.place(ofCell: key).map { (key: key, place: $0) } }
    for (key, _) in places.sorted(by: { $0.place < $1.place }) {
      guard let destination = mapping[key] else { continue }
      guard let destination = destination?.canonicalKey else {
        said[key] = .some(nil)
        continue
      }
      guard new.place(ofCell: destination) != nil, taken.insert(destination).inserted else { continue }
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

  func candidates(forCell key: String) -> [String] {
    guard said[key] == nil, successor(ofCell: key) == nil, let cell = old.place(ofCell: key).flatMap(old.cell(at:))
    else { return [] }
    var candidates: [String] = []
    for section in new.sections {
      for other in section.cells where other.key == key || !cell.title.isEmpty && other.title == cell.title {
        if !hasPredecessor(other.key) { candidates.append(other.key) }
      }
    }
    return candidates
  }

  private func hasPredecessor(_ key: String) -> Bool {
    taken.contains(key) || said[key] == nil && old.place(ofCell: key) != nil
  }
}
