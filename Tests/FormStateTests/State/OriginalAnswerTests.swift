import Testing

@testable import FormState

@Suite("Answers to earlier versions")
struct OriginalAnswerTests {
  @Test(
    "Every answer round-trips through its text and its content",
    arguments: [
      CellValue.text("07"), .text(""), .text(" a b "), .text("é"), .integer(-7), .real(0.1), .real(7), .boolean(true),
      .boolean(false),
      .choices(["a", "b c"]), .choices(["“quoted”"]),
    ])
  func readAsWritten(value: CellValue) {
    let answer = OriginalAnswer(value)
    #expect(OriginalAnswer(text: answer.text)?.value == value)
    #expect(OriginalAnswer(answer.content)?.value == value)
  }

  @Test(
    "A text that is not the written form of an answer is refused",
    arguments: [
      "", "38.7", "decimal", "decimal ", "decimal x", "integer 07", "integer 7.0", "switch on", "date 2020-02-30",
      "time 25:00", "dateTime soon", "choices a", "choices [ \"a\" ]", "number 7", " 7", "Decimal 7",
    ])
  func none(text: String) {
    #expect(OriginalAnswer(text: text) == nil)
    #expect(OriginalAnswer(FieldContent.text(text)) == nil)
  }

  @Test("The text has the type and the answer", arguments: [("38.70", "decimal 38.70"), ("7", "decimal 7")])
  func says(number: String, text: String) throws {
    #expect(OriginalAnswer(.decimal(try #require(ExactDecimal(number)))).text == text)
  }
}
