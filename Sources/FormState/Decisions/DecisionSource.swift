/// What a decision needs beside the form and the state: the journal, other versions, and what is too large for memory.
package protocol DecisionSource {
  /// The random name of the response; `nil` if it has not begun.
  var stream: StreamName? { get }
  /// The counter of the next instance added to the response.
  func nextInstanceCounter() throws -> Int
  /// The list of the form with a name; `nil` if it has none.
  func list(named name: String) throws -> (any RuleList)?
  /// The rules that read a cell in a range of a section of a form whose cells are read in pages.
  func rules(readingCells positions: Range<Int>, inSection section: Int) throws -> [RuleSnapshot]
  /// The cell key nearest to an unknown one; `nil` if none is near.
  func nearestCellKey(to key: String) throws -> String?
  /// The section key nearest to an unknown one; `nil` if none is near.
  func nearestSectionKey(to key: String) throws -> String?
  /// The journal of the response.
  var journal: any Journal { get }
  /// The definition of a version of the form, with all options of its lists; `nil` if there is none.
  func definition(ofVersion number: Int) throws -> FormIndex?
}
