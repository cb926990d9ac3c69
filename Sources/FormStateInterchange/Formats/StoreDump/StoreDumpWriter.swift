import FormState
import Foundation

/// Writes a dump, one part at a time, to limit memory.
public struct StoreDumpWriter {
  private var parts: FormPartsWriter

  /// Begins a dump.
  ///
  /// - Parameter sink: receives the next bytes of the document.
  public init(to sink: @escaping (Data) throws -> Void) { parts = FormPartsWriter(.dump, to: sink) }

  /// Writes a form, or a response of the form that was written last.
  ///
  /// - Throws: `InvalidDefinition` if the form is invalid; ``ExportError`` if a property cannot be written; what the
  ///   sink throws.
  /// - Complexity: O(n) for n cells and journal entries.
  public mutating func write(_ part: FormContents.Part) throws { try parts.write(part) }

  /// Ends the dump; nothing is written after it.
  ///
  /// - Throws: what the sink throws.
  public mutating func finish() throws { try parts.finish() }
}
