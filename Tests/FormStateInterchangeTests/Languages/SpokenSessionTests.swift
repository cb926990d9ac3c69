import FormState
import FormStateInterchange
import Foundation
import GRDB
import Testing

@testable import FormStateStore

/// What a session in a language says.
@Suite("Sessions that speak a language")
struct SpokenSessionTests {
  private static func store() throws -> (FormStore, ResponseKey) {
    let json = """
      {"formstate": 1, "key": "visit", "language": "en", "sections": [{"key": "s", "title": {"en": "House", "de": "Haus"}, "cells": [
        {"key": "weight", "kind": "decimal", "title": {"en": "Weight", "de": "Gewicht"}, "minimum": 0.5, "maximum": 9.5},
        {"key": "name", "kind": "text", "title": {"en": "Name", "de": "Vorname"}, "required": "true()"},
        {"key": "kept", "kind": "text", "title": "Kept", "hidden": true, "calculate": "${name}"}]}]}
      """
    let store = try FormStore.inMemory()
    try store.importForms([
      DefinitionImporter.read(Data(json.utf8), settings: ImportSettings(sourceName: "visit.json")).formContents
    ])
    return (store, ResponseKey(form: "visit"))
  }

  @Test("Refusals, faults and the names of steps are in the language, with titles and its decimal sign")
  func german() throws {
    let (store, key) = try Self.store()
    let session = try store.session(for: key, language: "de")
    let refused = #expect(throws: ActionError.self) { try session.apply(.set("weight", .text("12.5"))) }
    #expect(
      refused?.description
        == "„Gewicht“ nimmt die Antwort nicht an: „12,5“ wird nicht angenommen; geben Sie eine Zahl von 0,5 bis 9,5 an")
    #expect(refused?.code == .refusedValue && refused?.subject == "weight")
    #expect(session.faults.map(\.message) == ["Hier fehlt eine Antwort."])
    let incomplete = #expect(throws: ActionError.self) { try session.apply(.complete) }
    #expect(
      incomplete?.problem == "die Ausfüllung kann nicht abgeschlossen werden: „Vorname“: Hier fehlt eine Antwort.")
    try session.apply(.set("weight", .text("2.5")))
    #expect(session.undoName == "„Gewicht“ ausfüllen")
    #expect(#expect(throws: ActionError.self) { try session.redo() }?.problem == "es gibt nichts zu wiederholen")
    try session.undo()
    #expect(session.redoName == "„Gewicht“ ausfüllen")
    try session.redo()
    try session.show(in: "en")
    #expect(session.undoName == "Set Weight")
    try session.show(in: "de")
    let said = try store.history(of: key, limit: 1, in: session.sentenceLanguage).map { [$0.did] + $0.changes }
    #expect(said == [["Wiederholen: „Gewicht“ ausfüllen", "Gewicht: nichts → 2,5"]])
  }

  @Test("A session in the form's own language says keys, which commands need, unless it speaks to people")
  func english() throws {
    let (store, key) = try Self.store()
    let session = try store.session(for: key)
    let refused = #expect(throws: ActionError.self) { try session.apply(.set("weight", .text("12.5"))) }
    #expect(refused?.problem.hasPrefix("the cell “weight” refuses the value") == true)
    session.speak(.french)
    let said = #expect(throws: ActionError.self) { try session.apply(.set("weight", .text("12.5"))) }
    #expect(said?.problem.hasPrefix("« Weight » n’accepte pas la réponse : « 12,5 »") == true)
  }

  @Test("Sentences about cells that the definition hides are marked")
  func hidden() throws {
    let (store, key) = try Self.store()
    try store.session(for: key).apply(.set("name", .text("Ada")))
    let entry = try #require(try store.history(of: key, limit: 1).first)
    #expect(entry.sentences.filter(\.isHidden).map(\.text) == ["Kept by its rule: nothing → Ada"])
    #expect(entry.changes.count > 1)
  }

  @Test("Every kind of action has its name in the table of kinds")
  func kinds() throws {
    let (store, _) = try Self.store()
    let names = try store.read { db in
      try Row.fetchAll(db, sql: "SELECT kind, name FROM formstate_action_kind").map {
        ($0[0] as String, $0[1] as String)
      }
    }
    for (kind, name) in names {
      let phrase = StepNames.phrase(of: try #require(FormAction.Kind(rawValue: kind)), opening: nil)
      let words = phrase.rawValue.replacing(/( to version| revision)? \{1\}/, with: "")
      #expect(words == name, "\(kind)")
    }
  }
}
