/// Assigns the connections of a pool to callers, in the order in which they ask, for a limited wait.
actor PoolTurns {
  private struct Waiting {
    let number: Int
    let turn: CheckedContinuation<Int?, Never>
  }

  private let patience: Duration
  private var free: [Int]
  private var waiting: [Waiting] = []
  private var lastNumber = 0
  private var isClosed = false

  /// Begins with free connections.
  ///
  /// - Parameters:
  ///   - count: their number.
  ///   - patience: how long to wait for one.
  init(count: Int, patience: Duration) {
    free = Array(0..<count)
    self.patience = patience
  }

  /// The number of a connection, which is busy until it is given back; `nil` if all are busy for too long.
  func take() async -> Int? {
    guard !isClosed else { return nil }
    if let connection = free.popLast() { return connection }
    lastNumber += 1
    let number = lastNumber
    let alarm = Task {
      try await Task.sleep(for: patience)
      giveUp(number)
    }
    defer { alarm.cancel() }
    return await withCheckedContinuation { waiting.append(Waiting(number: number, turn: $0)) }
  }

  /// Gives a connection to the next waiting caller, or frees it.
  func giveBack(_ connection: Int) {
    guard waiting.isEmpty else { return waiting.removeFirst().turn.resume(returning: connection) }
    free.append(connection)
  }

  /// Turns away callers that wait, and all later ones.
  func close() {
    isClosed = true
    for waiting in waiting { waiting.turn.resume(returning: nil) }
    waiting = []
  }

  private func giveUp(_ number: Int) {
    guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
    waiting.remove(at: index).turn.resume(returning: nil)
  }
}
