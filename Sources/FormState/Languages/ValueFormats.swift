import Foundation

/// How values are written for the eyes of somebody who reads a language.
package struct ValueFormats: Hashable, Sendable {
  /// Where the language writes numbers and dates; `nil` for the way in which titles are stored.
  private let written: Written?

  /// The way in which titles are stored: that must not depend on who reads them where, so months have fixed English names.
  package static let stored = ValueFormats(written: nil)

  /// The formats of a language; those that are stored, where nothing is known of it.
  ///
  /// - Parameter language: the name of a language, see ``FormTranslation/language``.
  package init(language: String) {
    self.init(written: Locale(languageNamed: language).map(Written.init))
  }

  private init(written: Written?) { self.written = written }

  /// What a value of a cell looks like, as `FormCell.displayText(of:)` has it in stored titles.
  package func text(of value: CellValue, in cell: FormCell) -> String {
    guard let written else { return cell.displayText(of: value) }
    return switch value {
    case .date(let date): written.text(of: date)
    case .time(let time): written.text(of: time)
    case .dateTime(let moment): written.text(of: moment)
    case .integer, .real, .decimal: written.number(value.plainText) + (cell.unit.map { " \($0)" } ?? "")
    case .boolean, .choices, .text: cell.displayText(of: value)
    }
  }
}

/// How a locale writes.
private struct Written: Hashable, Sendable {
  private let locale: Locale
  private let digits: [Character: String]

  init(_ locale: Locale) {
    self.locale = locale
    var digits: [Character: String] = [".": locale.decimalSeparator ?? "."]
    for digit in 0...9 {
      digits[Character("\(digit)")] = digit.formatted(.number.locale(locale))
    }
    self.digits = digits
  }

  /// A number with the digits that were entered: not one less, and without groups, since a year is a number too.
  func number(_ text: String) -> String { text.map { digits[$0] ?? String($0) }.joined() }

  func text(of date: CalendarDate) -> String {
    date.date(in: .gmt).formatted(style(date: .long, time: .omitted))
  }

  func text(of time: ClockTime) -> String {
    // Foundation's styles have no thousandths.
    guard time.millisecond == 0 else { return number(time.longText) }
    return moment(of: time).formatted(style(date: .omitted, time: time.second == 0 ? .shortened : .standard))
  }

  func text(of moment: OffsetDateTime) -> String {
    "\(text(of: moment.date)) \(text(of: moment.time)) \(moment.zoneText)"
  }

  private func moment(of time: ClockTime) -> Date {
    Date(timeIntervalSince1970: Double(time.millisecondsFromMidnight) / 1000)
  }

  private func style(date: Date.FormatStyle.DateStyle, time: Date.FormatStyle.TimeStyle) -> Date.FormatStyle {
    // What is stored is counted by the Gregorian calendar, whatever calendar the locale prefers.
    var style = Date.FormatStyle(date: date, time: time, locale: locale)
    style.calendar = Calendar(identifier: .gregorian)
    style.timeZone = .gmt
    return style
  }
}
