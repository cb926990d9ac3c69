#if CommandLine
import ArgumentParser
import FormState
import FormStateStore

/// In which language a command tells of a response.
struct LanguageArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp("The language to show, one of those that formstate list names; the form's own when left out."))
  var language: String?

  /// A response in the language; `nil` for the form's own.
  ///
  /// - Throws: `StoreError.unknownLanguage`.
  func view(of contents: ResponseContents) throws -> LanguageView? {
    guard let language else { return nil }
    return try LanguageView(of: contents, in: language)
  }
}
#endif
