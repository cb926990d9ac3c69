extension RuleMoment {
  /// The value of `today` or `now` for a cell; `nil` for any other value, and for a cell of another kind.
  func value(named value: CellValue, for kind: CellKind) -> CellValue? {
    guard case .text(let text) = value, let clock = RuleInstant(milliseconds: time.milliseconds)?.clock(in: zone) else {
      return nil
    }
    switch (kind, text.lowercased()) {
    case (.date, "today"), (.date, "now"):
      return .date(clock.date)
    case (.time, "now"):
      // A fraction of a minute is never intended.
      return ClockTime(isoText: Self.minutes(of: clock)).map(CellValue.time)
    case (.dateTime, "now"):
      return dateTime(clock, Self.minutes(of: clock))
    case (.dateTime, "today"):
      return dateTime(clock, "00:00")
    default:
      return nil
    }
  }

  private func dateTime(_ clock: RuleClock, _ minutes: String) -> CellValue? {
    let offset = clock.secondsFromUTC / 60
    let parts = [abs(offset) / 60, abs(offset) % 60].map(Self.digits).joined(separator: ":")
    let zone = offset == 0 ? "Z" : (offset < 0 ? "-" : "+") + parts
    return OffsetDateTime(isoText: "\(clock.date.isoText)T\(minutes):00\(zone)").map(CellValue.dateTime)
  }

  private static func minutes(of clock: RuleClock) -> String {
    let minutes = Int(clock.milliseconds / 60_000)
    return [minutes / 60, minutes % 60].map(digits).joined(separator: ":")
  }

  private static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
