import Testing

@testable import FormState

/// A form may ask the same question thousands of times, or an author may rename all of its questions. Each answer then
/// has all new questions as candidates, and without a limit their number grows with the square of the form.
@Suite("Candidates for many answers")
struct CandidateTests {
  private func form(_ cells: [FormCell]) -> FormDefinition {
    FormDefinition(key: "f", sections: [FormSection(key: "s", cells: cells)])
  }

  private func cells(
    _ key: String, _ numbers: ClosedRange<Int>, isKeyDerived: Bool = false, isSensitive: Bool = false
  ) -> [FormCell] {
    numbers.map { number in
      FormCell(
        key: "\(key)-\(number)", kind: .text, title: "Same", isSensitive: isSensitive, isKeyDerived: isKeyDerived)
    }
  }

  @Test("With given keys, the first hundred cells with the title are candidates for each renamed cell")
  func renamed() throws {
    let match = VersionMatch(from: form(cells("a", 1...150)), to: form(cells("b", 1...150)))
    let candidates = match.candidates(forCells: ["a-1", "a-150"])
    let first = cells("b", 1...100).map(\.key)
    #expect(candidates == ["a-1": first, "a-150": first])
  }

  @Test("With derived keys, a cell with the same key is always among the hundred candidates")
  func twins() throws {
    let old = form(cells("a", 1...150, isKeyDerived: true))
    let new = form(cells("a", 1...151, isKeyDerived: true))
    let candidates = VersionMatch(from: old, to: new).candidates(forCells: ["a-7", "a-140"])
    #expect(candidates["a-7"] == cells("a", 1...100).map(\.key))
    #expect(candidates["a-140"] == cells("a", 1...99).map(\.key) + ["a-140"])
  }

  @Test("Candidates for a sensitive cell are sensitive, wherever they are")
  func sensitive() throws {
    let old = form(cells("a", 1...1, isSensitive: true))
    let new = form(cells("b", 1...150) + cells("c", 1...2, isSensitive: true))
    let candidates = VersionMatch(from: old, to: new).candidates(forCells: ["a-1"])
    #expect(candidates == ["a-1": ["c-1", "c-2"]])
    let open = VersionMatch(from: form(cells("a", 1...1)), to: new).candidates(forCells: ["a-1"])
    #expect(open == ["a-1": cells("b", 1...100).map(\.key)])
  }

  @Test("Two hundred questions are suggested for an answer, the likeliest first")
  func suggestions() throws {
    let others = (1...250).map { FormCell(key: "b-\($0)", kind: .text, title: "Other \($0)") }
    let new = form(others + [FormCell(key: "full", kind: .text, title: "Name")])
    let old = form([FormCell(key: "name", kind: .text, title: "Name")])
    let search = SuccessorSearch(from: FormIndex(old), to: FormIndex(new))
    let found = search.candidates(for: "name", holding: [.text("Ada")])
    #expect(found.count == 200 && found[0].key == "full" && found[0].isLikely)
    // The first question begins its section, as the old one did.
    #expect(found[1...].map(\.key) == (1...199).map { "b-\($0)" })
    let free = search.candidates(for: "name", holding: [.text("Ada")]) { $0 != "b-1" }
    #expect(free.count == 200 && free[1...].map(\.key) == (2...200).map { "b-\($0)" })
  }
}
