import FormState

/// The irregularities of a CellDescriptor.plist that can be repaired.
///
/// Each has a wording for a single cell where it is found, and one sentence for many.
enum Irregularity: Hashable {
  case flagAsText, flagAsNumber, missingExpandable, missingExpanded, missingVisible
  case countAsText, countAsReal, countAsBoolean, missingCount
  case countPastSection, countOverVisibleRows, countPastParent, countOfUnexpandable
  case expandedUnexpandable, expandedOverHiddenRows, uncoveredHiddenRow
  case missingIdentifier, scalarAsText, strayOption
  case valueAsText, valueAsPosition, valueAsNumber, valueBeyondRange, valueUnheld, unknownChoice
  case flatRoot
  case nestedExpandable, emptySection, untitled

  /// Whether no repair is needed, so a strict import accepts the file as well.
  var isRemark: Bool {
    switch self {
    case .nestedExpandable, .emptySection, .untitled: true
    default: false
    }
  }

  /// The shared wording for many cells: the problem, without their number, and the repair.
  var ofMany: (problem: String, action: String) {
    switch self {
    case .flagAsText: ("is a boolean written as text", "read as booleans")
    case .flagAsNumber: ("is a boolean written as a number", "read as booleans")
    case .missingExpandable: ("is missing", "read as true if rows are counted, otherwise as false")
    case .missingExpanded: ("is missing", "read as false")
    case .missingVisible: ("is missing", "shown unless a collapsed row hides them")
    case .countAsText: ("is a number written as text", "read as numbers")
    case .countAsReal: ("is a whole number written as a real", "read as whole numbers")
    case .countAsBoolean: ("is a number written as a boolean", "read as numbers")
    case .missingCount: ("is missing", "read as the number of hidden rows that follow")
    case .countPastSection: ("runs past the section's end", "clipped")
    case .countOverVisibleRows: ("covers rows that show though the cell hides its rows", "clipped before them")
    case .countPastParent: ("runs past the end of the cell above it", "the cells above them were extended")
    case .countOfUnexpandable: ("is not 0, but the cell is not expandable", "read as 0")
    case .expandedUnexpandable: ("is true, but the cell is not expandable", "read as false")
    case .expandedOverHiddenRows: ("is true, but the rows below the cell are hidden", "imported collapsed")
    case .uncoveredHiddenRow:
      ("is false, but no collapsed row above hides the cell", "kept as cells that never show")
    case .missingIdentifier: ("is missing", "read as the identifier of the kind")
    case .scalarAsText: ("is a number or a boolean, not a text", "read as text")
    case .strayOption: ("is an option, but no group or custom cell is above it", "read as labels")
    case .valueAsText: ("is a number or a boolean where the cell holds text", "read as text")
    case .valueAsPosition: ("is a word other than true and false for a switch's position", "read as positions")
    case .valueAsNumber: ("is a boolean where the cell holds text or a number", "read as numbers")
    case .valueBeyondRange: ("is beyond the range of the slider", "read as the nearest number of the range")
    case .valueUnheld: ("is not a value that the cell can hold", "kept as written; the cells start without a value")
    case .unknownChoice:
      (
        "is neither the value nor the title of an option directly below the cell",
        "kept as written; the cells start without a choice"
      )
    case .flatRoot: ("is an array of cells, not of sections", "read as one section")
    case .untitled: ("is missing", "read from another key")
    case .nestedExpandable: ("is true within the range of another cell", "each expands and collapses independently")
    case .emptySection: ("has no cells", "kept unchanged")
    }
  }
}

/// The wording for one place.
struct IrregularityWording {
  /// The problem.
  let problem: String
  /// The repair.
  let action: String
  /// The author's correction, if it is not repaired.
  let remedy: String

  init(_ problem: String, done action: String, remedy: String) {
    self.problem = problem
    self.action = action
    self.remedy = remedy
  }
}

/// The findings of a CellDescriptor.plist import so far: faults, and irregularities, which are faults when strict.
///
/// A class, since every cell's fields add to the one list, which may be long.
final class CellDescriptorFindings {
  /// How many places a summed-up diagnostic names.
  private static let namedPlaces = 5

  let isStrict: Bool
  private(set) var faults = FaultList()
  /// The key that holds the titles, if none was given and no cell has one under the expected key.
  var otherTitleKey: String?
  /// Whether the outermost array is that of the cells.
  var isFlat = false
  private var sums: [IrregularityName: IrregularityIndex] = [:]
  private var found: [IrregularityCount] = []

  init(isStrict: Bool) {
    self.isStrict = isStrict
  }

  /// Clears the findings, since the document is read again.
  func forget() {
    faults = FaultList(suggestions: faults.suggestions)
    sums = [:]
    found = []
  }

  /// The place of a finding in the property list; `nil` for the whole document.
  func path(of diagnostic: Diagnostic) -> String? {
    guard let section = diagnostic.section else { return nil }
    let cells = isFlat ? "" : "[\(section)]"
    return cells + (diagnostic.row.map { "[\($0)]" } ?? "") + (diagnostic.key.map { ".\($0)" } ?? "")
  }

  /// Adds a fault.
  func fault(_ diagnostic: Diagnostic) { faults.add(diagnostic) }

  /// Adds an irregularity.
  ///
  /// - Parameter wording: evaluated only for the first of its kind, since a file may have millions.
  func note(
    _ irregularity: Irregularity, section: Int?, row: Int? = nil, key: String? = nil,
    _ wording: () -> IrregularityWording
  ) {
    if isStrict && !irregularity.isRemark {
      let words = wording()
      faults.add(
        Diagnostic(section: section, row: row, key: key, problem: words.problem, action: words.remedy))
      return
    }
    let name = IrregularityName(irregularity: irregularity, key: key)
    if let index = sums[name] {
      found[index].add(section: section, row: row, named: Self.namedPlaces)
    } else {
      let words = wording()
      sums[name] = found.count
      found.append(
        IrregularityCount(
          irregularity: irregularity,
          first: Diagnostic(section: section, row: row, key: key, problem: words.problem, action: words.action)))
    }
  }

  /// The irregularities in the order of the document, equal ones summed up.
  var diagnostics: [Diagnostic] {
    var list = FaultList()
    for count in found { list.add(count.diagnostic) }
    list.sortByPlace()
    return list.diagnostics
  }

  /// Puts the faults into the order of the document.
  func sortFaults() { faults.sortByPlace() }
}

private typealias IrregularityIndex = Int

/// Irregularities with the same name are equal except for their place and exact wording.
private struct IrregularityName: Hashable {
  let irregularity: Irregularity
  let key: String?
}

/// How often an irregularity was found, and the first places.
private struct IrregularityCount {
  let irregularity: Irregularity
  let first: Diagnostic
  private var count = 1
  private var places: [(section: Int?, row: Int?)]

  init(irregularity: Irregularity, first: Diagnostic) {
    self.irregularity = irregularity
    self.first = first
    places = [(first.section, first.row)]
  }

  mutating func add(section: Int?, row: Int?, named: Int) {
    count += 1
    if places.count < named { places.append((section, row)) }
  }

  var diagnostic: Diagnostic {
    guard count > 1 else { return first }
    let noun = first.row == nil ? "sections" : "cells"
    let (problem, action) = irregularity.ofMany
    return Diagnostic(
      section: first.section, row: first.row, key: first.key,
      problem: "\(problem), in \(count) \(noun) (\(placesText))", action: action, count: count)
  }

  /// The first places: `section 0, rows 1, 2; section 3, row 0 …`.
  private var placesText: String {
    let rest = count > places.count ? " …" : ""
    let sections = places.compactMap(\.section)
    guard first.row != nil else {
      return "section\(sections.count == 1 ? "" : "s") \(sections.map(String.init).joined(separator: ", "))\(rest)"
    }
    var runs: [(section: Int, rows: [Int])] = []
    for (section, row) in places {
      guard let section, let row else { continue }
      if runs.last?.section == section, let last = runs.indices.last {
        runs[last].rows.append(row)
      } else {
        runs.append((section, [row]))
      }
    }
    let texts = runs.map { section, rows in
      "section \(section), row\(rows.count == 1 ? "" : "s") \(rows.map(String.init).joined(separator: ", "))"
    }
    return texts.joined(separator: "; ") + rest
  }
}
