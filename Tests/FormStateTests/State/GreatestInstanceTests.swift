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
    "No instance gets a counter above 2000000, given or generated",
    arguments: [2_000_001, Int(Int32.max), InstanceNumber.greatest + 1, .max])
  func beyond(number: Int) throws {
    let response = try ResponseInMemory(Self.form)
    let refusal =
      "an instance of “r” cannot have the number \(number); the greatest is 2000000, and a new response begins at 1"
    #expect(performing: { try response.apply(.add("r", number: number)) }, throws: { "\($0)" == refusal })
    try response.apply(.add("r", number: 2_000_000))
    #expect(throws: ActionError.noSuchNumber(2_000_001, repeat: "r")) { try response.apply(.add("r")) }
  }
}
