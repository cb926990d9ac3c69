import FormState
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

@Suite("Inventories as JSON Lines")
struct InventoryDocumentTests {
  private let stream = StreamName.random()
  private var tip: JournalTip { JournalTip(stream: stream, revision: 12, chain: JournalChain(of: stream)) }

  @Test("Statements and answers are read as they were written")
  func roundTrip() throws {
    let inventory = TipInventory([tip])
    let prefix = String(stream.description.prefix(3))
    let statements = [inventory.whole] + inventory.details(of: prefix) + inventory.details(of: stream.description)
    let data = try InventoryDocument.write(statements)
    #expect(InventoryDocument.isInventory(data.prefix(64)))
    #expect(try InventoryDocument.read(data, source: "inventory") == statements)
    #expect(!InventoryDocument.isInventory(Data(#"{"formstate-batch":1}"#.utf8)))
    let answer = InventoryAnswer(
      differing: ["", "0a"], missing: [PushAnswer(stream: stream, outcome: .sendFrom(revision: 8))],
      comparedCount: statements.count)
    #expect(try InventoryAnswer(Data(answer.lines().utf8), to: statements, source: "answer") == answer)
    let error = #expect(throws: JSONLinesError.self) {
      try InventoryAnswer(Data(answer.lines().utf8), to: [inventory.whole], source: "answer")
    }
    #expect(error?.description == "answer:4: compares \(statements.count) of 1 statements")
  }

  @Test("A first request of any number of responses has fewer than 150 bytes")
  func size() throws {
    #expect(try InventoryDocument.write([TipInventory([tip]).whole]).count < 150)
  }

  @Test(
    "A line that is no statement is refused with its number and its fault",
    arguments: [
      ("{}", "have: is missing; write the first digits of responses' names"),
      (#"{"have":"0A","tips":[]}"#, "have: is not up to 32 hexadecimal digits"),
      (#"{"have":"\#(String(repeating: "0", count: 33))","tips":[]}"#, "have: is not up to 32 hexadecimal digits"),
      (#"{"have":"0a"}"#, "sum: is missing; write “count” and “sum”, or “tips”"),
      (#"{"have":"","count":-1,"sum":"\#(digits)"}"#, "count: is not a number of responses"),
      (#"{"have":"","count":1,"sum":"\#(digits)0"}"#, "sum: is not a sum of tips; write 64 hexadecimal digits"),
      (#"{"have":"","tips":[7]}"#, "tips[0]: is an integer, not an object"),
      (#"{"have":"","tips":[{"stream":"c8"}]}"#, "tips[0].stream: is not the name of a response; write its 32"),
      (
        #"{"have":"","tips":[{"stream":"\#(name)","revision":0,"chain":"\#(digits)"}]}"#,
        "tips[0].revision: is no revision; write a whole number, 1 or more"
      ),
      (
        #"{"have":"ff","tips":[{"stream":"\#(name)","revision":1,"chain":"\#(digits)"}]}"#,
        "tips: has a response whose name begins otherwise"
      ),
      (#"{"have":"","tips":[],"sums":""}"#, "sums: is not a known key here"),
    ])
  func refused(line: String, problem: String) {
    let document = "{\"formstate-inventory\":1}\n\(line)\n"
    let error = #expect(throws: JSONLinesError.self) {
      try InventoryDocument.read(Data(document.utf8), source: "inventory")
    }
    #expect(error?.description.hasPrefix("inventory:2: ") == true)
    #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
  }

  @Test("An answer that was cut off, or that something else wrote, is none")
  func cutOff() throws {
    let whole = try InventoryAnswer(differing: ["0a"], comparedCount: 1).lines()
    for text in ["", #"{"differs":"0a"}"#, "<html>", whole + whole, #"{"compared":"1"}"#] {
      #expect(throws: JSONLinesError.self) {
        try InventoryAnswer(Data(text.utf8), to: [TipInventory([tip]).whole], source: "answer")
      }
    }
    #expect(throws: JSONLinesError.self) {
      try InventoryDocument.read(Data(#"{"formstate-inventory":2}"#.utf8), source: "inventory")
    }
  }

  private static let digits = String(repeating: "0", count: 64)
  private static let name = String(repeating: "0", count: 32)
}
