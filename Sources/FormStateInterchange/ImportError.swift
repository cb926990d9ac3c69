import Foundation

/// A document was refused: it cannot be read at all, or what it holds cannot be understood.
public struct ImportError: Error, Hashable, Sendable {
  /// The name of the document, for messages.
  public let sourceName: String
  /// Where and why the document cannot be read at all; `nil` when it could be read.
  public let documentProblem: String?
  /// What in the document cannot be understood, in its order; cut off at ``mostFaults``.
  public let diagnostics: [Diagnostic]
  /// How many faults there are, those included that ``diagnostics`` leaves out; from ``mostCounted`` on there may be
  /// more.
  public let faultCount: Int

  /// Whether the document was read as it came, and something stands behind what was handed out by then; read whole, it
  /// may be sound.
  package internal(set) var isAboutOrder = false

  /// How many faults an error keeps; a broken document of a million cells has millions of them.
  public static let mostFaults = 100
  /// How many faults an importer counts before it stops looking for more.
  public static let mostCounted = 10_000
  /// How many faults a description lists before it only counts the rest.
  private static let listedFaults = 20

  /// A document that cannot be read.
  ///
  /// - Parameter wayOut: what to do instead, as a clause, where the fault itself does not say.
  init(sourceName: String, fault: DocumentFault, wayOut: String? = nil) {
    self.sourceName = sourceName
    documentProblem = fault.description + (wayOut.map { "; \($0)" } ?? "")
    diagnostics = []
    faultCount = 1
  }

  init(sourceName: String, faults: FaultList) {
    self.init(
      sourceName: sourceName, documentProblem: nil, diagnostics: faults.diagnostics, faultCount: faults.count)
  }

  init(sourceName: String, documentProblem: String?, diagnostics: [Diagnostic], faultCount: Int) {
    self.sourceName = sourceName
    self.documentProblem = documentProblem
    self.diagnostics = diagnostics
    self.faultCount = faultCount
  }
}

extension ImportError: CustomStringConvertible, LocalizedError {
  public var errorDescription: String? { description }

  /// The document's name and what is wrong with it, a line for each fault.
  public var description: String { description(consequence: "; nothing was imported") }

  /// The same for somebody who only wanted to know.
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

/// Something cannot be written in the format that was asked for.
public struct ExportError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
  public var errorDescription: String? { description }

  /// What cannot be written, where, and what to do, without a full stop.
  public let description: String
}
