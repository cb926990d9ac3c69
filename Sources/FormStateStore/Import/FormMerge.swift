import FormState
import Foundation
import GRDB

/// Merges a form of another store, with its responses, within the caller's transaction.
struct FormMerge {
  private let db: Database
  private let content: FormContents
  private let versions: DefinitionImport.Versions
  private let definitions: ReadDefinitions
  private let log: LogErasure
  private var freeKeys: FreeKeys
  /// The positions in the report of responses that got a new key, by these keys.
  private var renamed: [String: Int] = [:]
  private(set) var report: MergeReport

  /// Saves the versions that the store does not have, and merges the responses in the contents themselves.
  ///
  /// - Parameters:
  ///   - content: the form in the other store.
  ///   - report: the report so far.
  ///   - log: empties the log if a sensitive answer was cleared.
  init(_ content: FormContents, in db: Database, _ report: MergeReport, erasing log: LogErasure) throws {
    self.db = db
    self.log = log
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
  mutating func take(_ response: FormContents.Response, key given: String) throws {
    let key =
      response.stream.map { ResponseKey(form: content.form.key, response: given).exchanged(for: $0).response } ?? given
    freeKeys.note(key)
    try makeRoom(for: key)
    report.responses.append(try merge(response, key: key))
  }

  /// Changes the key of a response that got a new key here, if a response with that key is merged.
  private mutating func makeRoom(for key: String) throws {
    guard let place = renamed.removeValue(forKey: key) else { return }
    let location = try ResponseLocation.find(ResponseKey(form: content.form.key, response: key), in: db)
    let free = freeKey(like: report.responses[place].key, location.stream)
    try FormStore.rename(location, to: free, in: db)
    report.responses[place].keptAs = free
    renamed[free] = place
  }

  private mutating func merge(_ response: FormContents.Response, key: String) throws -> MergeReport.Response {
    let journal = try versions.renumbered(response)
    let others = try versions.renumbered(others: response)
    do {
      if let joined = try join(response, journal, others, key: key) { return joined }
    } catch let obstacle as MergeObstacle {
      throw StoreError.unfitJournal(revision: obstacle.revision ?? 0, problem: obstacle.meaning)
    }
    guard others.isEmpty else {
      throw StoreError.unfitJournal(
        revision: journal.last?.revision ?? 0,
        problem: "it has several lines, and an entry of it or of the copy here names no version of the form")
    }
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
    return try add(response, journal, key: key, stream: stream, forkedAt: forkedAt)
  }

  /// Joins a response with a copy here, where each may have entries that the other lacks, or adds one with several
  /// lines.
  ///
  /// - Returns: `nil` without a copy of this name and without another line, or for entries without a canonical line.
  /// - Throws: ``MissingEntries``; `MergeObstacle` if a line says of itself that it is another one.
  private mutating func join(
    _ response: FormContents.Response, _ journal: [JournalEntry], _ others: [LineEntry], key: String
  ) throws -> MergeReport.Response? {
    guard let stream = response.stream else { return nil }
    let copy = try self.copy(named: stream)
    guard copy != nil || !others.isEmpty else { return nil }
    let own = try copy.map { try StoredJournal(db: db, location: $0.location).entries() } ?? []
    let location =
      try copy?.location ?? ResponseLocation.find(ResponseKey(form: content.form.key, response: key), in: db)
    let digests = try OutboxReader.digests(ofForm: location.version.formID, in: db)
    var lines: ResponseLines
    let new: [LineEntry]
    do {
      lines = try ResponseLines(
        of: stream, journal: own,
        others: try copy.map { try StoredLines(db: db, location: $0.location).entries() } ?? [],
        digests: digests)
      let incoming = try ResponseLines(
        of: stream, journal: journal, others: others, digests: digests, beside: lines)
      // Of a batch, whose entries are all beside a journal, a beginning may have gone elsewhere.
      if journal.isEmpty, let missing = incoming.firstMissing(beside: lines) {
        throw MissingEntries(upTo: missing.revision)
      }
      if !journal.isEmpty, let gap = incoming.firstGap { throw StoreError.unfitLines(after: gap) }
      new = lines.formUnion(incoming)
    } catch is JournalLine.UnknownVersion {
      return nil
    }
    if !new.isEmpty { try empty(&lines, at: location) }
    let joined = try lines.joined(definition: definitions.index)
    guard let copy else {
      var whole = response
      whole.nextInstance = max(response.nextInstance, lines.nextInstance)
      let added = try add(whole, joined.journal, key: key, stream: stream, forkedAt: nil)
      return try note(joined, as: added.keptAs, key: key, added.outcome, newEntries: added.newEntries)
    }
    guard !new.isEmpty || joined.journal != own else { return try report(key, as: copy.key, .unchanged, newEntries: 0) }
    if joined.journal != own {
      try rewrite(copy, with: joined.journal)
      try noteReplacement(of: own, by: joined, at: copy)
    }
    let outcome: MergeReport.Outcome =
      joined.obstacle != nil ? .waiting : joined.heads.isEmpty ? .extended : .joined
    return try note(joined, as: copy.key, key: key, outcome, newEntries: new.count)
  }

  /// Stores what is beside the journal of a response that was joined.
  private func note(
    _ joined: ResponseLines.Joined, as keptAs: String, key: String, _ outcome: MergeReport.Outcome, newEntries: Int
  ) throws -> MergeReport.Response {
    let location = try ResponseLocation.find(ResponseKey(form: content.form.key, response: keptAs), in: db)
    try StoredLines(db: db, location: location).replace(with: joined)
    let questions = joined.heads.isEmpty ? 0 : try StateTables(db: db, location: location).questionCount()
    return MergeReport.Response(
      form: content.form.key, key: key, keptAs: keptAs, outcome: outcome, newEntries: newEntries,
      revision: try location.revision(in: db), forkedAt: joined.heads.isEmpty ? nil : joined.forkedAt,
      questions: questions, waits: joined.obstacle?.meaning)
  }

  /// Empties what somebody had when clearing a sensitive answer, as its author did.
  private func empty(_ lines: inout ResponseLines, at location: ResponseLocation) throws {
    for clear in lines.clears {
      guard let cell = clear.entry.action.cell?.subject else { continue }
      let emptying = try ResponseEmptying(db: db, location: location).emptying(
        clearing: cell, upgrades: lines.upgrades)
      lines.empty(before: clear.address, by: emptying)
      try ResponseEmptying.noteInFolders(db)
      try log.request(in: db)
    }
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
    ("formstate_pushed", "destination_id, revision, chain, refusal, heads"),
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
    try rewrite(copy, with: own + entries)
    return try report(key, as: copy.key, .extended, newEntries: entries.count)
  }

  /// Notes that what was read of a journal is out of date, unless it only goes on.
  private func noteReplacement(
    of own: [JournalEntry], by joined: ResponseLines.Joined, at copy: (key: String, location: ResponseLocation)
  ) throws {
    try resend(after: joined.common, of: copy)
    let journal = joined.journal
    // What was cleared meanwhile is out of date as well.
    let common = zip(own, journal).prefix { mine, new in
      mine == new || mine.revision <= joined.common && mine.action == new.action && mine.changes == new.changes
    }
    let (kept, last) = (common.last?.0.revision ?? 0, own.last?.revision ?? 0)
    guard kept < last else { return }
    try db.execute(
      sql: """
        UPDATE formstate_response
        SET
          generation = generation + 1,
          replaced_after = iif(generation = 0, ?1, min(replaced_after, ?1)),
          replaced_before = max(replaced_before, ?2)
        WHERE stream = ?3
        """,
      arguments: [kept, max(last, journal.last?.revision ?? 0), copy.location.stream.map { Data($0.bytes) }])
  }

  /// Lets destinations get what follows a revision again, since what they have is of another line.
  private func resend(after revision: Int, of copy: (key: String, location: ResponseLocation)) throws {
    let location = try ResponseLocation.find(ResponseKey(form: content.form.key, response: copy.key), in: db)
    let chain = try OutboxReader(db: db, destinationID: nil)
      .chain(of: location, after: PushedPosition.start(of: location), through: revision)
    guard let chain else { return }
    try db.execute(
      sql: "UPDATE formstate_pushed SET revision = ?1, chain = ?2 WHERE response_id = ?3 AND revision > ?1",
      arguments: [revision, chain.description, location.responseID])
  }

  /// Writes a response again, under its own key and name, with another journal.
  private func rewrite(_ copy: (key: String, location: ResponseLocation), with journal: [JournalEntry]) throws {
    let nextInstance = try StateTables(db: db, location: copy.location).nextInstanceCounter()
    let beside = try Self.tablesBesideJournal.map { table, columns in
      try Row.fetchAll(
        db, sql: "SELECT \(columns) FROM \(table) WHERE response_id = ?", arguments: [copy.location.responseID])
    }
    let replaced = try Row.fetchOne(
      db, sql: "SELECT generation, replaced_after, replaced_before FROM formstate_response WHERE id = ?",
      arguments: [copy.location.responseID])
    try db.execute(sql: "DELETE FROM formstate_response WHERE id = ?", arguments: [copy.location.responseID])
    let location = try begin(
      ResponseKey(form: content.form.key, response: copy.key), journal, stream: copy.location.stream,
      version: copy.location.version.number, nextInstance: nextInstance)
    let former = (replaced.map { Array($0.databaseValues) } ?? []) + [location.responseID.databaseValue]
    try db.execute(
      sql: "UPDATE formstate_response SET (generation, replaced_after, replaced_before) = (?, ?, ?) WHERE id = ?",
      arguments: StatementArguments(former))
    for ((table, columns), rows) in zip(Self.tablesBesideJournal, beside) {
      for row in rows {
        let values = repeatElement("?", count: row.count).joined(separator: ", ")
        try db.execute(
          sql: "INSERT INTO \(table) (response_id, \(columns)) VALUES (?, \(values))",
          arguments: [location.responseID] + StatementArguments(row.databaseValues))
      }
    }
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
    let keptAs = isTaken ? freeKey(like: key, forkedAt == nil ? stream : nil) : key
    if isTaken { renamed[keptAs] = report.responses.count }
    try begin(
      ResponseKey(form: content.form.key, response: keptAs), journal, stream: stream,
      version: response.version.flatMap { versions.numbers[$0] }, nextInstance: response.nextInstance)
    let outcome: MergeReport.Outcome = forkedAt != nil ? .forked : isTaken ? .renamed : .added
    return try report(key, as: keptAs, outcome, newEntries: journal.count, forkedAt: forkedAt)
  }

  /// - Parameter stream: the stream's name; `nil` for a copy, which gets another one.
  private mutating func freeKey(like key: String, _ stream: StreamName?) -> String {
    stream.map { freeKeys.take(like: key, of: $0) } ?? freeKeys.take(like: key)
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

/// Entries that a batch goes on after, and that are not here.
struct MissingEntries: Error {
  /// The revision of the last one.
  let upTo: Int
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
