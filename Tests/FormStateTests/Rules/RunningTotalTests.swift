import FormState
import TestSupport
import Testing

/// Rules that read earlier instances of a repeat, and circular rules.
@Suite("Running totals and circular rules over instances")
struct RunningTotalTests {
  private func response(_ rules: [String: String], lines: Int = 3) throws -> ResponseInMemory {
    try ResponseInMemory(InstanceRuleTests.form(rules.mapValues { [FormRule(.calculate, $0)] }, lines: lines, parts: 0))
  }

  private func values(of key: String, in response: ResponseInMemory) -> [String?] {
    let lines = response.state.instances.filter { $0.key.key == "line" }.sorted { $0.value.rank < $1.value.rank }
    return response.form.sections[0].cells.first { $0.key == key }.map { cell in
      lines.map { response.state.value(of: cell, in: response.form, instance: $0.key.instance)?.plainText }
    } ?? []
  }

  private func fill(_ response: ResponseInMemory) throws {
    for (index, amount) in [1, 2, 4].enumerated() {
      try response.apply(.set(.instance("amount", number: index + 1), .text(String(amount))))
    }
  }

  @Test(
    "A rule can read its own results in earlier instances",
    arguments: [
      "${amount} + sum(indexed-repeat(${balance}, ${line}, position(..) - 1))",
      "${amount} + sum(${line}[position() < position(current()/..)]/${balance}) * 0 + sum(${line}[position() = position(current()/..) - 1]/${balance})",
    ])
  func running(rule: String) throws {
    let response = try response(["balance": rule])
    try fill(response)
    #expect(values(of: "balance", in: response) == ["1", "3", "7"])
    try response.apply(.set(.instance("amount", number: 1), 10))
    #expect(values(of: "balance", in: response) == ["10", "12", "16"])
    try response.apply(.move(.instance("line", number: 3), before: .instance("line", number: 1)))
    #expect(values(of: "balance", in: response) == ["4", "14", "16"])
    try response.apply(.remove(.instance("line", number: 1)))
    #expect(values(of: "balance", in: response) == ["4", "6"])
    try response.apply(.undo(.everything))
    #expect(values(of: "balance", in: response) == ["4", "14", "16"])
  }

  @Test("A rule that reads itself in all instances gets only the earlier ones")
  func earlierAlone() throws {
    let response = try response(["balance": "${amount} + sum(${line}/${balance})"])
    try fill(response)
    #expect(values(of: "balance", in: response) == ["1", "3", "8"])
    #expect(try response.reevaluatedState() == response.state)
  }

  @Test("Two cells can pass a running total to each other")
  func openingAndClosing() throws {
    let response = try response([
      "balance": "indexed-repeat(${closing}, ${line}, position(..) - 1)",
      "closing": "coalesce(${balance}, 0) + ${amount}", "total": "${line}[position() = last()]/${closing}",
    ])
    try fill(response)
    #expect(values(of: "closing", in: response) == ["1", "3", "7"])
    #expect(values(of: "balance", in: response) == [nil, "1", "3"])
    let changes = try response.apply(.set(.instance("amount", number: 2), 5))
    #expect(values(of: "closing", in: response) == ["1", "6", "10"])
    // Earlier instances are not calculated again.
    #expect(!changes.contains { $0.subject.instance == 1 })
    let total = response.form.sections[0].cells[2]
    #expect(response.state.value(of: total, in: response.form)?.plainText == "10")
  }

  @Test("A running total can pass through the instances of a repeat within each line")
  func throughInnerInstances() throws {
    let rules = [
      "balance": "1 + sum(indexed-repeat(${closing}, ${line}, position(..) - 1))", "share": "${weight} * ${balance}",
      "closing": "${balance} + sum(${share})",
    ]
    let form = InstanceRuleTests.form(rules.mapValues { [FormRule(.calculate, $0)] }, lines: 3, parts: 2)
    let response = try ResponseInMemory(form)
    let parts = response.state.instances.filter { $0.key.key == "part" }.map(\.key.instance).sorted()
    for part in parts { try response.apply(.set(.instance("weight", number: part), 1)) }
    #expect(values(of: "balance", in: response) == ["1", "4", "13"])
    #expect(values(of: "closing", in: response) == ["3", "12", "39"])
    let changes = try response.apply(.set(.instance("weight", number: parts[3]), 2))
    #expect(values(of: "closing", in: response) == ["3", "16", "51"])
    // The first line is not calculated again.
    let first = response.state.instances.filter { $0.key.key == "line" }.min { $0.value.rank < $1.value.rank }?.key
    #expect(!changes.contains { [first?.instance, parts[0], parts[1]].contains($0.subject.instance) })
    try response.apply(.move(.instance("line", number: 7), before: .instance("line", number: 1)))
    #expect(values(of: "closing", in: response) == ["3", "12", "52"])
    #expect(try response.reevaluatedState() == response.state)
  }

  @Test("A running total through 6,000 inner instances runs each rule once, and fits in the budget of one action")
  func manyInnerInstances() throws {
    let rules = [
      "balance": "${number} + sum(indexed-repeat(${closing}, ${line}, position(..) - 1))", "weight": "1",
      "share": "${weight} * ${balance}", "closing": "${balance} + sum(${share})",
    ]
    let form = InstanceRuleTests.form(rules.mapValues { [FormRule(.calculate, $0)] }, lines: 6, parts: 1000)
    let response = try ResponseInMemory(form)
    try response.apply(.set(.key("number"), 1))
    #expect(values(of: "balance", in: response).prefix(3) == ["1", "1002", "1003003"])
    #expect(values(of: "closing", in: response).allSatisfy { $0 != nil })
  }

  @Test("Running totals of 3,000 instances fit in the budget of one action")
  func many() throws {
    let form = InstanceRuleTests.form(
      [
        "balance": [FormRule(.calculate, "${amount} + sum(indexed-repeat(${balance}, ${line}, position(..) - 1))")],
        "amount": [FormRule(.calculate, "${number}")], "total": [FormRule(.calculate, "sum(${amount})")],
        "line": [FormRule(.count, "3000")],
      ], parts: 0)
    let response = try ResponseInMemory(form)
    try response.apply(.set(.key("number"), 2))
    #expect(values(of: "balance", in: response).last == "6000")
    #expect(response.state.value(of: form.sections[0].cells[2], in: form)?.plainText == "6000")
  }

  // MARK: - Circles

  private func faults(_ rules: [String: [FormRule]]) -> [String] {
    InstanceRuleTests.form(rules).definitionFaults().map(\.description)
  }

  @Test(
    "Circular rules that need no earlier instance are refused by name",
    arguments: [
      (
        ["balance": "${closing}", "closing": "${balance} + ${amount}"],
        "row 6 (balance), calculate: the rules are circular: “balance” is calculated from “closing”, "
          + "“closing” is calculated from “balance”"
      ),
      (
        ["balance": "sum(${balance}) + 1"],
        "row 6 (balance), calculate: the rules are circular: “balance” is calculated from “balance”"
      ),
      (
        ["total": "sum(${tax})", "tax": "${amount} div ${total}"],
        "row 2 (total), calculate: the rules are circular: “total” is calculated from “tax”, "
          + "“tax” is calculated from “total”"
      ),
      (
        ["balance": "sum(${line}/${balance}) + ${closing}", "closing": "${balance}"],
        "row 6 (balance), calculate: the rules are circular: “balance” is calculated from “closing”, "
          + "“closing” is calculated from “balance”"
      ),
      (
        ["balance": "${balance}[. > 1]"],
        "row 6 (balance), calculate: the rules are circular: “balance” is calculated from “balance”"
      ),
    ])
  func circles(rules: [String: String], fault: String) {
    #expect(faults(rules.mapValues { [FormRule(.calculate, $0)] }) == ["section 0, \(fault)"])
  }

  @Test("A count that depends on its own instances is not circular, and runs last")
  func countByItself() {
    #expect(faults(["line": [FormRule(.count, "sum(${amount})")]]) == [])
    let rules: [String: [FormRule]] = [
      "line": [FormRule(.count, "${total}")], "total": [FormRule(.calculate, "count(${line})")],
    ]
    #expect(faults(rules) == [])
    let ordered = InstanceRuleTests.form(rules).rulesInOrder.rules
    #expect(ordered.map(\.rule.kind) == [.calculate, .count] && ordered.map(\.countsByItself) == [false, true])
  }

  @Test("The dependents of a running total run after it, and its dependencies before it")
  func ranks() {
    let form = InstanceRuleTests.form([
      "balance": [FormRule(.calculate, "${tax} + sum(indexed-repeat(${closing}, ${line}, position(..) - 1))")],
      "closing": [FormRule(.calculate, "${balance} + 1")], "total": [FormRule(.calculate, "sum(${closing})")],
      "tax": [FormRule(.calculate, "${rate}")], "line": [FormRule(.count, "${number}")],
    ])
    let ranks = form.fresh.rules.rules.map { "\(form.sections[0].cells[$0.place.position ?? 0].key) \($0.rank)" }
    #expect(ranks == ["line 0", "tax 1", "balance 2", "closing 2", "total 3"])
  }
}
