import FormState
import Foundation

/// Writes forms as ODK XForms.
///
/// ```swift
/// let written = try XFormFile.write(try store.form("household"))
/// print(written.diagnostics)    // what XForms cannot say
/// ```
///
/// A form that came from an XForm gives an equal form when it is read again: what nothing in a form says was kept, and
/// comes out.
public enum XFormFile {
  /// What was written.
  public struct Written: Hashable, Sendable {
    /// The XForm, UTF-8.
    public let data: Data
    /// What of the form XForms cannot say, and what became of it.
    public let diagnostics: [Diagnostic]
  }

  /// Writes a form.
  ///
  /// What comes out is read again, and what is otherwise then is told.
  ///
  /// - Parameters:
  ///   - form: the definition.
  ///   - version: the number of its version, which a form of our own says as its version.
  /// - Throws: ``ExportError`` where what the form keeps of its XForm was damaged.
  /// - Complexity: O(n d) for n cells in d levels.
  public static func write(_ form: FormDefinition, version: Int? = nil) throws(ExportError) -> Written {
    var writer = try XFormWriter(form, version: version)
    writer.write()
    // What stands at the root or in the model follows from what comes after it.
    let declaresJavaRosa = writer.lacksJavaRosa
    if declaresJavaRosa || !writer.texts.isEmpty {
      writer = try XFormWriter(form, version: version, declaresJavaRosa: declaresJavaRosa, texts: writer.texts)
      writer.write()
    }
    let data = Data(writer.output.bytes)
    let settings = ImportSettings(formKey: form.key, sourceName: "\(form.key).xml")
    let read: ImportedForm
    do throws(ImportError) {
      read = try DefinitionImporter.read(data, settings: settings)
    } catch {
      throw ExportError(
        description:
          "“\(form.key.shortened)” cannot be written as a readable XForm: \(error.description)")
    }
    let differences = XFormDifferences.told(between: form, and: read.form, writer.layout)
    return Written(data: data, diagnostics: writer.diagnostics + differences)
  }
}

/// What is otherwise in a form after it was written as an XForm and read again.
enum XFormDifferences {
  /// How many keys are named of those that differ alike.
  private static let mostNamed = 4

  /// Tells what differs, each sort of difference once.
  ///
  /// - Complexity: O(n) for n cells.
  static func told(
    between form: FormDefinition, and other: FormDefinition, _ layout: SubmissionLayout
  ) -> [Diagnostic] {
    // Of a form that came from an XForm all was kept that it said.
    guard !layout.isFromXForm else { return [] }
    var found: [String: [String]] = [:]
    let renamed = Set(layout.renamings.map(\.key))
    let cells = Dictionary(other.sections.flatMap(\.cells).map { ($0.key, $0) }) { first, _ in first }
    for cell in form.sections.flatMap(\.cells) where !renamed.contains(cell.key) {
      guard let written = cells[cell.key] else {
        if cell.kind != .option { found["cells without their own node", default: []].append(cell.key) }
        continue
      }
      for (what, isOtherwise) in differences(cell, written) where isOtherwise {
        found[what, default: []].append(cell.key)
      }
    }
    if form.accordion != nil { found["accordions", default: []].append(form.key) }
    for section in form.sections {
      if section.isAccordion { found["accordions", default: []].append(section.key) }
      if section.startsFolded || !section.isFoldable { found["folding of sections", default: []].append(section.key) }
    }
    return found.sorted { $0.key < $1.key }.map { what, keys in
      let named = keys.prefix(mostNamed).map { "“\($0.shortened)”" }.joined(separator: ", ")
      let left = keys.count > mostNamed ? " and \(keys.count - mostNamed) more" : ""
      return Diagnostic(problem: "XForms cannot express \(what) (\(named)\(left))", action: "left out")
    }
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
      ("switch titles", cell.switchTitles != nil),
      ("these bounds of instances", cell.counts != other.counts),
      ("these rules", cell.rules != other.rules && isSameKind && cell.range == other.range),
      ("other properties", !cell.properties.filter { $0.key != XFormDocument.property }.isEmpty),
    ]
  }
}
