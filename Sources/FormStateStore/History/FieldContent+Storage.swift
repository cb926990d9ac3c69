import FormState
import GRDB

/// What a state change left in its field, as the journal stores it: whole, or as the part of a text that changed.
struct StoredContent {
  /// Whether the field is touched.
  var isTouched: Bool
  /// What it holds, or the part of it that changed; NULL for a cleared value as well as for an untouched field.
  var after: DatabaseValue
  /// What SQLite's own types do not tell apart; `nil` where they do.
  var type: CellValue.StoredType?
  /// How many characters stayed at the beginning and at the end of the text; `nil` for a content that is whole.
  var keeps: (first: Int, last: Int)?

  /// A whole content.
  init(_ content: FieldContent?) {
    isTouched = content != nil
    after = content?.value?.stored ?? .null
    type = content?.value?.storedType
  }

  /// Whether two contents, both whole, are stored alike.
  func isSame(as other: StoredContent) -> Bool {
    isTouched == other.isTouched && after == other.after && type == other.type
  }

  /// The columns of a change's content, in the order in which ``init(row:from:field:)`` reads them.
  static let columns = "change.is_touched, change.after, change.type, change.keeps_first, change.keeps_last"

  /// Reads a content whose ``columns`` begin at an index.
  init(row: Row, from index: Int) throws {
    isTouched = try row.decode(atIndex: index)
    after = try row.decode(atIndex: index + 1)
    type = try CellValue.StoredType(name: try row.decode(atIndex: index + 2))
    if let first = try row.decode(Int?.self, atIndex: index + 3),
      let last = try row.decode(Int?.self, atIndex: index + 4)
    {
      keeps = (first, last)
    }
  }

  /// What the field holds.
  ///
  /// - Parameters:
  ///   - before: what it held before.
  ///   - field: the field.
  /// - Throws: ``StoreError/damaged(_:)`` when the field cannot hold that.
  func content(after before: FieldContent?, field: StateChange.Field) throws -> FieldContent? {
    guard isTouched else { return nil }
    if keeps != nil {
      var text = before?.text.map(FollowedText.init)
      try take(into: &text)
      return text.map { .text($0.text) }
    }
    switch (field.contentType, after.storage) {
    case (.flag, .int64(let number)) where number == 0 || number == 1: return .flag(number == 1)
    case (.text, .string(let text)): return .text(text)
    case (.cellValue, _): return try CellValue(stored: after, type: type).map(FieldContent.value) ?? .cleared
    default:
      throw StoreError.damaged("the journal holds a \(field.rawValue) that is none")
    }
  }

  /// Puts the part of a text into the text before it.
  ///
  /// - Throws: ``StoreError/damaged(_:)`` when it does not fit there.
  func take(into text: inout FollowedText?) throws {
    guard let keeps, case .string(let part) = after.storage, text?.replace(with: part, keeping: keeps) == true else {
      throw StoreError.damaged("the journal holds a part of a text that does not fit the text before it")
    }
  }
}

/// A text that is put together part by part, each in the time that the part takes and not the text.
struct FollowedText {
  private var scalars: [Unicode.Scalar]

  /// Begins with a whole text.
  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  /// The text as it stands. O(n).
  var text: String { String(String.UnicodeScalarView(scalars)) }

  /// Replaces all but some characters at the beginning and at the end; `false` where there are not so many.
  mutating func replace(with part: String, keeping keeps: (first: Int, last: Int)) -> Bool {
    guard keeps.first >= 0, keeps.last >= 0, keeps.first <= scalars.count, keeps.last <= scalars.count - keeps.first
    else { return false }
    scalars.replaceSubrange(keeps.first..<(scalars.count - keeps.last), with: Array(part.unicodeScalars))
    return true
  }
}

extension StoredContent {
  /// Texts with fewer characters are stored whole, since that takes no more room.
  private static let shortestText = 32

  /// How many revisions may build on a whole text, before it is stored whole again.
  ///
  /// Rarely enough that it costs little for each character that is typed, often enough that every revision is read at once.
  static func longestRun(forTextOf count: Int) -> Int { min(max(64, count / 32), 512) }

  /// What of a text is to be stored after another one; `nil` where it is to be stored whole.
  init?(_ content: FieldContent?, after before: FieldContent?) {
    guard let new = (content?.text?.unicodeScalars).map(Array.init),
      let old = (before?.text?.unicodeScalars).map(Array.init)
    else { return nil }
    let shorter = min(old.count, new.count)
    guard shorter >= Self.shortestText else { return nil }
    var first = 0
    while first < shorter, old[first] == new[first] { first += 1 }
    var last = 0
    while last < shorter - first, old[old.count - 1 - last] == new[new.count - 1 - last] { last += 1 }
    guard first + last >= new.count / 2 else { return nil }
    isTouched = true
    after = String(String.UnicodeScalarView(new[first..<(new.count - last)])).databaseValue
    keeps = (first, last)
  }
}

extension CellState {
  /// The columns of what a person did to a cell, in the order in which ``init(stored:from:kind:)`` reads them.
  static let storedColumns = """
    state.is_expanded, state.is_set, state.value, state.title, state.draft, state.is_saved, state.saved, state.is_touched,
    state.is_relevant, state.is_required, state.is_read_only, state.is_calculated, state.calculated, state.faults,
    state.reported_faults, state.original
    """

  /// The number of ``storedColumns``.
  static let storedColumnCount = 16

  /// Reads what was done to a cell, whose columns begin at an index; untouched where they are all NULL.
  ///
  /// - Throws: ``StoreError/damaged(_:)`` when a cell of the kind cannot have such a state.
  init(stored row: Row, from index: Int, kind: CellKind) throws {
    self.init()
    self[.disclosure] = try row.decode(Bool?.self, atIndex: index).map(FieldContent.flag)
    self[.value] = try FieldContent(stored: row, from: index + 1, kind: kind)
    self[.title] = try row.decode(String?.self, atIndex: index + 3).map(FieldContent.text)
    self[.draft] = try row.decode(String?.self, atIndex: index + 4).map(FieldContent.text)
    self[.saved] = try FieldContent(stored: row, from: index + 5, kind: kind)
    self[.touched] = try row.decode(Bool?.self, atIndex: index + 7).map(FieldContent.flag)
    self[.relevance] = try row.decode(Bool?.self, atIndex: index + 8).map(FieldContent.flag)
    self[.requirement] = try row.decode(Bool?.self, atIndex: index + 9).map(FieldContent.flag)
    self[.readOnly] = try row.decode(Bool?.self, atIndex: index + 10).map(FieldContent.flag)
    self[.calculated] = try FieldContent(stored: row, from: index + 11, kind: kind)
    self[.faults] = try row.decode(String?.self, atIndex: index + 13).map(FieldContent.text)
    self[.reportedFaults] = try FieldContent(storedReports: try row.decode(atIndex: index + 14))
    self[.original] = try FieldContent(storedOriginal: try row.decode(atIndex: index + 15))
  }
}

extension FieldContent {
  /// Reads what a field holds that is stored as a flag, whether it is touched, and a value behind it; `nil` for an untouched one.
  ///
  /// - Throws: ``StoreError/damaged(_:)`` when a cell of the kind cannot hold that.
  init?(stored row: Row, from index: Int, kind: CellKind) throws {
    guard try row.decode(Bool?.self, atIndex: index) == true else { return nil }
    self = try CellValue(stored: try row.decode(atIndex: index + 1), kind: kind).map(FieldContent.value) ?? .cleared
  }
}

extension FieldContent {
  /// Reads what was reported on a cell or a response; `nil` for nothing.
  ///
  /// - Throws: ``StoreError/damaged(_:)`` for a text that is no list of faults.
  init?(storedReports text: String?) throws {
    guard let text else { return nil }
    guard ReportedFaults(text: text) != nil else {
      throw StoreError.damaged("faults are stored that nobody reports so")
    }
    self = .text(text)
  }
}

extension FieldContent {
  /// Reads what was answered in an earlier version of the form; `nil` for nothing.
  ///
  /// - Throws: ``StoreError/damaged(_:)`` for a text that is no answer.
  init?(storedOriginal text: String?) throws {
    guard let text else { return nil }
    guard OriginalAnswer(text: text) != nil else {
      throw StoreError.damaged("an answer to an earlier version is stored that is none")
    }
    self = .text(text)
  }
}

extension StateSubject {
  /// The columns of a change's subject, in the order in which ``init(stored:from:)`` reads them.
  static let storedColumns = "change.subject, change.instance, change.origin"

  /// Reads a subject whose ``storedColumns`` begin at an index.
  init(stored row: Row, from index: Int) throws {
    let origin: Int = try row.decode(atIndex: index + 2)
    self.init(
      try row.decode(atIndex: index), instance: try row.instance(atIndex: index + 1),
      setAsideFrom: origin == 0 ? nil : origin)
  }

  /// What the column `origin` holds.
  var storedOrigin: Int { setAsideFrom ?? 0 }
}

extension VersionMove {
  /// The move as a journal stores it.
  func stored() throws -> DatabaseValue { try properties.storedJSON().databaseValue }

  /// Reads a stored move.
  ///
  /// - Throws: ``StoreError/damaged(_:)`` for anything else.
  init(stored: DatabaseValue) throws {
    guard let text = String.fromDatabaseValue(stored), let move = VersionMove(properties: try .init(storedJSON: text))
    else { throw StoreError.damaged("the journal holds an upgrade that does not say where anything goes") }
    self = move
  }
}

extension StateChange.Field {
  /// The columns of `formstate_cell_state` that hold a field of a cell.
  ///
  /// - Parameter content: what the field is to hold; `nil` for nothing.
  /// - Returns: each column with what it is to hold; none for a field that cells do not have.
  func storedColumns(holding content: FieldContent?) -> [(name: String, value: DatabaseValue)] {
    let value = content?.value?.stored ?? .null
    let mark = content == nil ? DatabaseValue.null : 1.databaseValue
    return switch self {
    case .disclosure: [("is_expanded", value)]
    case .value: [("is_set", mark), ("value", value)]
    case .title: [("title", value)]
    case .draft: [("draft", value)]
    case .saved: [("is_saved", mark), ("saved", value)]
    case .touched: [("is_touched", value)]
    case .relevance: [("is_relevant", value)]
    case .requirement: [("is_required", value)]
    case .readOnly: [("is_read_only", value)]
    case .calculated: [("is_calculated", mark), ("calculated", value)]
    case .faults: [("faults", value)]
    case .reportedFaults: [("reported_faults", value)]
    case .original: [("original", value)]
    case .fold, .completion, .sectionRelevance, .instance, .responseFaults: []
    }
  }

  /// Reads a stored field.
  ///
  /// - Throws: ``StoreError/damaged(_:)`` for a name that there is not.
  init(stored name: String) throws {
    guard let field = StateChange.Field(rawValue: name) else {
      throw StoreError.damaged("the journal holds a change of the unknown field “\(name.prefix(40))”")
    }
    self = field
  }
}

extension CellValue {
  /// The kinds of values that SQLite's own types do not tell from others.
  enum StoredType: String {
    /// An ISO-8601 text.
    case date
    /// 0 or 1.
    case position = "switch"
    /// The digits of an exact number.
    case decimal
    /// An ISO-8601 text.
    case time, dateTime
    /// A JSON array of texts.
    case choices

    /// Reads a stored type; `nil` for NULL.
    ///
    /// - Throws: ``StoreError/damaged(_:)`` for a name that there is not.
    init?(name: String?) throws {
      guard let name else { return nil }
      guard let type = StoredType(rawValue: name) else {
        throw StoreError.damaged("the journal holds a value of an unknown type")
      }
      self = type
    }
  }

  /// What has to be stored beside ``stored`` where no kind of cell tells it; `nil` where SQLite's own type does.
  var storedType: StoredType? {
    switch self {
    case .date: .date
    case .boolean: .position
    case .decimal: .decimal
    case .time: .time
    case .dateTime: .dateTime
    case .choices: .choices
    case .text, .integer, .real: nil
    }
  }

  /// Reads a stored value; `nil` for NULL.
  ///
  /// - Parameter type: what was stored beside it.
  /// - Throws: ``StoreError/damaged(_:)`` when there is no such value.
  init?(stored: DatabaseValue, type: StoredType?) throws {
    switch (stored.storage, type) {
    case (.null, _): return nil
    case (.int64(let whole), .position) where whole == 0 || whole == 1: self = .boolean(whole == 1)
    case (.int64(let whole), nil): self = .integer(whole)
    case (.double(let number), nil): self = .real(number)
    case (.string(let text), nil): self = .text(text)
    case (.string(let text), let type?): self = try Self.read(text, as: type)
    default: throw StoreError.damaged("the journal holds a value of another type than it says")
    }
  }

  /// The value as SQLite stores it: text, a number, 0 or 1 for a switch, ISO-8601 text for dates and times, the digits of an exact
  /// number, a JSON array of several choices.
  var stored: DatabaseValue {
    switch self {
    case .text(let text): text.databaseValue
    case .integer(let whole): whole.databaseValue
    case .real(let number): number.databaseValue
    case .boolean(let isOn): (isOn ? 1 : 0).databaseValue
    case .date, .decimal, .time, .dateTime, .choices: plainText.databaseValue
    }
  }

  /// Reads a value that is stored as text but is none.
  private static func read(_ text: String, as type: StoredType) throws -> CellValue {
    let value: CellValue? =
      switch type {
      case .position: nil
      case .date: CalendarDate(isoText: text).map(CellValue.date)
      case .decimal: ExactDecimal(text).map(CellValue.decimal)
      case .time: ClockTime(isoText: text).map(CellValue.time)
      case .dateTime: OffsetDateTime(isoText: text).map(CellValue.dateTime)
      case .choices: ChoiceText.values(of: text).map(CellValue.choices)
      }
    // Views and hosts compare the text, so there is one way to write each value.
    guard let value, value.plainText == text else {
      throw StoreError.damaged("a value of the type \(type.rawValue) is stored that is none")
    }
    return value
  }

  /// Reads a stored value; `nil` for NULL.
  ///
  /// - Parameter kind: the kind of the cell, which tells a switch from a number and a date from text.
  /// - Throws: ``StoreError/damaged(_:)`` when a cell of the kind cannot hold what is stored.
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
      throw StoreError.damaged("a cell of kind \(kind.rawValue) holds a value of another kind")
    }
  }
}
