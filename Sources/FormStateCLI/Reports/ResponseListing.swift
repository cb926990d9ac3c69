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

extension FormStore.FormOverview {
  /// The responses of the form.
  var printedResponses: [PrintedResponse] {
    responses.map { PrintedResponse($0, ofForm: key) }
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

/// The responses in a file.
struct ListedResponses: Shape {
  static let meaning = "The responses in a file."

  let forms: [FormStore.FormOverview]

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("responses", \.responses, "The responses.")
  }

  private var responses: [PrintedResponse] { forms.flatMap(\.printedResponses) }
}

extension FormStore.FormOverview: Shape {
  package static let meaning = "A form."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("form", \.key, "The key of the form.")
    m("title", \.title, "Its title.")
    m("version", \.version, "The newest version.")
    m("sectionCount", \.sections, "How many sections it has.")
    m("cellCount", \.cells, "How many cells it has.")
    m("languages", \.languages, "Its languages.")
  }
}

/// The forms in a file.
struct ListedForms<Form: Shape>: Shape {
  static var meaning: String { "The forms in a file." }

  let forms: [Form]

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("forms", \.forms, "The forms.")
  }
}

/// A form with its responses.
struct FormWithResponses: Shape {
  static let meaning = "A form with its responses."

  let form: FormStore.FormOverview

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.include(\.form)
    m("responses", \.form.printedResponses, "Its responses.")
  }
}

/// A form with how much there is of it.
struct FormWithCounts: Shape {
  static let meaning = "A form."

  let form: FormStore.FormOverview
  let counts: FormStore.ContentCounts

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.include(\.form)
    m("versionCount", \.counts.versions, "How many versions the file has.")
    m("responseCount", \.counts.responses, "How many responses it has.")
  }
}
#endif
