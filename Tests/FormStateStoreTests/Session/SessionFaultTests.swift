import FormState
import Foundation
import Testing

@testable import FormStateStore

/// The faults of a session, read after each answer.
@Suite("Faults in a session")
struct SessionFaultTests {
  private static func session(cells: Int, required: Int) throws -> FormSession {
    let store = try FormStore.inMemory()
    let cells = (0..<cells).map { number in
      FormCell(
        key: "c\(number)", kind: .text, title: "C \(number)", defaultValue: number < required ? nil : "Ada",
        rules: [FormRule(.required, "true()")])
    }
    try store.save(FormDefinition(key: "f", title: "F", sections: [FormSection(key: "s", cells: cells)]))
    return try store.session(for: ResponseKey(form: "f"), coalescing: .zero)
  }

  @Test("The time to read the faults after an answer does not depend on the form's size")
  func cost() throws {
    func seconds(cells: Int) throws -> Double {
      let session = try Self.session(cells: cells, required: 10)
      #expect(session.faults.count == 10)
      var least = Double.infinity
      for number in 0..<8 {
        try session.apply(.set(.key("c\(number)"), "Ben"))
        let duration = ContinuousClock().measure { #expect(session.faults.count == 9 - number) }
        least = min(least, duration / .seconds(1))
      }
      return least
    }
    let (few, many) = (try seconds(cells: 200), try seconds(cells: 8_000))
    #expect(many < few * 8, "\(few) s with 200 cells, \(many) s with 8,000")
  }
}
