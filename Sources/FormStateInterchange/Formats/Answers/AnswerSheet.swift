import FormState
import Foundation

/// Answers of several responses that come in as a table or as JSON: what ``AnswerTable`` and `formstate answers` write,
/// or somebody wrote by hand.
///
/// Whatever the shape, a line is what one response is to hold. A table has a line for each response and a column for
/// each question, or a line for each question with the columns `cell` and `value`. JSON has an object for each
/// response, or one for each answer.
package struct AnswerSheet: Sendable {
  /// How a sheet is written.
  package enum Format: String, CaseIterable, Sendable {
    case csv, json
  }

  /// What the sheet says of one response.
  package struct Line: Sendable {
    /// Which line of the document it is, or which object of its array, from 1; the first one where there are several.
    package let number: Int
    /// The form that it says it answers.
    package let form: String?
    /// The key of the response; `nil` for none.
    package let response: String?
    /// What it says of questions.
    var entries: [Entry] = []

    /// Whether it says nothing at all, as the empty lines at the end of a spreadsheet.
    var isEmpty: Bool { response == nil && entries.allSatisfy { $0.value == nil } }
  }

  /// What a line says of a question.
  struct Entry: Sendable {
    /// Which of the columns.
    let column: Int
    /// The line or object that it stands in.
    let number: Int
    /// The number of the instance of a repeat; 0 for none.
    var instance = 0
    /// What it says; `nil` for nothing.
    let value: PropertyValue?
  }

  /// What messages call the document.
  package let sourceName: String
  /// What a ``Line/number`` counts.
  let noun: String
  /// What the questions are called, by key or by title.
  let columns: [String]
  /// What is said of responses.
  package let lines: [Line]

  /// Takes what a reader has found.
  init(sourceName: String, draft: AnswerSheetDraft) {
    self.sourceName = sourceName
    noun = draft.noun
    columns = draft.columns
    lines = draft.lines.filter { !$0.isEmpty }
  }

  /// Reads a sheet.
  ///
  /// - Parameters:
  ///   - data: the whole document.
  ///   - sourceName: what messages call it.
  ///   - format: how it is written; what its first character tells where left out.
  ///   - isRaw: whether an apostrophe before what a spreadsheet would run as a formula belongs to the text.
  /// - Throws: ``ImportError`` where it cannot be read, or holds something else.
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

  /// How a document is written: as JSON where it begins with a brace or a bracket.
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

  /// The keys of the forms that lines say they answer, in their order.
  package var formKeys: [String] {
    var known: Set<String> = []
    return lines.compactMap { $0.form?.canonicalKey }.filter { known.insert($0).inserted }
  }

  /// What messages call a line: `line 3`.
  package func place(of number: Int) -> String { "\(noun) \(number)" }
}

/// A sheet as it is read.
struct AnswerSheetDraft {
  /// What the numbers of lines count.
  var noun = "line"
  private(set) var columns: [String] = []
  private(set) var lines: [AnswerSheet.Line] = []
  private var columnsByName: [String: Int] = [:]
  private var linesByKey: [[String?]: Int] = [:]

  /// Makes a column of its own, whatever it is called.
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

  /// Adds a line for a response.
  mutating func add(_ line: AnswerSheet.Line) { lines.append(line) }

  /// Adds what is said of one question to the line of its response.
  mutating func add(_ entry: AnswerSheet.Entry, form: String?, response: String?) {
    let key = [form, response]
    let place = linesByKey[key] ?? lines.count
    if place == lines.count {
      linesByKey[key] = place
      lines.append(AnswerSheet.Line(number: entry.number, form: form, response: response))
    }
    lines[place].entries.append(entry)
  }

  /// What names a form or a response; `nil` where it is empty.
  static func name(_ text: String) -> String? {
    let name = text.trimmed
    return name.isEmpty ? nil : name
  }

  /// Says that a document holds something else.
  static func fault(_ problem: String) -> DocumentFault {
    DocumentFault(problem: .malformed(problem), place: .wholeDocument)
  }
}
