import TestSupport
import Testing

@testable import FormState
@testable import FormStateStore

/// A person notices a mistake after later actions.
@Suite("Reverting and restoring")
struct GoingBackStoryTests {
  private let key = ResponseKey(form: "visit")

  private func store(_ cells: [FormCell] = []) throws -> FormStore {
    let store = try FormStore.inMemory()
    let texts = ["name", "city", "remark"].map { FormCell(key: $0, kind: .text, title: $0.capitalized) }
    try store.save(
      FormDefinition(
        key: "visit", sections: [FormSection(key: "all", title: "All", cells: texts + cells)]))
    return store
  }

  private func value(of cell: String, in store: FormStore) throws -> CellValue? {
    try store.status(of: .key(cell), in: key).value
  }

  @Test("Revert takes back one step and keeps later ones")
  func revert() throws {
    let store = try store()
    try store.apply(.set("name", "Tom"), to: key)
    try store.apply(.set("city", "Hannibal"), to: key)
    try store.apply(.set("remark", "None"), to: key)
    #expect(try store.apply(.revert(2), to: key) == 4)
    #expect(try value(of: "city", in: store) == nil && value(of: "name", in: store) == "Tom")
    #expect(try value(of: "remark", in: store) == "None")
    #expect(try store.undoNames(of: key) == UndoNames(undo: "Take back revision 2", redo: nil))
    #expect(throws: ActionError.nothingToRevert(revision: 2)) { try store.apply(.revert(2), to: key) }
    try store.undo(of: key)
    #expect(try value(of: "city", in: store) == "Hannibal")
    try store.redo(of: key)
    #expect(try value(of: "city", in: store) == nil)
    #expect(try store.check() == [])
  }

  @Test("Revert is refused if a later step changed the same cell, and names that step")
  func standsUnder() throws {
    let store = try store()
    try store.apply(.set("name", "Tom"), to: key)
    try store.apply(.set("name", "Huck"), to: key)
    let refusal = ActionError.standsUnder(revision: 1, later: 2, subject: "name")
    #expect(throws: refusal) { try store.apply(.revert(1), to: key) }
    #expect(
      refusal.description
        == "revision 2 has changed “name” after revision 1; revert that first; to restore revision 0 would undo everything since"
    )
    #expect(try store.revision(of: key) == 2)
    // A reverted change does not block the revert of an earlier one.
    try store.apply(.revert(2), to: key)
    try store.apply(.revert(1), to: key)
    #expect(try value(of: "name", in: store) == nil)
    #expect(try store.check() == [])
  }

  @Test("Titles, results of rules and reports follow from what a revert leaves, and prevent none")
  func followers() throws {
    let store = try FormStore.inMemory()
    try store.save(
      FormDefinition(key: "visit", title: "Visit") {
        FormSection(key: "all", title: "All") {
          Cell.group("whole", title: "Name") {
            Cell.text("first", title: "First")
            Cell.text("last", title: "Last")
          }
          Cell.text("full", title: "Full").calculate("concat(${first}, ' ', ${last})")
          Cell.text("middle", title: "Middle").relevant("${full} != ' '")
        }
      })
    func shown() throws -> [String] {
      let contents = try store.contents(of: key)
      return ["title", "calculated"].compactMap { name in
        contents.state[name == "title" ? .title : .calculated, of: StateSubject(name == "title" ? "whole" : "full")]?
          .text
      }
    }
    try store.apply(.set("first", "Ada"), to: key)
    try store.apply(.set("last", "Lovelace"), to: key)
    #expect(try shown() == ["Ada Lovelace", "Ada Lovelace"])
    try store.apply(.revert(1), to: key)
    #expect(try shown() == ["Lovelace", " Lovelace"])
    #expect(try value(of: "last", in: store) == "Lovelace" && value(of: "first", in: store) == nil)
    try store.apply(.set("first", "Augusta"), to: key)
    try store.apply(.reportFault("Odd.", on: "last", from: "server"), to: key)
    try store.apply(.reportFault("Strange.", on: "last", from: "server"), to: key)
    // A report itself is no consequence: the later one stays.
    #expect(throws: ActionError.standsUnder(revision: 5, later: 6, subject: "last")) {
      try store.apply(.revert(5), to: key)
    }
    try store.apply(.revert(2), to: key)
    #expect(try shown() == ["Augusta", "Augusta "] && store.session(for: key).faults.isEmpty)
    #expect(try store.check() == [])
  }

  @Test("A revert leaves results of rules that follow from later answers, when its own answer is already gone")
  func overtaken() throws {
    let store = try FormStore.inMemory()
    try store.save(
      FormDefinition(key: "visit", title: "Visit") {
        FormSection(key: "all", title: "All") {
          for key in ["a", "b", "c"] { Cell.text(key, title: key) }
          Cell.text("sum", title: "Sum").calculate("concat(${a}, ${c})")
        }
      })
    try store.group("Both", in: key) { group in
      try group.apply(.set("a", "x"))
      try group.apply(.set("b", "y"))
    }
    try store.apply(.revert(1, only: true), to: key)
    try store.apply(.set("c", "x"), to: key)
    try store.apply(.revert(2), to: key)
    #expect(try value(of: "sum", in: store) == "x" && value(of: "b", in: store) == nil)
    #expect(try store.check() == [])
  }

  @Test("Revert takes back a whole group, or only one of its entries")
  func groups() throws {
    let store = try store()
    try store.group("Address", in: key) { group in
      try group.apply(.set("name", "Tom"))
      try group.apply(.set("city", "Hannibal"))
    }
    try store.apply(.set("remark", "None"), to: key)
    try store.apply(.revert(1, only: true), to: key)
    #expect(try value(of: "name", in: store) == nil && value(of: "city", in: store) == "Hannibal")
    try store.undo(of: key)
    try store.apply(.revert(2), to: key)
    #expect(try value(of: "name", in: store) == nil && value(of: "city", in: store) == nil)
    #expect(try value(of: "remark", in: store) == "None")
    #expect(try store.check() == [])
  }

  @Test("Revert does not remove an instance with later answers, nor restore one in a removed instance")
  func instances() throws {
    let store = try store([
      FormCell(key: "guest", kind: .repeat, title: "Guest", isExpandable: true, additionalRows: 3),
      FormCell(key: "guest-name", kind: .text, title: "Name"),
      FormCell(key: "child", kind: .repeat, title: "Child", isExpandable: true, additionalRows: 1),
      FormCell(key: "child-name", kind: .text, title: "Name"),
    ])
    try store.apply(.add("guest"), to: key)
    try store.apply(.set("guest-name:1", "Tom"), to: key)
    #expect(throws: ActionError.standsUnder(revision: 1, later: 2, subject: "guest-name:1")) {
      try store.apply(.revert(1), to: key)
    }
    try store.apply(.add("child:1"), to: key)
    #expect(throws: ActionError.standsUnder(revision: 1, later: 2, subject: "guest-name:1")) {
      try store.apply(.revert(1), to: key)
    }
    try store.apply(.revert(2), to: key)
    #expect(throws: ActionError.standsUnder(revision: 1, later: 3, subject: "child:2")) {
      try store.apply(.revert(1), to: key)
    }
    try store.apply(.remove("child:2"), to: key)
    try store.apply(.remove("guest:1"), to: key)
    #expect(throws: ActionError.standsUnder(revision: 5, later: 6, subject: "child:2")) {
      try store.apply(.revert(5), to: key)
    }
    try store.apply(.revert(6), to: key)
    try store.apply(.revert(5), to: key)
    #expect(try store.contents(of: key).state.instances.count == 2)
    #expect(try store.check() == [])
  }

  @Test("Restore returns the response to a revision, and undo reverses that")
  func restore() throws {
    let store = try store()
    let session = try store.session(for: key)
    try session.apply(.set("name", "Tom"))
    try session.apply(.set("city", "Hannibal"))
    try session.apply(.draft("remark", "No"))
    #expect(try store.apply(.restore(to: 1), to: key) == 3)
    #expect(try !session.refresh().batch.isEmpty)
    #expect(try value(of: "name", in: store) == "Tom" && value(of: "city", in: store) == nil)
    #expect(try store.status(of: "remark", in: key).draft == "No")
    #expect(try store.apply(.restore(to: 1), to: key) == 3)
    try store.undo(of: key)
    #expect(try value(of: "city", in: store) == "Hannibal" && store.status(of: "remark", in: key).draft == "No")
    try store.apply(.restore(to: 0), to: key)
    #expect(try value(of: "name", in: store) == nil)
    #expect(try store.check() == [])
  }

  @Test("Revert and restore are refused across upgrades, for unknown revisions and in completed responses")
  func refused() throws {
    let store = try store()
    try store.apply(.set("name", "Tom"), to: key)
    let none = ActionError.unknownRevision(7, first: 1, last: 1)
    #expect(throws: none) { try store.apply(.revert(7), to: key) }
    #expect(none.description == "the response has no revision 7; its journal goes from 1 to 1")
    #expect(throws: ActionError.unknownRevision(2, first: 0, last: 1)) { try store.apply(.restore(to: 2), to: key) }
    try store.save(
      FormDefinition(
        key: "visit",
        sections: [
          FormSection(key: "all", title: "All", cells: [FormCell(key: "name", kind: .text, title: "Your name")])
        ]))
    try store.upgrade(key)
    let across = ActionError.beforeUpgrade(revision: 1, upgrade: 2)
    #expect(throws: across) { try store.apply(.revert(1), to: key) }
    #expect(throws: ActionError.beforeUpgrade(revision: 0, upgrade: 2)) { try store.apply(.restore(to: 0), to: key) }
    let itself = #expect(throws: ActionError.self) { try store.apply(.revert(2), to: key) }
    #expect(
      itself?.description
        == "the response moved to another version of its form at revision 2; undo back to the revision before it instead"
    )
    #expect(
      across.description
        == "the response moved to another version of its form at revision 2, after revision 1; undo that first")
    try store.apply(.set("name", "Huck"), to: key)
    try store.apply(.complete, to: key)
    #expect(throws: ActionError.completed(cell: "name")) { try store.apply(.revert(3), to: key) }
    #expect(throws: ActionError.notInGroup(.revert)) {
      try store.group("G", in: key) { try $0.apply(.revert(3)) }
    }
    #expect(try store.check() == [])
  }

  @Test("An undo of values reverses a restore that only removed a reported fault")
  func reports() throws {
    let store = try store()
    try store.apply(.set("name", "Tom"), to: key)
    try store.apply(.reportFault("Taken.", on: "name", from: "server"), to: key)
    try store.apply(.restore(to: 1), to: key)
    try store.apply(.undo(.values), to: key)
    #expect(try store.check() == [])
    try store.apply(.redo(.values), to: key)
    #expect(try store.check() == [])
    #expect(try store.revision(of: key) == 5)
  }

  @Test("Compacted steps cannot be reverted, and earlier reverts of them still pass check")
  func compacted() throws {
    let store = try store()
    for (cell, text) in [("name", "Tom"), ("city", "Hannibal"), ("remark", "None")] {
      try store.apply(.set(.key(cell), .text(text)), to: key)
    }
    try store.apply(.revert(1), to: key)
    try store.apply(.restore(to: 2), to: key)
    try store.compact(key, keeping: 1)
    #expect(try store.check() == [])
    // Another store imports the journal unchanged.
    let form = try store.contents(of: key).form
    let journal = try store.journal(of: key)
    let other = try FormStore.inMemory()
    try other.importForms([
      FormContents(form: form, responses: [key.response: FormContents.Response(stream: nil, journal: journal)])
    ])
    #expect(try other.journal(of: key) == journal)
    #expect(throws: ActionError.unknownRevision(2, first: 5, last: 5)) { try store.apply(.revert(2), to: key) }
    try store.apply(.restore(to: 4), to: key)
    #expect(try value(of: "name", in: store) == nil && value(of: "remark", in: store) == "None")
    #expect(try store.check() == [])
  }
}
