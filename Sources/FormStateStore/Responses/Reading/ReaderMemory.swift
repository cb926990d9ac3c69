import FormState

/// A cache for one decision, valid because nothing is written before the decision is made.
final class ReaderMemory {
  private var cells: [CellPlace: CellSnapshot] = [:]
  private var sections: [Int: SectionSnapshot] = [:]
  /// Lists by their names; the inner `nil` for an unknown one.
  var lists: [String: StoredList?] = [:]
  /// The whole response, if needed.
  var whole: FormReader?
  /// The visible rows, if needed.
  var rows: VisibilityIndex?
  /// Instances by their numbers; the inner `nil` for an unknown one.
  var instances: [Int: InstanceRoster.Instance?] = [:]
  /// The instances of repeats.
  var instanceLists: [CellPlace: [InstanceRoster.Instance]] = [:]

  /// The cell at a place; reads it the first time.
  func cell(at place: CellPlace, _ read: () throws -> CellSnapshot?) rethrows -> CellSnapshot? {
    if let known = cells[place] { return known }
    guard let cell = try read() else { return nil }
    take(cell)
    return cell
  }

  /// Stores a cell.
  func take(_ cell: CellSnapshot) { cells[cell.place] = cell }

  /// The cell at a place, if it was read.
  func knownCell(at place: CellPlace) -> CellSnapshot? { cells[place] }

  /// Whether a cell was read.
  func hasCell(at place: CellPlace) -> Bool { cells[place] != nil }

  /// The section at a position; reads it the first time.
  func section(at position: Int, _ read: () throws -> SectionSnapshot?) rethrows -> SectionSnapshot? {
    if let known = sections[position] { return known }
    let section = try read()
    sections[position] = section
    return section
  }

  // MARK: - Reading ahead

  /// Maximum number of cells whose state is read at once.
  private static let mostAtOnce = 256
  /// Maximum distance of cells that still count as read in order.
  private static let longestGap = 8
  private var lastRead: (end: CellPlace, count: Int)?

  /// The number of instances in which a cell is read individually before it is read in all of them.
  private static let fewInstances = 8
  /// The instances in which cells were read, while they are few.
  private var askedIn: [CellPlace: Set<Int>] = [:]

  /// Whether a cell is to be read in all instances at once, because it is needed in many.
  func readsColumn(of place: CellPlace) -> Bool {
    guard place.instance > 0 else { return false }
    let template = place.within(0)
    if askedIn[template]?.count ?? 0 <= Self.fewInstances { askedIn[template, default: []].insert(place.instance) }
    return askedIn[template]?.count ?? 0 > Self.fewInstances
  }

  /// The cells whose state was read in all instances.
  var readColumns: Set<CellPlace> = []

  /// The number of cells to read from a place on: increasing while they are read in the order of the form.
  func countToRead(from place: CellPlace) -> Int {
    var count = 1
    if let last = lastRead, last.end.section == place.section, last.end.instance == place.instance,
      (0..<Self.longestGap).contains(place.position - last.end.position)
    {
      count = min(last.count * 2, Self.mostAtOnce)
    }
    lastRead = (
      CellPlace(section: place.section, position: place.position + count, instance: place.instance), count
    )
    return count
  }
}
