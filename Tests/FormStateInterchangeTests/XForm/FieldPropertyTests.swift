import Foundation
import TestSupport
import Testing

@testable import FormState
@testable import FormStateInterchange

/// Random XForms compared with a model that shares no code with the real evaluation: XPath over trees of plain objects,
/// and Foundation's calendar.
///
/// `FORMSTATE_TEST_SEED=42` repeats a seed.
@Suite("Field: random forms")
struct FieldPropertyTests {
  @Test(
    "Calculations and choices over lists, repeats and dates equal a naive evaluation",
    arguments: TestSeeds.seeds(10, full: 500))
  func againstModel(seed: UInt64) throws {
    var chance = RandomField(seed: seed)
    let settings = ImportSettings(sourceName: "field.xml")
    let imported = try DefinitionImporter.read(Data(chance.form.xml.utf8), settings: settings)
    try #require(imported.diagnostics.map(\.description) == [], "seed \(seed)")
    let clock = chance.clock()
    var plain = NaiveField(chance.form, clock)
    let response = try ResponseInMemory(imported.form, at: clock.moment)
    var before: [NaiveField] = []
    var (next, isSame) = (2, Self.isSame(response, plain, "seed \(seed), at first"))
    for step in 0..<30 where isSame {
      let (deed, clock) = (chance.deed(in: plain), chance.clock())
      let place = "seed \(seed), step \(step), \(clock.zone.identifier): \(deed)"
      response.moment = clock.moment
      guard Self.isTaken(deed, by: response, plain, clock, place) else { continue }
      let last = plain
      if case .undo = deed {
        before.popLast().map { plain.goBack(to: $0, clock) }
      } else {
        plain.take(deed, &next, clock)
        if last.differs(from: plain) { before.append(last) }
      }
      isSame = Self.isSame(response, plain, place)
    }
    if !isSame { print("seed \(seed)", chance.form.xml) }
  }

  /// Whether the response accepts an action; it must accept exactly what is offered.
  private static func isTaken(
    _ deed: RandomField.Deed, by response: ResponseInMemory, _ plain: NaiveField, _ clock: NaiveClock, _ place: String
  ) -> Bool {
    var isExpected = true
    if case .choose(let values, let spot) = deed { isExpected = plain.accepts(values, at: spot, clock) }
    do {
      try response.apply(deed.action(in: plain))
      #expect(isExpected, "\(place) is taken")
      return true
    } catch {
      if case .undo = deed { return false }
      #expect(!isExpected, "\(place) is refused: \(error)")
      return false
    }
  }

  private static func isSame(_ response: ResponseInMemory, _ plain: NaiveField, _ place: String) -> Bool {
    let cells = response.form.sections.flatMap(\.cells)
    var wrong: [String] = []
    for node in plain.form.nodes where node.calculation != nil {
      for spot in plain.spots(of: node) {
        let cell = cells.first { $0.key == spot.name }
        let found = cell.flatMap {
          response.state.value(of: $0, in: response.form, instance: response.state.number(spot.instance))
        }
        let (expected, text) = (plain.calculated[spot] ?? "", found?.plainText ?? "")
        if text != expected { wrong.append("\(spot.name):\(spot.instance) is “\(text)”, not “\(expected)”") }
      }
    }
    let faults = response.form.faults(in: response.state).filter { $0.kind == .notOffered }
    let notOffered = Set(faults.map { NaiveField.Spot(name: $0.cell ?? "", instance: $0.instance >> 32) })
    if notOffered != plain.notOffered { wrong.append("not offered is \(notOffered), not \(plain.notOffered)") }
    #expect(wrong == [], "\(place)")
    return wrong.isEmpty
  }
}

extension NaiveClock {
  fileprivate var moment: RuleMoment {
    let milliseconds = Int64((time.timeIntervalSince1970 * 1000).rounded())
    return RuleMoment(time: Timestamp(milliseconds: milliseconds) ?? .now, zone: RuleZone(zone), seed: 7)
  }
}

extension NaiveField {
  /// Applies an action.
  fileprivate mutating func take(_ deed: RandomField.Deed, _ next: inout Int, _ clock: NaiveClock) {
    switch deed {
    case .enter(let content, let spot): enter(content, at: spot, clock)
    case .choose(let values, let spot): enter(.text(values.joined(separator: " ")), at: spot, clock)
    case .add(let person, let other):
      add(next, to: person, before: other, clock)
      next += 1
    case .remove(let instance): remove(instance, clock)
    case .move(let instance, let other): move(instance, before: other, clock)
    case .undo: break
    }
  }
}
