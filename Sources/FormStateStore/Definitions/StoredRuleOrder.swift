import FormState
import GRDB

/// When a rule runs, as it was stored when the rules of the form were resolved.
struct StoredRuleOrder {
  /// The columns, in the order in which they are read.
  static let columns = "rule.rank, rule.circle, rule.circle_turn, rule.circle_level, rule.counts_itself"
  /// The number of ``columns``.
  static let columnCount = 5

  /// It runs after all rules of lower rank.
  let rank: Int
  /// Whether it depends on the instances that it counts.
  let countsByItself: Bool
  private let circle: (number: Int, turn: Int, level: Int)?

  /// Reads the columns from an index on.
  ///
  /// - Throws: ``StoreError/Code/damaged`` for half a circle.
  init(_ row: Row, from index: Int) throws {
    rank = try row.decode(atIndex: index)
    countsByItself = try row.decode(atIndex: index + 4)
    guard let number: Int = try row.decode(atIndex: index + 1) else {
      circle = nil
      return
    }
    guard let turn: Int = try row.decode(atIndex: index + 2), let level: Int = try row.decode(atIndex: index + 3) else {
      throw StoreError.damaged("a rule is part of a circle without a turn in it")
    }
    circle = (number, turn, level)
  }

  /// The rule's part in its circle; `nil` outside of such.
  ///
  /// - Parameter earlier: the cells of which it sees earlier instances alone.
  func circle(seeing earlier: Set<CellPlace>) -> RuleCircle? {
    circle.map { RuleCircle(number: $0.number, order: $0.turn, level: $0.level, earlier: earlier) }
  }
}

/// What a rule reads, as it was stored when the rules of the form were resolved.
struct StoredRuleInputs {
  /// The columns, in the order in which they are read, of what ``joins`` joins to `input`.
  static let columns = "section.position, cell.position, input.reach, input.sees_earlier"
  /// The number of ``columns``.
  static let columnCount = 4
  /// Where the cells stand that are read.
  static let joins = """
    JOIN formstate_cell AS cell ON cell.id = input.cell_id
    JOIN formstate_section AS section ON section.id = cell.section_id
    """

  /// The cells, and of which instances they are read.
  private(set) var reads: Set<RuleRead> = []
  /// The cells of which earlier instances alone are seen.
  private(set) var earlier: Set<CellPlace> = []

  /// Takes a row.
  ///
  /// - Throws: ``StoreError/Code/damaged`` for an unknown reach.
  mutating func take(_ row: Row) throws {
    let cell = CellPlace(section: try row.position(atIndex: 0), position: try row.position(atIndex: 1))
    guard let reach = RuleReference.Reach(rawValue: try row.decode(atIndex: 2)) else {
      throw StoreError.damaged("a rule reads a cell in an unknown way")
    }
    reads.insert(RuleRead(cell, reach))
    if try row.decode(Bool.self, atIndex: 3) { earlier.insert(cell) }
  }
}
