import TestSupport
import Testing

@testable import FormState
@testable import FormStateStore

@Suite("Undo in a live session")
struct SessionHistoryTests {
  private let key = ResponseKey(form: "profile")

  private func store() throws -> FormStore {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    return store
  }

  @Test("Typing in a text cell is one undo step, and the journal keeps every keystroke")
  func typing() throws {
    let store = try store()
    let session = try store.session(for: key, coalescing: .seconds(3600))
    let fresh = session.digest
    for text in ["T", "To", "Tom"] { try session.apply(.set(.key("firstname"), .text(text))) }
    #expect(try store.journal(of: key).map(\.step) == [1, 1, 1])
    #expect(session.undoName == "Set First name")
    let change = try session.undo()
    #expect(change.revision == 4)
    #expect(session.digest == fresh)
    #expect(!session.canUndo)
    #expect(session.redoName == "Set First name")
    try session.redo()
    #expect(session.state.entries["firstname"] == .value(.text("Tom")))
    #expect(try store.journal(of: key).map(\.target) == [nil, nil, nil, 3, 3])
    #expect(try store.check() == [])
  }

  @Test("Steps that are redone at once update a calculated row, although one of them entered a value in between")
  func calculatedAroundEntry() throws {
    let store = try FormStore.inMemory()
    let greeting = FormCell(key: "greeting", kind: .text, rules: [FormRule(.calculate, "concat(${name}, '!')")])
    try store.save(
      FormDefinition(
        key: "profile", sections: [FormSection(key: "s", cells: [FormCell(key: "name", kind: .text), greeting])]))
    let session = try store.session(for: key, coalescing: .zero)
    try session.apply(.set(.key("name"), "Tom"))
    try session.apply(.set(.key("greeting"), "Hello"))
    try session.apply(.reset(nil))
    try session.undo(count: 2)
    #expect(session.value(of: "greeting") == "Tom!")
    let batch = try session.redo(count: 2).batch
    #expect(session.value(of: "greeting") == "!")
    #expect(batch.reloadedRows == [RowPath(section: 0, row: 0), RowPath(section: 0, row: 1)])
    #expect(try store.check() == [])
  }

  @Test("A draft and the value that replaces it are one undo step")
  func draftThenValue() throws {
    let session = try store().session(for: key, coalescing: .seconds(3600))
    try session.apply(.draft(.key("level-slider"), "1"))
    try session.apply(.set(.key("level-slider"), .integer(10)))
    try session.undo()
    #expect(session.state.entries.isEmpty)
    #expect(session.state.drafts.isEmpty)
    #expect(!session.canUndo)
  }

  @Test("Another cell, another kind of action, an undo, time, or another writer begins a new step")
  func newSteps() throws {
    let store = try store()
    let session = try store.session(for: key, coalescing: .seconds(3600))
    try session.apply(.set(.key("firstname"), .text("T")))
    try session.apply(.set(.key("lastname"), .text("S")))
    try session.apply(.set(.key("firstname"), .text("To")))
    try session.apply(.expand(.key("fullname")))
    try session.apply(.set(.key("firstname"), .text("Tom")))
    try session.undo()
    try session.apply(.set(.key("firstname"), .text("Tim")))
    try store.apply(.set(.key("lastname"), .text("Sawyer")), to: key)
    try session.apply(.set(.key("firstname"), .text("Tina")))
    try session.apply(.set(.key("birth-date"), .text("1835-11-30")))
    try session.apply(.set(.key("birth-date"), .text("1835-11-29")))
    #expect(try store.journal(of: key).map(\.step) == Array(1...11))
    let hasty = try store.session(for: key, coalescing: .zero)
    try hasty.apply(.set(.key("firstname"), .text("A")))
    try hasty.apply(.set(.key("firstname"), .text("B")))
    #expect(try store.journal(of: key).map(\.step).suffix(2) == [12, 13])
    let reopened = try store.session(for: key, coalescing: .seconds(3600))
    try reopened.apply(.set(.key("firstname"), .text("C")))
    #expect(try store.journal(of: key).last?.step == 14)
  }

  @Test("A group is one named undo step and one batch update, and is applied whole or not at all")
  func groups() throws {
    let store = try store()
    let session = try store.session(for: key)
    let before = NaiveModel.rows(of: ProfileForm.form, state: session.state)
    let change = try session.group("Paste name") { group in
      try group.apply(.tap(.rowPath(RowPath(section: 0, row: 0))))
      try group.apply(.set(.key("firstname"), .text("Tom")))
      // The rows are those that the session showed when the group began.
      try group.apply(.tap(.rowPath(RowPath(section: 0, row: 1))))
    }
    let after = NaiveModel.rows(of: ProfileForm.form, state: session.state)
    #expect(BatchChecker.faults(in: change.batch, from: before, to: after) == [])
    #expect(change.revision == 3)
    #expect(session.visibleRowsPerSection[0] == [0, 1, 2, 3, 4, 5])
    #expect(session.undoName == "Paste name")
    let digest = session.digest
    #expect(throws: ActionError.self) {
      try session.group("Fails") { group in
        try group.apply(.set(.key("firstname"), .text("Becky")))
        try group.apply(.set(.key("level-slider"), .integer(99)))
      }
    }
    #expect(session.digest == digest)
    #expect(try store.contents(of: key).digest == digest)
    try session.undo()
    #expect(NaiveModel.rows(of: ProfileForm.form, state: session.state) == before)
    #expect(!session.canUndo)
  }

  @Test("A step without a net effect is no undo step")
  func steppingOnTheSpot() throws {
    let session = try store().session(for: key, coalescing: .seconds(3600))
    try session.group("There and back") { group in
      for _ in 0..<2 { try group.apply(.toggleFold(section: "personal")) }
      for _ in 0..<2 { try group.apply(.tap(.key("sport"))) }
    }
    #expect(!session.canUndo)
    #expect(session.state.isEmpty)
    try session.apply(.set(.key("firstname"), .text("Tom")))
    try session.apply(.tap(.key("sport")))
    try session.group("There and back") { group in
      for _ in 0..<2 { try group.apply(.tap(.key("sport"))) }
    }
    #expect(session.undoName == "Expand Favourite sport")
    try session.undo()
    #expect(session.undoName == "Set First name")
  }

  @Test("Within its group, a session can be read and refuses actions instead of deadlocking")
  func sessionWithinItsGroup() throws {
    let store = try store()
    let session = try store.session(for: key)
    try session.group("Name") { group in
      try group.apply(.set(.key("firstname"), .text("Tom")))
      #expect(session.row(at: RowPath(section: 0, row: 0))?.title == "")
      #expect(throws: StoreError.withinTransaction) { try session.apply(.tap(.key("birth"))) }
      #expect(throws: StoreError.withinTransaction) { try session.refresh() }
      #expect(throws: StoreError.withinTransaction) { try store.apply(.tap(.key("birth")), to: key) }
      #expect(try store.contents(of: key).state.entries["firstname"] == .value(.text("Tom")))
    }
    #expect(session.revision == 1)
    try session.apply(.tap(.key("birth")))
    #expect(try store.journal(of: key).map(\.group) == ["Name", nil])
  }

  @Test("A session that undoes only values leaves expanded cells open")
  func valuesOnly() throws {
    let store = try store()
    let session = try store.session(for: key, undoScope: .values, coalescing: .zero)
    try session.apply(.set(.key("firstname"), .text("Tom")))
    try session.apply(.tap(.key("fullname")))
    try session.apply(.tap(.key("birth")))
    #expect(session.undoName == "Set First name")
    try session.undo()
    #expect(session.state.entries.isEmpty)
    #expect(session.visibleRowsPerSection[0] == [0, 1, 2, 3, 4, 5])
    #expect(!session.canUndo)
    #expect(session.redoName == "Set First name")
    try session.redo()
    #expect(session.state.entries["firstname"] == .value(.text("Tom")))
    // An undo of everything still finds the steps that were passed over.
    #expect(try store.undo(of: key, count: 9).count == 3)
    #expect(try session.refresh().revision == 8)
    #expect(session.visibleRowsPerSection[0] == [0, 3, 5])
  }

  @Test("An undo of everything does not repeat an earlier undo of values")
  func valuesThenEverything() throws {
    let store = try store()
    for name in ["A", "B"] { try store.apply(.set(.key("firstname"), .text(name)), to: key) }
    try store.apply(.tap(.key("fullname")), to: key)
    #expect(try store.undo(of: key, count: 2, scope: .values).count == 2)
    let digest = try store.contents(of: key).digest
    try store.undo(of: key)
    #expect(throws: ActionError.nothingToUndo) { try store.undo(of: key) }
    #expect(try store.state(of: key, at: store.revision(of: key)).entries.isEmpty)
    try store.redo(of: key)
    #expect(try store.contents(of: key).digest == digest)
    try store.redo(of: key, count: 2)
    #expect(try store.contents(of: key).state.entries["firstname"] == .value(.text("B")))
    // A step with a value and a disclosure is undone in two parts.
    try store.apply(.tap(.key("sport")), to: key)
    try store.apply(.choose(.key("basketball")), to: key)
    try store.undo(of: key, scope: .values)
    #expect(try store.undoNames(of: key).undo == "Choose Basketball")
    try store.undo(of: key)
    #expect(try store.contents(of: key).state.disclosure["sport"] == true)
    #expect(try store.check() == [])
  }

  @Test("A step that has no effect gets none when an undo of values below it changes a title")
  func titleOfSkippedStep() throws {
    let store = try store()
    try store.apply(.set(.key("firstname"), "Tom"), to: key)
    try store.apply(.reset(.key("firstname")), to: key)
    try store.group("Reconsider", in: key) { group in
      try group.apply(.set(.key("lastname"), "Sawyer"))
      try group.apply(.reset(.key("lastname")))
    }
    try store.undo(of: key, scope: .values)
    #expect(try store.contents(of: key).state.entries == ["firstname": .value("Tom")])
    try store.undo(of: key, scope: .values)
    #expect(try store.contents(of: key).state.entries == [:])
    #expect(try store.journal(of: key).compactMap(\.target) == [2, 1])
    #expect(try store.undoNames(of: key, scope: .values).undo == nil)
    #expect(try store.check() == [])
  }

  @Test("Undo names follow other writers after a refresh")
  func namesFollow() throws {
    let store = try store()
    let session = try store.session(for: key)
    #expect((session.undoName, session.redoName) == (nil, nil))
    try store.apply(.choose(.key("basketball")), to: key)
    #expect(!session.canUndo)
    try session.refresh()
    #expect(session.undoName == "Choose Basketball")
    try store.undo(of: key)
    try session.refresh()
    #expect(!session.canUndo)
    #expect(session.redoName == "Choose Basketball")
    try session.apply(.fold(section: "personal"))
    #expect(session.undoName == "Fold Personal")
    #expect(!session.canRedo)
    #expect(throws: ActionError.nothingToRedo) { try session.redo() }
    try store.compact(key, keeping: 0)
    try session.refresh()
    #expect(!session.canUndo)
    #expect(throws: ActionError.nothingToUndo) { try session.undo() }
  }

  @Test("A session reports the status of a cell, and its row shows the draft")
  func status() throws {
    let session = try store().session(for: key)
    try session.apply(.draft(.key("birth-date"), "1835-13-"))
    try session.apply(.reveal(.key("birth-date")))
    let path = try #require(session.rowPath(of: "birth-date"))
    #expect(session.row(at: path)?.draft == "1835-13-")
    let draft = try #require(session.status(of: "birth-date"))
    #expect(draft.draft == "1835-13-" && draft.value == nil && draft.isTouched && !draft.isDirty)
    try session.apply(.draft("birth-date", nil))
    try session.apply(.set(.key("level-slider"), .integer(7)))
    try session.apply(.markSaved)
    try session.apply(.set(.key("level-slider"), .integer(8)))
    let level = try #require(session.status(of: "level-slider"))
    #expect(level.savedValue == .integer(7) && level.isUnsaved && level.isDirty)
    #expect(session.status(of: "nobody") == nil)
    try session.apply(.complete)
    #expect(session.isCompleted)
    #expect(throws: ActionError.completed(cell: "level-slider")) { try session.undo() }
    try session.apply(.reopen)
    try session.undo()
    #expect(session.status(of: "level-slider")?.isUnsaved == false)
  }
}
