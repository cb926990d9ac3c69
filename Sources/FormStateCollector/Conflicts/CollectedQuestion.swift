#if Collect
import FormState

/// A question that joining lines left open: persons said different things at the same time.
package struct CollectedQuestion {
  /// What it is about.
  package enum Kind: String {
    /// The answer to a question.
    case answer
    /// Whether an instance of a repeat stays that one removed and another answered in.
    case instance
    /// Whether the response is completed.
    case completion
  }

  /// What it is about, as column `kind` of the view `conflict` says.
  package let kind: Kind
  /// The keys of the form and of the response.
  package let key: ResponseKey
  /// The random name of the response.
  package let stream: StreamName
  /// The title of the question; empty for the response itself.
  package let title: String
  /// The key of the cell, with the name of an instance; `nil` for the response itself.
  package let cell: String?
  /// What was said, first what shows.
  package let answers: [Conflict.Answer]
}

extension CollectorConflicts {
  /// The open questions, by form and response.
  ///
  /// - Parameters:
  ///   - filter: which ones.
  ///   - reveals: whether the answers to sensitive questions are included; they are ``SensitiveCells/mask`` otherwise.
  ///   - body: receives each question.
  /// - Throws: ``PostgresError``; what `body` throws.
  /// - Complexity: O(n log n) for n open questions, by an index.
  package func forEachQuestion(
    _ filter: ConflictFilter = ConflictFilter(), revealing reveals: Bool, _ body: (CollectedQuestion) throws -> Void
  ) throws {
    var (conditions, values) = filter.conditions(on: "open")
    if let cell = filter.cell {
      values.append(.text(cell))
      conditions += " AND open.subject = $\(values.count) AND open.field = 'alternatives'"
    }
    let rows = try connection.execute(
      """
      SELECT
        open.stream, open.subject, open.content, line.form, line.response, line.definition, open.field,
        CASE WHEN open.instance > 0 THEN (
          SELECT spelling FROM formstate_spelling
          WHERE stream = open.stream AND line = open.line AND instance = open.instance
        ) END
      FROM formstate_state AS open
      JOIN formstate_line AS line ON line.stream = open.stream AND line.line = open.line AND line.form = open.form
      WHERE open.field IN ('alternatives', 'responseAlternatives') AND open.origin = '' AND line.is_main
        \(conditions)
      ORDER BY line.form, line.response, open.stream, open.instance, open.subject
      """, values)
    var known: [String: Cells] = [:]
    for row in rows {
      let question = OpenQuestion(text: try row[2])
      let (form, response, subject): (String, String, String) = (try row[3], try row[4], try row[1])
      guard let question else { throw PostgresError.unexpectedAnswer("an open question of “\(response)” is invalid") }
      let isOfResponse = try row[6] as String == StateChange.Field.responseAlternatives.rawValue
      let definition: String = try row[5]
      let cells = try known[definition] ?? cells(of: form, definition: definition)
      known[definition] = cells
      let instance: String? = try row[7]
      let masks = !reveals && cells.sensitive.contains(subject)
      let collected = CollectedQuestion(
        kind: isOfResponse ? .completion : cells.repeats.contains(subject) ? .instance : .answer,
        key: ResponseKey(form: form, response: response), stream: try StreamName(row: row),
        title: isOfResponse ? "" : cells.titles[subject] ?? "",
        cell: isOfResponse ? nil : subject + (instance.map { ":\($0)" } ?? ""),
        answers: question.alternatives.map { said in
          let text = isOfResponse ? (said.content == nil ? "in progress" : "completed") : cells.text(said, subject)
          let answer = Conflict.Answer(text: text, time: said.time, author: said.author)
          return masks ? answer.concealed : answer
        })
      if collected.answers.contains(where: filter.fits) { try body(collected) }
    }
  }

  /// What is said about the cells of a definition.
  private struct Cells {
    let titles: [String: String]
    let sensitive: Set<String>
    let repeats: Set<String>
    let readable: ReadableTexts

    func text(_ said: OpenQuestion.Alternative, _ cell: String) -> String? {
      said.content?.value.map { readable.text(of: $0, inCell: cell).own ?? $0.plainText }
    }
  }

  private func cells(of form: String, definition: String) throws -> Cells {
    let form = try definitions.versions(of: form, [definition]).form(definition) ?? FormDefinition(key: form)
    let cells = form.sections.flatMap(\.cells)
    return Cells(
      titles: Dictionary(cells.map { ($0.key, $0.title) }) { first, _ in first },
      sensitive: Set(cells.filter(\.isSensitive).map(\.key)),
      repeats: Set(cells.filter { $0.kind == .repeat }.map(\.key)), readable: ReadableTexts(of: form))
  }
}
#endif
