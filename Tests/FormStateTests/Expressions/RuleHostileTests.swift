import TestSupport
import Testing

@testable import FormState

@Suite("Hostile values in expressions")
struct RuleHostileTests {
  private static let values = [
    "''", "'x'", "0", "1", "-1", "0.5", "(0 div 0)", "(1 div 0)", "(-1 div 0)", "9007199254740993", "pow(10, 300)",
    "-pow(10, 300)",
    "true()", "false()", "'2024-02-29'", "'9999-12-31T23:59:59.999+14:00'", "'0001-01-01'", "'12:00'", "'-0'", "' '",
    "'%'", "'(a+)+$'",
    "'é\u{301}😀'", "${name}", "${empty}", "${unknown}", "${passenger}", ".", "..", "today()", "random()", "list('l')/k",
  ]
  private static let references = [
    "${name}", "${empty}", "${unknown}", "${passenger}", ".", "list('l')/k", "${passenger}[${age} > 9]",
  ]

  private static let form = RuleTestForm.trip.with { form in
    form.lists["l"] = [["k": "v"], ["k": "1"], [:]]
    form.numbers = ["age", "weight"]
    form.switches = ["married"]
  }

  private static func argument(
    of function: RuleFunction, at index: Int, using generator: inout SeededGenerator
  ) -> String {
    switch function.role(ofArgument: index) {
    case .value: values.randomElement(using: &generator) ?? "1"
    case .reference: references.randomElement(using: &generator) ?? "."
    case .key, .question: ["${name}", "${passenger}", "${unknown}"].randomElement(using: &generator) ?? "${name}"
    case .pattern: ["'a*'", "${name}", "'[0-9]+$'", "1"].randomElement(using: &generator) ?? "''"
    }
  }

  /// Evaluates an expression, and checks that its canonical form gives the same value.
  private static func evaluate(_ text: String) throws {
    let expression = try RuleExpression(text)
    let again = try RuleExpression(expression.description)
    for form in [form.about("title"), form.about("age", 1)] {
      var budget = RuleBudget(steps: 50_000)
      var budgetAgain = budget
      let first = Result { try expression.value(in: form, budget: &budget) }
      let second = Result { try again.value(in: form, budget: &budgetAgain) }
      #expect(budget == budgetAgain)
      switch (first, second) {
      case (.success(let first), .success(let second)): #expect(first == second)
      case (.failure(let error), .failure): #expect(error is RuleFailure)
      default: Issue.record("\(text) gives a value only once")
      }
    }
  }

  @Test("Every function accepts any values")
  func functions() throws {
    for seed in TestSeeds.seeds(3, full: 300) {
      var generator = SeededGenerator(seed: seed)
      for function in RuleFunctionTable.names.compactMap(RuleFunctionTable.function) {
        for count in 0...7 where function.arity.accepts(count) {
          for _ in 0..<4 {
            let arguments = (0..<count).map { Self.argument(of: function, at: $0, using: &generator) }
            let text = "\(function.name)(\(arguments.joined(separator: ", ")))"
            #expect(throws: Never.self, "FORMSTATE_TEST_SEED=\(seed): \(text)") { try Self.evaluate(text) }
          }
        }
      }
    }
  }

  @Test("Every operator accepts any values")
  func operators() throws {
    for seed in TestSeeds.seeds(3, full: 300) {
      var generator = SeededGenerator(seed: seed)
      for sign in RuleExpression.Operator.allCases where sign != .union {
        for _ in 0..<20 {
          let left = Self.values.randomElement(using: &generator) ?? "1"
          let right = Self.values.randomElement(using: &generator) ?? "1"
          let text = "\(left) \(sign.rawValue) \(right)"
          #expect(throws: Never.self, "FORMSTATE_TEST_SEED=\(seed): \(text)") { try Self.evaluate(text) }
        }
      }
    }
  }

  @Test("A mirrored comparison gives the same result")
  func mirrored() throws {
    let mirrors = ["=": "=", "!=": "!=", "<": ">", "<=": ">="]
    for left in Self.values where left != "random()" {
      for right in Self.values where right != "random()" {
        for (sign, mirror) in mirrors {
          #expect(
            try ruleText("\(left) \(sign) \(right)", in: Self.form)
              == ruleText("\(right) \(mirror) \(left)", in: Self.form),
            "\(left) \(sign) \(right)")
        }
      }
    }
  }
}
