import Foundation
import TestSupport
import Testing

@Suite("XLSForm workbooks")
struct FieldWorkbookTests {
  @Test("A workbook is imported as its converted XForm, and no temporary file remains")
  func taken() async throws {
    let workspace = try Workspace()
    try workspace.install(FakeConverter.script())
    try workspace.writeWorkbook(to: "visit.xlsx")
    let imported = try await workspace.converting("import", "answers.sqlite", "visit.xlsx")
    #expect(imported.output == "visit.xlsx: imported “visit”, version 1: 1 section, 1 cell\n" && imported.status == 0)
    #expect(imported.errors.isEmpty)
    #expect(
      try await workspace.converting("check", "visit.xlsx").output
        == "visit.xlsx: the form “visit”, 1 section, 1 cell\n")
    #expect(workspace.leftovers().isEmpty)
    #expect(try await workspace.formstate("show", "answers.sqlite").contains("Your name"))
  }

  @Test("A workbook is recognized by its content, also on standard input", arguments: ["form", "form.zip"])
  func byContent(name: String) async throws {
    let workspace = try Workspace()
    try workspace.install(FakeConverter.script())
    try workspace.writeWorkbook(to: name)
    #expect(
      try await workspace.converting("check", name).output == "\(name): the form “form”, 1 section, 1 cell\n")
    let piped = try await workspace.startConverting(["import", "a.sqlite", "-"], input: "PK\u{3}\u{4} xl/workbook.xml")
      .outcome()
    #expect(piped.output == "standard input: imported “standard-input”, version 1: 1 section, 1 cell\n")
  }

  @Test("A file name is never an option or shell code", arguments: ["-x.xlsx", "$(touch z); 'it' | x.XLSM"])
  func names(name: String) async throws {
    let workspace = try Workspace()
    try workspace.install(FakeConverter.script())
    try workspace.writeWorkbook(to: name)
    let outcome = try await workspace.converting("import", "a.sqlite", "--form", "key", "./\(name)")
    #expect(outcome.output == "./\(name): imported “key”, version 1: 1 section, 1 cell\n", "\(outcome.errors)")
    #expect(!workspace.has("z"))
  }

  @Test("The converter's errors are reported with sheet and row, and nothing is imported")
  func refused() async throws {
    let workspace = try Workspace()
    try workspace.install(FakeConverter.refusing("[row : 5] Question or group with no name."))
    try workspace.writeWorkbook(to: "form.xlsx")
    let message = "Error: form.xlsx: sheet survey, row 5: question or group with no name\n"
    for words in [["import", "a.sqlite"], ["check"]] {
      let outcome = try await workspace.startConverting(words + ["form.xlsx"]).outcome()
      #expect(outcome.errors == message && outcome.status == 1 && outcome.output.isEmpty)
    }
    #expect(!workspace.has("a.sqlite") && workspace.leftovers().isEmpty)
    let json = try await workspace.converting("check", "--json", "form.xlsx")
    #expect(json.status == 1 && json.output.contains("\"key\": \"sheet survey, row 5\""))
    #expect(json.output.contains("\"problem\": \"question or group with no name\""))

    let rows = [3, 4].map {
      "[row : \($0)] On the 'choices' sheet, the 'name' value is invalid. Choices must have a name."
    }
    try workspace.install(FakeConverter.refusing(rows.joined(separator: "\n")))
    #expect(
      try await workspace.converting("import", "a.sqlite", "form.xlsx").errors == """
        Error: form.xlsx has 2 faults; nothing was imported:
          sheet choices, row 3, column name: choices must have a name
          sheet choices, row 4, column name: choices must have a name

        """)
  }

  @Test("The converter's warnings are reported and do not refuse a strict import")
  func warnings() async throws {
    let workspace = try Workspace()
    let warning =
      "[row : 2] On the 'choices' sheet, the 'label' value is invalid. Choices should have a label. "
      + "Learn more: https://xlsform.org/en/#setting-up-your-worksheets"
    let report = #"{"code": 101, "message": "Ok with warnings.", "warnings": ["\#(warning)"]}"#
    try workspace.install(FakeConverter.script(report: report))
    try workspace.writeWorkbook(to: "form.xlsx")
    #expect(
      try await workspace.converting("import", "--strict", "a.sqlite", "form.xlsx").output == """
        form.xlsx: imported “form”, version 1: 1 section, 1 cell
          sheet choices, row 2, column label: choices should have a label; see \
        https://xlsform.org/en/#setting-up-your-worksheets

        """)
  }

  @Test("select_one_external is reported, and refused with --strict")
  func externalChoices() async throws {
    let workspace = try Workspace()
    try workspace.install(FakeConverter.script(itemsets: "list_name,name,label"))
    try workspace.writeWorkbook(to: "form.xlsx")
    let diagnostic =
      "sheet external_choices: select_one_external is not supported, so its answers are typed; "
      + "use select_one with a choice_filter, and put its choices into the sheet choices\n"
    #expect(
      try await workspace.converting("check", "form.xlsx").output
        == "form.xlsx: the form “form”, 1 section, 1 cell\n  \(diagnostic)")
    #expect(
      try await workspace.converting("check", "--strict", "form.xlsx").errors == "Error: form.xlsx: \(diagnostic)")
  }

  @Test("Without xls2xform, the error says how to install it")
  func notInstalled() async throws {
    let workspace = try Workspace()
    try workspace.writeWorkbook(to: "form.xlsx")
    // The system's folders may contain it.
    let words = ["PATH=\(workspace.file("bin").path)", try BuiltTool.url().path]
    for command in [["import", "a.sqlite"], ["check"]] {
      let outcome = try await workspace.run(words + command + ["form.xlsx"], of: URL(fileURLWithPath: "/usr/bin/env"))
      #expect(
        outcome.errors
          == "Error: form.xlsx: this is an Excel workbook, and xls2xform, which reads it, is not on the PATH; "
          + "install it with “pip install pyxform”\n")
      #expect(outcome.status == 1)
    }
    #expect(!workspace.has("a.sqlite"))
  }

  @Test(
    "A failed conversion is reported with how the converter ended",
    arguments: [
      (
        "echo Traceback >&2; echo \"ModuleNotFoundError: No module named 'pyxform'\" >&2; exit 1",
        "xls2xform ended with status 1 and without a report (ModuleNotFoundError: No module named 'pyxform'); "
          + "reinstall it with “pip install --force-reinstall pyxform”"
      ),
      (
        "exit 0",
        "xls2xform ended with status 0 and without a report; "
          + "reinstall it with “pip install --force-reinstall pyxform”"
      ),
      (
        "kill -KILL $$",
        "xls2xform was ended by signal 9 before it finished; run “xls2xform form.xlsx form.xml” by itself, "
          + "and import form.xml"
      ),
      (
        "echo '{\"code\": 100}' >&2",
        "xls2xform reports success, but there is no readable XForm; "
          + "reinstall it with “pip install --force-reinstall pyxform”"
      ),
      (
        "printf 'no form' > \"$4\"; echo '{\"code\": 100}' >&2",
        "its XForm: line 1, column 1: this is neither a property list (XML or binary) nor a JSON object or array"
      ),
    ])
  func failing(script: String, message: String) async throws {
    let workspace = try Workspace()
    try workspace.install(script)
    try workspace.writeWorkbook(to: "form.xlsx")
    let outcome = try await workspace.converting("import", "a.sqlite", "form.xlsx")
    #expect(outcome.errors == "Error: form.xlsx: \(message)\n")
    #expect(outcome.status == 1 && workspace.leftovers().isEmpty && !workspace.has("a.sqlite"))
  }

  @Test("A converter that cannot run is reported with its path")
  func unusable() async throws {
    let workspace = try Workspace()
    try workspace.install("")
    try workspace.write("#!/nowhere/at/all\n", to: "bin/xls2xform")
    try workspace.permit(0o755, "bin/xls2xform")
    try workspace.writeWorkbook(to: "form.xlsx")
    #expect(
      try await workspace.converting("check", "form.xlsx").errors
        == "Error: form.xlsx: “\(workspace.file("bin/xls2xform").path)”, which reads the workbook, cannot be run; "
        + "reinstall it with “pip install --force-reinstall pyxform”\n")
  }

  @Test("The converter only runs on workbooks")
  func noWorkbooks() async throws {
    let workspace = try Workspace()
    try workspace.install(": > '\(workspace.file("ran").path)'")
    try workspace.write("garbage", to: "garbage.xlsx")
    try workspace.write("", to: "empty.XLS")
    try FileManager.default.createDirectory(at: workspace.file("folder.xlsx"), withIntermediateDirectories: true)
    try workspace.write("", to: "huge.xlsx")
    let huge = try FileHandle(forWritingTo: workspace.file("huge.xlsx"))
    try huge.truncate(atOffset: 1 << 40)
    try huge.close()
    let isNone =
      "the name is that of an Excel workbook, but the content is not; save the form again as .xlsx, "
      + "or rename the file"
    for (name, message) in [
      ("garbage.xlsx", "garbage.xlsx: \(isNone)"), ("empty.XLS", "empty.XLS: \(isNone)"),
      ("folder.xlsx", "“folder.xlsx” is a folder, not a file"), ("none.xlsx", "there is no file “none.xlsx”"),
    ] {
      let outcome = try await workspace.converting("import", "a.sqlite", name)
      #expect(outcome.errors == "Error: \(message)\n" && outcome.status == 1)
    }
    let outcome = try await workspace.converting("check", "huge.xlsx")
    #expect(outcome.errors.hasPrefix("Error: “huge.xlsx” has more than "))
    #expect(!workspace.has("ran"))
  }

  @Test("On SIGTERM, the tool ends the converter, removes its folder and ends by the signal")
  func terminated() async throws {
    let workspace = try Workspace()
    try workspace.install(": > '\(workspace.file("begun").path)'\nexec sleep 300")
    try workspace.writeWorkbook(to: "form.xlsx")
    let tool = try workspace.startOpenToSignals(["import", "a.sqlite", "form.xlsx"])
    // Blocks the thread: yielding to other tests may take longer than the tool waits.
    try waitOnThread { !tool.isRunning || workspace.has("begun") }
    #expect(workspace.leftovers().count == 1)
    tool.terminate()
    let outcome = try await tool.outcome()
    #expect(tool.wasKilled && outcome.status == SIGTERM && outcome.errors.isEmpty)
    #expect(workspace.leftovers().isEmpty)
  }
}
