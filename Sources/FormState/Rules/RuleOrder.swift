/// Sorts rules into evaluation order, each after those that it depends on.
///
/// A rule depends on the calculated values of its inputs, on their relevance, and on that of everything around them:
/// irrelevant cells are read as blank. Ranks are longest paths, found by repeatedly removing rules without dependencies
/// (A. B. Kahn, “Topological sorting of large networks”, Communications of the ACM 5, 1962).
struct RuleOrder {
  /// A dependency of one rule on another.
  struct Dependency {
    /// The dependent rule.
    let rule: FormRules.Rule
    /// The cell that it reads.
    let input: CellPlace
    /// The place of the rule that it depends on: that cell, or above it.
    let on: RulePlace
  }

  /// A dependency of one rule on another, in the graph.
  struct Edge: Hashable {
    /// The number of the rule that it depends on.
    let on: Int
    /// The cell that is read.
    let input: CellPlace
    /// Whether it is read in other instances than the rule's own.
    let isElsewhere: Bool
  }

  /// The rules that can run, in evaluation order.
  private(set) var ordered: [FormRules.Rule] = []
  /// The cycles of rules that wait for each other, each rule after the one that depends on it.
  private(set) var endlessCycles: [[Dependency]] = []
  var rules: [FormRules.Rule]
  let repeats: RepeatNesting
  private let nestings: [CompactNesting]
  /// By rule: its dependencies.
  var edges: [[Edge]] = []
  var dependents: [[Int]]
  var waitsFor: [Int]
  private(set) var isOrdered: [Bool]
  /// By rule that is part of a cycle along instances: the number of the cycle.
  var cycleOf: [Int: Int] = [:]
  /// By cycle along instances: its rules, and the number of others that they wait for together.
  var cycles: [Int: Cycle] = [:]

  /// Rules that run together, instance by instance.
  struct Cycle {
    let members: [Int]
    var waitsFor: Int
    var rank = 0
  }

  init(_ rules: [FormRules.Rule], nestings: [CompactNesting], repeats: RepeatNesting) {
    self.rules = rules
    self.nestings = nestings
    self.repeats = repeats
    dependents = Array(repeating: [], count: rules.count)
    isOrdered = Array(repeating: false, count: rules.count)
    waitsFor = []
    var producers = Producers()
    for (number, rule) in rules.enumerated() {
      switch rule.rule.kind {
      case .relevant: producers.relevances[rule.place] = number
      case .calculate, .default: producers.values[rule.place] = number
      case .count: producers.counts[rule.place] = number
      case .required, .readOnly, .constraint, .title, .choices, .set: break
      }
    }
    for rule in rules {
      let found = edges(of: rule, producers)
      for edge in found { dependents[edge.on].append(edges.count) }
      edges.append(found)
      waitsFor.append(found.count)
    }
  }

  /// The rules that others depend on, by their places.
  private struct Producers {
    var values: [RulePlace: Int] = [:]
    var relevances: [RulePlace: Int] = [:]
    var counts: [RulePlace: Int] = [:]
  }

  private func edges(of rule: FormRules.Rule, _ producers: Producers) -> [Edge] {
    // A set rule runs after all consequences of the action, and again after those of its own result.
    guard rule.rule.kind != .set else { return [] }
    var found: [Edge] = []
    // A rule in an instance runs after the instance is added.
    if !producers.counts.isEmpty, let cell = rule.place.cell {
      for position in repeats.repeatsAround(cell) {
        let owner = CellPlace(section: cell.section, position: position)
        if let number = producers.counts[RulePlace(owner)] {
          found.append(Edge(on: number, input: owner, isElsewhere: false))
        }
      }
    }
    for read in rule.reads {
      let (input, isElsewhere) = (read.cell, read.reach != .same)
      let above = above(input)
      if !producers.counts.isEmpty {
        for place in above {
          if let number = producers.counts[place] {
            found.append(Edge(on: number, input: input, isElsewhere: isElsewhere))
          }
        }
      }
      // The position of a cell among the instances does not depend on the cell's value.
      if read.reach != .position || !isInRepeat(input), let number = producers.values[RulePlace(input)] {
        found.append(Edge(on: number, input: input, isElsewhere: isElsewhere))
      }
      for place in above {
        if let number = producers.relevances[place] {
          found.append(Edge(on: number, input: input, isElsewhere: isElsewhere))
        }
      }
    }
    return found
  }

  private func isInRepeat(_ cell: CellPlace) -> Bool { repeats.repeatAround(cell) != nil }

  /// A cell, the cells above it, and its section.
  private func above(_ cell: CellPlace) -> [RulePlace] {
    var places = [RulePlace(cell)]
    var position = cell.position
    while let parent = nestings[cell.section].parent(of: position) {
      places.append(RulePlace(section: cell.section, position: parent))
      position = parent
    }
    return places + [RulePlace(section: cell.section, position: nil)]
  }

  /// Orders the rules. O(*r* log *r* + *d*) for *r* rules and *d* dependencies.
  mutating func run() {
    take(rules.indices.filter { waitsFor[$0] == 0 })
    if !repeats.isEmpty, ordered.count < rules.count { putOffCounts() }
    if !repeats.isEmpty, ordered.count < rules.count { findCycles() }
    // Each rule that still waits does so for another one that waits, so following the edges leads to a cycle.
    for number in rules.indices where !isOrdered[number] {
      let cycle = self.cycle(from: number)
      guard !cycle.isEmpty else { continue }
      endlessCycles.append(cycle.map { Dependency(rule: rules[$0.rule], input: $0.input, on: rules[$0.on].place) })
      take(cycle.map(\.rule).filter { !isOrdered[$0] })
    }
    let last = 1 + (ordered.map(\.rank).max() ?? 0)
    for number in ordered.indices where ordered[number].rule.kind == .set { ordered[number].rank = last }
    for number in ordered.indices where ordered[number].countsByItself { ordered[number].rank = last + 1 }
    ordered.sort { $0.turn < $1.turn }
  }

  /// Orders rules that wait for nothing more, and then those that waited only for them.
  mutating func take(_ ready: [Int]) {
    var ready = ready
    for number in ready { isOrdered[number] = true }
    while let number = ready.popLast() {
      ordered.append(rules[number])
      for dependent in dependents[number] {
        if !cycleOf.isEmpty, let group = cycleOf[dependent] {
          // The rules of a cycle do not wait for each other.
          if cycleOf[number] != group { ready += release(group, from: rules[number].rank) }
          continue
        }
        rules[dependent].rank = max(rules[dependent].rank, rules[number].rank + 1)
        waitsFor[dependent] -= 1
        guard waitsFor[dependent] <= 0, !isOrdered[dependent] else { continue }
        isOrdered[dependent] = true
        ready.append(dependent)
      }
    }
  }

  /// Notes that a rule was ordered that a cycle along instances waits for.
  ///
  /// - Returns: the rules of the cycle, if that was the last one.
  private mutating func release(_ number: Int, from rank: Int) -> [Int] {
    guard var group = cycles[number] else { return [] }
    group.rank = max(group.rank, rank + 1)
    group.waitsFor -= 1
    cycles[number] = group
    return group.waitsFor <= 0 ? start(number) : []
  }

  /// Orders the rules of a cycle along instances, all with one rank.
  ///
  /// - Returns: those that were not ordered yet.
  mutating func start(_ number: Int) -> [Int] {
    guard let group = cycles[number] else { return [] }
    let ready = group.members.filter { !isOrdered[$0] }
    for member in ready {
      rules[member].rank = group.rank
      isOrdered[member] = true
    }
    return ready
  }

  private func cycle(from start: Int) -> [(rule: Int, input: CellPlace, on: Int)] {
    var path: [(rule: Int, input: CellPlace, on: Int)] = []
    var seen: [Int: Int] = [:]
    var number = start
    while true {
      // The rules of a cycle along instances wait together.
      let key = cycleOf[number].flatMap { cycles[$0]?.members.first } ?? number
      if let first = seen[key] { return Array(path[first...]) }
      guard let (rule, next) = openEdge(of: number) else { return [] }
      seen[key] = path.count
      path.append((rule, next.input, next.on))
      number = next.on
    }
  }

  /// An edge by which a rule, or one that runs together with it, still waits.
  private func openEdge(of number: Int) -> (rule: Int, edge: Edge)? {
    guard let group = cycleOf[number] else {
      return edges[number].first { !isOrdered[$0.on] }.map { (number, $0) }
    }
    for member in cycles[group]?.members ?? [] {
      if let edge = edges[member].first(where: { !isOrdered[$0.on] && cycleOf[$0.on] != group }) {
        return (member, edge)
      }
    }
    return nil
  }
}

extension FormRules.Rule {
  /// Its turn.
  var turn: RuleTurn {
    RuleTurn(rank: rank, place: place, kind: rule.kind, number: number, cycle: cycle)
  }
}

extension RulePlace {
  /// The place of a cell, in any instance.
  init(_ cell: CellPlace) { self.init(section: cell.section, position: cell.position) }
}
