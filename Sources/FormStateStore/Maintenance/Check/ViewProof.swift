import FormState
import GRDB

/// Compares the views of a response with what is read of it.
struct ViewProof {
  let db: Database
  let location: ResponseLocation

  /// The differences of the views, as a sentence each; empty if there are none.
  ///
  /// - Parameters:
  ///   - contents: the response as read.
  ///   - questions: the questions of its form.
  /// - Complexity: O(n log n) for n cells, counted once per instance.
  func faults(of contents: ResponseContents, questions: [Question]) throws -> [String] {
    let names = contents.state.instanceNames
    var faults = difference(
      in: "section", between: try sectionsInView(),
      and: contents.form.sections.enumerated().map { position, section in
        let isRelevant = contents.state.isRelevant(section, contents.form.fresh)
        return ViewRow(
          cell: section.key, instance: String(position), what: section.title.isEmpty ? section.key : section.title,
          value: Self.flags([section.isFoldable, contents.state.isFolded(section), isRelevant]).databaseValue)
      })
    faults += difference(
      in: "answer", between: try answersInView(),
      and: contents.answers(to: questions).compactMap { answer in
        answer.value.map {
          ViewRow(
            cell: answer.question.cell.key, instance: names.spelling(of: answer.instance), what: answer.source.rawValue,
            value: $0.stored)
        }
      })
    // Before the first entry, a repeat has too few instances, which is not reported.
    guard contents.revision > 0, contents.state.instances.count <= Self.mostInstances else { return faults }
    faults += difference(
      in: "fault", between: try faultsInView(),
      and: contents.form.faults(in: contents.state).map {
        ViewRow(
          cell: $0.cell, instance: names.spelling(of: $0.instance), what: $0.kind.rawValue,
          value: $0.number.databaseValue)
      })
    return faults
  }

  /// The view `fault` checks all instances around repeats for each of them: beyond this number that would take longer
  /// than all the rest.
  private static let mostInstances = 1000

  /// A row of a view, of a cell or of a section and its position.
  private struct ViewRow: Hashable {
    let cell: String?
    let instance: String
    let what: String
    let value: DatabaseValue
  }

  private func difference(in view: String, between shown: [ViewRow], and read: [ViewRow]) -> [String] {
    guard shown != read, Set(shown) != Set(read) || shown.count != read.count else { return [] }
    let cell = Set(shown).symmetricDifference(read).compactMap(\.cell).min()
    return ["the view \(view) differs from the response\(cell.map { " in “\($0)”" } ?? "")"]
  }

  /// The rows that a section has in `visible_row` are compared there.
  private func sectionsInView() throws -> [ViewRow] {
    try rows(
      """
      SELECT section_key, section_position, section, is_foldable || is_folded || is_relevant
      FROM section
      WHERE response_id = ?
      """)
  }

  /// Flags as the view's are joined to one text.
  private static func flags(_ flags: [Bool]) -> String { flags.map { $0 ? "1" : "0" }.joined() }

  private func answersInView() throws -> [ViewRow] {
    try rows("SELECT cell, instance, source, value FROM answer WHERE response_id = ?")
  }

  private func faultsInView() throws -> [ViewRow] {
    try rows("SELECT cell, instance, fault, fault_number FROM fault WHERE response_id = ?")
  }

  private func rows(_ sql: String) throws -> [ViewRow] {
    let rows = try Row.fetchCursor(try db.cachedStatement(sql: sql), arguments: [location.responseID])
    var shown: [ViewRow] = []
    while let row = try rows.next() {
      shown.append(
        ViewRow(
          cell: try row.decode(atIndex: 0), instance: try row.spelledInstance(atIndex: 1),
          what: try row.decode(atIndex: 2),
          value: try row.decode(atIndex: 3)))
    }
    return shown
  }
}
