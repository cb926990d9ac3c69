#if CommandLine
import FormStateInterchange
import FormStateStore

/// Tells what an import took in.
struct ImportReport {
  let file: String
  let form: ImportedForm
  let saved: FormStore.SavedForm

  /// The report in words: a line, and one more for each diagnostic.
  var lines: [String] {
    let key = "“\(TerminalText.plain(saved.key))”"
    let size = "\(Count.of(form.form.sections.count, "section")), \(Count.of(form.form.cellCount, "cell"))"
    let responses = form.responses.isEmpty ? "" : ", \(Count.of(form.responses.count, "response"))"
    let head =
      saved.isNew
      ? "\(file): took in \(key), version \(saved.version): \(size)\(responses)"
      : "\(file): \(key) is as in version \(saved.version) already\(responses)"
    return [head] + form.diagnostics.map { "  \(TerminalText.plain($0.description))" }
  }

  /// The report as JSON.
  var json: OrderedJSON {
    .object([
      ("form", .string(saved.key)),
      ("version", .integer(saved.version)),
      ("sections", .integer(form.form.sections.count)),
      ("cells", .integer(form.form.cellCount)),
      ("diagnostics", .array(form.diagnostics.map(Self.json))),
    ])
  }

  private static func json(of diagnostic: Diagnostic) -> OrderedJSON {
    .object([
      ("section", OrderedJSON(diagnostic.section)),
      ("row", OrderedJSON(diagnostic.row)),
      ("key", OrderedJSON(diagnostic.key)),
      ("problem", .string(diagnostic.problem)),
      ("action", .string(diagnostic.action)),
    ])
  }
}
#endif
