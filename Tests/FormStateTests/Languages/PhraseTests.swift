import Testing

@testable import FormState

/// The sentences of the library in its languages.
@Suite("Phrases")
struct PhraseTests {
  /// Phrases with nothing but places, which may be the same in every language.
  private static let signs: Set<Phrase> = [.nearest, .changes, .stepOf, .faultAt, .andMore]

  private static let others = Tongue.allCases.filter { $0 != .english }

  @Test("Every language has words for every phrase, and none of them is English", arguments: others)
  func complete(tongue: Tongue) throws {
    let words = try #require(tongue.words)
    let english = /\b(the|is|are|has|have|not|of|and|it|to|from|there|this|by|answer|cell|response)\b/
    for phrase in Phrase.allCases {
      let template = try #require(words[phrase], "\(phrase)")
      #expect(!template.isEmpty && (template != phrase.rawValue || Self.signs.contains(phrase)), "\(phrase)")
      let plain = template.replacing(/\{[^}]*\}|formstate check/, with: "")
      #expect(plain.firstMatch(of: english) == nil, "\(phrase): \(template)")
    }
  }

  @Test("A place stands for a part that the English sentence has, or that is only said to people", arguments: others)
  func places(tongue: Tongue) {
    for phrase in Phrase.allCases where phrase != .nearest && phrase != .nearestOption {
      let (own, english) = (Self.places(in: tongue.template(of: phrase)), Self.places(in: phrase.rawValue))
      #expect(own.isSubset(of: english), "\(phrase)")
    }
  }

  private static func places(in template: String) -> Set<Substring> {
    Set(template.matches(of: /\{(\d)/).map(\.1))
  }

  @Test("Each number selects its form", arguments: others)
  func forms(tongue: Tongue) {
    let count = tongue == .arabic ? 5 : 2
    for phrase in Phrase.allCases {
      for match in tongue.template(of: phrase).matches(of: /\{\d:([^}]*)\}/) {
        #expect(match.1.split(separator: "|").count == count, "\(phrase)")
      }
    }
  }

  @Test(
    "A counted noun agrees with its number",
    arguments: [
      (Tongue.english, 1, "“a” has 1 instance, which is its maximum"),
      (.english, 2, "“a” has 2 instances, which is its maximum"),
      (.german, 1, "„A“ hat 1 Eintrag, mehr sind nicht möglich"),
      (.german, 0, "„A“ hat 0 Einträge, mehr sind nicht möglich"),
      (.french, 0, "« A » a 0 élément, il ne peut pas y en avoir plus"),
      (.arabic, 2, "في «\u{2068}A\u{2069}» عنصران، ولا يمكن إضافة المزيد"),
      (.arabic, 3, "في «\u{2068}A\u{2069}» 3 عناصر، ولا يمكن إضافة المزيد"),
      (.arabic, 11, "في «\u{2068}A\u{2069}» 11 عنصرًا، ولا يمكن إضافة المزيد"),
      (.arabic, 100, "في «\u{2068}A\u{2069}» 100 عنصر، ولا يمكن إضافة المزيد"),
    ])
  func counted(tongue: Tongue, count: Int, sentence: String) {
    let speech = tongue == .english ? Speech.english : Speech(tongue) { $0.uppercased() }
    #expect(Wording(.tooManyInstances, .name("a"), .count(count)).text(in: speech) == sentence)
  }

  @Test("A refusal is said with titles and the decimal sign of the language, and in English with keys")
  func refusal() {
    let cell = FormCell(
      key: "weight", kind: .decimal, title: "Gewicht", range: NumberRange(minimum: 0.5, maximum: 99.5))
    let refused = #expect(throws: RefusedValue.self) { try cell.accepted(.text("120.5")) }
    guard let refused else { return }
    let error = ActionError.refusedValue(cell: "weight", refused)
    #expect(
      error.description
        == "the cell “weight” refuses the value: “120.5” is not accepted; give a number from 0.5 to 99.5")
    let said = error.said(in: Speech(.german) { $0 == "weight" ? "Gewicht" : nil })
    #expect(
      said.description
        == "„Gewicht“ nimmt die Antwort nicht an: „120,5“ wird nicht angenommen; geben Sie eine Zahl von 0,5 bis 99,5 an"
    )
    #expect(said.code == error.code && said.subject == "weight" && said.refusedValue == error.refusedValue)
  }
}
