import Foundation
import TestSupport
import Testing

@Suite("xls2xform itself", .enabled(if: Workspace.hasConverter))
struct RealConverterTests {
  @Test("A workbook imports as the same form as its XForm converted by hand")
  func same() async throws {
    let workspace = try Workspace()
    try workspace.writeWorkbook(
      [
        (
          "survey",
          [["type", "name", "label"], ["text", "who", "Your name"], ["select_one yn", "likes", "Like it?"]]
        ),
        ("choices", [["list_name", "name", "label"], ["yn", "yes", "Yes"], ["yn", "no", "No"]]),
        ("settings", [["form_id", "form_title"], ["liking", "Liking"]]),
      ], to: "form.xlsx")
    #expect(
      try await workspace.formstate("import", "a.sqlite", "form.xlsx")
        == "form.xlsx: imported “liking”, version 1: 1 section, 5 cells\n")
    let converter = ["xls2xform", "--skip_validate", "form.xlsx", "form.xml"]
    #expect(try await workspace.run(converter, of: URL(fileURLWithPath: "/usr/bin/env")).status == 0)
    #expect(
      try await workspace.formstate("import", "a.sqlite", "form.xml")
        == "form.xml: “liking” is version 1 already\n")
  }

  @Test("A question without a name is reported with its sheet and row")
  func faulty() async throws {
    let workspace = try Workspace()
    try workspace.writeWorkbook(
      [("survey", [["type", "name", "label"], ["text", "who", "Your name"], ["text", "", "Your age"]])],
      to: "form.xlsx")
    let errors = try await workspace.refused("check", "form.xlsx")
    #expect(errors.hasPrefix("Error: form.xlsx: sheet survey, row 3: "))
  }
}
