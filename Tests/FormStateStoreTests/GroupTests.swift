import FormState
import TestSupport
import Testing

@testable import FormStateStore

@Suite("Groups of actions")
struct GroupTests {
  private struct ChangedMind: Error {}

  private let key = ResponseKey(form: "profile")

  private func store() throws -> FormStore {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    return store
  }

  @Test("A group is one named undo step and one screen change, with a journal entry per action")
  func oneStep() throws {
    let store = try store()
    try store.apply(.tap(.key("fullname")), to: key)
    let before = try store.contents(of: key)
    let session = try store.session(for: key)
    let revision = try store.group("Paste name", in: key) { group in
      try group.apply(.set(.key("firstname"), .text("Tom")))
      try group.apply(.set(.key("lastname"), .text("Sawyer")))
      try group.apply(.tap(.key("birth")))
    }
    let after = try store.contents(of: key)
    let change = try session.refresh()
    #expect(revision == 4 && change.revision == 4)
    let rows = [before, after].map { NaiveModel.rows(of: ProfileForm.form, state: $0.state) }
    #expect(BatchChecker.faults(in: change.batch, from: rows[0], to: rows[1]) == [])
    let journal = try store.journal(of: key)
    #expect(journal.map(\.step) == [1, 2, 2, 2])
    #expect(journal.map(\.group) == [nil, "Paste name", "Paste name", "Paste name"])
    #expect(try store.undoNames(of: key) == UndoNames(undo: "Paste name"))
    let undone = try store.screenChange(reverting: .undo, of: key)
    #expect(undone.count == 1)
    #expect(BatchChecker.faults(in: undone.change.batch, from: rows[1], to: rows[0]) == [])
    #expect(try store.contents(of: key).digest == before.digest)
    #expect(try store.undoNames(of: key) == UndoNames(undo: "Expand Full name", redo: "Paste name"))
    try store.redo(of: key)
    #expect(try store.contents(of: key).digest == after.digest)
    #expect(try store.undoNames(of: key) == UndoNames(undo: "Paste name"))
    #expect(try store.check() == [])
  }

  @Test("A session's group shows its change in stages, as an action does")
  func showing() throws {
    let session = try store().session(for: key)
    try session.apply(.tap("fullname"))
    var stages: [BatchUpdate] = []
    var rows: [Int] = []
    let show: (BatchUpdate) -> Void = { stage in
      stages.append(stage)
      rows.append(session.numberOfRows(in: 0))
    }
    let change = try session.group("Paste name", showing: show) { group in
      try group.apply(.set("firstname", "Tom"))
      try group.apply(.tap("birth"))
      #expect(rows.isEmpty)
    }
    #expect(stages == change.batch.stages && rows == [5, 6] && session.undoName == "Paste name")
    #expect(throws: ChangedMind.self) {
      try session.group("Nothing", showing: show) { _ in throw ChangedMind() }
    }
    #expect(stages.count == 2)
  }

  @Test("The async form of a session's group shows its stages on the caller's actor")
  @MainActor func showingAsynchronously() async throws {
    let session = try store().session(for: key)
    try await session.apply(.tap("fullname"))
    var rows: [Int] = []
    let show: (BatchUpdate) -> Void = { _ in
      #expect(isOnMainActor())
      rows.append(session.numberOfRows(in: 0))
    }
    let change = try await session.group("Paste name", showing: show) { group in
      try group.apply(.set("firstname", "Tom"))
      try group.apply(.tap("birth"))
    }
    #expect(change.revision == 3 && rows == [5, 6])
  }

  @Test("Consecutive groups are separate undo steps, even with the same name")
  func neighbours() throws {
    let store = try store()
    for name in ["Tom", "Becky"] {
      try store.group("Rename", in: key) { group in
        try group.apply(.set(.key("firstname"), .text(name)))
        try group.apply(.set(.key("lastname"), .text(name)))
      }
    }
    #expect(try store.journal(of: key).map(\.step) == [1, 1, 3, 3])
    try store.undo(of: key)
    #expect(try store.contents(of: key).state.titles == ["fullname": "Tom Tom"])
  }

  @Test("An error thrown within a group rolls back the whole group")
  func throwing() throws {
    let store = try store()
    try store.apply(.set(.key("firstname"), .text("Tom")), to: key)
    try store.apply(.tap(.key("fullname")), to: key)
    try store.undo(of: key)
    let (contents, journal) = (try store.contents(of: key), try store.journal(of: key))
    #expect(throws: ChangedMind.self) {
      try store.group("Rename", in: key) { group in
        try group.apply(.set(.key("firstname"), .text("Becky")))
        throw ChangedMind()
      }
    }
    #expect(throws: ActionError.unknownCell(key: "lastnam", nearest: "lastname")) {
      try store.group("Rename", in: key) { group in
        try group.apply(.set(.key("firstname"), .text("Becky")))
        try group.apply(.set(.key("lastnam"), .text("Thatcher")))
      }
    }
    #expect(try store.contents(of: key) == contents)
    #expect(try store.journal(of: key) == journal)
    #expect(try store.undoNames(of: key) == UndoNames(undo: "Set First name", redo: "Expand Full name"))
    let fresh = ResponseKey(form: "profile", response: "fresh")
    #expect(throws: ChangedMind.self) {
      try store.group("Begin", in: fresh) { group in
        try group.apply(.tap(.key("fullname")))
        throw ChangedMind()
      }
    }
    #expect(try store.responseKeys(ofForm: "profile") == ["default"])
    #expect(try store.check() == [])
  }

  @Test("A group whose closure ignores a refusal keeps its other actions")
  func refusalThatIsPassedOver() throws {
    let store = try store()
    try store.group("Rename", in: key) { group in
      try group.apply(.set(.key("firstname"), .text("Becky")))
      #expect(throws: ActionError.self) { try group.apply(.tap(.key("nobody"))) }
      try group.apply(.set(.key("lastname"), .text("Thatcher")))
    }
    #expect(try store.journal(of: key).map(\.step) == [1, 1])
    #expect(try store.check() == [])
  }

  @Test("A group without actions, or without an effect, writes nothing")
  func empty() throws {
    let store = try store()
    #expect(try store.group("Nothing", in: key) { _ in } == 0)
    #expect(try store.responseKeys(ofForm: "profile") == [])
    try store.apply(.set(.key("firstname"), .text("Tom")), to: key)
    try store.undo(of: key)
    #expect(try store.group("Nothing", in: key) { group in try group.apply(.collapse(.key("fullname"))) } == 2)
    #expect(try store.undoNames(of: key) == UndoNames(redo: "Set First name"))
  }

  @Test("A first action without an effect does not split a group; its last action names an unnamed one")
  func firstWithoutEffect() throws {
    let store = try store()
    try store.group("", in: key) { group in
      try group.apply(.collapse(.key("fullname")))
      try group.apply(.set(.key("firstname"), .text("Tom")))
      try group.apply(.set(.key("lastname"), .text("Sawyer")))
    }
    #expect(try store.journal(of: key).map(\.step) == [1, 1])
    #expect(try store.undoNames(of: key) == UndoNames(undo: "Set Last name"))
    try store.undo(of: key)
    #expect(try store.contents(of: key).state.entries == [:])
  }

  @Test(
    "A group refuses undo, redo, marking as saved, completing, reopening and checkpoints",
    arguments: [FormAction.undo(.everything), .redo(.values), .markSaved, .complete, .reopen, .checkpoint])
  func noPlace(action: FormAction) throws {
    let store = try store()
    try store.apply(.tap(.key("fullname")), to: key)
    let error = #expect(throws: ActionError.self) {
      try store.group("Mixed", in: key) { group in
        try group.apply(.set(.key("firstname"), .text("Tom")))
        try group.apply(action)
      }
    }
    #expect(
      error?.description
        == "\(action.kind.rawValue) cannot be part of a group of actions; apply it before or after the group")
    #expect(try store.revision(of: key) == 1)
  }

  @Test("A group refuses actions after its closure has returned or thrown")
  func ended() throws {
    let store = try store()
    var kept: [ActionGroup] = []
    try store.group("Kept", in: key) { kept.append($0) }
    #expect(throws: ChangedMind.self) {
      try store.group("Kept", in: key) { group in
        kept.append(group)
        throw ChangedMind()
      }
    }
    for group in kept {
      let error = #expect(throws: StoreError.self) { try group.apply(.tap(.key("fullname"))) }
      #expect(error == .groupEnded)
      #expect(error?.description == "the group of actions has ended; apply its actions within its closure")
    }
    #expect(try store.revision(of: key) == 0)
  }

  @Test("Each action of a group sees what the ones before it did")
  func nestedEffects() throws {
    let store = try store()
    try store.group("Walk through", in: key) { group in
      try group.apply(.tap(.rowPath(RowPath(section: 0, row: 0))))
      // Only now is the first name at row 1.
      try group.apply(.set(.rowPath(RowPath(section: 0, row: 1)), .text("Tom")))
      try group.apply(.set(.rowPath(RowPath(section: 0, row: 2)), .text("Sawyer")))
      try group.apply(.tap(.rowPath(RowPath(section: 0, row: 0))))
    }
    #expect(
      try store.journal(of: key).map(\.action) == [
        .tap(.key("fullname")), .set(.key("firstname"), .text("Tom")), .set(.key("lastname"), .text("Sawyer")),
        .tap(.key("fullname")),
      ])
    let state = try store.contents(of: key).state
    #expect(state.titles == ["fullname": "Tom Sawyer"] && state.disclosure == [:])
    try store.undo(of: key)
    #expect(try store.contents(of: key).state.disclosure == [:])
    #expect(try store.check() == [])
  }

  @Test("Within a group, the store shows the group's changes so far and refuses other writes")
  func storeWithinGroup() throws {
    let store = try store()
    try store.group("Name", in: key) { group in
      try group.apply(.set(.key("firstname"), .text("Tom")))
      #expect(try store.contents(of: key).state.titles == ["fullname": "Tom"])
      #expect(try store.status(of: "firstname", in: key).value == .text("Tom"))
      let error = #expect(throws: StoreError.self) { try store.apply(.tap(.key("fullname")), to: key) }
      #expect(
        error?.description
          == "within a transaction the store cannot be written to, nor a session be refreshed; "
          + "in a group of actions, apply them through the group")
      try group.apply(.set(.key("lastname"), .text("Sawyer")))
    }
    #expect(try store.journal(of: key).map(\.step) == [1, 1])
    #expect(try store.contents(of: key).state.titles == ["fullname": "Tom Sawyer"])
    #expect(try store.check() == [])
  }

  @Test("Undo and redo with a count of zero or less change nothing and create no response")
  func noSteps() throws {
    let store = try store()
    for count in [0, -1, Int.min] {
      let (undone, redone) = (try store.undo(of: key, count: count), try store.redo(of: key, count: count))
      #expect(undone.count == 0 && undone.revision == 0)
      #expect(redone.count == 0 && redone.revision == 0)
    }
    #expect(try store.responseKeys(ofForm: "profile") == [])
    try store.apply(.set(.key("firstname"), .text("Tom")), to: key)
    let session = try store.session(for: key)
    #expect(try store.undo(of: key, count: 0).revision == 1)
    #expect(try store.screenChange(reverting: .undo, of: key, count: 0).change.batch.isEmpty)
    #expect(try session.undo(count: 0) == ScreenChange(previousRevision: 1, revision: 1, batch: BatchUpdate()))
    #expect(try session.redo(count: 0) == ScreenChange(previousRevision: 1, revision: 1, batch: BatchUpdate()))
    #expect(try store.undoNames(of: key) == UndoNames(undo: "Set First name"))
  }

  @Test("A group that begins a response is a separate step after the form's initial values")
  func firstStep() throws {
    let store = try FormStore.inMemory()
    try store.save(
      FormDefinition(
        key: "profile",
        sections: [
          FormSection(
            key: "s",
            cells: [
              FormCell(key: "a", kind: .text), FormCell(key: "b", kind: .text),
              FormCell(key: "day", kind: .text, rules: [FormRule(.default, "string(today())")]),
            ])
        ]))
    try store.group("Both", in: key) { group in
      try group.apply(.set("a", "1"))
      try group.apply(.set("b", "2"))
    }
    #expect(try store.journal(of: key).map(\.action.kind) == [.recalculate, .set, .set])
    #expect(try store.journal(of: key).map(\.step) == [1, 2, 2])
    #expect(try store.check() == [])
    try store.apply(.undo(.everything), to: key)
    let state = try store.contents(of: key).state
    #expect(state.contents(of: .value).isEmpty && !state.contents(of: .calculated).isEmpty)
    #expect(try store.check() == [])
  }
}
