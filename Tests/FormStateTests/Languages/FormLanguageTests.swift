import Testing

@testable import FormState

@Suite("Texts in several languages")
struct FormLanguageTests {
  private static let quality = OptionList(
    "quality", options: [.init(value: "good", title: "Good"), .init(value: "poor", title: "Poor")])

  private var form: FormDefinition {
    var form = FormDefinition(key: "f", title: "Form", lists: [Self.quality]) {
      FormSection(key: "s", title: "Section") {
        Cell.text("name", title: "Name").required(message: "Needed.").constraint(". != 'x'")
        Cell.group("roof", title: "Roof", options: Self.quality)
        Cell.slider("size", title: "Size", unit: "m")
        Cell.switch("on", title: "On")
      }
    }
    form.language = "en"
    return form
  }

  @Test("A form in another language keeps its own text where one is missing, and options follow their list")
  func inLanguage() throws {
    var form = form
    form.translations = [
      FormTranslation(
        "fr", sections: ["s": "Partie"],
        cells: ["name": CellTexts("Nom", constraints: ["Pas x."]), "on": CellTexts(on: "Oui")],
        lists: ["quality": ["good": "Bon"]])
    ]
    #expect(form.definitionFaults() == [])
    let french = try #require(form.inLanguage("fr"))
    let cells = french.sections[0].cells
    #expect(french.title == "Form")
    #expect(french.sections[0].title == "Partie")
    #expect(cells.map(\.title) == ["Nom", "Roof", "Bon", "Poor", "Size", "On"])
    #expect(cells[0].rules.map(\.message) == ["Needed.", "Pas x."])
    #expect(cells[5].switchTitles == SwitchTitles(off: "Off", on: "Oui"))
    #expect(french.lists[0].options.map(\.title) == ["Bon", "Poor"])
    #expect((french.language, french.translations) == ("fr", []))
    #expect(form.inLanguage("en")?.sections == form.sections)
    #expect(form.inLanguage("de") == nil)
    #expect(form.languages == ["en", "fr"])
  }

  @Test("Languages change the digest, and a form without them keeps its digest")
  func digest() {
    var named = form
    named.language = nil
    let before = StateDigest.ofDefinition(named)
    named.language = "en"
    let english = StateDigest.ofDefinition(named)
    named.setText("Nom", at: .cell("name", .title), in: "fr")
    let french = StateDigest.ofDefinition(named)
    #expect(Set([before, english, french]).count == 3)
    named.setText(nil, at: .cell("name", .title), in: "fr")
    named.language = nil
    #expect(named.translations.isEmpty)
    #expect(StateDigest.ofDefinition(named) == before)
  }

  @Test(
    "A translation that does not fit the form is reported with a correction",
    arguments: [
      (
        FormTranslation("fr", cells: ["nmae": "Nom"]),
        "form (f), translations: “fr” has a text of the unknown cell “nmae”; did you mean “name”?"
      ),
      (
        FormTranslation("fr", sections: ["elsewhere": "Ailleurs"]),
        "form (f), translations: “fr” has a title of the unknown section “elsewhere”; remove the text"
      ),
      (
        FormTranslation("fr", lists: ["qualty": ["good": "Bon"]]),
        "form (f), translations: “fr” has titles of the unknown list “qualty”; did you mean “quality”?"
      ),
      (
        FormTranslation("fr", lists: ["quality": ["goood": "Bon"]]),
        "form (f), translations: “fr” has a title of “goood”, which is not an option of the list “quality”; did you mean “good”?"
      ),
      (
        FormTranslation("fr", cells: ["roof=good": "Bon"]),
        "section 0, row 2 (roof=good), title.fr: the option belongs to the list “quality”; write its title there"
      ),
      (
        FormTranslation("fr", cells: ["roof=good": CellTexts(subtitle: "Bon")]),
        "section 0, row 2 (roof=good), subtitle.fr: the option belongs to the list “quality”, which has only titles; remove the text"
      ),
      (
        FormTranslation("fr", cells: ["name": CellTexts(unit: "m")]),
        "section 0, row 0 (name), unit.fr: the cell has no unit in the form's own language; give it one, or remove the text"
      ),
      (
        FormTranslation("fr", cells: ["name": CellTexts(constraints: ["Non.", "Non."])]),
        "section 0, row 0 (name), constraint.fr: the cell has no constraint 2; remove the message"
      ),
      (
        FormTranslation("fr", cells: ["size": CellTexts(expression: "1")]),
        "section 0, row 4 (size), title.fr: the cell's title has no expression; give it one, or remove the text"
      ),
      (
        FormTranslation("fr", cells: ["name": "No\u{1}m"]),
        "section 0, row 0 (name), title.fr: holds the control character U+0001, which no XML property list can; remove it"
      ),
      (
        FormTranslation("en", title: "Form"),
        "form (f), translations: “en” is the form's own language; write its texts where they belong"
      ),
      (FormTranslation("fr"), "form (f), translations: there is no text in “fr”; write some, or remove the language"),
    ])
  func refusals(translation: FormTranslation, expected: String) {
    var form = form
    form.translations = [translation]
    #expect(form.definitionFaults().map(\.description) == [expected])
  }

  @Test("A language has one translation, and a translated form must name its own language")
  func refusedNames() {
    var form = form
    form.translations = [FormTranslation("fr", title: "A"), FormTranslation("fr", title: "B")]
    #expect(
      form.definitionFaults().map(\.description) == [
        "form (f), translations: there are two translations in “fr”; combine them"
      ])
    form.translations.removeLast()
    form.language = nil
    #expect(
      form.definitionFaults().map(\.description) == [
        "form (f), language: there are texts in other languages, but the form's own language has no name; give it one, such as “en”"
      ])
  }

  @Test("Templates and expressions in another language are checked like the form's own")
  func refusedExpressions() throws {
    var form = FormDefinition(key: "f") {
      FormSection(key: "s") {
        Cell.group("g") {
          Cell.text("a")
        }
        Cell.label("l").title("concat('Hello ', ${a})")
      }
    }
    form.sections[0].cells[0].summary = .template(try Template("{a}"))
    form.language = "en"
    form.translations = [
      FormTranslation("fr", cells: ["g": CellTexts(summary: "{b}"), "l": CellTexts(expression: "today()")])
    ]
    #expect(
      form.definitionFaults().map(\.description) == [
        "section 0, row 0 (g), summary.fr: the template mentions “b”, which is not under it; the nearest key there is “a”",
        "section 0, row 2 (l), title.fr: the title uses the clock or random values, and is evaluated only in the form's own language; remove the text",
      ])
  }

  @Test("Checking a stored definition runs no rule in any language")
  func storedRunsNoRule() {
    var form = FormDefinition(key: "f") {
      FormSection(key: "s") {
        Cell.text("a", value: String(repeating: "x", count: 100_000))
        Cell.label("l").title("concat('Hello ', ${a})")
      }
    }
    form.language = "en"
    let long = "concat(\(Array(repeating: "${a}", count: 12).joined(separator: ", ")))"
    form.translations = [FormTranslation("fr", cells: ["l": CellTexts(expression: long)])]
    #expect(form.definitionFaults(isStored: true).map(\.property) == ["title.fr"])
    #expect(form.firstFaultAsStored() == nil)
  }
}

@Suite("Values in several languages")
struct ValueFormatTests {
  @Test(
    "A language is recognized by its code, a code in parentheses, or its own or English name",
    arguments: [
      ("fr", "30 novembre 1835"), ("Français (fr)", "30 novembre 1835"), ("français", "30 novembre 1835"),
      ("French", "30 novembre 1835"), ("pt-BR", "30 de novembro de 1835"), ("de", "30. November 1835"),
      ("Klingon", "November 30, 1835"), ("", "November 30, 1835"), ("(", "November 30, 1835"),
    ])
  func dates(language: String, expected: String) throws {
    let date = try #require(CalendarDate(year: 1835, month: 11, day: 30))
    #expect(ValueFormats(language: language).text(of: .date(date), in: FormCell(key: "d", kind: .date)) == expected)
  }

  @Test("A number keeps all its digits, written with the language's digits and separator")
  func numbers() throws {
    let price = FormCell(key: "p", kind: .decimal, unit: "kg")
    let decimal = try #require(ExactDecimal("1234.50"))
    #expect(ValueFormats(language: "fr").text(of: .decimal(decimal), in: price) == "1234,50 kg")
    #expect(ValueFormats(language: "ar-EG").text(of: .decimal(decimal), in: price) == "١٢٣٤٫٥٠ kg")
    #expect(ValueFormats.stored.text(of: .decimal(decimal), in: price) == "1234.50 kg")
  }

  @Test("Times are written in the language's style, with milliseconds only where there are any")
  func times() throws {
    let cell = FormCell(key: "t", kind: .time)
    let time = try #require(ClockTime(hour: 14, minute: 30))
    #expect(ValueFormats(language: "fr").text(of: .time(time), in: cell) == "14:30")
    let exact = try #require(ClockTime(isoText: "14:30:05.250"))
    #expect(ValueFormats(language: "fr").text(of: .time(exact), in: cell) == "14:30:05,250")
    let moment = try #require(OffsetDateTime(isoText: "2026-11-21T14:30:00+01:00"))
    #expect(
      ValueFormats(language: "fr").text(of: .dateTime(moment), in: FormCell(key: "m", kind: .dateTime))
        == "21 novembre 2026 14:30 +01:00")
  }
}
