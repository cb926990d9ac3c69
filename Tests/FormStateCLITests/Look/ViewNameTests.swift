import FormStateInterchange
import Foundation
import Testing

@testable import FormStateCLI

/// A name means the same in the JSON of commands and in the views for SQL.
@Suite("Names of outputs and views")
struct ViewNameTests {
  /// A view, the definition of an output that has its columns as members, and what only one of them has.
  struct Pair: Sendable {
    let view: String
    let output: OutputSchema
    let definition: String
    /// Columns that the output does not have as members.
    var columnsAlone: Set<String> = []
    /// Members that are no columns.
    var membersAlone: Set<String> = []
  }

  /// The columns by which SQL joins and sorts, and those that a document has once for all of its rows.
  private static let joining: Set<String> = ["form", "response", "response_id", "cell_id", "place", "ordinal"]
  private static let flags: Set = ["chosen", "expandable", "inline", "dirty", "touched", "unsaved"]
  private static let others = flags.union(["path", "height", "lineLimit", "faults", "saved"])

  static let pairs = [
    Pair(
      view: "visible_row", output: .show, definition: "row",
      // The path is the position of the section and the row.
      columnsAlone: ["section_position", "row", "section_key"],
      membersAlone: Set(["address", "question", "kind", "readable", "source", "byDefault"]).union(others)),
    Pair(
      view: "answer", output: .answers, definition: "row",
      columnsAlone: ["number", "author", "at", "section_key", "section_position"],
      membersAlone: Set(["address", "identifier", "title", "subtitle", "level", "draft", "expanded", "byDefault"])
        .union(["required", "readOnly"]).union(others)),
    Pair(
      view: "unanswered", output: .status, definition: "row", columnsAlone: ["section_key", "section_position"],
      membersAlone: Set([
        "address", "identifier", "title", "subtitle", "level", "expanded", "value", "readable", "source",
      ])
      .union(["required", "readOnly"]).union(others)),
    Pair(
      view: "response", output: .list, definition: "response",
      columnsAlone: ["status", "started", "entries", "answered", "authors", "form", "response"],
      membersAlone: ["form", "response", "revision", "digest", "completed"]),
    Pair(
      view: "fault", output: .faults, definition: "placedFault",
      columnsAlone: ["section_key", "section_position", "position"], membersAlone: ["address"]),
    Pair(
      view: "set_aside", output: .setAside, definition: "setAsideCell", columnsAlone: ["is_folded", "section_key"],
      membersAlone: ["address", "cleared"]),
    Pair(
      view: "section", output: .show, definition: "sectionRows", columnsAlone: ["visible_rows"], membersAlone: ["rows"]),
    Pair(
      view: "history", output: .log, definition: "entry",
      columnsAlone: Set(["action_subject", "section", "section_key", "question", "cell", "instance", "field"])
        .union(["before", "after", "value_before", "value_after"]),
      membersAlone: Set(["did", "sentences", "furtherChanges", "note", "stepStart", "changes", "address", "sectionKey"])
        .union(["value", "beforeAddress", "added", "message", "reporter", "of", "only", "scope"])),
    Pair(
      view: "history", output: .log, definition: "change",
      columnsAlone: [
        "revision", "at", "author", "action", "action_subject", "step", "target", "abandoned_by", "version",
      ],
      membersAlone: ["address", "fromVersion"]),
  ]

  @Test("A column of a view is the member of the same name, and what only one of them has is known", arguments: pairs)
  func names(pair: Pair) async throws {
    let workspace = try await Workspace.withExample()
    let columns = try await workspace.sqlite("SELECT name FROM pragma_table_info('\(pair.view)');")
      .split(separator: "\n").map(String.init)
    let definition = try OrderedJSON.read(pair.output.text)["$defs"]?[pair.definition]
    let members = Set(try #require(definition?["properties"]?.members.map(\.name)))
    let alone = pair.columnsAlone.union(Self.joining)
    let shared = Set(columns.filter { !alone.contains($0) }.map(Self.member))
    #expect(shared.subtracting(members) == [], "columns without a member")
    #expect(members.subtracting(shared).subtracting(pair.membersAlone) == [], "members without a column")
    #expect(pair.columnsAlone.subtracting(columns) == [] && pair.membersAlone.subtracting(members) == [])
  }

  /// The member of a column: `is_read_only` is `readOnly`.
  private static func member(_ column: String) -> String {
    let words = (column.hasPrefix("is_") ? column.dropFirst(3) : column[...]).split(separator: "_")
    return words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  @Test(
    "Members hold what the columns of their names hold",
    arguments: [
      (
        "answer", ["answers", "--all-responses", "--json"], "answers",
        ["section", "question", "readable", "source", "cell", "instance", "kind"]
      ),
      (
        "fault", ["faults", "--json"], "faults",
        ["section", "question", "message", "severity", "fault", "cell", "instance"]
      ),
      (
        "visible_row", ["show", "--json"], "rows",
        ["cell", "instance", "identifier", "title", "subtitle", "level", "position"]
      ),
      ("response", ["list", "--json"], "responses", ["form", "response", "stream", "version", "updated"]),
    ])
  func contents(view: String, command: [String], list: String, columns: [String]) async throws {
    let workspace = try await Self.inspected()
    let isOfAll = command.contains("--all-responses") || view == "response"
    let pairs = columns.map { "'\($0)', \($0)" }.joined(separator: ", ")
    let one = isOfAll ? "" : " WHERE response = 'mill-lane-3'"
    let stored = try await workspace.sqlite("SELECT json_object(\(pairs)) FROM \(view)\(one);").split(separator: "\n")
    let expected = try stored.map { Self.texts(try JSONSerialization.jsonObject(with: Data($0.utf8)), of: columns) }
    let words = command[0].split(separator: " ").map(String.init) + ["answers.sqlite"] + command.dropFirst()
    let outcome = try await workspace.run(words + (isOfAll ? [] : ["--response", "mill-lane-3"]))
    #expect(outcome.status == 0, "\(outcome.errors)")
    let document = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let printed = Self.elements(of: list, in: document).filter { view != "answer" || !($0["value"] is NSNull) }
      .map { Self.texts($0, of: columns) }
    #expect(expected.count > 1 && printed.sorted() == expected.sorted())
  }

  /// The home inspection, with two responses of which the first has faults and something open.
  private static func inspected() async throws -> Workspace {
    let workspace = try Workspace()
    try workspace.copyExample("inspection.json")
    try await workspace.formstate("import", "answers.sqlite", "inspection.json")
    let response = ["--response", "mill-lane-3"]
    for message in ["Look again.", "It leaks."] {
      let words = ["fault", "add", "answers.sqlite", "roof-covering", message, "--reporter", "office"] + response
      let outcome = try await workspace.run(words)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    return workspace
  }

  /// What an object holds, as a line; a missing member is nothing.
  private static func texts(_ object: Any, of names: [String]) -> String {
    let members = object as? [String: Any] ?? [:]
    return names.map { name in
      guard let value = members[name], !(value is NSNull) else { return "\(name)=" }
      return "\(name)=\(value)"
    }.joined(separator: "|")
  }

  /// The objects of all lists with a name, anywhere in a document.
  private static func elements(of name: String, in value: Any) -> [[String: Any]] {
    if let elements = value as? [Any] { return elements.flatMap { Self.elements(of: name, in: $0) } }
    guard let members = value as? [String: Any] else { return [] }
    return members.flatMap { member, value -> [[String: Any]] in
      member == name ? value as? [[String: Any]] ?? [] : elements(of: name, in: value)
    }
  }
}
