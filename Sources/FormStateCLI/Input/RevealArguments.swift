#if CommandLine
import ArgumentParser
import FormState
import FormStateStore

/// Whether a report or an export includes what sensitive cells contain.
struct RevealArguments: ParsableArguments {
  @Flag(help: "Include the contents of sensitive cells.")
  var reveal = false

  /// The cells whose contents are left out.
  func concealed(ofForm form: String, in store: FormStore) throws -> SensitiveCells {
    reveal ? .none : try store.sensitiveCells(ofForm: form)
  }

  /// Refuses to write whole responses of a form with sensitive cells, which only the option permits: without those
  /// contents the document would not be what its format promises.
  ///
  /// - Parameters:
  ///   - form: the key of the form; `nil` for all forms.
  ///   - what: what is written, as the subject of a clause.
  func permit(_ what: String, ofForm form: String?, in store: FormStore) throws {
    guard !reveal, try store.hasSensitiveContents(ofForm: form) else { return }
    throw CommandFailure("\(what) contains the answers to sensitive questions; write them with --reveal")
  }
}
#endif
