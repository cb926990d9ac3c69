import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

/// A list with more options than are read with a response.
@Suite("Long lists")
struct LongListTests {
  private static let key = ResponseKey(form: "survey")

  private static func form(_ count: Int) -> FormDefinition {
    let options = (0..<count).map { number in
      OptionList.Option(
        value: "t\(number)", title: "Town \(number)", columns: ["region": "r\(number % 50)", "size": "\(number)"])
    }
    return FormDefinition(key: "survey", lists: [OptionList("towns", options: options)]) {
      FormSection(key: "s") {
        Cell.text("region", value: "r7")
        Cell.group("town").choices("list('towns')[region = ${region}]")
        Cell.integer("size").calculate("list('towns')[value = ${town}]/size")
        Cell.text("first").calculate("list('towns')[region = ${region}]/title")
        Cell.text("big").calculate("list('towns')[size > 1990][1]/value")
        Cell.repeat("person") {
          Cell.group("home").choices("list('towns')[region = ${region}]")
          Cell.text("homename").calculate("jr:choice-name(${home}, '${home}')")
        }
      }
    }
  }

  @Test("A session's form lacks the options of a long list, and everything works as with them")
  func outlined() throws {
    let store = try FormStore(database: DatabaseQueue())
    try store.save(Self.form(2000))
    let session = try store.session(for: Self.key)
    #expect(session.form.lists.map(\.options.count) == [0])
    #expect(session.value(of: "first") == "Town 7")
    #expect(session.value(of: "big") == "t1991")
    try session.apply(.set("town", "t57"))
    #expect(session.value(of: "size") == 57)
    try session.apply(.add("person"))
    try session.apply(.set("person[1]/home", "Town 107"))
    #expect(session.value(of: "person[1]/homename") == "Town 107")
    try session.apply(.set("region", "r8"))
    #expect(session.faults.map(\.address) == ["town", "home:1"])
    #expect(try session.choices(of: "town").choices.prefix(2).map(\.value) == ["t8", "t58"])
    #expect(try session.digest == store.session(for: Self.key).digest)
    #expect(try store.check().isEmpty)
    try session.undo()
    #expect(session.faults.isEmpty)
  }

  @Test("A form without its options cannot be saved in another store")
  func unsaved() throws {
    let store = try FormStore(database: DatabaseQueue())
    try store.save(Self.form(600))
    let session = try store.session(for: Self.key)
    let other = try FormStore(database: DatabaseQueue())
    do {
      try other.save(session.form)
      Issue.record("it was saved")
    } catch {
      #expect(
        "\(error)".contains(
          "the options of the list “towns” were not read from the store; read the form separately")
      )
    }
    try other.save(store.form("survey"))
  }
}

/// The indexes of a list do not change what conditions find.
@Suite("Conditions of choices")
struct ChoiceConditionTests {
  /// The input of a condition.
  private struct Asked {
    let item: OptionList.Option
    let position: Int
    let count: Int
    let a: String
    let b: String

    var x: String { item.columns["x"] ?? "" }
    var y: String { item.columns["y"] ?? "" }
    func same(_ left: String, _ right: String) -> Bool { Array(left.unicodeScalars) == Array(right.unicodeScalars) }
  }

  /// Conditions with their meanings.
  private static let conditions: [(text: String, holds: @Sendable (Asked) -> Bool)] = [
    ("x = ${a}", { $0.same($0.x, $0.a) }),
    ("x = ${a} and ${b} = y", { $0.same($0.x, $0.a) && $0.same($0.y, $0.b) }),
    ("y = ${b} and position() < 9", { $0.same($0.y, $0.b) && $0.position < 9 }),
    ("x = 1", { Double($0.x) == 1 }),
    ("x = ${n} and y = ${b}", { Double($0.x) == 1 && $0.same($0.y, $0.b) }),
    ("x = ${a} or y = ${b}", { $0.same($0.x, $0.a) || $0.same($0.y, $0.b) }),
    ("x = y", { $0.same($0.x, $0.y) }),
    ("title = ${a} and x != ${b}", { $0.same($0.item.title, $0.a) && !$0.same($0.x, $0.b) }),
    ("x = concat(${a}, '')", { $0.same($0.x, $0.a) }),
    ("not(x = ${a})", { !$0.same($0.x, $0.a) }),
    ("x = ${a} and last() > 30", { $0.same($0.x, $0.a) && $0.count > 30 }),
    ("x = substring(${b}, 1) and selected('é 1', y)", { $0.same($0.x, $0.b) && ($0.same($0.y, "é") || $0.y == "1") }),
    ("${n}", { _ in true }),
    ("${n} + 2", { $0.position == 3 }),
    ("last()", { $0.position == $0.count }),
  ]

  @Test(
    "A condition offers exactly the items that a search of every item finds", arguments: TestSeeds.seeds(8, full: 400))
  func foundAsByLooking(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let texts = ["a", "b", "é", "e\u{301}", "1", "1.0"]
    func text() -> String { texts.randomElement(using: &random) ?? "" }
    let options = (0..<Int.random(in: 20...40, using: &random)).map { number in
      OptionList.Option(value: "v\(number)", title: text(), columns: ["x": text(), "y": text()])
    }
    let (a, b) = (text(), text())
    let store = try FormStore(database: DatabaseQueue())
    try store.save(
      FormDefinition(key: "f", lists: [OptionList("l", options: options)]) {
        FormSection(key: "s") {
          Cell.text("a", value: a)
          Cell.text("b", value: b)
          Cell.integer("n", value: 1)
          for (number, condition) in Self.conditions.enumerated() {
            Cell.group("q\(number)").choices("list('l')[\(condition.text)]")
          }
        }
      })
    let key = ResponseKey(form: "f")
    for (number, condition) in Self.conditions.enumerated() {
      let wanted = options.enumerated().filter { place, item in
        condition.holds(Asked(item: item, position: place + 1, count: options.count, a: a, b: b))
      }.map(\.element.value)
      #expect(
        try store.choices(of: .key("q\(number)"), in: key).choices.map(\.value) == wanted,
        "seed \(seed): \(condition.text)")
      let chosen = options.randomElement(using: &random)?.value ?? ""
      try store.apply(.set(.key("q\(number)"), .text(chosen)), to: key)
      let isFaulty = try store.session(for: key).faults.contains { $0.cell == "q\(number)" }
      #expect(isFaulty == !wanted.contains(chosen), "seed \(seed): \(condition.text), \(chosen)")
    }
  }
}
