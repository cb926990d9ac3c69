import FormState
import Foundation

/// A layout: how a JSON document becomes the sections and cells of a form, a type of cell for each sort of thing in it.
///
/// A layout is a JSON file itself. The order of its sections is the order of the table.
///
/// ```json
/// { "formstateLayout": 1, "title": "{data.fullName}", "rowHeights": { "FriendCell": 70 }, "sections": [
///   { "key": "about", "title": "About", "from": "data.about",
///     "cell": { "identifier": "AboutCell", "title": "{.}", "inline": { "lineLimit": 2 } } },
///   { "key": "friends", "title": "Friends", "each": "data.friends",
///     "cell": { "identifier": "FriendCell", "key": "name", "title": "{name}",
///       "properties": { "name": "{name}", "pictureUrl": "{pictureUrl}" } } } ] }
/// ```
///
/// **Data.** A section makes one cell `from` the value at a path, or a cell for `each` element of the array there. A
/// path is names joined by dots; `.` is the value itself, at the top the whole document. A section whose data is
/// missing, null or empty (`""`, `[]`, `{}`, or an object without content in the fields that the cell uses) is
/// omitted.
///
/// **Cells.** A cell has an `identifier`, and may have `kind` (custom by default), `title`, `subtitle`, `value`,
/// `properties`, `inline`, `expanded`, `minimum`, `maximum`, `offTitle` and `onTitle`, as in form JSON. The `key` of a
/// cell for each element is the path of the field that identifies elements, a text or a number: the cell's key is
/// `SECTION/FIELD`. A single cell has the key of its section.
///
/// **Cells under cells.** A cell may have `each` and `cell` as a section has them: a cell for each element of an array
/// within its own data, which shows when the cell is expanded. Its key is `SECTION/FIELD/FIELD`, and so on.
///
/// ```json
/// { "key": "pages", "title": "Pages", "each": "pages",
///   "cell": { "identifier": "PageCell", "key": "name", "title": "{title}", "each": "elements",
///     "cell": { "identifier": "QuestionCell", "kind": "text", "key": "name", "title": "{title}" } } }
/// ```
///
/// **Texts.** In a title, subtitle, value or property `{path}` is the value at a path within the cell's data, in the
/// title and properties of a section or the form within the document; `{{` and `}}` are braces. A missing or null
/// value is empty text. A property that is only one `{path}` keeps its type in the document, and is omitted without a
/// value.
///
/// All other members of form and sections, `rowHeights`, `accordion`, `foldable` and `folded`, are as in form JSON,
/// see ``FormDocument``.
public struct FormLayout: Hashable, Sendable {
  /// The version of the format that is read.
  static let version: Int64 = 1
  // Together they stay below the limits of form JSON, so everything imported can be exported again.
  private static let limits = DocumentLimits(maximumDepth: 32)
  private static let documentLimits = DocumentLimits(maximumDepth: FieldPath.mostNames)

  /// The fixed part of every form made with the layout; without key, title, sections and properties.
  var form = FormDefinition(key: "")
  /// The title of the form.
  var title = LayoutText()
  /// The properties of the form.
  var properties: [String: LayoutProperty] = [:]
  /// The sections in the order of the table.
  var sections: [SectionLayout] = []

  /// Reads a layout.
  ///
  /// - Parameters:
  ///   - data: the whole layout.
  ///   - sourceName: its name, for messages.
  /// - Throws: ``ImportError`` with every fault at once, each with its path in the layout.
  /// - Complexity: O(n) in the size of the layout.
  public static func read(_ data: Data, sourceName: String) throws -> FormLayout {
    let root = try root(of: data, limits: limits, sourceName: sourceName, action: "write the layout as JSON")
    var reader = FormLayoutReader()
    let layout = reader.layout(from: root)
    guard reader.faults.count == 0, let layout else {
      throw ImportError(sourceName: sourceName, faults: reader.faults, in: .layout).located(in: data)
    }
    return layout
  }

  /// Makes a form of a document.
  ///
  /// ```swift
  /// let layout = try FormLayout.read(layoutData, sourceName: "profile-layout.json")
  /// let settings = ImportSettings(formKey: "profile", sourceName: "person.json")
  /// let imported = try layout.form(from: data, settings: settings)
  /// try store.importForms([imported.formContents])
  /// ```
  ///
  /// - Parameters:
  ///   - data: the whole document, JSON.
  ///   - settings: the import settings; a form without a key is named after the document. Section titles are refused,
  ///     since the layout names the sections.
  /// - Returns: the form; a diagnostic when the document has data for none of the sections, and one for each array of
  ///   objects that the layout does not mention, with their number.
  /// - Throws: ``ImportError`` with every fault at once, each with its path in the document.
  /// - Complexity: O(n) in the size of the document, for each section.
  public func form(from data: Data, settings: ImportSettings) throws -> ImportedForm {
    let root = try Self.root(
      of: data, limits: Self.documentLimits, sourceName: settings.sourceName, action: "a layout is for JSON documents")
    var builder = FormLayoutBuilder(layout: self, root: root, byteCount: data.count)
    if settings.sectionTitles != nil {
      builder.faults.add(
        Diagnostic(
          problem: "section titles are given, but the layout names the sections", action: "omit them"))
    }
    let form = builder.form(key: settings.formKey ?? settings.keyFromName)
    guard builder.faults.count == 0 else {
      throw ImportError(sourceName: settings.sourceName, faults: builder.faults)
        .located(in: data, at: builder.pathInDocument(of:))
    }
    let diagnostics = emptinessDiagnostics(of: form) + LayoutRemainder(of: root, after: self).diagnostics
    return ImportedForm(form: form, diagnostics: diagnostics).proven
  }

  private func emptinessDiagnostics(of form: FormDefinition) -> [Diagnostic] {
    guard form.sections.isEmpty, !sections.isEmpty else { return [] }
    return [
      Diagnostic(
        problem: "the document has data for none of the layout's sections",
        action: "the form is empty; compare the layout's paths with the document")
    ]
  }

  private static func root(
    of data: Data, limits: DocumentLimits, sourceName: String, action: String
  ) throws(ImportError) -> PropertyValue {
    let document: Document
    do throws(DocumentFault) {
      document = try Document.read(data, limits: limits)
    } catch {
      throw ImportError(sourceName: sourceName, fault: error)
    }
    guard document.format == .json else {
      var faults = FaultList()
      faults.add(Diagnostic(problem: "this is a property list, not JSON", action: action))
      throw ImportError(sourceName: sourceName, faults: faults)
    }
    return document.root
  }
}

/// How a section is made of a document.
struct SectionLayout: Hashable, Sendable {
  /// The location of a section's data.
  enum Source: Hashable, Sendable {
    /// One cell for the value there.
    case one(FieldPath)
    /// A cell for each element of the array there; the path of its key is within the element.
    case each(FieldPath, key: FieldPath)
  }

  /// The fixed part of the section; without title, properties and cells.
  var section: FormSection
  /// The title.
  var title: LayoutText
  /// The properties.
  var properties: [String: LayoutProperty]
  /// The location of the data.
  var source: Source
  /// How its cells are made.
  var cell: CellLayout
}
