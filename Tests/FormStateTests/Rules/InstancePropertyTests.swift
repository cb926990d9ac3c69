import FormState
import TestSupport
import Testing

/// After any actions on any form, everything derived follows from the answers.
///
/// `FORMSTATE_TEST_SEED=42` repeats a seed.
@Suite("Rules over instances of random forms")
struct InstancePropertyTests {
  @Test(
    "Step-by-step evaluation equals re-evaluation and a naive reader",
    arguments: TestSeeds.seeds(4, full: 400))
  func always(seed: UInt64) throws {
    var chance = RandomInstances(seed: seed)
    let made = chance.form()
    #expect(made.form.definitionFaults().isEmpty, "seed \(seed)")
    let response = try ResponseInMemory(made.form)
    for step in 0..<40 {
      let action = chance.action(in: response.state, of: made.form)
      do {
        try response.apply(action)
      } catch is ActionError {
        continue
      }
      let place = "seed \(seed), step \(step): \(action)"
      let faults = NaiveInstances(made.form, response.state, running: made.running).faults()
      let fresh = try response.reevaluatedState()
      #expect(faults == [], "\(place)")
      let rest = response.state.changes(to: fresh)
      #expect(rest == [], "\(place)")
      #expect(response.reader.state == response.state, "\(place)")
      guard faults.isEmpty, rest.isEmpty else {
        for cell in made.form.sections.flatMap(\.cells) where !cell.rules.isEmpty {
          print("seed \(seed): \(cell.key)", cell.rules.map { "\($0.kind): \($0.source)" })
        }
        return
      }
    }
  }
}
