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

extension FormStore.ResponseOverview: Shape {
  package static let meaning = "A response."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("response", \.key, "The key of the response.")
    m("version", \.version, "The number of the version of the form.")
    m("stream", \.stream, "Its random name, the same in all copies of it; null for one that has not begun.")
    m("revision", \.revision, "How many entries the journal has; 0 before the first action.")
    m.ifAny("digest", \.digest, "The digest of definition and state; only with --digests.")
    m("completed", \.isCompleted, "Whether the response was declared finished.")
    m("updated", \.updated, "When something was last done to it, in UTC; null for never.")
  }
}

/// The responses in a file.
struct ListedResponses: Shape {
  static let meaning = "The responses in a file."

  let responses: [ListedResponse]

  init(of forms: [FormStore.FormOverview]) {
    responses = forms.flatMap { form in form.responses.map { ListedResponse(form: form.key, response: $0) } }
  }

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("responses", \.responses, "The responses.")
  }
}

/// A response among those of all forms.
struct ListedResponse: Shape {
  static let meaning = "A response."

  let form: String
  let response: FormStore.ResponseOverview

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("form", \.form, "The key of the form.")
    m.include(\.response)
  }
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
    m("responses", \.form.responses, "Its responses.")
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
