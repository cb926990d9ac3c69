/// What a field of the state holds once somebody has touched it; an untouched field has none and shows what the definition says.
public enum FieldContent: Hashable, Sendable {
  /// The field holds this, perhaps what the definition says as well. Flags are switches, titles and drafts are text.
  case value(CellValue)
  /// The person emptied the cell; its default does not show either.
  case cleared

  /// What the field holds; `nil` when it was cleared.
  public var value: CellValue? {
    switch self {
    case .value(let value): value
    case .cleared: nil
    }
  }

  /// The flag that the field holds; `nil` for anything else.
  public var flag: Bool? {
    if case .value(.boolean(let flag)) = self { flag } else { nil }
  }

  /// The text that the field holds; `nil` for anything else.
  public var text: String? {
    if case .value(.text(let text)) = self { text } else { nil }
  }

  /// A field that holds a flag.
  public static func flag(_ flag: Bool) -> FieldContent { .value(.boolean(flag)) }

  /// A field that holds a text.
  public static func text(_ text: String) -> FieldContent { .value(.text(text)) }
}
