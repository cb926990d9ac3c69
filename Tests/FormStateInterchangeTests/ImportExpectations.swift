import Foundation

@testable import FormStateInterchange

/// The form in a document; what was off in it is told without its lines, which tests of their own look at.
func imported(_ data: Data, name: String = "profile.plist") throws -> ImportedForm {
  var form = try DefinitionImporter.read(data, settings: ImportSettings(sourceName: name))
  form.diagnostics = form.diagnostics.withoutLines
  return form
}

extension [Diagnostic] {
  /// The same, as it is known before anybody looks for the lines.
  var withoutLines: [Diagnostic] {
    map { diagnostic in
      var without = diagnostic
      (without.line, without.column) = (nil, nil)
      return without
    }
  }
}

extension ImportError {
  /// The same, as it is known before anybody looks for the lines of its faults.
  var withoutLines: ImportError {
    ImportError(
      sourceName: sourceName, documentProblem: documentProblem, diagnostics: diagnostics.withoutLines,
      faultCount: faultCount)
  }
}

/// The message of a refusal, without the lines of what is found; other errors as they describe themselves.
func sentence(of error: any Error) -> String {
  (error as? ImportError)?.withoutLines.description ?? "\(error)"
}

/// The message with which a document is refused, without the lines of what is found in it; empty when it is not.
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

/// The message with which a JSON document is refused; empty when it is not.
func refusal(ofJSON text: String) -> String {
  refusal(of: Data(text.utf8), name: "form.json")
}
