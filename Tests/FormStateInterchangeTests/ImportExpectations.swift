import Foundation

@testable import FormStateInterchange

/// The form in a document.
func imported(_ data: Data, name: String = "profile.plist") throws -> ImportedForm {
  try DefinitionImporter.read(data, settings: ImportSettings(sourceName: name))
}

/// The message with which a document is refused; empty when it is not.
func refusal(
  of data: Data, name: String = "profile.plist", settings: ImportSettings? = nil
) -> String {
  do throws(ImportError) {
    _ = try DefinitionImporter.read(data, settings: settings ?? ImportSettings(sourceName: name))
    return ""
  } catch {
    return error.description
  }
}

/// The message with which a JSON document is refused; empty when it is not.
func refusal(ofJSON text: String) -> String {
  refusal(of: Data(text.utf8), name: "form.json")
}
