extension RuleFunction {
  /// Functions of dates and times, which are texts in ODK's notation.
  static let ofDates: [RuleFunction] = [
    RuleFunction("today", .exactly(0), isVolatile: true) { evaluation, _ in
      .date(evaluation.now?.date.isoText ?? "")
    },
    RuleFunction("now", .exactly(0), isVolatile: true) { evaluation, _ in
      .date(evaluation.now?.text ?? "")
    },
    RuleFunction("date", .exactly(1)) { evaluation, arguments in
      .date(try evaluation.day(arguments[0])?.isoText ?? "")
    },
    RuleFunction("date-time", .exactly(1)) { evaluation, arguments in
      guard let instant = try evaluation.instant(arguments[0]) else { return .blank }
      return .date(instant.text(in: evaluation.zone) ?? "")
    },
    RuleFunction("format-date", .exactly(2), formatted),
    RuleFunction("format-date-time", .exactly(2), formatted),
    RuleFunction("decimal-date-time", .exactly(1)) { evaluation, arguments in
      let scalar = try evaluation.scalar(of: arguments[0])
      if case .number(let days) = scalar { return .number(RuleInstant(days: days) == nil ? .nan : days) }
      return .number(try evaluation.instant(.scalar(scalar))?.days ?? .nan)
    },
    RuleFunction("decimal-time", .exactly(1)) { evaluation, arguments in
      guard let time = RuleTime(text: try evaluation.text(arguments[0])) else { return .number(.nan) }
      let perDay = RuleInstant.millisecondsPerDay
      var shift: Int64 = 0
      if let offset = time.offset {
        // A time of day has the zone's offset at the time of the action.
        let zone = evaluation.zone
        shift = Int64(zone.secondsFromUTC(at: evaluation.context.moment.time.milliseconds) - offset) * 1000
      }
      let ofDay = ((time.milliseconds + shift) % perDay + perDay) % perDay
      return .number(Double(ofDay) / Double(perDay))
    },
  ]

  @Sendable
  private static func formatted(
    _ evaluation: inout RuleEvaluation, _ arguments: RuleArguments
  ) throws -> RuleValue {
    guard let instant = try evaluation.instant(arguments[0]) else { return .blank }
    guard let clock = instant.clock(in: evaluation.zone) else { return .blank }
    return try evaluation.made(RuleDateFormat.text(of: clock, format: try evaluation.text(arguments[1])))
  }
}

extension RuleValue {
  /// A date, or blank.
  fileprivate static func date(_ text: String) -> RuleValue { text.isEmpty ? .blank : .scalar(.date(text)) }
}

extension RuleEvaluation {
  /// The moment of the action on the zone's clock.
  fileprivate var now: RuleClock? {
    RuleInstant(milliseconds: context.moment.time.milliseconds)?.clock(in: context.moment.zone)
  }

  /// The moment of a value: of a date, the beginning of the day; of a whole number of days since 1970, as of a date; of
  /// any other number, that many days of 24 hours after the beginning of 1970 in UTC.
  fileprivate mutating func instant(_ value: RuleValue) throws -> RuleInstant? {
    let scalar = try scalar(of: value)
    switch scalar {
    case .boolean, .position: return nil
    case .number(let days) where days == days.rounded():
      return CalendarDate(days: days).flatMap { RuleDateText($0.isoText) }.flatMap { instant($0) }
    case .text(let text), .date(let text):
      if let date = RuleDateText(try read(text)) { return instant(date) }
    case .number: break
    }
    return RuleInstant(days: try number(scalar))
  }

  /// The day of a value: of a moment, that on the clock of the zone; of a number, that many whole days after the first
  /// one of 1970.
  fileprivate mutating func day(_ value: RuleValue) throws -> CalendarDate? {
    let scalar = try scalar(of: value)
    switch scalar {
    case .boolean, .position: return nil
    case .text(let text), .date(let text):
      if let date = RuleDateText(try read(text)) { return CalendarDate(days: daysOnClock(date).rounded(.down)) }
    case .number: break
    }
    return CalendarDate(days: try number(scalar))
  }
}

extension CalendarDate {
  /// The day after a number of days since January 1, 1970, without its fraction; `nil` outside of the years 1 to 9999.
  fileprivate init?(days: Double) {
    guard abs(days) < 10_000_000 else { return nil }
    self.init(daysSince1970: Int64(days.rounded(.towardZero)))
  }
}

/// Formatted dates, with the placeholders of ODK's `format-date-time`: `%d %b %Y`.
enum RuleDateFormat {
  /// The formatted date and time; unknown placeholders stay unchanged.
  static func text(of clock: RuleClock, format: String) -> String {
    var result = ""
    var isAfterSign = false
    for scalar in format.unicodeScalars {
      if isAfterSign {
        result += part(scalar, of: clock) ?? "%\(scalar)"
        isAfterSign = false
      } else if scalar == "%" {
        isAfterSign = true
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return isAfterSign ? result + "%" : result
  }

  private static func part(_ sign: Unicode.Scalar, of clock: RuleClock) -> String? {
    let date = clock.date
    return switch sign {
    case "%": "%"
    case "Y": RuleClock.padded(date.year, to: 4)
    case "y": RuleClock.padded(date.year % 100, to: 2)
    case "m": RuleClock.padded(date.month, to: 2)
    case "n": String(date.month)
    case "b": String(date.longText.prefix(3))
    case "d": RuleClock.padded(date.day, to: 2)
    case "e": String(date.day)
    case "a": ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][date.weekday]
    case "H": RuleClock.padded(clock.hour, to: 2)
    case "h": String(clock.hour)
    case "M": RuleClock.padded(clock.minute, to: 2)
    case "S": RuleClock.padded(clock.second, to: 2)
    case "3": RuleClock.padded(clock.millisecond, to: 3)
    default: nil
    }
  }
}
