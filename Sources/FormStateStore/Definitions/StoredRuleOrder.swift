import FormState
import GRDB

/// The evaluation order of a rule, as stored when the rules of the form were resolved.
struct StoredRuleOrder {
  /// The columns, in the order in which they are read.
  static let columns = "rule.rank, rule.cycle, rule.cycle_turn, rule.cycle_level, rule.counts_itself"
  /// The number of ``columns``.
  static let columnCount = 5

  /// It runs after all rules of lower rank.
  let rank: Int
  /// Whether it depends on the instances that it counts.
  let countsByItself: Bool
  private let cycle: (number: Int, turn: Int, level: Int)?

  /// Reads the columns from an index on.
  ///
  /// - Throws: ``StoreError/Code/damaged`` for an incomplete cycle.
  init(_ row: Row, from index: Int) throws {
    rank = try row.decode(atIndex: index)
    countsByItself = try row.decode(atIndex: index + 4)
    guard let number: Int = try row.decode(atIndex: index + 1) else {
      cycle = nil
      return
    }
    guard let turn: Int = try row.decode(atIndex: index + 2), let level: Int = try row.decode(atIndex: index + 3) else {
      throw StoreError.damaged("a rule is part of a cycle without a turn in it")
    }
    cycle = (number, turn, level)
  }

  /// The rule's part in its cycle; `nil` outside of cycles.
  ///
  /// - Parameter earlier: the cells of which it sees only earlier instances.
  func cycle(seeing earlier: Set<CellPlace>) -> RuleCycle? {
    cycle.map { RuleCycle(number: $0.number, order: $0.turn, level: $0.level, earlier: earlier) }
  }
}

/// The inputs of a rule, as stored when the rules of the form were resolved.
struct StoredRuleInputs {
  /// The columns, in reading order, of the tables that ``joins`` joins to `input`.
  static let columns = "section.position, cell.position, input.reach, input.sees_earlier"
  /// The number of ``columns``.
  static let columnCount = 4
  /// Joins the places of the inputs' cells.
  static let joins = """
    JOIN formstate_cell AS cell ON cell.id = input.cell_id
    JOIN formstate_section AS section ON section.id = cell.section_id
    """

  /// The cells, and the instances that are read.
  private(set) var reads: Set<RuleRead> = []
  /// The cells of which only earlier instances are seen.
  private(set) var earlier: Set<CellPlace> = []

  /// Adds a row.
  ///
  /// - Throws: ``StoreError/Code/damaged`` for an unknown reach.
  mutating func take(_ row: Row) throws {
    let cell = CellPlace(section: try row.position(atIndex: 0), position: try row.position(atIndex: 1))
    guard let reach = RuleReference.Reach(rawValue: try row.decode(atIndex: 2)) else {
      throw StoreError.damaged("a rule has an input with an unknown reach")
    }
    reads.insert(RuleRead(cell, reach))
    if try row.decode(Bool.self, atIndex: 3) { earlier.insert(cell) }
  }
}
