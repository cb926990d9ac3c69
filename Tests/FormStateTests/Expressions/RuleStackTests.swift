import Foundation
import Testing

@testable import FormState

@Suite("The stack that expressions need")
struct RuleStackTests {
  /// Expressions of the greatest allowed depth, each with different nested parts.
  private static let deepest = [
    ("(", "1", ")"), ("not(", "1", ")"), ("-", "1", ""), ("1 or 1 and 1 = 1 < 1 + 1 * -(", "1", ")"),
    ("${passenger}[", "1", "]"), ("count(${passenger}[1 = ", "1", "])"), ("list('l')[k = ", "1", "]/k"),
    ("if(1, 1, ", "1", ")"), ("concat(", "1", ")"), ("indexed-repeat(${name}, ${passenger}, ", "1", ")"),
    ("coalesce('', ", "1", ")"), ("1 + (", "1", ")"), ("sum(${passenger}[", "1", "]/${age})"),
  ].map { opening, middle, closing in
    let fitting = (1...64).last { levels in
      let text = String(repeating: opening, count: levels) + middle + String(repeating: closing, count: levels)
      return (try? RuleExpression(text)) != nil
    }
    let levels = fitting ?? 0
    return String(repeating: opening, count: levels) + middle + String(repeating: closing, count: levels)
  }

  @Test("The deepest expressions fit on a stack of half a megabyte", arguments: deepest)
  func threads(text: String) throws {
    nonisolated(unsafe) var result: Result<String, any Error>?
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      result = Result {
        let expression = try RuleExpression(text)
        let again = try RuleExpression(expression.root)
        let form = RuleTestForm.trip.with { $0.lists["l"] = [["k": "1"]] }
        var budget = RuleBudget(steps: 20_000)
        _ = try? again.value(in: form, budget: &budget)
        return "\(again.references.count) \(again.isVolatile) \(again == expression)"
      }
      done.signal()
    }
    thread.stackSize = 512 * 1024
    thread.start()
    done.wait()
    #expect(try result?.get().hasSuffix("true") == true)
  }
}
