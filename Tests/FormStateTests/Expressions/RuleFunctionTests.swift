import Testing

@testable import FormState

@Suite("Functions of expressions")
struct RuleFunctionTests {
  @Test(
    "Text functions return the expected values",
    arguments: [
      ("string(12.50)", "12.5"), ("string(true())", "true"), ("string(1 div 0)", "Infinity"),
      ("string(${title})", "Rome"),
      ("concat('a', 1, ${name})", "a1AdaBob"), ("join('-', ${name}, 'x')", "Ada-Bob-x"), ("join(',')", ""),
      ("substr('hello', 1, 3)", "el"), ("substr('hello', -3)", "llo"), ("substr('hello', 2, 1)", ""),
      ("substr('hello', 'x', 2)", "he"), ("substr('añ😀b', 2, 3)", "😀"),
      ("substring('12345', 2, 3)", "234"), ("substring('12345', 1.5, 2.6)", "234"),
      ("substring('12345', 0, 3)", "12"), ("substring('12345', 0 div 0, 3)", ""),
      ("substring('12345', -42, 1 div 0)", "12345"),
      ("substring-before('2024-02', '-')", "2024"), ("substring-after('2024-02', '-')", "02"),
      ("substring-before('aaab', 'aab')", "a"), ("substring-after('x', 'y')", ""), ("substring-after('xy', '')", "xy"),
      ("contains('abab', 'bab')", "true"), ("contains('abab', 'bb')", "false"), ("contains('', '')", "true"),
      ("starts-with('Rome', 'Ro')", "true"), ("ends-with('Rome', 'me')", "true"), ("ends-with('me', 'Rome')", "false"),
      ("string-length('añ😀')", "3"), ("string-length(${empty})", "0"),
      ("normalize-space('  a \n b\t')", "a b"), ("translate('bar', 'abr', 'AB')", "BA"),
      ("translate('aa', 'aa', 'bc')", "bb"), ("regex('a1', '[0-9]')", "false"), ("regex('a1', 'a[0-9]')", "true"),
      ("regex('ab', '^[0-9]+$')", "false"),
      ("regex('ab', concat('(', ''))", "false"),
    ])
  func texts(expression: String, expected: String) throws {
    #expect(try ruleText(expression) == expected)
  }

  @Test(
    "Digests match those of other programs, and Base64 decodes to text",
    arguments: [
      ("digest('abc', 'MD5', 'hex')", "900150983cd24fb0d6963f7d28e17f72"),
      ("digest('', 'MD5', 'hex')", "d41d8cd98f00b204e9800998ecf8427e"),
      ("digest('abc', 'SHA-1', 'hex')", "a9993e364706816aba3e25717850c26c9cd0d89d"),
      ("digest('abc', 'SHA-256')", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
      ("digest('abc', 'sha-256', 'base64')", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
      ("digest('abc', 'SHA256', 'BASE64')", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
      ("digest('abc', 'sha1', 'Hex')", "a9993e364706816aba3e25717850c26c9cd0d89d"),
      (
        "digest('abc', 'SHA-384', 'hex')",
        "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
      ),
      (
        "digest('ö', 'SHA-512')",
        "2wBvi9gJuXkH9dnhaCJ3XzKLSJevbmAK6aNY1l8X1FGqVGwKL+IeOrEdze8TpRj+th++ZQtdJROjwhP+0xHP3w=="
      ),
      (
        "digest('xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', 'MD5', 'hex')",
        "668a72d5ba17f08e62dabcafad6db14b"
      ),
      (
        "digest('xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', 'SHA-1', 'hex')",
        "bb2fa3ee7afb9f54c6dfb5d021f14b1ffe40c163"
      ),
      (
        "digest('xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', 'SHA-512')",
        "o3IrUV70DJEPJBn24NqMpR1BARTOYnL6rmQEX56fYw5/qN1aMkPJhguJnRSMPaS8D54HRUVCYE0DC7VVMf4NWw=="
      ),
      ("digest('abc', 'SHA-3')", ""), ("digest('abc', 'MD5', 'octal')", ""),
      ("base64-decode('w7Y=')", "ö"), ("base64-decode('AAA=')", ""), ("base64-decode('no!')", ""),
      ("base64-decode('')", ""),
    ])
  func bytes(expression: String, expected: String) throws {
    #expect(try ruleText(expression) == expected)
  }

  @Test(
    "Geographic functions return the expected values",
    arguments: [
      ("distance('0 0;0 1')", "111318.85"), ("distance('0 0', '0 1')", "111318.85"),
      ("distance('0 0 5 5; 0 90 ;')", "10018696.05"),
      ("distance('a')", "NaN"), ("distance('')", "NaN"), ("distance('91 0;0 0')", "NaN"),
      ("distance('1e1 0;0 0')", "NaN"),
      ("area('0 0;0 1')", "0"), ("area('')", "NaN"), ("area('1 1;1 1;x')", "NaN"),
      (
        "area('7.9377 -11.5845 0 0;7.9324 -11.5902 0 0;7.927 -11.5857 0 0;7.925 -11.578 0 0;7.9267 -11.5722 0 0;7.9325 -11.5708 0 0;7.9372 -11.5737 0 0;7.9393 -11.579 0 0;7.9377 -11.5845 0 0')",
        "2333220.77"
      ),
      ("geofence('1 1', '0 0;0 2;2 2;2 0')", "true"), ("geofence('1 3', '0 0;0 2;2 2;2 0')", "false"),
      ("geofence('1.5 1', '0 0;2 0;1 1;2 2;0 2;0 0')", "false"), ("geofence('1 1', '0 0;2 2')", "false"),
      ("geofence('', '0 0;0 2;2 2')", "false"),
    ])
  func places(expression: String, expected: String) throws {
    #expect(try ruleText(expression) == expected)
  }

  @Test("Without an argument a function reads the rule's own cell")
  func own() throws {
    let form = RuleTestForm.trip.about("title")
    #expect(try ruleText("string()", in: form) == "Rome")
    #expect(try ruleText("string-length()", in: form) == "4")
    #expect(try ruleText("normalize-space()", in: form) == "Rome")
    #expect(try ruleText("number()", in: .trip.about("price")) == "12.5")
  }

  @Test(
    "Conditional functions return the expected values",
    arguments: [
      ("true()", "true"), ("not(false())", "true"), ("boolean('0')", "true"), ("boolean(0)", "false"),
      ("boolean('')", "false"), ("boolean(0 div 0)", "false"), ("boolean(${empty})", "false"),
      ("boolean(${title})", "true"),
      ("boolean(${unknown})", "false"), ("boolean-from-string('1')", "true"), ("boolean-from-string('True')", "true"),
      ("boolean-from-string(1)", "true"), ("if(1 > 2, 'a', 'b')", "b"), ("if(${title}, ${price} + 1, 'b')", "13.5"),
      ("coalesce(${empty}, 'x')", "x"), ("coalesce(${title}, 'x')", "Rome"), ("coalesce('', '')", ""),
      ("checklist(1, 2, ${title}, ${empty}, 'x')", "true"), ("checklist(3, -1, ${name})", "false"),
      ("checklist(-1, -1)", "true"), ("weighted-checklist(3, 4, ${title}, 3, ${empty}, 9)", "true"),
      ("weighted-checklist(5, -1, ${name}, ${age})", "true"), ("weighted-checklist(-1, 44, ${name}, ${age})", "false"),
    ])
  func conditions(expression: String, expected: String) throws {
    #expect(try ruleText(expression) == expected)
  }

  @Test("Conditional functions and operators evaluate only what they need")
  func unevaluated() throws {
    // The list is missing, so looking it up would throw.
    let missing = "count(list('missing')) > 0"
    for expression in [
      "if(true(), 'x', \(missing))", "coalesce('x', \(missing))", "if(true() or \(missing), 'x', 'y')",
      "if(false() and \(missing), 'y', 'x')",
    ] {
      #expect(try ruleText(expression) == "x")
    }
    #expect(throws: RuleFailure.noList("missing")) { try ruleText("if(false(), 'x', \(missing))") }
  }

  @Test("once() keeps the previous value and evaluates only if that is blank")
  func once() throws {
    let form = RuleTestForm.trip.about("title")
    #expect(try ruleText("once('new')", in: form) == "Rome")
    #expect(try ruleText("once('new')", in: form.with { $0.previous = .blank }) == "new")
    #expect(try ruleText("once('new')", in: form.with { $0.previous = .number(.nan) }) == "new")
    #expect(try ruleText("once('new')", in: form.with { $0.previous = .boolean(false) }) == "false")
  }

  @Test(
    "Number functions return the expected values",
    arguments: [
      ("number(' 12.50 ')", "12.5"), ("number('1e3')", "NaN"), ("number('+1')", "NaN"), ("number('-.5')", "-0.5"),
      ("number('5.')", "5"), ("number('')", "NaN"), ("number('1 2')", "NaN"), ("number('--1')", "NaN"),
      ("number('.')", "NaN"),
      ("number(true())", "1"), ("int(-1.9)", "-1"), ("round(-1.5)", "-1"), ("round(2.345, 2)", "2.35"),
      ("round(2.5)", "3"), ("round(-2.51)", "-3"), ("round(-0.5)", "0"), ("round(1.005, 2)", "1.01"),
      ("round(-12.25, 1)", "-12.2"),
      ("round(15, -1)", "20"), ("round(-15, -1)", "-10"), ("round(99.95, 1)", "100"), ("round(0.4, -1)", "0"),
      ("round(7, -1)", "10"),
      ("100 * 1.1", "110"), ("concat(1.1 + 2.2, '')", "3.3000000000000003"), ("0 - 0.0000000000001", "0"),
      ("round(1234, -2)", "1200"), ("round(5, 400)", "5"), ("round(5, -400)", "0"), ("round('x')", "NaN"),
      ("round(1.5, 308)", "1.5"), ("floor(-1.5)", "-2"), ("ceiling(-1.5)", "-1"), ("abs(-2)", "2"),
      ("pow(2, 10)", "1024"),
      ("pow(1, 'x')", "NaN"), ("pow(-1, 1 div 0)", "NaN"), ("sqrt(9)", "3"), ("sqrt(-1)", "NaN"), ("exp(0)", "1"),
      ("exp10(3)", "1000"), ("log(1)", "0"), ("log10(1000)", "3"), ("sin(0)", "0"), ("cos(0)", "1"), ("tan(0)", "0"),
      ("asin(2)", "NaN"), ("acos(1)", "0"), ("atan(0)", "0"), ("atan2(0, 1)", "0"), ("round(pi(), 5)", "3.14159"),
      ("min(3, '1', 2)", "1"), ("max(${age})", "36"), ("min(${age}, 5)", "5"), ("max(-4, -1, -3)", "-1"),
      ("max(${empty}, 1)", "1"), ("min(${empty}, 1)", "1"), ("min(${empty})", "NaN"), ("max(${unknown})", "NaN"),
      ("sum(${age})", "45"), ("sum(${unknown})", "0"),
      ("sum(${name})", "0"), ("sum(${name} | ${age})", "45"), ("count(${name})", "2"), ("count(${weight})", "3"),
      ("count(${passenger} | ${bag})", "5"),
      ("count-non-empty(${empty} | ${title})", "1"), ("-5 mod 2", "-1"), ("5 mod -2", "1"),
      ("1 div 3", "0.3333333333333333"),
      ("0.1 + 0.2", "0.30000000000000004"), ("pow(10, 21)", "1000000000000000000000"), ("1 div 10000000", "0.0000001"),
      ("- 0", "0"), ("'2024-03-01' - '2024-02-28'", "2"),
    ])
  func numbers(expression: String, expected: String) throws {
    #expect(try ruleText(expression) == expected)
  }

  @Test(
    "Functions of chosen options return the expected values",
    arguments: [
      ("selected('a bc d', 'bc')", "true"), ("selected('a bc d', ' bc ')", "true"), ("selected('a bc', 'b')", "false"),
      ("selected('', '')", "true"), ("selected('a', '')", "false"), ("selected-at('a bc d', 1)", "bc"),
      ("selected-at('a', 1)", ""), ("selected-at('a', -1)", ""), ("selected-at('a', 'x')", ""),
      ("count-selected(' a  b ')", "2"), ("count-selected(${empty})", "0"),
      ("jr:choice-name(${title}, '${title}')", "The eternal city (title)"), ("jr:choice-name('none', ${title})", ""),
    ])
  func choices(expression: String, expected: String) throws {
    #expect(try ruleText(expression) == expected)
  }

  @Test("Values may contain blanks if the question knows its chosen options")
  func knownChoices() throws {
    let form = RuleTestForm.trip.with { $0.choices = ["colours"] }
    #expect(try ruleText("selected(${colours}, 'dark blue')", in: form) == "true")
    #expect(try ruleText("selected(${colours}, 'blue')", in: form) == "false")
    #expect(try ruleText("selected-at(${colours}, 1)", in: form) == "dark blue")
    #expect(try ruleText("count-selected(${colours})", in: form) == "2")
  }
}
