import FormState
import TestSupport
import Testing

@testable import FormStateStore

/// Reads one cell by its key, without the form.
@Suite("Reading an answer by its key")
struct AnswerByKeyTests {
  @Test(
    "A single answer equals that of the whole form, in each instance, relevant or not",
    arguments: TestSeeds.seeds(15, full: 300))
  func sameAsWhole(seed: UInt64) throws {
    var filling = try RandomFilling(seed: seed)
    try filling.fillIn(40)
    let contents = try filling.store.contents(of: filling.key)
    let questions = Dictionary(contents.form.questions.map { ($0.cell.key, $0) }) { first, _ in first }
    let notAsked = contents.form.subjectsNotAsked(in: contents.state)
    var compared = 0
    try contents.form.forEachCell(in: contents.state) { cell, place in
      let address = place.instance == 0 ? cell.key : "\(cell.key):\(place.instance)"
      // The address of an instance also names its repeat, which is no question.
      guard cell.kind != .repeat else { return }
      let found = try filling.store.answer(in: .key(address), of: filling.key)
      let comment = Comment(rawValue: "\(address), replay with FORMSTATE_TEST_SEED=\(seed)")
      guard let question = questions[cell.key] else { return #expect(found == nil, comment) }
      let answer = Answer(to: question, in: contents.state, instance: place.instance, of: contents.form)
      #expect(found?.answer == answer, comment)
      #expect(found?.isAsked == !notAsked.contains(StateSubject(cell.key, instance: place.instance)), comment)
      compared += 1
    }
    // A repeat without instances has no questions to compare.
    #expect(compared > 0 || contents.form.questions.allSatisfy { $0.repeatAround != nil })
  }
}
