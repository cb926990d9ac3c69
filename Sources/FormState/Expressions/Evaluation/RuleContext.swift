/// A cell or section in one instance of the repeats around it.
///
/// The numbers are defined by the context; an expression only passes them back.
package struct RuleCell: Hashable, Sendable {
  /// The number of the cell in the context.
  package let cell: Int
  /// The instance; 0 outside of repeats.
  package let instance: Int64

  /// Creates a cell in an instance.
  package init(cell: Int, instance: Int64 = 0) {
    self.cell = cell
    self.instance = instance
  }
}

/// What a rule reads while it is evaluated.
///
/// The context handles irrelevant cells: it reads them as blank, and leaves them out of ``cells(withKey:from:)`` for
/// all instances.
package protocol RuleContext {
  /// The cell of the rule.
  var cell: RuleCell { get }
  /// The time and time zone of the action, and the seed of random values.
  var moment: RuleMoment { get }
  /// The previous result of the rule, for `once`; blank if there was none.
  var previousValue: RuleScalar { get }

  /// The cells that `${key}` refers to.
  ///
  /// - Parameters:
  ///   - key: the key in NFC.
  ///   - origin: the cell of the expression: the rule's own, or that of a condition.
  /// - Returns: the cell in the same instance of every repeat that it shares with the origin; of repeats around only
  ///   the cell, all instances in order. For a repeat itself: all instances. Empty for an unknown key.
  func cells(withKey key: String, from origin: RuleCell) -> [RuleCell]
  /// The cell of ``cells(withKey:from:)`` at a position from 1; `nil` if there is none.
  func cell(withKey key: String, at position: Double, from origin: RuleCell) -> RuleCell?
  /// The number of ``cells(withKey:from:)``, if it is known without visiting them; `nil` if it is not.
  func countOfInstances(withKey key: String, from origin: RuleCell) -> Int?
  /// The values of ``cells(withKey:from:)``, not a number where one is blank, if they are known without visiting them
  /// and all others are numbers; `nil` if not.
  func numbers(withKey key: String, from origin: RuleCell) -> [Double]?
  /// The results of a condition for some of ``cells(withKey:from:)``, each `nil` where it is not known; `nil` if they
  /// depend on more than the instance.
  func results(of condition: RuleExpression.Node, askedOf key: String, for cells: [RuleCell]) -> [ConditionResult?]?
  /// Keeps results of a condition for the next evaluation.
  func keep(
    _ results: [(cell: RuleCell, result: ConditionResult)], of condition: RuleExpression.Node, askedOf key: String)
  /// The cell or section around a cell; `nil` for the outermost.
  func parent(of cell: RuleCell) -> RuleCell?
  /// The value of a cell; blank if it has none.
  func value(of cell: RuleCell) -> RuleScalar
  /// The position of a cell among the instances of the nearest repeat that it is or is in, from 1.
  func position(of cell: RuleCell) -> Int
  /// Whether a cell comes before another one in the form, and in the order of instances.
  func isBefore(_ cell: RuleCell, _ other: RuleCell) -> Bool
  /// The values of the chosen options of a cell, if the context can separate them; `nil` if they are separated by
  /// spaces in the cell's text.
  func chosenOptions(of cell: RuleCell) -> [String]?
  /// The title of the option with a value; `nil` if the question has none.
  func optionTitle(of value: String, in question: RuleCell) -> String?
  /// The list with a name; `nil` if there is none.
  func list(named name: String) -> (any RuleList)?
}

extension RuleContext {
  /// The current value of the rule's cell.
  package var previousValue: RuleScalar { value(of: cell) }
  /// Searches all of them.
  package func cell(withKey key: String, at position: Double, from origin: RuleCell) -> RuleCell? {
    cells(withKey: key, from: origin).element(atPosition: position)
  }
  /// Unknown.
  package func countOfInstances(withKey key: String, from origin: RuleCell) -> Int? { nil }
  /// Unknown.
  package func numbers(withKey key: String, from origin: RuleCell) -> [Double]? { nil }
  /// Nothing is kept.
  package func results(
    of condition: RuleExpression.Node, askedOf key: String, for cells: [RuleCell]
  ) -> [ConditionResult?]? { nil }
  /// Nothing is kept.
  package func keep(
    _ results: [(cell: RuleCell, result: ConditionResult)], of condition: RuleExpression.Node, askedOf key: String
  ) {}
  /// Only the text of the cell.
  package func chosenOptions(of cell: RuleCell) -> [String]? { nil }
  /// No title.
  package func optionTitle(of value: String, in question: RuleCell) -> String? { nil }
  /// No list.
  package func list(named name: String) -> (any RuleList)? { nil }
}
