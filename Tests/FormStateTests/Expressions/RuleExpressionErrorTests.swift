import Testing

@testable import FormState

@Suite("Errors of expressions")
struct RuleExpressionErrorTests {
  private static let useKeys = "has no meaning in a form; write ${key} for a cell"

  @Test(
    "Every message has the column, the problem and a correction",
    arguments: [
      ("", "column 1: the expression is empty; write one, such as ${age} > 17"),
      (" \n", "column 1: the expression is empty; write one, such as ${age} > 17"),
      ("1 +", "column 4: the expression ends before a value"),
      ("1 + ", "column 5: the expression ends before a value"),
      ("${a}/", "column 6: the expression ends before a value"),
      ("1 + )", "column 5: “)” is not a value"),
      ("1 2", "column 3: “2” follows a value; put an operator between them"),
      ("${a} is 1", "column 6: “is” follows a value; put an operator between them"),
      ("'é' x", "column 5: “x” follows a value; put an operator between them"),
      ("'abc", "column 1: “'” is never closed; add “'”"),
      ("1 + \"abc'", "column 5: “\"” is never closed; add “\"”"),
      ("(1 + 2", "column 1: “(” is never closed; add “)”"),
      ("concat(1, 2", "column 7: “(” is never closed; add “)”"),
      ("${a}[1", "column 5: “[” is never closed; add “]”"),
      ("${a", "column 1: “${” is never closed; add “}”"),
      ("${a} == 1", "column 6: “==” is invalid here; write ="),
      ("${a} <> 1", "column 6: “<>” is invalid here; write !="),
      ("${a} && ${b}", "column 6: “&&” is invalid here; write and"),
      ("${a} || ${b}", "column 6: “||” is invalid here; write or, or concat() to join texts"),
      ("${a} & 'x'", "column 6: “&” is invalid here; write and, or concat() to join texts"),
      ("${a} / ${b}", "column 6: “/” is invalid here; write div to divide"),
      ("${a}/2", "column 5: “/” is invalid here; write div to divide"),
      ("${a}/ ${b}", "column 5: “/” is invalid here; write div to divide"),
      ("${a}//${b}", "column 5: “//” is invalid here; write ${key} for a cell, or div to divide"),
      (
        "list('a')/b/c",
        "column 13: “c” cannot follow a list; write the list, its conditions, one column: list('cities')[country = 'it']/name"
      ),
      (
        "list('a')/ b",
        "column 11: “ ” cannot follow a list; write the list, its conditions, one column: list('cities')[country = 'it']/name"
      ),
      (
        "instance('a')/root/items",
        "column 20: “items” cannot follow a list; write the list, its conditions, one column: list('cities')[country = 'it']/name"
      ),
      ("list('a')/", "column 11: the expression ends before a value"),
      (
        "'é\u{1B}'",
        "column 3: the expression holds the control character U+001B, which no XML property list can; remove it"
      ),
      ("1 / 2", "column 3: “/” is invalid here; write div to divide"),
      ("7 % 2", "column 3: “%” is invalid here; write mod for the remainder"),
      ("2 ^ 3", "column 3: “^” is invalid here; write pow(base, exponent)"),
      ("2 ** 3", "column 3: “**” is invalid here; write pow(base, exponent)"),
      ("1 ≤ 2", "column 3: “≤” is invalid here; write <="),
      ("1 – 2", "column 3: “–” is invalid here; write - for minus"),
      ("!${a}", "column 1: “!” is invalid here; write not(…)"),
      ("“x”", "column 1: ““” is invalid here; write ' around a text"),
      ("{a}", "column 1: “{” is invalid here; write ${key} for a cell"),
      ("1e5", "column 2: “e5” follows a value; put an operator between them"),
      ("${}", "column 1: “${}” names no cell; put its key between the braces"),
      ("${ }", "column 1: “${}” names no cell; put its key between the braces"),
      (
        "${a\tb}",
        "column 1: “${a\tb}” can name no cell: the key begins or ends with a space or contains a control character; remove it"
      ),
      ("1 + age", "column 5: “age” is invalid by itself; write ${age} for a cell, 'age' for a text"),
      ("/data/age", "column 1: a path from the root of a document has no meaning in a form; write ${key} for a cell"),
      ("//age", "column 1: a path from the root of a document has no meaning in a form; write ${key} for a cell"),
      ("child::age", "column 1: the axis “child::” \(useKeys)"),
      ("@id", "column 1: an attribute such as “@id” \(useKeys)"),
      ("count(*)", "column 7: the wildcard “*” \(useKeys)"),
      ("$x", "column 1: a variable such as “$x” \(useKeys)"),
      ("name(.)", "column 1: “name()” \(useKeys)"),
      ("text()", "column 1: “text()” \(useKeys)"),
      ("lang('en')", "column 1: “lang()” has no meaning in a form; a form is in one language"),
      ("(1)[2]", "column 4: a condition in brackets can follow only ${key} and a list"),
      ("..[1]", "column 3: a condition in brackets can follow only ${key} and a list"),
      ("list('a')/b[1]", "column 12: a condition in brackets can follow only ${key} and a list"),
      (
        "../age",
        "column 4: “age” cannot continue a path; each step is written as ${key}, and ${key} alone refers to its cell from anywhere"
      ),
      ("cuont(${a})", "column 1: there is no function “cuont”; did you mean “count”?"),
      ("frobnicate(1)", "column 1: there is no function “frobnicate”"),
      ("1 + jr:itext('a')", "column 5: the function “jr:itext” is not supported yet"),
      ("jr:itext(${a})", "column 1: the function “jr:itext” is not supported yet"),
      ("true(1)", "column 1: “true” takes no arguments, not 1"),
      ("not()", "column 1: “not” takes 1 argument, not 0"),
      ("round(1, 2, 3)", "column 1: “round” takes 1 or 2 arguments, not 3"),
      ("position(., .)", "column 1: “position” takes 0 or 1 argument, not 2"),
      ("concat()", "column 1: “concat” takes at least 1 argument, not 0"),
      ("indexed-repeat(${a}, ${b})", "column 1: “indexed-repeat” takes 3, 5 or 7 arguments, not 2"),
      (
        "weighted-checklist(1, 2, 3)",
        "column 1: “weighted-checklist” takes an even number of arguments, at least 2, not 3"
      ),
      ("current(1)", "column 1: “current” takes no arguments, not 1"),
      ("count(1)", "column 7: argument 1 of “count” must be a reference, such as ${key}"),
      ("sum(${a} + 1)", "column 5: argument 1 of “sum” must be a reference, such as ${key}"),
      (
        "indexed-repeat(${a}, 'b', 1)",
        "column 22: argument 2 of “indexed-repeat” must be a single cell, such as ${key}"
      ),
      (
        "jr:choice-name(${a}, 'b')",
        "column 22: argument 2 of “jr:choice-name” must be a single cell, such as ${key}"
      ),
      (
        "${a} | 1",
        "column 6: “|” joins only references, such as ${a} | ${b}; for a choice between conditions write or"
      ),
      ("list(cities)/name", "column 1: “list” needs the name of a list in quotes, as in list('cities')"),
      ("instance('')/root/item", "column 1: “instance” needs the name of a list in quotes, as in instance('cities')"),
      (
        "list('a')[. = 1]/b",
        "column 11: “.” has no meaning for an item of a list; write the name of a column, or current()/. for the cell"
      ),
      (
        "list('a')[../${x} = 1]/b",
        "column 11: “..” has no meaning for an item of a list; write the name of a column, or current()/. for the cell"
      ),
      (
        "regex(., '(a')",
        "column 10: the pattern is invalid: “(” is never closed; write \\( for the character itself"
      ),
      (
        "1 + " + String(repeating: "9", count: 400),
        "column 5: the number is too great"
      ),
    ])
  func sentences(expression: String, sentence: String) {
    let error = #expect(throws: RuleExpressionError.self) { try RuleExpression(expression) }
    #expect(error?.description == sentence)
  }

  @Test("Text, depth and parts are limited, each with its own message")
  func bounds() throws {
    let deep =
      "column 65: the expression is nested more than 64 levels deep; split it into several calculated cells"
    let nested = String(repeating: "(", count: 20_000)
    #expect(throws: RuleExpressionError(column: 65, problem: .tooDeep)) { try RuleExpression(nested) }
    #expect(throws: RuleExpressionError(column: 65, problem: .tooDeep)) {
      try RuleExpression(String(repeating: "-", count: 20_000) + "1")
    }
    #expect(RuleExpressionError(column: 65, problem: .tooDeep).description == deep)
    #expect(throws: RuleExpressionError.self) {
      try RuleExpression(String(repeating: "not(", count: 64) + "1" + String(repeating: ")", count: 64))
    }
    _ = try RuleExpression(String(repeating: "not(", count: 63) + "1" + String(repeating: ")", count: 63))

    let long = String(repeating: " ", count: 32 * 1024) + "1"
    let error = #expect(throws: RuleExpressionError.self) { try RuleExpression(long) }
    #expect(
      error?.description
        == "column 1: the expression has more than 32 KB of text; split it into several calculated cells")
    _ = try RuleExpression(String(long.dropFirst()))

    let many = Array(repeating: "1", count: 4096).joined(separator: "+")
    let tooMany = #expect(throws: RuleExpressionError.self) { try RuleExpression(many) }
    #expect(
      tooMany?.description.hasSuffix(
        "the expression has more than 4,096 parts; split it into several calculated cells") == true)
    _ = try RuleExpression(String(many.dropLast(2)))
  }

  @Test("Thousands of operators in a row are one level and can be evaluated")
  func longRuns() throws {
    let sum = Array(repeating: "1", count: 4000).joined(separator: " + ")
    #expect(try ruleText(sum) == "4000")
  }

  @Test("An expression made in code has the same limits and must be writable")
  func partsInCode() throws {
    #expect(throws: RuleExpressionError(column: 1, problem: .tooDeep)) { try RuleExpression(Self.nested(1000)) }
    let wide = RuleExpression.Node.call("concat", Array(repeating: .text("x"), count: 5000))
    #expect(throws: RuleExpressionError(column: 1, problem: .tooManyParts)) { try RuleExpression(wide) }
    #expect(throws: RuleExpressionError.self) { try RuleExpression(.text("both ' and \"")) }
    #expect(throws: RuleExpressionError(column: 1, problem: .unwritable)) { try RuleExpression(.number(-1)) }
    #expect(
      RuleExpressionError(column: 1, problem: .unwritable).description
        == "column 1: the expression cannot be written; a text cannot contain both ' and \", join two with concat()"
    )
  }

  private static func nested(_ depth: Int) -> RuleExpression.Node {
    (0..<depth).reduce(.number(1)) { node, _ in .negative(node) }
  }
}
