import Foundation
import TestSupport
import Testing

@Suite("The upgrade command")
struct UpgradeCommandTests {
  /// A file with two responses to a visit, and the next version of its form beside it.
  private func visited() async throws -> Workspace {
    let workspace = try await Workspace.withExample("visit.json")
    for response in ["default", "ada"] {
      try await workspace.begin(response)
      try await workspace.formstate("choose", "answers.sqlite", "roof=poor", "--response", response)
      try await workspace.formstate("set", "answers.sqlite", "remark", "It leans", "--response", response)
    }
    let changed = try workspace.text(of: "visit.json")
      .replacingOccurrences(of: "\"key\": \"remark\"", with: "\"key\": \"note\"")
      .replacingOccurrences(of: "\"value\": \"poor\"", with: "\"value\": \"bad\"")
    try workspace.write(changed, to: "changed.json")
    try workspace.write(#"{"remark": "note"}"#, to: "map.json")
    return workspace
  }

  @Test("A dry run reports what would happen to each cell, and changes nothing")
  func dryRun() async throws {
    let workspace = try await visited()
    try await workspace.formstate("import", "answers.sqlite", "changed.json")
    let before = try await workspace.formstate("list", "answers.sqlite", "--digests")
    #expect(
      try await workspace.formstate("upgrade", "answers.sqlite", "--dry-run") == """
        “default” would be upgraded to version 2 of “visit”.
          roof    partly set aside  “Roof”: Poor
          remark  set aside: could be “note”, choose with --map  “Remark”: It leans

        """)
    #expect(try await workspace.formstate("list", "answers.sqlite", "--digests") == before)
    let json = try await workspace.formstate(
      "upgrade", "answers.sqlite", "--dry-run", "--map", "map.json", "--json")
    #expect(json.contains(#""dryRun": true"#) && json.contains(#""newCell": "note""#), "\(json)")
    #expect(try await workspace.formstate("list", "answers.sqlite", "--digests") == before)
  }

  @Test("A calculated value that ceases and what is converted are reported with their values, and with --all in total")
  func values() async throws {
    let workspace = try Workspace()
    func form(_ price: String, _ sum: String, _ more: String = "") -> String {
      """
      {"formstate": 1, "key": "bill", "title": "Bill", "sections": [{"key": "s", "cells": [
        {"key": "count", "kind": "\(price)", "title": "Count"},
        {"key": "sum", "kind": "integer", "title": "Sum"\(sum)}\(more),
        {"key": "box", "kind": "repeat", "title": "Box", "cells": [
          {"key": "kg", "kind": "integer"}, {"key": "double", "kind": "integer"\(sum.replacing("count", with: "kg"))}]}]}]}
      """
    }
    let calculation = #", "calculate": "${count} * 2""#
    try workspace.write(
      form("text", calculation, #", {"key": "old", "kind": "integer", "calculate": "1 + ${count}"}"#), to: "a.json")
    try workspace.write(form("integer", ""), to: "b.json")
    try await workspace.formstate("import", "answers.sqlite", "a.json")
    for (response, count) in [("default", "7"), ("ada", "7"), ("bea", "9")] {
      try await workspace.formstate("response", "new", "answers.sqlite", response)
      try await workspace.formstate("set", "answers.sqlite", "count", count, "--response", response)
    }
    // What a person has entered is no calculated value.
    try await workspace.formstate("set", "answers.sqlite", "sum", "1", "--response", "bea")
    try await workspace.formstate("add", "answers.sqlite", "box")
    try await workspace.formstate("set", "answers.sqlite", "kg:1", "4")
    try await workspace.formstate("import", "answers.sqlite", "b.json")
    #expect(
      try await workspace.formstate("upgrade", "answers.sqlite", "--dry-run") == """
        “default” would be upgraded to version 2 of “bill”.
          count     converted  “Count”
          sum       not calculated any more  “Sum”: 14 → nothing
          old       not calculated any more: 8 → nothing
          box:1     kept  “Box”
          kg:1      kept  “Box”
          double:1  not calculated any more  “Box”: 8 → nothing

        """)
    #expect(
      try await workspace.formstate("upgrade", "answers.sqlite", "--all") == """
        3 responses were upgraded to version 2 of “bill”.
          count   3 converted  “Count”
          sum     2 not calculated any more  “Sum”: 14 → nothing (2)
          old     3 not calculated any more: 8 → nothing (2), 10 → nothing (1)
          double  1 not calculated any more  “Box”: 8 → nothing (1)

        """)
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }

  @Test("--all upgrades every response, set-aside contents are exported, and undo restores them")
  func all() async throws {
    let workspace = try await visited()
    try await workspace.formstate("import", "answers.sqlite", "changed.json")
    #expect(
      try await workspace.formstate("upgrade", "answers.sqlite", "--all", "--map", "map.json") == """
        2 responses were upgraded to version 2 of “visit”.
          roof           2 partly set aside  “Roof”: Poor (2)
          remark → note  2 renamed  “Remark”

        """)
    #expect(
      try await workspace.formstate("export", "csv", "answers.sqlite", "--set-aside")
        == "form,response,version,section,cell,question,value,expanded\r\n"
        + "visit,ada,1,House,roof,Roof,poor,\r\nvisit,default,1,House,roof,Roof,poor,\r\n")
    let status = try await workspace.formstate("status", "answers.sqlite")
    #expect(status.hasSuffix("set aside:\n  roof of version 1  “Roof”  “poor”\n"), "\(status)")
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
    try await workspace.formstate("undo", "answers.sqlite")
    #expect(try await !workspace.formstate("status", "answers.sqlite").contains("set aside"))
    #expect(try await workspace.formstate("show", "answers.sqlite").contains("It leans"))
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }

  @Test("JSON reports the outcome, the counts, and each failure with its reason")
  func outcome() async throws {
    struct Failure: Decodable, Equatable {
      let response: String
      let cell: String
      let newCell: String?
      let reason: String
    }
    struct Report: Decodable {
      let outcome: String
      let responseCount: Int
      let changedResponseCount: Int
      let failures: [Failure]
    }
    let workspace = try await visited()
    func upgrade(_ words: String...) async throws -> Report {
      let outcome = try await workspace.run(["upgrade", "answers.sqlite", "--json"] + words)
      #expect(outcome.status == 0, "\(outcome.errors)")
      return try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    }
    let nothing = try await upgrade("--all")
    #expect(nothing.outcome == "nothing" && nothing.responseCount == 2 && nothing.changedResponseCount == 0)
    try await workspace.formstate("choose", "answers.sqlite", "roof=good", "--response", "default")
    try await workspace.formstate("import", "answers.sqlite", "changed.json")
    let done = try await upgrade("--dry-run", "--map", "map.json")
    #expect(done.outcome == "done" && done.failures == [])
    let partly = try await upgrade("--all")
    #expect(partly.outcome == "partly" && partly.changedResponseCount == 2)
    #expect(
      partly.failures == [
        Failure(response: "ada", cell: "roof", newCell: "roof", reason: "partlyAccepted"),
        Failure(response: "ada", cell: "remark", newCell: nil, reason: "inDoubt"),
        Failure(response: "default", cell: "remark", newCell: nil, reason: "inDoubt"),
      ])
    try await workspace.formstate("set", "answers.sqlite", "note", "Mine", "--response", "ada")
    let mapped = try await upgrade("--all", "--map", "map.json")
    #expect(mapped.outcome == "partly" && mapped.changedResponseCount == 1)
    #expect(mapped.failures == [Failure(response: "ada", cell: "remark", newCell: "note", reason: "placeTaken")])
  }

  @Test("import --upgrade upgrades at once, and the exported actions replay to the same state")
  func atImport() async throws {
    let workspace = try await visited()
    let report = try await workspace.formstate(
      "import", "answers.sqlite", "changed.json", "--upgrade", "--map", "map.json")
    #expect(
      report.hasPrefix(
        "changed.json: imported “visit”, version 2: 1 section, 9 cells\n2 responses were upgraded to version 2")
    )
    let again = try await workspace.formstate("upgrade", "answers.sqlite")
    #expect(again.hasPrefix("“default” already uses version 2 of “visit”.\n"), "\(again)")
    try await workspace.formstate("set", "answers.sqlite", "note", "It fell")
    let script = try await workspace.formstate("export", "actions", "answers.sqlite")
    try await workspace.formstate("import", "again.sqlite", "visit.json")
    try await workspace.formstate("import", "again.sqlite", "changed.json")
    try await workspace.formstate("replay", "again.sqlite", "-", input: script)
    let digests = try await ["answers.sqlite", "again.sqlite"].asyncMap { file in
      try await workspace.json(ShownList.self, "list", file, "--digests").forms.first?.responses.first {
        $0.key == "default"
      }?
      .digest
    }
    #expect(digests.first == digests.last && digests.first != .some(nil))
    #expect(try await workspace.formstate("check", "again.sqlite") == "ok\n")
  }

  @Test("A dry run writes unambiguous candidates as a map for --map")
  func writtenMap() async throws {
    let workspace = try await visited()
    try await workspace.formstate("import", "answers.sqlite", "changed.json")
    let before = try await workspace.formstate("list", "answers.sqlite", "--digests")
    let report = try await workspace.run([
      "upgrade", "answers.sqlite", "--all", "--dry-run", "--write-map", "found.json",
    ])
    #expect(report.status == 0)
    #expect(report.errors == "Wrote “found.json”: 1 cell. Review it before you use it with --map.\n")
    #expect(try workspace.text(of: "found.json") == "{\n  \"remark\": \"note\"\n}\n")
    #expect(try await workspace.formstate("list", "answers.sqlite", "--digests") == before)
    let upgraded = try await workspace.formstate("upgrade", "answers.sqlite", "--map", "found.json")
    #expect(upgraded.contains("remark → note  renamed"), "\(upgraded)")
    let usage = try await workspace.refused("upgrade", "answers.sqlite", "--write-map", "found.json", status: 64)
    #expect(usage.contains("--write-map requires --dry-run: review the map before you apply it."), "\(usage)")
    // What import --upgrade has set aside keeps its candidates.
    let other = try await visited()
    try await other.formstate("import", "answers.sqlite", "changed.json", "--upgrade")
    let later = try await other.run(["upgrade", "answers.sqlite", "--dry-run", "--write-map", "found.json"])
    #expect(
      later.output.contains("remark of version 1  set aside: could be “note”, choose with --map"), "\(later.output)")
    #expect(try other.text(of: "found.json") == "{\n  \"remark\": \"note\"\n}\n")
    try await other.formstate("upgrade", "answers.sqlite", "--all", "--map", "found.json")
    #expect(try await other.formstate("upgrade", "set-aside", "answers.sqlite").contains("remark") == false)
    try workspace.write("mine", to: "found.json")
    let kept = try await workspace.refused(
      "upgrade", "answers.sqlite", "--dry-run", "--write-map", "missing/found.json")
    #expect(kept.contains("missing/found.json"), "\(kept)")
  }

  @Test("In the newest version, a map restores set-aside contents or says what prevents it")
  func mapInNewestVersion() async throws {
    let workspace = try await visited()
    try await workspace.formstate("import", "answers.sqlite", "changed.json")
    try await workspace.formstate("upgrade", "answers.sqlite", "--all")
    try await workspace.formstate("set", "answers.sqlite", "note", "Mine", "--response", "ada")
    let before = try await workspace.formstate("list", "answers.sqlite", "--digests")
    #expect(
      try await workspace.refused("upgrade", "answers.sqlite", "--map", "map.json", "--response", "ada")
        == "Error: “note” already has an answer, so “remark” stays set aside; formstate reset frees it\n")
    try workspace.write(#"{"walls": "note"}"#, to: "walls.json")
    #expect(
      try await workspace.refused("upgrade", "answers.sqlite", "--map", "walls.json", "--response", "ada")
        == "Error: no set-aside contents of “ada” match the map; formstate upgrade set-aside lists them\n"
    )
    #expect(
      try await workspace.formstate(
        "upgrade", "answers.sqlite", "--map", "map.json", "--dry-run", "--response", "default")
          == """
          “default” would restore 1 cell.
            roof of version 1           set aside  “Roof”: Poor
            remark of version 1 → note  returned, renamed  “Remark”

          """)
    #expect(try await workspace.formstate("list", "answers.sqlite", "--digests") == before)
    #expect(
      try await workspace.formstate("upgrade", "answers.sqlite", "--map", "map.json", "--all") == """
        1 response already uses version 2 of “visit”.
        1 response restored cells.
          roof of version 1           2 set aside  “Roof”: Poor (2)
          remark of version 1 → note  1 still set aside  “Remark”: It leans (1)
          remark of version 1 → note  1 returned, renamed  “Remark”

        """)
    #expect(try await workspace.formstate("get", "answers.sqlite", "note") == "It leans\n")
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }

  @Test("Set-aside contents can be listed, mapped and discarded, and undo restores them")
  func setAside() async throws {
    let workspace = try await visited()
    try await workspace.formstate("import", "answers.sqlite", "changed.json")
    #expect(
      try await workspace.refused("upgrade", "set-aside", "map", "answers.sqlite", "remark=note")
        == "Error: “default” uses version 1; formstate upgrade --map upgrades it to version 2 with the map\n")
    #expect(
      try await workspace.formstate("upgrade", "set-aside", "answers.sqlite") == "“default” has nothing set aside.\n")
    try await workspace.formstate("upgrade", "answers.sqlite", "--all")
    let listed = "roof of version 1  “Roof”  “poor”\nremark of version 1  “Remark”  “It leans”\n"
    #expect(try await workspace.formstate("upgrade", "set-aside", "answers.sqlite") == listed)
    #expect(try await workspace.formstate("upgrade", "set-aside", "list", "answers.sqlite") == listed)
    let before = try await workspace.formstate("list", "answers.sqlite", "--digests")
    _ = try await workspace.formstate("upgrade", "set-aside", "map", "answers.sqlite", "remark=note", "--dry-run")
    _ = try await workspace.formstate("upgrade", "set-aside", "discard", "answers.sqlite", "--all", "--dry-run")
    #expect(try await workspace.formstate("list", "answers.sqlite", "--digests") == before)
    #expect(
      try await workspace.formstate("upgrade", "set-aside", "map", "answers.sqlite", "remark=note", "--author", "Tom")
        == """
        “default” restored 1 cell.
          roof of version 1           set aside  “Roof”: Poor
          remark of version 1 → note  returned, renamed  “Remark”

        """)
    #expect(
      try await workspace.formstate("upgrade", "set-aside", "discard", "answers.sqlite", "roof")
        == "Discarded (undo restores it):\n  roof of version 1  “Roof”  “poor”\n")
    let unknown = try await workspace.refused(
      "upgrade", "set-aside", "discard", "answers.sqlite", "rof", "--response", "ada")
    #expect(
      unknown.hasSuffix("the response “ada” has nothing set aside of a cell “rof”; did you mean “roof”?\n"),
      "\(unknown)")
    #expect(try await workspace.formstate("log", "answers.sqlite").contains("Tom"))
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
    try await workspace.formstate("undo", "answers.sqlite", "2")
    #expect(try await workspace.formstate("upgrade", "set-aside", "answers.sqlite") == listed)
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
    for (words, message) in [
      (["map", "answers.sqlite"], "Name a set-aside cell and the cell to receive its contents, as in remark=note"),
      (["map", "answers.sqlite", "remark"], "“remark” is not a pair; write the old key and the new one"),
      (["discard", "answers.sqlite"], "Name a cell, or use --all."),
      (["discard", "answers.sqlite", "roof", "--all"], "--all discards everything; omit the cells."),
    ] {
      let outcome = try await workspace.run(["upgrade", "set-aside"] + words)
      #expect(outcome.status == 64 && outcome.errors.contains(message), "\(outcome.errors)")
    }
  }

  @Test("Set-aside values of options return by a map in the newest version")
  func setAsideOptions() async throws {
    let workspace = try await visited()
    try await workspace.formstate("import", "answers.sqlite", "changed.json")
    try await workspace.formstate("upgrade", "answers.sqlite", "--all")
    try workspace.write(#"{"roof": {"options": {"poor": "bad"}}}"#, to: "map.json")
    #expect(
      try await workspace.formstate("upgrade", "answers.sqlite", "--map", "map.json", "--response", "ada") == """
        “ada” restored 1 cell.
          roof of version 1    returned, converted  “Roof”
          remark of version 1  set aside: could be “note”, choose with --map  “Remark”: It leans

        """)
    #expect(try await workspace.formstate("get", "answers.sqlite", "roof", "--response", "ada") == "bad\n")
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }

  @Test("A map with faults is refused with each fault, and nothing changes")
  func maps() async throws {
    let workspace = try await visited()
    try await workspace.formstate("import", "answers.sqlite", "changed.json")
    let before = try await workspace.formstate("list", "answers.sqlite", "--digests")
    try workspace.write(#"{"remrk": "note", "walls": "nots"}"#, to: "map.json")
    #expect(
      try await workspace.refused("upgrade", "answers.sqlite", "--map", "map.json")
        == "Error: the map does not fit the form “visit”: no earlier version has a cell “remrk”; did you mean “remark”?; "
        + "version 2 has no cell “nots”; did you mean “note”?\n")
    try workspace.write(#"["remark"]"#, to: "map.json")
    let refusal = try await workspace.refused("upgrade", "answers.sqlite", "--map", "map.json")
    #expect(refusal.contains("map.json") && refusal.contains("write a JSON object such as"), "\(refusal)")
    #expect(try await workspace.formstate("list", "answers.sqlite", "--digests") == before)
  }
}

extension Sequence {
  /// The results of an asynchronous function for the elements, one after the other.
  fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
