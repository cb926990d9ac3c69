/// The violated constraints of a cell as text in the state: their numbers among those of the cell, from 1, ascending,
/// and `calculate` if the calculated value is not a valid value of the cell, separated by spaces.
package struct FailedRules: Hashable, Sendable {
  /// The numbers of the constraints.
  package var constraints: Set<Int>
  /// Whether the calculated value is not a valid value of the cell.
  package var hasRefusedCalculation: Bool
  /// Whether a chosen value is not offered.
  package var isNotOffered: Bool

  /// Reads a text.
  package init(text: String) {
    let names = text.split(separator: " ")
    constraints = Set(names.compactMap { Int($0) })
    hasRefusedCalculation = names.contains(Substring(FormRule.Kind.calculate.rawValue))
    isNotOffered = names.contains(Substring(FormRule.Kind.choices.rawValue))
  }

  /// The text.
  package var text: String {
    (constraints.sorted().map(String.init) + (hasRefusedCalculation ? [FormRule.Kind.calculate.rawValue] : [])
      + (isNotOffered ? [FormRule.Kind.choices.rawValue] : [])).joined(separator: " ")
  }
}
