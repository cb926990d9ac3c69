#if Collect
import FormState
import FormStateInterchange

/// The definitions of a database, read as they are needed and kept for the next batch.
final class CollectedDefinitions {
  private let connection: PostgresConnection
  private var known: [String: PushedVersions] = [:]
  private var readable: [String: ReadableTexts] = [:]
  private var cellCount = 0
  /// The digests of definitions that devices brought without the right to.
  private(set) var notTaken: Set<String> = []

  /// The most cells of all definitions that are kept; then all are read again.
  private static let mostCells = 5_000_000

  /// Begins without definitions.
  init(connection: PostgresConnection) { self.connection = connection }

  /// The definitions of a form that were read so far, with those of some digests, if the database has them.
  func versions(of form: String, _ digests: [String]) throws -> PushedVersions {
    try load(digests, of: form)
    return known[form, default: PushedVersions()]
  }

  /// Reads definitions that are not known yet.
  func load(_ digests: [String], of form: String) throws {
    let versions = known[form] ?? PushedVersions()
    known[form] = versions
    for digest in Set(digests).sorted() where !versions.has(digest) {
      let rows = try connection.execute(
        "SELECT document FROM formstate_definition WHERE digest = $1 AND form = $2", [.text(digest), .text(form)])
      guard let row = rows.first else { continue }
      versions.add(try PushedDefinition.form(ofStored: row[0], digest: digest), digest: digest)
    }
  }

  /// A value or calculated value as a person reads it in the version in force, or in that which it is set aside of;
  /// `nil` for other fields, for a cleared one, and if the definition is not loaded.
  func text(
    of content: StateChanges.Content, _ field: StateChanges.Field, ofForm form: String, inForce definition: String
  ) -> ReadableText? {
    guard field.field == StateChange.Field.value.rawValue || field.field == StateChange.Field.calculated.rawValue,
      let value = content.content.value
    else { return nil }
    let digest = field.origin.isEmpty ? definition : field.origin
    if readable[digest] == nil { readable[digest] = known[form]?.form(digest).map(ReadableTexts.init) }
    return readable[digest]?.text(of: value, inCell: field.subject)
  }

  /// Stores a definition that a batch brings, unless it is there.
  ///
  /// - Parameter isTaken: whether it is stored if it is not there.
  /// - Throws: ``PostgresError``; nothing is stored then.
  /// - Complexity: O(n log n) for n cells.
  func store(_ definition: PushedDefinition, ifNew isTaken: Bool) throws {
    if known.values.contains(where: { $0.has(definition.digest) }) { return }
    let exists = try connection.execute(
      "SELECT 1 FROM formstate_definition WHERE digest = $1", [.text(definition.digest)])
    if exists.isEmpty {
      guard isTaken else {
        notTaken.insert(definition.digest)
        return
      }
      try connection.decidingAgain { try DefinitionTables(connection: connection).insert(definition) }
    }
    let cells = definition.form.sections.reduce(0) { $0 + $1.cells.count }
    if cellCount + cells > Self.mostCells { (known, readable, cellCount) = ([:], [:], 0) }
    cellCount += cells
    known[definition.form.key, default: PushedVersions()].add(definition.form, digest: definition.digest)
  }
}
#endif
