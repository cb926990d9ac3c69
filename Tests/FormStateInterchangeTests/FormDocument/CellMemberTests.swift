import FormState
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

/// A property of a cell is a member of documents, a column of the file and a part of the digest. A new one that lacks a
/// line in one of these places is noticed here, because `everything.json` has to have every member.
@Suite("The members of a cell in documents, in the file and in the digest")
struct CellMemberTests {
  /// The form of `everything.json`, without the responses and versions that depend on it.
  private static func document() throws -> JSONTree {
    let tree = try JSONTree(Data(Repository.text(of: "Tests/SchemaCases/everything.json").utf8))
    guard case .object(let members) = tree else { return tree }
    return .object(members.filter { $0.name != "responses" && $0.name != "otherVersions" })
  }

  private static func form(_ document: JSONTree) throws -> FormDefinition {
    try imported(Data(document.written().utf8), name: "everything.json").form
  }

  /// The paths to the members of a name in cells, which alone have a kind.
  private static func paths(to name: String, in tree: JSONTree) -> [[Int]] {
    switch tree {
    case .scalar: return []
    case .array(let elements):
      return elements.enumerated().flatMap { index, value in paths(to: name, in: value).map { [index] + $0 } }
    case .object(let members):
      let isCell = members.contains { $0.name == "kind" }
      return members.enumerated().flatMap { index, member in
        (isCell && member.name == name ? [[index]] : []) + paths(to: name, in: member.value).map { [index] + $0 }
      }
    }
  }

  @Test("All members survive the file")
  func survive() throws {
    let form = try Self.form(Self.document())
    let store = try FormStore.inMemory()
    try store.save(form)
    #expect(try store.form(form.key) == form)
    #expect(try FormDocument.write(store.form(form.key)) == FormDocument.write(form))
  }

  @Test("A member changes the digest", arguments: CellInDocument.names)
  func digest(name: String) throws {
    let whole = try Self.document()
    let form = try Self.form(whole)
    let digest = StateDigest.ofDefinition(form)
    // Without the member the form is refused, is the same one by default, or is another one.
    let others = Self.paths(to: name, in: whole).map { path -> FormDefinition? in
      var shorter = whole
      _ = shorter.removeMember(at: path[...])
      return try? Self.form(shorter)
    }
    #expect(others.contains { $0 != form })
    for case let other? in others where other != form {
      // Where a key comes from is not covered.
      #expect((StateDigest.ofDefinition(other) == digest) == (name == "keyIsDerived"))
    }
  }
}
