import SimulatedDisk
import TestSupport

/// Memory of SQLite that runs out now and then.
///
/// GRDB ends the process if it cannot bind a value, so this is one more way in which a process ends in the middle.
struct FailingMemory {
  private var chance: SeededGenerator

  /// Takes over SQLite's memory, before SQLite is used.
  init(seed: Int) throws {
    guard simulated_memory_install() != 0 else { throw LifeFault(description: "SQLite takes no other memory") }
    chance = SeededGenerator(seed: UInt64(truncatingIfNeeded: seed))
  }

  /// Lets one of the next allocations fail, or all from it on.
  mutating func failLater() {
    let limit = [200, 2_000, 20_000, 200_000].randomElement(using: &chance) ?? 200
    simulated_memory_fail(Int64.random(in: 1...Int64(limit), using: &chance), Bool.random(using: &chance) ? 1 : 0)
  }
}
