import FormState
import Foundation

/// The CellDescriptor.plist: an array of sections, each an array of dictionaries, one for each cell in preorder.
///
/// Every dictionary has the keys `isExpandable`, `isExpanded`, `isVisible`, `value`, `primaryTitle`, `secondaryTitle`,
/// `cellIdentifier` and `additionalRows`. FormState also understands `key` (the cell's stable key), `cellKind` (its kind
/// where the identifier is none of the tutorial's), and `minimumValue` and `maximumValue` of sliders. Other keys are
/// kept as properties and come back on export.
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
  /// A hidden row that nothing above it hides stays hidden for good, which a diagnostic says. What cannot be understood is
  /// refused, never guessed.
  ///
  /// - Parameters:
  ///   - data: the whole document.
  ///   - settings: what is known besides the document.
  /// - Throws: ``ImportError`` with every fault at once, each with its section, row and key.
  /// - Complexity: O(n) in the size of the document.
  public static func read(_ data: Data, settings: ImportSettings) throws(ImportError) -> ImportedForm {
    let document = try Document.read(data, sourceName: settings.sourceName)
    return try read(document.root, settings: settings)
  }

  static func read(_ root: PropertyValue, settings: ImportSettings) throws(ImportError) -> ImportedForm {
    var reader = CellDescriptorReader(settings: settings)
    let form = reader.form(from: root)
    guard reader.faults.count == 0, let form else {
      reader.faults.sortByPlace()
      throw ImportError(sourceName: settings.sourceName, faults: reader.faults)
    }
    return ImportedForm(form: form, diagnostics: reader.diagnostics)
  }

  /// Writes a response as a property list of the same shape, with its current state in it.
  ///
  /// Importing it again shows the same rows, titles and values. The format knows neither folds nor section titles,
  /// templates, switch titles of their own or the journal; form JSON holds them all. A `null` among the properties is
  /// left out, since property lists have none.
  ///
  /// - Parameters:
  ///   - contents: the response, or a fresh one for the definition alone.
  ///   - format: XML or binary.
  /// - Throws: ``ExportError`` when a text holds a character that XML cannot.
  /// - Complexity: O(n) for n cells.
  public static func write(_ contents: ResponseContents, as format: PlistFormat) throws -> Data {
    let root = CellDescriptorWriter(form: contents.form, state: contents.state).root()
    return try PropertyListWriter.write(root, as: format)
  }
}
