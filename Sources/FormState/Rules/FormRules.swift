/// The resolved rules of a form: their inputs and their evaluation order.
package struct FormRules: Sendable {
  /// A rule with its place and its inputs.
  package struct Rule: Hashable, Sendable {
    /// Its place.
    package let place: RulePlace
    /// The key of its cell or section.
    let key: String
    /// Its kind and its expression.
    package let rule: FormRule
    /// Of a constraint or a set rule, its number among those of its cell, from 1; 0 for any other rule.
    package let number: Int
    /// Its inputs, in the order of the form, each with each reach once.
    package let reads: [RuleRead]
    /// The cells of its inputs, in the order of the form, without duplicates.
    package let inputs: [CellPlace]
    /// Rules run after all of lower rank; a rule has a higher rank than those that it depends on.
    package internal(set) var rank = 0
    /// Its part in a cycle along the instances of a repeat; `nil` outside of cycles.
    package internal(set) var cycle: RuleCycle?
    /// Whether the rule counts instances by values that follow from the existing ones. It then runs after all others,
    /// at most once per action.
    package internal(set) var countsByItself = false

    init(place: RulePlace, key: String, rule: FormRule, number: Int, reads: Set<RuleRead>) {
      self.place = place
      self.key = key
      self.rule = rule
      self.number = number
      self.reads = reads.sorted()
      inputs = self.reads.map(\.cell).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    /// Creates an already resolved rule.
    package init(
      place: RulePlace, key: String, rule: FormRule, number: Int, reads: Set<RuleRead>, rank: Int, cycle: RuleCycle?,
      countsByItself: Bool
    ) {
      self.init(place: place, key: key, rule: rule, number: number, reads: reads)
      self.rank = rank
      self.cycle = cycle
      self.countsByItself = countsByItself
    }
  }

  /// The rules in evaluation order: by rank, then in the order of the form.
  package let rules: [Rule]
  /// The rules that read a cell, ordered by the cell.
  private let reads: [(cell: CellPlace, rule: Int)]

  /// The rules of a form without any.
  init() {
    rules = []
    reads = []
  }

  /// Creates already resolved rules from any order.
  package init(resolved rules: [Rule]) {
    self.init(ordered: rules.sorted { $0.turn < $1.turn })
  }

  init(ordered rules: [Rule]) {
    self.rules = rules
    reads = rules.enumerated().flatMap { number, rule in rule.inputs.map { (cell: $0, rule: number) } }
      .sorted { ($0.cell, $0.rule) < ($1.cell, $1.rule) }
  }

  /// The rules that read a cell in a range of a section, in evaluation order.
  ///
  /// - Complexity: O(log *r* + *k* log *k*) for *k* reads of those cells among *r*.
  func rules(readingCells positions: Range<Int>, inSection section: Int) -> [Rule] {
    let first = reads.partitioningIndex { $0.cell >= CellPlace(section: section, position: positions.lowerBound) }
    let found = reads[first...].prefix {
      $0.cell < CellPlace(section: section, position: positions.upperBound)
    }
    return Set(found.map(\.rule)).sorted().map { rules[$0] }
  }
}

/// The place of a rule: a cell, or a section, which precedes its cells.
package struct RulePlace: Hashable, Sendable, Comparable {
  /// The position of the section, from 0.
  package let section: Int
  /// The position of the cell in the section's preorder, from 0; `nil` for a rule of the section.
  package let position: Int?

  /// Creates a place.
  package init(section: Int, position: Int?) {
    self.section = section
    self.position = position
  }

  /// Orders places as in the form.
  package static func < (left: RulePlace, right: RulePlace) -> Bool {
    (left.section, left.position ?? -1) < (right.section, right.position ?? -1)
  }

  /// The cell; `nil` for a section.
  package var cell: CellPlace? { position.map { CellPlace(section: section, position: $0) } }
}

extension FormDefinition {
  /// Whether any cell or section has a rule. O(*n*) for *n* cells.
  package var hasRules: Bool {
    cellPages?.hasRules
      ?? sections.contains { section in
        section.relevant != nil || section.cells.contains { $0.hasRareProperties && !$0.rules.isEmpty }
      }
  }

  /// The number of rules of its cells. O(*n*) for *n* cells.
  var ruleCount: Int {
    sections.lazy.flatMap(\.cells).reduce(0) { $0 + ($1.hasRareProperties ? $1.rules.count : 0) }
  }
}
