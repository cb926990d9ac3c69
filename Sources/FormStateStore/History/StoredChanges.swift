import FormState
import GRDB

/// The changes of an entry as the journal stores them: a JSON array with an array for each change.
///
/// A change is its field, the number of its subject, and its contents before and after, followed where they are not 0
/// by whether the cell counts as touched from here on, the instance, and the version from which the subject is set
/// aside: `["value",12,null,["poor","Poor"],1]`. An untouched content is `null`, a cleared one `[]`, and any other its
/// value, the same as a person reads it where that differs, and the type of a value that JSON does not have.
enum StoredChanges {
  /// The stored form of changes, in order.
  ///
  /// - Parameter readable: returns the readable contents before and after, where they differ from the stored ones.
  /// - Complexity: O(k log n) for k changes.
  static func text(
    of changes: [StateChange], _ keys: KeyNumbers,
    readable: (StateChange) throws -> (before: String?, after: String?)
  ) throws -> String {
    var json = JSONWriter(isPretty: false)
    json.beginArray()
    for (change, touches) in rows(of: changes) {
      json.beginArray()
      json.string(change.field.rawValue)
      json.literal(String(try keys.number(of: change.subject.key)))
      let texts = try readable(change)
      json.stored(change.before, texts.before)
      json.stored(change.after, texts.after)
      var rest = [touches ? 1 : 0, change.subject.instance, change.subject.setAsideFrom ?? 0]
      while rest.last == 0 { rest.removeLast() }
      for number in rest { json.literal(String(number)) }
      json.endArray()
    }
    json.endArray()
    return json.text
  }

  /// The changes, each with whether it includes the first touch of its cell, which otherwise is a change of its own.
  private static func rows(of changes: [StateChange]) -> [(change: StateChange, touches: Bool)] {
    var rows: [(change: StateChange, touches: Bool)] = []
    rows.reserveCapacity(changes.count)
    for change in changes {
      if let last = rows.last, !last.touches, last.change.field != .touched, last.change.subject == change.subject,
        change.field == .touched, change.before == nil, change.after == .flag(true)
      {
        rows[rows.count - 1].touches = true
      } else {
        rows.append((change, false))
      }
    }
    return rows
  }

  /// Reads changes.
  ///
  /// - Parameters:
  ///   - most: the maximum number of changes; the rest is not read.
  ///   - revision: the revision of their entry, for messages.
  /// - Throws: ``StoreError/Code/damaged``.
  /// - Complexity: O(k log n) for k changes.
  static func read(_ text: String, most: Int = .max, at revision: Int, _ keys: KeyNumbers) throws -> [StateChange] {
    var scanner = JSONScanner(text)
    var changes: [StateChange] = []
    do {
      try scanner.enterArray()
      while changes.count < most, let element = try scanner.nextElement() {
        try read(element, into: &changes, keys)
      }
    } catch is JSONScanner.Fault {
      throw StoreError.damaged("revision \(revision) of the journal has changes in another notation than FormState's")
    }
    return changes
  }

  private static func read(_ element: PropertyValue, into changes: inout [StateChange], _ keys: KeyNumbers) throws {
    guard case .array(let parts) = element, (4...7).contains(parts.count), case .string(let name) = parts[0],
      case .integer(let key) = parts[1]
    else { throw JSONScanner.Fault() }
    guard let field = StateChange.Field(rawValue: name), field.role != .device else {
      throw StoreError.damaged("the journal has a change of the unknown field “\(name.prefix(40))”")
    }
    let rest = try parts[4...].map { part in
      guard case .integer(let number) = part else { throw JSONScanner.Fault() }
      return Int(number)
    }
    func number(_ index: Int) -> Int { index < rest.count ? rest[index] : 0 }
    guard (0...1).contains(number(0)), number(2) >= 0 else { throw JSONScanner.Fault() }
    let subject = StateSubject(
      try keys.key(of: key), instance: try ResponseLocation.checkedInstance(number(1)),
      setAsideFrom: number(2) == 0 ? nil : number(2))
    changes.append(
      StateChange(
        field, of: subject, before: try FieldContent(journaled: parts[2], field),
        after: try FieldContent(journaled: parts[3], field)))
    if number(0) != 0 { changes.append(StateChange(.touched, of: subject, before: nil, after: .flag(true))) }
  }
}

extension JSONWriter {
  /// The content of a field in a journal.
  fileprivate mutating func stored(_ content: FieldContent?, _ readable: String?) {
    guard let content else { return literal("null") }
    beginArray()
    if let value = content.value {
      journaled(value)
      let type = content.storedType
      if let readable { string(readable) } else if type != nil { literal("null") }
      if let type { string(type.rawValue) }
    }
    endArray()
  }

  /// A value in a journal, without its type.
  mutating func journaled(_ value: CellValue) {
    switch value {
    case .integer(let number): literal(String(number))
    case .real(let number): literal(number.description)
    case .boolean(let flag): boolean(flag)
    case .text, .date, .decimal, .time, .dateTime, .choices: string(value.plainText)
    }
  }
}

extension FieldContent {
  /// Reads a content from a journal; `nil` for an untouched field.
  ///
  /// - Throws: ``StoreError/Code/damaged`` if the field cannot hold it; `JSONScanner.Fault` for another notation.
  fileprivate init?(journaled value: PropertyValue, _ field: StateChange.Field) throws {
    if value == .null { return nil }
    guard case .array(let parts) = value, parts.count <= 3 else { throw JSONScanner.Fault() }
    guard let first = parts.first else {
      guard field.contentType == .cellValue else { throw Self.invalid(field) }
      self = .cleared
      return
    }
    switch parts.dropFirst().first {
    case .null?, .string?, nil: break
    default: throw JSONScanner.Fault()
    }
    var type: CellValue.StoredType?
    if parts.count == 3 {
      guard case .string(let name) = parts[2] else { throw JSONScanner.Fault() }
      type = try CellValue.StoredType(name: name)
    }
    if let result = type?.resultType {
      guard case .string(let text) = first, field.contentType == .cellValue else { throw Self.invalid(field) }
      self = .result(try RuleResult(stored: text, type: result))
      return
    }
    let read = try CellValue(journaled: first, type)
    switch (field.contentType, read) {
    case (.flag, .boolean), (.text, .text), (.cellValue, _): self = .value(read)
    default: throw Self.invalid(field)
    }
  }

  private static func invalid(_ field: StateChange.Field) -> StoreError {
    StoreError.damaged("the journal has an invalid \(field.rawValue)")
  }

  /// The type to store beside the value; `nil` if JSON has it.
  fileprivate var storedType: CellValue.StoredType? {
    switch self {
    case .result(let result): CellValue.StoredType(result.type)
    case .value(let value): value.storedType
    case .cleared: nil
    }
  }
}

extension CellValue {
  /// Reads a value from a journal.
  ///
  /// - Parameter type: the type stored beside it; `nil` for none.
  /// - Throws: ``StoreError/Code/damaged`` for an invalid value; `JSONScanner.Fault` for another notation.
  init(journaled value: PropertyValue, _ type: StoredType?) throws {
    switch (value, type) {
    case (.string(let text), nil): self = .text(text)
    case (.string(let text), let type?): self = try Self.read(text, as: type)
    case (.integer(let number), nil): self = .integer(number)
    case (.real(let number), nil): self = .real(number)
    case (.boolean(let flag), nil): self = .boolean(flag)
    default: throw JSONScanner.Fault()
    }
  }
}
