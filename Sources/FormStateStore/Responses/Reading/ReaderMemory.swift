import FormState

/// What was read for one decision: it looks at the state before anything is written, so that nothing of it can change.
final class ReaderMemory {
  private var cells: [CellPlace: CellSnapshot] = [:]
  private var sections: [Int: SectionSnapshot] = [:]
  /// Lists by their names; `nil` inside for an unknown one.
  var lists: [String: StoredList?] = [:]
  /// The whole response, where somebody asked about all of it.
  var whole: FormReader?
  /// The rows that show, where somebody asked for some.
  var rows: VisibilityIndex?
  /// Instances by their numbers; `nil` inside for an unknown one.
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

  /// Takes a cell that was read.
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

  /// The most cells whose state is read at once.
  private static let mostAtOnce = 256
  /// How far apart cells may be that are still taken to be read one after the other.
  private static let longestGap = 8
  private var lastRead: (end: CellPlace, count: Int)?

  /// In how many instances a cell is read by itself before it is read in all of them.
  private static let fewInstances = 8
  /// The instances in which cells were asked for, as long as those are few.
  private var askedIn: [CellPlace: Set<Int>] = [:]

  /// Whether a cell is to be read in all instances at once, since it is asked for in many.
  func readsColumn(of place: CellPlace) -> Bool {
    guard place.instance > 0 else { return false }
    let template = place.within(0)
    if askedIn[template]?.count ?? 0 <= Self.fewInstances { askedIn[template, default: []].insert(place.instance) }
    return askedIn[template]?.count ?? 0 > Self.fewInstances
  }

  /// The cells whose state was read in all instances.
  var readColumns: Set<CellPlace> = []

  /// How many cells to read from a place on: ever more, as long as they are asked for in the order of the form.
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
