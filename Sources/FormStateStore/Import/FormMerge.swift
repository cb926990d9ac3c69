import FormState
import Foundation
import GRDB

/// Merges a form of another store, with its responses, within the caller's transaction.
struct FormMerge {
  private let db: Database
  private let content: FormContents
  private let versions: DefinitionImport.Versions
  private let definitions: ReadDefinitions
  private var freeKeys: FreeKeys
  /// The keys of the responses in this store, by revision and time of an entry.
  private var keysByTime: [Int: [Int64: [String]]] = [:]
  /// The positions in the report of responses that got a new key, by these keys.
  private var renamed: [String: Int] = [:]
  private(set) var report: MergeReport

  /// Saves the versions that the store does not have, and merges the responses in the contents themselves.
  ///
  /// - Parameters:
  ///   - content: the form in the other store.
  ///   - report: the report so far.
  init(_ content: FormContents, in db: Database, _ report: MergeReport) throws {
    self.db = db
    self.content = content
    self.report = report
    let isNewForm = try DefinitionRepository(db: db).findVersion(ofForm: content.form.key) == nil
    versions = try DefinitionImport.Versions(of: content, promotesMain: isNewForm, in: db)
    self.report.versions += versions.new.map {
      MergeReport.Version(form: content.form.key, number: $0, isOfNewForm: isNewForm)
    }
    definitions = ReadDefinitions(db: db, form: content.form.key, versions.forms)
    freeKeys = FreeKeys(besides: try FormStore.responseKeys(ofForm: content.form.key, in: db))
    for (key, response) in content.responses.sorted(by: { $0.key < $1.key }) {
      try take(response, key: key)
    }
  }

  /// Merges a response.
  mutating func take(_ response: FormContents.Response, key: String) throws {
    freeKeys.note(key)
    try makeRoom(for: key)
    report.responses.append(try merge(response, key: key))
  }

  /// Changes the key of a response that got a new key here, if a response with that key is merged.
  private mutating func makeRoom(for key: String) throws {
    guard let place = renamed.removeValue(forKey: key) else { return }
    let location = try ResponseLocation.find(ResponseKey(form: content.form.key, response: key), in: db)
    let free = freeKeys.take(like: report.responses[place].key)
    try FormStore.rename(location, to: free, in: db)
    report.responses[place].keptAs = free
    renamed[free] = place
    keysByTime = [:]
  }

  private mutating func merge(_ response: FormContents.Response, key: String) throws -> MergeReport.Response {
    let journal = try versions.renumbered(response)
    var (stream, forkedAt) = (response.stream, Int?.none)
    // A copy that has already diverged has another name, and may have diverged from that again.
    var met: Set<StreamName> = []
    while let name = stream, met.insert(name).inserted, let copy = try self.copy(named: name) {
      switch JournalRelation(of: try StoredJournal(db: db, location: copy.location).entries(), to: journal) {
      case .same, .behind: return try report(key, as: copy.key, .unchanged, newEntries: 0)
      case .ahead(let entries): return try extend(copy, key: key, by: entries, of: journal)
      case .forked(let revision):
        forkedAt = revision
        guard let parting = journal.first(where: { $0.revision >= revision }) ?? journal.last else { break }
        stream = name.branch(at: parting)
      }
    }
    if forkedAt == nil, let merged = try mergeReturned(journal, key: key, stream: stream) { return merged }
    return try add(response, journal, key: key, stream: stream, forkedAt: forkedAt)
  }

  /// Merges a response that diverged from a copy elsewhere, and is a continuation of that copy here.
  ///
  /// - Returns: `nil` for any other response.
  private mutating func mergeReturned(
    _ journal: [JournalEntry], key: String, stream: StreamName?
  ) throws -> MergeReport.Response? {
    guard let stream, let first = journal.first else { return nil }
    for copy in try copies(with: first) {
      guard let name = copy.location.stream, journal.contains(where: { name.branch(at: $0) == stream }) else {
        continue
      }
      switch JournalRelation(of: try StoredJournal(db: db, location: copy.location).entries(), to: journal) {
      case .same, .behind: return try report(key, as: copy.key, .unchanged, newEntries: 0)
      case .ahead(let entries): return try extend(copy, key: key, by: entries, of: journal)
      case .forked: continue
      }
    }
    return nil
  }

  /// The responses in this store with an entry of the same revision and time.
  private mutating func copies(with entry: JournalEntry) throws -> [(key: String, location: ResponseLocation)] {
    let keys: [Int64: [String]]
    if let known = keysByTime[entry.revision] { keys = known } else { keys = try self.keys(at: entry.revision) }
    keysByTime[entry.revision] = keys
    return try (keys[entry.time.milliseconds] ?? []).map {
      ($0, try ResponseLocation.find(ResponseKey(form: content.form.key, response: $0), in: db))
    }
  }

  /// The responses in this store with an entry of a revision, by its time.
  private func keys(at revision: Int) throws -> [Int64: [String]] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT response.key, entry.time
        FROM formstate_form AS form
        JOIN formstate_response AS response ON response.form_id = form.id
        JOIN formstate_entry AS entry ON entry.response_id = response.id AND entry.revision = ?
        WHERE form.key = ?
        ORDER BY response.key
        """, arguments: [revision, content.form.key])
    var keys: [Int64: [String]] = [:]
    while let row = try rows.next() {
      keys[try row.decode(atIndex: 1), default: []].append(try row.decode(atIndex: 0))
    }
    return keys
  }

  /// The location and the key of a response's copy.
  private func copy(named stream: StreamName) throws -> (key: String, location: ResponseLocation)? {
    let key = try String.fetchOne(
      db,
      sql: """
        SELECT response.key
        FROM formstate_response AS response
        JOIN formstate_form AS form ON form.id = response.form_id
        WHERE response.stream = ? AND form.key = ?
        """, arguments: [Data(stream.bytes), content.form.key])
    return try key.map { ($0, try ResponseLocation.find(ResponseKey(form: content.form.key, response: $0), in: db)) }
  }

  /// The tables with what is known of a response beside its journal, and their columns.
  private static let tablesBesideJournal = [
    ("formstate_pushed", "destination_id, revision, chain, refusal"),
    ("formstate_place", "device, cell, instance, first_row, first_instance, time"),
    ("formstate_draft", "cell, instance, device, text, time"),
  ]

  /// Appends the further entries of its copy to a response.
  ///
  /// A journal grows only by actions; the response is therefore rewritten, under its own key and name, with its own
  /// entries and the further ones. What destinations have of it, or refuse, where people stand in it and what they
  /// typed stays.
  private func extend(
    _ copy: (key: String, location: ResponseLocation), key: String, by entries: [JournalEntry],
    of whole: [JournalEntry]
  ) throws -> MergeReport.Response {
    // What was cleared there is cleared here.
    let emptied = whole.filter { $0.redacted != nil }.reduce(into: [:]) { $0[$1.revision] = $1 }
    let own = try StoredJournal(db: db, location: copy.location).entries().map { emptied[$0.revision] ?? $0 }
    let journal = own + entries
    let nextInstance = try StateTables(db: db, location: copy.location).nextInstanceNumber()
    let beside = try Self.tablesBesideJournal.map { table, columns in
      try Row.fetchAll(
        db, sql: "SELECT \(columns) FROM \(table) WHERE response_id = ?", arguments: [copy.location.responseID])
    }
    try db.execute(sql: "DELETE FROM formstate_response WHERE id = ?", arguments: [copy.location.responseID])
    let location = try begin(
      ResponseKey(form: content.form.key, response: copy.key), journal, stream: copy.location.stream,
      version: copy.location.version.number, nextInstance: nextInstance)
    for ((table, columns), rows) in zip(Self.tablesBesideJournal, beside) {
      for row in rows {
        let values = repeatElement("?", count: row.count).joined(separator: ", ")
        try db.execute(
          sql: "INSERT INTO \(table) (response_id, \(columns)) VALUES (?, \(values))",
          arguments: [location.responseID] + StatementArguments(row.databaseValues))
      }
    }
    return try report(key, as: copy.key, .extended, newEntries: entries.count)
  }

  private mutating func add(
    _ response: FormContents.Response, _ journal: [JournalEntry], key: String, stream: StreamName?, forkedAt: Int?
  ) throws -> MergeReport.Response {
    let location = try ResponseLocation.find(ResponseKey(form: content.form.key, response: key), in: db)
    let isTaken = location.responseID != nil
    // Without a name, a response is identified by its key and its contents.
    if response.stream == nil, isTaken {
      let own = try StoredJournal(db: db, location: location).entries()
      if [.same, .behind].contains(JournalRelation(of: own, to: journal)) {
        return try report(key, as: key, .unchanged, newEntries: 0)
      }
    }
    let keptAs = isTaken ? freeKeys.take(like: key) : key
    if isTaken { renamed[keptAs] = report.responses.count }
    try begin(
      ResponseKey(form: content.form.key, response: keptAs), journal, stream: stream,
      version: response.version.flatMap { versions.numbers[$0] }, nextInstance: response.nextInstance)
    let outcome: MergeReport.Outcome = forkedAt != nil ? .forked : isTaken ? .renamed : .added
    return try report(key, as: keptAs, outcome, newEntries: journal.count, forkedAt: forkedAt)
  }

  @discardableResult
  private func begin(
    _ key: ResponseKey, _ journal: [JournalEntry], stream: StreamName?, version: Int?, nextInstance: Int
  ) throws -> ResponseLocation {
    let number = journal.first?.version ?? version ?? versions.main.version
    let found = try DefinitionRepository(db: db).version(ofForm: key.form, number: number)
    let name = try DefinitionImport.freeStream(stream, in: db)
    let location = try ResponseLocation.create(
      key, filling: found, stream: name, nextInstance: nextInstance, in: db)
    try JournalAdoption(db: db, location: location, definition: definitions.index).run(journal)
    return location
  }

  private func report(
    _ key: String, as keptAs: String, _ outcome: MergeReport.Outcome, newEntries: Int, forkedAt: Int? = nil
  ) throws -> MergeReport.Response {
    let location = try ResponseLocation.find(ResponseKey(form: content.form.key, response: keptAs), in: db)
    return MergeReport.Response(
      form: content.form.key, key: key, keptAs: keptAs, outcome: outcome, newEntries: newEntries,
      revision: try location.revision(in: db), forkedAt: forkedAt)
  }
}

/// The definitions of a form's versions, read on demand.
final class ReadDefinitions {
  private let db: Database
  private let form: String
  private let read: [Int: FormDefinition]
  private var known: [Int: FormIndex] = [:]

  /// - Parameter read: the definitions that need not be read, by their numbers.
  init(db: Database, form: String, _ read: [Int: FormDefinition]) {
    self.db = db
    self.form = form
    self.read = read
  }

  /// The definition of a version; `nil` for an unknown number.
  func index(_ number: Int) throws -> FormIndex? {
    if let index = known[number] { return index }
    guard let definition = try read[number] ?? self.definition(number) else { return nil }
    let index = FormIndex(definition)
    known[number] = index
    return index
  }

  private func definition(_ number: Int) throws -> FormDefinition? {
    let definitions = DefinitionRepository(db: db)
    return try definitions.findVersion(ofForm: form, number: number).map { try definitions.form(of: $0) }
  }
}
