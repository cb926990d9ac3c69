/// The rules of a form, resolved: what each reads, and in which order they run.
package struct FormRules: Sendable {
  /// A rule, where it stands, and what it reads.
  package struct Rule: Hashable, Sendable {
    /// Where it stands.
    package let place: RulePlace
    /// The key of the cell, or the section, that it is of.
    package let key: String
    /// What it decides, and by what.
    package let rule: FormRule
    /// Of a constraint, or of a rule that sets, its number among those of its cell, from 1; of any other rule 0.
    package let number: Int
    /// What it reads, in the order of the form, each way to read a cell once.
    package let reads: [RuleRead]
    /// The cells that it reads, in the order of the form, none twice.
    package let inputs: [CellPlace]
    /// Rules run after all of lower rank; a rule has a higher one than those that it depends on.
    package internal(set) var rank = 0
    /// Its part in a circle along the instances of a repeat; `nil` outside of such.
    package internal(set) var circle: RuleCircle?
    /// Whether the rule counts instances by what follows from those that there are. Then it runs after all others, at
    /// most once an action.
    package internal(set) var countsByItself = false

    init(place: RulePlace, key: String, rule: FormRule, number: Int, reads: Set<RuleRead>) {
      self.place = place
      self.key = key
      self.rule = rule
      self.number = number
      self.reads = reads.sorted()
      inputs = self.reads.map(\.cell).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    /// A rule as it was resolved before.
    package init(
      place: RulePlace, key: String, rule: FormRule, number: Int, reads: Set<RuleRead>, rank: Int, circle: RuleCircle?,
      countsByItself: Bool
    ) {
      self.init(place: place, key: key, rule: rule, number: number, reads: reads)
      self.rank = rank
      self.circle = circle
      self.countsByItself = countsByItself
    }
  }

  /// The rules in the order in which they run: by rank, then down the form.
  package let rules: [Rule]
  /// Which rules read a cell, ordered by the cell.
  private let reads: [(cell: CellPlace, rule: Int)]

  /// The rules of a form that has none.
  package init() {
    rules = []
    reads = []
  }

  /// Rules as they were resolved before, in any order.
  package init(resolved rules: [Rule]) {
    self.init(ordered: rules.sorted { $0.turn < $1.turn })
  }

  init(ordered rules: [Rule]) {
    self.rules = rules
    reads = rules.enumerated().flatMap { number, rule in rule.inputs.map { (cell: $0, rule: number) } }
      .sorted { ($0.cell, $0.rule) < ($1.cell, $1.rule) }
  }

  /// The rules that read one of some neighbouring cells of a section, in the order in which they run.
  ///
  /// - Complexity: O(log *r* + *k* log *k*) for *k* reads of those cells among *r*.
  package func rules(readingCells positions: Range<Int>, inSection section: Int) -> [Rule] {
    let first = reads.partitioningIndex { $0.cell >= CellPlace(section: section, position: positions.lowerBound) }
    let found = reads[first...].prefix {
      $0.cell < CellPlace(section: section, position: positions.upperBound)
    }
    return Set(found.map(\.rule)).sorted().map { rules[$0] }
  }
}

/// Where a rule stands: in the form at a cell, or at a section, which comes before its cells.
package struct RulePlace: Hashable, Sendable, Comparable {
  /// The position of the section, from 0.
  package let section: Int
  /// The position of the cell in the section's preorder, from 0; `nil` for a rule of the section.
  package let position: Int?

  /// Names a place.
  package init(section: Int, position: Int?) {
    self.section = section
    self.position = position
  }

  /// Orders places as the form does.
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

  /// How many rules its cells have. O(*n*) for *n* cells.
  var ruleCount: Int {
    sections.lazy.flatMap(\.cells).reduce(0) { $0 + ($1.hasRareProperties ? $1.rules.count : 0) }
  }
}
