import FormState
import FormStateInterchange
import TestSupport
import Testing

@testable import FormStateCollector

@Suite("Decisions about parts of batches")
struct PushDecisionTests {
  private let journal = MadeJournal(stream: .random(), words: ["a", "b", "c", "d", "e", "f"])

  private func took(_ journal: MadeJournal, _ revision: Int) -> PushAnswer.Outcome {
    .took(revision: revision, chain: journal.chain(at: revision).description)
  }

  private func had(_ journal: MadeJournal, _ revision: Int) -> PushAnswer.Outcome {
    .had(revision: revision, chain: journal.chain(at: revision).description)
  }

  @Test("Entries are taken once, also where parts overlap")
  func once() throws {
    var collector = MadeCollector()
    #expect(collector.take(try journal.part(after: 0, through: 2)) == took(journal, 2))
    #expect(collector.take(try journal.part(after: 0, through: 2)) == had(journal, 2))
    #expect(collector.take(try journal.part(after: 1, through: 4)) == took(journal, 4))
    #expect(collector.take(try journal.part(after: 2, through: 3)) == had(journal, 3))
    #expect(collector.take(try journal.part(after: 4, through: 6)) == took(journal, 6))
    #expect(collector.entries.count == 6 && collector.tips.count == 1)
  }

  @Test("After a gap, entries are sent from the end of what is there, and if that does not fit, from the beginning")
  func gap() throws {
    var collector = MadeCollector()
    #expect(collector.take(try journal.part(after: 3, through: 6)) == .sendFrom(revision: 1))
    _ = collector.take(try journal.part(after: 0, through: 2))
    #expect(collector.take(try journal.part(after: 4, through: 6)) == .sendFrom(revision: 3))
    var other = journal
    other.words[1] = "x"
    #expect(collector.take(try other.part(after: 4, through: 6)) == .sendFrom(revision: 3))
    #expect(collector.take(try other.part(after: 2, through: 6)) == .sendFrom(revision: 1))
    #expect(
      collector.take(try other.part(after: 0, through: 6))
        == .forked(at: 2, revision: 6, chain: other.chain(at: 6).description))
    #expect(collector.entries.count == 7 && collector.tips.count == 2)
  }

  @Test("A copy that went on differently gets a line of its own, which both can extend")
  func fork() throws {
    var collector = MadeCollector()
    _ = collector.take(try journal.part(after: 0, through: 4))
    var other = journal
    other.words[2] = "x"
    #expect(
      collector.take(try other.part(after: 2, through: 4))
        == .forked(at: 3, revision: 4, chain: other.chain(at: 4).description))
    #expect(collector.take(try other.part(after: 4, through: 6)) == took(other, 6))
    #expect(collector.take(try journal.part(after: 4, through: 6)) == took(journal, 6))
    #expect(collector.take(try other.part(after: 0, through: 6)) == had(other, 6))
    #expect(collector.entries.count == 10 && collector.tips.count == 2)
  }

  @Test("A compacted journal begins with its checkpoint; a copy that has the older entries adds them")
  func compacted() throws {
    var collector = MadeCollector()
    var compact = journal
    compact.first = 3
    #expect(collector.take(try compact.part(after: 0, through: 5)) == took(journal, 5))
    #expect(collector.entries.count == 3)
    #expect(collector.take(try journal.part(after: 4, through: 6)) == took(journal, 6))
    // Without the first entry, the rest would not be proven.
    #expect(collector.take(try journal.part(after: 1, through: 4)) == .sendFrom(revision: 1))
    #expect(collector.take(try journal.part(after: 0, through: 4)) == took(journal, 4))
    #expect(collector.take(try journal.part(after: 0, through: 6)) == had(journal, 6))
    #expect(collector.take(try compact.part(after: 0, through: 6)) == had(journal, 6))
    #expect(collector.entries.count == 7 && collector.tips.count == 1)
  }

  @Test("A response that was forgotten is refused")
  func forgotten() throws {
    let decision = PushDecision(try journal.part(after: 0, through: 2), KnownStream(isForgotten: true))
    #expect(decision.answer == .refused(reason: "the response was deleted from the collector"))
    #expect(decision.place == nil && decision.backfill == nil)
  }

  @Test(
    "Devices that follow the answers end with the same lines, in any order and with lost answers",
    arguments: TestSeeds.seeds(20, full: 2000))
  func anyOrder(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let stream = StreamName.random()
    // A tree of journals: each device has a copy of another one's beginning, and goes on with entries of its own.
    var journals = [MadeJournal(stream: stream, words: ["0.1"])]
    for device in 0..<5 {
      if device > 0 {
        var copy = journals.randomElement(using: &generator) ?? journals[0]
        copy.words = Array(copy.words.prefix(Int.random(in: 1...copy.last, using: &generator)))
        journals.append(copy)
      }
      for number in 0..<Int.random(in: 0...4, using: &generator) {
        journals[device].words.append("\(device).\(number)")
      }
    }
    var collector = MadeCollector()
    var sent = [Int](repeating: 0, count: journals.count)
    var steps = 0
    while zip(sent, journals).contains(where: { $0 < $1.last }), steps < 10_000 {
      steps += 1
      let device = Int.random(in: journals.indices, using: &generator)
      let journal = journals[device]
      guard sent[device] < journal.last else { continue }
      let part = try journal.part(
        after: sent[device], through: Int.random(in: (sent[device] + 1)...journal.last, using: &generator))
      let answer = collector.take(part)
      // A lost answer is one that the device does not learn from.
      if Int.random(in: 0..<4, using: &generator) == 0 { continue }
      switch answer {
      case .took(let revision, _), .had(let revision, _), .forked(_, let revision, _): sent[device] = revision
      case .sendFrom(let revision): sent[device] = revision - 1
      default: Issue.record("\(answer), FORMSTATE_TEST_SEED=\(seed)")
      }
    }
    let expected = Set(journals.flatMap { journal in (1...journal.last).map { journal.words.prefix($0) } })
    #expect(collector.entries.count == expected.count, "FORMSTATE_TEST_SEED=\(seed)")
    // A line ends where no journal goes on.
    let leaves = expected.filter { path in !expected.contains { $0.count > path.count && $0.starts(with: path) } }
    #expect(collector.tips.count == leaves.count, "FORMSTATE_TEST_SEED=\(seed)")
    for journal in journals {
      #expect(collector.take(try journal.part(after: 0, through: journal.last)) == had(journal, journal.last))
    }
  }
}
