import Testing

@testable import FormState

@Suite("References in expressions")
struct RuleReferenceEvaluationTests {
  @Test("Outside a repeat a reference leads to all instances, inside to its own")
  func instances() throws {
    #expect(try ruleText("join(' ', ${name})") == "Ada Bob")
    #expect(try ruleText("${name}") == "Ada")
    let bob = RuleTestForm.trip.about("age", 1)
    #expect(try ruleText("${name}", in: bob) == "Bob")
    #expect(try ruleText("join(' ', ${passenger}/${name})", in: bob) == "Ada Bob")
    #expect(try ruleText("count(${passenger})", in: bob) == "2")
    #expect(try ruleText("sum(${weight})", in: bob) == "20")
    #expect(try ruleText("sum(${weight})", in: .trip.about("age", 0)) == "12")
    #expect(try ruleText("${title}", in: bob) == "Rome")
    #expect(try ruleText(".", in: bob) == "9")
  }

  @Test(
    "Conditions select instances",
    arguments: [
      ("${passenger}[2]/${name}", "Bob"), ("${passenger}[position() = 2]/${name}", "Bob"),
      ("${passenger}[last()]/${name}", "Bob"),
      ("${passenger}[${age} > 17]/${name}", "Ada"), ("${passenger}[${age} > 99]/${name}", ""),
      ("${passenger}[0]/${name}", ""),
      ("${passenger}[1.5]/${name}", ""), ("sum(${passenger}/${bag}[1]/${weight})", "27"),
      ("sum(${bag}[1]/${weight})", "7"),
      ("${passenger}[${bag}[${weight} = 5]]/${name}", "Ada"), ("${passenger}[${age} > 1][2]/${name}", "Bob"),
      ("count(${passenger}[${title} = 'Rome'])", "2"), ("${name}[. = 'Bob']", "Bob"),
    ])
  func conditions(expression: String, expected: String) throws {
    #expect(try ruleText(expression) == expected)
  }

  @Test("current() is the rule's own cell, also within a condition")
  func current() throws {
    let bob = RuleTestForm.trip.about("age", 1)
    #expect(try ruleText("${passenger}[${age} > current()/${age}]/${name}", in: bob) == "Ada")
    #expect(try ruleText("${passenger}[${age} = current()/.]/${name}", in: bob) == "Bob")
    #expect(try ruleText("count(${passenger}[position() < position(current()/..)])", in: bob) == "1")
    #expect(try ruleText("current()", in: bob) == "9")
  }

  @Test("position() and indexed-repeat() follow the order of instances")
  func positions() throws {
    let bob = RuleTestForm.trip.about("age", 1)
    #expect(try ruleText("position(..)", in: bob) == "2")
    #expect(try ruleText("position(${passenger})", in: bob) == "2")
    #expect(try ruleText("position(${passenger})", in: .trip.about("weight", 2)) == "2")
    #expect(try ruleText("position(${passenger}[1])", in: bob) == "1")
    #expect(try ruleText("position()", in: bob) == "1")
    #expect(try ruleText("last()", in: bob) == "1")
    #expect(try ruleText("position(${unknown})", in: bob) == "")
    #expect(try ruleText("indexed-repeat(${name}, ${passenger}, position(..) - 1)", in: bob) == "Ada")
    #expect(try ruleText("indexed-repeat(${weight}, ${passenger}, 1, ${bag}, 2)") == "5")
    #expect(try ruleText("indexed-repeat(${name}, ${passenger}, 3)") == "")
    #expect(try ruleText("count(indexed-repeat(${weight}, ${passenger}, 1))") == "2")
  }

  @Test("Unions keep the order of the form and have no duplicates")
  func unions() throws {
    #expect(try ruleText("join(' ', ${name} | ${title} | ${name})") == "Rome Ada Bob")
  }

  @Test(
    "A comparison with references is true if any pair is",
    arguments: [
      ("${name} = 'Bob'", true), ("${name} != 'Bob'", true), ("not(${name} = 'Eve')", true), ("${unknown} = ''", false),
      ("${unknown} != ''", false), ("${empty} = ''", true), ("${age} > 35", true), ("${age} < 9", false),
      ("40 > ${age}", true),
      ("${age} = ${weight}", false), ("${age} > ${weight}", true), ("${title} = true()", true),
      ("${unknown} = false()", true),
      ("${empty} < 1", false), ("'b' > 'a'", false), ("'10' > '9'", true), ("1 = '1.0'", true), ("'1' = '1.0'", false),
      ("true() = 'x'", true), ("1 < 2 = true()", true), ("3 > 2 > 1", false), ("'é' = 'e\u{301}'", false),
    ])
  func comparisons(expression: String, expected: Bool) throws {
    #expect(try ruleText(expression) == String(expected))
  }

  @Test("Cells keep their type: numbers compare as numbers, switches as conditions or booleans")
  func types() throws {
    let form = RuleTestForm.trip.with {
      $0.numbers = ["age", "price", "empty"]
      $0.switches = ["married", "title"]
    }
    for (expression, expected) in [
      ("${price} = '12.50'", true), ("${price} = 12.5", true), ("${married} = 'true'", true),
      ("${title} = 'false'", true),
      ("${title} = 'x'", false), ("${married} and not(${title})", true), ("${married} = true()", true),
      ("${married} = 1", true),
      ("${empty} = ''", true), ("${empty} = 0", false), ("${empty} != 0", true), ("boolean(${empty})", false),
    ] {
      #expect(try ruleText(expression, in: form) == String(expected), "\(expression)")
    }
  }

  @Test("Conditions on columns look up items of a list")
  func lists() throws {
    let form = RuleTestForm.trip.with {
      $0.lists["cities"] = [
        ["name": "Rome", "country": "it", "size": "3"], ["name": "Oslo", "country": "no", "size": "1"],
        ["name": "Pisa", "country": "it"],
      ]
    }
    for (expression, expected) in [
      ("list('cities')[country = 'it']/name", "Rome"), ("join(',', list('cities')[country = 'it']/name)", "Rome,Pisa"),
      ("instance('cities')/root/item[name = ${title}]/country", "it"), ("count(list('cities')[country = 'it'])", "2"),
      ("list('cities')[2]/name", "Oslo"), ("list('cities')[country = 'it'][2]/name", "Pisa"),
      ("list('cities')[position() = last()]/name", "Pisa"), ("sum(list('cities')[size]/size)", "4"),
      ("count(list('cities')[name = current()/.]/size)", "1"), ("list('cities')[1]", ""),
      ("list('cities')[1]/none", ""),
      ("pulldata('cities', 'country', 'name', 'Oslo')", "no"), ("pulldata('cities', 'country', 'name', 'x')", ""),
      ("count(list('cities')[1]/name | list('cities')/name)", "3"),
      ("count(list('cities')[count(${passenger}[${age} > 17]) = 1]/name)", "3"),
    ] {
      #expect(try ruleText(expression, in: form.about("title")) == expected, "\(expression)")
    }
    #expect(throws: RuleFailure.noList("none")) { try ruleText("count(list('none'))") }
    #expect(throws: RuleFailure.noList("none")) { try ruleText("pulldata('none', 'a', 'b', 'c')") }
  }
}
