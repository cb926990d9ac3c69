/// Collects what a closure writes down, one under the other, into a list.
///
/// ``SectionBuilder`` and ``CellBuilder`` are made of it. The closure may use `if`, `else`, `if let`, `switch`, `for` and
/// `if #available`; what a condition leaves out is not in the list.
@resultBuilder
public enum ListBuilder<Element> {
  /// A list that was made elsewhere, such as by a function with the same builder.
  public static func buildExpression(_ elements: [Element]) -> [Element] { elements }

  /// What stands one under the other.
  public static func buildBlock(_ parts: [Element]...) -> [Element] { parts.flatMap(\.self) }

  /// An `if` without `else`.
  public static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }

  /// The first branch of a condition.
  public static func buildEither(first part: [Element]) -> [Element] { part }

  /// The other branch of a condition.
  public static func buildEither(second part: [Element]) -> [Element] { part }

  /// What a loop wrote down, turn by turn.
  public static func buildArray(_ parts: [[Element]]) -> [Element] { parts.flatMap(\.self) }

  /// What stands under `if #available`.
  public static func buildLimitedAvailability(_ part: [Element]) -> [Element] { part }
}
