import Foundation
import Testing

@Suite("schema")
struct SchemaCommandTests {
  @Test(
    "It prints the JSON Schema of a document as it stands in Schemas",
    arguments: ["actions", "answers", "form", "layout"])
  func format(name: String) async throws {
    let url = BuiltTool.packageFolder.appendingPathComponent("Schemas/\(name).schema.json")
    let printed = try await Workspace().formstate("schema", "--format", name)
    #expect(printed == (try String(contentsOf: url, encoding: .utf8)))
  }

  @Test("Every file in Schemas is printed by a format")
  func files() throws {
    let folder = BuiltTool.packageFolder.appendingPathComponent("Schemas").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
    #expect(
      files.sorted() == [
        "actions.schema.json", "answers.schema.json", "dump.schema.json", "form.schema.json", "layout.schema.json",
      ])
  }

  @Test("Without a format it prints the SQL schema; an unknown format is wrong usage")
  func others() async throws {
    let workspace = try Workspace()
    let url = BuiltTool.packageFolder.appendingPathComponent("schema.sql")
    #expect(try await workspace.formstate("schema") == (try String(contentsOf: url, encoding: .utf8)))
    let usage = try await workspace.refused("schema", "--format", "plist", status: 64)
    #expect(usage.contains("The value 'plist' is invalid for '--format <format>'"))
  }
}
