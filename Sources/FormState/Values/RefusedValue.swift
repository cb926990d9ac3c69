import Foundation

/// A value that a cell does not accept, and what it would accept.
///
/// Values are personal, so the description states what would be accepted and the type of the given value, and repeats
/// the value itself only if it is short.
public struct RefusedValue: FormStateError, Hashable {
  /// The given value.
  let given: CellValue
  /// What would be accepted, as a noun phrase.
  public var accepted: String { ([acceptance] + hints).map(\.english).joined(separator: "; ") }
  /// The same in words.
  private let acceptance: Wording
  /// What was probably meant.
  private let hints: [Wording]
  /// Whether the description leaves out the given value, since the cell is sensitive.
  var isConcealed = false
  /// Whether the value is none of the options of a question, which the caller may list.
  package private(set) var isOfOptions = false

  /// Maximum number of options listed in a refusal.
  private static let listedOptions = 8

  /// Creates a refusal.
  package init(given: CellValue, _ accepted: Wording, hints: [Wording] = []) {
    self.given = given
    acceptance = accepted
    self.hints = hints
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
    let listed = options.prefix(Self.listedOptions).map { Wording.Option(value: $0.value, title: $0.title) }
    let names = text.isEmpty ? [] : options.flatMap { [$0.value, $0.title] }.filter { !$0.isEmpty }
    let nearest = names.nearest(to: text).flatMap { name in options.first { $0.value == name || $0.title == name } }
    let suggestion = nearest.map { option in
      let title = option.title.isEmpty || option.title == option.value ? "" : " (\(option.title.shortened))"
      return Wording(
        .nearestOption, .text(option.value.shortened), .text(title),
        .text((option.title.isEmpty ? option.value : option.title).shortened))
    }
    self.init(
      given: given,
      Wording(
        several ? .severalOptions : .oneOfOptions,
        .options(listed, more: max(0, options.count - Self.listedOptions))), hints: suggestion.map { [$0] } ?? [])
    isOfOptions = true
  }

  /// Refuses a value that is not a number; if it only has a comma for its point, the refusal states so.
  ///
  /// - Parameter accepted: what would be accepted.
  init(given: CellValue, acceptedNumber accepted: Wording) {
    let text = given.plainText.prefixText(ExactDecimal.mostCharacters)
    let pointed = text.count(where: { $0 == "," }) == 1 ? ExactDecimal(text.replacing(",", with: "."))?.text : nil
    self.init(given: given, accepted, hints: pointed.map { [Wording(.write, .number($0))] } ?? [])
  }

  /// Refuses a value that is not a date; if it is one in another notation, the refusal shows how to write it.
  ///
  /// - Parameter accepted: what would be accepted.
  init(given: CellValue, acceptedDate accepted: Wording) {
    let meant = CalendarDate.meant(by: given.plainText)
    self.init(given: given, accepted, hints: meant.isEmpty ? [] : [Wording(.write, .dates(meant))])
  }

  /// The refusal as a clause, such as `“soon” is not a date: YYYY-MM-DD, as 1835-11-30`.
  public var description: String { clauses.map(\.english).joined(separator: "; ") }

  /// The refusal as clauses.
  var clauses: [Wording] {
    // Suggestions follow from what was given.
    guard !isConcealed else { return [Wording(.refusedConcealed, .wording(acceptance))] }
    let text = ForbiddenCharacter.replaced(in: given.plainText.prefix(40))
    let isNumber = ExactDecimal(text)?.text == text
    return [Wording(.refused, isNumber ? .number(text) : .text(text), .wording(acceptance))] + hints
  }

  /// The refusal in the words of a language.
  package func text(in speech: Speech) -> String { speech.text(of: .clauses(clauses)) }
}
