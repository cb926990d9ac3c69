extension RuleOrder {
  /// Removes rules from cycles that count instances by values that follow from the existing ones, such as a repeat that
  /// continues until the answer is “no more”. They run after all others, so no rule waits for them.
  ///
  /// - Complexity: O(*r* + *d*) for *r* rules and *d* dependencies in cycles or depending on them.
  mutating func putOffCounts() {
    var ready: [Int] = []
    for component in components() {
      let members = Set(component)
      guard isCycle(component, members) else { continue }
      for number in component where rules[number].rule.kind == .count {
        rules[number].countsByItself = true
        leaveOut(edges[number].filter { members.contains($0.on) }, of: number)
        if waitsFor[number] == 0 { ready.append(number) }
      }
    }
    take(ready)
  }

  /// Finds and orders the cycles from earlier instances of a repeat to later ones, which can run.
  ///
  /// Such a cycle is broken by ignoring reads of other instances of one repeat: its rules then run in each instance
  /// after those before it. The remaining cycles are the strongly connected components (R. Tarjan, “Depth-first search
  /// and linear graph algorithms”, SIAM Journal on Computing 1, 1972).
  ///
  /// - Complexity: O(*r* + *d*) for *r* rules and *d* dependencies in cycles or depending on them.
  mutating func findCycles() {
    for component in components() {
      let members = Set(component)
      let around = repeatsAround(component)
      guard !around.isEmpty, isCycle(component, members) else { continue }
      let order = order(of: component.sorted(), members, along: around)
      if order.count == component.count {
        join(order, members, along: around)
      } else {
        leaveOutEarlier(component, members, along: around)
      }
    }
    for number in cycles.keys.sorted() where cycles[number]?.waitsFor == 0 { take(start(number)) }
    take(rules.indices.filter { waitsFor[$0] == 0 && cycleOf[$0] == nil && !isOrdered[$0] })
  }

  private func isCycle(_ component: [Int], _ members: Set<Int>) -> Bool {
    component.count > 1 || component.contains { number in edges[number].contains { $0.on == number } }
  }

  /// The positions of the repeats around all of some rules, the outermost first; empty if they are in several sections.
  private func repeatsAround(_ component: [Int]) -> [Int] {
    guard let first = component.first.flatMap({ rules[$0].place.cell }) else { return [] }
    var around = repeats.repeatsAround(first)
    for number in component {
      guard let cell = rules[number].place.cell, cell.section == first.section else { return [] }
      around = Array(zip(around, repeats.repeatsAround(cell)).prefix { $0 == $1 }.map(\.0))
    }
    return around
  }

  /// Whether a rule sees only earlier instances by an edge.
  private func isEarlier(_ edge: Edge, of number: Int, _ members: Set<Int>, along around: [Int]) -> Bool {
    guard edge.isElsewhere, members.contains(edge.on), let cell = rules[number].place.cell,
      edge.input.section == cell.section
    else { return false }
    // If they share a repeat further in, it is ambiguous which instances are the earlier ones.
    let shared = zip(repeats.repeatsAround(cell), repeats.repeatsAround(edge.input)).prefix { $0 == $1 }.map(\.0)
    return shared == around
  }

  /// The rules of a cycle in an order for running in one instance; incomplete if there is none.
  private func order(of component: [Int], _ members: Set<Int>, along around: [Int]) -> [Int] {
    var waits: [Int: Int] = [:]
    for number in component {
      waits[number] = edges[number].count {
        members.contains($0.on) && !isEarlier($0, of: number, members, along: around)
      }
    }
    var order: [Int] = []
    var ready = component.filter { waits[$0] == 0 }
    var isTaken = Set(ready)
    while let number = ready.popLast() {
      order.append(number)
      for dependent in Set(dependents[number]).intersection(members) where !isTaken.contains(dependent) {
        let freed = edges[dependent].count { $0.on == number && !isEarlier($0, of: dependent, members, along: around) }
        waits[dependent, default: 0] -= freed
        guard waits[dependent] == 0, isTaken.insert(dependent).inserted else { continue }
        ready.append(dependent)
      }
      ready.sort(by: >)
    }
    return order
  }

  /// Groups rules that run together, instance by instance.
  private mutating func join(_ order: [Int], _ members: Set<Int>, along around: [Int]) {
    let number = cycles.count + 1
    var waits = 0
    var rank = 0
    for (place, member) in order.enumerated() {
      let earlier = edges[member].filter { isEarlier($0, of: member, members, along: around) }.map(\.input)
      rules[member].cycle = RuleCycle(number: number, order: place, level: around.count, earlier: Set(earlier))
      cycleOf[member] = number
      rank = max(rank, rules[member].rank)
      waits += edges[member].count { !members.contains($0.on) && !isOrdered[$0.on] }
    }
    cycles[number] = Cycle(members: order, waitsFor: waits, rank: rank)
  }

  /// Removes the edges of a cycle between instances, so that the reported cycle is the actual obstacle.
  private mutating func leaveOutEarlier(_ component: [Int], _ members: Set<Int>, along around: [Int]) {
    for number in component {
      let earlier = edges[number].filter { isEarlier($0, of: number, members, along: around) }
      leaveOut(earlier, of: number)
    }
  }

  /// Removes some of the edges by which a rule waits for unordered ones.
  private mutating func leaveOut(_ left: [Edge], of number: Int) {
    guard !left.isEmpty else { return }
    let all = edges[number]
    edges[number] = all.filter { edge in !left.contains(edge) }
    waitsFor[number] -= left.count
    for edge in left {
      if let place = dependents[edge.on].firstIndex(of: number) { dependents[edge.on].remove(at: place) }
    }
  }

  // MARK: - Cycles

  /// A visited rule, and its next edge.
  private struct Frame {
    let rule: Int
    var next = 0
  }

  /// The waiting rules, grouped into strongly connected components.
  private func components() -> [[Int]] {
    var numbers: [Int: Int] = [:]
    var lowest: [Int: Int] = [:]
    var open: [Int] = []
    var isOpen: Set<Int> = []
    var components: [[Int]] = []
    for start in rules.indices where !isOrdered[start] && numbers[start] == nil {
      var frames = [Frame(rule: start)]
      while var frame = frames.popLast() {
        let rule = frame.rule
        if numbers[rule] == nil {
          (numbers[rule], lowest[rule]) = (numbers.count, numbers.count)
          open.append(rule)
          isOpen.insert(rule)
        }
        if let edge = edges[rule].element(at: frame.next) {
          frame.next += 1
          frames.append(frame)
          guard !isOrdered[edge.on] else { continue }
          if numbers[edge.on] == nil {
            frames.append(Frame(rule: edge.on))
          } else if isOpen.contains(edge.on) {
            lowest[rule] = min(lowest[rule] ?? 0, numbers[edge.on] ?? 0)
          }
          continue
        }
        if let above = frames.last?.rule { lowest[above] = min(lowest[above] ?? 0, lowest[rule] ?? 0) }
        guard lowest[rule] == numbers[rule], let first = open.lastIndex(of: rule) else { continue }
        components.append(Array(open[first...]))
        for member in open[first...] { isOpen.remove(member) }
        open.removeSubrange(first...)
      }
    }
    return components
  }
}
