#if CommandLine
import ArgumentParser
import FormState

/// The cell of an action: its key, or with `--at` its row path.
struct CellArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The key of the cell; omit it with --at.", valueName: "cell"), completion: Completions.cells)
  var key: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The row of the cell: its section and its row in it, both counted from 0.", valueName: "section,row"))
  var at: RowPathArgument?

  @Option(
    help: ArgumentHelp(
      "With --at: the revision at which you saw the row; refused if the row has changed since.",
      valueName: "revision"))
  var seenAt: Int?

  func validate() throws {
    if seenAt != nil && at == nil {
      throw ValidationError("--seen-at requires --at: it is the revision at which you saw the row.")
    }
  }

  static let namedTwice = ValidationError("Name the cell by its key or by --at, not by both.")

  /// The cell; `nil` if none was named.
  ///
  /// - Throws: a usage error if it was named twice.
  func optionalReference() throws -> CellReference? {
    if key != nil && at != nil {
      throw Self.namedTwice
    }
    return at.map { .rowPath($0.path) } ?? key.map(CellReference.key)
  }

  /// The cell.
  ///
  /// - Throws: a usage error if none was named, or it was named twice.
  func reference() throws -> CellReference {
    guard let reference = try optionalReference() else {
      throw ValidationError("Name a cell, by its key or by --at.")
    }
    return reference
  }
}

/// Whether a key is meant as a section's.
struct SectionFlag: ParsableArguments {
  @Flag(name: .customLong("section"), help: "The key is a section's, even if a cell has the same one.")
  var isMeant = false
}

extension CellArguments {
  /// The key of a section.
  ///
  /// - Throws: a usage error if there is none.
  func sectionKey() throws -> String {
    guard let key, at == nil else { throw ValidationError("--section needs the key of a section.") }
    return key
  }
}

/// A row path on the command line: `0,3` or `[0,3]`.
struct RowPathArgument: ExpressibleByArgument {
  /// The row path.
  let path: RowPath

  init?(argument: String) {
    var text = Substring(argument)
    if text.hasPrefix("["), text.hasSuffix("]") { text = text.dropFirst().dropLast() }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = parts.first, let last = parts.last,
      let section = Int(first.trimmingPrefix(" ")), let row = Int(last.trimmingPrefix(" "))
    else { return nil }
    path = RowPath(section: section, row: row)
  }

  var defaultValueDescription: String { path.description }
}
#endif
