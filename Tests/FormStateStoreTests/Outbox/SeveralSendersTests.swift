import FormState
import TestSupport
import Testing

@testable import FormStateStore

/// Several stores on one file that send to the same collectors while others write.
@Suite("Several senders of one outbox")
struct SeveralSendersTests {
  private let keys = ["kitchen", "hall", "roof"].map { ResponseKey(form: "profile", response: $0) }
  private let destinations = ["hq", "archive"]
  private let settings = FormStore.Settings(busyTimeout: 120, waitsForDisk: false)

  /// What the collectors have, by their names and the streams: lines by revision.
  private final class Collectors: Sendable {
    private let lines = Locked<[String: [Int: String]]>([:])

    /// Takes a part.
    ///
    /// - Returns: the revision at which a line differs from the one that is there; `nil` for none.
    func take(_ part: PushBatch.Part, at destination: String) -> Int? {
      lines.withLock { lines in
        for (number, line) in part.lines.enumerated() {
          let revision = part.after + number + 1
          let known = lines["\(destination) \(part.key.response)", default: [:]].updateValue(line, forKey: revision)
          if let known, known != line { return revision }
        }
        return nil
      }
    }

    func revisions(of key: ResponseKey, at destination: String) -> [Int] {
      lines.withLock { ($0["\(destination) \(key.response)"] ?? [:]).keys.sorted() }
    }
  }

  private func write(_ number: Int, _ store: FormStore) throws {
    for step in 0..<60 {
      let key = keys[step % keys.count]
      try store.apply(.set("firstname", .text("\(number).\(step)")), to: key)
      if step % 7 == 0 { try store.undo(of: key) }
    }
  }

  /// Sends until nothing waits.
  private func send(from store: FormStore, to destination: String, _ collectors: Collectors, _ racing: Racing) throws {
    while let batch = try store.nextBatch(for: destination, limit: 7) {
      for part in batch.parts {
        if let revision = collectors.take(part, at: destination) {
          racing.note("\(destination) gets another entry \(revision) of \(part.key.response)")
        }
      }
      let answers = batch.parts.map {
        PushAnswer(stream: $0.stream, outcome: .took(revision: $0.last, chain: $0.chain.description))
      }
      for taken in try store.take(answers, from: destination) {
        if let problem = taken.problem { racing.note("\(destination): \(problem)") }
      }
    }
  }

  @Test("Collectors get every entry, equal each time, and in the end nothing waits", .timeLimit(.minutes(15)))
  func racing() throws {
    let folder = try TemporaryFolder()
    let first = try FormStore(path: folder.path("store.sqlite"), settings: settings)
    try first.save(ProfileForm.form)
    let others = try (0..<2).map { _ in try FormStore(path: folder.path("store.sqlite"), settings: settings) }
    let (collectors, racing, writing) = (Collectors(), Racing(), Locked(2))
    for (number, store) in [first, others[0]].enumerated() {
      racing.start("writer \(number)") {
        defer { writing.withLock { $0 -= 1 } }
        try write(number, store)
      }
    }
    for (store, destination) in zip([first, first, others[0], others[1]], destinations + destinations) {
      racing.start("sender to \(destination)") {
        var isLast = false
        repeat {
          isLast = writing.withLock { $0 == 0 }
          try send(from: store, to: destination, collectors, racing)
        } while !isLast
      }
    }
    try #require(racing.finish(within: 600))
    for destination in destinations {
      #expect(try first.outboxStatus(of: destination).entryCount == 0)
      for key in keys {
        let last = try first.revision(of: key)
        #expect(last >= 40)
        #expect(collectors.revisions(of: key, at: destination) == Array(1...last))
      }
    }
    #expect(try first.check() == [])
  }
}
