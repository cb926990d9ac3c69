/// The value of a cell or an expression, in XPath's types.
///
/// Blank is the empty text: NaN in arithmetic, false as a condition.
package enum RuleScalar: Sendable {
  /// A text; the values of options are texts.
  case text(String)
  /// A date, a time or both in ODK's notation: a text, except that it equals the same date in another notation.
  case date(String)
  /// A number, in floating point as in all ODK clients.
  case number(Double)
  /// A condition.
  case boolean(Bool)
  /// The position of a switch: a condition, except that it is `true` or `false` in a comparison with a text.
  case position(Bool)

  /// No value.
  package static let blank = RuleScalar.text("")

  /// Whether there is no value: an empty text, or not a number.
  package var isBlank: Bool {
    switch self {
    case .text(let text), .date(let text): text.isEmpty
    case .number(let number): number.isNaN
    case .boolean, .position: false
    }
  }

  /// The value as in XPath's `string()`.
  package var text: String {
    switch self {
    case .text(let text), .date(let text): text
    case .number(let number): RuleNumberText.text(ofResult: number)
    case .boolean(let isTrue), .position(let isTrue): isTrue ? "true" : "false"
    }
  }

  /// The value as in XPath's `boolean()`.
  package var isTrue: Bool {
    switch self {
    case .text(let text), .date(let text): !text.isEmpty
    case .number(let number): !number.isNaN && number != 0
    case .boolean(let isTrue), .position(let isTrue): isTrue
    }
  }

  /// The value as in ODK's `number()`: days since 1970 for dates, whole ones without a time.
  ///
  /// - Parameter zone: the time zone of dates without an offset.
  package func number(in zone: RuleZone) -> Double {
    switch self {
    case .text(let text), .date(let text):
      RuleNumberText.number(text) ?? RuleDateText(text).flatMap { date in
        date.hasTime ? RuleInstant(date, in: zone)?.days : date.shownDays
      } ?? .nan
    case .number(let number): number
    case .boolean(let isTrue), .position(let isTrue): isTrue ? 1 : 0
    }
  }
}

extension RuleScalar: Hashable {
  /// Whether two values have the same type and are equal, texts scalar by scalar, and NaN equal to NaN.
  package static func == (left: RuleScalar, right: RuleScalar) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)), (.date(let left), .date(let right)): left.isSpelled(like: right)
    case (.number(let left), .number(let right)): left == right || (left.isNaN && right.isNaN)
    case (.boolean(let left), .boolean(let right)), (.position(let left), .position(let right)): left == right
    case (.text, _), (.date, _), (.number, _), (.boolean, _), (.position, _): false
    }
  }

  /// Hashes what `==` compares.
  package func hash(into hasher: inout Hasher) {
    switch self {
    case .text(let text), .date(let text): text.hashSpelling(into: &hasher)
    case .number(let number):
      hasher.combine(number.isNaN ? Double.nan.bitPattern : (number == 0 ? 0 : number).bitPattern)
    case .boolean(let isTrue), .position(let isTrue): hasher.combine(isTrue)
    }
  }
}

/// The target of a reference.
enum RuleReferent: Hashable, Sendable {
  /// A cell in one instance.
  case cell(RuleCell)
  /// An item of a list, from 0, or one of its columns.
  case item(list: String, row: Int, column: String?)
}

/// The value of a part of an expression: a single value, or references.
enum RuleValue: Hashable, Sendable {
  /// One value.
  case scalar(RuleScalar)
  /// References in the order of the form or list, without duplicates; the first one's value is used where one is
  /// needed.
  case references([RuleReferent])

  /// A text.
  static func text(_ text: String) -> RuleValue { .scalar(.text(text)) }
  /// A number.
  static func number(_ number: Double) -> RuleValue { .scalar(.number(number)) }
  /// A condition.
  static func boolean(_ isTrue: Bool) -> RuleValue { .scalar(.boolean(isTrue)) }
  /// No value.
  static let blank = RuleValue.scalar(.blank)
}
