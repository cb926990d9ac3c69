import Foundation

/// A value that a cell does not accept, and what it would accept.
///
/// Values are personal, so the description states what would be accepted and the type of the given value, and repeats
/// the value itself only if it is short.
public struct RefusedValue: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
  /// The given value.
  public let given: CellValue
  /// What would be accepted, as a noun phrase.
  public let accepted: String
  /// Whether the description leaves out the given value, since the cell is sensitive.
  package var isConcealed = false

  /// Maximum number of options listed in a refusal.
  private static let listedOptions = 8

  /// Creates a refusal.
  package init(given: CellValue, accepted: String) {
    self.given = given
    self.accepted = accepted
  }

  /// Refuses a value that is none of a question's options.
  package init(given: CellValue, acceptedOptions: [String]) {
    let listed = acceptedOptions.prefix(Self.listedOptions).map { "“\($0.shortened)”" }.joined(separator: ", ")
    let left = acceptedOptions.count - Self.listedOptions
    self.init(
      given: given,
      accepted: "the value or the title of one of its options: \(listed)" + (left > 0 ? " and \(left) more" : ""))
  }

  /// Refuses a value that is none of a multiple-choice question's options, and suggests the nearest one.
  package init(given: CellValue, acceptedOptions: [String], nearTo text: String) {
    let refusal = RefusedValue(given: given, acceptedOptions: acceptedOptions)
    let nearest = acceptedOptions.nearest(to: text).map { "; the nearest is “\($0.shortened)”" } ?? ""
    self.init(
      given: given,
      accepted: refusal.accepted.replacing("the value or the title of one of", with: "values or titles of") + nearest)
  }

  /// Refuses a value that is not a number; if it only has a comma for its point, the refusal states so.
  ///
  /// - Parameter accepted: what would be accepted.
  init(given: CellValue, acceptedNumber accepted: String) {
    let text = given.plainText.prefixText(ExactDecimal.mostCharacters)
    let pointed = text.count(where: { $0 == "," }) == 1 ? ExactDecimal(text.replacing(",", with: "."))?.text : nil
    self.init(given: given, accepted: accepted + (pointed.map { "; write \($0)" } ?? ""))
  }

  public var errorDescription: String? { description }

  /// The refusal as a clause, such as `“soon” is not a date: YYYY-MM-DD, as 1835-11-30`.
  public var description: String {
    // Suggestions follow from what was given.
    guard !isConcealed else {
      let hint = accepted.range(of: "; ").map { String(accepted[..<$0.lowerBound]) } ?? accepted
      return "it is not accepted; give \(hint)"
    }
    return "“\(ForbiddenCharacter.replaced(in: given.plainText.prefix(40)))” is not accepted; give \(accepted)"
  }
}
