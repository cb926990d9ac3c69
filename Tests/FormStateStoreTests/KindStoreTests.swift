import FormState
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

@Suite("Numbers, times, multiple choices and files in a store")
struct KindStoreTests {
  private let key = ResponseKey(form: "visit")

  private static func form(_ content: [FormCell] = cells) -> FormDefinition {
    FormDefinition(key: "visit", title: "Visit", sections: [FormSection(key: "s", title: "Patient", cells: content)])
  }

  private static let cells: [FormCell] = [
    FormCell(
      key: "age", kind: .integer, title: "Age", range: NumberRange(minimum: 0, maximum: 130), unit: "years"),
    FormCell(key: "weight", kind: .decimal, title: "Weight", unit: "kg"),
    FormCell(key: "seen", kind: .time, title: "Seen at"),
    FormCell(key: "next", kind: .dateTime, title: "Next time"),
    FormCell(
      key: "symptoms", kind: .choices, title: "Symptoms", isExpandable: true, additionalRows: 3, summary: .choice),
    FormCell(key: "fever", kind: .option, title: "Fever"), FormCell(key: "cough", kind: .option, title: "Cough, dry"),
    FormCell(key: "rash", kind: .option),
    FormCell(key: "scan", kind: .file, title: "Scan"), FormCell(key: "story", kind: .longText, title: "Story"),
  ]

  private static let actions: [FormAction] = [
    .set("age", "41"), .set("weight", "1.50"), .set("seen", "07:05"), .set("next", "2026-11-21T14:30:09.5+01:00"),
    .set("symptoms", .choices(["rash", "Cough, dry"])), .set("scan", "a.jpg"), .set("story", "one\ntwo"),
  ]

  private static func lines(_ store: FormStore, _ sql: String) throws -> [String] {
    try store.read { db in
      try Row.fetchAll(db, sql: sql).map { row in
        row.databaseValues.map { $0.isNull ? "–" : String.fromDatabaseValue($0) ?? "\($0)" }.joined(separator: "|")
      }
    }
  }

  @Test("Every value survives a relaunch, and SQL reads it as stored, readable and as a number")
  func relaunch() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("store.sqlite")
    let before: ResponseState
    do {
      let store = try FormStore(path: path)
      try store.save(Self.form())
      try store.replay(Self.actions, to: key)
      before = try store.contents(of: key).state
    }
    let store = try FormStore(path: path)
    #expect(try store.form("visit") == Self.form())
    let state = try store.contents(of: key).state
    #expect(state == before)
    #expect(state.value(of: Self.cells[0], in: Self.form()) == 41)
    #expect(state.value(of: Self.cells[1], in: Self.form()) == ExactDecimal("1.50").map(CellValue.decimal))
    #expect(state.value(of: Self.cells[4], in: Self.form()) == .choices(["rash", "cough"]))
    #expect(
      try Self.lines(store, "SELECT question, readable, value, typeof(value), number, typeof(number) FROM answer") == [
        "Age|41 years|41|integer|41|integer", "Weight|1.50 kg|1.50|text|1.5|real",
        "Seen at|07:05|07:05:00|text|–|null",
        "Next time|November 21, 2026 at 14:30:09.500 +01:00|2026-11-21T14:30:09.500+01:00|text|–|null",
        #"Symptoms|rash, Cough, dry|["rash","cough"]|text|–|null"#, "Scan|a.jpg|a.jpg|text|–|null",
        "Story|one\ntwo|one\ntwo|text|–|null",
      ])
    #expect(
      try Self.lines(store, "SELECT cell, title, value FROM visible_row WHERE cell = 'symptoms'")
        == [#"symptoms|rash, Cough, dry|["rash","cough"]"#])
    #expect(try Self.lines(store, "SELECT sum(number) FROM answer") == ["42.5"])
    #expect(try Self.lines(store, "SELECT count(*) FROM unanswered") == ["0"])
    #expect(try store.check() == [])
  }

  @Test("SQL and Swift show the same text for a time", arguments: ["00:00", "14:30:00", "23:59:59", "14:30:00.001"])
  func sameWords(time: String) throws {
    let store = try FormStore.inMemory()
    try store.save(Self.form())
    try store.apply(.set("seen", .text(time)), to: key)
    for offset in ["Z", "+00:00", "-03:30"] {
      try store.apply(.set("next", .text("2024-02-09T\(time)\(offset)")), to: key)
      let state = try store.contents(of: key).state
      let shown = [Self.cells[2], Self.cells[3]].map { cell in
        state.value(of: cell, in: Self.form()).map(cell.displayText)
      }
      #expect(try Self.lines(store, "SELECT readable FROM answer") == shown.compactMap { $0 })
    }
    #expect(try store.check() == [])
  }

  @Test("A tap adds or removes an option of a multiple choice, which stays open; undo reverts one tap")
  func tapping() throws {
    let store = try FormStore.inMemory()
    try store.save(Self.form())
    let session = try store.session(for: key)
    try session.apply(.expand("symptoms"))
    try session.apply(.tap("cough"))
    let change = try session.apply(.tap("fever"))
    #expect(session.value(of: "symptoms") == .choices(["cough", "fever"]))
    let row = session.row(at: RowPath(section: 0, row: 4))
    #expect(row?.title == "Cough, dry, Fever" && row?.isExpanded == true && row?.valueText == "")
    #expect(row?.options.map(\.isChosen) == [true, true, false])
    #expect(session.row(at: RowPath(section: 0, row: 5))?.isChosen == true)
    // The option that was chosen before is not redrawn.
    #expect(change.batch.reloadedRows == [RowPath(section: 0, row: 4), RowPath(section: 0, row: 5)])
    try session.apply(.choose("symptoms=cough"))
    try session.apply(.tap("fever"))
    #expect(session.value(of: "symptoms") == nil && session.row(at: RowPath(section: 0, row: 4))?.title == "Symptoms")
    try session.undo()
    #expect(session.value(of: "symptoms") == .choices(["fever"]))
    try session.apply(.set("symptoms", .choices([])))
    #expect(session.value(of: "symptoms") == nil)
    #expect(try Self.lines(store, "SELECT question FROM unanswered WHERE cell = 'symptoms'") == ["Symptoms"])
    #expect(try store.check() == [])
  }

  @Test(
    "Choices can be given as values or titles, with commas or as a JSON array",
    arguments: [
      ("rash", ["rash"]), ("fever,rash", ["fever", "rash"]), (" rash , Fever ", ["rash", "fever"]),
      ("Cough, dry", ["cough"]), (#"["Cough, dry", "fever"]"#, ["cough", "fever"]), (#"["\u0072ash"]"#, ["rash"]),
    ])
  func meantChoices(text: String, values: [String]) throws {
    let store = try FormStore.inMemory()
    try store.save(Self.form())
    try store.apply(.set("symptoms", .text(text)), to: key)
    #expect(try store.contents(of: key).state.value(of: Self.cells[4], in: Self.form()) == .choices(values))
  }

  @Test(
    "An unknown choice is refused, and the nearest is named",
    arguments: [
      (
        CellValue.text("rash, feverr"),
        "“feverr” is not accepted; give values or titles of its options: “fever”, “cough”, “rash”; the nearest is “fever” (Fever)"
      ),
      (
        .choices(["xyz"]),
        "“xyz” is not accepted; give values or titles of its options: “fever”, “cough”, “rash”"
      ),
      (.text("fever,,rash"), "“” is not accepted; give values or titles of its options: “fever”, “cough”, “rash”"),
      (.choices(["fever", "Fever"]), #"“["fever","fever"]” is not accepted; give each of its options once"#),
      (.boolean(true), "“true” is not accepted; give values or titles of its options: “fever”, “cough”, “rash”"),
    ])
  func unknownChoices(given: CellValue, message: String) throws {
    let store = try FormStore.inMemory()
    try store.save(Self.form())
    let error = #expect(throws: ActionError.self) { try store.apply(.set("symptoms", given), to: key) }
    #expect(error?.description == "the cell “symptoms” refuses the value: \(message)")
    #expect(try store.contents(of: key).state.isEmpty)
  }

  @Test(
    "Check finds an invalid value of any kind in the file",
    arguments: [
      ("age", "'41'"), ("age", "41.5"), ("age", "131"), ("age", "-1"), ("weight", "1.5"), ("weight", "'1e5'"),
      ("weight", "'--1'"), ("weight", "'-'"), ("weight", "''"), ("weight", "'1.'"), ("weight", "'.5'"),
      ("weight", "'1.2.3'"), ("weight", "'1-2'"), ("weight", "'1 '"),
      ("weight", "'\(String(repeating: "9", count: 65))'"), ("seen", "'07:05'"), ("seen", "'24:00:00'"),
      ("seen", "'23:59:60'"), ("seen", "'07:05:00.1'"), ("seen", "'now'"), ("next", "'2026-11-21T14:30:00'"),
      ("next", "'2026-11-21T14:30Z'"), ("next", "'2026-13-21T14:30:00Z'"), ("next", "'2026-11-21T14:30:00+25:00'"),
      ("next", "'2026-11-21T14:30:00+14:01'"), ("next", "'2026-11-21T14:30:00.1Z'"), ("next", "'2026-11-21 14:30:00Z'"),
      ("symptoms", "'fever'"), ("symptoms", "'[]'"), ("symptoms", #"'["none"]'"#),
      ("symptoms", #"'["fever","fever"]'"#),
      ("symptoms", "'[1]'"), ("symptoms", #"'["fever"'"#), ("scan", "''"), ("scan", "7"), ("story", "7"),
    ])
  func writtenByHand(cell: String, value: String) throws {
    let store = try FormStore.inMemory()
    try store.save(Self.form())
    try store.replay(Self.actions, to: key)
    try Tampering.pastGuards(
      """
      UPDATE formstate_cell_state SET value = \(value)
      WHERE cell_id = (SELECT id FROM formstate_cell WHERE key = '\(cell)')
      """, in: store.database)
    let faults = try store.check()
    #expect(
      faults.contains { $0.contains("is impossible") || $0.contains("contradicts itself") }, "\(faults)")
  }

  @Test(
    "An option's value may contain any character, and check finds malformed choices",
    arguments: [
      "a\"b", "a\\b", "a\\\"", "a\tb\nc\rd", "a,b", "[a]", "\"]", "“ü”", "👍🏽", "\u{7F}", "]",
    ])
  func strangeOptions(value: String) throws {
    var cells = Self.cells
    cells[6].optionValue = value
    let store = try FormStore.inMemory()
    try store.save(Self.form(cells))
    for action: FormAction in [.tap("rash"), .tap("cough"), .tap("fever")] { try store.apply(action, to: key) }
    #expect(
      try store.contents(of: key).state.value(of: cells[4], in: Self.form(cells)) == .choices(["rash", value, "fever"]))
    #expect(try Self.lines(store, "SELECT readable FROM answer") == ["rash, Cough, dry, Fever"])
    #expect(try store.check() == [])
    let damages = [
      "[", #"["fever""#, #"["fever"]"rash"]"#, #"["fever",]"#, #"["fever", "rash"]"#, "{}", "", #"[["fever"]]"#,
    ]
    for damage in damages {
      try Tampering.pastGuards(
        "UPDATE formstate_cell_state SET value = '\(damage)' WHERE value IS NOT NULL", in: store.database)
      #expect(try store.check() != [])
    }
  }

  @Test("A host decodes choices as texts, decimals as digits or numbers, and times as time types")
  func decoding() throws {
    struct Visit: Decodable {
      let age: Int
      let weight: Double
      let seen: ClockTime
      let next: OffsetDateTime
      let symptoms: [String]
    }
    struct Exact: Decodable { let weight: ExactDecimal }
    struct Text: Decodable { let weight: String }
    let store = try FormStore.inMemory()
    try store.save(Self.form())
    try store.replay(Self.actions, to: key)
    let contents = try store.contents(of: key)
    let visit = try contents.answers(as: Visit.self)
    #expect(visit.age == 41 && visit.weight == 1.5 && visit.symptoms == ["rash", "cough"])
    #expect(visit.seen.isoText == "07:05:00" && visit.next.minutesFromUTC == 60)
    #expect(try contents.answers(as: Exact.self).weight.text == "1.50")
    #expect(try contents.answers(as: Text.self).weight == "1.50")
    struct Wrong: Decodable { let weight: Int }
    #expect(throws: PropertyDecodingError.self) { try contents.answers(as: Wrong.self) }
  }

  @Test("A decimal in a repeat decodes as a number")
  func decodingInRepeats() throws {
    struct Trip: Decodable {
      struct Bag: Decodable { let weight: Double }
      let bag: [Bag]
    }
    let store = try FormStore.inMemory()
    try store.save(
      Self.form([
        FormCell(key: "bag", kind: .repeat, title: "Bags", isExpandable: true, additionalRows: 1),
        FormCell(key: "weight", kind: .decimal),
      ]))
    try store.replay([.add("bag"), .set("weight:1", "1.50")], to: key)
    #expect(try store.contents(of: key).answers(as: Trip.self).bag.map(\.weight) == [1.5])
  }

  @Test("A day decodes as its first moment in the given time zone, a date and time as its moment")
  func days() throws {
    struct Stay: Decodable {
      struct Guest: Decodable { let born: Date? }
      let arrival: Date
      let checkout: Date
      let guest: [Guest]
    }
    struct Wrong: Decodable { let wake: Date }
    struct WrongDay: Decodable { let arrival: Int }
    let store = try FormStore.inMemory()
    try store.save(
      Self.form([
        FormCell(key: "arrival", kind: .date), FormCell(key: "checkout", kind: .dateTime),
        FormCell(key: "wake", kind: .time),
        FormCell(key: "guest", kind: .repeat, isExpandable: true, additionalRows: 1),
        FormCell(key: "born", kind: .date),
      ]))
    try store.replay(
      [
        .set("arrival", "2001-05-06"), .set("checkout", "2001-05-08T10:00:00+02:00"), .set("wake", "07:05"),
        .add("guest"), .set("born:1", "1970-01-01"), .add("guest"),
      ], to: key)
    let contents = try store.contents(of: key)
    let greenwich = try contents.answers(as: Stay.self)
    #expect(greenwich.arrival == Date(timeIntervalSince1970: 989_107_200))
    #expect(greenwich.checkout == Date(timeIntervalSince1970: 989_308_800))
    #expect(greenwich.guest.map(\.born) == [Date(timeIntervalSince1970: 0), nil])
    let zone = try #require(TimeZone(identifier: "Europe/Vienna"))
    let vienna = try store.session(for: key).answers(as: Stay.self, timeZone: zone)
    #expect(vienna.arrival == Date(timeIntervalSince1970: 989_100_000) && vienna.checkout == greenwich.checkout)
    #expect(vienna.guest.map(\.born) == [Date(timeIntervalSince1970: -3600), nil])
    #expect(
      #expect(throws: PropertyDecodingError.self) { try contents.answers(as: Wrong.self) }?.description
        == "the answer “wake” is a time of day, but Date is wanted")
    #expect(
      #expect(throws: PropertyDecodingError.self) { try contents.answers(as: WrongDay.self) }?.description
        == "the answer “arrival” is a day, but Int is wanted")
  }

  @Test("Rules calculate with numbers and test choices")
  func rules() throws {
    var cells = Self.cells
    cells[1].rules = [FormRule(.relevant, "${age} >= 18")]
    cells[2].rules = [FormRule(.relevant, "${weight} * 2 = 3")]
    cells[3].rules = [FormRule(.relevant, "${seen} = '07:05:00'")]
    cells[8].rules = [FormRule(.relevant, "selected(${symptoms}, 'rash') and count-selected(${symptoms}) = 2")]
    let store = try FormStore.inMemory()
    try store.save(Self.form(cells))
    try store.replay(Self.actions, to: key)
    #expect(try store.session(for: key).numberOfRows(in: 0) == 7)
    try store.apply(.tap("rash"), to: key)
    try store.apply(.set("weight", "1.51"), to: key)
    #expect(try Self.lines(store, "SELECT group_concat(cell) FROM visible_row") == ["age,weight,symptoms,story"])
    #expect(try store.check() == [])
  }
}
