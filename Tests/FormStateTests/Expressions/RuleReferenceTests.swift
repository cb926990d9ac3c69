import Testing

@testable import FormState

@Suite("What expressions read")
struct RuleReferenceTests {
  @Test(
    "Each reference is listed once, in the order of the text",
    arguments: [
      ("1 + 2", []),
      ("${b} + ${a} + ${b}", ["b", "a"]),
      (". > 1 and position(..) = 2", [".", ".. place"]),
      ("sum(${price}) + ${price}", ["price made one", "price"]),
      ("once(${a} + random())", ["a once"]),
      ("string() = 'x'", ["."]),
      ("${p}[${age} > current()/${age}]/${name}", ["p all", "age all", "age", "name all"]),
      ("count(${p}[${age} > 1])", ["p all made one", "age all"]),
      ("indexed-repeat(${name}, ${p}, ${i})", ["name all", "p place", "i"]),
      ("position(${p}[${age} = 1])", ["p place", "age all"]),
      ("list('cities')[country = ${country}]/name", ["cities list", "country"]),
      ("join(',', list('cities')[country = ${country}]/name)", ["cities list made one", "country"]),
      ("pulldata('cities', 'a', 'b', ${x})", ["x", "cities list"]),
      ("${p}[list('l')[k = ${a}]/v = 1]/${b}", ["p all", "l list", "a all", "b all"]),
      ("jr:choice-name(${a}, '${b}')", ["a", "b"]),
      ("max(${a}, if(${b}, ${c}, 1))", ["a made one", "b made one", "c made one"]),
    ])
  func references(expression: String, expected: [String]) throws {
    let got = try RuleExpression(expression).references.map(Self.described)
    #expect(got == expected.map { $0.trimmingSuffix(while: \.isWhitespace) })
  }

  private static func described(_ reference: RuleReference) -> String {
    let (name, isList) =
      switch reference.target {
      case .cell(let key): (key, false)
      case .itself: (".", false)
      case .parent: ("..", false)
      case .list(let name): (name, true)
      }
    let reach: [String] =
      switch reference.reach {
      case .same: []
      case .all: isList ? ["list"] : ["all"]
      case .position: ["place"]
      }
    let rest = (reference.isAggregated ? ["made one"] : []) + (reference.isOnce ? ["once"] : [])
    return ([name] + reach + rest).joined(separator: " ")
  }

  @Test(
    "An expression that uses the clock or random values is volatile",
    arguments: [
      ("today()", true), ("1 + if(${a}, uuid(8), 1)", true), ("${a}[${d} = now()]", true), ("date(${a})", false),
    ])
  func volatility(expression: String, expected: Bool) throws {
    #expect(try RuleExpression(expression).isVolatile == expected)
  }
}

extension String {
  fileprivate func trimmingSuffix(while isOfSort: (Character) -> Bool) -> String {
    String(reversed().drop(while: isOfSort).reversed())
  }
}
