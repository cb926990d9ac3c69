import FormState
import Foundation
import TestSupport

/// Makes random property lists in the tutorial's shape, spelled in ways that occur in practice.
struct UntidyForm {
  /// The content of a cell in the tutorial, before it is spelled.
  struct Cell {
    var isExpandable = false
    var isExpanded = false
    var isVisible = true
    var additionalRows = 0
  }

  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// Sections whose flags and counts may contradict each other.
  mutating func contradictorySections() -> [[Cell]] {
    (0..<number(1...3)).map { _ in
      let count = number(0...12)
      return (0..<count).map { _ in
        let isExpandable = isTrue(oneIn: 2)
        return Cell(
          isExpandable: isExpandable, isExpanded: isTrue(oneIn: isExpandable ? 2 : 6), isVisible: isTrue(oneIn: 2),
          additionalRows: isExpandable || isTrue(oneIn: 6) ? number(0...count + 2) : 0)
      }
    }
  }

  /// Sections of expandable cells above plain ones, as in the tutorial.
  mutating func tutorialSections() -> [[Cell]] {
    (0..<number(1...3)).map { _ in
      (0..<number(1...4)).flatMap { _ in
        let rows = number(0...3)
        let isExpanded = rows > 0 && isTrue(oneIn: 3)
        let heading = Cell(isExpandable: rows > 0, isExpanded: isExpanded, additionalRows: rows)
        return [heading] + [Cell](repeating: Cell(isVisible: isExpanded), count: rows)
      }
    }
  }

  /// The property list, each entry spelled in one of the supported ways.
  mutating func document(_ sections: [[Cell]]) -> PropertyValue {
    let cells = sections.map { section in PropertyValue.array(section.map { .dictionary(entries(of: $0)) }) }
    if cells.count == 1, let only = cells.first, only != .array([]), isTrue(oneIn: 3) { return only }
    return .array(cells)
  }

  /// A number of a range.
  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  private mutating func isTrue(oneIn count: Int) -> Bool { number(1...count) == 1 }

  private mutating func entries(of cell: Cell) -> [String: PropertyValue] {
    var entries: [String: PropertyValue] = [
      "isExpandable": spelled(cell.isExpandable), "isExpanded": spelled(cell.isExpanded),
      "isVisible": spelled(cell.isVisible), "additionalRows": spelled(cell.additionalRows),
    ]
    if !cell.isExpanded && isTrue(oneIn: 8) { entries["isExpanded"] = nil }
    if cell.isExpandable == (cell.additionalRows > 0) && isTrue(oneIn: 8) { entries["isExpandable"] = nil }
    if !cell.isExpandable && cell.additionalRows == 0 && isTrue(oneIn: 8) { entries["additionalRows"] = nil }
    let identifiers = ["idCellNormal", "idCellTextfield", "idCellSwitch", "idCellSlider", "idCellValuePicker", "mine"]
    if !isTrue(oneIn: 10) { entries["cellIdentifier"] = .string(identifiers[number(0...5)]) }
    let titles: [PropertyValue] = [.string(""), .string("Title \(number(1...5))"), .integer(7), .boolean(true)]
    for name in ["primaryTitle", "secondaryTitle", "label"] where !isTrue(oneIn: 3) {
      entries[name] = titles[number(0...3)]
    }
    let values: [PropertyValue] = [
      .string(""), .string("Title 1"), .string("7.0"), .string("yes"), .integer(4711), .real(2.5), .boolean(true),
      .array([.integer(1)]), .date(Date(timeIntervalSinceReferenceDate: 86_400)),
    ]
    if !isTrue(oneIn: 3) { entries["value"] = values[number(0...8)] }
    if isTrue(oneIn: 4) { entries["checked"] = values[number(0...8)] }
    if isTrue(oneIn: 20) { entries["neverShows"] = values[number(0...5)] }
    return entries
  }

  private mutating func spelled(_ flag: Bool) -> PropertyValue {
    switch number(0...5) {
    case 0: .integer(flag ? 1 : 0)
    case 1: .string(flag ? "YES" : "NO")
    case 2: .string(flag ? "true" : "FALSE")
    default: .boolean(flag)
    }
  }

  private mutating func spelled(_ count: Int) -> PropertyValue {
    switch number(0...4) {
    case 0: .string("\(count)")
    case 1: .real(Double(count))
    default: .integer(Int64(count))
    }
  }
}

extension UntidyForm {
  /// The rows that the tutorial's table shows: every row whose own flag is true.
  static func visibleRows(of sections: [[Cell]]) -> [[Int]] {
    sections.map { cells in cells.indices.filter { cells[$0].isVisible } }
  }

  /// The effect of a tap in the tutorial: an expandable cell sets the flags of the rows that it counts.
  static func tap(_ row: Int, in cells: inout [Cell]) {
    guard cells[row].isExpandable else { return }
    cells[row].isExpanded.toggle()
    for position in cells.indices.dropFirst(row + 1).prefix(cells[row].additionalRows) {
      cells[position].isVisible = cells[row].isExpanded
    }
  }

  /// The bytes of a property list.
  static func data(_ root: PropertyValue) throws -> Data {
    try PropertyListSerialization.data(fromPropertyList: object(root), format: .binary, options: 0)
  }

  private static func object(_ value: PropertyValue) -> Any {
    switch value {
    case .null: NSNull()
    case .boolean(let flag): flag
    case .integer(let number): number
    case .real(let number): number
    case .string(let text): text
    case .date(let date): date
    case .data(let data): data
    case .array(let values): values.map(object)
    case .dictionary(let values): values.mapValues(object)
    }
  }
}
