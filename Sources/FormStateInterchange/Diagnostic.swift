import FormState

/// An irregularity in a document: the place, the problem, and the repair or correction.
public struct Diagnostic: Hashable, Sendable {
  /// The line in the document, from 1; `nil` if it is unknown, as in a binary property list or a workbook.
  public var line: Int?
  /// The column in the line, from 1 in Unicode scalars; `nil` if it is unknown.
  public var column: Int?
  /// The position of the section in the form, from 0; `nil` when it is about the whole document.
  package var section: Int?
  /// The position of the cell in its section, from 0, nested cells counted; `nil` when it is not about a cell.
  package var row: Int?
  /// The key in the document, such as `isVisible`, in JSON with its path, such as `sections[0].cells[2].title`;
  /// in a workbook the place, such as `sheet survey, row 5`.
  public var key: String?
  /// The problem, as a clause without a full stop.
  public var problem: String
  /// The repair, or the correction if the document was refused.
  public var action: String
  /// How many times the same was found; line, section and row are then those of the first.
  public var count: Int

  /// Creates a diagnostic.
  package init(
    line: Int? = nil, column: Int? = nil, section: Int? = nil, row: Int? = nil, key: String? = nil, problem: String,
    action: String, count: Int = 1
  ) {
    self.line = line
    self.column = column
    self.section = section
    self.row = row
    self.key = key
    self.problem = problem
    self.action = action
    self.count = count
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The diagnostic in one line: `line 40, column 5, section 0, row 3, isVisible: is the number 1; write <true/>`.
  ///
  /// One that sums several up names the first places in its problem.
  public var description: String {
    var place: [String] = []
    if count == 1 {
      if let line { place.append("line \(line)") }
      if let column { place.append("column \(column)") }
      // A path that repeats the line is omitted.
      let isSaid = line != nil && key?.contains("sections[") == true
      if let section, !isSaid { place.append("section \(section)") }
      if let row, !isSaid { place.append("row \(row)") }
    }
    if let key { place.append(key) }
    let text = action.isEmpty ? problem : "\(problem); \(action)"
    return place.isEmpty ? text : "\(place.joined(separator: ", ")): \(text)"
  }
}

/// The faults that an importer has found so far.
struct FaultList {
  /// The importer's budget for suggestions in all its faults.
  let suggestions: SuggestionBudget
  /// The first faults, at most ``ImportError/mostFaults``.
  private(set) var diagnostics: [Diagnostic] = []
  /// How many faults were found.
  private(set) var count = 0

  /// Begins without faults.
  init(suggestions: SuggestionBudget = SuggestionBudget()) {
    self.suggestions = suggestions
  }

  /// Whether there are so many faults that an importer can stop looking for more.
  var isFull: Bool { count >= ImportError.mostCounted }

  /// Adds a fault.
  mutating func add(_ fault: Diagnostic) {
    count += 1
    if diagnostics.count < ImportError.mostFaults { diagnostics.append(fault) }
  }

  /// The faults in the order of the document, whichever check found them first.
  mutating func sortByPlace() {
    let places = diagnostics.enumerated().sorted { left, right in
      let leftPlace = (left.element.section ?? -1, left.element.row ?? -1, left.offset)
      return leftPlace < (right.element.section ?? -1, right.element.row ?? -1, right.offset)
    }
    diagnostics = places.map(\.element)
  }
}

extension DefinitionFault {
  /// The problem without the fix, and the fix: the two clauses that a semicolon parts.
  var clauses: (problem: String, action: String) {
    let parts = problem.split(separator: "; ", maxSplits: 1).map(String.init)
    return (parts.first ?? problem, parts.dropFirst().first ?? "correct it in the document")
  }
}
