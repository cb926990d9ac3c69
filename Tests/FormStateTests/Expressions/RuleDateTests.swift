import Testing

@testable import FormState

/// The moment is 2024-02-29 22:30:15.250 UTC, on a clock two hours ahead: it is the first of March there.
@Suite("Dates, times and random values in expressions")
struct RuleDateTests {
  @Test(
    "Date and time functions return the expected values",
    arguments: [
      ("today()", "2024-03-01"), ("now()", "2024-03-01T00:30:15.250+02:00"),
      ("date(0)", "1970-01-01"), ("date(-1.5)", "1969-12-31"), ("date(20000)", "2024-10-04"),
      ("date('2024-02-28T23:59:59Z')", "2024-02-29"), ("date('2024-02-28T12:00')", "2024-02-28"),
      ("date(now())", "2024-03-01"), ("date(decimal-date-time(now()))", "2024-02-29"),
      ("date('2024-06-01' + 200)", "2024-12-18"), ("date-time(0)", "1970-01-01"),
      ("date-time(0.5)", "1970-01-01T14:00:00.000+02:00"), ("date-time('2024-02-28' + 1)", "2024-02-29"),
      ("format-date(today() + 7, '%Y-%m-%d')", "2024-03-08"), ("round((now() - today()) * 86400)", "1815"),
      ("int(now() - '2024-02-29')", "1"), ("today() - '2024-01-01'", "60"), ("int('2024-03-01')", "19783"),
      ("now() = today()", "true"), ("now() = '2024-03-01'", "true"), ("now() = '2024-02-29'", "false"),
      ("today() = '2024-02-29T22:00:00.000Z'", "true"), ("now() = '2024-02-29T22:30:15.250Z'", "true"),
      ("'2024-03-01' = '2024-03-01T00:00:00.000+02:00'", "false"), ("now() > today()", "true"),
      ("decimal-date-time(1.5)", "1.5"), ("decimal-date-time('2024-03-01') mod 1", "0.9166666666678793"),
      ("date('2024-02-29')", "2024-02-29"), ("date('2023-02-29')", ""), ("date('x')", ""), ("date('')", ""),
      ("date(true())", ""), ("date(1 div 0)", ""), ("date(pow(10, 300))", ""), ("date('2024-02-28' + 1)", "2024-02-29"),
      ("date-time('2024-02-28T23:59:59Z')", "2024-02-29T01:59:59.000+02:00"),
      ("date-time('2024-02-28T22:00:00Z')", "2024-02-29"),
      ("date-time('2024-02-28T12:00')", "2024-02-28T12:00:00.000+02:00"), ("date-time('2024-02-28T24:00')", ""),
      ("date-time('2024-02-28 12:00')", ""), ("decimal-date-time('1970-01-02T00:00:00Z')", "1"),
      ("decimal-date-time('x')", "NaN"), ("decimal-time('12:00')", "0.5"),
      ("decimal-time('12:00:00.000Z')", "0.5833333333333334"),
      ("decimal-time('23:00:00-01:00')", "0.08333333333333333"), ("decimal-time('25:00')", "NaN"),
      ("decimal-time('12:00:00.5')", "0.500005787037037"), ("decimal-time('12')", "NaN"),
      ("format-date('2024-03-05', '%Y %y %m %n %b %d %e %a %%')", "2024 24 03 3 Mar 05 5 Tue %"),
      ("format-date-time('2024-03-05T07:08:09.010', '%H %h %M %S %3')", "07 7 08 09 010"),
      ("format-date('x', '%Y')", ""), ("format-date('2024-03-05', '%Q %')", "%Q %"),
      ("format-date('1969-12-31', '%a')", "Wed"), ("today() > '2024-02-29'", "true"),
      ("'2024-03-01' = today()", "true"), ("date('2024-03-01') = '2024-03-01'", "true"),
      ("'2024-03-01T00:00:00+02:00' <= '2024-03-01'", "true"), ("number('2024-03-01')", "19783"),
    ])
  func dates(expression: String, expected: String) throws {
    #expect(try ruleText(expression) == expected)
  }

  @Test("The same seed gives the same random values, and another seed others")
  func chance() throws {
    let form = RuleTestForm.trip
    let texts = try ["random()", "uuid()", "uuid(12)"].map { try ruleText($0) }
    #expect(try ["random()", "uuid()", "uuid(12)"].map { try ruleText($0) } == texts)
    let other = form.at(form.moment.seeded(for: "title", instance: 3))
    #expect(try ruleText("random()", in: other) != texts[0])
    #expect(try ruleText("random() = random()") == "false")
    #expect(texts[1].wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
    #expect(texts[2].wholeMatch(of: /[0-9a-zA-Z]{12}/) != nil)
    #expect(try ruleText("uuid(0)") == "")
  }

  @Test("A rule's seed depends only on the cell and the instance")
  func seeds() {
    let moment = RuleTestForm.trip.moment
    let seeds = ["a", "b"].flatMap { key in [1, 2].map { moment.seeded(for: key, instance: $0).seed } }
    #expect(Set(seeds).count == 4)
    #expect(moment.seeded(for: "a", instance: 1).seed == seeds[0])
  }
}
