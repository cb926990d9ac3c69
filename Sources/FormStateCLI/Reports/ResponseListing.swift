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
}

extension PrintedResponse {
  /// Describes a response of a list.
  init(_ response: FormStore.ResponseOverview, ofForm form: String) {
    self.init(
      key: ResponseKey(form: form, response: response.key), stream: response.stream, version: response.version,
      revision: response.revision, digest: response.digest, isCompleted: response.isCompleted,
      updated: response.updated)
  }
}

/// The forms in a file.
struct ListedForms: Shape {
  static let meaning = "The forms in a file, with their responses."

  let forms: [FormStore.FormOverview]

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("forms", \.forms, "The forms.")
  }
}

extension FormStore.FormOverview: Shape {
  package static let meaning = "A form with its responses."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("form", \.key, Meaning.form)
    m("title", \.title, "Its title.")
    m("version", \.version, "The newest version.")
    m("versionCount", \.versions, "How many versions the file has.")
    m("sectionCount", \.sections, "How many sections it has.")
    m("cellCount", \.cells, "How many cells it has.")
    m("languages", \.languages, "Its languages.")
    m("responses", \.printedResponses, "Its responses.")
  }

  private var printedResponses: [PrintedResponse] {
    responses.map { PrintedResponse($0, ofForm: key) }
  }
}
#endif
