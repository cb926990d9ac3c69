import FormState
import FormStateStore
import TestSupport

/// What was acknowledged, and what each image of the disk must therefore contain.
final class Ledger: Sendable {
  let disk: TortureDisk
  /// The contents after each step of each life.
  let expected: [[String]]
  /// Whether the newest steps may be lost.
  let mayLoseNewest: Bool
  let lives: [FileLife]

  private struct Mark {
    /// The last acknowledged step of each life.
    var steps: [Int]
    /// Whether no life had begun another step.
    var isExact = false
  }

  private struct Notes {
    /// What was acknowledged, by the mark of an image.
    var marks: [Mark] = []
    /// The contents by the hash of the files, both as a loss of power left them and as SQLite recovered them.
    var known: [UInt64: [String]] = [:]
    var count = PowerLoss.Count()
    var faults: [String] = []
    var ended: Set<Int> = []
  }

  private let notes = Locked(Notes())

  init(disk: TortureDisk, expected: [[String]], mayLoseNewest: Bool, lives: [FileLife]) {
    self.disk = disk
    self.expected = expected
    self.mayLoseNewest = mayLoseNewest
    self.lives = lives
  }

  var count: PowerLoss.Count { notes.withLock { $0.count } }

  func begin() {
    notes.withLock { $0.marks = [Mark(steps: lives.map { _ in 0 })] }
    disk.setMark(0)
  }

  /// Notes that a life's step was acknowledged.
  func acknowledge(_ step: Int, of life: Int) {
    mark {
      $0.steps[life] = step
      $0.isExact = false
    }
  }

  /// Examines what a loss of power leaves after a step that is said to have changed nothing: it must not come back.
  func examineUnchanged(_ failure: any Error) {
    examineImages()
    mark { $0.isExact = true }
    disk.leaveImagesNow(8)
    examineImages("after “\(failure)”, ")
    mark { $0.isExact = false }
  }

  private func mark(_ change: (inout Mark) -> Void) {
    let number = notes.withLock { notes in
      var mark = notes.marks[notes.marks.count - 1]
      change(&mark)
      notes.marks.append(mark)
      return notes.marks.count - 1
    }
    disk.setMark(number)
  }

  func noteFailure() { notes.withLock { $0.count.failures += 1 } }

  /// Notes something that must never happen.
  func note(_ fault: String) { notes.withLock { $0.faults.append(fault) } }

  /// Does work, and notes the error that it throws.
  func noting(_ name: String, _ work: () throws -> Void) {
    do { try work() } catch { note("\(name): \(error)") }
  }

  /// The last acknowledged step of each life.
  var acknowledged: [Int] { notes.withLock { $0.marks[$0.marks.count - 1].steps } }

  /// Notes that a life does nothing more.
  func end(_ life: Int) { notes.withLock { _ = $0.ended.insert(life) } }

  /// Whether all lives do nothing more.
  var isOver: Bool { notes.withLock { $0.ended.count == lives.count } }

  var isFaulty: Bool { notes.withLock { !$0.faults.isEmpty } }

  func finish() throws {
    notes.withLock { $0.count.untimelyTurns = disk.untimelyTurns }
    let faults = notes.withLock { $0.faults }
    if let first = faults.first { throw LifeFault(description: first) }
  }

  /// Examines the images so far; the file itself is not touched.
  ///
  /// - Parameter place: what came before, for messages.
  func examineImages(_ place: String = "") {
    while let image = disk.nextImage() {
      do {
        try examine(image)
      } catch {
        note("\(place)after a loss of power at call \(image.call): \(error)")
      }
    }
    disk.use()
  }

  private func examine(_ image: TortureDisk.Image) throws {
    notes.withLock { $0.count.images += 1 }
    let contents = try contents(of: image)
    let mark = notes.withLock { $0.marks[image.mark] }
    let acknowledged = mark.steps
    for (life, found) in contents.enumerated() {
      let first = mayLoseNewest ? 0 : acknowledged[life]
      // At most one more than what was acknowledged.
      let last = mark.isExact ? acknowledged[life] : min(acknowledged[life] + 1, expected[life].count - 1)
      guard !expected[life][first...last].contains(found) else { continue }
      let step = expected[life].firstIndex(of: found).map { "step \($0)" } ?? "no step: \(found)"
      throw LifeFault(description: "acknowledged step \(acknowledged[life]) of \(lives[life].name), found \(step)")
    }
  }

  private func contents(of image: TortureDisk.Image) throws -> [String] {
    let left = image.disk.hash
    if let known = notes.withLock({ $0.known[left] }) { return known }
    try image.disk.recover()
    let recovered = image.disk.hash
    if let known = notes.withLock({ $0.known[recovered] }) {
      notes.withLock { $0.known[left] = known }
      return known
    }
    let store = try image.disk.store()
    defer {
      image.disk.use()
      try? store.close()
    }
    let faults = try store.check()
    guard faults.isEmpty else { throw LifeFault(description: "check: \(faults)") }
    let contents = try lives.map { try $0.contents(of: store) }
    for life in lives { _ = try life.goBackAndForth(in: store) }
    notes.withLock { notes in
      notes.known[left] = contents
      notes.known[recovered] = contents
      notes.count.states += 1
    }
    return contents
  }
}

extension FileLife {
  /// The contents of a file in memory after each step of a life; those before the first step come first.
  static func states(of life: FileLife, steps count: Int) throws -> [String] {
    var life = life
    let store = try FormStore.inMemory()
    try life.begin(in: store)
    var states = [try life.contents(of: store)]
    for number in 0..<count {
      try life.step(number, in: store)
      states.append(try life.contents(of: store))
    }
    return states
  }
}
