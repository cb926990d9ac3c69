import FormState

/// The results of rules in a form with repeats, recalculated from the answers and instances alone.
///
/// Each cell of each instance is a node of one tree, as in an XForm, and each question is evaluated down to the
/// answers. The only shared code is the evaluation of an expression for given values.
public final class NaiveInstances {
  /// A cell in an instance; a repeat has its own place, and each of its instances as well.
  struct Node {
    let cell: FormCell
    /// The place of the cell among all cells of the form.
    let number: Int
    /// The surrounding instance, or the instance itself.
    let instance: Int
    let isInstance: Bool
    let section: Int
    let parent: Int?
    /// The keys of the repeats around it, including itself for an instance, each with the number of the instance.
    let around: [String: Int]
  }

  private let form: FormDefinition
  private let state: ResponseState
  /// Keys whose rules see each other in earlier instances alone, with the repeat along which they go.
  private let running: [String: (repeatKey: String, keys: Set<String>)]
  let nodes: [Node]
  private var relevance: [Int: Bool] = [:]
  private var calculations: [Int: (content: FieldContent?, isRefused: Bool)] = [:]

  /// Makes one from a valid definition and its state.
  public init(
    _ form: FormDefinition, _ state: ResponseState, running: [String: (repeatKey: String, keys: Set<String>)] = [:]
  ) {
    self.form = form
    self.state = state
    self.running = running
    var tree = Tree(state: state)
    for (section, content) in form.sections.enumerated() {
      tree.add(Array(content.cells)[...], section: section, instance: 0, parent: nil, around: [:])
      tree.first += content.cells.count
    }
    nodes = tree.nodes
  }

  private struct Tree {
    let state: ResponseState
    var nodes: [Node] = []
    /// The number of the first cell of the section.
    var first = 0

    mutating func add(
      _ cells: ArraySlice<FormCell>, section: Int, instance: Int, parent: Int?, around: [String: Int]
    ) {
      var rest = cells
      while let cell = rest.first {
        let below = rest.dropFirst().prefix(cell.additionalRows)
        let own = append(cell, rest.startIndex, section, instance, false, parent, around)
        if cell.kind == .repeat {
          for number in instances(of: cell.key, in: instance) {
            let inner = around.merging([cell.key: number]) { $1 }
            let node = append(cell, rest.startIndex, section, number, true, own, inner)
            add(below, section: section, instance: number, parent: node, around: inner)
          }
        } else {
          add(below, section: section, instance: instance, parent: own, around: around)
        }
        rest = rest.dropFirst(1 + cell.additionalRows)
      }
    }

    private mutating func append(
      _ cell: FormCell, _ position: Int, _ section: Int, _ instance: Int, _ isInstance: Bool, _ parent: Int?,
      _ around: [String: Int]
    ) -> Int {
      nodes.append(
        Node(
          cell: cell, number: first + position, instance: instance, isInstance: isInstance, section: section,
          parent: parent, around: around))
      return nodes.count - 1
    }

    /// The instances of a repeat; one that was set aside from an earlier version has no place, whatever its key.
    private func instances(of key: String, in parent: Int) -> [Int] {
      state.instances.filter { $0.key.setAsideFrom == nil && $0.key.key == key && $0.value.parent == parent }
        .sorted { ($0.value.rank, $0.key.instance) < ($1.value.rank, $1.key.instance) }.map(\.key.instance)
    }
  }

  // MARK: - Results of rules

  func isRelevant(_ node: Int) -> Bool {
    if let known = relevance[node] { return known }
    let placed = nodes[node]
    let isRelevant: Bool
    if placed.isInstance, let owner = placed.parent {
      let index = siblings(of: node).firstIndex(of: node) ?? 0
      isRelevant = wantedCount(of: owner).map { index < $0 } ?? true
    } else {
      isRelevant = result(.relevant, of: node)?.isTrue ?? true
    }
    relevance[node] = isRelevant
    return isRelevant
  }

  /// The count of a repeat by its rule; `nil` without one.
  func wantedCount(of owner: Int) -> Int? {
    guard let result = result(.count, of: owner) else { return nil }
    let number = result.number(in: .utc)
    return number.isNaN ? 0 : max(0, Int(number.rounded(.down)))
  }

  func isAsked(_ node: Int) -> Bool {
    guard isRelevant(node) else { return false }
    if let parent = nodes[node].parent { return isAsked(parent) }
    return evaluated(form.sections[nodes[node].section].relevant, of: nil)?.isTrue ?? true
  }

  func value(of node: Int) -> CellValue? { content(of: node)?.value }

  private func content(of node: Int) -> FieldContent? {
    state.state(of: nodes[node].cell, in: nodes[node].instance).entry
      ?? calculation(of: node).content ?? nodes[node].cell.defaultValue.map(FieldContent.value)
  }

  private func calculation(of node: Int) -> (content: FieldContent?, isRefused: Bool) {
    if let known = calculations[node] { return known }
    var calculation: (content: FieldContent?, isRefused: Bool) = (nil, false)
    if let result = result(.calculate, of: node) ?? result(.default, of: node), !result.isBlank {
      let value: CellValue? =
        switch (nodes[node].cell.kind, result) {
        case (.switch, _): .boolean(result.isTrue)
        case (.integer, _), (.decimal, _): nodes[node].cell.naiveNumber(result)
        default: try? nodes[node].cell.accepted(.text(result.text))
        }
      let content = FieldContent.naive(result, as: value, in: nodes[node].cell)
      calculation = (content, content == nil)
    }
    calculations[node] = calculation
    return calculation
  }

  private func failures(of node: Int) -> String {
    var failures: [String] = []
    if isAsked(node), let value = value(of: node), value != "" {
      let constraints = nodes[node].cell.rules.filter { $0.kind == .constraint }
      for (number, rule) in zip(1..., constraints) where evaluated(rule, of: node)?.isTrue != true {
        failures.append(String(number))
      }
    }
    return (failures + (calculation(of: node).isRefused ? ["calculate"] : [])).joined(separator: " ")
  }

  private func result(_ kind: FormRule.Kind, of node: Int) -> RuleScalar? {
    evaluated(nodes[node].cell.rules.first { $0.kind == kind }, of: node)
  }

  private func evaluated(_ rule: FormRule?, of node: Int?) -> RuleScalar? {
    guard let expression = rule?.expression else { return nil }
    var budget = RuleBudget()
    return try? expression.value(in: Context(rules: self, node: node), budget: &budget)
  }

  private func siblings(of node: Int) -> [Int] {
    nodes.indices.filter { nodes[$0].isInstance && nodes[$0].parent == nodes[node].parent }
  }

  // MARK: - Queries of expressions

  private struct Context: RuleContext {
    let rules: NaiveInstances
    let node: Int?

    var cell: RuleCell { node.map(ruleCell) ?? RuleCell(cell: -1) }
    var moment: RuleMoment { RuleMoment(time: .now, zone: .current, seed: 0) }

    private func ruleCell(_ node: Int) -> RuleCell {
      RuleCell(cell: rules.nodes[node].number, instance: Int64(rules.nodes[node].instance))
    }

    private func find(_ cell: RuleCell) -> Int? {
      rules.nodes.firstIndex { $0.number == cell.cell && $0.instance == Int(cell.instance) }
    }

    func cells(withKey key: String, from origin: RuleCell) -> [RuleCell] {
      let around = find(origin).map { rules.nodes[$0].around } ?? [:]
      let found = rules.nodes.indices.filter { node in
        let other = rules.nodes[node]
        guard other.cell.key == key, other.isInstance == (other.cell.kind == .repeat) else { return false }
        return other.around.allSatisfy { name, number in
          name == key && other.isInstance || around[name] == nil || around[name] == number
        }
      }
      return found.filter { isOneOfAll($0, around) ? rules.isAsked($0) : true }
        .filter { isSeen($0, key, origin) }.map(ruleCell)
    }

    private func isOneOfAll(_ node: Int, _ around: [String: Int]) -> Bool {
      rules.nodes[node].isInstance || !Set(rules.nodes[node].around.keys).isSubset(of: around.keys)
    }

    /// Running totals read earlier instances, and their inputs in their own instance.
    private func isSeen(_ other: Int, _ key: String, _ origin: RuleCell) -> Bool {
      guard let node, let course = rules.running[rules.nodes[node].cell.key], course.keys.contains(key), origin != cell,
        let own = rules.nodes[node].around[course.repeatKey], let others = rules.nodes[other].around[course.repeatKey]
      else { return true }
      return own != others && other < node
    }

    func parent(of cell: RuleCell) -> RuleCell? {
      guard let node = find(cell) else { return nil }
      let inside = rules.nodes[node].isInstance ? rules.nodes[node].parent ?? node : node
      return rules.nodes[inside].parent.map(ruleCell)
    }

    func value(of cell: RuleCell) -> RuleScalar {
      guard let node = find(cell), rules.isAsked(node) else { return .blank }
      return rules.content(of: node)?.naiveScalar ?? .blank
    }

    func position(of cell: RuleCell) -> Int {
      var node = find(cell)
      while let current = node, !rules.nodes[current].isInstance { node = rules.nodes[current].parent }
      guard let node else { return 1 }
      return 1 + rules.siblings(of: node).prefix { $0 != node }.count(where: rules.isRelevant)
    }

    func isBefore(_ cell: RuleCell, _ other: RuleCell) -> Bool { (find(cell) ?? 0) < (find(other) ?? 0) }
  }
}

extension NaiveInstances {
  /// The consequences of answers that are missing or different in the state; empty if all are right.
  public func faults() -> [String] {
    var faults: [String] = []
    let atFirst = NaiveInstances(form, ResponseState(), running: running)
    for (number, node) in nodes.enumerated() {
      let first =
        node.instance == 0 ? atFirst.nodes.firstIndex { $0.number == node.number && $0.instance == 0 } : nil
      func look(_ field: StateChange.Field, _ expected: FieldContent?, _ starts: FieldContent?) {
        let subject = StateSubject(node.cell.key, instance: node.instance)
        let normal = starts ?? field.contentWithoutRule
        let found = state[field, of: subject]
        let wanted = expected == normal ? nil : expected
        if found != wanted {
          faults.append("\(subject) \(field): \(Self.description(of: found)), not \(Self.description(of: wanted))")
        }
      }
      look(.relevance, .flag(isRelevant(number)), first.map { .flag(atFirst.isRelevant($0)) })
      if node.isInstance { continue }
      if node.cell.rule(.title) == nil {
        look(.title, summary(of: number, with: atFirst).map(FieldContent.text), nil)
      }
      if let wanted = wantedCount(of: number) {
        let count = nodes.count { $0.isInstance && $0.parent == number }
        if count < wanted { faults.append("\(node.cell.key):\(node.instance) has \(count) instances, not \(wanted)") }
      }
      guard !node.cell.rules.isEmpty else { continue }
      look(.requirement, flag(.required, number), first.map { atFirst.flag(.required, $0) })
      look(.readOnly, flag(.readOnly, number), first.map { atFirst.flag(.readOnly, $0) })
      look(.calculated, calculated(number), first.map { atFirst.calculated($0) })
      look(.faults, .text(failures(of: number)), first.map { .text(atFirst.failures(of: $0)) })
      if node.cell.rule(.title) != nil {
        look(.title, title(number), first.map { atFirst.title($0) })
      }
    }
    return faults
  }

  private func flag(_ kind: FormRule.Kind, _ node: Int) -> FieldContent {
    .flag(result(kind, of: node)?.isTrue ?? false)
  }

  private func calculated(_ node: Int) -> FieldContent {
    calculation(of: node).content ?? .cleared
  }

  private func title(_ node: Int) -> FieldContent { .text(result(.title, of: node)?.text ?? "") }

  /// The title of a group: a summary of its cells in its instance, once any of them has a value.
  private func summary(of group: Int, with atFirst: NaiveInstances) -> String? {
    let cell = nodes[group].cell
    let isQuestion = cell.kind == .group || cell.kind == .choices || cell.summary == .choice
    guard ((isQuestion ? [group] : []) + below(group)).contains(where: { isFilled($0, atFirst) }) else { return nil }
    let text =
      switch cell.summary {
      case .choice?: chosenTitles(of: group).joined(separator: ", ")
      case .join(let separator)?:
        children(of: group).filter(isRelevant).map { shown($0, atFirst) }.filter { !$0.isEmpty }
          .joined(separator: separator)
      default: ""
      }
    return text.isEmpty ? nil : text
  }

  private func children(of node: Int) -> [Int] { nodes.indices.filter { nodes[$0].parent == node } }

  /// All cells below a cell in the same instance.
  private func below(_ node: Int) -> [Int] {
    children(of: node).filter { nodes[$0].cell.kind != .repeat }.flatMap { [$0] + below($0) }
  }

  private func isFilled(_ node: Int, _ atFirst: NaiveInstances) -> Bool {
    let (cell, instance) = (nodes[node].cell, nodes[node].instance)
    guard state.state(of: cell, in: instance).entry == nil else { return true }
    let first = instance == 0 ? atFirst.nodes.firstIndex { $0.number == nodes[node].number } : nil
    let calculated = calculation(of: node).content
    return calculated != nil && calculated != first.flatMap { atFirst.calculation(of: $0).content }
  }

  private func chosenTitles(of question: Int) -> [String] {
    let options = children(of: question).map { nodes[$0].cell }
    let values: [String] =
      switch value(of: question) {
      case .choices(let values)?: values
      case let value?: [value.plainText]
      case nil: []
      }
    return values.compactMap { value in options.first { $0.optionValue == value }?.title }
  }

  private func shown(_ node: Int, _ atFirst: NaiveInstances) -> String {
    let cell = nodes[node].cell
    if cell.rule(.title) != nil { return result(.title, of: node)?.text ?? "" }
    if cell.kind == .group || cell.kind == .choices { return summary(of: node, with: atFirst) ?? "" }
    return cell.kind.holdsValue ? value(of: node).map(cell.displayText(of:)) ?? "" : ""
  }

  private static func description(of content: FieldContent?) -> String {
    switch content {
    case nil: "initial"
    case .cleared?: "nothing"
    case .value(let value)?: "“\(value.plainText)”"
    case .result(let result)?: "“\(result.text)”, as a result"
    }
  }
}
