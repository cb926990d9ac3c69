import FormState
import Foundation

extension FormCell {
  /// What a whole number or a decimal holds of what a rule gives, as Collect has it.
  func naiveNumber(_ result: RuleScalar) -> CellValue? {
    let number: Double
    switch result {
    case .text(let text): return try? accepted(.text(text))
    case .boolean(let isTrue): number = isTrue ? 1 : 0
    case .number(let given) where kind == .integer: number = given < 0 ? ceil(given) : floor(given)
    case .number(let given):
      // Beyond that Collect knows no whole numbers.
      let isNoise = abs(given) < 2_147_483_648 && abs(given - trunc(given)) < 0.000000000001
      number = isNoise ? trunc(given) : given
    }
    return CellValue.number(number).flatMap { try? accepted($0) }
  }
}
