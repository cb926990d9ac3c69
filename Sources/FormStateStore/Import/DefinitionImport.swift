import FormState
import Foundation
import GRDB

/// Takes in a definition with the other versions of it that journals name, then its responses, within a transaction of
/// the caller's.
struct DefinitionImport {
  private let db: Database
  private let content: FormContents
  private let versions: Versions
  private let definitions: ReadDefinitions
  private let promotesMain: Bool
  private(set) var responseCount = 0

  /// The versions of a document as the store has them.
  struct Versions {
    /// The document's own definition.
    fileprivate(set) var main: FormStore.SavedForm
    /// The store's numbers by those of the document.
    fileprivate(set) var numbers: [Int: Int] = [:]
    /// The store's numbers of those that it did not have.
    fileprivate(set) var new: [Int] = []
    /// The definitions by the store's numbers.
    fileprivate(set) var forms: [Int: FormDefinition] = [:]
    /// Whether the document has one definition alone, without a number.
    fileprivate var isOnlyOne: Bool
  }

  /// Takes the versions in, and the responses that the import has itself.
  ///
  /// - Parameter keepsNumbers: whether versions get the numbers that they have in the document, as in a store that has
  ///   nothing yet.
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

  /// Ends the import.
  ///
  /// New responses begin with a definition that is new only where it came without responses of somebody else.
  func finish() throws -> FormStore.SavedForm {
    if versions.main.isNew, !promotesMain, responseCount == 0 { try FormStore.promote(versions.main, in: db) }
    return versions.main
  }

  /// Takes a response in.
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
  }

  /// The name of a response that is imported: its own, unless the store has a copy of it already.
  static func freeStream(_ stream: StreamName?, in db: Database) throws -> StreamName {
    guard let stream else { return .random() }
    let isTaken = try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM formstate_response WHERE stream = ?)", arguments: [Data(stream.bytes)])
    return isTaken == true ? .random() : stream
  }
}

/// Takes in forms and their responses, a part at a time.
struct PartsImport {
  private let db: Database
  private let keepsNumbers: Bool
  private var form: DefinitionImport?
  private var saved: [FormStore.SavedForm] = []
  private var countBefore = 0

  /// How many responses were imported.
  var responseCount: Int { countBefore + (form?.responseCount ?? 0) }

  init(in db: Database, keepsNumbers: Bool = false) {
    self.db = db
    self.keepsNumbers = keepsNumbers
  }

  /// Takes a form, or a response of the form before it.
  mutating func take(_ part: FormContents.Part) throws {
    switch part {
    case .form(let content):
      try endForm()
      try FormStore.check([content])
      form = try DefinitionImport(content, keepsNumbers: keepsNumbers, in: db)
    case .response(let key, let response): try form?.take(response, key: key)
    }
  }

  /// Ends the import.
  ///
  /// - Returns: what was saved of each form, in the order given.
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
  /// Saves the definitions, in the order of their numbers, so that a new file has them in the same order.
  ///
  /// - Parameters:
  ///   - promotesMain: whether new responses are to begin with the document's own definition where it is new.
  ///   - keepsNumbers: whether they get the numbers that they have in the document.
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
    guard let saved else { throw StoreError.damaged("a definition that was just written is not there") }
    self.init(main: saved, numbers: numbers, new: new, forms: forms, isOnlyOne: content.version == nil)
  }

  /// The journal of a response with the numbers that versions have in the store.
  ///
  /// - Throws: ``StoreError/Code/unfitJournal`` where it names a version that the document does not have.
  func renumbered(_ response: FormContents.Response) throws -> [JournalEntry] {
    var numbers = numbers
    let named = Set(response.journal.flatMap(\.versions))
    // Where there is one definition alone, whatever number a journal has for it means that.
    if isOnlyOne, named.count == 1, let number = named.first { numbers[number] = main.version }
    return try response.journal.map { entry in
      if let unknown = entry.versions.sorted().first(where: { numbers[$0] == nil }) {
        throw StoreError.unfitJournal(
          revision: entry.revision, problem: "it names version \(unknown), which the document does not have")
      }
      return entry.renumbered { [numbers] in numbers[$0] ?? $0 }
    }
  }
}
