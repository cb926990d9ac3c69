import FormState
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

/// A large form is read a page of cells at a time, and eight pages are kept here. Code that looks at many cells does so
/// in their order and reads each page a few times. In the order of keys or of a journal, it would read a page for each.
@Suite("Reading a large form", .pages(of: 8))
struct PageReadingTests {
  private static let cellCount = 240
  private static let answerCount = 200
  private static let key = ResponseKey(form: "large")

  /// Text cells with shuffled keys.
  private static func form(title: String = "Large") -> FormDefinition {
    var generator = SeededGenerator(seed: 7)
    let keys = (0..<cellCount).map { String($0 + 1_000) }.shuffled(using: &generator)
    let cells = keys.map { FormCell(key: "k\($0)", kind: .text, title: "Title \($0)") }
    return FormDefinition(key: "large", title: title, sections: [FormSection(key: "s", cells: cells)])
  }

  /// A store with answers to most questions, given in another order than that of the form.
  private struct Filled {
    let store: FormStore
    private let folder: TemporaryFolder
    private let counter: StatementCounter

    init() throws {
      let counter = StatementCounter()
      let folder = try TemporaryFolder()
      let path = folder.path("answers.sqlite")
      try FormStore(path: path).save(PageReadingTests.form())
      let database = try FormStore(path: path, settings: FormStore.Settings(readsBesideWriter: false)).database
      database.unsafeReentrantWrite { db in db.trace { counter.take($0.description) } }
      (self.folder, self.counter) = (folder, counter)
      store = FormStore(checked: database, path: path, definitions: OpenDefinitions(database))
      var generator = SeededGenerator(seed: 8)
      let answered = PageReadingTests.form().sections[0].cells.shuffled(using: &generator)
        .prefix(PageReadingTests.answerCount)
      try store.group("Fill in", in: PageReadingTests.key) { group in
        for cell in answered { try group.apply(.set(.key(cell.key), "v")) }
      }
    }

    /// The number of pages that some work reads.
    func pages(_ work: (FormStore) throws -> Void) rethrows -> Int {
      try counter.count(of: "cell.id >= ") { try work(store) }
    }
  }

  /// Operations that look at all answers, with the number of passes over the cells that each may take.
  private static let works: [(name: String, passes: Int, work: @Sendable (FormStore) throws -> Void)] = [
    ("a session and its rows", 1, { _ = try $0.session(for: key).visibleRowsPerSection }),
    ("the faults", 1, { _ = try $0.session(for: key).faults }),
    ("the status of all touched cells", 1, { _ = try $0.statusOfTouchedCells(of: key) }),
    ("the difference to the beginning", 4, { _ = try $0.diff(of: key, from: 0, to: answerCount) }),
    ("the difference from the end", 4, { _ = try $0.diff(of: key, from: answerCount, to: 0) }),
    (
      "the difference between far revisions", 4,
      { store in
        try store.group("Type", in: key) { group in
          for number in 0...1_000 { try group.apply(.set("k1000", .text("\(number)"))) }
        }
        _ = try store.diff(of: key, from: 0, to: answerCount + 1_001)
      }
    ),
    ("the plan of an upgrade", 8, { _ = try $0.upgradePlan(for: key) }),
    ("an upgrade", 10, { _ = try $0.upgrade(key) }),
    ("a difference between versions", 4, { _ = try $0.diff(of: key, from: 1, to: answerCount + 1_002) }),
    ("what was set aside", 1, { _ = try $0.setAside(of: key) }),
    (
      "the plan of an upgrade that returns contents", 8,
      { store in
        try store.save(form(title: "Largest"))
        _ = try store.upgradePlan(for: key)
      }
    ),
    ("the undo of an upgrade", 10, { _ = try $0.undo(of: key) }),
  ]

  @Test("Each page is read a few times, whatever the order of the answers", arguments: [cellCount, cellCount / 2])
  func fewPages(upgradedTo count: Int) throws {
    let filled = try Filled()
    var upgraded = Self.form(title: "Larger")
    upgraded.sections[0].cells.removeLast(Self.cellCount - count)
    try filled.store.save(upgraded)
    let pageCount = Self.cellCount / 8 + 1
    for (name, passes, work) in Self.works {
      let count = try filled.pages(work)
      #expect(count <= passes * pageCount, "\(name) reads \(count) pages of \(pageCount)")
    }
    #expect(try filled.store.check() == [])
  }

  @Test(
    "A parent with an impossible number is found by check, and no row follows from it",
    arguments: [Int64.min, .max, -1])
  func impossibleParent(number: Int64) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.sqlite")
    let store = try FormStore(path: path)
    let group = FormCell(key: "g", kind: .group, isExpandable: true, additionalRows: 20)
    let cells = [group] + (1...20).map { FormCell(key: "k\($0)", kind: .text) }
    try store.save(FormDefinition(key: "large", sections: [FormSection(key: "s", cells: cells)]))
    try Tampering.run("UPDATE formstate_cell SET parent_id = \(number) WHERE key = 'k17'", in: store.database)
    try FormStore(path: path).apply(.set("k18", "x"), to: Self.key)
    #expect(try !store.check().isEmpty)
  }

  @Test("A keystroke under a title reads the cells that are touched, not their untouched siblings")
  func fewSiblings() throws {
    let rows = (0..<1_000).map { FormCell(key: "row\($0)", kind: .text, title: "Row \($0)") }
    let head = FormCell(
      key: "head", kind: .group, title: "Head", isExpandable: true, additionalRows: rows.count,
      summary: .join(separator: " "))
    let store = try FormStore.inMemory()
    let counter = StatementCounter()
    store.database.unsafeReentrantWrite { db in db.trace { counter.take($0.description) } }
    try store.save(FormDefinition(key: "titled", sections: [FormSection(key: "s", cells: [head] + rows)]))
    let session = try store.session(for: ResponseKey(form: "titled"))
    for row in stride(from: 0, to: 1_000, by: 200) { try session.apply(.set(.key("row\(row)"), .text("\(row)"))) }
    let pages = try counter.count(of: "cell.id >= ") { try session.apply(.set("row400", .text("four hundred"))) }
    #expect(session.row(at: RowPath(section: 0, row: 0))?.title == "0 200 four hundred 600 800")
    // One for each of the six cells that the title and the answer concern.
    #expect(pages <= 6)
  }

}
