import FormState
import Foundation

/// Writes forms as ODK XForms.
///
/// ```swift
/// let written = try XFormFile.write(try store.form("household"))
/// print(written.diagnostics)    // what XForms cannot say
/// ```
///
/// A form that came from an XForm is exported to a form that is equal when it is read again: its inexpressible parts
/// were kept, and are exported.
public enum XFormFile {
  /// An exported form.
  public struct Written: Hashable, Sendable {
    /// The XForm, UTF-8.
    public let data: Data
    /// The parts of the form that XForms cannot express, with their treatment.
    public let diagnostics: [Diagnostic]
  }

  /// Writes a form.
  ///
  /// The output is read again, and differences are reported.
  ///
  /// - Parameters:
  ///   - form: the definition.
  ///   - version: the number of its version, the version of forms that do not come from an XForm.
  /// - Throws: ``ExportError`` if the form's kept XForm parts are damaged.
  /// - Complexity: O(n d) for n cells in d levels.
  public static func write(_ form: FormDefinition, version: Int? = nil) throws -> Written {
    var writer = try XFormWriter(form, version: version)
    writer.write()
    // The contents of the root and the model follow from the later parts.
    let declaresJavaRosa = writer.lacksJavaRosa
    if declaresJavaRosa || !writer.texts.isEmpty {
      writer = try XFormWriter(form, version: version, declaresJavaRosa: declaresJavaRosa, texts: writer.texts)
      writer.write()
    }
    let data = Data(writer.output.bytes)
    let settings = ImportSettings(formKey: form.key, sourceName: "\(form.key).xml")
    let read: ImportedForm
    do throws(ImportError) {
      read = try DefinitionImporter.parse(data, settings: settings)
    } catch {
      throw ExportError(
        description:
          "“\(form.key.shortened)” cannot be written as a readable XForm: \(error.description)")
    }
    let differences = XFormDifferences.reported(between: form, and: read.form, writer.layout)
    return Written(data: data, diagnostics: writer.diagnostics + differences)
  }
}

/// The differences of a form after it was written as an XForm and read again.
enum XFormDifferences {
  /// Reports differences, each kind once.
  ///
  /// - Complexity: O(n) for n cells.
  static func reported(
    between form: FormDefinition, and other: FormDefinition, _ layout: SubmissionLayout
  ) -> [Diagnostic] {
    // For a form that came from an XForm, all of it was kept.
    guard !layout.isFromXForm else { return [] }
    var parts = LeftOutParts()
    let renamed = Set(layout.renamings.map(\.key))
    let cells = Dictionary(other.sections.flatMap(\.cells).map { ($0.key, $0) }) { first, _ in first }
    for cell in form.sections.flatMap(\.cells) where !renamed.contains(cell.key) {
      guard let written = cells[cell.key] else {
        if cell.kind != .option { parts.add("cells without their own node", of: cell.key) }
        continue
      }
      for (what, isOtherwise) in differences(cell, written) where isOtherwise {
        parts.add(what, of: cell.key)
      }
    }
    if form.accordion != nil { parts.add("accordions", of: form.key) }
    for section in form.sections {
      if section.isAccordion { parts.add("accordions", of: section.key) }
      if section.startsFolded || !section.isFoldable { parts.add("folding of sections", of: section.key) }
    }
    return parts.diagnostics("XForms cannot express")
  }

  private static func differences(_ cell: FormCell, _ other: FormCell) -> [(String, Bool)] {
    let isSameKind = cell.kind == other.kind
    return [
      ("cells of kind \(cell.kind.rawValue), which are now \(other.kind.rawValue)", !isSameKind),
      ("titles in addition to those of rules", isSameKind && cell.title != other.title && !cell.title.isEmpty),
      ("these initial values", cell.defaultValue != other.defaultValue),
      ("initial expansion", cell.startsExpanded != other.startsExpanded || cell.isExpandable != other.isExpandable),
      ("accordions", cell.isAccordion), ("cells that grow in place", cell.inline != nil),
      ("titles that summarize answers", cell.summary != other.summary), ("units", cell.unit != nil),
      ("switch titles", cell.switchTitles != nil), ("sensitive answers", cell.isSensitive),
      ("these bounds of instances", cell.counts != other.counts),
      ("these rules", cell.rules != other.rules && isSameKind && cell.range == other.range),
      ("other properties", !cell.properties.filter { $0.key != XFormDocument.property }.isEmpty),
    ]
  }
}
