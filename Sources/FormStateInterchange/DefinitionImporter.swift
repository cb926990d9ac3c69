import Foundation

/// Takes in a form definition, whatever the format.
public enum DefinitionImporter {
  /// Reads a definition; the content tells the format, the file's name does not matter.
  ///
  /// ```swift
  /// let imported = try DefinitionImporter.read(data, settings: ImportSettings(sourceName: "profile.json"))
  /// try store.take([imported.formImport])
  /// ```
  ///
  /// Every document passes a bounded scan before anything is built from it, see `DocumentScan`.
  ///
  /// - Parameters:
  ///   - data: the whole document: a CellDescriptor.plist, XML or binary, or form JSON.
  ///   - settings: what is known besides the document.
  /// - Returns: the form, its journals, and what was off but understood.
  /// - Throws: ``ImportError`` with every fault at once.
  /// - Complexity: O(n) in the size of the document.
  public static func read(_ data: Data, settings: ImportSettings) throws(ImportError) -> ImportedForm {
    let document = try Document.read(data, sourceName: settings.sourceName)
    switch document.format {
    case .xmlPropertyList, .binaryPropertyList:
      return try CellDescriptorPlist.read(document.root, settings: settings)
    case .json:
      return try FormDocument.read(document.root, settings: settings)
    }
  }
}
