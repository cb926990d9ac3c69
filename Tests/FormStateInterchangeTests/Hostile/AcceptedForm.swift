import FormState
import FormStateStore
import Foundation

@testable import FormStateInterchange

/// What happens to a form that an importer accepted: it is checked, stored, filled in, and written again.
enum AcceptedForm {
  /// The actions that anybody can try on any form.
  private static let actions: [FormAction] = [
    .expandAll, .recalculate, .complete, .reopen, .reset(nil), .undo(.everything),
  ]
  /// How many rows are tapped, and answered.
  private static let tappedRows = 4

  /// What should not be so.
  ///
  /// - Parameter goOn: goes on with a fresh response.
  static func problems(
    _ imported: ImportedForm, in store: FormStore, then goOn: (ResponseContents) throws -> [String] = { _ in [] }
  ) throws -> [String] {
    let form = imported.form
    if let fault = form.definitionFaults().first { return ["the accepted form has a fault: \(fault)"] }
    defer { _ = try? store.deleteForm(form.key, includingResponses: true) }
    do {
      try store.importForms([imported.formContents])
    } catch let error as StoreError where !imported.responses.isEmpty {
      // A journal can be well written and not fit its form.
      return error.description.isEmpty ? ["a refusal without words"] : []
    } catch {
      return ["the accepted form cannot be stored: \(error)"]
    }
    var problems = try goOn(try store.contents(of: ResponseKey(form: form.key, response: "fresh")))
    if try store.form(form.key) != form { problems.append("the store returns another form") }
    problems += try fill(form, in: store)
    let document = try FormDocument.write(form)
    let again = try FormDocument.read(document, settings: ImportSettings(sourceName: "again.json")).form
    if again != form {
      problems.append("as form JSON it is another: \(try difference(form, again) ?? "")")
    }
    return problems
  }

  /// The first lines of form JSON in which two forms differ; `nil` if they are equal.
  static func difference(_ form: FormDefinition, _ other: FormDefinition) throws -> String? {
    if form == other { return nil }
    let lines = try [form, other].map {
      String(decoding: try FormDocument.write($0), as: UTF8.self).split(separator: "\n")
    }
    let place = zip(lines[0], lines[1]).enumerated().first { !$1.0.utf8.elementsEqual($1.1.utf8) }?.offset
    guard let place else { return "in what form JSON leaves out" }
    return lines.map { $0.dropFirst(place).prefix(4).map { $0.prefix(400) }.joined(separator: "\n") }
      .joined(separator: "\nand\n")
  }

  /// Fills in a response; a refused action changes nothing.
  private static func fill(_ form: FormDefinition, in store: FormStore) throws -> [String] {
    let key = ResponseKey(form: form.key, response: "hostile")
    let session = try store.session(for: key)
    for action in actions { try attempt(action, session) }
    for row in 0..<tappedRows {
      guard let row = session.row(at: RowPath(section: row % max(1, form.sections.count), row: row)) else { continue }
      for value: CellValue in [.text("x"), .integer(1)] { try attempt(.set(row.reference, value), session) }
      try attempt(.tap(row.reference), session)
    }
    var problems = try HostileTrial.check(store)
    if try store.contents(of: key).state != session.state { problems.append("the session has another state") }
    return problems
  }

  private static func attempt(_ action: FormAction, _ session: FormSession) throws {
    do {
      try session.apply(action)
    } catch is ActionError {
      return
    }
  }
}
