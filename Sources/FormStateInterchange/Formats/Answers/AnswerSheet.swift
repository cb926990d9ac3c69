import FormState
import Foundation

/// Imported answers of several responses, as a table or JSON: the output of ``AnswerTable`` and `formstate answers`,
/// or a hand-written file.
///
/// Whatever the shape, a line describes one response. A table has a line for each response and a column for each
/// question, or a line for each question with the columns `cell` and `value`. JSON has an object for each response, or
/// one for each answer.
package struct AnswerSheet: Sendable {
  /// How a sheet is written.
  package enum Format: String, CaseIterable, Sendable {
    case csv, json
  }

  /// The sheet's content for one response.
  package struct Line: Sendable {
    /// The line of the document, or the object of its array, from 1; the first one if there are several.
    package let number: Int
    /// The form that the line names.
    package let form: String?
    /// The key of the response; `nil` for none.
    package let response: String?
    /// The entries for questions.
    var entries: [Entry] = []

    /// Whether the line is empty, like those at the end of a spreadsheet.
    var isEmpty: Bool { response == nil && entries.allSatisfy { $0.value == nil } }
  }

  /// A line's entry for a question.
  struct Entry: Sendable {
    /// Which of the columns.
    let column: Int
    /// The line or object of the entry.
    let number: Int
    /// The number of the instance of a repeat; 0 for none.
    var instance = 0
    /// The number of the instance around that of a repeat, 0 for none; `nil` if the sheet does not say.
    var within: Int?
    /// The value; `nil` for none.
    let value: PropertyValue?
    /// The source of the value, if the sheet says so.
    var source: Answer.Source?
  }

  /// How texts stand for values that are numbers or texts.
  enum Notation: Sendable {
    /// As JSON, which distinguishes them.
    case typed
    /// As a table: a text that is spelled as a number has an apostrophe before it.
    case marked
    /// As a table without apostrophes.
    case raw
  }

  /// The name of the document in messages.
  package let sourceName: String
  /// The unit of ``Line/number``.
  let noun: String
  /// The names of the questions, by key or by title.
  let columns: [String]
  /// How texts stand for values.
  let notation: Notation
  /// Whether these names are the header of a table.
  let hasHeader: Bool
  /// The names of the tables; empty for a single document.
  private let tables: [String]
  /// The lines.
  package let lines: [Line]

  /// Makes a sheet from a reader's findings.
  init(sourceName: String, draft: AnswerSheetDraft) {
    self.sourceName = sourceName
    noun = draft.noun
    columns = draft.columns
    notation = draft.notation
    tables = draft.tables
    hasHeader = draft.hasHeader
    lines = draft.lines.filter { !$0.isEmpty }
  }

  /// Reads a sheet.
  ///
  /// - Parameters:
  ///   - data: the whole document.
  ///   - sourceName: its name in messages.
  ///   - format: its format; by default determined by its first character.
  ///   - isRaw: whether an apostrophe before a text that looks like a formula belongs to the text.
  /// - Throws: ``ImportError`` if it cannot be read, or has other contents.
  /// - Complexity: O(n) in the size of the document.
  package init(_ data: Data, sourceName: String, format: Format? = nil, isRaw: Bool = false) throws(ImportError) {
    do throws(DocumentFault) {
      let draft =
        switch format ?? Self.format(of: data) {
        case .csv: try AnswerSheetDraft(table: data, isRaw: isRaw)
        case .json: try AnswerSheetDraft(json: data)
        }
      self.init(sourceName: sourceName, draft: draft)
    } catch {
      throw ImportError(sourceName: sourceName, fault: error)
    }
  }

  /// Reads the tables of a folder as one sheet, such as those of the responses and of each repeat.
  ///
  /// - Parameters:
  ///   - tables: the tables by the names of their files.
  ///   - sourceName: the name of the folder in messages.
  ///   - isRaw: whether an apostrophe before a text that looks like a formula belongs to the text.
  /// - Throws: ``ImportError`` if one of them cannot be read, or has other contents.
  /// - Complexity: O(n) in the size of the tables.
  package init(tables: [(name: String, data: Data)], sourceName: String, isRaw: Bool = false) throws(ImportError) {
    var draft = AnswerSheetDraft()
    for (index, table) in tables.enumerated() {
      draft.numberOfFirstLine = index * AnswerSheetDraft.mostLines
      do throws(DocumentFault) {
        try draft.add(table: table.data, isRaw: isRaw)
      } catch {
        throw ImportError(sourceName: "\(sourceName)/\(table.name)", fault: error)
      }
    }
    draft.tables = tables.map(\.name)
    self.init(sourceName: sourceName, draft: draft)
  }

  /// The format of a document: JSON if it begins with a brace or a bracket.
  private static func format(of data: Data) -> Format {
    (try? data.withDocumentBytes { bytes throws(DocumentFault) in try DocumentFormat.detect(bytes) }) == .json
      ? .json : .csv
  }

  /// Whether a document is XML, as submissions are.
  package static func isXML(_ data: Data) -> Bool {
    let first = data.first { ![0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first == UInt8(ascii: "<")
  }

  /// The most bytes that a sheet may have; a caller that reads files need not read any further.
  package static let largestDocument = DocumentLimits.tree.maximumBytes

  /// The keys of the forms that lines name, in order.
  package var formKeys: [String] {
    var known: Set<String> = []
    return lines.compactMap { $0.form?.canonicalKey }.filter { known.insert($0).inserted }
  }

  /// The name of a line in messages: `line 3`.
  package func place(of number: Int) -> String {
    let (table, line) = number.quotientAndRemainder(dividingBy: AnswerSheetDraft.mostLines)
    return (tables.element(at: table).map { "\($0), " } ?? "") + "\(noun) \(line)"
  }
}

/// A sheet being read.
struct AnswerSheetDraft {
  /// The unit of the line numbers.
  var noun = "line"
  var notation = AnswerSheet.Notation.marked
  /// Whether the names of the columns are the header of a table.
  var hasHeader = false
  /// The names of the tables; empty for a single document.
  var tables: [String] = []
  /// What is added to the numbers of the lines of the current table.
  var numberOfFirstLine = 0

  /// More lines than any table has.
  static let mostLines = 1 << 28

  private(set) var columns: [String] = []
  private(set) var lines: [AnswerSheet.Line] = []
  private var columnsByName: [String: Int] = [:]
  private var linesByKey: [[String?]: Int] = [:]
  /// The forms and responses that have a line of their own.
  private var withLine: Set<[String?]> = []

  /// Makes a separate column, whatever its name.
  mutating func addColumn(_ name: String) -> Int {
    columns.append(name)
    return columns.count - 1
  }

  /// The column of a name.
  mutating func column(_ name: String) -> Int {
    if let known = columnsByName[name] { return known }
    let column = addColumn(name)
    columnsByName[name] = column
    return column
  }

  /// Adds a line for a response, to the one that the tables of repeats have begun.
  mutating func add(_ line: AnswerSheet.Line) {
    guard line.response != nil else { return lines.append(line) }
    let key = [line.form, line.response]
    let isFirst = withLine.insert(key).inserted
    if isFirst, let begun = linesByKey[key] {
      lines[begun].entries += line.entries
    } else {
      linesByKey[key] = linesByKey[key] ?? lines.count
      lines.append(line)
    }
  }

  /// Adds the entry for one question to the line of its response.
  mutating func add(_ entry: AnswerSheet.Entry, form: String?, response: String?) {
    let key = [form, response]
    let place = linesByKey[key] ?? lines.count
    if place == lines.count {
      linesByKey[key] = place
      lines.append(AnswerSheet.Line(number: entry.number, form: form, response: response))
    }
    lines[place].entries.append(entry)
  }

  /// The name of a form or a response; `nil` if it is empty.
  static func name(_ text: String) -> String? {
    let name = text.trimmed
    return name.isEmpty ? nil : name
  }

  /// Reports a document with other contents.
  static func fault(_ problem: String) -> DocumentFault {
    DocumentFault(problem: .malformed(problem), place: .wholeDocument)
  }
}
