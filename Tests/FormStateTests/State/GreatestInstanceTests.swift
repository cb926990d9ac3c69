import TestSupport
import Testing

@testable import FormState

@Suite("The greatest instance number")
struct GreatestInstanceTests {
  private static let form = FormDefinition(
    key: "f",
    sections: [
      FormSection(
        key: "s",
        cells: [
          FormCell(key: "r", kind: .repeat, isExpandable: true, additionalRows: 1), FormCell(key: "m", kind: .text),
        ])
    ])

  @Test(
    "No instance gets a number above 2147483647, given or generated", arguments: [Int.max, Int(Int32.max) + 1])
  func beyond(number: Int) throws {
    let response = try ResponseInMemory(Self.form)
    let refusal =
      "an instance of “r” cannot have the number \(number); the greatest is 2147483647, and a new response begins at 1"
    #expect(performing: { try response.apply(.add("r", number: number)) }, throws: { "\($0)" == refusal })
    try response.apply(.add("r", number: Int(Int32.max)))
    #expect(throws: ActionError.noSuchNumber(Int(Int32.max) + 1, repeat: "r")) { try response.apply(.add("r")) }
  }
}
