import FormState
import Foundation
import Testing

@testable import FormStateInterchange

@Suite("Numbers that are not finite")
struct FiniteNumberTests {
  @Test(
    "A property that is not finite is refused with its path",
    arguments: [
      #"{"$real":"inf"}"#, #"{"$real":"-infinity"}"#, #"{"$real":"nan"}"#, #"{"$real":"1e999"}"#,
      #"{"$date":{"$real":"inf"}}"#,
    ])
  func formDocument(value: String) {
    let text = """
      {"formstate":1,"key":"f","sections":[{"key":"s","cells":[{"key":"g","kind":"group","cells":[
      {"key":"c","kind":"text","properties":{"a":[0,{"b":\(value)}]}}]}]}]}
      """
    let error = #expect(throws: ImportError.self) {
      try FormDocument.read(Data(text.utf8), settings: ImportSettings(sourceName: "f.json"))
    }
    #expect(error?.faultCount == 1)
    #expect(error?.diagnostics.first?.key == "sections[0].cells[0].cells[0].properties.a[1].b")
    #expect(error?.diagnostics.first?.problem.hasSuffix("not finite, which no file can hold") == true)
  }

  @Test("A number too large for a Double is refused", arguments: ["1e999", "-1e999"])
  func scan(number: String) {
    let text = #"{"formstate":1,"key":"f","properties":{"a":\#(number)},"sections":[]}"#
    #expect(throws: ImportError.self) {
      try FormDocument.read(Data(text.utf8), settings: ImportSettings(sourceName: "f.json"))
    }
  }

  @Test("A layout cannot make a property that is not finite")
  func layout() throws {
    let text = """
      {"formstateLayout":1,"properties":{"size":{"$real":"{size}"}},"sections":[
      {"key":"s","from":"name","cell":{"identifier":"c","title":"{.}","properties":{"x":[{"$real":"{.}"}]}}}]}
      """
    let layout = try FormLayout.read(Data(text.utf8), sourceName: "l.json")
    let error = #expect(throws: ImportError.self) {
      try layout.form(
        from: Data(#"{"size":"nan","name":"inf"}"#.utf8), settings: ImportSettings(sourceName: "d.json"))
    }
    #expect(error?.diagnostics.map(\.key) == ["properties.size", "name"])
  }
}
