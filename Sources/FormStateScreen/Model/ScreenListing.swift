import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// The forms and responses of a file, for the page's list.
///
/// It counts the faults of the listed responses, and caches the counts until a response or its version changes.
actor ScreenListing {
  /// The maximum number of cached counts.
  private static let mostCounts = 10_000

  private struct CountedState: Hashable {
    let key: ResponseKey
    let version: Int
    let revision: Int
  }

  private var faultCounts: [CountedState: Int] = [:]

  /// The query for a list.
  struct Question: Hashable, Sendable {
    /// The form whose responses are listed; `nil` for all forms.
    var form: String?
    /// The text that the key of a response contains, ignoring case and accents; empty for all.
    var text = ""
    /// The number of responses to skip.
    var first = 0
    /// The maximum number of responses.
    var limit = 50
  }

  /// All forms, and a part of the responses: the most recently changed ones first.
  ///
  /// - Complexity: O(n + r log r) for n cells and r responses, and the time to find the faults of the listed ones.
  func json(of store: FormStore, _ question: Question) throws -> OrderedJSON {
    let forms = try store.overview()
    let found = forms.filter { question.form == nil || $0.key == question.form }.flatMap { form in
      form.responses.filter { $0.isSought(by: question.text) }.map { (form: form, response: $0) }
    }
    .sorted { ($0.response.updated?.milliseconds ?? .max) > ($1.response.updated?.milliseconds ?? .max) }
    let listed = try found.dropFirst(question.first).prefix(question.limit).map { form, response in
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
      ("responses", .array(listed)),
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
