#if CommandLine
import FormState
import FormStateInterchange
import FormStateStore

/// Lists responses, with a line or a JSON object for each.
enum ResponseListing {
  /// A line for each response of a form; it includes the version if new responses begin with another one.
  static func lines(of form: FormStore.FormOverview) -> [String] {
    let width = form.responses.map { TerminalText.width(of: TerminalText.plain($0.key)) }.max() ?? 0
    return form.responses.map { response in
      let key = TerminalText.padded(TerminalText.plain(response.key), to: width)
      let version = response.version == form.version ? "" : ", version \(response.version)"
      let completed = response.isCompleted ? ", completed" : ""
      let updated = response.updated.map { "  \($0.isoText)" } ?? ""
      let digest = response.digest.map { "  \($0.prefix(16))…" } ?? ""
      return "\(key)  revision \(response.revision)\(version)\(completed)\(updated)\(digest)"
    }
  }

  /// The members of a response, by name; the digest if it was requested.
  static func members(of response: FormStore.ResponseOverview) -> [(name: String, value: OrderedJSON)] {
    let digest = response.digest.map { [(name: "digest", value: OrderedJSON.string($0))] } ?? []
    return [
      ("response", .string(response.key)),
      ("version", .integer(response.version)),
      ("stream", OrderedJSON(response.stream?.description)),
      ("revision", .integer(response.revision)),
    ] + digest + [
      ("completed", .boolean(response.isCompleted)),
      ("updated", OrderedJSON(response.updated?.isoText)),
    ]
  }
}
#endif
