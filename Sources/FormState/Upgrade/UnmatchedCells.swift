/// The cells of a new version that are the successors of no cell: candidates for cells that are gone or in doubt.
struct UnmatchedCells: Sendable {
  /// The maximum number of candidates for a cell. Of many cells with one title, each could be any of them, so without a
  /// limit their number grows with the square.
  static let mostCandidates = 100

  private struct Title: Hashable {
    let text: String
    /// Whether the cells with the title are sensitive, as candidates for a sensitive cell must be.
    let isSensitive: Bool
  }

  /// The positions of the cells among all of these.
  private var positions: [String: Int] = [:]
  /// The first cells with a title.
  private var titled: [Title: [(position: Int, key: String)]] = [:]

  /// Adds a cell, which is after the others in the form. O(1).
  mutating func add(_ cell: FormCell) {
    guard positions[cell.key] == nil else { return }
    let position = positions.count
    positions[cell.key] = position
    guard !cell.title.isEmpty else { return }
    for isSensitive in cell.isSensitive ? [true, false] : [false] {
      let title = Title(text: cell.title, isSensitive: isSensitive)
      if titled[title]?.count ?? 0 < Self.mostCandidates { titled[title, default: []].append((position, cell.key)) }
    }
  }

  /// The candidates for cells, by their keys, without the cells that have none. O(k) for k cells.
  func candidates(for cells: [FormCell]) -> [String: [String]] {
    cells.reduce(into: [:]) { found, cell in
      let free = candidates(for: cell)
      if !free.isEmpty { found[cell.key] = free }
    }
  }

  /// The keys of the candidates for a cell, in the order of the form: that with the same key, and the first ones with
  /// the same title. O(1).
  private func candidates(for cell: FormCell) -> [String] {
    var found = titled[Title(text: cell.title, isSensitive: cell.isSensitive)] ?? []
    if let position = positions[cell.key], !found.contains(where: { $0.position == position }) {
      if found.count == Self.mostCandidates { found.removeLast() }
      found.insert((position, cell.key), at: found.firstIndex { $0.position > position } ?? found.endIndex)
    }
    return found.map(\.key)
  }
}
