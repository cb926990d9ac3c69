import FormState
import TestSupport
import Testing

/// Rules that set, against a model that evaluates everything again at each step.
@Suite("Random rules that set")
struct SettingPropertyTests {
  @Test(
    "A naive model has the same values, and undo and redo restore them", arguments: TestSeeds.seeds(15, full: 2000)
  )
  func againstModel(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let model = PlainSettings(using: &generator)
    #expect(model.form.definitionFaults() == [], "seed \(seed)")
    let response = try ResponseInMemory(model.form)
    var plain = model
    var known = [plain.held]
    for step in 0..<30 {
      let cell = Int.random(in: 0..<PlainSettings.count, using: &generator)
      let value = Bool.random(using: &generator) ? Int.random(in: 0..<7, using: &generator) : nil
      let key = CellReference.key(PlainSettings.key(cell))
      let changes = try response.apply(value.map { .set(key, .integer(Int64($0))) } ?? .clear(key))
      plain.enter(value, in: cell)
      try #require(Self.held(in: response) == plain.held, "seed \(seed), step \(step): \(model.form)")
      #expect(try response.reevaluatedState() == response.state, "seed \(seed), step \(step)")
      // A change of the touched mark alone is no undo step.
      if changes.contains(where: { $0.field == .value }) { known.append(plain.held) }
    }
    for held in known.dropLast().reversed() {
      try response.apply(.undo(.everything))
      try #require(Self.held(in: response) == held, "seed \(seed)")
    }
    for held in known.dropFirst() {
      try response.apply(.redo(.everything))
      try #require(Self.held(in: response) == held, "seed \(seed)")
    }
  }

  private static func held(in response: ResponseInMemory) -> [Int?] {
    response.form.sections[0].cells.map { cell in
      response.state.value(of: cell, in: response.form).flatMap { Int($0.plainText) }
    }
  }
}

/// A naive model of whole numbers that are calculated and set from each other.
private struct PlainSettings {
  static let count = 7

  static func key(_ cell: Int) -> String { "c\(cell)" }

  /// (`left` + `right` + `added`) modulo 7, with blank as 0.
  struct Sum {
    let left: Int
    let right: Int
    let added: Int

    var source: String {
      "(coalesce(${\(PlainSettings.key(left))}, 0) + coalesce(${\(PlainSettings.key(right))}, 0) + \(added)) mod 7"
    }

    func value(of held: [Int?]) -> Int { ((held[left] ?? 0) + (held[right] ?? 0) + added) % 7 }
  }

  private var calculations: [Int: Sum] = [:]
  private var settings: [(cell: Int, sum: Sum, triggers: Set<Int>)] = []
  /// The entered values; an inner `nil` is a cleared cell.
  private var entries: [Int: Int?] = [:]

  init(using generator: inout SeededGenerator) {
    for cell in 0..<Self.count {
      func any() -> Int { Int.random(in: 0..<Self.count, using: &generator) }
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<3 where cell > 0:
        // A calculation reads only earlier cells, so that none is circular.
        calculations[cell] = Sum(left: any() % cell, right: any() % cell, added: any())
      case 3..<8:
        for _ in 0..<Int.random(in: 1...2, using: &generator) {
          let triggers = Set((0..<Int.random(in: 1...2, using: &generator)).map { _ in any() })
          settings.append((cell, Sum(left: any(), right: any(), added: any()), triggers))
        }
      default: break
      }
    }
  }

  var form: FormDefinition {
    let cells = (0..<Self.count).map { cell in
      let set = settings.filter { $0.cell == cell }.map {
        FormRule(.set, $0.sum.source, triggers: $0.triggers.map(Self.key))
      }
      let calculated = calculations[cell].map { [FormRule(.calculate, $0.source)] } ?? []
      return FormCell(key: Self.key(cell), kind: .integer, rules: calculated + set)
    }
    return FormDefinition(key: "f", sections: [FormSection(key: "s", cells: cells)])
  }

  /// The values of the cells.
  var held: [Int?] {
    var held: [Int?] = []
    for cell in 0..<Self.count {
      if let entry = entries[cell] { held.append(entry) } else { held.append(calculations[cell]?.value(of: held)) }
    }
    return held
  }

  /// Enters a value in a cell, and runs the rules that it triggers.
  mutating func enter(_ value: Int?, in cell: Int) {
    let before = held
    entries[cell] = .some(value)
    var done: Set<Int> = []
    var (last, waiting): ([Int?], Set<Int>) = (before, [])
    while true {
      let now = held
      let changed = Set((0..<Self.count).filter { now[$0] != last[$0] && now[$0] != before[$0] })
      for (number, setting) in settings.enumerated() where !setting.triggers.isDisjoint(with: changed) {
        waiting.insert(number)
      }
      last = now
      guard let next = waiting.min() else { return }
      waiting.remove(next)
      let setting = settings[next]
      guard setting.cell != cell || setting.triggers.contains(cell), done.insert(next).inserted else { continue }
      let value = setting.sum.value(of: now)
      if now[setting.cell] != value { entries[setting.cell] = .some(value) }
    }
  }
}
