import FormState
import TestSupport
import Testing

@testable import FormStateStore

/// An instance that one person removed and another answered in is asked about, like a cell with different answers.
@Suite("Questions about instances")
struct InstanceQuestionTests {
  /// A removed room, in which somebody answered.
  private func copies() throws -> PartedCopies {
    let copies = try PartedCopies(after: [.add("room"), .add("room"), .set("name:1", "Hall"), .set("name:2", "Attic")])
    try copies.part([.remove("room:2")], [.set("name:2", "Loft")])
    return copies
  }

  private func faults(of copies: PartedCopies) throws -> [Fault] {
    let contents = try copies.ada.contents(of: copies.key)
    return contents.form.faults(in: contents.state)
  }

  @Test("The question is a fault of the instance, so the response cannot be completed until one settles it")
  func fault() throws {
    let copies = try copies()
    let address = try #require(try copies.ada.questions().first?.address)
    let found = try faults(of: copies)
    #expect(found.map(\.kind) == [.question] && found.map(\.address) == [address])
    #expect(found.map(\.message) == ["It was removed, and answered in at the same time; keep it or remove it."])
    let session = try copies.ada.session(for: copies.key, coalescing: .zero)
    #expect(session.faults == found)
    #expect(throws: ActionError.faults(found)) { try session.apply(.complete) }
    for number in [1, 2] {
      try session.apply(.settle(.key(address), taking: number))
      let left = try faults(of: copies)
      #expect(session.faults.isEmpty && left.isEmpty)
      try session.apply(.complete)
      try session.apply(.reopen)
      try session.undo()
      let problems = try copies.ada.check()
      #expect(problems.isEmpty, "\(number): \(problems)")
      let again = try faults(of: copies)
      #expect(session.faults == found && again == found)
    }
    #expect(try copies.ada.check() == [])
  }

  @Test("A session that is open when copies are joined has the fault, in the order of the form")
  func arriving() throws {
    let copies = try PartedCopies(
      after: [.add("room"), .add("room"), .set("name:1", "Hall"), .set("name:2", "Attic"), .set("owner", "Tom")])
    let session = try copies.ada.session(for: copies.key)
    #expect(session.faults.isEmpty)
    try copies.part(
      [.remove("room:1"), .set("owner", "Ann"), .set("name:2", "Loft")],
      [.set("name:1", "Cellar"), .set("owner", "Ben"), .set("name:2", "Roof")])
    try session.refresh()
    let found = session.faults
    #expect(found.map { $0.cell ?? "" } == ["owner", "room", "name"])
    #expect(try faults(of: copies) == found)
    let another = try copies.ada.session(for: copies.key)
    #expect(another.faults == found)
  }

  @Test("A nested instance is asked about by itself")
  func nested() throws {
    let copies = try PartedCopies(after: [.add("room"), .add("bag:1"), .set("label:2", "red")])
    try copies.part([.remove("bag:2")], [.set("label:2", "blue")])
    let found = try faults(of: copies)
    #expect(found.map { $0.cell ?? "" } == ["bag"])
    #expect(try copies.ada.session(for: copies.key).faults == found)
  }
}
