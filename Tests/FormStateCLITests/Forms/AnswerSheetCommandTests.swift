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
      try await workspace.formstate("answers", "import", "p.sqlite", "a.csv", "--author", "Ida")
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
      try await workspace.formstate("answers", "import", "p.sqlite", "a.csv")
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
      ["export", "csv", "p.sqlite", "--long"], ["export", "csv", "p.sqlite", "--long", "--raw"],
      ["answers", "p.sqlite", "--json"],
      ["answers", "p.sqlite", "--ndjson"], ["export", "csv", "p.sqlite"],
      ["export", "csv", "p.sqlite", "--titles"],
      ["export", "csv", "p.sqlite", "--titles", "--readable"],
    ]
    for command in written {
      let out = try await workspace.run(command).output
      try workspace.write(out, to: "out")
      let other = "\(command.joined()).sqlite"
      try await workspace.formstate("import", other, "patient.json")
      var arguments = ["answers", "import", other, "out"]
      if command.contains("--raw") { arguments.append("--raw") }
      let outcome = try await workspace.run(arguments)
      #expect(outcome.output == "out: imported 1 response to “patient”, 1 new\n", "\(command): \(outcome.errors)")
      let again = command.map { $0 == "p.sqlite" ? other : $0 }
      // The other response has another name and a journal of its own.
      let own = /"(revision|stream)": ("\w+"|\d+)/
      #expect(
        try await workspace.run(again).output.replacing(own, with: "") == out.replacing(own, with: ""), "\(command)")
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
      + "write a line for each answer, with its instance, as export csv --long does\n"
    #expect(
      try await workspace.refused("answers", "import", "p.sqlite", "a.csv")
        == "Error: a.csv: a column has nearly the name of a known one; nothing was imported\n"
        + "  column “Weihgt”: the form has no question of this key or title; did you mean “weight”?\n")
    #expect(
      try await workspace.formstate("answers", "import", "p.sqlite", "a.csv", "--dry-run", "--lenient")
        == "a.csv: would import 2 responses to “patient”, 1 new, 1 unchanged; 5 misfits left out; nothing was written\n"
        + "  line 3: “al” begins with 2 answers\n    Born: nothing → May 3, 1990\n    Smokes: nothing → Daily\n"
        + misfits
    )
    #expect(
      try await workspace.refused("answers", "import", "p.sqlite", "a.csv", "--strict")
        == "Error: a.csv does not fit “patient” (5 misfits); nothing was imported\n" + misfits)
    #expect(try bytes(workspace) == before)
    #expect(try await workspace.formstate("list", "p.sqlite").contains("al ") == false)
    #expect(
      try await workspace.refused("answers", "import", "p.sqlite", "a.csv", "--strict", "--lenient", status: 64)
        .hasPrefix("Error: --strict refuses misfits, --lenient leaves them out; use one of them.\n"))
    #expect(
      try await workspace.formstate("answers", "import", "p.sqlite", "a.csv", "--lenient")
        == "a.csv: imported 2 responses to “patient”, 1 new, 1 unchanged; 5 misfits left out\n" + misfits)
    #expect(try await workspace.formstate("get", "p.sqlite", "weight") == "80\n")
  }

  @Test("A line without a key begins a response with the first free key; an empty line is ignored")
  func keys() async throws {
    let workspace = try await clinic()
    try await workspace.formstate("response", "new", "p.sqlite", "response-2")
    try workspace.write("name,weight\nAda,\n,\nAl,80\n", to: "a.csv")
    #expect(
      try await workspace.formstate("answers", "import", "p.sqlite", "a.csv", "--dry-run")
        == "a.csv: would import 2 responses to “patient”, 2 new; nothing was written\n"
        + "  line 2: “response-1” begins with 1 answer\n    Name: nothing → Ada\n"
        + "  line 4: “response-3” begins with 2 answers\n    Name: nothing → Al\n    Weight: nothing → 80 kg\n"
        + "    BMI: nothing → 160\n")
    #expect(
      try await workspace.refused("answers", "import", "p.sqlite", "a.csv", "--response", "ada")
        == "Error: --response names one response, and a.csv has 2; omit it\n")
    try workspace.write("response,name\nada,Ada\nada,Al\n\" \u{7}\",x\n", to: "twice.csv")
    #expect(
      try await workspace.refused("answers", "import", "p.sqlite", "twice.csv")
        == "Error: twice.csv: line 4, column 1: a field holds the control character U+0007, which no XML property list can; remove it\n"
    )
    try workspace.write("response,name\nada,Ada\nada,Al\n", to: "twice.csv")
    #expect(
      try await workspace.refused("answers", "import", "p.sqlite", "twice.csv")
        == "Error: twice.csv: something is answered twice; nothing was imported\n"
        + "  line 3: line 2 answers for “ada” already; remove one\n")
    try workspace.write("response,cell,value\nada,name,Ada\nada,weight,70\nada,name,Al\n", to: "twice.csv")
    #expect(
      try await workspace.refused("answers", "import", "p.sqlite", "twice.csv")
        == "Error: twice.csv: something is answered twice; nothing was imported\n"
        + "  line 4, “name”: line 2 has this answer already; remove one\n")
    #expect(try await !workspace.formstate("list", "p.sqlite").contains("ada"))
  }

  @Test("A column with nearly the name of a known one refuses the file, also with --lenient if it names responses")
  func mistyped() async throws {
    let workspace = try await clinic()
    try await workspace.formstate("response", "new", "p.sqlite", "ada")
    for (column, name) in [
      ("Response", "response"), ("RESPONSE", "response"), ("respose", "response"), ("res ponse", "response"),
      ("Form", "form"),
    ] {
      try workspace.write("\(column),name\nada,Ada\n", to: "a.csv")
      for options in [[], ["--lenient"], ["--strict"]] {
        let outcome = try await workspace.run(["answers", "import", "p.sqlite", "a.csv"] + options)
        #expect(
          outcome.status == 1
            && outcome.errors == "Error: a.csv: a column has nearly the name of a known one; nothing was imported\n"
              + "  column “\(column)”: the form has no question of this key or title; did you mean “\(name)”?\n",
          "\(outcome)")
      }
    }
    try workspace.write(#"[{"Response":"ada","name":"Ada"}]"#, to: "a.json")
    #expect(try await workspace.refused("answers", "import", "p.sqlite", "a.json").contains("did you mean “response”?"))
    for column in ["WEIGHT", "weigth", "Wei ght", "weights"] {
      try workspace.write("response,name,\(column)\nada,Ada,70\n", to: "a.csv")
      #expect(try await workspace.refused("answers", "import", "p.sqlite", "a.csv").contains("did you mean “weight”?"))
    }
    #expect(try await workspace.formstate("log", "p.sqlite", "--response", "ada") == "")
    #expect(try await !workspace.formstate("list", "p.sqlite").contains("response-1"))
    // A question of that name is that question.
    try workspace.write(
      #"{"formstate":1,"key":"q","sections":[{"key":"s","cells":[{"key":"Response","kind":"text"}]}]}"#, to: "q.json")
    try await workspace.formstate("import", "q.sqlite", "q.json")
    try workspace.write("response,Response\nada,yes\n", to: "a.csv")
    #expect(
      try await workspace.formstate("answers", "import", "q.sqlite", "a.csv")
        == "a.csv: imported 1 response to “q”, 1 new\n")
  }

  @Test("A refused value is counted in the headline, and the exit status is 1 unless --lenient")
  func status() async throws {
    let workspace = try await clinic()
    try workspace.write("response,name,weight\nada,Ada,heavy\n", to: "a.csv")
    let report =
      "a.csv: imported 1 response to “patient”, 1 new; 1 misfit left out\n"
      + "  line 2, “weight”: “heavy” is not accepted; give a number, for example 72.50; it is omitted\n"
    let outcome = try await workspace.run(["answers", "import", "p.sqlite", "a.csv"])
    #expect(outcome.status == 1 && outcome.output == report && outcome.errors == "", "\(outcome)")
    #expect(try await workspace.formstate("get", "p.sqlite", "name", "--response", "ada") == "Ada\n")
    #expect(
      try await workspace.formstate("answers", "import", "p.sqlite", "a.csv", "--lenient")
        == report.replacing("1 new", with: "1 unchanged"))
    #expect(try await workspace.run(["answers", "import", "p.sqlite", "a.csv", "--json"]).status == 1)
  }

  @Test("A first line sep= names the separator", arguments: ["sep=;\r\n", "\"sep=;\"\n", "sep=;;;\n"])
  func separator(first: String) async throws {
    let workspace = try await clinic()
    try workspace.write(first + "response;name;weight\nada;\"Lovelace, Ada\";70.5\nal;Al;x\n", to: "a.csv")
    let outcome = try await workspace.run(["answers", "import", "p.sqlite", "a.csv", "--lenient"])
    #expect(
      outcome.output.hasPrefix("a.csv: imported 2 responses to “patient”, 2 new; 1 misfit left out\n  line 4, “weight”")
    )
    #expect(try await workspace.formstate("get", "p.sqlite", "name", "--response", "ada") == "Lovelace, Ada\n")
  }

  @Test("The tables of an export with repeats can be imported again, and cells may be named by address")
  func tables() async throws {
    let workspace = try Workspace()
    try workspace.copyExample("trip.json")
    try await workspace.formstate("import", "trip.sqlite", "trip.json")
    let actions = [
      ["set", "passenger[1]/name", "Ada"], ["add", "passenger"], ["set", "passenger[2]/name", "Tom"],
      ["add", "passenger[2]/bag"], ["add", "passenger[2]/bag"], ["add", "passenger"],
      ["set", "passenger[3]/name", "Eve"],
      ["remove", "passenger[1]"],
    ]
    for words in actions {
      #expect(try await workspace.run([words[0], "trip.sqlite"] + words.dropFirst()).status == 0, "\(words)")
    }
    try await workspace.formstate("export", "csv", "trip.sqlite", "--tables", "out")
    let files = try FileManager.default.contentsOfDirectory(atPath: workspace.file("out").path).sorted()
    try await workspace.formstate("import", "again.sqlite", "trip.json")
    for again in [1, 0] {
      let outcome = try await workspace.run(["answers", "import", "again.sqlite", "out"])
      #expect(
        outcome.status == 0
          && outcome.output == "out: imported 1 response to “trip”, \(again == 1 ? "1 new" : "1 unchanged")\n",
        "\(outcome)")
    }
    try await workspace.formstate("export", "csv", "again.sqlite", "--tables", "back")
    for file in files {
      #expect(try workspace.text(of: "back/\(file)") == workspace.text(of: "out/\(file)"), "\(file)")
    }
    try workspace.write("response,cell,value\ndefault,name:2,Thomas\n", to: "long.csv")
    try await workspace.formstate("answers", "import", "again.sqlite", "long.csv")
    #expect(try await workspace.formstate("get", "again.sqlite", "name:2") == "Thomas\n")
    #expect(try await workspace.formstate("check", "again.sqlite") == "ok\n")
    try workspace.write("form,response,instance,position,within,tag\ntrip,default,9,1,7,A\n", to: "bag.csv")
    let lost = try await workspace.run(["answers", "import", "again.sqlite", "bag.csv"])
    #expect(
      lost.status == 1
        && lost.output.hasSuffix(
          "line 2, “tag”: there is no instance 7 around it; import the table of the repeat around it first; it is omitted\n"
        ),
      "\(lost)")
    try workspace.write("form,response,instance,position,within,name\ntrip,default,x,1,,A\n", to: "bad.csv")
    #expect(
      try await workspace.refused("answers", "import", "again.sqlite", "bad.csv")
        == "Error: bad.csv: line 2, column 1: “x” is not the number of an instance\n")
  }

  @Test("An empty field keeps the answer unless --clear-empty; a different calculation is reported")
  func empty() async throws {
    let workspace = try await clinic()
    try await workspace.formstate("set", "p.sqlite", "name=Ada", "weight=70")
    try workspace.write("response,name,weight,bmi\ndefault,,71,140\n", to: "a.csv")
    #expect(
      try await workspace.formstate("answers", "import", "p.sqlite", "a.csv", "--lenient")
        == "a.csv: imported 1 response to “patient”, 1 changed; 1 misfit left out\n"
        + "  line 2, “bmi”: it is calculated, and its value differs here; the current answer stays\n")
    #expect(try await workspace.formstate("get", "p.sqlite", "name") == "Ada\n")
    #expect(try await workspace.formstate("get", "p.sqlite", "weight") == "71\n")
    #expect(
      try await workspace.formstate("answers", "import", "p.sqlite", "a.csv", "--clear-empty", "--lenient").hasPrefix(
        "a.csv: imported 1 response to “patient”, 1 changed; 1 misfit left out\n"))
    #expect(try await workspace.refused("get", "p.sqlite", "name") == "Error: the cell “name” has no value\n")
  }

  @Test("JSON answers import object by object, --json reports them, and a fault has its place")
  func json() async throws {
    let workspace = try await clinic()
    try workspace.write(#"[{"response":"ada","name":"Ada","Care":["home"]},{"name":null,"weight":70.5}]"#, to: "a.json")
    #expect(
      try await workspace.formstate("answers", "import", "p.sqlite", "a.json", "--json") == """
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
      try await workspace.refused("answers", "import", "p.sqlite", "b.json")
        == "Error: b.json: line 3, column 17: the document ends before it is complete\n")
    #expect(
      try await workspace.refused("answers", "import", "p.sqlite", "patient.json")
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
        "a.csv: a column has nearly the name of a known one; nothing was imported\n"
          + "  column “Nome”: the form has no question of this key or title; did you mean “name”?"
      ),
      ("form,name\npatent,Ada\n", "there is no form “patent”; did you mean “patient”?"),
      (
        "form,response,version,section,cell,question,value,expanded\n",
        "a.csv: these are set-aside contents; map them to cells with upgrade --map"
      ),
      ("name,weight\nAda\n\nAl,1,2\n", "a.csv: line 4, column 1: there are 3 fields, and only 2 columns"),
    ] {
      try workspace.write(text, to: "a.csv")
      #expect(try await workspace.refused("answers", "import", "p.sqlite", "a.csv") == "Error: \(message)\n")
    }
    try Data([0x6E, 0x61, 0x6D, 0x65, 0x0A, 0x41, 0x64, 0xE9, 0x0A]).write(to: workspace.file("a.csv"))
    #expect(
      try await workspace.refused("answers", "import", "p.sqlite", "a.csv")
        == "Error: a.csv: line 2, column 3: the text is not UTF-8; save the table as UTF-8\n")
    try Data([0x50, 0x4B, 0x03, 0x04, 0x00]).write(to: workspace.file("a.csv"))
    #expect(
      try await workspace.refused("answers", "import", "p.sqlite", "a.csv")
        == "Error: a.csv: this is a workbook; save its sheet as CSV (UTF-8)\n")
    #expect(
      try await workspace.refused("answers", "import", "p.sqlite", "a.csv", "--format", "json", "--raw", status: 64)
        .hasPrefix("Error: --raw requires --format csv.\n"))
  }
}
