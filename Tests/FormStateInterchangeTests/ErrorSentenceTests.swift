import FormStateInterchange
import Foundation
import TestSupport
import Testing

@testable import FormState
@testable import FormStateStore

@Suite("Error messages")
struct ErrorSentenceTests {
  private static func thrown(_ work: () throws -> some Any) -> (any Error)? {
    do {
      _ = try work()
      return nil
    } catch {
      return error
    }
  }

  @Test("The localized description of every error is its message")
  func localizedDescriptions() throws {
    let invalid = FormDefinition(key: "", sections: [])
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let key = ResponseKey(form: "profile")
    let property = PropertyDecodingError(cell: "c", field: "f", type: "Int", problem: .missing(nearest: nil))
    let errors: [(any Error)?] = [
      StoreError.busy, StoreError.filesLost(path: "a.sqlite", .logGone), ActionError.nothingToUndo, property,
      Self.thrown { try store.save(invalid) },
      Self.thrown { try store.replay([.tap(.key("nobody"))], to: key) },
      Self.thrown { try Template("{") },
      Self.thrown { try DefinitionImporter.read(Data("[]x".utf8), settings: ImportSettings(sourceName: "x")) },
      Self.unwritable(),
      Self.thrown { try ActionScript.action(fromLine: "?", number: 1, source: "x") },
      Self.staleRows(in: store, key: key),
      Self.refusal(in: store, key: key),
    ]
    for error in errors {
      let error = try #require(error)
      #expect(error.localizedDescription == "\(error)")
      #expect(!error.localizedDescription.contains("could not be completed"))
    }
    #expect(Set(errors.compactMap { $0.map { "\(type(of: $0))" } }).count == 11)
  }

  private static func unwritable() -> (any Error)? {
    let form = FormDefinition(
      key: "f", sections: [FormSection(key: "s", cells: [FormCell(key: "c", kind: .text, title: "a\u{1}")])])
    return thrown {
      let store = try FormStore.inMemory()
      // As a file may have it from before such characters were refused.
      try store.importForms([FormContents(proven: form, responses: [:])])
      return try CellDescriptorPlist.write(try store.contents(of: ResponseKey(form: "f")), as: .xml)
    }
  }

  private static func staleRows(in store: FormStore, key: ResponseKey) -> (any Error)? {
    thrown {
      try store.apply(.expand(.key("fullname")), to: key)
      try store.apply(.collapse(.key("fullname")), to: key)
      try store.apply(.tap(.rowPath(RowPath(section: 0, row: 1))), to: key, seenAt: 1)
    }
  }

  private static func refusal(in store: FormStore, key: ResponseKey) -> (any Error)? {
    let error = thrown { try store.apply(.set(.key("birth-date"), .text("soon")), to: key) }
    return (error as? ActionError)?.refusedValue
  }

  @Test("An error message shortens a long key", arguments: ["k", "e\u{301}", "\u{301}"])
  func longKeys(letter: String) {
    let key = String(repeating: letter, count: TestSeeds.isFull ? 10_000_000 : 500_000)
    let errors: [any Error] = [
      ActionError.unknownCell(key: key, nearest: key), ActionError.unknownSection(key: key, nearest: nil),
      ActionError.notExpandable(cell: key), ActionError.completed(cell: key),
      StoreError.unknownForm(key: key, nearest: key), StoreError.responseExists(form: key, key: key),
      StoreError.unusableKey(key: key, problem: "it is empty"),
      InvalidDefinition(
        form: key, faults: [DefinitionFault(key: key, property: "key", problem: "it is long")]),
    ]
    for error in errors { #expect("\(error)".utf8.count < 1000) }
    #expect("\(ActionError.unknownCell(key: "short", nearest: nil))" == "there is no cell “short”")
  }
}
