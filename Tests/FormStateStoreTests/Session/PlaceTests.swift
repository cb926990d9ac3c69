import FormState
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

/// A person who comes back stands where they stood.
@Suite("The place in a response")
struct PlaceTests {
  private let key = ResponseKey(form: "visit")
  private let place = FormPlace(cell: "weight", firstRow: "name")

  /// A visit; the second version lacks the weight.
  private static func form(hasWeight: Bool = true) -> FormDefinition {
    FormDefinition(
      key: "visit",
      sections: [
        FormSection(
          key: "person",
          cells: [
            FormCell(key: "name", kind: .text),
            FormCell(key: "address", kind: .group, isExpandable: true, additionalRows: 1),
            FormCell(key: "street", kind: .text),
          ]),
        FormSection(
          key: "body", isFoldable: true,
          cells: [
            FormCell(key: "height", kind: .integer, rules: [FormRule(.relevant, "${name} != 'nobody'")]),
            FormCell(
              key: "illness", kind: .group, isExpandable: true, startsExpanded: true, isSensitive: true,
              additionalRows: 1,
              summary: .choice),
            FormCell(key: "flu", kind: .option),
          ] + (hasWeight ? [FormCell(key: "weight", kind: .integer)] : [])),
        FormSection(
          key: "drugs",
          cells: [
            FormCell(key: "drug", kind: .repeat, isExpandable: true, startsExpanded: true, additionalRows: 1),
            FormCell(key: "dose", kind: .text),
          ]),
      ])
  }

  private func begin(_ store: FormStore) throws {
    try store.save(Self.form())
    try store.apply(.set("name", "Ada"), to: key)
  }

  private func store() throws -> FormStore {
    let store = try FormStore.inMemory()
    try begin(store)
    return store
  }

  @Test("It is there when the file is opened again, and after a process that never closed it")
  func reopened() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("live.sqlite")
    do {
      let store = try FormStore(path: path)
      try begin(store)
      let session = try store.session(for: key)
      #expect(session.place == nil)
      #expect(session.blocking { $0.keep(place) })
      #expect(session.place == place)
      let copy = folder.path("copy.sqlite")
      for ending in ["", "-wal"] {
        try FileManager.default.copyItem(atPath: path + ending, toPath: copy + ending)
      }
      #expect(try FormStore(path: copy).session(for: key).place == place)
      try store.close()
    }
    #expect(try FormStore(path: path).session(for: key).place == place)
  }

  @Test("Each device has its own, and the oldest of too many goes")
  func devices() throws {
    let store = try store()
    func session(_ device: String) throws -> FormSession { try store.session(for: key, device: device) }
    #expect(try session("").keep(place))
    #expect(try session("tablet").keep(FormPlace(cell: "name")))
    #expect(try session("").place == place)
    #expect(try session("tablet").place == FormPlace(cell: "name"))
    #expect(try session("telephone").place == nil)
    for number in 1..<PlaceTable.mostDevices { #expect(try session("\(number)").keep(place)) }
    let count = try store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM formstate_place") }
    #expect(count == PlaceTable.mostDevices)
    #expect(try session("\(PlaceTable.mostDevices - 1)").place == place)
    #expect(try ["", "tablet"].contains { try session($0).place == nil })
    #expect(try store.check() == [])
    for name in ["a\u{0}b", " a", String(repeating: "a", count: 201)] {
      #expect(throws: StoreError.self) { try session(name) }
    }
  }

  @Test("It changes no revision, digest, export or undo step, and wakes no subscriber")
  func apart() async throws {
    let queue = try DatabaseQueue()
    let store = try FormStore(database: queue)
    try begin(store)
    let session = try store.session(for: key)
    let (before, digest) = (try store.contents(ofResponsesTo: "visit"), session.digest)
    let notices = Locked(0)
    let observed = ["formstate_entry", "formstate_cell_state", "formstate_place"].map { Table($0) }
    let watch = DatabaseRegionObservation(tracking: observed).start(
      in: queue, onError: { _ in }, onChange: { _ in notices.withLock { $0 += 1 } })
    var changes = session.changes.makeAsyncIterator()
    #expect(await session.keep(place))
    #expect(notices.withLock { $0 } == 0)
    #expect(try session.blocking { try $0.refresh() }.batch.isEmpty)
    #expect(session.revision == 1 && session.digest == digest)
    #expect(try store.contents(ofResponsesTo: "visit") == before)
    try await session.undo()
    #expect(notices.withLock { $0 } == 1)
    #expect(await changes.next()?.revision == 2)
    #expect(session.place == place)
    watch.cancel()
  }

  @Test("It goes with its response, and a response that has not begun has none")
  func deleted() throws {
    let store = try store()
    let session = try store.session(for: key)
    #expect(session.keep(place))
    try store.delete(key)
    #expect(session.place == nil)
    #expect(!session.keep(place))
    let count = try store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM formstate_place") }
    #expect(count == 0)
    #expect(try store.contents(of: key).revision == 0)
  }

  @Test("Another version of the form has it where it has the key")
  func upgraded() throws {
    let store = try store()
    #expect(try store.session(for: key).keep(place))
    try store.save(Self.form(hasWeight: false))
    try store.upgrade(key)
    #expect(try store.session(for: key).place == FormPlace(firstRow: "name"))
    #expect(try store.check() == [])
    // The journal names the first version until it is compacted.
    try store.compact(key, keeping: 0)
    #expect(try store.deleteUnusedVersions(of: "visit") == [1])
    #expect(try store.session(for: key).place == nil)
    #expect(try store.check() == [])
  }

  @Test("A row that is no longer visible is the nearest visible one before it, and a cell with the focus is none")
  func hidden() throws {
    let store = try store()
    let session = try store.session(for: key)
    #expect(session.keep(FormPlace(cell: "weight", firstRow: "weight")))
    try session.apply(.fold(section: "body"))
    #expect(session.place == FormPlace(firstRow: "address"))
    try session.apply(.unfold(section: "body"))
    #expect(session.place == FormPlace(cell: "weight", firstRow: "weight"))
    #expect(session.keep(FormPlace(cell: "height", firstRow: "height")))
    try session.apply(.set("name", "nobody"))
    #expect(session.place == FormPlace(firstRow: "address"))
    #expect(session.keep(FormPlace(firstRow: "street")))
    #expect(session.place == FormPlace(firstRow: "address"))
    #expect(session.keep(FormPlace()))
    #expect(session.place == nil)
  }

  @Test("A cell of a removed instance is passed over, and one of another instance is not")
  func instances() throws {
    let store = try store()
    let session = try store.session(for: key)
    try session.apply(.add("drug"))
    try session.apply(.add("drug"))
    let numbers = session.instances(of: "drug").map(\.number)
    let second = try #require(session.instances(of: "drug").last)
    #expect(session.keep(FormPlace(cell: "drug[2]/dose", firstRow: "drug[1]/dose")))
    #expect(
      session.place
        == FormPlace(cell: second.cell("dose"), firstRow: .instance("dose", number: try #require(numbers.first))))
    try session.apply(.remove("drug[1]"))
    #expect(session.place == FormPlace(cell: second.cell("dose")))
    #expect(session.place?.target == second.cell("dose"))
    #expect(try store.check() == [])
  }

  @Test("Of an option of a sensitive question, its question is kept")
  func sensitive() throws {
    let store = try store()
    let session = try store.session(for: key)
    #expect(session.rowPath(of: "flu") != nil)
    #expect(session.keep(FormPlace(cell: "flu", firstRow: "flu")))
    #expect(session.place == FormPlace(cell: "illness", firstRow: "illness"))
  }

  @Test("A store that only reads has it, and writes none")
  func readOnly() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("visits.sqlite")
    let store = try FormStore(path: path)
    try begin(store)
    #expect(try store.session(for: key).keep(place))
    let reader = try FormStore(path: path, access: .read).session(for: key)
    #expect(reader.place == place)
    #expect(!reader.keep(FormPlace(cell: "name")))
    #expect(reader.place == place)
  }

  @Test("Within a transaction of the host it is read and not written, and the transaction goes on")
  func hostTransaction() throws {
    let folder = try TemporaryFolder()
    let pool = try DatabasePool(path: folder.path("app.sqlite"))
    let store = try FormStore(database: pool)
    try begin(store)
    let session = try store.session(for: key)
    #expect(session.keep(place))
    try pool.write { db in
      #expect(session.place == place)
      #expect(!session.keep(FormPlace(cell: "name")))
      try store.apply(.set("name", "Grace"), to: key, in: db)
    }
    #expect(session.place == place)
    try session.refresh()
    #expect(session.value(of: "name") == "Grace")
    #expect(throws: DatabaseError.self) {
      try pool.write { try $0.execute(sql: "UPDATE formstate_place SET cell = 'name'") }
    }
  }

  @Test("Backups and copies of damaged files have it, and a merge leaves it")
  func copies() throws {
    let folder = try TemporaryFolder()
    let (path, backup, saved) = (folder.path("a.sqlite"), folder.path("b.sqlite"), folder.path("c.sqlite"))
    let store = try FormStore(path: path)
    try begin(store)
    let session = try store.session(for: key, device: "tablet")
    #expect(session.keep(place))
    try store.backup(to: backup)
    let copy = try FormStore(path: backup)
    #expect(try copy.session(for: key, device: "tablet").place == place)
    try copy.apply(.set("weight", 70), to: key)
    #expect(try store.merge(parts: copy.forEachPart).responses.map(\.outcome) == [.extended])
    #expect(session.place == place)
    try store.close()
    _ = try FormStore.recover(
      fileAt: path, into: saved, permissions: 0o600, settings: FormStore.Settings())
    let recovered = try FormStore(path: saved)
    #expect(try recovered.session(for: key, device: "tablet").place == place)
    #expect(try recovered.check() == [])
  }

  @Test(
    "Check finds a place that nobody can have kept",
    arguments: [
      (
        "UPDATE formstate_place SET cell = 'hat'",
        "1 of the rows of formstate_place name a cell or an instance that does not exist"
      ),
      (
        "UPDATE formstate_place SET first_instance = 7 << 32",
        "1 of the rows of formstate_place name a cell or an instance that does not exist"
      ),
      (
        "UPDATE formstate_place SET device = ' '",
        "1 of the rows of formstate_place have the name of a device that cannot be one"
      ),
      (
        """
        WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number LIMIT 32)
        INSERT INTO formstate_place SELECT response_id, n, cell, instance, first_row, first_instance, time
        FROM formstate_place, number
        """, "1 of the responses have places on more than 32 devices"
      ),
    ])
  func check(statement: String, fault: String) throws {
    let store = try store()
    #expect(try store.session(for: key).keep(place))
    #expect(try store.check() == [])
    try Tampering.run(statement, in: store.database)
    #expect(try store.check() == [fault])
  }
}
