import Foundation
import Testing

/// A trip with passengers and their luggage. Every command is a separate process, so everything that it shows was on
/// disk.
@Suite("A trip with passengers and their luggage")
struct RepeatStoryTests {
  /// The trip with Ada, with Grace, who has two bags, and with a passenger without a name.
  private func filledIn() async throws -> Workspace {
    let workspace = try await Workspace.withExample("trip.json")
    try await workspace.formstate("set", "answers.sqlite", "passenger[1]/name", "Ada")
    for _ in 0..<2 { try await workspace.formstate("add", "answers.sqlite", "passenger") }
    try await workspace.formstate("set", "answers.sqlite", "passenger[2]/name", "Grace")
    for _ in 0..<2 { try await workspace.formstate("add", "answers.sqlite", "passenger[2]/bag") }
    try await workspace.formstate("set", "answers.sqlite", "passenger[2]/bag[1]/bag-weight", "20")
    try await workspace.formstate("set", "answers.sqlite", "passenger[2]/bag[2]/bag-weight", "8")
    return workspace
  }

  private func value(_ cell: String, in workspace: Workspace) async throws -> String {
    try await workspace.formstate("get", "answers.sqlite", cell).trimmingCharacters(in: .newlines)
  }

  @Test("Two processes that add an instance at once both succeed")
  func atOnce() async throws {
    let workspace = try await Workspace.withExample("trip.json")
    try await workspace.formstate("set", "answers.sqlite", "passenger[1]/name", "Ada")
    let processes = try (0..<2).map { _ in try workspace.start(["add", "answers.sqlite", "passenger", "--json"]) }
    var revisions: Set<Int> = []
    for process in processes {
      let outcome = try await process.outcome()
      #expect(outcome.status == 0, "\(outcome.errors)")
      revisions.insert(try JSONDecoder().decode(ShownChange.self, from: Data(outcome.output.utf8)).revision)
    }
    #expect(revisions == [3, 4])
    #expect(try await value("passengers", in: workspace) == "3")
    #expect(try await value("price", in: workspace) == "360")
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }

  @Test("Removing a passenger removes the luggage; undo restores answers and disclosure")
  func removedAndBack() async throws {
    let workspace = try await filledIn()
    #expect(try await value("so-far:3", in: workspace) == "400")
    try await workspace.formstate("expand", "answers.sqlite", "passenger[2]/person")
    let before = try await workspace.shown()
    #expect(before.rows.filter { $0.key == "bag-weight" }.map(\.value) == [.text("20"), .text("8")])

    try await workspace.formstate("remove", "answers.sqlite", "passenger[2]")
    let without = try await workspace.shown()
    #expect(without.sections[1].rows.map(\.title) == ["Passengers", "Passenger 1: Ada", "Passenger 2"])
    #expect(try await value("weight", in: workspace) == "0")
    #expect(try await value("so-far:3", in: workspace) == "240")
    #expect(
      try await workspace.refused("get", "answers.sqlite", "name:2")
        == "Error: there is no instance “name:2”; it may have been removed\n")

    // The log still shows entries of a removed instance.
    #expect(try await workspace.formstate("log", "answers.sqlite", "--cell", "name:2").contains("“Grace” → as defined"))

    try await workspace.formstate("undo", "answers.sqlite")
    let after = try await workspace.shown()
    #expect(after.digest == before.digest)
    #expect(after.sections == before.sections)
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }

  @Test("A moved instance keeps its number and answers; titles and running totals follow the order")
  func moved() async throws {
    let workspace = try await filledIn()
    try await workspace.formstate("expand", "answers.sqlite", "person:2")
    try await workspace.formstate("move", "answers.sqlite", "passenger[3]", "--before", "passenger:1")
    let shown = try await workspace.shown()
    #expect(
      shown.rows.filter { $0.key == "person" }.map(\.title) == [
        "Passenger 1", "Passenger 2: Ada", "Passenger 3: Grace",
      ])
    #expect(shown.rows.filter { $0.key == "person" }.map(\.expanded) == [false, false, true])
    for (cell, total) in [("so-far:3", "120"), ("so-far:1", "240"), ("so-far:2", "400")] {
      #expect(try await value(cell, in: workspace) == total, "\(cell)")
    }
    try await workspace.formstate("undo", "answers.sqlite")
    #expect(try await value("so-far:2", in: workspace) == "280")
  }

  @Test("Tables of a form are a main table and one for each repeat")
  func tables() async throws {
    let workspace = try await filledIn()
    let outcome = try await workspace.run(["export", "csv", "answers.sqlite", "--tables", "tables"])
    #expect(
      outcome.status == 0
        && outcome.errors == "Wrote “tables/trip.csv”.\nWrote “tables/passenger.csv”.\nWrote “tables/bag.csv”.\n")
    #expect(
      try workspace.text(of: "tables/trip.csv")
        == "form,response,destination,day,passengers,weight,price\r\ntrip,default,,,3,28,400\r\n")
    #expect(
      try workspace.text(of: "tables/passenger.csv")
        == "form,response,instance,position,within,name,fare,fee,total,so-far\r\n"
        + "trip,default,1,1,,Ada,120,0,120,120\r\ntrip,default,2,2,,Grace,120,40,160,280\r\n"
        + "trip,default,3,3,,,120,0,120,400\r\n")
    #expect(
      try workspace.text(of: "tables/bag.csv")
        == "form,response,instance,position,within,tag,bag-weight\r\ntrip,default,4,1,2,,20\r\ntrip,default,5,2,2,,8\r\n"
    )
  }

  @Test("A restored dump keeps the digest and never reuses the number of a removed instance")
  func dumped() async throws {
    let workspace = try await filledIn()
    try await workspace.formstate("remove", "answers.sqlite", "passenger:3")
    let digest = try await workspace.shown().digest
    for name in ["whole", "compacted"] {
      if name == "compacted" { try await workspace.formstate("compact", "answers.sqlite", "--keep", "0", "--yes") }
      try workspace.write(try await workspace.formstate("export", "dump", "answers.sqlite"), to: "\(name).json")
      try await workspace.formstate("restore", "\(name).sqlite", "\(name).json")
      #expect(try await workspace.json(ShownForm.self, "show", "\(name).sqlite").digest == digest)
      try await workspace.formstate("add", "\(name).sqlite", "passenger")
      #expect(try await workspace.refused("set", "\(name).sqlite", "name:3", "Cleo").contains("no instance “name:3”"))
      try await workspace.formstate("set", "\(name).sqlite", "name:6", "Cleo")
      #expect(try await workspace.formstate("check", "\(name).sqlite") == "ok\n")
    }
  }

  @Test("sync adds what is new, and joins what two copies did")
  func merged() async throws {
    let workspace = try await filledIn()
    try FileManager.default.copyItem(at: workspace.file("answers.sqlite"), to: workspace.file("other.sqlite"))
    try await workspace.formstate("add", "other.sqlite", "passenger")
    try await workspace.formstate("sync", "answers.sqlite", "--with", "other.sqlite", "--receive-only")
    #expect(try await value("passengers", in: workspace) == "4")
    try await workspace.formstate("remove", "answers.sqlite", "passenger[4]")
    try await workspace.formstate("remove", "other.sqlite", "passenger[1]")
    try await workspace.formstate("sync", "answers.sqlite", "--with", "other.sqlite", "--receive-only")
    let list = try await workspace.json(ShownList.self, "list", "answers.sqlite", "--digests")
    #expect(list.forms.first?.responses.count == 1)
    #expect(try await value("passengers", in: workspace) == "2")
    #expect(try await workspace.formstate("questions", "answers.sqlite") == "no questions\n")
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }

  @Test("Replaying the exported actions in another file gives the same instances")
  func replayed() async throws {
    let workspace = try await filledIn()
    try await workspace.formstate("remove", "answers.sqlite", "passenger[1]")
    try await workspace.formstate("undo", "answers.sqlite")
    try await workspace.formstate("move", "answers.sqlite", "bag:5", "--before", "bag:4")
    let script = try await workspace.formstate("export", "actions", "answers.sqlite")
    try await workspace.formstate("import", "again.sqlite", "trip.json")
    try await workspace.formstate("replay", "again.sqlite", "-", input: script)
    #expect(
      try await workspace.json(ShownForm.self, "show", "again.sqlite").digest == workspace.shown().digest)
    #expect(try await workspace.formstate("check", "again.sqlite") == "ok\n")
  }

  @Test("A property list contains instances as plain cells, and export notes it")
  func propertyList() async throws {
    let workspace = try await filledIn()
    let outcome = try await workspace.run(
      ["export", "plist", "answers.sqlite", "--output", "trip.plist"])
    #expect(outcome.status == 0)
    #expect(
      (outcome.output + outcome.errors).contains(
        "A property list cannot express repeats, whose instances become plain cells (“passenger”, “bag”); omitted\n"))
    try await workspace.formstate("import", "flat.sqlite", "trip.plist")
    let answers = try await workspace.formstate("answers", "flat.sqlite")
    for answer in ["Ada", "Grace", "20", "8"] { #expect(answers.contains(answer), "\(answer)") }
  }
}

/// What the commands for repeats refuse, with which message.
@Suite("Refusals of repeats")
struct RepeatRefusalTests {
  @Test(
    "Every refusal names the cell or instance at fault",
    arguments: [
      (["remove", "name:77"], "there is no instance “name:77”; it may have been removed"),
      (["remove", "passenger[9]"], "there is no instance “passenger[9]”; it may have been removed"),
      (["remove", "passenger[1]"], "“passenger” has 1 instance, which is its minimum"),
      (["remove", "day"], "the cell “day” is in no repeat, so it has no instances"),
      (
        ["set", "name", "Ada"],
        "“name” is in the repeat “passenger”; name one of its instances, by its place as in “passenger[1]/name” "
          + "or by its number as in “name:1”"
      ),
      (
        ["set", "bag[1]/tag", "A"],
        "“bag” is in the repeat “passenger”; name one of its instances, by its place as in “passenger[1]/bag” "
          + "or by its number as in “bag:1”"
      ),
      (["set", "passenger[1]/day", "x"], "the cell “day” is in no repeat, so it has no instances"),
      (["set", "day:1", "x"], "the cell “day” is in no repeat, so it has no instances"),
      (["set", "day[2]", "x"], "the cell “day” is of kind date, not a repeat, so it has no instances"),
      (["set", "passenger[1]", "x"], "“passenger:1” is an instance of a repeat; name a cell in it"),
      (["add", "day"], "the cell “day” is of kind date, not a repeat, so it has no instances"),
      (["set", "passenger[x]/name", "x"], "there is no cell “passenger[x]/name”"),
      (["set", "passenger[1]/nmae", "x"], "there is no cell “nmae”; did you mean “name”?"),
      (["set", "nmae:1", "x"], "there is no cell “nmae”; did you mean “name”?"),
    ])
  func refused(command: [String], problem: String) async throws {
    let workspace = try await Workspace.withExample("trip.json")
    try await workspace.formstate("set", "answers.sqlite", "passenger[1]/name", "Ada")
    let outcome = try await workspace.run([command[0], "answers.sqlite"] + command.dropFirst())
    #expect(outcome.status == 1)
    #expect(outcome.errors == "Error: \(problem)\n")
    #expect(try await workspace.shown().revision == 2)
  }

  @Test("add refuses more instances than the maximum; move refuses a place in another repeat")
  func limits() async throws {
    let workspace = try await Workspace.withExample("trip.json")
    for _ in 1..<9 { try await workspace.formstate("add", "answers.sqlite", "passenger") }
    #expect(
      try await workspace.refused("add", "answers.sqlite", "passenger")
        == "Error: “passenger” has 9 instances, which is its maximum\n")
    try await workspace.formstate("add", "answers.sqlite", "bag:2")
    #expect(
      try await workspace.refused("move", "answers.sqlite", "bag:10", "--before", "passenger:1")
        == "Error: “passenger:1” is not an instance of “bag:2”, so it is not beside its instances\n")
  }
}
