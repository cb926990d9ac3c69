import Foundation

/// What a rule computes, in the language of ODK and XLSForm: XPath with `${key}` for cells.
///
/// ```swift
/// let total = try RuleExpression("sum(${price})*1.19")
/// total.description                       // sum(${price}) * 1.19
/// ```
///
/// An expression is read once and bounded: at most 32 KB of text, 64 levels and 4,096 parts. So whatever walks it may
/// recurse. Two expressions are equal when they are written alike in their canonical form, scalar by scalar.
public struct RuleExpression: Sendable {
  /// The expression as its author wrote it.
  public let source: String
  /// The outermost part.
  package let root: Node
  /// Whether the expression may give something else at another time, though nothing that it reads changed.
  public let isVolatile: Bool
  /// Whether the expression keeps what it gave first, by `once`.
  package let keepsFirstValue: Bool
  /// How many scalars of ``source`` come before the first mention of each key.
  private let keyPositions: [String: Int]
  private let canonicalText: String

  /// Reads an expression.
  ///
  /// - Parameter source: the text; keys are composed canonically (NFC), texts in quotes stay unchanged.
  /// - Throws: ``RuleExpressionError`` with the column and what would be right.
  /// - Complexity: O(*n*) for *n* bytes.
  public init(_ source: String) throws { try self.init(parsing: source) }

  /// The same, with the error's type for callers in the package.
  package init(parsing source: String) throws(RuleExpressionError) {
    var parser = try RuleParser(source)
    root = try parser.expression()
    isVolatile = root.isVolatile
    keepsFirstValue = root.keepsFirstValue
    keyPositions = parser.keyPositions
    canonicalText = RulePrinter.text(of: root)
    self.source = source
  }

  /// Makes an expression of parts put together in code, as an importer does.
  ///
  /// - Throws: ``RuleExpressionError`` when the parts make no expression that could be read again; the column is one of
  ///   the canonical text, 1 when the parts are too deep or too many to be written.
  package init(_ root: Node) throws(RuleExpressionError) {
    try root.checkBounds()
    let expression = try RuleExpression(parsing: RulePrinter.text(of: root))
    // What cannot be written, such as a text with both quotation marks, is another expression when it is read again.
    guard expression.root == root else { throw RuleExpressionError(column: 1, problem: .unwritable) }
    self = expression
  }

  /// Where a key was first mentioned, in characters from 1; `nil` if it was not.
  ///
  /// - Parameter key: a key in NFC, such as those of ``references``.
  package func column(ofKey key: String) -> Int? {
    keyPositions[key].map { RuleScanner(source).column(of: $0) }
  }
}

extension RuleExpression: CustomStringConvertible {
  /// The expression in its canonical form, which reads as the same expression.
  public var description: String { canonicalText }
}

extension RuleExpression: Hashable {
  /// Whether two expressions are the same but for spaces and needless parentheses.
  public static func == (left: RuleExpression, right: RuleExpression) -> Bool {
    left.canonicalText.isSpelled(like: right.canonicalText)
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    canonicalText.hashSpelling(into: &hasher)
  }
}

extension RuleExpression {
  /// The bounds of every expression; whatever walks one relies on them.
  package enum Limit {
    /// The most bytes of text.
    package static let bytes = 32 * 1024
    /// The most levels of parts within parts, and of parentheses and conditions nested in each other.
    package static let depth = 64
    /// The most parts.
    package static let parts = 4096
  }
}
