import FormState
import Foundation

extension FormCell {
  /// The value of a whole number or a decimal for a rule's result, as in Collect.
  func naiveNumber(_ result: RuleScalar) -> CellValue? {
    let number: Double
    switch result {
    case .text(let text): return try? accepted(.text(text))
    case .boolean(let isTrue): number = isTrue ? 1 : 0
    case .number(let given) where kind == .integer: number = given < 0 ? ceil(given) : floor(given)
    case .number(let given):
      // Collect has no whole numbers beyond that.
      let isNoise = abs(given) < 2_147_483_648 && abs(given - trunc(given)) < 0.000000000001
      number = isNoise ? trunc(given) : given
    }
    return CellValue.number(number).flatMap { try? accepted($0) }
  }
}
