import FormStateStore
import Foundation
import Testing

@testable import FormState
@testable import FormStateInterchange

/// What a submission states.
@Suite("Answers in submissions")
struct SubmittedAnswerTests {
  @Test("What a submission states is an answer, also if it equals the default, which a later version may change")
  func equalToDefault() throws {
    func form(_ smokes: Bool, _ age: Int64) -> FormDefinition {
      FormDefinition(
        key: "f",
        sections: [
          FormSection(
            key: "s",
            cells: [
              FormCell(key: "smokes", kind: .switch, defaultValue: .boolean(smokes)),
              FormCell(
                key: "person", kind: .repeat, isExpandable: true, additionalRows: 2,
                counts: InstanceCounts(initial: 1)),
              FormCell(key: "age", kind: .integer, defaultValue: .integer(age)),
              FormCell(key: "twice", kind: .integer, rules: [FormRule(.calculate, "${age} * 2")]),
            ])
        ])
    }
    let text =
      #"<data id="f"><s><smokes>0</smokes><person><age>30</age><twice>60</twice></person></s></data>"#
    for hasBegun in [false, true] {
      let store = try FormStore.inMemory()
      try store.save(form(false, 30))
      let key = ResponseKey(form: "f", response: "r")
      if hasBegun { try store.apply(.recalculate, to: key) }
      for actionCount in [2, 0] {
        let plan = try Submission(Data(text.utf8), sourceName: "r.xml").plan(for: try store.contents(of: key))
        #expect(plan.actions.count == actionCount && plan.misfits == [])
        if actionCount > 0 { try store.replay(plan.actions, to: key) }
      }
      try store.save(form(true, 40))
      try store.upgrade(key)
      #expect(try store.status(of: "smokes", in: key).value == false)
      #expect(try store.status(of: "person[1]/age", in: key).value == 30)
      try store.apply(.set("person[1]/age", 31), to: key)
      #expect(try store.status(of: "person[1]/twice", in: key).value == 62)
    }
  }
}
