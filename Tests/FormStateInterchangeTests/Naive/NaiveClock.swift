import Foundation

/// A clock and calendar in a person's time zone, as Foundation calculates them.
struct NaiveClock {
  let zone: TimeZone
  /// The time of the action.
  let time: Date

  private var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return calendar
  }

  /// A text as a number: digits, or a date as days since 1970, whole without a time.
  func number(_ text: String) -> Double {
    if text.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) != nil { return Double(text) ?? .nan }
    if isDay(text), let seconds = NaiveClock(zone: .gmt, time: time).seconds(text) { return seconds / 86_400 }
    return seconds(text).map { $0 / 86_400 } ?? .nan
  }

  /// Two texts as numbers to compare or subtract: a date and a date with a time are both days on this clock.
  func numbers(_ left: String, _ right: String) -> (Double, Double) {
    guard isDay(left) != isDay(right), let one = seconds(left), let other = seconds(right) else {
      return (number(left), number(right))
    }
    return (shownDays(one), shownDays(other))
  }

  /// Whether two texts are the same date, one of them possibly with a time.
  func areEqual(_ left: String, _ right: String) -> Bool {
    guard let one = seconds(left), let other = seconds(right) else { return false }
    guard isDay(left) || isDay(right) else { return one == other }
    return shownDays(one).rounded(.down) == shownDays(other).rounded(.down)
  }

  private func isDay(_ text: String) -> Bool { text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil }

  private func shownDays(_ seconds: Double) -> Double {
    (seconds + Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds)))) / 86_400
  }

  /// The day of a text or a number of days, at its first moment here in days since 1970 in UTC.
  func startOfDay(_ text: String?, days: Double) -> Double? {
    let greenwich = NaiveClock(zone: .gmt, time: time)
    let whole = text.flatMap(seconds).map(shownDays)?.rounded(.down) ?? days.rounded(.towardZero)
    return whole.isNaN ? nil : seconds(greenwich.text(days: whole, format: "%Y-%m-%d")).map { $0 / 86_400 }
  }

  /// Seconds since 1970; `nil` for a text that is neither a date nor a date with time and offset.
  func seconds(_ text: String) -> Double? {
    guard let match = text.wholeMatch(of: /([0-9]{4})-([0-9]{2})-([0-9]{2})(T.*)?/),
      let year = Int(match.1), let month = Int(match.2), let day = Int(match.3)
    else { return nil }
    guard let rest = match.4 else {
      let noon = calendar.date(from: DateComponents(year: year, month: month, day: day, hour: 12))
      return noon.map { calendar.startOfDay(for: $0).timeIntervalSince1970 }
    }
    guard let (time, offset) = Self.timeOfDay(String(rest.dropFirst())), let offset else { return nil }
    var greenwich = Calendar(identifier: .gregorian)
    greenwich.timeZone = .gmt
    let midnight = greenwich.date(from: DateComponents(year: year, month: month, day: day))
    return midnight.map { $0.timeIntervalSince1970 + Double(time - offset) }
  }

  /// The seconds since midnight, and the offset from UTC in seconds if the text has one.
  private static func timeOfDay(_ text: String) -> (seconds: Int, offset: Int?)? {
    let form = /([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.000)?(?:(Z)|([+-])([0-9]{2}):([0-9]{2}))?/
    guard let match = text.wholeMatch(of: form), let hour = Int(match.1), let minute = Int(match.2),
      let second = Int(match.3)
    else { return nil }
    let seconds = hour * 3600 + minute * 60 + second
    if match.4 != nil { return (seconds, 0) }
    guard let sign = match.5, let hours = match.6.flatMap({ Int($0) }), let minutes = match.7.flatMap({ Int($0) })
    else {
      return (seconds, nil)
    }
    return (seconds, (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60))
  }

  /// A time in this zone now, as a fraction of the day.
  func partOfDay(_ text: String) -> Double? {
    guard let (seconds, offset) = Self.timeOfDay(text) else { return nil }
    let shown = seconds + (offset.map { zone.secondsFromGMT(for: time) - $0 } ?? 0)
    return Double((shown % 86_400 + 86_400) % 86_400) / 86_400
  }

  // MARK: - Texts

  private static func date(days: Double) -> Date {
    Date(timeIntervalSince1970: (days * 86_400_000).rounded() / 1000)
  }

  /// The moment as ODK writes it: at midnight only the date, otherwise with time and offset.
  func text(days: Double) -> String {
    let date = Self.date(days: days)
    let isMidnight = text(days: days, format: "%H%M%S%3") == "000000000"
    let offset = zone.secondsFromGMT(for: date) / 60
    let written = "\(offset < 0 ? "-" : "+")\(Self.padded(abs(offset) / 60)):\(Self.padded(abs(offset) % 60))"
    return text(days: days, format: isMidnight ? "%Y-%m-%d" : "%Y-%m-%dT%H:%M:%S.%3") + (isMidnight ? "" : written)
  }

  func text(days: Double, format: String) -> String {
    let date = Self.date(days: days)
    let parts = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second, .nanosecond, .weekday], from: date)
    let month = parts.month ?? 1
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let signs = [
      "%Y": String(parts.year ?? 0), "%y": String(String(parts.year ?? 0).suffix(2)),
      "%m": Self.padded(month), "%n": String(month), "%b": months[month - 1],
      "%d": Self.padded(parts.day ?? 0), "%e": String(parts.day ?? 0), "%a": weekdays[(parts.weekday ?? 1) - 1],
      "%H": Self.padded(parts.hour ?? 0), "%h": String(parts.hour ?? 0), "%M": Self.padded(parts.minute ?? 0),
      "%S": Self.padded(parts.second ?? 0),
      "%3": Self.padded(Int((Double(parts.nanosecond ?? 0) / 1e6).rounded()), to: 3),
    ]
    return signs.reduce(format) { $0.replacingOccurrences(of: $1.key, with: $1.value) }
  }

  private static func padded(_ number: Int, to width: Int = 2) -> String {
    String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
  }
}
