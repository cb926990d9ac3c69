import Foundation

extension NaiveEvaluation {
  func call(_ name: String, _ arguments: [NaiveXPath], _ focus: Focus) -> Value {
    if name == "position" {
      guard let argument = arguments.first, case .nodes(let nodes) = value(argument, focus) else {
        return .number(Double(focus.position))
      }
      return .number(Double(nodes.first?.position ?? 0))
    }
    if name == "last" { return .number(Double(focus.size)) }
    let values = arguments.map { value($0, focus) }
    if let value = ofChoice(name, values) ?? ofNumbers(name, values) ?? ofTexts(name, values.map(text)) { return value }
    return .text(ofDates(name, values) ?? "")
  }

  private func ofChoice(_ name: String, _ values: [Value]) -> Value? {
    switch name {
    case "if": isTrue(values[0]) ? values[1] : values[2]
    case "coalesce": .text(text(values[0]).isEmpty ? text(values[1]) : text(values[0]))
    case "not": .condition(!isTrue(values[0]))
    case "join": .text(contents(values[1]).map(text).joined(separator: text(values[0])))
    default: nil
    }
  }

  private func ofNumbers(_ name: String, _ values: [Value]) -> Value? {
    // Values that are not numbers are omitted.
    var numbers: [Double] { contents(values[0]).map(number).filter { !$0.isNaN } }
    switch name {
    case "count":
      guard case .nodes(let nodes) = values[0] else { return nil }
      return .number(Double(nodes.count))
    case "count-non-empty": return .number(Double(contents(values[0]).count { !text($0).isEmpty }))
    case "sum": return .number(numbers.reduce(0, +))
    case "max": return .number(numbers.max() ?? .nan)
    case "min": return .number(numbers.min() ?? .nan)
    case "number": return .number(number(values[0]))
    case "round": return .number(number(values[0]).rounded(.toNearestOrAwayFromZero))
    case "decimal-date-time":
      if case .number(let days)? = contents(values[0]).first { return .number(days) }
      return .number(days(values[0]) ?? .nan)
    case "decimal-time": return .number(clock.partOfDay(text(values[0])) ?? .nan)
    default: return nil
    }
  }

  private func ofTexts(_ name: String, _ texts: [String]) -> Value? {
    switch name {
    case "concat": return .text(texts.joined())
    case "string": return .text(texts[0])
    case "string-length": return .number(Double(texts[0].count))
    case "contains": return .condition(texts[1].isEmpty || texts[0].contains(texts[1]))
    case "starts-with": return .condition(texts[0].hasPrefix(texts[1]))
    case "selected": return .condition(texts[0].components(separatedBy: " ").contains(texts[1]))
    case "count-selected": return .number(Double(texts[0].split(separator: " ").count))
    default: return nil
    }
  }

  private func ofDates(_ name: String, _ values: [Value]) -> String? {
    guard let days = days(values[0]) else { return nil }
    switch name {
    case "date":
      let isNumber = if case .number? = contents(values[0]).first { true } else { false }
      return clock.startOfDay(isNumber ? nil : text(values[0]), days: number(values[0])).map(clock.text)
    case "date-time": return clock.text(days: days)
    case "format-date", "format-date-time": return clock.text(days: days, format: text(values[1]))
    default: return nil
    }
  }

  /// A value as days since 1970 in UTC; a whole number is a day on this clock.
  private func days(_ value: Value) -> Double? {
    let number = number(value)
    if case .number? = contents(value).first {
      return number == number.rounded() ? clock.startOfDay(nil, days: number) : number.isNaN ? nil : number
    }
    return clock.seconds(text(value)).map { $0 / 86_400 } ?? (number.isNaN ? nil : number)
  }
}
