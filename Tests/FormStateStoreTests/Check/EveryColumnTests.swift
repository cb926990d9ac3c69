import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

/// Whatever is edited in a file, `check` finds it, unless nothing in the file could tell.
@Suite("Check proves each column of each table", .pages(of: 2))
struct EveryColumnTests {
  private static let edits = Result {
    let store = try FormStore.inMemory()
    try ColumnStory.tell(in: store)
    return try ColumnEdits(of: store)
  }

  // Asked for before any test has small pages.
  static let tables = (try? FormStore.inMemory().read(ColumnEdits.tables)) ?? []

  /// How many edits of each column the usual run makes.
  private static let usualCount = 1

  @Test(
    "Each edit of each column is refused, reported or means nothing", arguments: TestSeeds.some(8, of: tables),
    TestSeeds.seeds(1, full: 1))
  func everyColumn(table: String, seed: UInt64) throws {
    let edits = try Self.edits.get()
    var generator = SeededGenerator(seed: seed)
    for column in try edits.edits(of: table) {
      #expect(!column.isEmpty, "\(table) has a column without anything to edit")
      for edit in TestSeeds.isFull ? column[...] : column.shuffled(using: &generator).prefix(Self.usualCount) {
        let (outcome, copy) = try edits.outcome(of: edit)
        guard outcome == .silent else { continue }
        let meansNothing = try MeaninglessEdit.all.contains {
          try $0.column == "\(table).\(edit.column)" && edits.holds($0.condition, of: edit, in: copy)
        }
        #expect(meansNothing, "check says nothing of \(edit), with FORMSTATE_TEST_SEED=\(seed)")
      }
    }
  }

  @Test("Nothing is reported of what nobody has edited, which holds something in every table")
  func unedited() throws {
    let edits = try Self.edits.get()
    #expect(Self.tables.count >= 25)
    #expect(try edits.faultsOfUnedited() == [])
    for table in Self.tables { #expect(try edits.edits(of: table).allSatisfy { !$0.isEmpty }, "\(table)") }
  }

  @Test("Whatever means nothing is a column that there is, with a reason")
  func reasons() throws {
    let edits = try Self.edits.get()
    let columns = try Self.tables.flatMap { table in
      try edits.edits(of: table).compactMap(\.first).map { "\(table).\($0.column)" }
    }
    for meaningless in MeaninglessEdit.all {
      #expect(columns.contains(meaningless.column))
      #expect(!meaningless.reason.isEmpty)
    }
  }
}
