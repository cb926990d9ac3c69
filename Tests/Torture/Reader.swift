import FormStateStore

/// Reads the file beside its writers: what it sees was there, and is never older than what was acknowledged before.
struct Reader {
  let ledger: Ledger
  let waitsForDisk: Bool

  func read() throws {
    let store = try ledger.disk.store(waitsForDisk: waitsForDisk)
    while !ledger.isOver {
      let earliest = ledger.acknowledged
      for (number, life) in ledger.lives.enumerated() {
        let found = try life.contents(of: store)
        let last = min(ledger.acknowledged[number] + 1, ledger.expected[number].count - 1)
        guard ledger.expected[number][earliest[number]...last].contains(found) else {
          throw LifeFault(
            description: "a reader sees \(found) of \(life.name), after step \(earliest[number]) was acknowledged")
        }
      }
    }
    try store.close()
  }
}
