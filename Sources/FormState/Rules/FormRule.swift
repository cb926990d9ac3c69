/// A rule on a cell or section: what an expression decides about it.
///
/// ```swift
/// TextCell("partner", title: "Partner").relevant("${married} = 'yes'")
/// ```
///
/// A rule can be made of any text; one that is no expression is a fault of the definition, told with every other fault by
/// ``FormDefinition/checkDefinition()``.
public struct FormRule: Hashable, Sendable {
  /// What rules decide, by their names in form JSON and tables.
  public enum Kind: String, CaseIterable, Hashable, Sendable, Codable {
    /// Whether the question is asked at all. What is not relevant does not show, and its answer counts as blank.
    case relevant
  }

  /// What the rule decides.
  public var kind: Kind
  /// The expression as its author wrote it.
  public let source: String
  private let reading: Result<RuleExpression, RuleExpressionError>

  /// Makes a rule of a text.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  public init(_ kind: Kind, _ source: String) {
    self.kind = kind
    self.source = source
    reading = Result { () throws(RuleExpressionError) in try RuleExpression(source) }
  }

  /// Makes a rule of an expression.
  public init(_ kind: Kind, _ expression: RuleExpression) {
    self.kind = kind
    source = expression.source
    reading = .success(expression)
  }

  /// The expression; `nil` where ``source`` is none.
  public var expression: RuleExpression? { try? reading.get() }

  /// Why ``source`` is no expression; `nil` where it is one.
  package var problem: RuleExpressionError? {
    if case .failure(let error) = reading { error } else { nil }
  }

  /// Whether two rules are written alike, scalar by scalar.
  public static func == (left: FormRule, right: FormRule) -> Bool {
    left.kind == right.kind && left.source.isSpelled(like: right.source)
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    source.hashSpelling(into: &hasher)
  }
}
