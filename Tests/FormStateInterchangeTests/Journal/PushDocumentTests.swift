import FormState
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

@Suite("Batches and answers as JSON Lines")
struct PushDocumentTests {
  private func batch() throws -> PushBatch {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    try store.apply(.set("firstname", "Tom"), to: ResponseKey(form: "profile"))
    try store.apply(.complete, to: ResponseKey(form: "profile", response: "p 2"))
    return try #require(try store.nextBatch(for: "hq", device: "kiosk “3”"))
  }

  @Test("A batch has a line for each part, each entry and each proof, and counts its parts")
  func document() throws {
    let batch = try batch()
    let lines = String(decoding: try PushBatchDocument.write(batch), as: UTF8.self).split(separator: "\n")
    let digest = StateDigest.ofDefinition(ProfileForm.form)
    #expect(lines[0] == "{\"formstate-batch\":1,\"device\":\"kiosk “3”\"}")
    let start = "{\"definition\":\"\(digest)\",\"document\":"
    #expect(lines[1].hasPrefix(start))
    let form = try imported(Data(lines[1].dropFirst(start.count).dropLast().utf8)).form
    #expect(StateDigest.ofDefinition(form) == digest)
    let (first, second) = (batch.parts[0], batch.parts[1])
    #expect(
      lines[2] == """
        {"stream":"\(first.stream)","form":"profile","response":"default","definitions":{"1":"\(digest)"},"after":0,\
        "chain":"\(JournalChain(of: first.stream))"}
        """)
    #expect(lines[3] == first.lines[0])
    let state = try #require(first.outcome).state
    #expect(lines[4] == #"{"entries":1,"chain":"\#(first.chain)","state":"\#(state)","completed":false}"#)
    #expect(lines[6] == second.lines[0] && lines[7].hasSuffix(#""completed":true}"#))
    #expect(lines.last == #"{"parts":2}"# && lines.count == 9)
  }

  @Test("A part that a checkpoint begins names no chain, and one that ends early no state")
  func partial() throws {
    var batch = try batch()
    batch.parts[0].chainBefore = nil
    batch.parts[0].outcome = nil
    let lines = String(decoding: try PushBatchDocument.write(batch), as: UTF8.self).split(separator: "\n")
    #expect(lines[2].hasSuffix(#""after":0}"#))
    #expect(lines[4] == #"{"entries":1,"chain":"\#(batch.parts[0].chain)"}"#)
  }

  private static let stream = "c8a64ad05e6fecde3702b2a8c7efc788"
  private static let chain = String(repeating: "5a", count: 32)

  @Test("Every answer is read as it is written")
  func answers() throws {
    let outcomes: [(PushAnswer.Outcome, String)] = [
      (.took(revision: 20, chain: Self.chain), #""took","revision":20,"chain":"\#(Self.chain)""#),
      (.had(revision: 20, chain: Self.chain), #""had","revision":20,"chain":"\#(Self.chain)""#),
      (.forked(at: 6, revision: 9, chain: Self.chain), #""forked","revision":9,"chain":"\#(Self.chain)","at":6"#),
      (.sendFrom(revision: 8), #""sendFrom","revision":8"#),
      (.needsDefinition(digest: Self.chain), #""needsDefinition","definition":"\#(Self.chain)""#),
      (.refused(reason: "The survey is over."), #""refused","reason":"The survey is over.""#),
    ]
    let stream = try #require(StreamName(Self.stream))
    let answers = outcomes.map { PushAnswer(stream: stream, outcome: $0.0) }
    let lines = try answers.map(PushAnswerDocument.line)
    #expect(lines == outcomes.map { #"{"stream":"\#(Self.stream)","answer":\#($0.1)}"# })
    let text = "\r\n\(lines.joined(separator: "\r\n\n"))"
    #expect(try PushAnswerDocument.read(Data(text.utf8), source: "hq.jsonl") == answers)
  }

  @Test(
    "An answer that cannot be understood is refused with its line and its fault",
    arguments: [
      ("took", "column 1: this is neither a property list (XML or binary) nor a JSON object or array"),
      ("[]", "is an array, not an object; write an object"),
      (
        #"{"answer":"sendFrom","revision":1}"#, "stream: is missing; write its 32 hexadecimal digits"
      ),
      (
        #"{"stream":"c8","answer":"took","revision":1,"chain":"\#(chain)"}"#,
        "stream: is not the name of a response; write its 32 hexadecimal digits"
      ),
      (
        #"{"stream":"\#(stream)","answer":"tok"}"#,
        "answer: is no answer; write one of took, had, forked, sendFrom, needsDefinition, refused"
      ),
      (
        #"{"stream":"\#(stream)","answer":"took","revision":0,"chain":"\#(chain)"}"#,
        "revision: is no revision; write a whole number, 1 or more"
      ),
      (
        #"{"stream":"\#(stream)","answer":"had","revision":1,"chain":"5a"}"#,
        "chain: is not a chain; write 64 hexadecimal digits"
      ),
      (#"{"stream":"\#(stream)","answer":"refused","reason":""}"#, "reason: is empty; give the reason"),
      (
        #"{"stream":"\#(stream)","answer":"sendFrom","revision":1,"to":2}"#, "to: is not a known key here; remove it"
      ),
    ])
  func refused(line: String, problem: String) {
    let error = #expect(throws: JSONLinesError.self) {
      try PushAnswerDocument.read(Data("\n\(line)\n".utf8), source: "hq.jsonl")
    }
    #expect(error?.source == "hq.jsonl" && error?.line == 2)
    #expect(error?.problem == problem)
  }
}
