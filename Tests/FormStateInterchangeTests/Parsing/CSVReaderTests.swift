import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

@Suite("Reading CSV")
struct CSVReaderTests {
  private func read(_ text: String) throws -> [[String: String]] {
    try CSVReader.read(Data(text.utf8)).records.map(\.texts)
  }

  private func refusal(_ data: Data, _ limits: DocumentLimits = .tree) -> String {
    do throws(DocumentFault) {
      _ = try CSVReader.read(data, limits: limits)
      return ""
    } catch { return error.description }
  }

  @Test("Quotes protect commas, line ends and quotes; any line end ends a record")
  func fields() throws {
    let table = try CSVReader.read(
      Data("\u{FEFF}name,label\r\na,\"One, \"\"two\"\"\nthree\"\r\n\r\nb,\rc\n,\n".utf8))
    #expect(table.columns == ["name", "label"])
    #expect(
      table.records.map(\.texts) == [
        ["name": "a", "label": "One, \"two\"\nthree"], ["name": "b", "label": ""], ["name": "c", "label": ""],
        ["name": "", "label": ""],
      ])
    #expect(table.records.map(\.line) == [2, 5, 6, 7])
  }

  @Test("Semicolons or tabs separate fields if the first line has no comma")
  func separators() throws {
    #expect(try read("a;b\n1;2,5") == [["a": "1", "b": "2,5"]])
    #expect(try read("a\tb\n1\t2;5") == [["a": "1", "b": "2;5"]])
    #expect(try read("a\n1;2") == [["a": "1;2"]])
  }

  @Test("A fault is reported with its line")
  func faults() {
    #expect(refusal(Data()) == "the document is empty")
    #expect(refusal(Data("a,b\n1,2\n\n1,2,3\n".utf8)) == "line 4, column 1: there are 3 fields, and only 2 columns")
    #expect(
      refusal(Data("a\n\"b\n\nc".utf8)) == "line 2, column 1: a field that begins with a quote has none at its end")
    #expect(
      refusal(Data("a\n\"b\"c\n".utf8)) == "line 2, column 1: there is text after the quote that ends a field")
    #expect(refusal(Data("a,a\n".utf8)) == "line 1, column 1: two columns are named “a”")
    #expect(
      refusal(Data([0x61, 0x0A, 0xE9])) == "line 2, column 1: the text is not UTF-8; save the table as UTF-8")
    #expect(refusal(Data("a\nb\nc".utf8), DocumentLimits(maximumNodes: 1)).contains("more than 1"))
    // Short lines have a text for each column as well.
    #expect(refusal(Data("a,b,c\nd\ne".utf8), DocumentLimits(maximumNodes: 5)).contains("more than 5"))
    #expect(refusal(Data("a,b,c\nd\ne".utf8), DocumentLimits(maximumNodes: 6)) == "")
    #expect(refusal(Data("a\nb\nc".utf8), DocumentLimits(maximumBytes: 3)).contains("more than"))
  }

  @Test("A table written as in RFC 4180 is read unchanged", arguments: TestSeeds.seeds(30, full: 1000))
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pieces = ["a", ",", "\"", "\n", "\r\n", ";", " ", "é", ""]
    let columns = (0..<Int.random(in: 1...4, using: &random)).map { "c\($0)" }
    let records = (0..<Int.random(in: 0...9, using: &random)).map { _ in
      columns.map { _ in (0..<3).map { _ in pieces.randomElement(using: &random) ?? "" }.joined() }
    }
    func line(_ fields: [String]) -> String {
      fields.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",") + "\r\n"
    }
    // A table with one column has no comma that identifies the separator.
    let text = line(columns) + records.map(line).joined()
    let expected = records.map { record in
      Dictionary(uniqueKeysWithValues: zip(columns, record))
    }
    #expect(try read(text) == expected, "seed \(seed)")
  }
}
