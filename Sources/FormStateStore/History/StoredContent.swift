import FormState
import GRDB

/// One side of a state change as the journal stores it.
struct StoredContent: Hashable {
  /// The type of the value; `nil` for an untouched field.
  var type: CellValue.StoredType?
  /// The value; NULL for a cleared one as well as for an untouched field.
  var value: DatabaseValue

  /// Creates the stored form of a content.
  init(_ content: FieldContent?) {
    type =
      if case .result(let result)? = content {
        CellValue.StoredType(result.type)
      } else {
        content.map { $0.value?.storedType ?? .plain }
      }
    value = content?.value?.stored ?? .null
  }

  /// A part of a text.
  init(part: String) {
    type = .plain
    value = part.databaseValue
  }

  /// Reads a content from two columns that begin at an index.
  init(row: Row, from index: Int) throws {
    type = try CellValue.StoredType(number: try row.decode(atIndex: index))
    value = try row.decode(atIndex: index + 1)
  }

  /// The content of the field.
  ///
  /// - Throws: ``StoreError/Code/damaged`` if the field cannot hold it.
  func content(of field: StateChange.Field) throws -> FieldContent? {
    guard let type else { return nil }
    switch (field.contentType, value.storage) {
    case (.cellValue, .string(let text)) where type.resultType != nil:
      return try type.resultType.map { .result(try RuleResult(stored: text, type: $0)) }
    case (.flag, .int64(let number)) where number == 0 || number == 1: return .flag(number == 1)
    case (.text, .string(let text)): return .text(text)
    case (.cellValue, _): return try CellValue(stored: value, type: type).map(FieldContent.value) ?? .cleared
    default:
      throw StoreError.damaged("the journal has an invalid \(field.rawValue)")
    }
  }

  /// The stored part of a text; `nil` for anything else.
  var part: String? {
    if type == .plain, case .string(let text) = value.storage { text } else { nil }
  }
}
