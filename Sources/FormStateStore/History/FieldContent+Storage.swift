import FormState
import GRDB

extension CellState {
  /// The columns of a cell's touched state, in the order in which ``init(stored:from:kind:)`` reads them.
  static let storedColumns = StateChange.Field.ofCells.flatMap(\.columns).map { "state.\($0)" }.joined(separator: ", ")

  /// The number of ``storedColumns``.
  static let storedColumnCount = StateChange.Field.ofCells.reduce(0) { $0 + $1.columns.count }

  /// The columns of which at least one is not NULL in each row.
  static let contentColumns = StateChange.Field.ofCells.compactMap(\.columns.first)

  /// Reads a cell's touched state, whose columns begin at an index; untouched if they are all NULL.
  ///
  /// - Throws: ``StoreError/Code/damaged`` if a cell of the kind cannot have the state.
  init(stored row: Row, from index: Int, kind: CellKind) throws {
    self.init()
    for (field, offset) in Self.storedFields {
      guard let content = try FieldContent(stored: row, from: index + offset, field, kind: kind) else { continue }
      self[field] = content
    }
  }

  /// The fields, each with the number of columns before its own.
  private static let storedFields: [(field: StateChange.Field, offset: Int)] = {
    var offset = 0
    return StateChange.Field.ofCells.map { field in
      defer { offset += field.columns.count }
      return (field, offset)
    }
  }()
}

extension FieldContent {
  /// Reads the content of a field, whose columns begin at an index; `nil` for an untouched one.
  ///
  /// - Throws: ``StoreError/Code/damaged`` if a cell of the kind cannot hold it.
  init?(stored row: Row, from index: Int, _ field: StateChange.Field, kind: CellKind) throws {
    switch field.contentType {
    case .flag:
      guard let flag = try row.decode(Bool?.self, atIndex: index) else { return nil }
      self = .flag(flag)
    case .text where field.role == .report: try self.init(storedReports: try row.decode(atIndex: index))
    case .text where field == .alternatives: try self.init(storedQuestion: try row.decode(atIndex: index))
    case .text:
      guard let text = try row.decode(String?.self, atIndex: index) else { return nil }
      guard field != .original || OriginalAnswer(text: text) != nil else {
        throw StoreError.damaged("a stored answer to an earlier version is invalid")
      }
      self = .text(text)
    case .cellValue:
      guard try row.decode(Bool?.self, atIndex: index) == true else { return nil }
      let type: String? = field.traits.typeColumn == nil ? nil : try row.decode(atIndex: index + 2)
      try self.init(stored: try row.decode(atIndex: index + 1), type: type, kind: kind)
    }
  }

  /// Reads a value that is stored with the type of a rule's result; cleared for NULL.
  ///
  /// - Parameter type: the name of the type; `nil` for none.
  /// - Throws: ``StoreError/Code/damaged`` if a cell of the kind cannot hold it.
  init(stored: DatabaseValue, type: String?, kind: CellKind) throws {
    let value = try CellValue(stored: stored, kind: kind)
    guard let type = try type.map(CellValue.StoredType.init(name:))?.resultType else {
      guard type == nil else { throw StoreError.damaged("a cell has a value with an impossible type") }
      self = value.map(FieldContent.value) ?? .cleared
      return
    }
    guard case .text(let text)? = value, kind.holdsTypedResults else {
      throw StoreError.damaged("a cell of kind \(kind.rawValue) has the result of a rule of another kind")
    }
    self = try .result(RuleResult(stored: text, type: type))
  }

  /// The type of a rule's result, as it is stored beside the value; NULL for anything else.
  var storedResultType: DatabaseValue {
    if case .result(let result) = self { CellValue.StoredType(result.type).rawValue.databaseValue } else { .null }
  }
}

extension RuleResult {
  /// Reads a stored result.
  ///
  /// - Throws: ``StoreError/Code/damaged`` for a text that no result of the type has.
  init(stored text: String, type: ResultType) throws {
    guard let result = RuleResult(text: text, type: type) else {
      throw StoreError.damaged("the stored result of a rule has another type than the stored one")
    }
    self = result
  }
}

extension FieldContent {
  /// Reads the faults reported on a cell or a response; `nil` for none.
  ///
  /// - Throws: ``StoreError/Code/damaged`` for a text that is not a list of faults.
  init?(storedReports text: String?) throws {
    guard let text else { return nil }
    guard ReportedFaults(text: text) != nil else {
      throw StoreError.damaged("stored reports of faults are invalid")
    }
    self = .text(text)
  }
}

extension FieldContent {
  /// Reads the open question about the completion; `nil` for none.
  ///
  /// - Throws: ``StoreError/Code/damaged`` for a text that is no question.
  init?(storedQuestion text: String?) throws {
    guard let text else { return nil }
    guard OpenQuestion(text: text) != nil else { throw StoreError.damaged("a stored open question is invalid") }
    self = .text(text)
  }
}

extension StateSubject {
  /// Reads a subject from the columns of its key, instance and origin, which begin at an index.
  init(stored row: Row, from index: Int) throws {
    let origin: Int = try row.decode(atIndex: index + 2)
    self.init(
      try row.decode(atIndex: index), instance: try row.instance(atIndex: index + 1),
      setAsideFrom: origin == 0 ? nil : origin)
  }

  /// The content of the column `origin`.
  var storedOrigin: Int { setAsideFrom ?? 0 }
}

extension StateChange.Field {
  /// The fields of cells that a response has.
  static let ofCells = journaled.filter { $0.scope == .cell }

  /// The columns of `formstate_cell_state` for the field: for a value, whether it is touched, the value, and the type
  /// of a rule's result; empty for a field that cells do not have.
  var columns: [String] { [traits.mark, traits.column, traits.typeColumn].compactMap { $0?.description } }

  /// The columns of the field with a new content; `nil` for none.
  func storedColumns(holding content: FieldContent?) -> [(name: String, value: DatabaseValue)] {
    let mark = content == nil ? DatabaseValue.null : 1.databaseValue
    let type = content?.storedResultType ?? .null
    let values = [
      (traits.mark, mark), (traits.column, content?.value?.stored ?? .null), (traits.typeColumn, type),
    ]
    return values.compactMap { name, value in name.map { ($0.description, value) } }
  }
}

extension CellValue {
  /// The type stored beside a value, because JSON and SQLite do not have it.
  enum StoredType: String {
    /// An ISO 8601 text.
    case date, time, dateTime
    /// The digits of an exact number.
    case decimal
    /// A JSON array of texts.
    case choices
    /// The result of a rule in a cell of texts, as text.
    case condition, number

    /// The type of a rule's result.
    init(_ type: RuleResult.ResultType) {
      switch type {
      case .condition: self = .condition
      case .number: self = .number
      }
    }

    /// The type of a rule's result in a cell of texts; `nil` for any other type.
    var resultType: RuleResult.ResultType? {
      switch self {
      case .condition: .condition
      case .number: .number
      case .date, .decimal, .time, .dateTime, .choices: nil
      }
    }

    /// Reads a stored type.
    ///
    /// - Throws: ``StoreError/Code/damaged`` for an unknown name.
    init(name: String) throws {
      guard let type = StoredType(rawValue: name) else {
        throw StoreError.damaged("the file has a value of the unknown type “\(name.prefix(40))”")
      }
      self = type
    }
  }

  /// The type to store beside the value if no kind of cell implies it; `nil` if JSON has it.
  var storedType: StoredType? {
    switch self {
    case .date: .date
    case .decimal: .decimal
    case .time: .time
    case .dateTime: .dateTime
    case .choices: .choices
    case .text, .integer, .real, .boolean: nil
    }
  }

  /// The value as stored by SQLite: text, a number, 0 or 1 for a switch, ISO 8601 text for dates and times, the digits
  /// of an exact number, a JSON array of several choices.
  var stored: DatabaseValue {
    switch self {
    case .text(let text): text.databaseValue
    case .integer(let whole): whole.databaseValue
    case .real(let number): number.databaseValue
    case .boolean(let isOn): (isOn ? 1 : 0).databaseValue
    case .date, .decimal, .time, .dateTime, .choices: plainText.databaseValue
    }
  }

  /// Reads a value of another type that is stored as text.
  static func read(_ text: String, as type: StoredType) throws -> CellValue {
    let value: CellValue? =
      switch type {
      case .condition, .number: nil
      case .date: CalendarDate(isoText: text).map(CellValue.date)
      case .decimal: ExactDecimal(text).map(CellValue.decimal)
      case .time: ClockTime(isoText: text).map(CellValue.time)
      case .dateTime: OffsetDateTime(isoText: text).map(CellValue.dateTime)
      case .choices: ChoiceText.values(of: text).map(CellValue.choices)
      }
    // Views and hosts compare the text, so each value has a single notation.
    guard let value, value.plainText == text else {
      throw StoreError.damaged("a stored value of the type \(type) is invalid")
    }
    return value
  }

  /// Reads a stored value; `nil` for NULL.
  ///
  /// - Parameter kind: the kind of the cell, which distinguishes a switch from a number and a date from text.
  /// - Throws: ``StoreError/Code/damaged`` if a cell of the kind cannot hold the value.
  init?(stored: DatabaseValue, kind: CellKind) throws {
    switch (stored.storage, kind) {
    case (.null, _): return nil
    case (.int64(let whole), .switch) where whole == 0 || whole == 1: self = .boolean(whole == 1)
    case (.int64(let whole), .slider), (.int64(let whole), .integer), (.int64(let whole), .custom):
      self = .integer(whole)
    case (.double(let number), .slider), (.double(let number), .custom): self = .real(number)
    case (.string(let text), .text), (.string(let text), .longText), (.string(let text), .file),
      (.string(let text), .group), (.string(let text), .custom):
      self = .text(text)
    case (.string(let text), .date): self = try Self.read(text, as: .date)
    case (.string(let text), .decimal): self = try Self.read(text, as: .decimal)
    case (.string(let text), .time): self = try Self.read(text, as: .time)
    case (.string(let text), .dateTime): self = try Self.read(text, as: .dateTime)
    case (.string(let text), .choices): self = try Self.read(text, as: .choices)
    default:
      throw StoreError.damaged("a cell of kind \(kind.rawValue) has a value of another kind")
    }
  }
}
