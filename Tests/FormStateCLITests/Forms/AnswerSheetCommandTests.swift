import Foundation
import Testing

/// Tables and JSON of many responses, from the command line.
@Suite("Answers from a spreadsheet")
struct AnswerSheetCommandTests {
  private static let form = #"""
    {"formstate":1,"key":"patient","sections":[
      {"key":"who","title":"Who","cells":[
        {"key":"name","kind":"text","title":"Name"},
        {"key":"weight","kind":"decimal","title":"Weight","unit":"kg"},
        {"key":"born","kind":"date","title":"Born"},
        {"key":"smokes","kind":"switch","title":"Smokes","offTitle":"Never","onTitle":"Daily"},
        {"key":"care","kind":"choices","title":"Care","options":[
          {"value":"home","title":"At home"},{"value":"day","title":"By day"}]},
        {"key":"note-1","kind":"text","title":"Note"},
        {"key":"bmi","kind":"decimal","title":"BMI","calculate":"${weight} * 2","readOnly":"true()"}]},
      {"key":"visits","title":"Visits","cells":[
        {"key":"note-2","kind":"text","title":"Note"},
        {"key":"visit","kind":"repeat","title":"Visit","cells":[
          {"key":"reason","kind":"text","title":"Reason"}]}]}]}
    """#

  private func clinic() async throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write(Self.form, to: "patient.json")
    try await workspace.formstate("import", "p.sqlite", "patient.json")
    return workspace
  }

  private func bytes(_ workspace: Workspace) throws -> Data { try Data(contentsOf: workspace.file("p.sqlite")) }

  @Test("A table with semicolons, a byte order mark, CRLF and multi-line fields imports by title")
  func spreadsheet() async throws {
    let workspace = try await clinic()
    try workspace.write(
      "\u{FEFF}response;Name;Weight;Born;Smokes;Care\r\n"
        + "ada;\"Ada\r\nLovelace\";70.5;1815-12-10;Daily;By day, home\r\nal;Al;;\"May 3, 1990\";off;\r\n",
      to: "a.csv")
    #expect(
      try await workspace.formstate("import-answers", "p.sqlite", "a.csv", "--author", "Ida")
        == "a.csv: imported 2 responses to “patient”, 2 new\n")
    let get = { (cell: String, response: String) in
      try await workspace.formstate("get", "p.sqlite", cell, "--response", response)
    }
    #expect(try await get("name", "ada") == "Ada\r\nLovelace\n")
    #expect(try await get("weight", "ada") == "70.5\n")
    #expect(try await get("smokes", "ada") == "true\n")
    #expect(try await get("care", "ada") == "[\"day\",\"home\"]\n")
    #expect(try await get("born", "al") == "1990-05-03\n")
    #expect(try await workspace.formstate("log", "p.sqlite", "--response", "al").contains("  Ida  set name “Al”"))
    #expect(
      try await workspace.formstate("import-answers", "p.sqlite", "a.csv")
        == "a.csv: imported 2 responses to “patient”, 2 unchanged\n")
    try await workspace.formstate("undo", "p.sqlite", "--response", "ada")
    #expect(try await workspace.run(["get", "p.sqlite", "name", "--response", "ada"]).status == 1)
    #expect(try await workspace.formstate("check", "p.sqlite") == "ok\n")
  }

  @Test("Every table and JSON that answers and export write can be imported")
  func comesBack() async throws {
    let workspace = try await clinic()
    try await workspace.formstate(
      "set", "p.sqlite", "name==SUM(A1)", "weight=70.50", "born=1815-12-10", "care=home,day")
    try await workspace.formstate("add", "p.sqlite", "visit")
    try await workspace.formstate("add", "p.sqlite", "visit")
    try await workspace.formstate("remove", "p.sqlite", "visit[1]")
    try await workspace.formstate("set", "p.sqlite", "visit[1]/reason", "cough")
    let written = [
      ["answers", "p.sqlite", "--csv"], ["answers", "p.sqlite", "--csv", "--raw"], ["answers", "p.sqlite", "--json"],
      ["answers", "p.sqlite", "--ndjson"], ["export", "p.sqlite", "--format", "csv"],
      ["export", "p.sqlite", "--format", "csv", "--titles"],
      ["export", "p.sqlite", "--format", "csv", "--titles", "--readable"],
    ]
    for command in written {
      let out = try await workspace.run(command).output
      try workspace.write(out, to: "out")
      let other = "\(command.joined()).sqlite"
      try await workspace.formstate("import", other, "patient.json")
      var arguments = ["import-answers", other, "out"]
      if command.contains("--raw") { arguments.append("--raw") }
      let outcome = try await workspace.run(arguments)
      #expect(outcome.output == "out: imported 1 response to “patient”, 1 new\n", "\(command): \(outcome.errors)")
      var again = command
      again[1] = other
      #expect(
        try await workspace.run(again).output.replacing(/"revision": \d+/, with: "")
          == out.replacing(/"revision": \d+/, with: ""), "\(command)")
    }
  }

  @Test("A dry run reports the import; --strict refuses misfits; neither changes a byte")
  func misfits() async throws {
    let workspace = try await clinic()
    try await workspace.formstate("set", "p.sqlite", "weight", "80")
    try workspace.write(
      "response;Weihgt;Weight;Note;Born;Smokes;Reason\ndefault;1;70,5;x;soon;;\nal;;;;1990-05-03;on;cough\n",
      to: "a.csv")
    let before = try bytes(workspace)
    let misfits =
      "  column “Weihgt”: the form has no question of this key or title; did you mean “weight”?\n"
      + "  column “Note”: 2 questions have this name: “note-1”, “note-2”; name the column after a key\n"
      + "  line 2, “Weight”: “70,5” is not accepted; give a number, for example 72.50; write 70.5; the current answer stays\n"
      + "  line 2, “Born”: “soon” is not accepted; give a date as YYYY-MM-DD, for example 1835-11-30; it is omitted\n"
      + "  line 3, “Reason”: it is in the repeat “visit”; "
      + "write a line for each answer, with its instance, as answers --csv does\n"
    #expect(
      try await workspace.formstate("import-answers", "p.sqlite", "a.csv", "--dry-run")
        == "a.csv: would import 2 responses to “patient”, 1 new, 1 unchanged; nothing was written\n"
        + "  line 3: “al” begins with 2 answers\n" + misfits)
    #expect(
      try await workspace.refused("import-answers", "p.sqlite", "a.csv", "--strict")
        == "Error: a.csv does not fit “patient” (5 misfits); nothing was imported\n" + misfits)
    #expect(try bytes(workspace) == before)
    #expect(try await workspace.formstate("response", "list", "p.sqlite").contains("al ") == false)
    #expect(
      try await workspace.formstate("import-answers", "p.sqlite", "a.csv")
        == "a.csv: imported 2 responses to “patient”, 1 new, 1 unchanged\n" + misfits)
    #expect(try await workspace.formstate("get", "p.sqlite", "weight") == "80\n")
  }

  @Test("A line without a key begins a response with the first free key; an empty line is ignored")
  func keys() async throws {
    let workspace = try await clinic()
    try await workspace.formstate("response", "new", "p.sqlite", "response-2")
    try workspace.write("name,weight\nAda,\n,\nAl,80\n", to: "a.csv")
    #expect(
      try await workspace.formstate("import-answers", "p.sqlite", "a.csv", "--dry-run")
        == "a.csv: would import 2 responses to “patient”, 2 new; nothing was written\n"
        + "  line 2: “response-1” begins with 1 answer\n  line 4: “response-3” begins with 2 answers\n")
    #expect(
      try await workspace.refused("import-answers", "p.sqlite", "a.csv", "--response", "ada")
        == "Error: --response names one response, and a.csv has 2; omit it\n")
    try workspace.write("response,name\nada,Ada\nada,Al\n\" \u{7}\",x\n", to: "twice.csv")
    #expect(
      try await workspace.refused("import-answers", "p.sqlite", "twice.csv")
        == "Error: twice.csv: line 4, column 1: a field holds the control character U+0007, which no XML property list can; remove it\n"
    )
    try workspace.write("response,name\nada,Ada\nada,Al\n", to: "twice.csv")
    #expect(
      try await workspace.formstate("import-answers", "p.sqlite", "twice.csv")
        == "twice.csv: imported 1 response to “patient”, 1 new\n"
        + "  line 3: line 2 belongs to the response “ada” already; it is omitted\n")
  }

  @Test("An empty field keeps the answer unless --clear-empty; a different calculation is reported")
  func empty() async throws {
    let workspace = try await clinic()
    try await workspace.formstate("set", "p.sqlite", "name=Ada", "weight=70")
    try workspace.write("response,name,weight,bmi\ndefault,,71,140\n", to: "a.csv")
    #expect(
      try await workspace.formstate("import-answers", "p.sqlite", "a.csv")
        == "a.csv: imported 1 response to “patient”, 1 changed\n"
        + "  line 2, “bmi”: it is calculated, and its value differs here; the current answer stays\n")
    #expect(try await workspace.formstate("get", "p.sqlite", "name") == "Ada\n")
    #expect(try await workspace.formstate("get", "p.sqlite", "weight") == "71\n")
    #expect(
      try await workspace.formstate("import-answers", "p.sqlite", "a.csv", "--clear-empty").hasPrefix(
        "a.csv: imported 1 response to “patient”, 1 changed\n"))
    #expect(try await workspace.refused("get", "p.sqlite", "name") == "Error: the cell “name” has no value\n")
  }

  @Test("JSON answers import object by object, --json reports them, and a fault has its place")
  func json() async throws {
    let workspace = try await clinic()
    try workspace.write(#"[{"response":"ada","name":"Ada","Care":["home"]},{"name":null,"weight":70.5}]"#, to: "a.json")
    #expect(
      try await workspace.formstate("import-answers", "p.sqlite", "a.json", "--json") == """
        {
          "form": "patient",
          "dryRun": false,
          "responses": [
            {
              "response": "ada",
              "place": "object 1",
              "new": true,
              "actionCount": 2,
              "revision": 2
            },
            {
              "response": "response-1",
              "place": "object 2",
              "new": true,
              "actionCount": 1,
              "revision": 1
            }
          ],
          "misfitCount": 0,
          "misfits": []
        }

        """)
    try workspace.write("{\"response\":\"al\",\"name\":\"Al\"}\n\n{\"response\":\"al\"\n", to: "b.json")
    #expect(
      try await workspace.refused("import-answers", "p.sqlite", "b.json")
        == "Error: b.json: line 3, column 17: the document ends before it is complete\n")
    #expect(
      try await workspace.refused("import-answers", "p.sqlite", "patient.json")
        == "Error: patient.json: this is a form with its responses; import it with formstate import\n")
  }

  @Test("A file that is not a table of the form's answers is refused with what to do")
  func refusals() async throws {
    let workspace = try await clinic()
    for (text, message) in [
      ("", "a.csv: the document is empty"),
      ("name\n", "a.csv holds no answers"),
      ("response\nada\n", "a.csv has no column for a question of “patient”; nothing was imported"),
      (
        "Nome\nAda\n",
        "a.csv does not fit “patient” (1 misfit); nothing was imported\n"
          + "  column “Nome”: the form has no question of this key or title; did you mean “name”?"
      ),
      ("form,name\npatent,Ada\n", "there is no form “patent”; did you mean “patient”?"),
      (
        "form,response,instance,position,within,reason\npatient,default,1,1,,x\n",
        "a.csv: this is the table of a repeat; import answers in instances with a line for each question, as answers --csv "
          + "writes them, or with the whole form, as export --format json writes it"
      ),
      (
        "form,response,version,section,cell,question,value,draft,expanded\n",
        "a.csv: these are set-aside contents; map them to cells with upgrade --map"
      ),
      ("name,weight\nAda\n\nAl,1,2\n", "a.csv: line 4, column 1: there are 3 fields, and only 2 columns"),
    ] {
      try workspace.write(text, to: "a.csv")
      #expect(try await workspace.refused("import-answers", "p.sqlite", "a.csv") == "Error: \(message)\n")
    }
    try Data([0x6E, 0x61, 0x6D, 0x65, 0x0A, 0x41, 0x64, 0xE9, 0x0A]).write(to: workspace.file("a.csv"))
    #expect(
      try await workspace.refused("import-answers", "p.sqlite", "a.csv")
        == "Error: a.csv: line 2, column 3: the text is not UTF-8; save the table as UTF-8\n")
    try Data([0x50, 0x4B, 0x03, 0x04, 0x00]).write(to: workspace.file("a.csv"))
    #expect(
      try await workspace.refused("import-answers", "p.sqlite", "a.csv")
        == "Error: a.csv: this is a workbook; save its sheet as CSV (UTF-8)\n")
    #expect(
      try await workspace.refused("import-answers", "p.sqlite", "a.csv", "--format", "json", "--raw", status: 64)
        .hasPrefix("Error: --raw requires --format csv.\n"))
  }
}
