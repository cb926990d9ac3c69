import Foundation
import Testing

/// A form in German, whose users read German.
@Suite("A form's own language in the shell")
struct OwnLanguageTests {
  private static let form = """
    {"formstate": 1, "key": "besuch", "title": {"de": "Besuch", "fr": "Visite"}, "language": "de", "sections": [
      {"key": "alles", "title": {"de": "Alles", "fr": "Tout"}, "cells": [
        {"key": "tag", "kind": "date", "title": {"de": "Tag", "fr": "Jour"}},
        {"key": "gewicht", "kind": "decimal", "title": {"de": "Gewicht", "fr": "Poids"}},
        {"key": "raucht", "kind": "switch", "title": {"de": "Raucht", "fr": "Fume"}},
        {"key": "zustand", "kind": "group", "title": {"de": "Zustand", "fr": "État"}, "cells": [
          {"key": "z1", "kind": "option", "title": {"de": "Gut", "fr": "Bon"}, "value": "good"},
          {"key": "z2", "kind": "option", "title": {"de": "Schlecht", "fr": "Mauvais"}, "value": "poor"}]}]}]}
    """

  private func workspace() async throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write(Self.form, to: "besuch.json")
    try await workspace.formstate("import", "a.sqlite", "besuch.json")
    return workspace
  }

  /// What a command prints, or its error if it fails.
  private func run(_ words: String..., in workspace: Workspace) async throws -> String {
    let outcome = try await workspace.run(words)
    return outcome.status == 0 ? outcome.output : outcome.errors
  }

  /// The answers with FORMSTATE_LANGUAGE set to a language.
  private func answers(in workspace: Workspace, _ language: String) async throws -> String {
    let words = ["FORMSTATE_LANGUAGE=\(language)", try BuiltTool.url().path, "answers", "a.sqlite"]
    return try await workspace.run(words, of: URL(fileURLWithPath: "/usr/bin/env")).output
  }

  @Test("Dates, numbers and switches are printed in the form's language")
  func printed() async throws {
    let workspace = try await workspace()
    #expect(
      try await run("set", "a.sqlite", "tag", "2026-03-05", in: workspace).hasPrefix("Tag: nothing → 5. März 2026\n"))
    #expect(try await run("set", "a.sqlite", "gewicht", "70.50", in: workspace).hasPrefix("Gewicht: nothing → 70,50\n"))
    #expect(try await run("set", "a.sqlite", "raucht", "on", in: workspace).hasPrefix("Raucht: nothing → Ein\n"))
    #expect(try await run("undo", "a.sqlite", in: workspace).hasPrefix("Raucht: Ein → nothing\n"))
    #expect(try await run("redo", "a.sqlite", in: workspace).hasPrefix("Raucht: nothing → Ein\n"))
    #expect(
      try await run("diff", "a.sqlite", "--from", "0", in: workspace)
        .hasPrefix("Tag: nothing → 5. März 2026\nGewicht: nothing → 70,50\nRaucht: nothing → Ein\n"))
    #expect(try await run("show", "a.sqlite", in: workspace).contains("5. März 2026"))
    #expect(try await run("get", "a.sqlite", "gewicht", "--readable", in: workspace) == "70,50\n")
    #expect(try await run("get", "a.sqlite", "gewicht", in: workspace) == "70.50\n")
    #expect(try await run("export", "csv", "a.sqlite", "--long", in: workspace).contains(",70.50,\"70,50\",set"))
    #expect(
      try await run("export", "csv", "a.sqlite", "--readable", in: workspace)
        .contains("besuch,default,5. März 2026,\"70,50\",Ein,"))
    // The output for other programs stays the same.
    #expect(
      try await run("export", "csv", "a.sqlite", in: workspace)
        .contains("besuch,default,2026-03-05,70.50,true,"))
  }

  @Test("An option selects another language, or the environment if the form has it")
  func chosen() async throws {
    let workspace = try await workspace()
    let outcome = try await run("set", "a.sqlite", "gewicht", "70.50", "--language", "fr", in: workspace)
    #expect(outcome.hasPrefix("Poids: nothing → 70,50\n") && outcome.contains("] Poids\n"))
    #expect(
      try await run("choose", "a.sqlite", "zustand=Mauvais", "--language", "fr", in: workspace).hasPrefix(
        "État: nothing → Mauvais\n"))
    #expect(try await run("choose", "a.sqlite", "zustand=Gut", in: workspace).hasPrefix("Zustand: Schlecht → Gut\n"))
    #expect(try await run("set", "a.sqlite", "raucht", "aus", in: workspace).hasPrefix("Raucht: nothing → Aus\n"))
    #expect(
      try await run("set", "a.sqlite", "raucht", "activé", "--language", "fr", in: workspace).hasPrefix(
        "Fume: Désactivé → Activé\n"))
    #expect(
      try await run("choose", "a.sqlite", "zustand=Mauvais", in: workspace).contains(
        "there is no cell “zustand=Mauvais”"))
    #expect(
      try await run("show", "a.sqlite", "--language", "it", in: workspace).contains(
        "no language “it”; it is in “de”, “fr”"))
    let french = try await answers(in: workspace, "fr")
    #expect(french.contains("Tout") && french.contains("Poids"))
    let italian = try await answers(in: workspace, "it")
    #expect(italian.contains("Alles") && italian.contains("Gewicht"))
  }

  @Test("The stored answers are the same in any language")
  func stored() async throws {
    let workspace = try await workspace()
    try await workspace.formstate("import", "b.sqlite", "besuch.json")
    for (cell, german, french) in [
      ("raucht", "ein", "activé"), ("zustand", "Schlecht", "Mauvais"), ("gewicht", "7.50", "7.50"),
    ] {
      try await workspace.formstate("set", "a.sqlite", cell, german)
      try await workspace.formstate("set", "b.sqlite", cell, french, "--language", "fr")
    }
    func rows(_ file: String) async throws -> String {
      let script = """
        SELECT revision, kind, (SELECT key FROM formstate_key WHERE number = subject), payload, version FROM formstate_entry;
        SELECT changes FROM formstate_entry;
        SELECT number, key FROM formstate_key;
        SELECT cell_id, value, title FROM formstate_cell_state;
        """
      return try await workspace.run(["sqlite3", file, script], of: URL(fileURLWithPath: "/usr/bin/env")).output
    }
    #expect(try await rows("a.sqlite") == rows("b.sqlite"))
    #expect(try await rows("a.sqlite").contains("poor"))
  }
}
