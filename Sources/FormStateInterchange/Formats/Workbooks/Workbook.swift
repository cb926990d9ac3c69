#if os(macOS) || os(Linux)
import FormState
import Foundation

/// A form as an Excel workbook (XLSForm), imported as the XForm that `xls2xform` makes of it.
enum Workbook {
  private static let endings = [".xlsx", ".xlsm", ".xls"]

  /// Whether a file is read as a workbook: by its content, or by its extension.
  ///
  /// - Complexity: O(n) in the size of an archive.
  static func isOne(_ content: Data, named name: String) -> Bool { isNamedSo(name) || holdsWorkbook(content) }

  /// Reads the form of a workbook.
  ///
  /// - Parameters:
  ///   - settings: the import settings; their source name is that of the workbook.
  ///   - converter: makes the XForm.
  /// - Throws: ``ImportError``, with the sheets and rows that `xls2xform` names.
  static func form(
    of content: Data, settings: ImportSettings, converter: WorkbookConverter = WorkbookConverter()
  ) throws(ImportError) -> ImportedForm {
    let converted: WorkbookConverter.Converted
    do throws(WorkbookFault) {
      guard isArchive(content) || isOldWorkbook(content) else { throw .isNone }
      converted = try converter.convert(content, fileName: fileName(settings))
    } catch {
      throw refusal(of: settings.sourceName, error.diagnostics)
    }
    let leftOut = converted.lists.isEmpty ? [] : [externalChoices]
    if settings.isStrict && !leftOut.isEmpty { throw refusal(of: settings.sourceName, leftOut) }
    var settings = settings
    settings.attachments.merge(converted.lists) { own, _ in own }
    do throws(ImportError) {
      var form = try DefinitionImporter.parse(converted.xform, settings: settings)
      form.diagnostics = converted.warnings + leftOut + form.diagnostics.map(\.inXFormOfWorkbook)
      return form
    } catch {
      // A list beside the form is not part of the XForm.
      throw error.sourceName == settings.sourceName ? error.inXFormOfWorkbook : error
    }
  }

  private static func refusal(of name: String, _ diagnostics: [Diagnostic]) -> ImportError {
    var faults = FaultList()
    for diagnostic in diagnostics { faults.add(diagnostic) }
    return ImportError(sourceName: name, faults: faults)
  }

  /// The diagnostics of lists that the program writes beside the XForm, which questions use only by `query`.
  private static let externalChoices = Diagnostic(
    key: "sheet external_choices", problem: "select_one_external is not supported, so its answers are typed",
    action: "use select_one with a choice_filter, and put its choices into the sheet choices")

  /// The name of the file that the program reads: a form without an id is named after it.
  private static func fileName(_ settings: ImportSettings) -> String {
    let name = settings.sourceName.split(separator: "/").last.map(String.init) ?? ""
    return isNamedSo(name) ? name : settings.keyFromName + ".xlsx"
  }

  private static func isNamedSo(_ name: String) -> Bool { endings.contains(where: name.lowercased().hasSuffix) }

  private static func holdsWorkbook(_ content: Data) -> Bool {
    content.withUnsafeBytes { DocumentFormat.isWorkbook(DocumentBytes($0), at: 0) }
  }

  private static func isArchive(_ content: Data) -> Bool { content.starts(with: Data("PK\u{3}\u{4}".utf8)) }

  private static func isOldWorkbook(_ content: Data) -> Bool { content.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) }
}

extension Diagnostic {
  /// The same faults of a workbook's XForm without its lines, which are not places in the workbook: there the words
  /// name the question.
  fileprivate var inXFormOfWorkbook: Diagnostic {
    var diagnostic = self
    (diagnostic.line, diagnostic.column) = (nil, nil)
    return diagnostic
  }
}

extension ImportError {
  fileprivate var inXFormOfWorkbook: ImportError {
    ImportError(
      sourceName: sourceName, documentProblem: documentProblem.map { "its XForm: \($0)" },
      diagnostics: diagnostics.map(\.inXFormOfWorkbook), faultCount: faultCount)
  }
}
#endif
