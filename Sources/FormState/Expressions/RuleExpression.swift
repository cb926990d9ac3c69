import Foundation

/// An expression of a rule, in the language of ODK and XLSForm: XPath with `${key}` for cells.
///
/// ```swift
/// let total = try RuleExpression("sum(${price})*1.19")
/// total.description                       // sum(${price}) * 1.19
/// ```
///
/// An expression is parsed once and bounded: at most 32 KB of text, 64 levels and 4,096 parts, so traversals may
/// recurse. Two expressions are equal if their canonical forms are, scalar by scalar.
package struct RuleExpression: Sendable {
  /// The expression as its author wrote it.
  let source: String
  /// The outermost part.
  package let root: Node
  /// Whether the result may change without a change of the inputs.
  package let isVolatile: Bool
  /// Whether the expression keeps its first result, by `once`.
  package let keepsFirstValue: Bool
  /// The number of scalars of ``source`` before the first mention of each key.
  private let keyPositions: [String: Int]
  private let canonicalText: String

  /// Parses an expression.
  ///
  /// - Parameter source: the text; keys are composed canonically (NFC), texts in quotes stay unchanged.
  /// - Throws: ``RuleExpressionError`` with the column and the fix.
  /// - Complexity: O(*n*) for *n* bytes.
  package init(_ source: String) throws { try self.init(parsing: source) }

  /// The same, with a typed error for callers in the package.
  init(parsing source: String) throws(RuleExpressionError) {
    var parser = try RuleParser(source)
    root = try parser.expression()
    isVolatile = root.isVolatile
    keepsFirstValue = root.keepsFirstValue
    keyPositions = parser.keyPositions
    canonicalText = RulePrinter.text(of: root)
    self.source = source
  }

  /// Creates an expression from parts built in code, as by an importer.
  ///
  /// - Throws: ``RuleExpressionError`` if the parts are not an expression that could be parsed; the column refers to
  ///   the canonical text, and is 1 if the parts are too deep or too many to be written.
  package init(_ root: Node) throws(RuleExpressionError) {
    try root.checkBounds()
    let expression = try RuleExpression(parsing: RulePrinter.text(of: root))
    // What cannot be written, such as a text with both quotation marks, parses as another expression.
    guard expression.root == root else { throw RuleExpressionError(column: 1, problem: .unwritable) }
    self = expression
  }

  /// The position of the first mention of a key, in characters from 1; `nil` if there is none.
  ///
  /// - Parameter key: a key in NFC, such as those of ``references``.
  func column(ofKey key: String) -> Int? {
    keyPositions[key].map { RuleScanner(source).column(of: $0) }
  }
}

extension RuleExpression: CustomStringConvertible {
  /// The expression in its canonical form, which parses as the same expression.
  package var description: String { canonicalText }
}

extension RuleExpression: Hashable {
  /// Whether two expressions are the same except for spaces and redundant parentheses.
  package static func == (left: RuleExpression, right: RuleExpression) -> Bool {
    left.canonicalText.isSpelled(like: right.canonicalText)
  }

  /// Hashes what `==` compares.
  package func hash(into hasher: inout Hasher) {
    canonicalText.hashSpelling(into: &hasher)
  }
}

extension RuleExpression {
  /// The limits of every expression, which traversals rely on.
  enum Limit {
    /// Maximum number of bytes of text.
    static let bytes = 32 * 1024
    /// Maximum number of levels of nested parts, and of nested parentheses and conditions.
    static let depth = 64
    /// Maximum number of parts.
    static let parts = 4096
  }
}
