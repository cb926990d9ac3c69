import FormState
import FormStateStore
import Foundation
import GRDBSQLite
import SimulatedDisk
import TestSupport

/// A run on a simulated disk: lives that take turns, calls that fail, and the power lost at any call.
///
/// Each life is lived first in memory, where nothing is lost; this says what the file must contain after each step.
struct PowerLoss: Sendable {
  let seed: UInt64
  let stepCount: Int
  /// Whether a commit waits for the disk; otherwise the newest steps may be lost, and nothing else.
  let waitsForDisk: Bool
  /// How many lives take turns.
  let writers: Int
  /// Whether calls fail.
  let fails: Bool
  /// Whether another thread reads.
  let reads: Bool
  /// A fault to be noticed; `nil` for a usual run.
  var control: Control?

  /// Something wrong that a run must notice.
  enum Control: String, Sendable {
    case acknowledgesEarly, savesTheSync
  }

  /// A run that the seed chooses.
  init(seed: UInt64, stepCount: Int, control: Control? = nil) {
    var generator = SeededGenerator(seed: seed)
    self.seed = seed
    self.stepCount = stepCount
    self.control = control
    guard control == nil else {
      (waitsForDisk, writers, fails, reads) = (true, 1, false, false)
      return
    }
    waitsForDisk = Int.random(in: 0..<4, using: &generator) > 0
    fails = seed.isMultiple(of: 2)
    // A call of another thread must not fail instead of the writer's.
    writers = fails ? 1 : Int.random(in: 1...2, using: &generator)
    reads = !fails && Bool.random(using: &generator)
  }

  /// How much was tried.
  struct Count: CustomStringConvertible {
    var images = 0
    var states = 0
    var failures = 0
    var untimelyTurns: Int64 = 0

    var description: String {
      "\(images) losses of power, \(states) different contents, \(failures) failing calls, "
        + "\(untimelyTurns) untimely turns"
    }

    static func += (sum: inout Count, other: Count) {
      sum.images += other.images
      sum.states += other.states
      sum.failures += other.failures
      sum.untimelyTurns += other.untimelyTurns
    }
  }

  func run() throws -> Count {
    let folder = try TemporaryFolder()
    let disk = TortureDisk(seed: seed, path: folder.path("answers.sqlite"))
    disk.use()
    // SQLite's random numbers follow from the disk's, so a run is the same after any other.
    sqlite3_randomness(0, nil)
    let names = ["a", "b"].prefix(writers)
    let lives = names.map { FileLife(seed: seed, name: $0, isAlone: writers == 1) }
    let expected = try lives.map { try FileLife.states(of: $0, steps: stepCount) }
    let store = try disk.store(waitsForDisk: waitsForDisk)
    for var life in lives { try life.begin(in: store) }
    try store.close()
    let ledger = Ledger(disk: disk, expected: expected, mayLoseNewest: !waitsForDisk, lives: lives)
    ledger.begin()
    let total = writers + (reads ? 1 : 0)
    var threads = lives.indices.map { number in
      TurnThread(number, of: total, on: disk) {
        ledger.noting("\(lives[number].name)") {
          var writer = Writer(life: lives[number], number: number, run: self, ledger: ledger)
          try writer.live()
        }
        ledger.end(number)
      }
    }
    if reads {
      threads.append(
        TurnThread(writers, of: total, on: disk) {
          ledger.noting("reader") { try Reader(ledger: ledger, waitsForDisk: waitsForDisk).read() }
        })
    }
    for thread in threads { thread.start() }
    for thread in threads { thread.join() }
    try ledger.finish()
    return ledger.count
  }
}
