import TestSupport
import Testing

@testable import FormState

/// Rules that read and write in the instances of repeats.
@Suite("Rules over instances")
struct InstanceRuleTests {
  /// An order with lines, each of which has parts.
  private func order(
    _ rules: [String: [FormRule]], lines: Int = 2, parts: Int = 1, lineCounts: InstanceCounts? = nil
  ) throws -> ResponseInMemory {
    try ResponseInMemory(Self.form(rules, lines: lines, parts: parts, lineCounts: lineCounts))
  }

  static func form(
    _ rules: [String: [FormRule]], lines: Int = 2, parts: Int = 1, lineCounts: InstanceCounts? = nil
  ) -> FormDefinition {
    func cell(_ key: String, _ kind: CellKind, rows: Int = 0, initial: Int = 0) -> FormCell {
      let isOpen = kind == .group || kind == .repeat
      return FormCell(
        key: key, kind: kind, isExpandable: isOpen, additionalRows: rows,
        summary: kind == .group ? .join(separator: " ") : nil,
        counts: key == "line" && lineCounts != nil
          ? lineCounts : kind == .repeat ? InstanceCounts(initial: initial) : nil,
        rules: rules[key] ?? [])
    }
    return FormDefinition(
      key: "order",
      sections: [
        FormSection(
          key: "s",
          cells: [
            cell("number", .integer), cell("rate", .decimal), cell("total", .decimal),
            cell("line", .repeat, rows: 9, initial: lines), cell("amount", .integer), cell("tax", .decimal),
            cell("balance", .decimal), cell("closing", .decimal), cell("who", .group, rows: 1), cell("name", .text),
            cell("part", .repeat, rows: 2, initial: parts), cell("weight", .integer), cell("share", .decimal),
          ])
      ])
  }

  private func calculate(_ source: String) -> [FormRule] { [FormRule(.calculate, source)] }

  private func value(_ key: String, _ instance: Int = 0, in response: ResponseInMemory) -> String? {
    response.form.sections[0].cells.first { $0.key == key }
      .flatMap { response.state.value(of: $0, in: response.form, instance: response.state.number(instance)) }?.plainText
  }

  private func set(_ key: String, _ instance: Int, _ value: Int, in response: ResponseInMemory) throws {
    try response.apply(.set(.instance(key, number: instance), .text(String(value))))
  }

  private func lines(of response: ResponseInMemory) -> [Int] {
    response.state.instances.filter { $0.key.key == "line" }.sorted { $0.value.rank < $1.value.rank }
      .map { InstanceNumber.counter(of: $0.key.instance) }
  }

  // MARK: - References

  @Test("A rule reads the cell in its own instance, and from outside all instances in order")
  func sameAndAll() throws {
    let response = try order([
      "tax": calculate("${amount} * ${rate}"), "total": calculate("sum(${tax})"), "number": calculate("count(${line})"),
    ])
    #expect(value("number", in: response) == "2")
    try response.apply(.set(.key("rate"), .text("0.5")))
    let changes = try response.apply(.set(.instance("amount", number: 1), .text("10")))
    #expect(value("tax", 1, in: response) == "5")
    #expect(value("tax", 3, in: response) == nil)
    // A sum leaves out blanks, which are not numbers anywhere else.
    #expect(value("total", in: response) == "5")
    #expect(!changes.contains { $0.subject.instance == response.state.number(3) })
    try set("amount", 3, 4, in: response)
    #expect(value("total", in: response) == "7")
  }

  @Test("A rule reads the nested instances in its own instance, and nested rules read outer cells")
  func nested() throws {
    let response = try order([
      "tax": calculate("sum(${weight})"), "share": calculate("${weight} div ${tax}"),
      "total": calculate("count(${part})"),
    ])
    #expect(lines(of: response) == [1, 3])
    #expect(value("total", in: response) == "2")
    try set("weight", 2, 6, in: response)
    try response.apply(.add(.instance("part", number: 1)))
    try set("weight", 5, 2, in: response)
    #expect(value("tax", 1, in: response) == "8")
    #expect(value("tax", 3, in: response) == "0")
    #expect(value("share", 2, in: response) == "0.75")
    #expect(value("share", 5, in: response) == "0.25")
    #expect(value("total", in: response) == "3")
  }

  @Test("From inside an instance, the repeat or a step from it reads all instances")
  func siblings() throws {
    let response = try order(
      ["share": calculate("count(${line})"), "tax": calculate("sum(${line}/${amount})")], lines: 3)
    for (line, amount) in [(1, 1), (3, 2), (5, 4)] { try set("amount", line, amount, in: response) }
    #expect([1, 3, 5].map { value("tax", $0, in: response) } == ["7", "7", "7"])
    try response.apply(.remove(.instance("line", number: 3)))
    #expect([1, 5].map { value("tax", $0, in: response) } == ["5", "5"])
    #expect([2, 6].map { value("share", $0, in: response) } == ["2", "2"])
  }

  @Test("A cell that is not relevant, alone or with its instance, is blank and left out of totals")
  func irrelevance() throws {
    let response = try order([
      "amount": [FormRule(.relevant, "${name} != 'none'")], "line": [FormRule(.relevant, "${rate} != 3")],
      "total": calculate("concat(count(${amount}), '.', sum(${amount}), count(${line}))"),
      "tax": calculate("${amount} + 1"),
    ])
    try set("amount", 1, 5, in: response)
    try set("amount", 3, 7, in: response)
    #expect(value("total", in: response) == "2.122")
    try response.apply(.set(.instance("name", number: 3), "none"))
    #expect(value("total", in: response) == "1.52")
    #expect(value("tax", 3, in: response) == nil)
    try response.apply(.set(.key("rate"), .text("3")))
    #expect(value("total", in: response) == "0.00")
    #expect(value("tax", 1, in: response) == nil)
    try response.apply(.undo(.everything))
    #expect(value("tax", 1, in: response) == "6")
  }

  // MARK: - Positions

  @Test("Positions follow when an instance is added, moved or removed")
  func positions() throws {
    let response = try order(
      ["balance": calculate("position(..)"), "share": calculate("position(${line}) * 10 + position(..)")], lines: 3)
    #expect([1, 3, 5].map { value("balance", $0, in: response) } == ["1", "2", "3"])
    try response.apply(.move(.instance("line", number: 5), before: .instance("line", number: 1)))
    #expect([5, 1, 3].map { value("balance", $0, in: response) } == ["1", "2", "3"])
    #expect([6, 2, 4].map { value("share", $0, in: response) } == ["11", "21", "31"])
    try response.apply(.remove(.instance("line", number: 5)))
    #expect([1, 3].map { value("balance", $0, in: response) } == ["1", "2"])
    try response.apply(.add(.key("line"), before: .instance("line", number: 3)))
    #expect([1, 7, 3].map { value("balance", $0, in: response) } == ["1", "2", "3"])
    try response.apply(.undo(.everything))
    try response.apply(.undo(.everything))
    #expect([5, 1, 3].map { value("balance", $0, in: response) } == ["1", "2", "3"])
  }

  // MARK: - Counting

  @Test("A count adds missing instances and makes surplus ones not relevant")
  func counting() throws {
    let response = try order([
      "line": [FormRule(.count, "${number}")], "total": calculate("count(${line}) + sum(${line}/${balance})"),
      "balance": calculate("position(..) * 0"), "tax": [FormRule(.default, "7")],
    ])
    #expect(lines(of: response) == [])
    try response.apply(.set(.key("number"), 1))
    #expect(lines(of: response) == [1])
    try set("amount", 1, 9, in: response)
    try response.apply(.set(.key("number"), 12))
    #expect(lines(of: response).count == 12)
    #expect(value("total", in: response) == "12")
    #expect(lines(of: response).map { value("tax", $0, in: response) } == Array(repeating: "7", count: 12))
    #expect(response.state.instances.count { $0.key.key == "part" } == 12)
    try response.apply(.set(.key("number"), 2))
    #expect(lines(of: response).count == 12)
    #expect(value("total", in: response) == "2")
    #expect(response.state.cells.count { $0.key.key == "line" && $0.value.isRelevant == false } == 10)
    try response.apply(.set(.key("number"), 3))
    #expect(value("total", in: response) == "3")
    try response.apply(.clear(.key("number")))
    #expect(value("total", in: response) == "0")
    for _ in 0..<3 { try response.apply(.undo(.everything)) }
    #expect(value("total", in: response) == "12")
    try response.apply(.undo(.everything))
    #expect(lines(of: response) == [1])
    #expect(value("amount", 1, in: response) == "9")
    // Redo brings back the same instances.
    try response.apply(.redo(.everything))
    #expect(lines(of: response).count == 12)
    #expect(try response.reevaluatedState() == response.state)
  }

  @Test("A count is rounded down, and one above 10,000 is refused")
  func counts() throws {
    let response = try order(["line": [FormRule(.count, "${rate}")]], parts: 0)
    try response.apply(.set(.key("rate"), .text("2.9")))
    #expect(lines(of: response) == [1, 2])
    try response.apply(.set(.key("rate"), .text("-3")))
    #expect(response.form.faults(in: response.state) == [])
    #expect(
      throws: ActionError.failedRule(
        cell: "line", rule: .count, problem: "it requires 10001 instances; at most 10000 are possible")
    ) { try response.apply(.set(.key("rate"), .text("10001.5"))) }
    #expect(lines(of: response) == [1, 2])
  }

  @Test("A count within an instance follows the cells of that instance")
  func nestedCounts() throws {
    let response = try order([
      "part": [FormRule(.count, "${amount}")], "share": calculate("position(..) + ${amount}"),
      "total": calculate("sum(${share})"),
    ])
    try set("amount", 2, 2, in: response)
    #expect(value("total", in: response) == "7")
    try response.apply(.set(.instance("amount", number: 1), 3))
    #expect(value("total", in: response) == "22")
    try set("amount", 1, 1, in: response)
    #expect(value("total", in: response) == "9")
  }

  @Test("Nested counts cannot multiply beyond what an action may add")
  func multiplied() throws {
    let response = try order(["line": [FormRule(.count, "${number}")], "part": [FormRule(.count, "${number}")]])
    #expect(throws: ActionError.self) { try response.apply(.set(.key("number"), 9_000)) }
  }

  // MARK: - Adding and removing

  @Test("A new instance has its initial values and calculations")
  func newInstances() throws {
    let response = try order([
      "amount": [FormRule(.default, "count(${line})"), FormRule(.required, "true()")],
      "tax": calculate("${amount} * 2"), "name": [FormRule(.relevant, "${amount} > 2")],
    ])
    #expect([1, 3].map { value("amount", $0, in: response) } == ["2", "2"])
    try response.apply(.add(.key("line")))
    // The initial values of the others stay.
    #expect([1, 3, 5].map { value("amount", $0, in: response) } == ["2", "2", "3"])
    #expect(value("tax", 5, in: response) == "6")
    #expect(response.state.cells[response.state.subject("name", 5)]?.isRelevant == nil)
    #expect(response.state.cells[response.state.subject("name", 1)]?.isRelevant == false)
    try response.apply(.remove(.instance("line", number: 1)))
    try response.apply(.undo(.everything))
    #expect(value("amount", 1, in: response) == "2")
    try response.apply(.recalculate)
    #expect(value("amount", 1, in: response) == "2")
  }

  @Test("Undoing a removal restores the calculated values inside and outside the instance")
  func undoneRemoval() throws {
    let response = try order(["tax": calculate("${amount} * 2"), "total": calculate("sum(${tax})")])
    try set("amount", 1, 3, in: response)
    try set("amount", 3, 4, in: response)
    let derived = response.state.contents(of: .calculated).map(\.subject)
    try response.apply(.remove(.instance("line", number: 1)))
    #expect(value("total", in: response) == "8")
    #expect(!response.state.cells.keys.contains { [1, 2].contains(InstanceNumber.counter(of: $0.instance)) })
    try response.apply(.undo(.everything))
    #expect(response.state.contents(of: .calculated).map(\.subject) == derived)
    #expect(value("tax", 1, in: response) == "6")
    #expect(value("total", in: response) == "14")
    #expect(try response.reevaluatedState() == response.state)
  }

  @Test("A group's title summarizes only its own instance")
  func titles() throws {
    let response = try order([:])
    try response.apply(.set(.instance("name", number: 3), "Ada"))
    let (group, state) = (response.form.sections[0].cells[8], response.state)
    #expect([1, 3].map { state.title(of: group, in: response.form, instance: state.number($0)) } == ["", "Ada"])
    try response.apply(.remove(.instance("line", number: 3)))
    #expect(response.state.cells.isEmpty)
  }

  // MARK: - Faults

  @Test("Faults are listed in the order of the form and its instances, and refuse completion")
  func faults() throws {
    let response = try order(
      ["amount": [FormRule(.required, "true()")], "weight": [FormRule(.constraint, ". > 1", message: "Too light.")]],
      lineCounts: InstanceCounts(initial: 2))
    try response.apply(.move(.instance("line", number: 3), before: .instance("line", number: 1)))
    try set("weight", 2, 1, in: response)
    let faults = response.form.faults(in: response.state)
    #expect(faults.map(\.address) == ["amount:3", "amount:1", "weight:2"])
    #expect(faults.map { InstanceNumber.counter(of: $0.instance) } == [3, 1, 2])
    #expect(faults == response.reader.faults())
    #expect(throws: ActionError.faults(faults)) { try response.apply(.complete) }
    #expect(
      "\(ActionError.faults(faults))" == "the response cannot be completed: “amount:3”: An answer is needed. "
        + "“amount:1”: An answer is needed. “weight:2”: Too light.")
  }

  @Test("Only relevant instances count toward the minimum and the maximum")
  func faultsOfCounts() throws {
    let response = try order(
      ["line": [FormRule(.count, "${number}")]], lineCounts: InstanceCounts(minimum: 2, maximum: 3))
    func faultDescriptions() -> [String] {
      response.form.faults(in: response.state).map { "\($0.kind) \($0.address ?? ""): \($0.message)" }
    }
    #expect(faultDescriptions() == ["tooFew line: At least 2 are needed."])
    try response.apply(.set(.key("number"), 4))
    #expect(faultDescriptions() == ["tooMany line: At most 3 are possible."])
    try response.apply(.set(.key("number"), 2))
    #expect(faultDescriptions() == [])
    let notAsked = response.form.subjectsNotAsked(in: response.state)
    #expect(notAsked.filter { $0.key == "line" }.map { InstanceNumber.counter(of: $0.instance) }.sorted() == [5, 7])
    #expect(notAsked.contains(response.state.subject("weight", 6)))
    #expect(!notAsked.contains(response.state.subject("weight", 2)))
  }

  @Test("A repeat that is not relevant adds nothing to totals", arguments: [2, 20])
  func irrelevantRepeat(count: Int) throws {
    let rules = ["line": [FormRule(.relevant, "${number} = 1")], "total": calculate("sum(${amount})")]
    let response = try order(rules, lines: count)
    for (number, total) in [(1, nil), (0, 0), (1, 2 * count)] {
      try response.apply(.set(.key("number"), .integer(Int64(number))))
      if total == nil { for line in lines(of: response) { try set("amount", line, 2, in: response) } }
      #expect(value("total", in: response) == String(total ?? 2 * count))
    }
  }

  @Test("An explanation names the instance and the values in it")
  func explanations() throws {
    let response = try order([
      "line": [FormRule(.count, "${number}")], "name": [FormRule(.relevant, "${amount} > 2")],
      "total": [FormRule(.relevant, "sum(${amount}) = 0")],
    ])
    try response.apply(.set(.key("number"), 2))
    try set("amount", 1, 2, in: response)
    try set("amount", 3, 5, in: response)
    func reasons(_ address: String) throws -> [String] {
      try VisibilityExplanation(of: .key(address), reader: response.reader).reasons.map(\.description)
    }
    #expect(
      try reasons("name:1") == [
        "“line” is collapsed", "“who:1” is collapsed",
        "“name:1” is not relevant: “${amount} > 2” is not met; amount (1) is “2”",
      ])
    #expect(try reasons("name:3") == ["“line” is collapsed", "“who:3” is collapsed"])
    #expect(try reasons("total") == ["“total” is not relevant: “sum(${amount}) = 0” is not met; amount is “2, 5”"])
    try response.apply(.set(.key("number"), 1))
    #expect(
      try reasons("amount:3") == [
        "“line” is collapsed", "“line:3” is not relevant: “${number}” counts fewer; number is “1”",
      ])
    #expect(throws: ActionError.irrelevant(cell: "amount:3", by: "line:3")) {
      try response.apply(.reveal(.instance("amount", number: 3)))
    }
  }
}

/// Rules that set in instances of repeats.
@Suite("Rules that set, over instances")
struct InstanceSettingTests {
  private func order(_ rules: [String: FormRule]) throws -> ResponseInMemory {
    try ResponseInMemory(InstanceRuleTests.form(rules.mapValues { [$0] }, lines: 2, parts: 2))
  }

  private func values(of key: String, in response: ResponseInMemory) -> [Int: String] {
    Dictionary(
      response.state.contents(of: .value).filter { $0.subject.key == key }.compactMap { subject, content in
        content.value.map { (InstanceNumber.counter(of: subject.instance), $0.plainText) }
      }
    ) { first, _ in first }
  }

  @Test("A trigger sets cells of its own instance, and from outside those of all instances")
  func sameAndAll() throws {
    let response = try order([
      "tax": FormRule(.set, "${amount} * 2", triggers: ["amount"]),
      "share": FormRule(.set, "${number} + ${weight}", triggers: ["number"]),
    ])
    try response.apply(.set(.instance("amount", number: 1), 5))
    #expect(values(of: "tax", in: response) == [1: "10"])
    let parts = response.state.instances.map(\.key).filter { $0.key == "part" }
      .map { InstanceNumber.counter(of: $0.instance) }.sorted()
    #expect(parts.count == 4)
    for (index, part) in parts.enumerated() {
      try response.apply(.set(.instance("weight", number: part), .integer(Int64(index))))
    }
    try response.apply(.set("number", 10))
    #expect(values(of: "share", in: response) == [parts[0]: "10", parts[1]: "11", parts[2]: "12", parts[3]: "13"])
    try response.apply(.undo(.everything))
    #expect(values(of: "share", in: response) == [:])
  }

  @Test("A trigger in an instance sets outer cells, and cells of its nested instances")
  func outwardsAndInwards() throws {
    let response = try order([
      "total": FormRule(.set, "sum(${amount}[. != ''])", triggers: ["amount"]),
      "share": FormRule(.set, "${amount}", triggers: ["amount"]),
    ])
    let first = response.state.instances.filter { $0.key.key == "line" }.map(\.key.instance).min() ?? 0
    try response.apply(.set(.instance("amount", number: first), 5))
    #expect(values(of: "total", in: response) == [0: "5"])
    #expect(values(of: "share", in: response).values.sorted() == ["5", "5"])
  }

  @Test("Adding or removing an instance runs no set rule")
  func comingAndGoing() throws {
    let response = try order([
      "total": FormRule(.set, "count(${line})", triggers: ["amount"]),
      "tax": FormRule(.set, "7", triggers: ["amount"]),
    ])
    try response.apply(.add("line"))
    try response.apply(.remove("line[1]"))
    #expect(values(of: "total", in: response) == [:])
    #expect(values(of: "tax", in: response) == [:])
  }
}
