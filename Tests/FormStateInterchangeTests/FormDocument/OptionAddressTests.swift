import FormState
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

@Suite("Options addressed as QUESTION=VALUE")
struct OptionAddressTests {
  private static let form = FormDefinition(key: "f") {
    FormSection(key: "s") {
      Cell.group("roof") {
        Cell.option("r1", value: "poor")
        Cell.option("r2", value: "a=b")
      }
      Cell.group("roof=a") {
        Cell.option("r3", value: "b")
        Cell.option("r4", value: "=")
      }
      Cell.group("walls=x") {
        Cell.option("w1", value: "y")
        Cell.option("walls", value: "z=")
      }
      Cell.group("=") { Cell.option("e1", value: "=") }
      Cell.text("roof=poor=really")
    }
  }

  private func store() throws -> (FormStore, ResponseKey) {
    let store = try FormStore.inMemory()
    try store.save(Self.form)
    return (store, ResponseKey(form: "f"))
  }

  @Test(
    "A script names an option as QUESTION=VALUE, even if either contains equals signs",
    arguments: [
      ("roof=poor", "roof", "poor", "r1"), ("roof=a=b", "roof", "a=b", "r2"), ("roof=a==", "roof=a", "=", "r4"),
      ("walls=x=y", "walls=x", "y", "w1"), ("walls=x=z=", "walls=x", "z=", "walls"), ("===", "=", "=", "e1"),
      ("r3", "roof=a", "b", "r3"),
    ])
  func chosen(address: String, question: String, value: String, key option: String) throws {
    let (store, key) = try store()
    let script = Data(#"{"action":"choose","cell":"\#(address)"}"#.utf8)
    try store.replay(try ActionScript.read(script, source: "a"), to: key)
    let contents = try store.contents(of: key)
    #expect(contents.state.cells[StateSubject(question)]?.entry == .text(value))
    // The journal names the option by its key, so that later changes of names do not matter.
    #expect(try store.journal(of: key).map(\.action) == [.choose(.key(option))])
    #expect(try store.check() == [])
  }

  @Test("A key takes precedence over an address, and other actions accept addresses too")
  func otherActions() throws {
    let (store, key) = try store()
    try store.apply(.set(.key("roof=poor=really"), .text("yes")), to: key)
    #expect(try store.contents(of: key).state.cells[StateSubject("roof=poor=really")]?.entry == .text("yes"))
    try store.apply(.tap(.key("roof=poor")), to: key)
    #expect(try store.journal(of: key).last?.action == .tap(.key("r1")))
    #expect(try store.contents(of: key).state.cells[StateSubject("roof")]?.entry == .text("poor"))
  }

  @Test(
    "An address without an option is refused like an unknown key",
    arguments: ["roof=", "roof=fine", "=poor", "poor=roof", "roof=a", "====", String(repeating: "=", count: 100_000)])
  func unknown(address: String) throws {
    let (store, key) = try store()
    let error = #expect(throws: ActionError.self) { try store.apply(.choose(.key(address)), to: key) }
    guard address != "roof=a" else {
      // This is the key of a cell that is not an option.
      #expect(error == .notAnOption(cell: "roof=a", kind: .group))
      return
    }
    #expect(error?.code == .unknownCell)
    #expect(error?.subject == address)
    #expect(try store.revision(of: key) == 0)
  }
}
