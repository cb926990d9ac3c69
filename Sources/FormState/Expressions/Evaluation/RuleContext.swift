/// A cell or section in one instance of the repeats that it is in.
///
/// The numbers mean what the context says; an expression only hands them back.
package struct RuleCell: Hashable, Sendable {
  /// Which cell of the form.
  package let cell: Int
  /// Which instance; 0 outside of repeats.
  package let instance: Int64

  /// Names a cell in an instance.
  package init(cell: Int, instance: Int64 = 0) {
    self.cell = cell
    self.instance = instance
  }
}

/// What a rule reads while it is evaluated.
///
/// Irrelevant cells are the context's concern: they are read as blank and left out of what ``cells(withKey:from:)``
/// gives for all instances.
package protocol RuleContext {
  /// The cell that the rule is about.
  var cell: RuleCell { get }
  /// When and where the action was done, and the seed of what is random.
  var moment: RuleMoment { get }
  /// What the rule gave last, for `once`; blank when it gave nothing.
  var previousValue: RuleScalar { get }

  /// The cells that `${key}` leads to.
  ///
  /// - Parameters:
  ///   - key: the key in NFC.
  ///   - origin: where it is written: the rule's own cell, or the cell that a condition is about.
  /// - Returns: the cell in the same instance of every repeat that it shares with the origin; of repeats that only it
  ///   is in, all instances in order. A repeat itself: all instances. None for an unknown key.
  func cells(withKey key: String, from origin: RuleCell) -> [RuleCell]
  /// The one of ``cells(withKey:from:)`` at a position from 1; `nil` if there are not so many.
  func cell(withKey key: String, at position: Double, from origin: RuleCell) -> RuleCell?
  /// How many ``cells(withKey:from:)`` gives, where that is known without looking at all of them; `nil` where it is
  /// not.
  func countOfInstances(withKey key: String, from origin: RuleCell) -> Int?
  /// What a condition gives of the instances that ``cells(withKey:from:)`` leads to, kept from one evaluation to the
  /// next; `nil` where that depends on more than the instance.
  func memory(of condition: RuleExpression.Node, askedOf key: String) -> ConditionMemory?
  /// What the cell or section stands in; `nil` for the outermost.
  func parent(of cell: RuleCell) -> RuleCell?
  /// What a cell holds; blank for what holds nothing.
  func value(of cell: RuleCell) -> RuleScalar
  /// The place of a cell among the instances of the nearest repeat that it is or stands in, from 1.
  func position(of cell: RuleCell) -> Int
  /// Whether a cell comes before another one in the form, and in the order of instances.
  func isBefore(_ cell: RuleCell, _ other: RuleCell) -> Bool
  /// The values of the options that are chosen in a cell, where the context knows them apart; `nil` if they are what
  /// blanks separate in the text that the cell holds.
  func chosenOptions(of cell: RuleCell) -> [String]?
  /// The title of the option with a value; `nil` if the question has none such.
  func optionTitle(of value: String, in question: RuleCell) -> String?
  /// The list with a name; `nil` if there is none.
  func list(named name: String) -> (any RuleList)?
}

extension RuleContext {
  /// What the cell of the rule holds now.
  package var previousValue: RuleScalar { value(of: cell) }
  /// Looks for it among all of them.
  package func cell(withKey key: String, at position: Double, from origin: RuleCell) -> RuleCell? {
    cells(withKey: key, from: origin).element(atPosition: position)
  }
  /// Not known.
  package func countOfInstances(withKey key: String, from origin: RuleCell) -> Int? { nil }
  /// Nothing is kept.
  package func memory(of condition: RuleExpression.Node, askedOf key: String) -> ConditionMemory? { nil }
  /// Nothing but the text that the cell holds.
  package func chosenOptions(of cell: RuleCell) -> [String]? { nil }
  /// No title.
  package func optionTitle(of value: String, in question: RuleCell) -> String? { nil }
  /// No list.
  package func list(named name: String) -> (any RuleList)? { nil }
}
