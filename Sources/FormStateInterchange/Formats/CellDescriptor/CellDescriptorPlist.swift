import FormState
import Foundation

/// The CellDescriptor.plist: an array of sections, each an array of dictionaries, one for each cell in preorder.
///
/// Every dictionary has the keys `isExpandable`, `isExpanded`, `isVisible`, `value`, `primaryTitle`, `secondaryTitle`,
/// `cellIdentifier` and `additionalRows`. FormState also understands `key` (the cell's stable key), `cellKind` (its
/// kind if the identifier is none of the tutorial's), `neverShows` for a permanently hidden cell, and `minimumValue`
/// and `maximumValue` for sliders. Other keys are kept as properties and exported again.
public enum CellDescriptorPlist {
  /// How a property list is written.
  public enum PlistFormat: String, CaseIterable, Hashable, Sendable {
    /// As XML, for people and version control.
    case xml
    /// In binary, smaller and faster.
    case binary
  }

  /// Reads a form from a property list, XML or binary.
  ///
  /// Files in the wild are not tidy. What can be understood is imported as the app showed it: each row with
  /// `isVisible` shows at first, and contradictions yield to that. A diagnostic states each repair, and a strict
  /// import refuses the file instead. What cannot be understood is refused in either case. The form keeps the
  /// document's spelling among its properties where FormState's would differ, and an export uses it as long as it
  /// means the same.
  ///
  /// - Parameters:
  ///   - data: the whole document.
  ///   - settings: the import settings.
  /// - Throws: ``ImportError`` with every fault at once, each with its section, row and key.
  /// - Complexity: O(n) in the size of the document.
  public static func read(_ data: Data, settings: ImportSettings) throws -> ImportedForm {
    let reader = CellDescriptorReader(settings: settings)
    let document = try Document.read(data, sourceName: settings.sourceName, rows: reader.rows)
    return try form(from: document.root, of: data, reader: reader)
  }

  /// Makes a form from the reader's findings.
  ///
  /// - Parameters:
  ///   - root: the document without the rows that the reader has taken.
  ///   - data: the whole document, which is read again if the titles have another key, or a diagnostic needs its line.
  ///   - reader: the reader of the cells.
  static func form(
    from root: PropertyValue, of data: Data, reader: CellDescriptorReader
  ) throws(ImportError) -> ImportedForm {
    guard let form = reader.form(from: root, keepsSpelling: true) else {
      if let titleKey = reader.findings.otherTitleKey {
        var settings = reader.settings
        settings.titleKey = titleKey
        let titled = CellDescriptorReader(settings: settings)
        let document = try Document.read(data, sourceName: settings.sourceName, rows: titled.rows)
        titled.noteTitles(from: titleKey)
        return try Self.form(from: document.root, of: data, reader: titled)
      }
      reader.findings.sortFaults()
      throw ImportError(sourceName: reader.settings.sourceName, faults: reader.findings.faults)
        .located(in: data, at: reader.findings.path(of:))
    }
    let diagnostics = reader.findings.diagnostics.located(in: data, at: reader.findings.path(of:))
    return ImportedForm(form: form, diagnostics: diagnostics).proven
  }

  /// Writes a response as a property list of the same shape, with its current state in it.
  ///
  /// Importing it again shows the same rows, titles and values. Parts that were not changed since their import from a
  /// property list are written in the document's spelling, type for type, the key of the titles and a flat root
  /// included. The format has no folds, section titles, templates, switch titles, rules, repeats or journal;
  /// ``leftOut(of:)`` lists what it leaves out, and form JSON holds it all. The cells of instances are written as
  /// plain cells. A `null` among the properties is omitted, since property lists have none.
  ///
  /// - Parameters:
  ///   - contents: the response, or a fresh one for the definition alone.
  ///   - format: XML or binary.
  /// - Throws: ``ExportError`` when a text holds a character that XML cannot, or a property a value that no property
  ///   list can.
  /// - Complexity: O(n) for n cells.
  public static func write(_ contents: ResponseContents, as format: PlistFormat) throws -> Data {
    let (form, state) = contents.withUnfoldedRepeats
    let cells = DescribedCells(CellDescriptorWriter(form: form, state: state))
    return switch format {
    case .xml: try PropertyListWriter.write(cells, to: XMLPropertyListWriter())
    case .binary: try PropertyListWriter.write(cells, to: BinaryPropertyListWriter())
    }
  }
}
