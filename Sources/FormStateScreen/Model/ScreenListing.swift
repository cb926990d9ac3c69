import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// The forms and responses of a file, as the page lists them.
///
/// It counts the faults of the responses that it tells, and keeps the count until a response or its version is another.
actor ScreenListing {
  /// The most counts that are kept.
  private static let mostCounts = 10_000

  private struct CountedState: Hashable {
    let key: ResponseKey
    let version: Int
    let revision: Int
  }

  private var faultCounts: [CountedState: Int] = [:]

  /// What to list.
  struct Question: Hashable, Sendable {
    /// The form whose responses are told; `nil` for those of all forms.
    var form: String?
    /// What the key of a response contains, in whatever case and with whatever accents; empty for all.
    var text = ""
    /// How many responses to pass over.
    var first = 0
    /// The most responses to tell.
    var limit = 50
  }

  /// All forms, and a part of the responses: those that were changed last come first.
  ///
  /// - Complexity: O(n + r log r) for n cells and r responses, and what it takes to find the faults of those told.
  func json(of store: FormStore, _ question: Question) throws -> OrderedJSON {
    let forms = try store.overview()
    let found = forms.filter { question.form == nil || $0.key == question.form }.flatMap { form in
      form.responses.filter { $0.isSought(by: question.text) }.map { (form: form, response: $0) }
    }
    .sorted { ($0.response.updated?.milliseconds ?? .max) > ($1.response.updated?.milliseconds ?? .max) }
    let told = try found.dropFirst(question.first).prefix(question.limit).map { form, response in
      OrderedJSON.object([
        ("form", .string(form.key)), ("response", .string(response.key)), ("completed", .boolean(response.isCompleted)),
        ("version", .integer(response.version)), ("revision", .integer(response.revision)),
        ("updated", OrderedJSON(response.updated?.isoText)),
        ("faults", .integer(try faultCount(of: response, form: form.key, in: store))),
      ])
    }
    return .object([
      ("readOnly", .boolean(store.isReadOnly)), ("forms", .array(forms.map(Self.json))),
      ("count", .integer(found.count)),
      ("responses", .array(told)),
    ])
  }

  private static func json(of form: FormStore.FormOverview) -> OrderedJSON {
    .object([
      ("form", .string(form.key)), ("title", .string(form.title)), ("version", .integer(form.version)),
      ("languages", .array(form.languages.map(OrderedJSON.string))), ("responses", .integer(form.responses.count)),
    ])
  }

  private func faultCount(of response: FormStore.ResponseOverview, form: String, in store: FormStore) throws -> Int {
    let standing = CountedState(
      key: ResponseKey(form: form, response: response.key), version: response.version, revision: response.revision)
    if let known = faultCounts[standing] { return known }
    let count = try store.lookAt(standing.key) { $0.form.faults(in: $0.state).count { $0.severity == .error } }
    if faultCounts.count >= Self.mostCounts { faultCounts = [:] }
    faultCounts[standing] = count
    return count
  }
}

extension FormStore.ResponseOverview {
  fileprivate func isSought(by text: String) -> Bool {
    text.isEmpty || key.range(of: text, options: [.caseInsensitive, .diacriticInsensitive]) != nil
  }
}
