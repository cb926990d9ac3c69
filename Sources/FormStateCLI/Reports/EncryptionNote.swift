#if CommandLine
import FormState
import FormStateInterchange
import FormStateStore

/// Says that answers leave the file in clear although their form asks for encryption.
enum EncryptionNote {
  /// Writes a note for each such form.
  ///
  /// - Parameter form: the key of the form; `nil` for all forms.
  static func write(ofForm form: String?, in store: FormStore) throws {
    let asking = try store.propertiesOfVersions(ofForm: form).filter(\.properties.asksForEncryption).map(\.form)
    for form in Set(asking).sorted() {
      StandardStreams.note(
        "Note: “\(TerminalText.plain(form))” asks for encryption, which is not supported; its answers are in clear.")
    }
  }
}
#endif
