import FormState
import Foundation
import GRDB

/// Imports a definition with the other versions in its journals, then its responses, within the caller's transaction.
struct DefinitionImport {
  private let db: Database
  private let content: FormContents
  private let versions: Versions
  private let definitions: ReadDefinitions
  private let promotesMain: Bool
  private(set) var responseCount = 0

  /// The store's versions for those of a document.
  struct Versions {
    /// The document's own definition.
    fileprivate(set) var main: FormStore.SavedForm
    /// The store's numbers by the document's.
    fileprivate(set) var numbers: [Int: Int] = [:]
    /// The store's numbers of new versions.
    fileprivate(set) var new: [Int] = []
    /// The definitions by the store's numbers.
    fileprivate(set) var forms: [Int: FormDefinition] = [:]
    /// Whether the document has a single definition, without a number.
    fileprivate var isOnlyOne: Bool
  }

  /// Imports the versions, and the responses in the contents themselves.
  ///
  /// - Parameter keepsNumbers: whether versions keep the numbers of the document, as in an empty store.
  init(_ content: FormContents, keepsNumbers: Bool = false, in db: Database) throws {
    self.db = db
    self.content = content
    let isFirst = try DefinitionRepository(db: db).findVersion(ofForm: content.form.key) == nil
    promotesMain = keepsNumbers || isFirst && !content.otherVersions.isEmpty
    versions = try Versions(of: content, promotesMain: promotesMain, keepsNumbers: keepsNumbers, in: db)
    definitions = ReadDefinitions(db: db, form: content.form.key, versions.forms)
    for (key, response) in content.responses.sorted(by: { $0.key < $1.key }) {
      try take(response, key: key)
    }
  }

  /// Finishes the import.
  ///
  /// A new definition is used for new responses only if it was imported without responses.
  func finish() throws -> FormStore.SavedForm {
    if versions.main.isNew, !promotesMain, responseCount == 0 { try FormStore.promote(versions.main, in: db) }
    return versions.main
  }

  /// Imports a response.
  mutating func take(_ response: FormContents.Response, key: String) throws {
    responseCount += 1
    let key = ResponseKey(form: content.form.key, response: key)
    _ = try FormStore.makeRoom(for: key, in: db)
    let journal = try versions.renumbered(response)
    let first = journal.first?.version ?? response.version.flatMap { versions.numbers[$0] } ?? versions.main.version
    let version = try DefinitionRepository(db: db).version(ofForm: key.form, number: first)
    let stream = try Self.freeStream(response.stream, in: db)
    let location = try ResponseLocation.create(
      key, filling: version, stream: stream, nextInstance: response.nextInstance, in: db)
    try JournalAdoption(db: db, location: location, definition: definitions.index).run(journal)
    guard !response.others.isEmpty else { return }
    try StoredLines(db: db, location: location).take(
      try versions.renumbered(others: response), besides: journal, definition: definitions.index)
  }

  /// The name of an imported response: its own, unless the store already has a copy of it.
  static func freeStream(_ stream: StreamName?, in db: Database) throws -> StreamName {
    guard let stream else { return .random() }
    let isTaken = try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM formstate_response WHERE stream = ?)", arguments: [Data(stream.bytes)])
    return isTaken == true ? .random() : stream
  }
}

/// Imports forms and their responses, a part at a time.
struct PartsImport {
  private let db: Database
  private let keepsNumbers: Bool
  private var form: DefinitionImport?
  private var saved: [FormStore.SavedForm] = []
  private var countBefore = 0

  /// The number of imported responses.
  var responseCount: Int { countBefore + (form?.responseCount ?? 0) }

  init(in db: Database, keepsNumbers: Bool = false) {
    self.db = db
    self.keepsNumbers = keepsNumbers
  }

  /// Imports a form, or a response of the form before it.
  mutating func take(_ part: FormContents.Part) throws {
    switch part {
    case .form(let content):
      try endForm()
      try FormStore.check([content])
      form = try DefinitionImport(content, keepsNumbers: keepsNumbers, in: db)
    case .response(let key, let response): try form?.take(response, key: key)
    }
  }

  /// Finishes the import.
  ///
  /// - Returns: the saved definition of each form, in the given order.
  mutating func finish() throws -> [FormStore.SavedForm] {
    try endForm()
    return saved
  }

  private mutating func endForm() throws {
    guard let form else { return }
    saved.append(try form.finish())
    countBefore += form.responseCount
    self.form = nil
  }
}

extension DefinitionImport.Versions {
  /// Saves the definitions in the order of their numbers, so a new file has them in the same order.
  ///
  /// - Parameters:
  ///   - promotesMain: whether the document's own definition becomes the one for new responses if it is new.
  ///   - keepsNumbers: whether they keep the numbers of the document.
  init(of content: FormContents, promotesMain: Bool, keepsNumbers: Bool = false, in db: Database) throws {
    let all = content.otherVersions.map { (number: $0.key, form: $0.value, isMain: false) }
    let main = (number: content.version ?? .max, form: content.form, isMain: true)
    var saved: FormStore.SavedForm?
    var (numbers, new) = ([Int: Int](), [Int]())
    var forms: [Int: FormDefinition] = [:]
    for (number, form, isMain) in (all + [main]).sorted(by: { $0.number < $1.number }) {
      let version = try FormStore.save(
        form, promotes: isMain && promotesMain, number: keepsNumbers && number < .max ? number : nil, in: db)
      numbers[number] = version.version
      forms[version.version] = form
      if version.isNew { new.append(version.version) }
      if isMain { saved = version }
    }
    guard let saved else { throw StoreError.damaged("a definition that was just written is missing") }
    self.init(main: saved, numbers: numbers, new: new, forms: forms, isOnlyOne: content.version == nil)
  }

  /// The journal of a response with the store's version numbers.
  ///
  /// - Throws: ``StoreError/Code/unfitJournal`` if it names a version that the document does not have.
  func renumbered(_ response: FormContents.Response) throws -> [JournalEntry] {
    try renumbered(response.journal, beside: response)
  }

  /// The entries of other lines of a response with the store's version numbers.
  ///
  /// - Throws: as ``renumbered(_:)``.
  func renumbered(others response: FormContents.Response) throws -> [LineEntry] {
    let entries = try renumbered(response.others.map(\.entry), beside: response)
    return zip(response.others, entries).map { line, entry in
      LineEntry(entry, at: line.address, after: line.previous)
    }
  }

  private func renumbered(
    _ entries: [JournalEntry], beside response: FormContents.Response
  ) throws -> [JournalEntry] {
    var numbers = numbers
    let named = Set(response.journal.flatMap(\.versions))
    // With a single definition, any version number in a journal refers to that.
    if isOnlyOne, named.count == 1, let number = named.first { numbers[number] = main.version }
    return try entries.map { entry in
      if let unknown = entry.versions.sorted().first(where: { numbers[$0] == nil }) {
        throw StoreError.unfitJournal(
          revision: entry.revision, problem: "it names version \(unknown), which the document does not have")
      }
      return entry.renumbered { [numbers] in numbers[$0] ?? $0 }
    }
  }
}
