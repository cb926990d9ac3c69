import FormState
import Foundation
import Testing

@testable import FormStateInterchange

@Suite("Long paths in layouts")
struct DeepPathTests {
  private func refusal(title: String) -> String? {
    let text =
      #"{"formstateLayout":1,"sections":[{"key":"s","from":".","cell":{"identifier":"I","title":"\#(title)"}}]}"#
    do {
      _ = try FormLayout.read(Data(text.utf8), sourceName: "layout.json")
      return nil
    } catch {
      return sentence(of: error)
    }
  }

  private func path(names: Int) -> String { Array(repeating: "a", count: names).joined(separator: ".") }

  @Test("A path has at most 200 names, the maximum depth of a document")
  func names() {
    #expect(refusal(title: "{\(path(names: 200))}") == nil)
    for names in [201, 1_000_000] {
      #expect(
        refusal(title: "{\(path(names: names))}")
          == "layout.json: section 0, sections[0].cell.title: the text mentions {\(path(names: 200).prefix(40))}, "
          + "which is not a path; write at most 200 names, since no document nests its values deeper")
    }
  }

  @Test("An unclosed placeholder of a megabyte is shortened in the message")
  func unclosed() throws {
    let message = try #require(refusal(title: "{" + path(names: 1_000_000)))
    #expect(message.utf8.count < 1000 && message.contains("has a “{” without its “}”"))
  }
}
