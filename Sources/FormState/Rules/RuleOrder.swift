/// Puts rules in the order in which they can run, each after those that it depends on.
///
/// A rule depends on what is calculated for the cells that it reads, on their relevance, and on that of whatever they stand in:
/// what is not relevant is read as blank.
/// Ranks are longest paths, found by taking away what depends on nothing (A. B. Kahn, “Topological sorting of large networks”,
/// Communications of the ACM 5, 1962).
struct RuleOrder {
  /// That a rule depends on another one.
  struct Dependency {
    /// Which rule depends.
    let rule: FormRules.Rule
    /// What it reads.
    let input: CellPlace
    /// Where the rule stands on which it depends so: there, or above.
    let on: RulePlace
  }

  /// The rules that can run, in their order.
  private(set) var ordered: [FormRules.Rule] = []
  /// The circles in which others wait for each other, each rule with that which depends on it before it.
  private(set) var circles: [[Dependency]] = []
  private var rules: [FormRules.Rule]
  private let nestings: [Nesting]
  /// By rule: on which rules it depends, and by what.
  private var dependencies: [[(on: Int, input: CellPlace)]] = []
  private var dependents: [[Int]]
  private var waitsFor: [Int]
  private var isOrdered: [Bool]

  init(_ rules: [FormRules.Rule], nestings: [Nesting]) {
    self.rules = rules
    self.nestings = nestings
    dependents = Array(repeating: [], count: rules.count)
    isOrdered = Array(repeating: false, count: rules.count)
    waitsFor = []
    var relevances: [RulePlace: Int] = [:]
    var values: [RulePlace: Int] = [:]
    for (number, rule) in rules.enumerated() {
      if rule.rule.kind == .relevant { relevances[rule.place] = number }
      if rule.rule.kind.givesValue { values[rule.place] = number }
    }
    for rule in rules {
      var found: [(on: Int, input: CellPlace)] = []
      for input in rule.inputs {
        if let number = values[RulePlace(section: input.section, position: input.position)] {
          found.append((number, input))
        }
        for place in above(input) {
          if let number = relevances[place] { found.append((number, input)) }
        }
      }
      for dependency in found { dependents[dependency.on].append(dependencies.count) }
      dependencies.append(found)
      waitsFor.append(found.count)
    }
  }

  /// A cell, the cells above it, and its section.
  private func above(_ cell: CellPlace) -> [RulePlace] {
    var places = [RulePlace(section: cell.section, position: cell.position)]
    var position = cell.position
    while let parent = nestings[cell.section].parents.element(at: position) ?? nil {
      places.append(RulePlace(section: cell.section, position: parent))
      position = parent
    }
    return places + [RulePlace(section: cell.section, position: nil)]
  }

  /// Orders the rules. O(*r* log *r* + *d*) for *r* rules and *d* dependencies.
  mutating func run() {
    take(rules.indices.filter { waitsFor[$0] == 0 })
    // Each that still waits does so for another one that waits, so that going back has to come to a circle.
    for number in rules.indices where !isOrdered[number] {
      let circle = self.circle(from: number)
      circles.append(circle.map { Dependency(rule: rules[$0.rule], input: $0.input, on: rules[$0.on].place) })
      take(circle.map(\.rule).filter { !isOrdered[$0] })
    }
    ordered.sort { $0.turn < $1.turn }
  }

  private mutating func take(_ ready: [Int]) {
    var ready = ready
    for number in ready { isOrdered[number] = true }
    while let number = ready.popLast() {
      ordered.append(rules[number])
      for dependent in dependents[number] {
        rules[dependent].rank = max(rules[dependent].rank, rules[number].rank + 1)
        waitsFor[dependent] -= 1
        guard waitsFor[dependent] <= 0, !isOrdered[dependent] else { continue }
        isOrdered[dependent] = true
        ready.append(dependent)
      }
    }
  }

  private func circle(from start: Int) -> [(rule: Int, input: CellPlace, on: Int)] {
    var path: [(rule: Int, input: CellPlace, on: Int)] = []
    var seen: [Int: Int] = [:]
    var number = start
    while seen[number] == nil {
      guard let next = dependencies[number].first(where: { !isOrdered[$0.on] }) else { return path }
      seen[number] = path.count
      path.append((number, next.input, next.on))
      number = next.on
    }
    return Array(path[(seen[number] ?? 0)...])
  }
}

extension FormRules.Rule {
  /// When it runs.
  fileprivate var turn: RuleTurn { RuleTurn(rank: rank, place: place, kind: rule.kind, number: number) }
}
