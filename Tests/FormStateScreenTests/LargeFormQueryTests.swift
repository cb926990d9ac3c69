import FormState
import FormStateInterchange
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateScreen

@Suite("Queries about large forms end in time")
struct LargeFormQueryTests {
  private static let count = 10_000
  private static let form = FormDefinition(
    key: "large",
    sections: [
      FormSection(
        key: "s", title: "All",
        cells: (0..<count).map { number in
          FormCell(
            key: "c\(number)", kind: .text, title: "Row \(number)",
            rules: number.isMultiple(of: 1000) ? [FormRule(.required, "true()")] : [])
        })
    ])

  private func model(_ form: FormDefinition = Self.form) throws -> ScreenModel {
    let store = try FormStore.inMemory()
    try store.save(form)
    return try ScreenModel(ScreenView(response: "default"), form: "large", in: store)
  }

  private func json(_ json: OrderedJSON) throws -> PropertyValue { try PropertyValue(json: json.line) }

  @Test("A search without time for more ends early, says how far it is, and goes on from there")
  func finding() async throws {
    let model = try model()
    var found: [String] = []
    var position: CellWalk.Position? = CellWalk.Position()
    var visited: [Int] = []
    while let start = position {
      let part = try json(await model.find("ROW 9", from: start, limit: 500, in: WalkTime(most: .zero)))
      found += part["cells"]?.elements?.compactMap { $0["cell"]?.text } ?? []
      visited.append(part["visited"]?.whole ?? 0)
      position = part["next"]?.text.flatMap(CellWalk.Position.init)
    }
    #expect(found == (0..<Self.count).filter { "\($0)".hasPrefix("9") }.map { "c\($0)" })
    #expect(visited.last == Self.count && visited.count >= Self.count / WalkTime.leastVisits)
    #expect(visited == visited.sorted() && visited.first.map { $0 <= WalkTime.leastVisits } == true)
  }

  @Test("A list of answers without time for more ends early, says how far it counted, and has every fault")
  func answers() async throws {
    let model = try model()
    var question = ScreenModel.AnswerQuestion()
    var listed: [String] = []
    question.limit = 300
    let first = try json(await model.answers(question, in: WalkTime(most: .zero)))
    #expect(first["answers"]?.elements?.count == 300 && first["next"]?.text == "300")
    #expect(first["count"]?.whole == WalkTime.leastVisits && first["visited"]?.whole == WalkTime.leastVisits)
    #expect(first["faultCount"]?.whole == 10 && first["of"]?.whole == Self.count)
    var position: CellWalk.Position? = question.start
    question.limit = 1000
    while let start = position {
      question.start = start
      let part = try json(await model.answers(question))
      listed += part["answers"]?.elements?.compactMap { $0["cell"]?.text } ?? []
      position = part["next"]?.text.flatMap(CellWalk.Position.init)
    }
    #expect(listed == (0..<Self.count).map { "c\($0)" })
  }

  @Test("Of very many missing answers the first ones are found, and prevent completing until none is left")
  func manyFaults() async throws {
    var form = Self.form
    for position in 0..<6000 { form.sections[0].cells[position].rules = [FormRule(.required, "true()")] }
    let model = try model(form)
    let answer = try json(try await model.answers(ScreenModel.AnswerQuestion()))
    #expect(answer["faultCount"]?.whole == 200 && answer["faults"]?.elements?.count == 200)
    #expect(answer["faultsVisited"]?.whole == 200 && answer["of"]?.whole == Self.count)
    #expect(answer["faults"]?[199]?["cell"]?.text == "c199" && answer["faults"]?[0]?["question"]?.text == "Row 0")
    let complete = Data(#"{"action":"complete"}"#.utf8)
    let error = await #expect(throws: ActionError.self) { try await model.act(complete) }
    #expect(error?.code == .faults && error?.faults.count == 200)
    // With fewer, all are known.
    for number in 0..<1100 {
      _ = try await model.act(Data(#"{"action":"set","cell":"c\#(number)","value":"x"}"#.utf8))
    }
    let fewer = try json(try await model.answers(ScreenModel.AnswerQuestion()))
    #expect(fewer["faultCount"]?.whole == 4904 && fewer["faultsVisited"]?.whole == Self.count)
    #expect(fewer["faults"]?[0]?["cell"]?.text == "c1100")
    let all = await #expect(throws: ActionError.self) { try await model.act(complete) }
    #expect(all?.faults.count == 4904)
  }

  @Test(
    "A text is found regardless of case and accents, as Foundation finds it",
    arguments: ["row", "ROW", "é", "e", "É", "ß", "ss", "ﬁ", "I", "ı", "", " ", "9", "w 9", "日", "Ω"])
  func texts(sought: String) {
    let texts = [
      "Row 9", "row", "ROWS", "Café", "CAFE\u{301}", "Straße", "STRASSE", "ﬁn", "fin", "I", "i", "", "日本", "ω",
    ]
    for text in texts {
      let expected =
        sought.isEmpty || text.range(of: sought, options: [.caseInsensitive, .diacriticInsensitive]) != nil
      #expect(SoughtText(sought).isIn(text) == expected, "“\(sought)” in “\(text)”")
    }
  }
}
