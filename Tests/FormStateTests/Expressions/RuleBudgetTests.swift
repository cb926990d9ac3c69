import Testing

@testable import FormState

@Suite("The budget of rules")
struct RuleBudgetTests {
  private func cost(_ expression: String, in form: RuleTestForm = .trip) throws -> Int {
    var budget = RuleBudget()
    _ = try RuleExpression(expression).value(in: form, budget: &budget)
    return RuleBudget.stepsOfAnAction - budget.stepsLeft
  }

  @Test("Evaluations share a budget, and one that exceeds it is refused")
  func shared() throws {
    var budget = RuleBudget(steps: 10)
    let expression = try RuleExpression("1 + 1")
    for left in [7, 4, 1] {
      _ = try expression.value(in: RuleTestForm.trip, budget: &budget)
      #expect(budget.stepsLeft == left)
    }
    #expect(throws: RuleFailure.outOfSteps) { try expression.value(in: RuleTestForm.trip, budget: &budget) }
    #expect(budget.stepsLeft == 0)
  }

  @Test("Instances, pairs, list items and long texts cost more steps")
  func costs() throws {
    #expect(try cost("count(${name})") > cost("count(${title})"))
    #expect(try cost("${weight} = ${age}") >= 6)
    let long = RuleTestForm("<a><t>\(String(repeating: "x", count: 64_000))</t></a>")
    #expect(try cost("string-length(${t})", in: long) >= 1000)
    #expect(try cost("regex(${t}, '.*y')", in: long) >= 64_000)
    let form = RuleTestForm.trip.with { $0.lists["l"] = Array(repeating: ["k": "v"], count: 1000) }
    #expect(try cost("count(list('l')[k = 'v'])", in: form) >= 3000)
    #expect(try cost("count(list('l')[1])", in: form) < 1100)
  }

  @Test(
    "Nested loops run out of steps instead of hanging",
    arguments: [
      "count(list('l')[count(list('l')[k = 'v']) = 1])",
      "list('l')/k = list('l')[k = 'w']/k or list('l')/k != list('l')/k",
      "count(${weight}[count(list('l')[count(list('l')[k = 'v']) = 1]) = 1])",
    ])
  func loops(expression: String) throws {
    let form = RuleTestForm.trip.with { $0.lists["l"] = Array(repeating: ["k": "v"], count: 300) }
    var budget = RuleBudget(steps: 50_000)
    let read = try RuleExpression(expression)
    #expect(throws: RuleFailure.outOfSteps) { try read.value(in: form, budget: &budget) }
  }

  @Test("A text of more than a megabyte is refused")
  func longTexts() throws {
    let form = RuleTestForm("<a><t>\(String(repeating: "x", count: 300_000))</t></a>")
    #expect(try ruleText("string-length(concat(${t}, ${t}, ${t}))", in: form) == "900000")
    for expression in ["concat(${t}, ${t}, ${t}, ${t})", "join(${t}, ${t}, ${t}, ${t})", "uuid(2000000)"] {
      #expect(throws: RuleFailure.textTooLong) { try ruleText(expression, in: form) }
    }
  }

  @Test("Searching a long text for another one fits in the budget")
  func search() throws {
    let form = RuleTestForm(
      "<a><t>\(String(repeating: "a", count: 500_000))</t><s>\(String(repeating: "a", count: 250_000))b</s></a>")
    #expect(try ruleText("contains(${t}, ${s})", in: form) == "false")
  }

  @Test("Failures say what happened and what to do")
  func sentences() {
    #expect(
      RuleFailure.outOfSteps.description
        == "the rules of one action take more than 5 million steps; let them read fewer cells or items")
    #expect(RuleFailure.textTooLong.description == "the rule creates a text of more than 1 MB; join fewer texts")
    #expect(RuleFailure.noList("cities").description == "there is no list “cities”")
  }
}
