import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

@Suite("XMLTree of random documents")
struct XMLTreeRandomTests {
  @Test(
    "a document is read with its meaning, and all elements survive writing and reading",
    arguments: TestSeeds.seeds(1, full: 50))
  func means(seed: UInt64) throws {
    var author = RandomXMLAuthor(generator: SeededGenerator(seed: seed))
    for _ in 0..<200 {
      let (text, meaning) = author.document()
      let root = try tree(text).root
      #expect(meaning.matches(root), "FORMSTATE_TEST_SEED=\(seed) replays \(text)")
      var waiting = [root]
      while let element = waiting.popLast() {
        let written = element.xmlText()
        let again = try tree(written).root
        #expect(again == element, "FORMSTATE_TEST_SEED=\(seed) replays \(written)")
        #expect(again.xmlText() == written, "FORMSTATE_TEST_SEED=\(seed) replays \(written)")
        waiting += element.elements
      }
    }
  }

  @Test(
    "damage traps no reader, and an accepted document survives writing and reading",
    arguments: TestSeeds.seeds(1, full: 25))
  func survives(seed: UInt64) throws {
    // A trap cannot print the seed, so it is printed in advance.
    print("FORMSTATE_TEST_SEED=\(seed) replays the damage to XML")
    var author = RandomXMLAuthor(generator: SeededGenerator(seed: seed))
    var source = MutationSource(seed: seed)
    var passed = 0
    for _ in 0..<4_000 {
      var bytes = Array(author.document().text.utf8)
      let places = Bool.random(using: &author.generator) ? 1 : Int.random(in: 1...4, using: &author.generator)
      for _ in 0..<places { BinaryMutator.damage(&bytes, &source) }
      guard let root = try? XMLTree.read(Data(bytes)).root else { continue }
      passed += 1
      #expect(try tree(root.xmlText()).root == root, "FORMSTATE_TEST_SEED=\(seed) replays it")
    }
    #expect(passed > 0, "the damage should leave some documents valid")
  }

  @Test("random bytes trap nothing", arguments: TestSeeds.seeds(1, full: 20))
  func survivesNoise(seed: UInt64) {
    print("FORMSTATE_TEST_SEED=\(seed) replays the noise")
    var generator = SeededGenerator(seed: seed)
    for start in ["<", "<a>", "<a b='", "<a b='' ", "<!--", "<?", "<a><![CDATA[", "<a>&"] {
      for _ in 0..<1_000 {
        let length = Int.random(in: 0...60, using: &generator)
        let noise = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
        _ = fault(inXML: Data(Array(start.utf8) + noise))
      }
    }
  }
}
