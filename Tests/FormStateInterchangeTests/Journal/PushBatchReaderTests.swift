import FormState
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

/// A batch proves itself: what was cut off, changed or put in another order is refused.
@Suite("Reading batches")
struct PushBatchReaderTests {
  /// The lines of a batch: its beginning, a definition, and for each of two parts a head, two entries and an end.
  private func lines() throws -> [String] {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    for key in [ResponseKey(form: "profile"), ResponseKey(form: "profile", response: "p2")] {
      for name in ["Tom", "Huck"] { try store.apply(.set("firstname", .text(name)), to: key) }
    }
    let batch = try #require(try store.nextBatch(for: "hq", device: "kiosk 3"))
    let document = String(decoding: try PushBatchDocument.write(batch), as: UTF8.self)
    return document.split(separator: "\n").map(String.init)
  }

  /// The elements before the end or an error, and the error.
  private func read(_ lines: [String]) throws -> (elements: [String], error: JSONLinesError?) {
    var (rest, elements) = (lines[...], [String]())
    var reader = PushBatchReader(source: "batch") { _ in rest.popFirst().map { Data($0.utf8) } }
    do {
      while let element = try reader.next() {
        switch element {
        case .definition(let definition): elements.append(definition.form.key)
        case .part(let part): elements.append("\(part.entries.count) entries")
        }
      }
      return (elements, nil)
    } catch let error as JSONLinesError {
      return (elements, error)
    }
  }

  @Test("A whole batch is read, element by element")
  func whole() throws {
    let lines = try lines()
    #expect(lines.count == 11)
    let read = try read(lines)
    #expect(read.elements == ["profile", "2 entries", "2 entries"] && read.error == nil)
  }

  @Test("A batch that ends before its last line is refused after its whole parts")
  func cut() throws {
    let lines = try lines()
    for count in 0..<lines.count {
      let read = try read(Array(lines.prefix(count)))
      #expect(read.error?.problem == "the batch ends here without its last line; send it again", "\(count) lines")
      #expect(read.elements.count == (count < 2 ? 0 : count < 6 ? 1 : count < 10 ? 2 : 3), "\(count) lines")
    }
  }

  @Test("A batch without one of its lines, or with one twice, is refused")
  func missingOrDoubled() throws {
    let lines = try lines()
    // A definition may be missing or come twice: a collector asks for what it lacks.
    for index in lines.indices where index != 1 {
      var (missing, doubled) = (lines, lines)
      missing.remove(at: index)
      doubled.insert(lines[index], at: index)
      #expect(try read(missing).error != nil, "without line \(index + 1)")
      #expect(try read(doubled).error != nil, "line \(index + 1) twice")
    }
  }

  @Test("A batch without one of its parts is refused at its end")
  func missingPart() throws {
    let lines = try lines()
    let read = try read(Array(lines[..<2] + lines[6...]))
    #expect(read.elements == ["profile", "2 entries"])
    #expect(read.error?.description == "batch:7: the batch has 1 of 2 parts; send it again")
  }

  @Test("An entry that was changed does not fit the chain, nor a definition its digest")
  func changed() throws {
    var lines = try lines()
    lines[4] = lines[4].replacing("Huck", with: "Hack")
    #expect(
      try read(lines).error?.description
        == "batch:6: the chain of the part does not fit its lines, which were changed; send the batch again")
    lines[1] = lines[1].replacing("First name", with: "Given name")
    #expect(
      try read(lines).error?.description
        == "batch:2: the definition has another digest than it states; send the batch again")
  }
}
