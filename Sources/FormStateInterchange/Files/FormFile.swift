import Foundation

/// A file with a form and its import settings: how it becomes a definition.
package struct FormFile: Hashable, Sendable {
  /// The path of the file; `-` for standard input.
  package var path: String
  /// The key that the form gets; `nil` for the document's own.
  package var formKey: String?
  /// The path of the layout that maps JSON to a form; `nil` for a form document.
  package var layout: String?
  /// The titles of the sections of a property list; `nil` for the document's own.
  package var sectionTitles: [String]?
  /// The key under which a property list has its titles; `nil` for `primaryTitle`.
  package var titleKey: String?
  /// Whether a file that needs repairs is refused.
  var isStrict: Bool
  /// The path of the folder with the external lists of an XForm; `nil` for none.
  package var attachments: String?

  /// Names a file and its import settings.
  package init(
    path: String, formKey: String? = nil, layout: String? = nil, sectionTitles: [String]? = nil,
    titleKey: String? = nil, isStrict: Bool = false, attachments: String? = nil
  ) {
    self.path = path
    self.formKey = formKey
    self.layout = layout
    self.sectionTitles = sectionTitles
    self.titleKey = titleKey
    self.isStrict = isStrict
    self.attachments = attachments
  }

  /// The name of the file in messages.
  package var name: String { InputFile.name(of: path) }

  /// Titles that a person lists, separated by commas.
  package static func titles(listed text: String) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// Reads a layout.
  ///
  /// - Throws: ``InputFileError``; ``ImportError``.
  package static func layout(at path: String) throws -> FormLayout {
    try FormLayout.read(try InputFile.contents(of: path), sourceName: path)
  }

  /// Reads the form, and its layout if it has one.
  ///
  /// - Throws: ``InputFileError``; ``ImportError`` with every fault at once.
  package func read() throws -> ImportedForm { try read(by: try layout.map(Self.layout(at:))) }

  /// Reads the form.
  ///
  /// - Parameter layout: its layout, already read; `nil` without one.
  /// - Throws: ``InputFileError``; ``ImportError`` with every fault at once.
  package func read(by layout: FormLayout?) throws -> ImportedForm {
    // Passed on, so the bytes of the file are released before the form is made.
    try form(of: try InputFile.contents(of: path), by: layout)
  }

  /// Reads the form from the content of the file; for a workbook, from the XForm that `xls2xform` makes of it.
  ///
  /// - Parameter layout: its layout, already read; `nil` without one.
  /// - Throws: ``InputFileError``; ``ImportError`` with every fault at once.
  package func form(of content: consuming Data, by layout: FormLayout?) throws -> ImportedForm {
    let settings = try settings()
    if let layout { return try layout.form(from: content, settings: settings) }
    #if os(macOS) || os(Linux)
    if Workbook.isOne(content, named: path) { return try Workbook.form(of: content, settings: settings) }
    #endif
    return try DefinitionImporter.read(content, settings: settings)
  }

  /// Reads the form, and is ready to read its responses one after the other.
  ///
  /// - Parameter layout: its layout, already read; `nil` without one.
  /// - Throws: as ``read(by:)``; ``ImportError/isAboutOrder`` if responses have to be read with the form.
  package func contents(by layout: FormLayout?) throws -> FormFileContents {
    guard layout == nil else { return FormFileContents(whole: try read(by: layout)) }
    let file = try InputFileReader(path)
    let window = DocumentWindow(of: file)
    if (try? DocumentFormat.detect(window.bytes)) == .json {
      return try FormFileContents(in: window, settings: try settings())
    }
    if InputFile.canBeReadAgain(path) { return FormFileContents(whole: try read(by: nil)) }
    let limit = DefinitionImporter.largestDocument
    let content = window.rest(atMost: limit)
    if let failure = window.failure { throw failure }
    guard content.count <= limit else { throw InputFile.tooLarge(path, limit: limit, for: "form") }
    return FormFileContents(whole: try form(of: content, by: nil))
  }

  /// The settings for a reader of the document, with the lists beside it.
  ///
  /// - Throws: ``InputFileError``.
  package func settings() throws -> ImportSettings {
    ImportSettings(
      formKey: formKey, sectionTitles: sectionTitles, sourceName: name, titleKey: titleKey, isStrict: isStrict,
      attachments: try attachments.map(InputFile.attachments(inFolder:)) ?? [:])
  }
}
