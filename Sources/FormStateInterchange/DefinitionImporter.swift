import FormState
import Foundation

/// Imports a form definition in any format.
public enum DefinitionImporter {
  /// The most bytes that a document may have; a caller that reads files need not read any further.
  static let largestDocument = DocumentLimits.standard.maximumBytes

  /// Reads a definition; the content determines the format, not the file's name.
  ///
  /// ```swift
  /// let imported = try DefinitionImporter.read(data, settings: ImportSettings(sourceName: "profile.json"))
  /// try store.importForms([imported.formContents])
  /// ```
  ///
  /// Each format has one bounded reader, which proves the document while it reads it.
  ///
  /// - Parameters:
  ///   - data: the whole document: a CellDescriptor.plist, XML or binary, form JSON, or an ODK XForm.
  ///   - settings: the import settings.
  /// - Returns: the form, its journals, and its repaired irregularities.
  /// - Throws: ``ImportError`` with every fault at once.
  /// - Complexity: O(n) in the size of the document.
  public static func read(_ data: Data, settings: ImportSettings) throws -> ImportedForm {
    try parse(data, settings: settings)
  }

  /// The same, with the error's type for callers in the package.
  static func parse(_ data: Data, settings: ImportSettings) throws(ImportError) -> ImportedForm {
    if XFormDocument.isXForm(data) { return try XFormDocument.read(data, settings: settings) }
    let reader = CellDescriptorReader(settings: settings)
    let document = try Document.read(
      data, sourceName: settings.sourceName, limits: .form, rows: reader.rows)
    switch document.format {
    case .xmlPropertyList, .binaryPropertyList:
      return try CellDescriptorPlist.form(from: document.root, of: data, reader: reader)
    case .json:
      do throws(ImportError) {
        return try form(ofJSON: document.root, settings: settings)
      } catch {
        throw error.located(in: data)
      }
    }
  }

  static func form(ofJSON root: PropertyValue, settings: ImportSettings) throws(ImportError) -> ImportedForm {
    if let fault = ForeignDocument.fault(ofJSON: root) ?? settings.titleKeyFault {
      var faults = FaultList()
      faults.add(fault)
      throw ImportError(sourceName: settings.sourceName, faults: faults)
    }
    return try FormDocument.read(root, settings: settings).proven
  }
}

/// Settings for a document in addition to its content.
public struct ImportSettings: Hashable, Sendable {
  var formKey: String?
  var sectionTitles: [String]?
  var sourceName: String
  var titleKey: String?
  var isStrict: Bool
  var attachments: [String: Data]

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - formKey: the key of the form; `nil` for the document's own, or one made from `sourceName`.
  ///   - sectionTitles: the titles of the sections in order; `nil` for the document's own.
  ///   - sourceName: the name of the file, for messages and for a form without a key.
  ///   - titleKey: the key under which the cells of a property list have their primary titles; `nil` for
  ///     `primaryTitle`. If it is `nil` and no cell has a title, the first usual key that holds text (`label`, `title`,
  ///     `name`, `text`) is used, with a diagnostic. Use `primaryTitle` to keep such cells without titles. An export
  ///     writes the titles under that key. A value under `primaryTitle` is then a property like any other.
  ///   - isStrict: whether an untidy property list is refused instead of repaired. An XForm with unsupported parts is
  ///     refused as well. JSON is always read strictly.
  ///   - attachments: the files beside an XForm, by their names: tables and XML with the items of its lists.
  public init(
    formKey: String? = nil, sectionTitles: [String]? = nil, sourceName: String, titleKey: String? = nil,
    isStrict: Bool = false, attachments: [String: Data] = [:]
  ) {
    self.formKey = formKey
    self.sectionTitles = sectionTitles
    self.sourceName = sourceName
    self.titleKey = titleKey
    self.isStrict = isStrict
    self.attachments = attachments
  }

  /// The key of a form whose document names none: `celldescriptor` for `CellDescriptor.plist`.
  package var keyFromName: String {
    let file = sourceName.split(separator: "/").last ?? Substring(sourceName)
    let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file
    return Slug.text(of: stem.isEmpty ? file : stem) ?? "form"
  }

  /// The fault of a title key for a document that has its own titles; `nil` without a title key.
  var titleKeyFault: Diagnostic? {
    titleKey.map { key in
      Diagnostic(
        problem: "the document is JSON, where the title key “\(key.shortened)” has no effect",
        action: "omit the title key")
    }
  }

  /// The fault of the section titles for a document with this number of sections; `nil` if they fit.
  func titlesFault(sectionCount: Int) -> Diagnostic? {
    guard let sectionTitles, sectionTitles.count != sectionCount else { return nil }
    let sections = sectionCount == 1 ? "1 section" : "\(sectionCount) sections"
    let titles = sectionTitles.count == 1 ? "1 section title is" : "\(sectionTitles.count) section titles are"
    return Diagnostic(
      problem: "the document has \(sections), but \(titles) given",
      action: "give a title for each section, in order")
  }
}

/// The content of a document: a definition, any responses, and repaired irregularities.
public struct ImportedForm: Hashable, Sendable {
  /// The definition; it has been checked.
  public var form: FormDefinition { didSet { isProven = false } }
  /// The number by which the journals of the document name the version; `nil` if they name none.
  public var version: Int?
  /// The other versions of the form that the journals name, by their numbers.
  var otherVersions: [Int: FormDefinition] { didSet { isProven = false } }
  /// The document's responses, by their keys.
  package var responses: [String: FormContents.Response]
  /// The irregularities and their repairs, in the order of the document.
  public var diagnostics: [Diagnostic]
  /// Whether ``form`` is still as its importer has checked it to the last rule.
  private var isProven = false

  /// Creates an imported form.
  init(
    form: FormDefinition, version: Int? = nil, otherVersions: [Int: FormDefinition] = [:],
    responses: [String: FormContents.Response] = [:], diagnostics: [Diagnostic] = []
  ) {
    self.form = form
    self.version = version
    self.otherVersions = otherVersions
    self.responses = responses
    self.diagnostics = diagnostics
  }

  /// The same form under another key; it counts as checked if that is valid.
  package func named(_ key: String) -> ImportedForm {
    guard form.key != key else { return self }
    var named = self
    named.form.key = key
    named.isProven = isProven && FormDefinition.problem(withKey: key) == nil
    return named
  }

  /// The same, with a form that has passed `checkDefinition` unchanged.
  var proven: ImportedForm {
    var imported = self
    imported.isProven = true
    return imported
  }

  /// Form and responses for a store's import.
  public var formContents: FormContents {
    isProven
      ? FormContents(proven: form, version: version, otherVersions: otherVersions, responses: responses)
      : FormContents(form: form, version: version, otherVersions: otherVersions, responses: responses)
  }
}
