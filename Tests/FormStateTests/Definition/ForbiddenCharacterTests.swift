import FormState
import Testing

@Suite("Forbidden characters")
struct ForbiddenCharacterTests {
  static let forbidden: [(character: String, number: String)] = [
    ("\u{0}", "U+0000"), ("\u{8}", "U+0008"), ("\u{B}", "U+000B"), ("\u{1B}", "U+001B"), ("\u{1F}", "U+001F"),
    ("\u{FFFE}", "U+FFFE"), ("\u{FFFF}", "U+FFFF"),
  ]

  @Test("Exactly the characters that XML 1.0 cannot express are forbidden")
  func allScalars() {
    let found = (0...0x10_FFFF).compactMap(Unicode.Scalar.init).filter { scalar in
      let text = "a\u{301}" + String(scalar) + "b"
      return ForbiddenCharacter(firstIn: text) == ForbiddenCharacter(number: scalar.value)
    }
    #expect(found.map(\.value) == Array(0..<9) + [0xB, 0xC] + Array(0xE..<0x20) + [0xFFFE, 0xFFFF])
    #expect(ForbiddenCharacter(firstIn: "\u{FFFD}\u{FFFF}\u{1}") == ForbiddenCharacter(number: 0xFFFF))
    #expect(ForbiddenCharacter(firstIn: "\t\r\n \u{7F}\u{9B}\u{FEFF}\u{10FFFF}") == nil)
  }

  @Test("A forbidden character in any text of a definition is reported with its place", arguments: forbidden)
  func definition(character: String, number: String) {
    let text = "a\(character)b"
    let cells = [
      FormCell(
        key: "g", kind: .group, identifier: text, title: text, subtitle: text, isExpandable: true, additionalRows: 1,
        summary: .join(separator: text), properties: ["list": .array([.string(text), .dictionary([text: .null])])]),
      FormCell(key: "o", kind: .option, optionValue: text),
      FormCell(key: "t", kind: .text, defaultValue: .text(text)),
      FormCell(key: "w", kind: .switch, switchTitles: SwitchTitles(off: text, on: text)),
      FormCell(key: text, kind: .text),
    ]
    let form = FormDefinition(
      key: "f", title: text,
      sections: [FormSection(key: "s", title: text, cells: cells, properties: ["p": .string(text)])],
      lists: [OptionList("l", options: [.init(value: "v", title: text)])], rowHeights: [text: .points(1)],
      properties: ["p": .string(text)])
    let problem = "holds the control character \(number), which no XML property list can; remove it"
    let value =
      "“a·b” is not accepted; give text without the control character \(number), which no XML property list can represent"
    #expect(
      form.definitionFaults().map(\.description) == [
        "form (f), title: \(problem)", "form (f), rowHeights: a reuse identifier \(problem)",
        "form (f), lists: an option of the list “l” \(problem)", "form (f), properties.p: \(problem)",
        "section 0 (s), title: \(problem)", "section 0 (s), properties.p: \(problem)",
        "section 0, row 0 (g), identifier: \(problem)", "section 0, row 0 (g), title: \(problem)",
        "section 0, row 0 (g), subtitle: \(problem)", "section 0, row 0 (g), summary: \(problem)",
        "section 0, row 0 (g), properties.list[0]: \(problem)",
        "section 0, row 0 (g), properties.list[1]: has a name that \(problem)",
        "section 0, row 1 (o), value: \(problem)", "section 0, row 2 (t), value: \(value)",
        "section 0, row 3 (w), offTitle: \(problem)", "section 0, row 3 (w), onTitle: \(problem)",
        "section 0, row 4 (\(text)), key: the key \(problem)",
      ])
  }

  @Test("A definition that is already stored may have forbidden characters")
  func storedDefinition() {
    let cell = FormCell(
      key: "t", kind: .text, title: "\u{1B}", defaultValue: .text("\u{1B}"), properties: ["a": .string("\u{1B}")])
    let form = FormDefinition(
      key: "f", title: "\u{1B}", sections: [FormSection(key: "s", title: "\u{1B}", cells: [cell])])
    #expect(form.definitionFaults().count == 5)
    #expect(form.definitionFaults(isStored: true) == [])
  }

  @Test("Cells refuse values with a forbidden character", arguments: [CellKind.text, .custom, .date, .slider, .switch])
  func values(kind: CellKind) {
    let cell = FormCell(key: "c", kind: kind)
    for (character, _) in Self.forbidden {
      #expect(throws: RefusedValue.self) { try cell.accepted(.text("1\(character)")) }
    }
  }
}
