import FormState
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

/// JSON that is read in pieces, compared with the same document read as a whole.
@Suite("JSON in pieces")
struct JSONPiecesTests {
  private enum Outcome: Equatable {
    case value(PropertyValue)
    case fault(DocumentFault)
  }

  private func whole(_ data: Data) -> Outcome {
    do throws(DocumentFault) {
      return .value(try data.withDocumentBytes { bytes throws(DocumentFault) in try JSONReader.read(bytes) })
    } catch {
      return .fault(error)
    }
  }

  /// Enters the outermost object and the arrays in it.
  private func inPieces(_ data: Data, of size: Int) -> Outcome {
    var rest = data
    let window = DocumentWindow {
      defer { rest = rest.dropFirst(size) }
      return Data(rest.prefix(size))
    }
    do throws(DocumentFault) {
      var pieces = JSONPieces(window)
      guard try pieces.enterObject() else { return .value(try pieces.value()) }
      var members: [String: PropertyValue] = [:]
      while let name = try pieces.nextKey() {
        guard try pieces.enterArray() else {
          members[name] = try pieces.value()
          continue
        }
        var elements: [PropertyValue] = []
        while try pieces.hasNextElement() { elements.append(try pieces.value()) }
        members[name] = .array(elements)
      }
      try pieces.finish()
      return .value(.dictionary(members))
    } catch {
      return .fault(error)
    }
  }

  /// Texts, numbers and white space that are longer than the lookahead of a window.
  private static let large: String = {
    let text = String(repeating: #"ab“ü”😀\n\u00e9\ud83d\ude00"#, count: 9000)
    let number = "0." + String(repeating: "123456789", count: 9000)
    let rows = (0..<9000).map { #"{"n":\#($0),"name":"row \#($0)","tags":[true,false,null,-1.5e3]}"# }
    return
      #"{"rows":[\#(rows.joined(separator: ",\r\n"))],"text":"\#(text)",\#(String(repeating: " \r\n", count: 40_000))"#
      + #""number":\#(number),"nested":{"a":[\#(number),"\#(text)"],"b":{}},"last":[]}"#
  }()

  @Test("Values are the same for any size of pieces", arguments: [1_000_000_000, 65_536, 9_973, 611])
  func values(size: Int) throws {
    let data = Data(Self.large.utf8)
    let expected = whole(data)
    #expect(inPieces(data, of: size) == expected)
    guard case .value = expected else {
      Issue.record("\(expected)")
      return
    }
  }

  @Test(
    "Faults have the same lines and columns, wherever the bytes are damaged",
    arguments: TestSeeds.seeds(1, full: 10))
  func faults(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let sound = Array(Self.large.utf8)
    for _ in 0..<12 {
      var damaged = sound
      let place = Int.random(in: 0..<damaged.count, using: &random)
      if Bool.random(using: &random) {
        damaged.removeSubrange(place...)
      } else {
        damaged[place] = UInt8.random(in: 0...255, using: &random)
      }
      let data = Data(damaged)
      #expect(inPieces(data, of: 4099) == whole(data), "byte \(place), replay with FORMSTATE_TEST_SEED=\(seed)")
    }
  }

  @Test(
    "A duplicate key is the same fault as in the whole document",
    arguments: [#"{"a":[1],"a":[2]}"#, #"{"a":[{"b":1,\#u{A}"b":2}]}"#, #"{"a":{"x":{},"x":1}}"#])
  func repeatedKeys(text: String) {
    let data = Data(text.utf8)
    #expect(inPieces(data, of: 3) == whole(data))
    guard case .fault(let fault) = whole(data), case .duplicateKey = fault.problem else {
      Issue.record("no fault of a key in \(text)")
      return
    }
  }
}
