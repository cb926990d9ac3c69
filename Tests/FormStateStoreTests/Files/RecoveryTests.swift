import FormState
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

/// What is recovered of a damaged file, and what a copy of it is worth.
@Suite("Damaged files")
struct RecoveryTests {
  private static let pageSize = 4096
  private static let keys = (1...12).map { ResponseKey(form: "profile", response: "person-\($0)") }

  /// A file with responses of several pages of journals and states, and what they contain.
  private struct Filled {
    let folder = try? TemporaryFolder()
    var path: String { folder?.path("answers.sqlite") ?? "" }
    var contents: [ResponseKey: ResponseContents] = [:]

    /// Filled once for all tests.
    private static let template = Result { try Filled(isTemplate: true) }

    init() throws {
      let template = try Self.template.get()
      contents = template.contents
      try FileManager.default.copyItem(atPath: template.path, toPath: path)
    }

    private init(isTemplate: Bool) throws {
      let store = try FormStore(path: path)
      try store.save(ProfileForm.form)
      for (number, key) in RecoveryTests.keys.enumerated() {
        for entry in 0..<(6 + number) {
          let name = String(repeating: "name \(number) ", count: 60) + "\(entry)"
          try store.apply(.set("firstname", .text(name)), to: key)
          if entry % 3 == 1 { try store.apply(.undo(.everything), to: key) }
        }
        try store.apply(.set("lastname", "Sawyer \(number)"), to: key)
        contents[key] = try store.contents(of: key)
      }
      try store.emptyLog()
      try store.close()
    }

    /// The leaves of a table, without its root, or with it.
    func pages(of table: String, isRoot: Bool = false) throws -> [Int] {
      let queue = try DatabaseQueue(path: path)
      return try queue.read {
        try Int.fetchAll(
          $0,
          sql:
            "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' AND (? OR path LIKE '/%/%') ORDER BY path",
          arguments: [table, isRoot])
      }
    }

    func damage(page: Int, from offset: Int = 0, with bytes: Data) throws {
      let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
      try handle.seek(toOffset: UInt64((page - 1) * RecoveryTests.pageSize + offset))
      try handle.write(contentsOf: bytes)
      try handle.close()
    }

    var pageCount: Int {
      Int(FileIdentity.found(at: path)?.size ?? 0) / RecoveryTests.pageSize
    }

    func recovered(given: [FormDefinition] = []) throws -> (report: RecoveryReport, store: FormStore) {
      let new = path + "-\(UUID().uuidString)"
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      let report = try FormStore.recover(
        fileAt: path, into: new, permissions: 0o600, settings: FormStore.Settings(), given: given)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
      let store = try FormStore(path: new)
      #expect(try store.check() == [])
      return (report, store)
    }

    /// Checks that each response has what the report says.
    func compare(_ report: RecoveryReport, _ store: FormStore, _ what: Comment) throws {
      for response in report.responses {
        let expected = try #require(contents[response.key])
        switch response.outcome {
        case .whole, .stateLost:
          let found = try store.contents(of: response.key)
          #expect(found.state == expected.state && found.revision == expected.revision, what)
        case .journalLost:
          #expect(try store.contents(of: response.key).state == expected.state, what)
        case .endUncertain, .partOfJournal: #expect(response.revision <= expected.revision, what)
        case .partOfState: break
        case .gone: #expect(throws: StoreError.self, what) { try store.requireResponse(response.key) }
        }
      }
    }
  }

  private static let zeros = Data(repeating: 0, count: pageSize)

  @Test("An undamaged file is recovered whole")
  func undamaged() throws {
    let filled = try Filled()
    let (report, store) = try filled.recovered()
    #expect(report.isWhole && report.responses.map(\.key).sorted { $0.response < $1.response }.count == Self.keys.count)
    #expect(report.responses.allSatisfy { $0.outcome == .whole })
    try filled.compare(report, store, "undamaged")
  }

  @Test("With a page of journals lost the answers stay, and with a page of answers lost the journals have them")
  func oneOfBoth() throws {
    for (table, outcome) in [
      ("formstate_entry", RecoveryReport.Outcome.journalLost), ("formstate_cell_state", .stateLost),
    ] {
      let filled = try Filled()
      let pages = try filled.pages(of: table)
      try filled.damage(page: try #require(pages.dropFirst(pages.count / 2).first), with: Self.zeros)
      let (report, store) = try filled.recovered()
      #expect(Set(report.responses.map(\.outcome)) == [.whole, outcome], "\(table)")
      #expect(report.tables.filter { !$0.isWhole }.map(\.name) == [table])
      #expect(!report.isWhole)
      try filled.compare(report, store, "\(table)")
      let faults = try FormStore(path: filled.path, access: .read).check()
      #expect(faults.contains("the table \(table) cannot be read to its end"), "\(faults)")
      #expect(faults.contains { $0.hasPrefix("the response “person-") && $0.hasSuffix(" cannot be read") })
      #expect(faults.last == "formstate restore --damaged writes what can be read into a new file")
    }
  }

  @Test("With a page of a definition lost, the report says so, and what is left of the responses stays")
  func definition() throws {
    for (table, outcome, fault) in [
      (
        "formstate_cell", RecoveryReport.Outcome.gone,
        "version 1 of the form “profile” differs from the imported one: parts of it are missing"
      ),
      ("formstate_version", .gone, "no version of the form “profile” can be read"),
      // They follow from the others.
      ("formstate_question", .whole, nil),
    ] {
      let filled = try Filled()
      try filled.damage(page: try #require(try filled.pages(of: table, isRoot: true).first), with: Self.zeros)
      let (report, store) = try filled.recovered()
      #expect(!report.isWhole && report.responses.count == Self.keys.count, "\(table)")
      #expect(report.responses.allSatisfy { $0.outcome == outcome }, "\(table)")
      #expect(report.definitionFaults == [fault].compactMap { $0 }, "\(table)")
      try filled.compare(report, store, "\(table)")
    }
  }

  @Test("A form that lost a page is taken from its document, and its responses from their journals")
  func givenDefinition() throws {
    let filled = try Filled()
    try filled.damage(page: try #require(try filled.pages(of: "formstate_cell", isRoot: true).first), with: Self.zeros)
    var other = ProfileForm.form
    other.title = "Another"
    let (report, store) = try filled.recovered(given: [other, ProfileForm.form])
    #expect(report.definitionFaults == [] && report.takenDefinitions == [ProfileForm.form])
    #expect(report.responses.allSatisfy { $0.outcome == .stateLost })
    try filled.compare(report, store, "given")
    #expect(try store.form("profile") == ProfileForm.form)
  }

  @Test("A file that was cut short is recovered as far as it goes", arguments: [3, 2])
  func cutShort(parts: Int) throws {
    let filled = try Filled()
    #expect(truncate(filled.path, off_t(filled.pageCount * (parts - 1) / parts * Self.pageSize)) == 0)
    let (report, store) = try filled.recovered()
    #expect(!report.isWhole && report.responses.contains { $0.outcome != .gone })
    try filled.compare(report, store, "\(parts)")
  }

  @Test("A file without its beginning is refused, and no new file is left")
  func noBeginning() throws {
    let filled = try Filled()
    try filled.damage(page: 1, with: Self.zeros)
    #expect(throws: StoreError.unrecoverable(path: filled.path)) { try filled.recovered() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: try #require(filled.folder).path) == ["answers.sqlite"])
  }

  @Test("Whatever is damaged, the new file is sound and has what the report says")
  func random() throws {
    for seed in TestSeeds.seeds(20, full: 2000) {
      var generator = SeededGenerator(seed: seed)
      let filled = try Filled()
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let page = Int.random(in: 2...filled.pageCount, using: &generator)
        let noise = Data((0..<Self.pageSize).map { _ in UInt8.random(in: 0...255, using: &generator) })
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: try filled.damage(page: page, with: Self.zeros)
        case 1: try filled.damage(page: page, with: noise)
        default:
          #expect(truncate(filled.path, off_t(page * Self.pageSize - Int.random(in: 0..<4096, using: &generator))) == 0)
        }
        if filled.pageCount < 3 { break }
      }
      do {
        let (report, store) = try filled.recovered()
        try filled.compare(report, store, "seed \(seed)")
      } catch let error as StoreError where error.code == .damaged {
        // Its beginning is gone.
      }
    }
  }

  @Test("In a file that ends within a page, a row that reads as zeros is missing, and no answer counts as all of them")
  func cut() throws {
    for bytes in [100, 700, 2000] {
      let filled = try Filled()
      let last = try #require(try filled.pages(of: "formstate_cell_state").first)
      // The file ends within a page of answers, and the journals are gone.
      for page in try filled.pages(of: "formstate_entry", isRoot: true) where page < last {
        try filled.damage(page: page, with: Self.zeros)
      }
      #expect(truncate(filled.path, off_t(last * Self.pageSize - bytes)) == 0)
      let (report, store) = try filled.recovered()
      #expect(!report.responses.contains { [.whole, .journalLost].contains($0.outcome) }, "\(bytes)")
      try filled.compare(report, store, "\(bytes)")
    }
  }

  @Test(
    "With a page of answers lost, a later one that is lost or ends in zeros is noticed too: no answers count as all",
    arguments: [4096, 512])
  func twoLosses(bytes: Int) throws {
    let filled = try Filled()
    // Only the answers are left, so the journals cannot contradict them.
    for page in try filled.pages(of: "formstate_entry", isRoot: true) {
      try filled.damage(page: page, with: Self.zeros)
    }
    let pages = try filled.pages(of: "formstate_cell_state")
    let (first, last) = (try #require(pages.first), try #require(pages.dropFirst().last))
    try filled.damage(page: first, with: Self.zeros)
    try filled.damage(page: last, from: Self.pageSize - bytes, with: Self.zeros.prefix(bytes))
    let (report, store) = try filled.recovered()
    try filled.compare(report, store, "\(bytes)")
    let torn = report.responses.filter { $0.outcome == .partOfState }
    #expect(try torn.contains { try store.contents(of: $0.key).state != filled.contents[$0.key]?.state })
  }

  @Test("A damaged file is neither copied nor rewritten, and the error says what to do")
  func copies() throws {
    let filled = try Filled()
    let page = try #require(try filled.pages(of: "formstate_entry").first)
    try filled.damage(page: page, with: Self.zeros)
    let before = try Data(contentsOf: URL(fileURLWithPath: filled.path))
    let store = try FormStore(path: filled.path, settings: FormStore.Settings(readsBesideWriter: false))
    for work in [
      { try store.backup(to: filled.path + "-copy") }, { try store.reclaimSpace() },
      { try FormStore.copyFile(at: filled.path, to: filled.path + "-copy") },
    ] as [() throws -> Void] {
      let error = #expect(throws: StoreError.self) { try work() }
      let words = error?.description ?? ""
      #expect(error?.code == .damaged, "\(words)")
      #expect(words.contains("formstate restore --damaged") && words.contains("age \(page)"), "\(words)")
    }
    try store.close()
    #expect(try Data(contentsOf: URL(fileURLWithPath: filled.path)) == before)
    #expect(!FileManager.default.fileExists(atPath: filled.path + "-copy"))
    // Before anything is tried, a damaged file is copied as it is.
    try FormStore.copyFile(at: filled.path, to: filled.path + "-copy", isWhole: false)
  }
}
