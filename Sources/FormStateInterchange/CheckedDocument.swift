import FormState
import Foundation

/// A document of any format, read only to check whether it is valid.
package enum CheckedDocument {
  /// A form, with its repaired irregularities.
  case form(ImportedForm)
  /// A layout, with how many sections it makes.
  case layout(sectionCount: Int)
  /// A script, with how many actions it has and the lines that are none.
  case actions(count: Int, faults: [JSONLinesError])
  /// A dump, with its forms.
  case dump([FormContents])

  /// The purpose of a document.
  package enum Purpose: String, CaseIterable, Hashable, Sendable {
    case form, layout, actions, dump
  }

  /// What the document is.
  package var purpose: Purpose {
    switch self {
    case .form: .form
    case .layout: .layout
    case .actions: .actions
    case .dump: .dump
    }
  }

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - data: the whole document.
  ///   - purpose: its purpose.
  ///   - file: the file, and its import settings.
  ///   - layout: the layout that maps it to a form; `nil` for FormState's own formats.
  /// - Throws: ``ImportError`` with every fault at once; ``InputFileError`` for files beside it.
  /// - Complexity: O(n) in the size of the document.
  package static func read(
    _ data: Data, for purpose: Purpose, of file: FormFile, by layout: FormLayout?
  ) throws -> CheckedDocument {
    switch purpose {
    case .actions:
      let (count, faults) = ActionScript.check(data, source: file.name)
      return .actions(count: count, faults: faults)
    case .layout: return .layout(sectionCount: try FormLayout.read(data, sourceName: file.name).sections.count)
    case .form: return .form(try file.form(of: data, by: layout))
    case .dump: return .dump(try StoreDump.read(data, sourceName: file.name))
    }
  }

  /// The purpose of a document by its contents; for a script with an invalid first line, by its name.
  ///
  /// - Parameter hasLayout: whether a layout maps it to a form, so it may have any content.
  package static func purpose(of data: Data, named name: String, hasLayout: Bool) -> Purpose {
    if name.hasSuffix(".jsonl") || name.hasSuffix(".ndjson") { return .actions }
    if hasLayout { return .form }
    if isScript(data) { return .actions }
    if isMarked(data, as: "formstateLayout") { return .layout }
    return isMarked(data, as: StoreDump.mark) ? .dump : .form
  }

  /// Whether the first line is an object by itself, and an action or not the only one.
  private static func isScript(_ data: Data) -> Bool {
    let lines = data.split(separator: UInt8(ascii: "\n"), maxSplits: 1)
    guard let first = lines.first, first.count <= ActionScript.longestLine,
      case .dictionary(let members)? = (try? Document.read(Data(first)))?.root
    else { return false }
    let isOnly = lines.dropFirst().allSatisfy { $0.allSatisfy(DocumentBytes.isWhitespace) }
    return members["action"] != nil || !isOnly
  }

  /// Whether the outermost object has a member that names its format, other than that of a form.
  private static func isMarked(_ data: Data, as mark: String) -> Bool {
    // Nearly no form has the word anywhere, and then need not be read twice.
    guard data.range(of: Data("\"\(mark)\"".utf8)) != nil, let document = try? Document.read(data),
      document.format == .json, case .dictionary(let members) = document.root
    else { return false }
    return members[mark] != nil && members["formstate"] == nil
  }
}

extension ActionScript {
  /// The maximum number of invalid lines to report.
  private static let mostFaults = 100

  /// Finds invalid lines.
  ///
  /// - Returns: the number of actions, and the faults of the first invalid lines.
  /// - Complexity: O(n) in the size of the script.
  fileprivate static func check(_ data: Data, source: String) -> (count: Int, faults: [JSONLinesError]) {
    var count = 0
    var faults: [JSONLinesError] = []
    for (index, line) in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      guard faults.count < mostFaults else { break }
      do throws(JSONLinesError) {
        if try parse(Data(line), number: index + 1, source: source) != nil { count += 1 }
      } catch {
        faults.append(error)
      }
    }
    return (count, faults)
  }
}
