#if CommandLine
import ArgumentParser
import FormState
import FormStateStore

/// The option for a past revision of a response.
struct RevisionOption: ParsableArguments {
  @Option(help: ArgumentHelp("Use the response at this revision.", valueName: "revision"))
  var revision: Int?

  /// Refuses a revision of all responses.
  func requireNamed(_ response: ResponseArguments) throws {
    guard revision != nil, response.response == nil else { return }
    throw ValidationError("--revision requires a single response; name it with --response.")
  }

  /// The current response, or the response at the revision.
  ///
  /// - Throws: `StoreError.Code.unknownRevision`.
  func contents(of key: ResponseKey, in store: FormStore) throws -> ResponseContents {
    try revision.map { try store.contents(of: key, at: $0) } ?? store.contents(of: key)
  }
}
#endif
