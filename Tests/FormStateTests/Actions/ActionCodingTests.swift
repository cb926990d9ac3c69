import Foundation
import TestSupport
import Testing

@testable import FormState

/// Actions that a host keeps, or passes to another process.
@Suite("Encoded actions")
struct ActionCodingTests {
  private struct Kept: Hashable, Codable {
    let action: FormAction
    let values: [CellValue]
    let key: ResponseKey
    let reference: CellReference
  }

  private static let texts = ["", "Ada", "é", "e\u{301}", "{\"date\":1}", "[0,1]", "true", "7", "\u{0}", "a:7", "🧪"]

  private static func number(_ generator: inout SeededGenerator) -> Int {
    [0, 1, -1, 7, .max, .min, Int.random(in: -1_000...1_000, using: &generator)].randomElement(using: &generator) ?? 0
  }

  private static func text(_ generator: inout SeededGenerator) -> String {
    texts.randomElement(using: &generator) ?? ""
  }

  private static func path(_ generator: inout SeededGenerator) -> RowPath {
    RowPath(section: number(&generator), row: number(&generator))
  }

  private static func reference(_ generator: inout SeededGenerator) -> CellReference {
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: .key(text(&generator))
    case 1: .instance(text(&generator), number: number(&generator))
    default: .rowPath(path(&generator))
    }
  }

  private static func value(_ generator: inout SeededGenerator) -> CellValue {
    let date = CalendarDate(year: 1_835, month: 11, day: 30)
    let time = ClockTime(hour: 8, minute: 5, second: 30, millisecond: Bool.random(using: &generator) ? 7 : 0)
    let moment = OffsetDateTime(isoText: "2026-11-28T08:05:30.007+01:00")
    let values: [CellValue?] = [
      .text(text(&generator)), .integer(Int64(number(&generator))), .real(0.1), .real(7), .real(-0.0), .real(1e300),
      .real(.leastNonzeroMagnitude), .real(Double.random(in: -1...1, using: &generator)),
      .boolean(Bool.random(using: &generator)), date.map(CellValue.date), time.map(CellValue.time),
      moment.map(CellValue.dateTime), ExactDecimal("12345678901234567890.10").map(CellValue.decimal),
      .choices([]), .choices([text(&generator), text(&generator) + "!"]),
    ]
    return (values.randomElement(using: &generator) ?? nil) ?? .text("")
  }

  private static func move(_ generator: inout SeededGenerator) -> UpgradeRecord {
    var move = UpgradeRecord(
      to: Int.random(in: 1...9, using: &generator),
      cells: [StateSubject("old"): "new", StateSubject("gone"): nil, StateSubject("back", setAsideFrom: 1): "here"],
      sections: Bool.random(using: &generator) ? [StateSubject("s"): nil] : [:])
    if Bool.random(using: &generator) { move.options = [StateSubject("old"): ["yes": "true"]] }
    return move
  }

  private static func merge(_ generator: inout SeededGenerator) -> MergeRecord {
    let entry = EntryAddress(
      revision: Int.random(in: 1...9, using: &generator), chain: JournalChain(of: StreamName.random()))
    let origin = MergeRecord.Origin(
      subject: StateSubject("roof", instance: Int.random(in: 0...2, using: &generator)), entry: entry,
      author: Bool.random(using: &generator) ? "Eve" : nil)
    return MergeRecord(heads: [entry], origins: Bool.random(using: &generator) ? [origin] : [])
  }

  private static func action(_ kind: FormAction.Kind, _ generator: inout SeededGenerator) -> FormAction? {
    let parts = Bool.random(using: &generator) ? kind.parts.allowed : kind.parts.required
    return FormAction(
      kind: kind, cell: parts.contains(.cell) ? reference(&generator) : nil,
      section: parts.contains(.section) ? text(&generator) : nil,
      value: !parts.contains(.value) ? nil : kind == .draft ? .text(text(&generator)) : value(&generator),
      scope: kind.isAboutUndo ? (parts.contains(.scope) ? .values : .everything) : nil,
      move: parts.contains(.upgrade) ? move(&generator) : nil,
      before: parts.contains(.before) ? reference(&generator) : nil,
      number: parts.contains(.instance) ? number(&generator) : nil,
      message: parts.contains(.message) ? text(&generator) : nil,
      reporter: parts.contains(.from) ? text(&generator) : nil,
      revision: parts.contains(.revision) ? number(&generator) : nil, isOfOneEntry: parts.contains(.only),
      merge: parts.contains(.merge) ? merge(&generator) : nil,
      alternative: parts.contains(.alternative) ? number(&generator) : nil)
  }

  @Test(
    "Every action, value, key and reference is the same after it was written and read",
    arguments: TestSeeds.seeds(20, full: 500))
  func roundTrip(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for kind in FormAction.Kind.allCases {
      let kept = Kept(
        action: try #require(Self.action(kind, &generator)), values: (0..<4).map { _ in Self.value(&generator) },
        key: ResponseKey(form: Self.text(&generator), response: Self.text(&generator)),
        reference: Self.reference(&generator))
      #expect(try JSONDecoder().decode(Kept.self, from: JSONEncoder().encode(kept)) == kept, "\(kept)")
      let plist = try PropertyListEncoder().encode(kept.action)
      #expect(try PropertyListDecoder().decode(FormAction.self, from: plist) == kept.action, "\(kept.action)")
    }
  }

  @Test(
    "The notation is that of scripts, with the types of references and values",
    arguments: [
      (FormAction.tap("fullname"), #"{"action":"tap","cell":"fullname"}"#),
      (.tap(.rowPath(RowPath(section: 0, row: 3))), #"{"action":"tap","cell":[0,3]}"#),
      (.set(.instance("name", number: 7), 7), #"{"action":"set","cell":{"cell":"name","instance":7},"value":7}"#),
      (.set("height", .real(1.5)), #"{"action":"set","cell":"height","value":{"real":"1.5"}}"#),
      (.undo(.values), #"{"action":"undo","scope":"values"}"#), (.reset(nil), #"{"action":"reset"}"#),
      (.upgrade(UpgradeRecord(to: 2)), #"{"action":"upgrade","version":2}"#),
    ])
  func notation(action: FormAction, json: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(bytes: try encoder.encode(action), encoding: .utf8) == json)
    #expect(try JSONDecoder().decode(FormAction.self, from: Data(json.utf8)) == action)
  }

  @Test(
    "Anything else is a decoding error",
    arguments: [
      "{}", "[]", "7", "null", #"{"action":"fly"}"#, #"{"action":"tap"}"#, #"{"action":"tap","cell":null}"#,
      #"{"action":"tap","cell":[0]}"#, #"{"action":"tap","cell":[0,1,2]}"#, #"{"action":"tap","cell":[0,1e99]}"#,
      #"{"action":"tap","cell":{"cell":"a"}}"#, #"{"action":"tap","cell":"a","value":7}"#,
      #"{"action":"set","cell":"a"}"#, #"{"action":"set","cell":"a","value":{}}"#,
      #"{"action":"set","cell":"a","value":{"date":"2026-13-01"}}"#, #"{"action":"set","cell":"a","value":[1]}"#,
      #"{"action":"set","cell":"a","value":{"real":"inf"}}"#, #"{"action":"set","cell":"a","value":1e999}"#,
      #"{"action":"set","cell":"a","value":{"date":"2026-01-01","time":"08:00"}}"#,
      #"{"action":"upgrade"}"#, #"{"action":"upgrade","version":0}"#, #"{"action":"upgrade","version":2,"cells":[]}"#,
      #"{"action":"upgrade","version":2,"returning":{"x":{"cells":{"a":7}}}}"#,
      #"{"action":"tap","cell":"a","version":2}"#, #"{"action":"tap","cell":"a","cells":{"a":"b"}}"#,
      #"{"action":"revert"}"#, #"{"action":"revert","revision":1.5}"#, #"{"action":"undo","scope":"some"}"#,
      #"{"action":"set","cell":"a","value":\#(String(repeating: "[", count: 100_000))"#,
    ])
  func hostile(json: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(FormAction.self, from: Data(json.utf8)) }
  }
}
