import TestSupport
import Testing

@testable import FormState

@Suite("Reading and writing expressions")
struct RuleExpressionTests {
  @Test(
    "An expression has one canonical form, which reads back as itself",
    arguments: [
      (" 1+2 *3", "1 + 2 * 3"), ("(1 + 2) * 3", "(1 + 2) * 3"), ("((1)) + (2 * 3)", "1 + 2 * 3"),
      ("1 - (2 - 3)", "1 - (2 - 3)"),
      ("(1 - 2) - 3", "(1 - 2) - 3"), ("1 mod2", "1 mod 2"), ("1 div-2", "1 div -2"), ("'a'and'b'", "'a' and 'b'"),
      ("- (1 + 2)", "-(1 + 2)"), ("- - 1", "--1"), (".5 + 5. + 5.50", "0.5 + 5 + 5.5"),
      ("1=2 or 3<4 and 5", "1 = 2 or 3 < 4 and 5"),
      ("(1 or 2) and 3", "(1 or 2) and 3"), ("\"it's\"", "\"it's\""), ("\"x\"", "'x'"), ("${ age }>17", "${age} > 17"),
      ("${a}[ 1 ] [. = 2]/${b}", "${a}[1][. = 2]/${b}"), ("count( ${a}|${b} )", "count(${a} | ${b})"),
      ("(${a})", "${a}"),
      ("-(${a} | ${b})", "-${a} | ${b}"), ("current ( )/..", "current()/.."), ("current()", "current()/."),
      ("current()/${a}[1]", "current()/${a}[1]"), ("position( .. )", "position(..)"), ("true ()", "true()"),
      ("instance('c')/root/item[n = ${x}]/label", "list('c')[n = ${x}]/label"),
      ("list(\"c\") [1]/label", "list('c')[1]/label"),
      ("instance('c')/root/item", "list('c')"), ("list(\"it's\")/a", "list(\"it's\")/a"),
      ("jr:choice-name(${a}, '${a}')", "jr:choice-name(${a}, ${a})"),
      ("jr:choice-name(., '.')", "jr:choice-name(., .)"),
      ("list('c')[or = div]/mod", "list('c')[or = div]/mod"), ("1000000000000000000000", "1000000000000000000000"),
      ("0.0000001", "0.0000001"), ("1 or(2)", "1 or 2"), ("${a} * -${b}", "${a} * -${b}"),
    ])
  func canonical(source: String, text: String) throws {
    let expression = try RuleExpression(source)
    #expect(expression.description == text)
    #expect(expression.source == source)
    let again = try RuleExpression(parsing: text)
    #expect(again == expression)
    #expect(again.root == expression.root)
    #expect(again.description == text)
  }

  @Test("Operators of equal precedence form one part and evaluate from the left")
  func runs() throws {
    #expect(
      try RuleExpression("1 - 2 + 3").root
        == .operation(.number(1), [.init(.minus, .number(2)), .init(.plus, .number(3))]))
    #expect(try ruleText("10 - 2 - 3") == "5")
    #expect(try ruleText("100 div 5 div 2 * 3") == "30")
  }

  @Test("A random expression made in code reads back the same from its text")
  func roundTrip() throws {
    for seed in TestSeeds.seeds(40, full: 2000) {
      var random = RandomExpression(seed: seed)
      for _ in 0..<25 {
        let node = random.node(levels: 5)
        let expression = try RuleExpression(node)
        #expect(expression.root == node, "FORMSTATE_TEST_SEED=\(seed): \(expression)")
        let again = try RuleExpression(parsing: expression.description)
        #expect(again.root == node && again == expression, "FORMSTATE_TEST_SEED=\(seed): \(expression)")
      }
    }
  }

  @Test("Any text reads as an expression or gives an error at one of its columns")
  func hostile() throws {
    for seed in TestSeeds.seeds(40, full: 2000) {
      var generator = SeededGenerator(seed: seed)
      for _ in 0..<50 {
        let text = (0..<Int.random(in: 1...30, using: &generator)).map { _ in
          Self.fragments.randomElement(using: &generator) ?? ""
        }.joined()
        do throws(RuleExpressionError) {
          let expression = try RuleExpression(parsing: text)
          let again = try RuleExpression(parsing: expression.description)
          #expect(again == expression, "FORMSTATE_TEST_SEED=\(seed): \(text)")
        } catch {
          #expect((1...text.count + 1).contains(error.column), "FORMSTATE_TEST_SEED=\(seed): \(text)")
        }
      }
    }
  }

  private static let fragments = [
    "${a}", "${", "}", "(", ")", "[", "]", "/", "//", ".", "..", "'", "\"", "'x'", "1", "2.5", " ", " and ", " div ",
    "-", "+",
    "=", "!=", "<", "|", ",", "count(", "if(", "list('l')", "/root/item", "name", "current()", "@", "*", "$", "é",
    "e\u{301}", "😀",
    "\u{301}", "jr:choice-name(", "regex(", "::", "\0", "“",
  ]

  @Test("Keys are composed, and texts stay as written")
  func composition() throws {
    let composed = try RuleExpression("${caf\u{E9}} = 'caf\u{E9}'")
    let decomposed = try RuleExpression("${cafe\u{301}} = 'cafe\u{301}'")
    #expect(composed != decomposed)
    #expect(composed.references == decomposed.references)
    #expect(decomposed.column(ofKey: "caf\u{E9}") == 1)
    #expect(Array(decomposed.description.unicodeScalars) == Array("${caf\u{E9}} = 'cafe\u{301}'".unicodeScalars))
  }

  @Test("The column of the first mention of each key is known")
  func columns() throws {
    let expression = try RuleExpression("'é' = ${a} and ${b}[${c} = 1]/${a} and jr:choice-name(${d}, '${e}')")
    #expect(["a", "b", "c", "d", "e", "f"].map(expression.column) == [7, 16, 21, 55, 61, nil])
  }
}

/// Makes random expressions.
private struct RandomExpression {
  typealias Node = RuleExpression.Node

  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// A part of at most this many levels.
  mutating func node(levels: Int, isItem: Bool = false) -> Node {
    guard levels > 1 else { return leaf(isItem: isItem) }
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: return .negative(node(levels: levels - 1, isItem: isItem))
    case 1, 2, 3: return operation(levels: levels - 1, isItem: isItem)
    case 4: return call(levels: levels - 1, isItem: isItem)
    case 5: return path(levels: levels - 1)
    case 6: return lookup(levels: levels - 1)
    default: return leaf(isItem: isItem)
    }
  }

  private mutating func leaf(isItem: Bool) -> Node {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: .text(pick(["", "x", "it's", "a \"b\"", "${a}", "é\u{301}", "1 div 0"]))
    case 1: .number(pick([0, 1, 0.5, 1e21, 1e-7, 12345.678, 0x1p53, .leastNonzeroMagnitude, .greatestFiniteMagnitude]))
    case 2: isItem ? .column(pick(["name", "or", "div", "a.b-c", "größe"])) : .path(.init(.itself))
    case 3: .path(.init(pick([.itself, .parent]), isFromCurrent: true))
    case 4: .path(.init(.steps([.init(pick(Self.keys))])))
    default: .call(pick(["true", "today", "pi", "last"]), [])
    }
  }

  private mutating func operation(levels: Int, isItem: Bool) -> Node {
    let operators = pick(
      Dictionary(grouping: RuleExpression.Operator.allCases, by: \.rank).values.sorted { $0[0].rank < $1[0].rank })
    let nodes = (0..<Int.random(in: 2...4, using: &generator)).map { _ in
      operators == [.union] ? path(levels: levels) : node(levels: levels, isItem: isItem)
    }
    return .operation(nodes[0], nodes.dropFirst().map { .init(pick(operators), $0) })
  }

  private mutating func call(levels: Int, isItem: Bool) -> Node {
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: .call("count", [path(levels: levels)])
    case 1: .call("if", (0..<3).map { _ in node(levels: levels, isItem: isItem) })
    default:
      .call("concat", (0..<Int.random(in: 1...4, using: &generator)).map { _ in node(levels: levels, isItem: isItem) })
    }
  }

  private mutating func path(levels: Int) -> Node {
    let steps = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      RuleExpression.Step(pick(Self.keys), conditions: conditions(levels: levels, isItem: false))
    }
    return .path(.init(.steps(steps), isFromCurrent: Bool.random(using: &generator)))
  }

  private mutating func lookup(levels: Int) -> Node {
    .lookup(
      .init(
        list: pick(["cities", "it's", "a \"b\""]), conditions: conditions(levels: levels, isItem: true),
        column: pick(["name", "or", nil])))
  }

  private mutating func conditions(levels: Int, isItem: Bool) -> [Node] {
    (0..<Int.random(in: 0...1, using: &generator)).map { _ in node(levels: levels - 1, isItem: isItem) }
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &generator)]
  }

  private static let keys = ["a", "b c", "größe", "x:7", "it's", "o]r"]
}
