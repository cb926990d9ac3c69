import FormState
import Foundation

extension FormCell {
  /// The value of a whole number or a decimal for a rule's result, as in Collect.
  func naiveNumber(_ result: RuleScalar) -> CellValue? {
    let number: Double
    switch result {
    case .text(let text), .date(let text): return try? accepted(.text(text))
    case .boolean(let isTrue), .position(let isTrue): number = isTrue ? 1 : 0
    case .number(let given) where kind == .integer: number = given < 0 ? ceil(given) : floor(given)
    case .number(let given):
      // Collect has no whole numbers beyond that.
      let isNoise = abs(given) < 2_147_483_648 && abs(given - trunc(given)) < 0.000000000001
      number = isNoise ? trunc(given) : given
    }
    return CellValue.number(number).flatMap { try? accepted($0) }
  }
}

extension FieldContent {
  /// The content of a cell for a rule's result: a cell of texts also has the type of a condition or a number.
  static func naive(_ result: RuleScalar, as value: CellValue?, in cell: FormCell) -> FieldContent? {
    guard cell.kind == .text || cell.kind == .longText else { return value.map(FieldContent.value) }
    switch result {
    case .boolean(let isTrue), .position(let isTrue): return .result(RuleResult(isTrue))
    case .number(let number) where number.isFinite: return RuleResult(number).map(FieldContent.result)
    case .text, .date, .number: return value.map(FieldContent.value)
    }
  }

  /// What an expression reads.
  var naiveScalar: RuleScalar {
    switch self {
    case .cleared: .blank
    case .result(let result) where ["true", "false"].contains(result.text): .boolean(result.text == "true")
    case .result(let result): .number(Double(result.text) ?? .nan)
    case .value(.integer(let whole)): .number(Double(whole))
    case .value(.real(let number)): .number(number)
    case .value(.boolean(let isOn)): .position(isOn)
    case .value(.decimal(let decimal)): .number(Double(decimal.text) ?? .nan)
    case .value(.choices(let values)): .text(values.joined(separator: " "))
    case .value(.date(let date)): .date(date.isoText)
    case .value(.time(let time)): .date(time.isoText)
    case .value(.dateTime(let moment)): .date(moment.isoText)
    case .value(let value): .text(value.plainText)
    }
  }
}
