import FormState
import Foundation

/// Cells in an array as the tutorials keep them, with the array saved as a property list after each change.
struct SavedArray {
  private struct Cell: Codable {
    let key: String
    let additionalRows: Int
    var isExpanded: Bool
    var isVisible: Bool
    var value: String
  }

  private var cells: [Cell]
  private let file: URL

  /// The cells of a form, all collapsed.
  init(_ form: FormDefinition, file: URL) {
    self.file = file
    cells = form.sections.flatMap(\.cells).map { cell in
      Cell(
        key: cell.key, additionalRows: cell.additionalRows, isExpanded: false, isVisible: cell.kind == .group, value: ""
      )
    }
  }

  /// Reads a saved array.
  init(file: URL) throws {
    self.file = file
    cells = try PropertyListDecoder().decode([Cell].self, from: Data(contentsOf: file))
  }

  /// The positions of the rows that show.
  var visibleRows: [Int] { cells.indices.filter { cells[$0].isVisible } }

  /// Opens or closes a cell and collects the rows that show; on disk when it returns.
  mutating func tap(_ position: Int) throws -> [Int] {
    cells[position].isExpanded.toggle()
    for row in (position + 1)..<(position + 1 + cells[position].additionalRows) {
      cells[row].isVisible = cells[position].isExpanded
    }
    try save()
    return visibleRows
  }

  /// Sets the value of a cell; on disk when it returns.
  mutating func set(_ position: Int, _ value: String) throws {
    cells[position].value = value
    try save()
  }

  /// Writes a temporary file, waits until it is on disk, and renames it over the previous one, so a crash leaves one
  /// of both.
  func save() throws {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    let beside = file.appendingPathExtension("new")
    try encoder.encode(cells).write(to: beside)
    let handle = try FileHandle(forUpdating: beside)
    try handle.synchronize()
    try handle.close()
    guard rename(beside.path, file.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
