import Foundation
import Testing

/// `Examples/state-digest.sh` and `definition-digest.sh` implement the documentation of digests without code of the
/// library.
@Suite("The digest script")
struct DigestScriptTests {
  private func expectEqualDigests(in workspace: Workspace, form: String = "profile") async throws {
    let script = BuiltTool.packageFolder.appendingPathComponent("Examples/state-digest.sh").path
    let outcome = try await workspace.run(
      [script, "answers.sqlite", form, "default"], of: URL(fileURLWithPath: "/bin/bash"))
    let list = try await workspace.json(ShownList.self, "list", "answers.sqlite", "--digests")
    #expect(outcome.errors == "")
    #expect(outcome.output.tidied == list.forms.first?.responses.first?.digest)
  }

  @Test("A query and sha256sum give the digest that the tool prints, in any state")
  func sameDigest() async throws {
    let workspace = try await Workspace.withExample()
    let steps: [[String]] = [
      ["tap", "answers.sqlite", "full-name"], ["set", "answers.sqlite", "first-name", "ü, 日本 “'\"\n:3,"],
      ["set", "answers.sqlite", "level-slider", "7"], ["set", "answers.sqlite", "date-of-birth-date", "1835-11-30"],
      ["set", "answers.sqlite", "marital-status-switch", "on"], ["choose", "answers.sqlite", "basketball"],
      ["clear", "answers.sqlite", "first-name"], ["collapse", "answers.sqlite", "personal"],
      ["set", "answers.sqlite", "level-slider", "about 8", "--draft"], ["mark-saved", "answers.sqlite"],
      ["set", "answers.sqlite", "level-slider", "8"], ["complete", "answers.sqlite"],
      ["fault", "add", "answers.sqlite", "level-slider", "“Too” low."],
      ["fault", "add", "answers.sqlite", "No.", "--reporter", "server"],
    ]
    for step in steps {
      let outcome = try await workspace.run(step)
      #expect(outcome.status == 0, "\(step): \(outcome.errors)")
      try await expectEqualDigests(in: workspace)
    }
  }

  /// A form with all kinds of cells and properties.
  private static let everything = #"""
    {"formstate": 1, "key": "house", "language": "de",
     "title": {"de": "Häuser “1”, 3:x", "en": "Houses", "e\u0301": "7"}, "accordion": "sections",
     "lists": {
       "state": [{"value": "good", "title": {"de": "Gut, ja", "en": "Good", "english": "Yes"}}, {"value": "poor", "title": ""}],
       "stat": [{"value": "7", "title": "Seven"}]},
     "properties": {
       "numbers": [1, 2.5, 1e300, 1.0, -0.000012, 0.1, 123456789.125, true, null, {"b": {"c": []}, "a": "7"}],
       "when": {"$date": "2026-11-21T03:12:13Z"}, "bytes": {"$data": "AAEC"}, "odd": {"$$x": {"$$y": "\n"}},
       "é": "composed", "e\u0301x": "not", "": "empty", "z": {"$date": "none", "q": 1}, "$": 0},
     "rowHeights": {"idCellNormal": null, "wide": 71.5},
     "sections": [
       {"key": "roof", "title": "Roof", "folded": true, "accordion": true, "properties": {"n": 0.1}, "cells": [
         {"key": "shingles", "kind": "group", "title": "Shingles", "options": "state", "value": "poor"},
         {"key": "gutter", "kind": "group", "expanded": true, "accordion": true, "cells": [
           {"kind": "option", "value": "poor", "title": "Poor"},
           {"key": "own", "kind": "option", "value": "7", "title": "Own"},
           {"key": "why", "kind": "text", "value": "7", "hidden": true}]},
         {"key": "rate", "kind": "slider", "minimum": -0.5, "maximum": 10, "step": 0.25, "value": 0.25},
         {"key": "is-new", "kind": "switch", "value": true, "offTitle": "No", "onTitle": {"de": "Yes", "en": "yes"}, "required": {"message": {"en": "Say."}}},
         {"key": "since", "kind": "date", "value": "2000-02-29", "identifier": "wide"},
         {"key": "long", "kind": "label", "title": "…", "expandable": true,
          "inline": {"collapsedHeight": 64.5, "expandedHeight": null, "lineLimit": 2}},
         {"key": "free", "kind": "custom", "value": 0.30000000000000004,
          "set": [{"expression": "concat(${rate}, '!')", "when": ["rate", "notes"]}, {"expression": "1", "when": ["free"]}]},
         {"key": "tiles", "kind": "integer", "value": 7, "unit": "Stück", "step": 10},
         {"key": "width", "kind": "decimal", "value": "7.50", "minimum": 0, "maximum": 99.5, "unit": "m"},
         {"key": "at", "kind": "time", "value": "07:30:00.250"}, {"key": "seen", "kind": "dateTime"},
         {"key": "damage", "kind": "choices", "value": ["poor", "go\"od"], "cells": [
           {"kind": "option", "value": "poor"}, {"kind": "option", "value": "go\"od", "title": "Good"}]},
         {"key": "photo", "kind": "file"}, {"key": "notes", "kind": "longText", "value": "7"}]},
       {"key": "walls", "foldable": false, "cells": []}]}
    """#

  @Test("The script also covers options, lists, steps, properties and row heights")
  func everyPartOfADefinition() async throws {
    let workspace = try Workspace()
    try workspace.write(Self.everything, to: "house.json")
    try await workspace.formstate("import", "answers.sqlite", "house.json")
    let steps: [[String]] = [
      ["expand", "answers.sqlite", "roof"], ["choose", "answers.sqlite", "shingles=good"],
      ["choose", "answers.sqlite", "own"], ["set", "answers.sqlite", "free", "1e-7"],
      ["set", "answers.sqlite", "why", "8"], ["set", "answers.sqlite", "rate", "2.25"],
      ["set", "answers.sqlite", "tiles", "41"], ["set", "answers.sqlite", "width", "0.10"],
      ["set", "answers.sqlite", "at", "14:30"], ["set", "answers.sqlite", "seen", "2026-11-21T14:30Z"],
      ["tap", "answers.sqlite", "damage=poor"], ["set", "answers.sqlite", "photo", "7"],
      ["set", "answers.sqlite", "notes", "a\nb"],
      ["mark-saved", "answers.sqlite"], ["clear", "answers.sqlite", "free"],
    ]
    for step in steps {
      let outcome = try await workspace.run(step)
      #expect(outcome.status == 0, "\(step): \(outcome.errors)")
      try await expectEqualDigests(in: workspace, form: "house")
    }
    try await workspace.formstate(
      "replay", "answers.sqlite", "-",
      input: #"{"action":"set","cell":"free","value":0.1}"# + "\n" + #"{"action":"set","cell":"rate","value":0.75}"#)
    try await expectEqualDigests(in: workspace, form: "house")
  }

  /// A form with further columns of lists, sensitive cells, calculations that override entries, and first instances.
  private static let farm = #"""
    {"formstate": 1, "key": "farm", "title": "Farm",
     "lists": {
       "plain": [{"value": "a", "title": "A"}],
       "state": [{"value": "good", "title": "Good", "area": "7"}, {"value": "poor", "title": "Poor", "of é": "x"}]},
     "sections": [{"key": "all", "title": "All", "cells": [
       {"key": "price", "kind": "decimal"},
       {"key": "total", "kind": "decimal", "calculate": {"expression": "${price} * 2", "overrides": true}},
       {"key": "owner", "kind": "text", "sensitive": true}, {"key": "notes", "kind": "longText", "sensitive": true},
       {"key": "field", "kind": "repeat", "minimum": 1, "maximum": 9, "initial": 3,
        "firstInstances": [
          {"values": {"size": 2, "name": "“1”", "is-new": true, "since": "2000-02-29", "rate": 0.1, "paid": "7.50",
             "crops": ["a", "b"], "at": "07:30"},
           "repeats": {
             "plot": [{"values": {"area": 2}}, {}, {"values": {"area": null, "who": "7"}}],
             "barn": [{"values": {"cows": 3}}]}},
          {"values": {"name": null}}],
        "cells": [
          {"key": "size", "kind": "integer", "value": 1}, {"key": "name", "kind": "text", "value": "x"},
          {"key": "is-new", "kind": "switch"}, {"key": "since", "kind": "date"}, {"key": "rate", "kind": "custom"},
          {"key": "paid", "kind": "decimal"}, {"key": "at", "kind": "time"},
          {"key": "crops", "kind": "choices", "cells": [{"kind": "option", "value": "a"}, {"kind": "option", "value": "b"}]},
          {"key": "plot", "kind": "repeat", "initial": 3, "cells": [
            {"key": "area", "kind": "integer", "value": 5}, {"key": "who", "kind": "text"}]},
          {"key": "barn", "kind": "repeat", "initial": 1, "cells": [{"key": "cows", "kind": "integer"}]}]}]}]}
    """#

  @Test("The script covers columns, sensitive cells, overriding calculations and first instances")
  func farm() async throws {
    let workspace = try Workspace()
    try workspace.write(Self.farm, to: "farm.json")
    try await workspace.formstate("import", "answers.sqlite", "farm.json")
    for step in [["set", "answers.sqlite", "price", "2"], ["remove", "answers.sqlite", "field:1"]] {
      let outcome = try await workspace.run(step)
      #expect(outcome.status == 0, "\(step): \(outcome.errors)")
      try await expectEqualDigests(in: workspace, form: "farm")
    }
  }
}
