import FormState
import Foundation

/// A refused document: it cannot be read at all, or its contents cannot be understood.
public struct ImportError: Hashable {
  /// The name of the document, for messages.
  package let sourceName: String
  /// Where and why the document cannot be read at all; `nil` if it could be read.
  package let documentProblem: String?
  /// The faults of the document, in order; the first 100.
  public let diagnostics: [Diagnostic]
  /// The number of faults, including those that ``diagnostics`` omits; from 10,000 on there may be more.
  let faultCount: Int

  /// Whether the document was read in parts, and something follows parts that were already passed on; read whole, it
  /// may be sound.
  package internal(set) var isAboutOrder = false

  /// Which document of ours the faults are in, whose fields a JSON Schema describes; `nil` for any other.
  package internal(set) var purpose: CheckedDocument.Purpose?

  /// How many faults an error keeps; a broken document of a million cells has millions of them.
  package static let mostFaults = 100
  /// How many faults an importer counts before it stops looking for more.
  static let mostCounted = 10_000
  /// How many faults a description lists before it only counts the rest.
  private static let listedFaults = 20

  /// A document that cannot be read.
  ///
  /// - Parameter wayOut: the remedy, as a clause, if the fault itself has none.
  init(sourceName: String, fault: DocumentFault, wayOut: String? = nil) {
    self.sourceName = sourceName
    documentProblem = fault.description + (wayOut.map { "; \($0)" } ?? "")
    diagnostics = []
    faultCount = 1
  }

  init(sourceName: String, faults: FaultList, in purpose: CheckedDocument.Purpose? = nil) {
    self.init(
      sourceName: sourceName, documentProblem: nil, diagnostics: faults.diagnostics, faultCount: faults.count)
    self.purpose = purpose
  }

  init(sourceName: String, documentProblem: String?, diagnostics: [Diagnostic], faultCount: Int) {
    self.sourceName = sourceName
    self.documentProblem = documentProblem
    self.diagnostics = diagnostics
    self.faultCount = faultCount
  }
}

extension ImportError: FormStateError {
  /// The document's name and its faults, one per line.
  public var description: String { description(consequence: "; nothing was imported") }

  /// The same for a mere check.
  package var descriptionOfFaults: String { description(consequence: "") }

  private func description(consequence: String) -> String {
    if let documentProblem { return "\(sourceName): \(documentProblem)" }
    if faultCount == 1, let only = diagnostics.first { return "\(sourceName): \(only)" }
    let count = faultCount < Self.mostCounted ? "\(faultCount)" : "\(Self.mostCounted) or more"
    var lines = ["\(sourceName) has \(count) faults\(consequence):"]
    lines += diagnostics.prefix(Self.listedFaults).map { "  \($0)" }
    if faultCount > Self.listedFaults { lines.append("  … and \(faultCount - Self.listedFaults) more") }
    return lines.joined(separator: "\n")
  }
}

/// Something cannot be written in the requested format.
public struct ExportError: FormStateError, Hashable {
  /// The problem, its place, and the remedy, without a full stop.
  public let description: String
}
