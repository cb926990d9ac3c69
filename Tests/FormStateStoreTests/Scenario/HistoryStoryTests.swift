import TestSupport
import Testing

@testable import FormState
@testable import FormStateStore

/// Undo and redo in a store.
@Suite("Undo and redo")
struct HistoryStoryTests {
  private static let key = ResponseKey(form: "profile")

  /// The profile with a repeat of friends.
  private static let form = {
    var form = ProfileForm.form
    form.sections[2].cells += [
      FormCell(key: "friend", kind: .repeat, title: "Friends", isExpandable: true, additionalRows: 1),
      FormCell(key: "friend-name", kind: .text, title: "Name"),
    ]
    return form
  }()

  private func store(_ actions: [FormAction] = [], of form: FormDefinition = ProfileForm.form) throws -> FormStore {
    let store = try FormStore.inMemory()
    try store.save(form)
    try store.replay(actions, to: Self.key)
    return store
  }

  private func digest(_ store: FormStore) throws -> String { try store.contents(of: Self.key).digest }

  /// Every kind of step, with the actions that it needs before.
  private static let steps: [(before: [FormAction], action: FormAction, name: String)] = [
    ([], .tap(.key("fullname")), "Expand Full name"),
    ([.tap(.key("fullname"))], .tap(.key("fullname")), "Collapse Full name"),
    ([.expand(.key("sport"))], .tap(.key("basketball")), "Choose Basketball"),
    ([], .set(.key("firstname"), .text("Tom")), "Set First name"),
    ([.set(.key("firstname"), .text("Tom"))], .set(.key("firstname"), .text("Becky")), "Set First name"),
    ([.set(.key("firstname"), .text("Tom"))], .clear(.key("firstname")), "Clear First name"),
    ([.set(.key("level-slider"), .integer(7))], .clear(.key("level-slider")), "Clear Level"),
    ([], .choose(.key("football")), "Choose Football"),
    ([], .expand(.key("birth")), "Expand Date of birth"),
    ([.expand(.key("birth"))], .collapse(.key("birth")), "Collapse Date of birth"),
    ([.expand(.key("birth"))], .expandAll, "Expand all"),
    ([.expandAll], .collapseAll, "Collapse all"),
    ([], .fold(section: "personal"), "Fold Personal"),
    ([.fold(section: "work")], .unfold(section: "work"), "Unfold Work Experience"),
    ([], .toggleFold(section: "personal"), "Fold Personal"),
    ([.fold(section: "personal")], .toggleFold(section: "personal"), "Unfold Personal"),
    ([.fold(section: "personal")], .reveal(.key("lastname")), "Reveal Last name"),
    (
      [.set(.key("firstname"), .text("Tom")), .draft(.key("birth-date"), "1835-1"), .expand(.key("fullname"))],
      .reset(nil), "Reset all"
    ),
    ([.choose(.key("red")), .expand(.key("colour"))], .reset(.key("colour")), "Reset Favourite colour"),
    ([.draft(.key("birth-date"), "1835-1")], .set(.key("birth-date"), .text("1835-11-30")), "Set Date of birth"),
    ([], .add("friend"), "Add to Friends"),
    ([.add("friend"), .set("friend-name:1", "Huck"), .markSaved], .remove("friend[1]"), "Remove from Friends (1)"),
    (
      [.add("friend"), .add("friend"), .set("friend-name:1", "Huck")], .move("friend[2]", before: "friend[1]"),
      "Move in Friends (2)"
    ),
  ]

  @Test("Undo and redo of every kind of action restore the exact digests before and after it")
  func everyKind() throws {
    for (before, action, name) in Self.steps {
      let store = try store(before, of: Self.form)
      let place = Comment(rawValue: "\(action)")
      let first = try digest(store)
      try store.apply(action, to: Self.key)
      let second = try digest(store)
      #expect(first != second, place)
      for _ in 0..<2 {
        #expect(try store.undoNames(of: Self.key).undo == name, place)
        #expect(try store.undo(of: Self.key).count == 1, place)
        #expect(try digest(store) == first, place)
        #expect(try store.undoNames(of: Self.key).redo == name, place)
        #expect(try store.redo(of: Self.key).count == 1, place)
        #expect(try digest(store) == second, place)
        #expect(try store.undoNames(of: Self.key).redo == nil, place)
      }
      #expect(try store.check() == [], place)
    }
    // A question to settle takes two copies, see MergeTests.
    let undoable = FormAction.Kind.allCases.filter {
      $0.continuesSteps && $0.isJournaled && !$0.isOnlyInJournals && $0 != .settle
    }
    #expect(Set(Self.steps.map(\.action.kind)) == Set(undoable))
  }

  @Test("Undo and redo without a step are refused and create no response")
  func nothingThere() throws {
    let store = try store(of: Self.form)
    let undo = #expect(throws: ActionError.self) { try store.undo(of: Self.key) }
    #expect(undo?.description == "there is nothing to undo")
    let redo = #expect(throws: ActionError.self) { try store.redo(of: Self.key) }
    #expect(redo?.description == "there is nothing to redo; a new action discards what was undone before it")
    #expect(try store.undoNames(of: Self.key) == UndoNames())
    #expect(try store.responseKeys(ofForm: "profile") == [])
  }

  @Test("In an accordion, one undo collapses the expanded cell and expands the other again")
  func accordion() throws {
    var form = ProfileForm.form
    form.accordion = .cells
    let store = try FormStore.inMemory()
    try store.save(form)
    try store.apply(.tap(.key("fullname")), to: Self.key)
    let before = try store.contents(of: Self.key)
    try store.apply(.tap(.key("sport")), to: Self.key)
    let after = try store.contents(of: Self.key)
    #expect(after.state.disclosure == ["sport": true])
    let undone = try store.screenChange(reverting: .undo, of: Self.key)
    #expect(undone.change.batch.insertedRows == [RowRange(section: 0, rows: 1..<3)])
    #expect(try store.contents(of: Self.key).digest == before.digest)
    try store.redo(of: Self.key)
    #expect(try store.contents(of: Self.key).digest == after.digest)
  }

  @Test("Undo and redo work across relaunches")
  func relaunch() throws {
    let folder = try TemporaryFolder()
    func reopened() throws -> FormStore { try FormStore(path: folder.path("store.sqlite")) }
    try reopened().save(ProfileForm.form)
    try reopened().apply(.set(.key("firstname"), .text("Tom")), to: Self.key)
    try reopened().apply(.tap(.key("fullname")), to: Self.key)
    let digest = try digest(reopened())
    #expect(try reopened().undoNames(of: Self.key) == UndoNames(undo: "Expand Full name"))
    try reopened().undo(of: Self.key)
    #expect(try reopened().undoNames(of: Self.key) == UndoNames(undo: "Set First name", redo: "Expand Full name"))
    try reopened().undo(of: Self.key)
    #expect(try reopened().contents(of: Self.key).state.entries == [:])
    #expect(try reopened().undoNames(of: Self.key) == UndoNames(redo: "Set First name"))
    try reopened().redo(of: Self.key)
    try reopened().redo(of: Self.key)
    #expect(try self.digest(reopened()) == digest)
    #expect(try reopened().revision(of: Self.key) == 6)
    #expect(try reopened().check() == [])
  }

  @Test("Undo and redo of several steps are one screen change, limited to the existing steps")
  func severalSteps() throws {
    let store = try store([
      .tap(.key("fullname")), .set(.key("firstname"), .text("Tom")), .expandAll, .choose(.key("basketball")),
      .fold(section: "work"), .set(.key("birth-date"), "1835-11-30"),
    ])
    func rows() throws -> [[NaiveModel.Row]] {
      NaiveModel.rows(of: ProfileForm.form, state: try store.contents(of: Self.key).state)
    }
    for count in [1, 3, 99] {
      let before = try rows()
      let digest = try digest(store)
      let undone = try store.screenChange(reverting: .undo, of: Self.key, count: count)
      #expect(undone.count == min(count, 6))
      let after = try rows()
      #expect(BatchChecker.faults(in: undone.change.batch, from: before, to: after) == [])
      let redone = try store.screenChange(reverting: .redo, of: Self.key, count: count)
      #expect(redone.count == min(count, 6))
      #expect(BatchChecker.faults(in: redone.change.batch, from: after, to: before) == [])
      #expect(try self.digest(store) == digest)
    }
    #expect(try store.revision(of: Self.key) == 6 + 2 * (1 + 3 + 6))
    #expect(try store.check() == [])
  }

  @Test("A new action abandons undone steps: their entries record it, and redo is refused")
  func abandoning() throws {
    let store = try store([.tap(.key("fullname"))])
    try store.group("Name", in: Self.key) { group in
      try group.apply(.set(.key("firstname"), .text("Tom")))
      try group.apply(.set(.key("lastname"), .text("Sawyer")))
    }
    try store.apply(.tap(.key("birth")), to: Self.key)
    try store.undo(of: Self.key, count: 2)
    #expect(try store.journal(of: Self.key).allSatisfy { $0.abandonedBy == nil })
    try store.apply(.set(.key("firstname"), .text("Becky")), to: Self.key)
    #expect(try store.journal(of: Self.key).map(\.abandonedBy) == [nil, 7, 7, 7, nil, nil, nil])
    #expect(throws: ActionError.nothingToRedo) { try store.redo(of: Self.key) }
    #expect(try store.undoNames(of: Self.key) == UndoNames(undo: "Set First name"))
    // The steps before the undone ones remain; the undone ones are no steps.
    try store.undo(of: Self.key)
    #expect(try store.undoNames(of: Self.key) == UndoNames(undo: "Expand Full name", redo: "Set First name"))
    #expect(try store.undo(of: Self.key, count: 5).count == 1)
    #expect(try store.contents(of: Self.key).state.entries == [:])
    #expect(try store.check() == [])
  }

  @Test("An action without an effect keeps the steps to redo")
  func actionWithoutEffect() throws {
    let store = try store([.set(.key("firstname"), .text("Tom")), .expand(.key("fullname"))])
    try store.undo(of: Self.key)
    try store.apply(.collapse(.key("fullname")), to: Self.key)
    #expect(try store.undoNames(of: Self.key).redo == "Expand Full name")
  }

  @Test("Undo of values skips expansions and folds, which can still be undone later")
  func valuesOnly() throws {
    let store = try store([
      .set(.key("firstname"), .text("Tom")), .tap(.key("fullname")), .fold(section: "work"),
    ])
    #expect(try store.undoNames(of: Self.key, scope: .values) == UndoNames(undo: "Set First name"))
    try store.undo(of: Self.key, scope: .values)
    var state = try store.contents(of: Self.key).state
    #expect(state.entries == [:] && state.titles == [:])
    #expect(state.disclosure == ["fullname": true] && state.foldsByKey == ["work": true])
    #expect(throws: ActionError.nothingToUndo) { try store.undo(of: Self.key, scope: .values) }
    #expect(try store.undoNames(of: Self.key) == UndoNames(undo: "Fold Work Experience", redo: "Set First name"))
    #expect(try store.undo(of: Self.key, count: 9).count == 2)
    state = try store.contents(of: Self.key).state
    #expect(state.disclosure == [:] && state.foldsByKey == [:])
    #expect(try store.redo(of: Self.key, count: 9).count == 3)
    state = try store.contents(of: Self.key).state
    #expect(state.entries == ["firstname": .value(.text("Tom"))] && state.titles == ["fullname": "Tom"])
    #expect(state.disclosure == ["fullname": true] && state.foldsByKey == ["work": true])
    #expect(try store.check() == [])
  }

  @Test("A step that is undone in two parts is redone in the same two parts")
  func partByPart() throws {
    let store = try store([.expand(.key("sport")), .choose(.key("basketball")), .tap(.key("fullname"))])
    let digest = try digest(store)
    try store.undo(of: Self.key, scope: .values)
    #expect(try store.contents(of: Self.key).state.disclosure == ["fullname": true])
    #expect(try store.undo(of: Self.key, count: 2).count == 2)
    #expect(try store.contents(of: Self.key).state.disclosure == ["sport": true])
    // The values are redone first, past the remaining parts.
    try store.redo(of: Self.key, scope: .values)
    #expect(try store.contents(of: Self.key).state.entries == ["sport": .value(.text("basketball"))])
    #expect(try store.check() == [])
    let copy = try FormStore.inMemory()
    let journal = try store.journal(of: Self.key)
    try copy.importForms([FormContents(form: ProfileForm.form, responses: ["default": .init(journal: journal)])])
    for each in [store, copy] {
      #expect(try each.redo(of: Self.key, count: 9).count == 2)
      #expect(try self.digest(each) == digest)
      #expect(try each.check() == [])
    }
  }

  @Test("Marking as saved, completing and reopening are no steps and keep the steps to redo")
  func noSteps() throws {
    let store = try store([.set(.key("firstname"), .text("Tom")), .set(.key("lastname"), .text("Sawyer"))])
    try store.undo(of: Self.key)
    for action in [FormAction.markSaved, .complete, .reopen] {
      try store.apply(action, to: Self.key)
      #expect(
        try store.undoNames(of: Self.key) == UndoNames(undo: "Set First name", redo: "Set Last name"), "\(action)")
    }
    #expect(try store.contents(of: Self.key).state.saved == ["firstname": .value(.text("Tom"))])
    try store.redo(of: Self.key)
    #expect(try store.contents(of: Self.key).state.titles == ["fullname": "Tom Sawyer"])
    try store.undo(of: Self.key, count: 2)
    #expect(try store.contents(of: Self.key).state.saved == ["firstname": .value(.text("Tom"))])
    #expect(throws: ActionError.nothingToUndo) { try store.undo(of: Self.key) }
    #expect(try store.check() == [])
  }

  @Test("A checkpoint cannot be applied, and completing twice adds one entry")
  func notApplicable() throws {
    let store = try store([.tap(.key("fullname")), .complete, .complete])
    let error = #expect(throws: ActionError.self) { try store.apply(.checkpoint, to: Self.key) }
    #expect(error?.description == "only journals hold checkpoint, so it cannot be applied")
    #expect(try store.revision(of: Self.key) == 2)
  }

  @Test("Completing a response does not affect a cell with the key “response”")
  func cellCalledResponse() throws {
    let form = FormDefinition(key: "inbox") {
      FormSection(key: "s") { Cell.text("response", title: "Response", value: "none") }
    }
    let store = try FormStore.inMemory()
    try store.save(form)
    let key = ResponseKey(form: "inbox")
    try store.apply(.set(.key("response"), .text("Yes")), to: key)
    #expect(try store.screenChange(applying: .complete, to: key).batch.isEmpty)
    #expect(try store.state(of: key, at: 2).isCompleted)
    #expect(try store.diff(of: key, from: 2, to: 1).batch.isEmpty)
    try store.compact(key, keeping: 0)
    #expect(try store.state(of: key, at: 2).isCompleted)
    #expect(try store.check() == [])
  }
}
