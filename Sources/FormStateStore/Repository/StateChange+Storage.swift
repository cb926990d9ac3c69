import FormState
import GRDB

extension StateChange {
  /// One side of a change, as the journal stores it.
  struct StoredSide: Hashable {
    /// Whether a person had touched the field.
    let isTouched: Bool
    /// What it held; NULL for a cleared value as well as for an untouched field.
    let content: DatabaseValue
  }

  /// Both sides of the change, as the journal stores them.
  var storedSides: (before: StoredSide, after: StoredSide) {
    switch self {
    case .disclosure(_, let before, let after), .fold(_, let before, let after), .touched(_, let before, let after),
      .completion(let before, let after):
      (Self.side(before), Self.side(after))
    case .title(_, let before, let after), .draft(_, let before, let after):
      (Self.side(before), Self.side(after))
    case .value(_, let before, let after), .saved(_, let before, let after):
      (Self.side(before), Self.side(after))
    }
  }

  private static func side(_ content: (some DatabaseValueConvertible)?) -> StoredSide {
    StoredSide(isTouched: content != nil, content: content?.databaseValue ?? .null)
  }

  private static func side(_ entry: Entry?) -> StoredSide {
    StoredSide(isTouched: entry != nil, content: entry?.value?.stored ?? .null)
  }

  /// Reads a change back.
  ///
  /// - Parameters:
  ///   - field: the name of the field.
  ///   - subject: the key of the cell or section.
  ///   - kind: the kind of the cell; `nil` for a section.
  /// - Throws: ``StoreError/damaged(_:)`` when the sides do not fit the field.
  init(field: String, subject: String, kind: CellKind?, before: StoredSide, after: StoredSide) throws {
    switch (Field(rawValue: field), kind) {
    case (.disclosure, _):
      self = .disclosure(cell: subject, before: try before.flag(), after: try after.flag())
    case (.fold, _):
      self = .fold(section: subject, before: try before.flag(), after: try after.flag())
    case (.title, _):
      self = .title(cell: subject, before: try before.text(), after: try after.text())
    case (.draft, _):
      self = .draft(cell: subject, before: try before.text(), after: try after.text())
    case (.touched, _):
      self = .touched(cell: subject, before: try before.flag(), after: try after.flag())
    case (.completion, _):
      self = .completion(before: try before.flag(), after: try after.flag())
    case (.value, let kind?):
      self = .value(
        cell: subject,
        before: try Entry?(isTouched: before.isTouched, stored: before.content, kind: kind),
        after: try Entry?(isTouched: after.isTouched, stored: after.content, kind: kind))
    case (.saved, let kind?):
      self = .saved(
        cell: subject,
        before: try Entry?(isTouched: before.isTouched, stored: before.content, kind: kind),
        after: try Entry?(isTouched: after.isTouched, stored: after.content, kind: kind))
    default:
      throw StoreError.damaged("the journal holds a change of “\(field)” of “\(subject)” that cannot be read")
    }
  }
}

extension StateChange.StoredSide {
  fileprivate func flag() throws -> Bool? {
    guard isTouched else { return nil }
    guard case .int64(let number) = content.storage, number == 0 || number == 1 else {
      throw StoreError.damaged("the journal holds a flag that is neither 0 nor 1")
    }
    return number == 1
  }

  fileprivate func text() throws -> String? {
    guard isTouched else { return nil }
    guard case .string(let text) = content.storage else {
      throw StoreError.damaged("the journal holds a title that is no text")
    }
    return text
  }
}
