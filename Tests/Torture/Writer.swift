import FormState
import FormStateStore
import TestSupport

/// Lives a life step by step; now and then a call fails, and the step is done again unless it was done after all.
struct Writer {
  var life: FileLife
  let number: Int
  let run: PowerLoss
  let ledger: Ledger
  private var chance: SeededGenerator
  private let imagesPerCall = 3
  /// Whether a try of the present step failed with an unknown outcome, so a loss of power may still bring it back.
  private var mayHaveHappened = false

  init(life: FileLife, number: Int, run: PowerLoss, ledger: Ledger) {
    self.life = life
    self.number = number
    self.run = run
    self.ledger = ledger
    chance = SeededGenerator(seed: run.seed &+ UInt64(number) &+ 1)
  }

  mutating func live() throws {
    let disk = ledger.disk
    var store = try disk.store(waitsForDisk: run.waitsForDisk && run.control != .savesTheSync)
    for step in 0..<run.stepCount {
      disk.leaveImages(perCall: imagesPerCall)
      if run.control == .acknowledgesEarly { ledger.acknowledge(step + 1, of: number) }
      mayHaveHappened = false
      if run.fails { for _ in 0..<3 { try fail(step, &store) } }
      try doOnce(step, in: store)
      disk.leaveImages(perCall: 0)
      try expectState(after: step, in: store)
      ledger.acknowledge(step + 1, of: number)
      ledger.examineImages()
      if ledger.isFaulty { break }
      if Int.random(in: 0..<12, using: &chance) == 0 {
        disk.leaveImages(perCall: imagesPerCall)
        try store.close()
        store = try disk.store(waitsForDisk: run.waitsForDisk && run.control != .savesTheSync)
      }
    }
    try store.close()
  }

  /// Does a step that is not done yet.
  private mutating func doOnce(_ step: Int, in store: FormStore) throws {
    let contents = try life.contents(of: store)
    if contents == ledger.expected[number][step] { try life.step(step, in: store) }
  }

  private func expectState(after step: Int, in store: FormStore) throws {
    let contents = try life.contents(of: store)
    guard contents == ledger.expected[number][step + 1] else {
      throw LifeFault(
        description: "after step \(step): \(contents) instead of \(ledger.expected[number][step + 1])")
    }
  }

  /// What a failing call may be said to have done. No file is lost, and no statement is wrong.
  private static let failures: Set<StoreError.Code> = [.diskError, .commitFailed, .rolledBack, .cannotOpen]

  /// Does a step while a call fails; what the error says must be so, also after a loss of power.
  private mutating func fail(_ step: Int, _ store: inout FormStore) throws {
    let disk = ledger.disk
    // After a failure whose outcome was unknown it may be done already.
    guard try life.contents(of: store) == ledger.expected[number][step] else { return }
    disk.failLater(by: &chance)
    var failure: (any Error)?
    do { try life.step(step, in: store) } catch { failure = error }
    let hasFailed = disk.hasFailed
    disk.stopFailing()
    guard hasFailed else { return }
    ledger.noteFailure()
    // A store may be unusable after an error, and says so.
    if (try? life.contents(of: store)) == nil {
      try? store.close()
      store = try disk.store(waitsForDisk: run.waitsForDisk && run.control != .savesTheSync)
    }
    guard let failure else { return }
    let contents = try life.contents(of: store)
    if (failure as? StoreError)?.code == .outcomeUnknown {
      mayHaveHappened = true
      return
    }
    guard let error = failure as? StoreError, Self.failures.contains(error.code) else {
      throw LifeFault(description: "step \(step) failed with “\(failure)”, which is not what happened")
    }
    guard contents == ledger.expected[number][step] else {
      throw LifeFault(description: "step \(step) failed with \(failure), but \(contents) is there")
    }
    if !mayHaveHappened { ledger.examineUnchanged(failure) }
  }
}
