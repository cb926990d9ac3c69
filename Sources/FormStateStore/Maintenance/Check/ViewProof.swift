import FormState
import GRDB

/// Holds what the views tell of a response against what is read of it.
struct ViewProof {
  let db: Database
  let location: ResponseLocation

  /// Where the views tell something else, as a sentence each; empty if nowhere.
  ///
  /// - Parameters:
  ///   - contents: the response as it was read.
  ///   - questions: the questions of its form.
  /// - Complexity: O(n log n) for n cells, those of instances each counted.
  func faults(of contents: ResponseContents, questions: [Question]) throws -> [String] {
    var faults = difference(
      in: "answer", between: try toldAnswers(),
      and: contents.answers(to: questions).compactMap { answer in
        answer.value.map {
          Told(
            cell: answer.question.cell.key, instance: answer.instance, what: answer.source.rawValue, value: $0.stored)
        }
      })
    // As long as nothing has happened, a repeat has too few instances and nobody is told.
    guard contents.revision > 0, contents.state.instances.count <= Self.mostInstances else { return faults }
    faults += difference(
      in: "fault", between: try toldFaults(),
      and: contents.form.faults(in: contents.state).map {
        Told(cell: $0.cell, instance: $0.instance, what: $0.kind.rawValue, value: $0.number.databaseValue)
      })
    return faults
  }

  /// For each instance that repeats stand in, the view `fault` looks at all of them: beyond so many that would take
  /// longer than all the rest.
  private static let mostInstances = 1000

  /// A line of a view.
  private struct Told: Hashable {
    let cell: String?
    let instance: Int
    let what: String
    let value: DatabaseValue
  }

  private func difference(in view: String, between told: [Told], and read: [Told]) -> [String] {
    guard told != read, Set(told) != Set(read) || told.count != read.count else { return [] }
    let cell = Set(told).symmetricDifference(read).compactMap(\.cell).min()
    return ["the view \(view) tells something else\(cell.map { " of “\($0)”" } ?? "") than the response holds"]
  }

  private func toldAnswers() throws -> [Told] {
    try told("SELECT cell, instance, source, value FROM answer WHERE response_id = ?")
  }

  private func toldFaults() throws -> [Told] {
    try told("SELECT cell, instance, kind, number FROM fault WHERE response_id = ?")
  }

  private func told(_ sql: String) throws -> [Told] {
    let rows = try Row.fetchCursor(try db.cachedStatement(sql: sql), arguments: [location.responseID])
    var told: [Told] = []
    while let row = try rows.next() {
      told.append(
        Told(
          cell: try row.decode(atIndex: 0), instance: try row.decode(atIndex: 1), what: try row.decode(atIndex: 2),
          value: try row.decode(atIndex: 3)))
    }
    return told
  }
}
