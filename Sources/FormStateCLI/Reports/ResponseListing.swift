#if CommandLine
import FormState
import FormStateInterchange
import FormStateStore

/// Lists responses, a line or a JSON object for each.
enum ResponseListing {
  /// A line for each response of a form; the version is told where it is not the one that new responses begin with.
  static func lines(of form: FormStore.FormOverview) -> [String] {
    let width = form.responses.map { TerminalText.width(of: TerminalText.plain($0.key)) }.max() ?? 0
    return form.responses.map { response in
      let key = TerminalText.padded(TerminalText.plain(response.key), to: width)
      let version = response.version == form.version ? "" : ", version \(response.version)"
      let completed = response.isCompleted ? ", completed" : ""
      let updated = response.updated.map { "  \($0.isoText)" } ?? ""
      return "\(key)  revision \(response.revision)\(version)\(completed)\(updated)  \(response.digest.prefix(16))…"
    }
  }

  /// What there is to tell of a response, by name.
  static func members(of response: FormStore.ResponseOverview) -> [(name: String, value: OrderedJSON)] {
    [
      ("key", .string(response.key)),
      ("version", .integer(response.version)),
      ("stream", OrderedJSON(response.stream?.description)),
      ("revision", .integer(response.revision)),
      ("digest", .string(response.digest)),
      ("completed", .boolean(response.isCompleted)),
      ("updated", OrderedJSON(response.updated?.isoText)),
    ]
  }
}
#endif
