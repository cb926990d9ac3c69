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
  /// Whether the value is none of the options of a question, which the caller may list.
  package private(set) var isOfOptions = false

  /// Maximum number of options listed in a refusal.
  private static let listedOptions = 8

  /// Creates a refusal.
  package init(given: CellValue, accepted: String) {
    self.given = given
    self.accepted = accepted
  }

  /// Refuses a value that is none of a question's options, and suggests the nearest one.
  ///
  /// - Parameters:
  ///   - options: the values and titles of the options.
  ///   - text: the given text.
  ///   - several: whether the question takes several.
  package init(
    given: CellValue, options: [(value: String, title: String)], nearTo text: String, several: Bool = false
  ) {
    let listed = options.prefix(Self.listedOptions).map { "“\($0.value.shortened)”" }.joined(separator: ", ")
    let left = options.count - Self.listedOptions
    let names = text.isEmpty ? [] : options.flatMap { [$0.value, $0.title] }.filter { !$0.isEmpty }
    let nearest = names.nearest(to: text).flatMap { name in options.first { $0.value == name || $0.title == name } }
    let suggestion = nearest.map { option in
      let title = option.title.isEmpty || option.title == option.value ? "" : " (\(option.title.shortened))"
      return "; the nearest is “\(option.value.shortened)”\(title)"
    }
    self.init(
      given: given,
      accepted: (several ? "values or titles of" : "the value or the title of one of") + " its options: \(listed)"
        + (left > 0 ? " and \(left) more" : "") + (suggestion ?? ""))
    isOfOptions = true
  }

  /// Refuses a value that is not a number; if it only has a comma for its point, the refusal states so.
  ///
  /// - Parameter accepted: what would be accepted.
  init(given: CellValue, acceptedNumber accepted: String) {
    let text = given.plainText.prefixText(ExactDecimal.mostCharacters)
    let pointed = text.count(where: { $0 == "," }) == 1 ? ExactDecimal(text.replacing(",", with: "."))?.text : nil
    self.init(given: given, accepted: accepted + (pointed.map { "; write \($0)" } ?? ""))
  }

  /// Refuses a value that is not a date; if it is one in another notation, the refusal shows how to write it.
  ///
  /// - Parameter accepted: what would be accepted.
  init(given: CellValue, acceptedDate accepted: String) {
    let meant = CalendarDate.meant(by: given.plainText).map { "\($0.isoText) for \($0.longText)" }
    self.init(given: given, accepted: accepted + (meant.isEmpty ? "" : "; write \(meant.joined(separator: ", or "))"))
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
