/// What a decision needs beside the form and the state: the journal, other versions, and what is too large for memory.
package protocol DecisionSource {
  /// The random name of the response; `nil` if it has not begun.
  var stream: StreamName? { get }
  /// The number of the next instance added to the response.
  func nextInstanceNumber() throws -> Int
  /// The list of the form with a name; `nil` if it has none.
  func list(named name: String) throws -> (any RuleList)?
  /// The rules that read a cell in a range of a section of a form whose cells are read in pages.
  func rules(readingCells positions: Range<Int>, inSection section: Int) throws -> [RuleSnapshot]
  /// The expandable cells in no instance that are expanded, or that are not, in any order.
  func expandablePlaces(areExpanded: Bool) throws -> [CellPlace]
  /// The expanded cells in no instance directly below a cell, or for `nil` at the top level, of a section or all
  /// sections, in any order.
  func expandedPlaces(inSection section: Int?, under parent: Int?) throws -> [CellPlace]
  /// The cell key nearest to an unknown one; `nil` if none is near.
  func nearestCellKey(to key: String) throws -> String?
  /// The section key nearest to an unknown one; `nil` if none is near.
  func nearestSectionKey(to key: String) throws -> String?
  /// The changes that revert the last undo step, or restore the last undone one; `nil` if there is none.
  func reversal(_ direction: UndoDirection, scope: UndoScope, at moment: RuleMoment) throws -> Reversal?
  /// The first change of a field by the entries after one; `nil` if none of them changed it.
  func firstChange(of identity: StateChange.Identity, after entry: Int) throws -> StateChange?
  /// The changes of entries of the journal.
  func journal(_ selection: JournalSpan.Selection) throws -> JournalSpan
  /// The change of the response to another version of its form.
  func upgrade(by move: UpgradeRecord, at moment: RuleMoment) throws -> Upgrade
}
