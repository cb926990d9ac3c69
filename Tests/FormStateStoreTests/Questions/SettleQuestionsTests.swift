import FormState
import TestSupport
import Testing

@testable import FormStateStore

@Suite("Settling all questions at once")
struct SettleQuestionsTests {
  /// Two responses: in both the owner and the floors are asked about, in the second one the owner by others.
  private func copies() throws -> (first: PartedCopies, second: PartedCopies) {
    let first = try PartedCopies()
    try first.part([.set("owner", "Ann"), .set("floors", 1)], [.set("owner", "Ben"), .set("floors", 2)])
    let second = try PartedCopies(of: "other", after: [.set("owner", "Tom")], in: first.ada)
    try second.ada.acting(as: "Zoe").apply(.set("owner", "Cid"), to: second.key)
    try second.eve.acting(as: "Max").apply(.set("owner", "Dan"), to: second.key)
    try second.part([.set("floors", 3)], [.set("floors", 4)])
    return (first, second)
  }

  @Test("The answers of an author are taken, one step a response; the others stay open")
  func byAuthor() throws {
    let (first, second) = try copies()
    let store = first.ada.acting(as: "Kim")
    let before = try store.questions()
    #expect(before.map(\.title) == ["Floors", "Owner", "Floors", "Owner"])
    #expect(before.map(\.key.response) == ["default", "default", "other", "other"])
    let planned = try store.settleQuestions(taking: .author("Ada"), isDryRun: true)
    #expect(try store.questions() == before)
    let revisions = try [first, second].map { try store.revision(of: $0.key) }
    let settled = try store.settleQuestions(taking: .author("Ada"))
    #expect(settled == planned && settled.map(\.question) == before)
    #expect(settled.map { $0.taken == nil } == [false, false, false, true] && settled.allSatisfy { $0.refusal == nil })
    for each in settled {
      guard let taken = each.taken else { continue }
      #expect(each.question.alternatives[taken - 1].author == "Ada")
    }
    #expect(try first.text("owner", in: store) == "Ann" && first.text("floors", in: store) == "1")
    #expect(try second.text("floors", in: store) == "3")
    #expect(try store.questions() == [before[3]])
    for (copies, revision) in zip([first, second], revisions) {
      let entries = try store.journal(of: copies.key).filter { $0.revision > revision }
      #expect(entries.allSatisfy { $0.author == "Kim" && $0.group == "Settle questions" })
      try store.undo(of: copies.key)
    }
    #expect(try store.questions() == before)
    #expect(try store.check() == [])
  }

  @Test(
    "What shows, and the latest by the clocks, are taken; of equal times the last entry's", arguments: [true, false])
  func others(isLatest: Bool) throws {
    let (first, _) = try copies()
    let before = try first.ada.questions()
    let settled = try first.ada.settleQuestions(taking: isLatest ? .latest : .shown)
    #expect(try first.ada.questions().isEmpty && settled.count == 4)
    for each in settled {
      let said = each.question.alternatives
      let latest = said.map { ($0.time, $0.origin) }.max { $0 < $1 }
      let wanted = isLatest ? said.firstIndex { ($0.time, $0.origin) == latest ?? ($0.time, $0.origin) } : 0
      #expect(each.taken == wanted.map { $0 + 1 })
    }
    #expect(try settled.map(\.question) == before && first.ada.check() == [])
  }

  @Test("A form and a response narrow it down, and unknown ones are refused")
  func narrowed() throws {
    let (first, second) = try copies()
    let settled = try first.ada.settleQuestions(response: "other", taking: .shown)
    #expect(settled.map(\.question.key) == [second.key, second.key])
    #expect(try first.ada.questions().map(\.key) == [first.key, first.key])
    for (form, response) in [("hose", nil), (nil, "othre"), ("house", "othre")] as [(String?, String?)] {
      #expect(throws: StoreError.self) { try first.ada.questions(ofForm: form, response: response) }
      #expect(throws: StoreError.self) {
        try first.ada.settleQuestions(ofForm: form, response: response, taking: .shown)
      }
    }
  }

  @Test("A response whose completion is open is settled last, and reported if it has faults; the others are settled")
  func refused() throws {
    let (first, second) = try copies()
    try first.ada.settleQuestions(response: "default", taking: .author("Ada"))
    try first.ada.apply(.complete, to: first.key)
    try first.eve.apply(.set("floors", 9), to: first.key)
    try first.meet()
    let questions = try first.ada.questions(response: "default")
    #expect(questions.map(\.kind).contains(.completion) && questions.count > 1)
    try first.ada.apply(.reportFault("Wrong.", on: "floors", from: "HQ"), to: first.key)
    // Ada completed it.
    let partly = try first.ada.settleQuestions(taking: .author("Ada"))
    let completion = try #require(partly.first { $0.question.kind == .completion })
    #expect(completion.taken == nil && completion.refusal?.code == .faults)
    #expect(try first.ada.questions(response: "default").map(\.kind) == [.completion])
    // What shows is that it is in progress.
    let shown = try first.ada.settleQuestions(response: "default", taking: .shown)
    #expect(shown.map(\.taken) == [1])
    #expect(partly.filter { $0.question.key == second.key }.count { $0.taken != nil } == 1)
  }

  @Test("What is left is said in words")
  func left() throws {
    let copies = try PartedCopies()
    try copies.part([.set("owner", "Ann")], [.set("owner", "Ben")])
    let store = copies.ada
    for left in try store.settleQuestions(taking: .author("Ada")) where left.taken == nil {
      print(left.question.title ?? "", left.refusal?.description ?? "is still open")
    }
    #expect(try store.questions().isEmpty && copies.text("owner", in: store) == "Ann")
  }

  @Test("Instances are kept or removed after the answers in them are settled")
  func instances() throws {
    let copies = try PartedCopies(after: [.add("room"), .set("name:1", "Hall")])
    try copies.part([.remove("room:1")], [.set("name:1", "Loft")])
    #expect(try copies.ada.questions().map(\.title) == ["Room"])
    let settled = try copies.ada.settleQuestions(taking: .author("Ada"))
    #expect(settled.map(\.taken) == [2])
    #expect(try copies.ada.contents(of: copies.key).state.instances.isEmpty)
    try copies.ada.undo(of: copies.key)
    #expect(try copies.ada.settleQuestions(taking: .author("Eve")).map(\.taken) == [1])
    #expect(try copies.text("name:1", in: copies.ada) == nil && copies.ada.questions().isEmpty)
    #expect(try copies.ada.check() == [])
  }
}
