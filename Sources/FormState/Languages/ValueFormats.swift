import Foundation

/// How values are written for the eyes of somebody who reads a language.
package struct ValueFormats: Hashable, Sendable {
  /// Where the language writes numbers and dates; `nil` for the way in which titles are stored.
  private let written: Written?

  /// The way in which titles are stored: that must not depend on who reads them where, so months have fixed English
  /// names.
  package static let stored = ValueFormats(written: nil)

  /// The formats of a language; those that are stored, where nothing is known of it.
  ///
  /// - Parameter language: the name of a language, see ``FormTranslation/language``.
  package init(language: String) {
    self.init(written: Locale(languageNamed: language).map(Written.init))
  }

  /// The formats of a form's own language: those that are stored for a form that names none, and for English ones,
  /// whose words the stored titles have.
  ///
  /// - Parameter language: the name of the form's own language, see ``FormDefinition/language``.
  package static func own(_ language: String?) -> ValueFormats {
    guard let language, let written = Locale(languageNamed: language).map(Written.init), !written.isEnglish else {
      return .stored
    }
    return ValueFormats(written: written)
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
    case .boolean(let isOn): (cell.switchTitles ?? written.switchTitles).title(isOn: isOn)
    case .choices, .text: cell.displayText(of: value)
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

  /// Whether it is English as it is written by default, and not as in one country.
  var isEnglish: Bool { locale.identifier.lowercased() == "en" }

  /// What a switch shows that has no titles of its own.
  var switchTitles: SwitchTitles {
    let titles = locale.language.languageCode.flatMap { Self.switchTitles[$0.identifier] }
    return titles.map { SwitchTitles(off: $0.off, on: $0.on) } ?? .standard
  }

  /// What switches show, by the codes of languages, as the platforms themselves say it.
  private static let switchTitles: [String: (off: String, on: String)] = [
    "ca": ("Desactivat", "Activat"), "cs": ("Vypnuto", "Zapnuto"), "da": ("Fra", "Til"), "de": ("Aus", "Ein"),
    "el": ("Ανενεργό", "Ενεργό"), "es": ("No", "Sí"), "fi": ("Pois", "Päällä"), "fr": ("Désactivé", "Activé"),
    "hr": ("Isključeno", "Uključeno"), "hu": ("Ki", "Be"), "it": ("No", "Sì"), "ja": ("オフ", "オン"), "ko": ("끔", "켬"),
    "nb": ("Av", "På"), "nl": ("Uit", "Aan"), "nn": ("Av", "På"), "no": ("Av", "På"), "pl": ("Wyłączone", "Włączone"),
    "pt": ("Desligado", "Ligado"), "ro": ("Dezactivat", "Activat"), "ru": ("Выкл.", "Вкл."),
    "sk": ("Vypnuté", "Zapnuté"),
    "sl": ("Izklopljeno", "Vklopljeno"), "sv": ("Av", "På"), "tr": ("Kapalı", "Açık"), "uk": ("Вимк.", "Увімк."),
    "zh": ("关", "开"),
  ]

  /// A number with the digits that were entered: not one less, and without groups, since a year is a number too.
  func number(_ text: String) -> String { text.map { digits[$0] ?? String($0) }.joined() }

  func text(of date: CalendarDate) -> String {
    date.date(in: .gmt).formatted(style(date: .long, time: .omitted))
  }

  func text(of time: ClockTime) -> String {
    // Foundation's styles have no thousandths.
    guard time.millisecond == 0 else { return number(time.longText) }
    let shown = moment(of: time).formatted(style(date: .omitted, time: time.second == 0 ? .shortened : .standard))
    return shown + (time.offset.map { " \($0.longText)" } ?? "")
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
