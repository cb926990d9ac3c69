import FormState
import Foundation

/// Reads a line of a document in JSON Lines.
enum JSONLine {
  /// The value of a line.
  ///
  /// - Parameters:
  ///   - number: its number from 1, for messages.
  ///   - source: the name of the document, for messages.
  ///   - limits: the limits of the line.
  ///   - subject: what the line should be, as a noun phrase.
  /// - Complexity: O(n) in the length of the line.
  static func root(
    _ line: Data, number: Int, source: String, limits: DocumentLimits, expecting subject: String
  ) throws(JSONLinesError) -> PropertyValue {
    let document: Document
    do throws(DocumentFault) {
      document = try Document.read(line, limits: limits)
    } catch {
      throw JSONLinesError(source: source, line: number, problem: problem(of: error))
    }
    guard document.format == .json else {
      throw JSONLinesError(source: source, line: number, problem: "is not \(subject); write a JSON object")
    }
    return document.root
  }

  /// The lines of a document with their numbers from 1, without blank ones.
  ///
  /// - Complexity: O(n) for n bytes.
  static func lines(of data: Data) -> [(number: Int, line: Data)] {
    zip(1..., data.split(separator: 0x0A, omittingEmptySubsequences: false)).compactMap { number, line in
      line.allSatisfy(DocumentBytes.isWhitespace) ? nil : (number, Data(line))
    }
  }

  /// Reads the object of a line by the list of its members.
  ///
  /// - Parameters:
  ///   - root: the value of the line.
  ///   - object: the object before anything is read.
  ///   - check: adds faults of what was read.
  /// - Throws: ``JSONLinesError`` with all faults of the line.
  static func read<Object: DocumentObject>(
    _ root: PropertyValue, number: Int, source: String, into object: Object,
    check: (inout DocumentFields, Object) -> Void = { _, _ in }
  ) throws(JSONLinesError) -> Object {
    var (object, faults) = (object, FaultList())
    if var fields = DocumentFields(root, at: DocumentPath(), known: Object.names, faults: &faults) {
      fields.read(into: &object)
      check(&fields, object)
      for fault in fields.faults { faults.add(fault) }
    }
    if faults.count == 0 { return object }
    throw JSONLinesError(
      source: source, line: number, problem: faults.diagnostics.map(\.description).joined(separator: "; "))
  }

  /// Writes an object as a line, without its end.
  ///
  /// - Throws: ``ExportError`` if a member cannot be written.
  static func text<Object: DocumentObject>(of object: Object) throws(ExportError) -> String {
    var writer = FormDocumentWriter(version: nil, isPretty: false)
    try writer.write(object)
    return writer.json.text
  }

  /// A scan's finding, without the line, which is always 1 within one line.
  private static func problem(of fault: DocumentFault) -> String {
    guard case .text(_, let column) = fault.place else { return "\(fault.problem)" }
    return "column \(column): \(fault.problem)"
  }
}

/// A line of a document in JSON Lines, such as an action script, cannot be understood.
public struct JSONLinesError: FormStateError, Hashable {
  /// The name of the document.
  let source: String
  /// The number of the line, from 1.
  public let line: Int
  /// The problem of the line and the correction, as clauses without a full stop.
  package let problem: String

  /// Creates the error.
  package init(source: String, line: Int, problem: String) {
    self.source = source
    self.line = line
    self.problem = problem
  }

  /// The place, problem and correction: `ACTIONS.jsonl:3: cell: is missing; name the cell, or its row with “at”`.
  public var description: String { "\(source):\(line): \(problem)" }
}
