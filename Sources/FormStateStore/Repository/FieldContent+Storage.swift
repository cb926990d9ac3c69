import FormState
import GRDB

/// What a state change left in its field, as the journal stores it: whole, or as the part of a text that changed.
struct StoredContent {
  /// Whether the field is touched.
  var isTouched: Bool
  /// What it holds, or the part of it that changed; NULL for a cleared value as well as for an untouched field.
  var after: DatabaseValue
  /// How many characters stayed at the beginning and at the end of the text; `nil` for a content that is whole.
  var keeps: (first: Int, last: Int)?

  /// A whole content.
  init(_ content: FieldContent?) {
    isTouched = content != nil
    after = content?.value?.stored ?? .null
  }

  /// Reads a content whose columns `is_touched`, `after`, `keeps_first`, `keeps_last` begin at an index.
  init(row: Row, from index: Int) throws {
    isTouched = try row.decode(atIndex: index)
    after = try row.decode(atIndex: index + 1)
    if let first = try row.decode(Int?.self, atIndex: index + 2),
      let last = try row.decode(Int?.self, atIndex: index + 3)
    {
      keeps = (first, last)
    }
  }

  /// What the field holds.
  ///
  /// - Parameters:
  ///   - before: what it held before.
  ///   - field: the field.
  ///   - kind: the kind of the cell; `nil` where there is no such cell.
  /// - Throws: ``StoreError/damaged(_:)`` when the field cannot hold that.
  func content(after before: FieldContent?, field: StateChange.Field, kind: CellKind?) throws -> FieldContent? {
    guard isTouched else { return nil }
    if keeps != nil {
      var text = before?.text.map(FollowedText.init)
      try take(into: &text)
      return text.map { .text($0.text) }
    }
    switch (field.contentType, after.storage) {
    case (.flag, .int64(let number)) where number == 0 || number == 1: return .flag(number == 1)
    case (.text, .string(let text)): return .text(text)
    case (.cellValue, _):
      guard let kind else {
        throw StoreError.damaged("the journal tells of a value of a cell that the form does not have")
      }
      return try CellValue(stored: after, kind: kind).map(FieldContent.value) ?? .cleared
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
