import Foundation

@testable import FormStateInterchange

/// The form in a document; its diagnostics have no lines, which other tests check.
func imported(_ data: Data, name: String = "profile.plist") throws -> ImportedForm {
  var form = try DefinitionImporter.read(data, settings: ImportSettings(sourceName: name))
  form.diagnostics = form.diagnostics.withoutLines
  return form
}

extension [Diagnostic] {
  /// The diagnostics before the lines are determined.
  var withoutLines: [Diagnostic] {
    map { diagnostic in
      var without = diagnostic
      (without.line, without.column) = (nil, nil)
      return without
    }
  }
}

extension ImportError {
  /// The error before the lines of its faults are determined.
  var withoutLines: ImportError {
    ImportError(
      sourceName: sourceName, documentProblem: documentProblem, diagnostics: diagnostics.withoutLines,
      faultCount: faultCount)
  }
}

/// The message of a refusal without lines; other errors as they describe themselves.
func sentence(of error: any Error) -> String {
  (error as? ImportError)?.withoutLines.description ?? "\(error)"
}

/// The message with which a document is refused, without lines; empty if it is accepted.
func refusal(
  of data: Data, name: String = "profile.plist", settings: ImportSettings? = nil
) -> String {
  do {
    _ = try DefinitionImporter.read(data, settings: settings ?? ImportSettings(sourceName: name))
    return ""
  } catch {
    return sentence(of: error)
  }
}

/// The message with which a JSON document is refused; empty if it is accepted.
func refusal(ofJSON text: String) -> String {
  refusal(of: Data(text.utf8), name: "form.json")
}
