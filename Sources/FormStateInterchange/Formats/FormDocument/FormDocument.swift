import FormState
import Foundation

/// Form JSON: a form with everything it has, perhaps with responses; export and import lose nothing.
///
/// ```json
/// { "formstate": 1, "key": "profile", "title": "Profile", "sections": [
///   { "key": "personal", "cells": [
///     { "key": "fullname", "kind": "group", "subtitle": "Full name", "cells": [
///       { "key": "firstname", "kind": "text", "title": "First name" } ] } ] } ] }
/// ```
///
/// Cells nest, so the rows that follow a cell need not be counted. Defaults may be omitted: a section is foldable, a
/// cell has its kind's reuse identifier, is expandable if it has cells or is a group, and sums up the values of its
/// cells.
public enum FormDocument {
  /// The version of the format that is written, and the only one that is read.
  static let version: Int64 = 1

  /// Reads a form and its responses.
  ///
  /// - Parameters:
  ///   - data: the whole document.
  ///   - settings: the import settings; their form key and section titles replace the document's.
  /// - Throws: ``ImportError`` with every fault at once, each with its path, line and column.
  /// - Complexity: O(n) in the size of the document.
  public static func read(_ data: Data, settings: ImportSettings) throws -> ImportedForm {
    let document = try Document.read(data, sourceName: settings.sourceName, limits: .form)
    do throws(ImportError) {
      return try read(document.root, settings: settings)
    } catch {
      throw error.located(in: data)
    }
  }

  static func read(_ root: PropertyValue, settings: ImportSettings) throws(ImportError) -> ImportedForm {
    var reader = FormDocumentReader(settings: settings)
    let imported = reader.importedForm(from: root)
    guard reader.faults.count == 0, let imported else {
      reader.faults.sortByPlace()
      throw ImportError(sourceName: settings.sourceName, faults: reader.faults, in: .form)
    }
    return imported
  }

  /// Whether the members of a form document are enough for its responses, unless more of them follow.
  static func isComplete(_ members: [String: PropertyValue]) -> Bool {
    members["formstate"] == .integer(version) && members["key"] != nil && members["sections"] != nil
  }

  /// Writes a form and its responses; the same content has the same bytes.
  ///
  /// - Parameters:
  ///   - form: the definition.
  ///   - version: its number in journals.
  ///   - otherVersions: the other versions that journals name, by their numbers.
  ///   - responses: the responses by their keys, which fill in this definition or one of the others.
  /// - Throws: `InvalidDefinition` when the form cannot be used; ``ExportError`` when a property cannot be written.
  /// - Complexity: O(n) for n cells and journal entries.
  public static func write(
    _ form: FormDefinition, version: Int? = nil, otherVersions: [Int: FormDefinition] = [:],
    responses: [String: FormContents.Response] = [:]
  ) throws -> Data {
    try check(form, otherVersions)
    // Numbers are unnecessary with a single definition.
    var writer = FormDocumentWriter(version: otherVersions.isEmpty ? nil : version)
    return try writer.write(form, otherVersions, responses: responses)
  }

  /// Makes sure that a form can be written.
  static func check(_ form: FormDefinition, _ otherVersions: [Int: FormDefinition]) throws(InvalidDefinition) {
    for each in [form] + otherVersions.sorted(by: { $0.key < $1.key }).map(\.value) {
      // Stored data must be exportable, even with a character that is refused now.
      let faults = each.definitionFaults(isStored: true)
      guard faults.isEmpty else { throw InvalidDefinition(form: form.key, faults: faults) }
    }
  }
}
