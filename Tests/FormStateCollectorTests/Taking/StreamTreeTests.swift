#if Collect
import FormState
import FormStateInterchange
import TestSupport
import Testing

@testable import FormStateCollector

@Suite("Lines of a stream") struct StreamTreeTests {
  private let whole = MadeJournal(stream: .random(), words: (1...12).map { "w\($0)" })

  private func entries(of journal: MadeJournal, _ range: ClosedRange<Int>, line: Int) throws -> [StreamEntry] {
    try journal.part(after: range.lowerBound - 1, through: range.upperBound).entries
      .map { StreamEntry(pushed: $0, line: line) }
  }

  private func words(of tree: StreamTree) -> [String] {
    tree.lines.map { line in
      let sources = line.entries.map { "\($0.pushed.revision)\($0.pushed.isCheckpoint ? "c" : "")@\($0.line)" }
      return "\(line.number): \(sources.joined(separator: " ")), \(line.sharedCount) shared"
    }
  }

  @Test("Entries that follow each other are one line, in whatever order they are read")
  func one() throws {
    let tree = StreamTree(try entries(of: whole, 1...4, line: 1).shuffled())
    #expect(words(of: tree) == ["1: 1@1 2@1 3@1 4@1, 0 shared"])
  }

  @Test("A fork shares the entries before it with the line that came first")
  func fork() throws {
    var copy = whole
    copy.words[2] = "other"
    copy.words[3] = "other"
    let tree = StreamTree(
      try entries(of: whole, 1...4, line: 1) + entries(of: copy, 3...4, line: 2))
    #expect(words(of: tree) == ["1: 1@1 2@1 3@1 4@1, 0 shared", "2: 1@1 2@1 3@2 4@2, 2 shared"])
  }

  @Test("A checkpoint begins a line, until the entries that it replaces are there")
  func checkpoint() throws {
    var small = whole
    small.first = 3
    let compacted = try entries(of: small, 3...5, line: 1)
    #expect(words(of: StreamTree(compacted)) == ["1: 3c@1 4@1 5@1, 0 shared"])
    let rest = try entries(of: whole, 1...3, line: 1)
    #expect(words(of: StreamTree(compacted + rest)) == ["1: 1@1 2@1 3@1 4@1 5@1, 0 shared"])
  }

  @Test("A beginning that was a line of its own becomes part of the line that goes on from it")
  func beginning() throws {
    var small = whole
    small.first = 5
    let compacted = try entries(of: small, 5...6, line: 1)
    let beginning = try entries(of: whole, 1...2, line: 2)
    #expect(words(of: StreamTree(compacted + beginning)) == ["1: 5c@1 6@1, 0 shared", "2: 1@2 2@2, 0 shared"])
    let between = try entries(of: whole, 3...5, line: 1)
    #expect(
      words(of: StreamTree(compacted + beginning + between)) == ["1: 1@2 2@2 3@1 4@1 5@1 6@1, 0 shared"])
  }
}
#endif
