import Testing

@testable import FormState

@Suite("Inventories of tips")
struct TipInventoryTests {
  /// Tips of random responses, the same for the same seed.
  private func tips(_ count: Int, revision: Int = 7) -> [JournalTip] {
    (0..<count).compactMap { number in
      let digest = PortableSHA256.digest(of: Array("response \(number)".utf8))
      return StreamName(bytes: Array(digest.prefix(16))).map {
        JournalTip(stream: $0, revision: revision, chain: JournalChain(of: $0))
      }
    }
  }

  /// The tips of the first side that the other one gets to see until both know what differs, and the number of
  /// statements.
  private func found(_ one: [JournalTip], _ other: [JournalTip]) -> (tips: [JournalTip], statementCount: Int) {
    let (own, others) = (TipInventory(one), TipInventory(other))
    var waiting = [own.whole]
    var (tips, count): ([JournalTip], Int) = ([], 0)
    while let statement = waiting.popLast() {
      count += 1
      if others.agrees(with: statement) { continue }
      switch statement {
      case .sum(let prefix, _, _): waiting += own.details(of: prefix)
      case .tips(let prefix, let stated):
        let known = Set(others.tips(in: prefix))
        tips += stated.filter { !known.contains($0) }
      }
    }
    return (tips, count)
  }

  @Test("Equal tips need one sum, in whatever order they are")
  func equal() {
    let tips = tips(1000)
    let (different, count) = found(tips, tips.shuffled())
    #expect(different.isEmpty && count == 1)
    #expect(TipInventory([]).isEmpty && TipInventory([]).agrees(with: TipInventory([]).whole))
  }

  @Test("What the other side lacks, or has otherwise, is found by few statements", arguments: [1, 40, 10_000])
  func different(count: Int) {
    let tips = tips(count)
    for number in [0, count / 2, count - 1] {
      var (lacking, earlier) = (tips, tips)
      lacking.remove(at: number)
      earlier[number] = JournalTip(
        stream: tips[number].stream, revision: 6, chain: JournalChain(of: tips[number].stream))
      for other in [lacking, earlier] {
        let (different, statementCount) = found(tips, other)
        #expect(different == [tips[number]])
        #expect(statementCount <= 2 + 2 * 16)
      }
    }
    #expect(Set(found(tips, []).tips) == Set(tips))
  }

  @Test("What only the other side has is found too")
  func more() {
    let tips = tips(500)
    let (own, others) = (TipInventory(Array(tips.dropLast())), TipInventory(tips))
    #expect(!others.agrees(with: own.whole))
    let name = tips[499].stream.description
    #expect(others.tips(in: name) == [tips[499]] && own.tips(in: name).isEmpty)
    #expect(own.details(of: name) == [.tips(prefix: name, [])] && !others.agrees(with: .tips(prefix: name, [])))
  }

  @Test("A sum is that of the documented digests")
  func sum() throws {
    // From Python: sum(int(sha256(stream + revision.to_bytes(8) + chain)) …) mod 2**256.
    let streams = [UInt8(0x11), 0xEE].compactMap { StreamName(bytes: [UInt8](repeating: $0, count: 16)) }
    let chain = try #require(JournalChain(bytes: [UInt8](repeating: 0xAB, count: 32)))
    var sum = TipSum()
    for (stream, revision) in zip(streams, [1, 70_000]) {
      sum.add(JournalTip(stream: stream, revision: revision, chain: chain))
    }
    #expect(sum.description == "923d8eedd30d18456aef2d7ab6138f9bb470a87691ccad5aef1608b793eefa43")
    #expect(TipSum(sum.description) == sum && TipSum("12") == nil)
  }
}
