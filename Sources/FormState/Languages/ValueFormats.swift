import Foundation

/// The readable formats of values in a language.
package struct ValueFormats: Hashable, Sendable {
  /// The formats of the language; `nil` for the formats of stored titles.
  private let written: Written?

  /// The formats of stored titles, which must not depend on the reader: months have fixed English names.
  package static let stored = ValueFormats(written: nil)

  /// The formats of a language; those of stored titles for an unknown one.
  ///
  /// - Parameter language: the name of a language, see ``FormTranslation/language``.
  package init(language: String) {
    self.init(written: Locale(languageNamed: language).map(Written.init))
  }

  /// The formats of a form's own language: those of stored titles if the form names none, and for English, whose words
  /// the stored titles have.
  ///
  /// - Parameter language: the name of the form's own language, see ``FormDefinition/language``.
  package static func own(_ language: String?) -> ValueFormats {
    guard let language, let written = Locale(languageNamed: language).map(Written.init), !written.isEnglish else {
      return .stored
    }
    return ValueFormats(written: written)
  }

  private init(written: Written?) { self.written = written }

  /// The readable text of a cell's value, like `FormCell.displayText(of:)` for stored titles.
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

/// The formats of a locale.
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

  /// Whether it is English without a country.
  var isEnglish: Bool { locale.identifier.lowercased() == "en" }

  /// The texts of a switch without titles of its own.
  var switchTitles: SwitchTitles {
    let titles = locale.language.languageCode.flatMap { Self.switchTitles[$0.identifier] }
    return titles.map { SwitchTitles(off: $0.off, on: $0.on) } ?? .standard
  }

  /// The texts of switches by language codes, as on Apple's platforms.
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

  /// A number with exactly the digits that were entered, and without grouping, since a year is a number too.
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
    // Stored dates use the Gregorian calendar, whatever calendar the locale prefers.
    var style = Date.FormatStyle(date: date, time: time, locale: locale)
    style.calendar = Calendar(identifier: .gregorian)
    style.timeZone = .gmt
    return style
  }
}
