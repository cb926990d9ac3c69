import FormState
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange
@testable import FormStateStore

/// Dumps that are read in parts.
@Suite("Dumps in parts")
struct StoreDumpReaderTests {
  private static let head =
    #"{"formstateDump":1,"forms":[{"formstate":1,"key":"f","sections":[{"key":"s","cells":[{"key":"a","kind":"text"}]}],"#

  private static func entry(_ revision: Int, _ value: String, after before: String?) -> String {
    let before = before.map { #""before":"\#($0)","# } ?? ""
    return
      #"{"revision":\#(revision),"time":"2026-11-21T03:12:13.456Z","action":{"action":"set","cell":"a","value":"\#(value)"},"#
      + #""changes":[{"cell":"a","field":"value",\#(before)"after":"\#(value)"}]}"#
  }

  private static func response(_ number: Int, entries: Int = 1) -> String {
    let journal = (1...entries).map { entry($0, "v\($0)", after: $0 > 1 ? "v\($0 - 1)" : nil) }
    return #"{"key":"r\#(number)","journal":[\#(journal.joined(separator: ","))]}"#
  }

  private func reader(_ text: String, of size: Int = 1 << 16) -> StoreDumpReader {
    DumpInPortions(Data(text.utf8), of: size).reader
  }

  @Test("A response is delivered before the next ones are read")
  func boundedReading() throws {
    let responses = (0..<20_000).map { Self.response($0) }.joined(separator: ",\n")
    let data = Data((Self.head + #""responses":["# + responses + "]}]}").utf8)
    let dump = DumpInPortions(data, of: 10_000)
    var (count, farthest) = (0, 0)
    try dump.reader.forEachPart { part in
      guard case .response = part else { return }
      count += 1
      farthest = max(farthest, dump.taken - count * data.count / 20_000)
    }
    #expect(count == 20_000)
    #expect(data.count > 3 << 20 && farthest < 1 << 19, "\(farthest) of \(data.count) bytes ahead")
  }

  @Test("Members may be in any order, as other tools sort them")
  func sorted() throws {
    let text =
      #"{"forms":[{"formstate":1,"key":"f","responses":[{"journal":[\#(Self.entry(1, "x", after: nil))],"key":"r1"}],"#
      + #""sections":[{"key":"s","cells":[{"key":"a","kind":"text"}]}]}],"formstateDump":1}"#
    let store = try FormStore.inMemory()
    try store.restore(parts: reader(text).forEachPart)
    #expect(try store.answer(in: "a", of: ResponseKey(form: "f", response: "r1"))?.answer.value == .text("x"))
    let marked = text.replacingOccurrences(of: #","formstateDump":1"#, with: "")
      .replacingOccurrences(of: #"{"forms""#, with: #"{"formstateDump":1,"forms""#)
    let other = try FormStore.inMemory()
    try other.restore(parts: reader(marked).forEachPart)
    #expect(try other.overview().flatMap(\.responses).map(\.key) == ["r1"])
  }

  @Test(
    "Members after responses or a journal are refused in parts and accepted as a whole",
    arguments: [
      (#""responses":[\#(response(1))],"otherVersions":[]}]}"#, "forms[0].otherVersions: follows “responses”"),
      (
        #""responses":[{"key":"r1","journal":[],"nextInstance":3}]}]}"#,
        "forms[0].responses[0].nextInstance: follows “journal”"
      ),
    ])
  func late(text: String, message: String) throws {
    let text = Self.head + text
    let store = try FormStore.inMemory()
    let error = #expect(throws: ImportError.self) { try store.restore(parts: reader(text).forEachPart) }
    #expect(error?.isAboutOrder == true)
    #expect(error?.description.hasPrefix("dump.json: \(message)") == true, "\(String(describing: error))")
    #expect(try store.overview().isEmpty)
    try store.restore(try StoreDump.read(Data(text.utf8), sourceName: "dump.json"))
    #expect(try store.overview().flatMap(\.responses).map(\.key) == ["r1"])
  }

  @Test("A late fault leaves the store empty and is reported as for the whole document")
  func faultsFarBehind() throws {
    let responses = (0..<500).map { $0 == 400 ? #"{"key":"r1","journal":7}"# : Self.response($0, entries: 3) }
    let text = Self.head + #""responses":["# + responses.joined(separator: ",\r\n") + #",{"k":1}]}]}"#
    for text in [text, String(text.dropLast(3)), text + "]", text.replacingOccurrences(of: "r499", with: "r\u{1}")] {
      let whole = #expect(throws: ImportError.self) { try StoreDump.read(Data(text.utf8), sourceName: "dump.json") }
      let store = try FormStore.inMemory()
      let error = #expect(throws: ImportError.self) { try store.restore(parts: reader(text, of: 777).forEachPart) }
      #expect(error == whole)
      #expect(try store.overview().isEmpty)
    }
  }

  @Test("If reading fails, nothing is restored and the error is passed on")
  func brokenSource() throws {
    struct Gone: Error {}
    var portions = [Self.head + #""responses":["# + Self.response(1) + ","]
    let store = try FormStore.inMemory()
    let reader = StoreDumpReader(sourceName: "dump.json") {
      guard let next = portions.popLast() else { throw Gone() }
      return Data(next.utf8)
    }
    #expect(throws: Gone.self) { try store.restore(parts: reader.forEachPart) }
    #expect(try store.overview().isEmpty)
  }
}
