import FormState
import Testing

@testable import FormStateInterchange

@Suite("RecurringDictionaries")
struct RecurringDictionariesTests {
  private func dictionaries(of keys: [[String]]) throws -> [[String: PropertyValue]] {
    let maker = RecurringDictionaries()
    return try keys.enumerated().map { number, keys in
      try maker.dictionary(count: keys.count, key: { keys[$0] }, value: { .string("\(number) \(keys[$0])") })
    }
  }

  @Test("Each dictionary has its own keys and values, whatever keys came before")
  func ownValues() throws {
    let shapes = [["a"], ["a", "b"], ["b", "a"], ["key", "title", "kind"], [], ["b", "c"], ["c", "d", "e"]]
    let keys = (0..<200).map { shapes[($0 * $0 + $0 / 3) % shapes.count] }
    for (number, made) in try dictionaries(of: keys).enumerated() {
      let expected = keys[number].map { ($0, PropertyValue.string("\(number) \($0)")) }
      #expect(made == Dictionary(expected) { first, _ in first })
    }
  }

  @Test("A key keeps its spelling after an equivalent spelling")
  func ownSpelling() throws {
    let spellings = [["e\u{301}"], ["\u{E9}"], ["K"], ["\u{212A}"], ["K"], ["e\u{301}"]]
    let made = try dictionaries(of: spellings).map { $0.keys.map { Array($0.utf8) } }
    #expect(made == spellings.map { $0.map { Array($0.utf8) } })
  }

  @Test("A duplicate key is refused at its second place, in any order of dictionaries")
  func repeated() throws {
    let maker = RecurringDictionaries()
    func place(_ keys: [String]) -> Int? {
      do throws(RecurringDictionaries.RepeatedKey) {
        _ = try maker.dictionary(count: keys.count, key: { keys[$0] }, value: { .integer(Int64($0)) })
        return nil
      } catch {
        return error.index
      }
    }
    #expect(place(["a", "b", "c"]) == nil)
    #expect(place(["a", "b", "a"]) == 2)
    #expect(place(["a", "b", "a"]) == 2)
    #expect(place(["a", "a", "c"]) == 1)
    #expect(place(["a", "b", "c"]) == nil)
  }

  @Test("Of a root array instead of a form only the first container is kept, but all are checked")
  func arrayForForm() throws {
    func read(_ text: String) throws(DocumentFault) -> PropertyValue {
      try Document.read(.init(text.utf8), limits: .form).root
    }
    #expect(try read(#"[{"a":1},{"b":[1,2]},[3],4]"#) == .array([.dictionary(["a": .integer(1)]), .integer(4)]))
    #expect(try read(#"{"a":[1,2,3]}"#) == .dictionary(["a": .array([.integer(1), .integer(2), .integer(3)])]))
    #expect(throws: DocumentFault.self) { try read(#"[{"a":1},{"b":1,"b":2}]"#) }
  }
}
