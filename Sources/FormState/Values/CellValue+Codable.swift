extension CellValue: Codable {
  /// The types that JSON does not have, and numbers that it would change.
  private enum Name: String, CodingKey, CaseIterable {
    case real, date, decimal, time, dateTime
  }

  /// Reads a value in the notation of ``encode(to:)``.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.singleValueContainer() {
      if let text = try? container.decode(String.self) {
        self = .text(text)
        return
      }
      if let isOn = try? container.decode(Bool.self) {
        self = .boolean(isOn)
        return
      }
      if let whole = try? container.decode(Int64.self) {
        self = .integer(whole)
        return
      }
      if let number = try? container.decode(Double.self), let value = CellValue.number(number) {
        self = value
        return
      }
      if let values = try? container.decode([String].self) {
        self = .choices(values)
        return
      }
    }
    self = try Self.named(in: decoder)
  }

  private static func named(in decoder: any Decoder) throws -> CellValue {
    let parts = try decoder.container(keyedBy: Name.self)
    guard parts.allKeys.count == 1, let name = parts.allKeys.first else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "not the value of a cell"))
    }
    let text = try parts.decode(String.self, forKey: name)
    let value: CellValue? =
      switch name {
      case .real: Double(text).flatMap { $0.isFinite ? .real($0) : nil }
      case .date: CalendarDate(isoText: text).map(CellValue.date)
      case .decimal: ExactDecimal(text).map(CellValue.decimal)
      case .time: ClockTime(isoText: text).map(CellValue.time)
      case .dateTime: OffsetDateTime(isoText: text).map(CellValue.dateTime)
      }
    guard let value else {
      throw DecodingError.dataCorruptedError(forKey: name, in: parts, debugDescription: "not a \(name.rawValue)")
    }
    return value
  }

  /// Writes texts as strings, whole numbers as numbers, switches as booleans and several choices as an array; all else
  /// as an object with the name of its type: `{"date":"1835-11-30"}`, with `real`, `decimal`, `time` or `dateTime`
  /// alike.
  ///
  /// A value that is read again has the same type, which a kind of cell need not tell.
  public func encode(to encoder: any Encoder) throws {
    let name: Name
    switch self {
    case .text(let text): return try encode(text, to: encoder)
    case .integer(let whole): return try encode(whole, to: encoder)
    case .boolean(let isOn): return try encode(isOn, to: encoder)
    case .choices(let values): return try encode(values, to: encoder)
    case .real: name = .real
    case .date: name = .date
    case .decimal: name = .decimal
    case .time: name = .time
    case .dateTime: name = .dateTime
    }
    var parts = encoder.container(keyedBy: Name.self)
    try parts.encode(plainText, forKey: name)
  }

  private func encode(_ content: some Encodable, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(content)
  }
}
