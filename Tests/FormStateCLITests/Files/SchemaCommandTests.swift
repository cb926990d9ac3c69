import FormStateInterchange
import Foundation
import Testing

@testable import FormStateCLI

@Suite("schema")
struct SchemaCommandTests {
  @Test("schema prints the JSON Schema of a document that is in Schemas", arguments: FormatSchema.allCases)
  func format(format: FormatSchema) async throws {
    let url = BuiltTool.packageFolder.appendingPathComponent("Schemas/\(format).schema.json")
    let file = try String(contentsOf: url, encoding: .utf8)
    let printed = try await Workspace().formstate("schema", format.rawValue)
    guard file.contains(#".schema.json"#) else { return #expect(printed == file) }
    let schema = try OrderedJSON.read(printed)
    let own = try OrderedJSON.read(file)
    let names = schema.members.map(\.name).filter { $0 != "$defs" }
    #expect(names == own.members.map(\.name).filter { $0 != "$defs" })
    let definitions: [String] = (schema["$defs"]?.members ?? []).map(\.name)
    let ownDefinitions: [String] = (own["$defs"]?.members ?? []).map(\.name)
    #expect(definitions.starts(with: ownDefinitions))
    #expect(Set(definitions).count == definitions.count)
    // Each reference is to a part of the same document.
    let references = printed.matches(of: /"\$ref": "([^"]*)"/).map { String($0.1) }
    for reference in Set(references) {
      let steps = reference.split(separator: "/").map(String.init)
      #expect(steps.first == "#", "\(reference)")
      let found: OrderedJSON? = steps.dropFirst().reduce(schema) { $0?[$1] }
      #expect(found != nil, "\(reference)")
    }
    #expect(references.count > 1)
    #expect(printed.matches(of: /"\$id"/).count == file.matches(of: /"\$id"/).count)
    #expect(printed.matches(of: /"\$defs":/).count == 1)
  }

  @Test("Schemas contains the four expected files")
  func files() throws {
    let folder = BuiltTool.packageFolder.appendingPathComponent("Schemas").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
    #expect(
      files.sorted() == [
        "actions.schema.json", "dump.schema.json", "form.schema.json", "layout.schema.json",
      ])
  }

  @Test("schema prints a self-contained schema of a command's JSON")
  func output() async throws {
    let workspace = try Workspace()
    for (command, title) in [
      ("set", "A change"), ("undo", "A change"), ("status", "The status of values"), ("response-new", "A response"),
      ("response new", "A response"), ("upgrade set-aside map", "An upgrade"), ("answers", "Answers"),
    ] {
      for words in [[command], command.split(separator: " ").map(String.init)] {
        let schema = try await workspace.run(["schema"] + words).output
        #expect(schema.contains("\"title\": \"\(title)\","), "\(words)")
      }
    }
  }

  @Test("Each output's schema holds what it refers to, and nothing else", arguments: OutputSchema.allCases)
  func selfContained(output: OutputSchema) throws {
    let definitions = try OrderedJSON.read(output.text)["$defs"]?.members.map(\.name) ?? []
    #expect(Set(definitions).count == definitions.count)
    let references = Set(output.text.matches(of: /"#\/\$defs\/([^"]*)"/).map { String($0.1) })
    #expect(references == Set(definitions))
  }

  @Test("An unknown command is refused with the nearest one and the list of commands")
  func unknownOutput() async throws {
    let workspace = try Workspace()
    let unknown = try await workspace.refused("schema", "statsu", status: 64)
    #expect(
      unknown.hasPrefix(
        "Error: “statsu” has no JSON Schema; did you mean “status”? These have: form, layout, actions, dump, set, choose, "
      ))
    #expect(unknown.contains(", response-new,") && !unknown.contains(" export,"), "\(unknown)")
  }

  @Test("A document and a command never have the same name, so a name has one schema")
  func disjoint() { #expect(Set(FormatSchema.names).isDisjoint(with: CommandOutputs.names)) }

  @Test("Completion offers the commands", arguments: ["bash", "zsh", "fish"])
  func completion(shell: String) async throws {
    let script = try await Workspace().formstate("--generate-completion-script", shell)
    #expect(script.contains("response-new") && script.contains("upgrade-set-aside-map"))
  }

  @Test("Without a name, schema prints the SQL schema")
  func others() async throws {
    let workspace = try Workspace()
    let url = BuiltTool.packageFolder.appendingPathComponent("schema.sql")
    #expect(try await workspace.formstate("schema") == (try String(contentsOf: url, encoding: .utf8)))
  }
}
