import Foundation
import Testing

/// Submissions and XForms, from the command line.
@Suite struct SubmissionCommandTests {
  private func survey() async throws -> Workspace {
    let workspace = try Workspace()
    try workspace.copyExample("household.xml")
    try await workspace.formstate("import", "survey.sqlite", "household.xml")
    return workspace
  }

  @Test("A submission imports elsewhere under its instanceID, and importing it again changes nothing")
  func roundTrip() async throws {
    let workspace = try await survey()
    try await workspace.formstate("add", "survey.sqlite", "person")
    try await workspace.formstate("set", "survey.sqlite", "person[1]/name", "Ada")
    try await workspace.formstate("export", "submission", "survey.sqlite", "--output", "ada.xml")
    let sent = try workspace.text(of: "ada.xml")
    let name = try #require(sent.firstMatch(of: /<instanceID>(.*)<\/instanceID>/)).output.1
    try await workspace.formstate("import", "other.sqlite", "household.xml")
    #expect(
      try await workspace.formstate("answers", "import", "other.sqlite", "ada.xml", "--dry-run")
        == "ada.xml: 3 actions would be accepted in the response “\(name)” to “household”; nothing was written\n")
    #expect(
      try await workspace.formstate("answers", "import", "other.sqlite", "ada.xml")
        == "ada.xml: imported the response “\(name)” to “household”: 3 actions; revision 4\n")
    #expect(
      try await workspace.formstate("answers", "import", "other.sqlite", "ada.xml")
        == "ada.xml: the response “\(name)” to “household” already exists; nothing was changed\n")
    #expect(
      try await workspace.formstate("answers", "import", "other.sqlite", "ada.xml", "--response", "\(name)")
        == "ada.xml: the response “\(name)” to “household” already contains all of it\n")
    let again = try await workspace.formstate("export", "submission", "other.sqlite")
    #expect(again == sent)
    #expect(try await workspace.formstate("undo", "other.sqlite", "--response", "\(name)").contains("Revision"))
    #expect(try await workspace.formstate("check", "other.sqlite") == "ok\n")
  }

  @Test("A node without a cell is reported; with --strict nothing is imported")
  func misfits() async throws {
    let workspace = try await survey()
    try workspace.write(
      #"<data id="household" version="2"><rooms>3</rooms><place><address>Main St.</address></place></data>"#,
      to: "odd.xml")
    let nameless = try await workspace.refused("answers", "import", "survey.sqlite", "odd.xml")
    #expect(nameless == "Error: odd.xml has no instanceID to name its response; name it with --response\n")
    let strict = try await workspace.refused(
      "answers", "import", "survey.sqlite", "odd.xml", "--response", "odd", "--strict")
    let misfit = "  line 1, /data/rooms: the form has no node rooms here; it is omitted\n"
    #expect(
      strict == "Error: odd.xml does not fit “household” (1 misfit); nothing was imported\n" + misfit)
    #expect(
      try await workspace.formstate("answers", "import", "survey.sqlite", "odd.xml", "--response", "odd", "--lenient")
        == "odd.xml: imported the response “odd” to “household”: 1 action; revision 2\n"
        + "  it answers version “2” of the form, and the response is in “1”\n" + misfit)
    let outcome = try await workspace.run(
      ["answers", "import", "survey.sqlite", "odd.xml", "--response", "odd", "--json"])
    let json = outcome.output
    #expect(outcome.status == 1, "something is left out, as of a table")
    #expect(json.contains(#""problem": "the form has no node rooms here""#) && json.contains(#""actionCount": 0"#))
  }

  @Test("An imported instance never gets the number of a removed one")
  func instanceNumbers() async throws {
    let workspace = try await survey()
    for (number, name) in [(1, "Ada"), (2, "Bea")] {
      try await workspace.formstate("add", "survey.sqlite", "person")
      try await workspace.formstate("set", "survey.sqlite", "person[\(number)]/name", name)
    }
    try await workspace.formstate("export", "submission", "survey.sqlite", "--output", "both.xml")
    try await workspace.formstate("remove", "survey.sqlite", "person[2]")
    try await workspace.formstate("answers", "import", "survey.sqlite", "both.xml", "--response", "default")
    let refused = try await workspace.refused("set", "survey.sqlite", "name:2", "Cy")
    #expect(refused.contains("“name:2”"))
    #expect(try await workspace.formstate("get", "survey.sqlite", "name:3") == "Bea\n")
    #expect(try await workspace.formstate("check", "survey.sqlite") == "ok\n")
  }

  @Test("A lost instanceID is reported, unless the response has it as its key")
  func ownName() async throws {
    let workspace = try Workspace()
    try workspace.copyExample("trip.json")
    try await workspace.formstate("import", "trip.sqlite", "trip.json")
    try workspace.write(
      #"<data id="trip"><meta><instanceID>uuid:1</instanceID></meta></data>"#, to: "trip.xml")
    let output = try await workspace.formstate("answers", "import", "trip.sqlite", "trip.xml", "--response", "ada")
    #expect(
      output
        == "trip.xml: imported the response “ada” to “trip”, which has no answers\n"
        + "  no cell of the form stores its instanceID, so the response is exported under a different one; "
        + "omit --response to use this name\n")
    #expect(
      try await workspace.formstate("answers", "import", "trip.sqlite", "trip.xml", "--strict")
        == "trip.xml: imported the response “uuid:1” to “trip”, which has no answers\n")
    let sent = try await workspace.formstate(
      "export", "submission", "trip.sqlite", "--response", "uuid:1")
    #expect(sent.contains("<orx:instanceID>uuid:1</orx:instanceID>"))
  }

  @Test("An untouched response is exported with its initial values, and stays untouched")
  func untouched() async throws {
    let workspace = try await survey()
    let sent = try await workspace.formstate("export", "submission", "survey.sqlite")
    #expect(sent.contains("<data id=\"household\" version=\"1\">"))
    // The initial results of rules are included.
    #expect(sent.contains(/<today>\d{4}-\d\d-\d\d<\/today>/) && sent.contains("<adults>0</adults>"))
    #expect(sent.contains(/<instanceID>uuid:[0-9a-f-]{36}<\/instanceID>/))
    #expect(try await workspace.formstate("list", "survey.sqlite").contains("no responses yet"))
  }

  @Test("A submission to an unknown form, and an export of several responses, are refused")
  func refusals() async throws {
    let workspace = try await survey()
    try workspace.write(#"<data id="clinic"/>"#, to: "clinic.xml")
    #expect(
      try await workspace.refused("answers", "import", "survey.sqlite", "clinic.xml")
        == "Error: clinic.xml answers the form “clinic”, which is unknown; "
        + "import its XForm first, or name the form with --form\n")
    #expect(
      try await workspace.refused("answers", "import", "survey.sqlite", "household.xml")
        == "Error: household.xml: line 2: this is a form, not a submission; import it with formstate import\n")
    for name in ["ada", "al"] {
      try await workspace.formstate("response", "new", "survey.sqlite", name)
      try await workspace.formstate("set", "survey.sqlite", "address", "1", "--response", name)
    }
    #expect(
      try await workspace.refused("export", "submission", "survey.sqlite")
        == "Error: a submission contains one response, and “household” has 2; select one with --response: ada, al\n")
  }

  @Test("A form that asks for encryption says that its answers are in clear; a submission needs --in-clear")
  func encryption() async throws {
    let workspace = try Workspace()
    try workspace.write(
      """
      <h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml"><h:head><model>
      <instance><data id="secret"><a/></data></instance><submission method="post" base64RsaPublicKey="MIIB"/>
      </model></h:head><h:body><input ref="/data/a"/></h:body></h:html>
      """, to: "secret.xml")
    #expect(
      try await workspace.formstate("import", "survey.sqlite", "secret.xml").contains(
        "the form asks for encryption (base64RsaPublicKey), which is not supported; its answers leave in clear\n"))
    try await workspace.formstate("set", "survey.sqlite", "a", "hidden")
    #expect(
      try await workspace.refused("export", "submission", "survey.sqlite", "--output", "a.xml")
        == "Error: “secret” asks for encryption (base64RsaPublicKey), which is not supported, so a submission would be in clear; write it with formstate export submission --in-clear\n"
    )
    #expect(throws: (any Error).self) { try workspace.text(of: "a.xml") }
    let note = "Note: “secret” asks for encryption, which is not supported; its answers are in clear.\n"
    let exports = [["submission", "--in-clear"], ["csv"], ["json"], ["actions"], ["plist"]]
    let ways = exports.map { Workspace.words(["export"] + $0, on: "survey.sqlite") }
    for way in ways + [["export", "dump", "survey.sqlite"], ["outbox", "write", "survey.sqlite", "--to", "hq"]] {
      let done = try await workspace.run(way)
      #expect(done.output.contains("hidden") && done.errors.contains(note), "\(way)")
    }
    let form = try await workspace.run(["export", "xform", "survey.sqlite"])
    #expect(form.errors == "" && form.output.contains("base64RsaPublicKey"))
  }

  @Test("A form exported as XForm imports as the same version")
  func xForm() async throws {
    let workspace = try await survey()
    try await workspace.formstate("export", "xform", "survey.sqlite", "--output", "again.xml")
    #expect(
      try await workspace.formstate("import", "survey.sqlite", "again.xml")
        == "again.xml: “household” is version 1 already\n")
    try workspace.copyExample("trip.json")
    try await workspace.formstate("import", "survey.sqlite", "trip.json")
    let own = try await workspace.run(["export", "xform", "survey.sqlite", "--form", "trip"])
    #expect(own.output.contains(#"<repeat nodeset="/data/"#))
    #expect(
      own.errors.contains(
        "XForms cannot express units (“weight”, “price”, “fare”, “bag-weight” and 3 more); omitted"))
  }
}
