import TestSupport
import Testing

@testable import FormState

@Suite("The article on expressions")
struct RuleDocumentationTests {
  private let article: String

  init() throws {
    article = try Repository.text(of: "Sources/FormState/FormState.docc/Expressions.md")
  }

  @Test("The table lists exactly the functions")
  func functions() throws {
    let start = try #require(article.firstRange(of: "## Functions"))
    let end = try #require(article.firstRange(of: "## Differences between clients"))
    let rows = article[start.upperBound..<end.lowerBound].split(separator: "\n").filter { $0.hasPrefix("| ") }
      .dropFirst()
    let named = rows.flatMap { $0.split(separator: "`").enumerated().filter { !$0.offset.isMultiple(of: 2) } }
    #expect(named.map { String($0.element) }.sorted() == RuleFunctionTable.names)
  }

  @Test("The example in the article prints the canonical expression")
  func example() throws {
    var printed: [String] = []
    func print(_ text: String) { printed.append(text) }
    func print(_ column: Int, _ message: String) { printed.append("\(column): \(message)") }

    do {
      let expression = try RuleExpression("if(${age}>17, sum(${price}), 0)")
      print(expression.description)  // if(${age} > 17, sum(${price}), 0)
    } catch let error as RuleExpressionError {
      print(error.column, error.message)
    }

    #expect(printed == ["if(${age} > 17, sum(${price}), 0)"])
  }

  @Test(
    "The expressions in the article are canonical",
    arguments: [
      "today() - ${born} > 18 * 365.25", "date(today() + 7)", "${passenger}[${age} > 17]/${name}", "current()/${age}",
      "list('cities')[value = ${city}]/title", "${name} = 'Ada'", "date('x')", "position(${passenger})",
    ])
  func mentioned(expression: String) throws {
    #expect(article.contains(expression))
    #expect(try RuleExpression(expression).description == expression)
  }
}
