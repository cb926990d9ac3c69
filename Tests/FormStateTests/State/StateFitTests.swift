import Testing

@testable import FormState

/// The state that a cell, section or instance can have: its fields, its values and its instances.
@Suite("State that fits a definition")
struct StateFitTests {
  private static func cell(_ key: String, _ kind: CellKind, rows: Int = 0, _ rules: FormRule...) -> FormCell {
    FormCell(
      key: key, kind: kind, isExpandable: kind == .group || kind == .repeat || kind == .choices, additionalRows: rows,
      rules: rules)
  }

  private static func option(_ value: String) -> FormCell { FormCell(key: value, kind: .option, optionValue: value) }

  private static let form = FormDefinition(
    key: "order",
    sections: [
      FormSection(
        key: "s", isFoldable: true, relevant: FormRule(.relevant, "${number} > 3"),
        cells: [
          FormCell(key: "number", kind: .integer, range: NumberRange(minimum: 0, maximum: 9)),
          cell("total", .decimal, rows: 0, FormRule(.calculate, "${number} * 2")),
          cell("asked", .text, rows: 0, FormRule(.relevant, "${number} > 1"), FormRule(.required, "true()")),
          cell("colour", .group, rows: 2), option("red"), option("blue"),
          cell("signs", .choices, rows: 2), option("cough"), option("rash"),
          FormCell(key: "note", kind: .label),
          cell("line", .repeat, rows: 3, FormRule(.relevant, "${number} > 0")), FormCell(key: "name", kind: .text),
          cell("part", .repeat, rows: 1), FormCell(key: "weight", kind: .integer),
        ]),
      FormSection(key: "rigid", isFoldable: false, cells: [FormCell(key: "rest", kind: .text)]),
    ])

  /// Lines 1 and 2, with part 3 in line 2.
  private static let instances = [
    StateChange(.instance, of: StateSubject("line", instance: 1), before: nil, after: .text("0 0")),
    StateChange(.instance, of: StateSubject("line", instance: 2), before: nil, after: .text("0 1")),
    StateChange(.instance, of: StateSubject("part", instance: 3), before: nil, after: .text("2 0")),
  ]

  private func unfit(_ changes: [StateChange], _ definition: @escaping (Int) -> FormIndex? = { _ in nil }) throws
    -> [String]
  {
    var state = ResponseState()
    for change in Self.instances + changes { state.apply(change) }
    return try StateFit(FormIndex(Self.form), version: 2, definition: definition).unfitSubjects(in: state).map(
      \.description)
  }

  private func unfit(
    _ field: StateChange.Field, _ key: String, _ instance: Int = 0, from version: Int? = nil, to after: FieldContent
  ) throws -> [String] {
    let subject = StateSubject(key, instance: instance, setAsideFrom: version)
    return try unfit([StateChange(field, of: subject, before: nil, after: after)]) {
      $0 == 1 ? FormIndex(Self.form) : nil
    }
  }

  @Test(
    "Each cell and section accepts exactly the fields that it can have",
    arguments: [
      ("number", [.value, .saved, .draft, .touched, .original, .reportedFaults, .alternatives]),
      ("total", [.value, .saved, .draft, .touched, .original, .reportedFaults, .calculated, .faults, .alternatives]),
      (
        "asked",
        [.value, .saved, .draft, .touched, .original, .reportedFaults, .relevance, .requirement, .alternatives]
      ),
      ("colour", [.value, .saved, .disclosure, .title, .touched, .original, .reportedFaults, .alternatives]),
      ("note", [.touched, .original, .reportedFaults]), ("red", [.touched, .original, .reportedFaults]),
      ("line", [.disclosure, .title, .touched, .original, .reportedFaults, .relevance, .alternatives]),
      ("s", [.fold, .sectionRelevance]), ("rigid", []), ("nobody", []),
    ] as [(String, Set<StateChange.Field>)])
  func fields(key: String, fields: Set<StateChange.Field>) throws {
    for field in StateChange.Field.allCases where field.scope == .cell || field.scope == .section {
      let after: FieldContent =
        switch field.contentType {
        case .flag: .flag(true)
        case .text: .text("x")
        case .cellValue: .cleared
        }
      #expect(try unfit(field, key, to: after) == (fields.contains(field) ? [] : [key]), "\(field)")
    }
  }

  @Test(
    "A cell accepts only values in their stored form",
    arguments: [
      ("number", .integer(9), true), ("number", .integer(10), false), ("number", .text("9"), false),
      ("total", .decimal(ExactDecimal("1.50")!), true), ("total", .integer(1), false), ("asked", .text("x"), true),
      ("asked", .integer(1), false), ("colour", .text("red"), true), ("colour", .text("green"), false),
      ("signs", .choices(["rash", "cough"]), true), ("signs", .choices(["rash", "red"]), false),
      ("signs", .choices([]), false), ("signs", .choices(["rash", "rash"]), false), ("signs", .text("rash"), false),
      ("note", .text("x"), false), ("line", .text("x"), false), ("red", .text("red"), false),
    ] as [(String, CellValue, Bool)])
  func values(key: String, value: CellValue, fits: Bool) throws {
    #expect(try unfit(.value, key, to: .value(value)) == (fits ? [] : [key]))
  }

  @Test(
    "A cell belongs to an instance of the repeat around it, and to no other",
    arguments: [
      ("asked", 0, true), ("asked", 1, false), ("name", 1, true), ("name", 0, false), ("name", 3, false),
      ("name", 9, false), ("weight", 3, true), ("weight", 2, false),
    ])
  func places(key: String, instance: Int, fits: Bool) throws {
    #expect(
      try unfit(.touched, key, instance, to: .flag(true))
        == (fits ? [] : ["\(key)\(instance > 0 ? ":\(instance)" : "")"]))
  }

  @Test("A section belongs to no instance")
  func sectionInInstance() throws {
    #expect(try unfit(.fold, "s", 1, to: .flag(true)) == ["s:1"])
    #expect(try unfit(.sectionRelevance, "s", 2, to: .flag(true)) == ["s:2"])
  }

  @Test("An instance of a repeat with a relevance rule can be not relevant")
  func instancesWithRules() throws {
    #expect(try unfit(.relevance, "line", 1, to: .flag(false)) == [])
    #expect(try unfit(.relevance, "line", 3, to: .flag(false)) == ["line:3"])
    #expect(try unfit(.disclosure, "line", 1, to: .flag(false)) == ["line:1"])
    #expect(try unfit(.disclosure, "part", 1, to: .flag(false)) == [])
  }

  @Test(
    "An instance belongs to a repeat, within an instance of the repeat around it",
    arguments: [
      ("line", "0 5", true), ("line", "1 5", false), ("part", "1 5", true), ("part", "0 5", false),
      ("part", "3 5", false),
      ("part", "8 5", false), ("name", "1 5", false), ("nobody", "0 5", false),
    ])
  func instances(key: String, place: String, fits: Bool) throws {
    #expect(try unfit(.instance, key, 7, to: .text(place)) == (fits ? [] : ["\(key):7"]))
  }

  @Test("State set aside must fit the version that it is from, in any instance, and not the current one")
  func setAside() throws {
    #expect(try unfit(.value, "name", 9, from: 1, to: .value("x")) == [])
    #expect(try unfit(.instance, "part", 7, from: 1, to: .text("8 5")) == [])
    #expect(try unfit(.fold, "s", from: 1, to: .flag(true)) == [])
    #expect(try unfit(.value, "number", from: 1, to: .value(.integer(10))) == ["number of version 1"])
    #expect(try unfit(.fold, "rigid", from: 1, to: .flag(true)) == ["rigid of version 1"])
    #expect(try unfit(.value, "number", from: 2, to: .value(.integer(1))) == ["number of version 2"])
    #expect(try unfit(.value, "number", from: 3, to: .value(.integer(1))) == ["number of version 3"])
  }

  @Test("All state that does not fit is listed, by instance and key")
  func all() throws {
    #expect(
      try unfit([
        StateChange(.title, of: StateSubject("name", instance: 1), before: nil, after: .text("x")),
        StateChange(.title, of: StateSubject("number"), before: nil, after: .text("x")),
        StateChange(.fold, of: StateSubject("rigid"), before: nil, after: .flag(true)),
        StateChange(.title, of: StateSubject("note"), before: nil, after: .text("x")),
      ]) == ["note", "number", "rigid", "name:1"])
  }
}
