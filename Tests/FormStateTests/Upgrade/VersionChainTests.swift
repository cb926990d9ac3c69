import TestSupport
import Testing

@testable import FormState

/// Three versions of a form with cells of random kinds, some of them missing, and a response to the first.
private struct VersionTriple {
  private static let keys = (1...6).map { "c\($0)" }
  private static let kinds: [CellKind?] = [
    .text, .text, .longText, .integer, .integer, .decimal, .decimal, .slider, .switch, .date, .time, .dateTime, .custom,
    .file, .choices,
    .choices, .group, .label, nil,
  ]
  private static let texts = [
    "7", "07", "7.0", "7.50", "38.7", "77", "-3", "0", "1", "on", "yes", "true", "false", "a", "b", "a, b",
    "2020-02-03",
    "2020-02-03T00:00:00Z", "2020-02-03T10:30:00+01:00", "10:30", "10:30:00", "é",
  ]

  let versions: [Upgrade.Version]
  let state: ResponseState

  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    versions = (1...3).map { Upgrade.Version($0, FormIndex(Self.form(by: &generator))) }
    state = Self.state(of: versions[0].index.form, by: &generator)
  }

  private static func form(by generator: inout SeededGenerator) -> FormDefinition {
    var cells: [FormCell] = []
    for key in keys {
      guard let kind = kinds.randomElement(using: &generator) ?? nil else { continue }
      var cell = FormCell(key: key, kind: kind, title: key)
      if kind.isQuestionOfOptions {
        let options = ["a", "b", "7", "true"].filter { _ in Bool.random(using: &generator) }
        cell.isExpandable = true
        cell.additionalRows = options.count
        cells.append(cell)
        cells += options.map { FormCell(key: "\(key)-\($0)", kind: .option, title: $0, optionValue: $0) }
        continue
      }
      if [.integer, .decimal, .slider].contains(kind), kind == .slider || Bool.random(using: &generator) {
        cell.range = NumberRange(minimum: 0, maximum: [7, 38, 77].randomElement(using: &generator) ?? 7)
      }
      cell.isExpandable = Int.random(in: 0...3, using: &generator) == 0
      cells.append(cell)
    }
    return FormDefinition(key: "f", title: "F", sections: [FormSection(key: "s", title: "S", cells: cells)])
  }

  private static func state(of form: FormDefinition, by generator: inout SeededGenerator) -> ResponseState {
    var state = ResponseState()
    for cell in form.sections[0].cells where cell.kind.holdsValue {
      func put(_ field: StateChange.Field, _ content: FieldContent?) {
        state.apply(StateChange(field, of: StateSubject(cell.key), before: nil, after: content))
      }
      let options = form.sections[0].cells.filter { $0.key.hasPrefix("\(cell.key)-") }.compactMap(\.optionValue)
      let answers = (0..<2).map { _ in answer(of: cell, options, by: &generator) }
      put(.value, answers[0])
      put(.saved, [answers[0], answers[0], answers[1], nil].randomElement(using: &generator) ?? nil)
      if Bool.random(using: &generator) { put(.touched, .flag(true)) }
      if cell.isExpandable, Bool.random(using: &generator) { put(.disclosure, .flag(true)) }
    }
    return state
  }

  private static func answer(
    of cell: FormCell, _ options: [String], by generator: inout SeededGenerator
  ) -> FieldContent? {
    switch cell.kind {
    case .group: return options.randomElement(using: &generator).map { .value(.text($0)) }
    case .choices:
      let chosen = options.filter { _ in Bool.random(using: &generator) }
      return chosen.isEmpty ? nil : .value(.choices(chosen))
    default:
      let accepted = texts.compactMap { try? cell.accepted(.text($0)) }
      return accepted.randomElement(using: &generator).map(FieldContent.value)
    }
  }

  /// The state after a planned upgrade.
  func move(_ state: ResponseState, from version: Upgrade.Version, to next: Upgrade.Version) throws -> ResponseState {
    let plan = try UpgradePlan(
      upgrading: state, from: version, to: next, version: { versions[$0 - 1] },
      match: { VersionMatch(from: $0.index.form, to: next.index.form) }, mapping: [:])
    return try Upgrade(upgrading: state, from: version, to: next, by: plan.move, at: .unused).state
  }

  /// The state after moving through some of the versions.
  func state(through numbers: [Int]) throws -> ResponseState {
    var (state, version) = (state, versions[0])
    for number in numbers {
      let next = versions[number - 1]
      state = try move(state, from: version, to: next)
      version = next
    }
    return state
  }
}

/// The contents of a response, without the versions that state is set aside from.
private struct Holdings {
  struct Cell: Equatable {
    var answer: CellValue?
    var isRefused = false
    var draft: String?
    var isExpanded: Bool?
    var isTouched = false
    var isUnsaved = false
  }

  var inForce: [String: Cell] = [:]
  var setAside: [String: Cell] = [:]

  init(_ state: ResponseState) {
    for (subject, cell) in state.cells {
      if subject.setAsideFrom == nil {
        inForce[subject.key] = Cell(
          answer: cell.entry?.value, isRefused: cell.isRefused, draft: cell.draft, isExpanded: cell.isExpanded,
          isTouched: cell.isTouched, isUnsaved: cell.entry != cell.saved)
      } else {
        // Parts of a cell may be set aside from one version, and others from the next.
        var held = setAside[subject.key] ?? Cell()
        held.answer = cell.original ?? cell.entry?.value ?? held.answer
        held.isExpanded = cell.isExpanded ?? held.isExpanded
        if held != Cell() { setAside[subject.key] = held }
      }
    }
  }
}

extension Holdings {
  /// The differences between two responses.
  func differences(from other: Holdings) -> [String] {
    [("", inForce, other.inForce), ("set aside ", setAside, other.setAside)].flatMap { name, cells, others in
      Set(cells.keys).union(others.keys).sorted().filter { cells[$0] != others[$0] }.map { key in
        "\(name)\(key): \(cells[key].map { "\($0)" } ?? "nothing") and not \(others[key].map { "\($0)" } ?? "nothing")"
      }
    }
  }
}

@Suite("Upgrades through many versions")
struct VersionChainTests {
  @Test(
    "An upgrade through an intermediate version equals the direct upgrade",
    arguments: TestSeeds.seeds(200, full: 5_000))
  func chainIsJump(seed: UInt64) throws {
    let triple = VersionTriple(seed: seed)
    let chain = try triple.state(through: [2, 3])
    let jump = try triple.state(through: [3])
    #expect(Holdings(chain).differences(from: Holdings(jump)) == [], "replay with FORMSTATE_TEST_SEED=\(seed)")
    let form = triple.versions[2].index.form
    #expect(form.faults(in: chain) == form.faults(in: jump), "replay with FORMSTATE_TEST_SEED=\(seed)")
  }

  @Test("An upgrade to another version and back restores everything", arguments: TestSeeds.seeds(100, full: 2_000))
  func thereAndBack(seed: UInt64) throws {
    let triple = VersionTriple(seed: seed)
    var moved = triple.state
    let (first, second) = (triple.versions[0], triple.versions[1])
    moved = try triple.move(moved, from: first, to: second)
    moved = try triple.move(moved, from: second, to: first)
    #expect(Holdings(moved).differences(from: Holdings(triple.state)) == [], "replay with FORMSTATE_TEST_SEED=\(seed)")
  }
}
