import FormState

/// A section of a ``FormModel`` with its visible rows. Sections that are not relevant are left out.
public struct ModelSection: Hashable, Identifiable, Sendable {
  /// The key of the section.
  public let id: String
  /// The header's text.
  public let title: String
  /// Whether it is folded.
  public fileprivate(set) var isFolded: Bool
  /// Whether it can be folded.
  public let isFoldable: Bool
  /// The rows.
  public fileprivate(set) var rows: ModelRows

  fileprivate init?(_ shown: ShownForm, position: Int) {
    guard let section = shown.form.sections.element(at: position), !shown.index.hidesHeader(ofSection: position) else {
      return nil
    }
    id = section.key
    title = section.title
    isFolded = shown.index.isFolded(section: position)
    isFoldable = section.isFoldable
    rows = ModelRows(shown, section: position)
  }
}

/// The rows of a ``ModelSection``, each with its current row path.
///
/// Two are equal if their rows have the same contents. Copying, comparing and changing them is cheap, however many
/// there are.
public struct ModelRows: RandomAccessCollection, Hashable, Sendable {
  /// A row that collections share, with its row path at the time of reading.
  private final class Shared: Sendable {
    let row: VisibleRow

    init(_ row: VisibleRow) { self.row = row }
  }

  fileprivate let section: Int
  private var shared: [Shared]

  fileprivate init(_ shown: ShownForm, section: Int) {
    self.section = section
    let paths = RowRange(section: section, rows: 0..<shown.index.numberOfRows(in: section)).paths
    shared = paths.compactMap { shown.row(at: $0).map(Shared.init) }
  }

  public var startIndex: Int { 0 }

  public var endIndex: Int { shared.count }

  /// The row at a position, from 0.
  public subscript(position: Int) -> VisibleRow {
    var row = shared[position].row
    row.path = RowPath(section: section, row: position)
    return row
  }

  /// The number of rows that another collection does not share. O(v) for v rows.
  func countRead(since other: ModelRows) -> Int {
    let before = Set(other.shared.map(ObjectIdentifier.init))
    return shared.count { !before.contains(ObjectIdentifier($0)) }
  }

  public static func == (left: Self, right: Self) -> Bool {
    left.shared.elementsEqual(right.shared) { $0 === $1 || $0.row == $1.row }
  }

  public func hash(into hasher: inout Hasher) {
    for shared in shared { hasher.combine(shared.row) }
  }

  /// Applies a step of a batch update.
  ///
  /// - Parameter shown: the rows after the last step.
  fileprivate mutating func take(_ step: BatchStep, _ shown: ShownForm) {
    func new(_ range: RowRange) -> [Shared] { range.paths.compactMap { shown.row(at: $0).map(Shared.init) } }
    switch step {
    case .delete(let range): shared.removeSubrange(range.rows.clamped(to: indices))
    case .insert(let range): shared.insert(contentsOf: new(range), at: Swift.min(range.rows.lowerBound, endIndex))
    case .reload(let path): replace(RowRange(section: section, rows: path.row..<path.row + 1), shown)
    case .resize(let range): replace(range, shown)
    case .deleteSection, .insertSection: break
    }
  }

  private mutating func replace(_ range: RowRange, _ shown: ShownForm) {
    for path in range.paths where indices.contains(path.row) {
      if let row = shown.row(at: path) { shared[path.row] = Shared(row) }
    }
  }
}

extension [ModelSection] {
  /// Creates the sections of a form. O(v) for v visible rows.
  init(of shown: ShownForm) {
    self = (0..<shown.index.numberOfSections).compactMap { ModelSection(shown, position: $0) }
  }

  /// Advances with the rows of a screen.
  ///
  /// - Complexity: reads the rows in the news; of the others only references move.
  mutating func take(_ news: RowNews) {
    switch news {
    case .none: break
    case .all(let shown): self = Self(of: shown)
    case .batch(let batch, let folds, let shown):
      guard batch.deletedSections.isEmpty, batch.insertedSections.isEmpty else {
        self = Self(of: shown)
        return
      }
      let headers = Set(batch.changedHeaders)
      for step in batch.steps {
        guard let section = step.section, !headers.contains(section), let offset = offset(ofSection: section) else {
          continue
        }
        self[offset].rows.take(step, shown)
      }
      for section in folds {
        if let offset = offset(ofSection: section) { self[offset].isFolded = shown.index.isFolded(section: section) }
      }
      for section in headers { replace(section, shown) }
    }
  }

  /// Reads a section again whose header has appeared or disappeared.
  private mutating func replace(_ section: Int, _ shown: ShownForm) {
    let place = firstOffset(from: section)
    if place < count, self[place].rows.section == section { remove(at: place) }
    if let section = ModelSection(shown, position: section) { insert(section, at: place) }
  }

  /// The offset of the section at a position of the form; `nil` for one that is left out. O(log s) for s sections.
  private func offset(ofSection section: Int) -> Int? {
    let offset = firstOffset(from: section)
    return offset < count && self[offset].rows.section == section ? offset : nil
  }

  /// The offset of the first section from a position of the form on.
  private func firstOffset(from section: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].rows.section < section { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension BatchStep {
  /// The position of the section with the step's rows; `nil` for a step of whole sections.
  fileprivate var section: Int? {
    switch self {
    case .delete(let range), .insert(let range), .resize(let range): range.section
    case .reload(let path): path.section
    case .deleteSection, .insertSection: nil
    }
  }
}
