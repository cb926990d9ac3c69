import TestSupport
import Testing

@testable import FormState

/// Devices that meet in any order, with the real decisions and the real merge.
///
/// `FORMSTATE_TEST_SEED=42` repeats a schedule.
@Suite("Random merges")
struct MergeScheduleTests {
  @Test("Everybody sees the same, nothing is lost, and nothing is asked without need")
  func always() throws {
    var tally = MergeSchedule.Tally()
    for seed in TestSeeds.seeds(100, full: 1_000) {
      var schedule = MergeSchedule(seed: seed)
      try schedule.run()
      #expect(schedule.faults == [], "seed \(seed)")
      tally = tally + schedule.tally
    }
    #expect(tally.waiting == 0)
    if TestSeeds.isFull { print(tally) }
  }

  @Test("Planted faults are noticed, some only in a few of a hundred schedules", arguments: MergeControl.allCases)
  func control(control: MergeControl) {
    var noticed = 0
    let seeds = TestSeeds.seeds(400, full: 200)
    for seed in seeds where noticed == 0 || TestSeeds.isFull {
      var schedule = MergeSchedule(seed: seed, fault: control)
      // A spoiled merge may also lead to a state that the next entry does not follow from.
      let isRun = (try? schedule.run()) != nil
      if !isRun || !schedule.faults.isEmpty || schedule.tally.waiting > 0 { noticed += 1 }
    }
    if TestSeeds.isFull { print(control.rawValue, "is noticed in", noticed, "of", seeds.count) }
    #expect(noticed > 0 || seeds.count == 1)
  }
}
