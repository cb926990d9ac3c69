import FormState

/// Small random forms with repeats and rules, and actions on them.
public struct RandomInstances {
  private var generator: SeededGenerator

  /// A form, with the keys whose rules go along the instances of a repeat.
  public struct Made {
    public let form: FormDefinition
    public let running: [String: (repeatKey: String, keys: Set<String>)]
  }

  /// Begins with a seed.
  public init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private mutating func isLucky(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &generator) == 0 }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &generator)]
  }

  // MARK: - Forms

  private static let repeats = ["line", "part", "guest"]
  private static let values = ["n", "s", "t", "amount", "note", "share", "size", "weight", "name", "total"]

  /// A form whose only circles of rules are the allowed ones.
  public mutating func form() -> Made {
    var rules: [String: [FormRule]] = [:]
    var running: [String: (repeatKey: String, keys: Set<String>)] = [:]
    if isLucky(2) { addRunningTotals(to: &rules, &running) }
    if isLucky(2) {
      rules["guest", default: []].append(FormRule(.count, pick(["${n}", "${n} + 1", "count(${line})"])))
    }
    if isLucky(3) { rules["part", default: []].append(FormRule(.count, pick(["${amount}", "${n} - ${amount}"]))) }
    for _ in 0..<Int.random(in: 2...9, using: &generator) {
      let (key, rule) = rule()
      let isTaken = rules[key, default: []].contains {
        $0.kind == rule.kind || $0.kind.givesValue && rule.kind.givesValue
      }
      if isTaken { continue }
      var next = rules
      next[key, default: []].append(rule)
      let form = form(next)
      // The naive model knows no count that depends on its own instances.
      let isKnown = form.fresh.rules.rules.allSatisfy { rule in
        let key = rule.place.cell.map { form.sections[0].cells[$0.position].key }
        return !rule.countsByItself && (rule.cycle == nil || running[key ?? ""] != nil)
      }
      if form.definitionFaults().isEmpty, isKnown { rules = next }
    }
    return Made(form: form(rules), running: running)
  }

  private mutating func addRunningTotals(
    to rules: inout [String: [FormRule]], _ running: inout [String: (repeatKey: String, keys: Set<String>)]
  ) {
    switch Int.random(in: 0..<3, using: &generator) {
    case 0:
      let earlier = pick([
        "sum(${line}[position() < position(current()/..)]/${balance})",
        "number(concat('0', indexed-repeat(${balance}, ${line}, position(..) - 1)))",
        "sum(${line}/${balance})",
      ])
      rules["balance"] = [FormRule(.calculate, "coalesce(${amount}, 0) + \(earlier)")]
      running["balance"] = ("line", ["balance"])
    case 1:
      rules["opening"] = [FormRule(.calculate, "sum(indexed-repeat(${closing}, ${line}, position(..) - 1))")]
      rules["closing"] = [
        FormRule(.calculate, "coalesce(${opening}, 0) + coalesce(${amount}, 1) + sum(${weight}[. != ''])")
      ]
      for key in ["opening", "closing"] { running[key] = ("line", ["opening", "closing"]) }
    default:
      rules["load"] = [FormRule(.calculate, "coalesce(${weight}, 1) + sum(${part}/${load})")]
      running["load"] = ("part", ["load"])
    }
  }

  private mutating func rule() -> (String, FormRule) {
    let holders = Self.values + ["total", "share", "size"]
    switch Int.random(in: 0..<12, using: &generator) {
    case 0..<5: return (pick(["total", "share", "size", "t", "note", "name"]), FormRule(.calculate, number()))
    case 5..<8: return (pick(holders + Self.repeats + ["box", "inner"]), FormRule(.relevant, condition()))
    case 8: return (pick(holders), FormRule(pick([.required, .readOnly]), condition()))
    case 9: return (pick(holders), FormRule(.constraint, pick([". > 2", condition(), ". != ${n}"])))
    case 10: return (pick(["note", "name", "weight"]), FormRule(.default, pick(["3", "'x'"])))
    default: return (pick(["amount", "box", "line", "part"]), FormRule(.title, "concat('about ', \(number()))"))
    }
  }

  private mutating func number() -> String {
    let (key, other, owner) = (pick(Self.values), pick(Self.values), pick(Self.repeats))
    return pick([
      "${\(key)}", "sum(${\(key)}[. != ''])", "count(${\(owner)})", "count(${\(key)})", "position(..)",
      "position(${\(owner)})", "position(${\(owner)}[last()])", "sum(${\(key)})", "sum(${\(key)}) + sum(${\(other)})",
      "sum(${\(owner)}[${\(key)} > 1]/${\(other)})", "${\(owner)}[2]/${\(key)}", "join(',', ${\(key)})",
      "indexed-repeat(${\(key)}, ${\(owner)}, 1)", "${\(owner)}[position() = last()]/${\(key)}",
      "count(${\(owner)}[position() < position(current()/..)])", "coalesce(${\(key)}, 1) + sum(${\(other)}[. > 0])",
      "join('|', ${\(key)} | ${\(other)})", "count(${\(key)}[. > 2])", "position(${\(owner)}[${\(key)} > 1])",
      "indexed-repeat(${\(key)}, ${line}, 2, ${part}, 1)",
    ])
  }

  private mutating func condition() -> String {
    let (key, owner) = (pick(Self.values), pick(Self.repeats))
    return pick([
      "${\(key)} > 2", "sum(${\(key)}[. != '']) < 6", "count(${\(owner)}) > 1", "${\(key)} = ${n}", "${s}",
      "position(..) < 3", "sum(${\(key)}) > 5",
      "${\(key)} != ''", "not(${s})", "${\(owner)}[1]/${\(key)} > 1",
    ])
  }

  private func form(_ rules: [String: [FormRule]]) -> FormDefinition {
    func cell(_ key: String, _ kind: CellKind, rows: Int = 0, counts: InstanceCounts? = nil) -> FormCell {
      let isOpen = kind == .group || kind == .repeat
      return FormCell(
        key: key, kind: kind, isExpandable: isOpen, additionalRows: rows,
        summary: kind == .group && rules[key]?.contains { $0.kind == .title } != true ? .join(separator: " ") : nil,
        counts: counts, rules: rules[key] ?? [])
    }
    return FormDefinition(
      key: "f",
      sections: [
        FormSection(
          key: "s",
          cells: [
            cell("n", .integer), cell("s", .switch), cell("t", .text),
            cell("line", .repeat, rows: 13, counts: counts(ofLines: rules)),
            cell("amount", .integer), cell("balance", .decimal), cell("opening", .decimal), cell("closing", .decimal),
            cell("box", .group, rows: 2), cell("note", .text), cell("share", .decimal),
            cell("part", .repeat, rows: 5, counts: InstanceCounts(initial: 1)),
            cell("size", .decimal), cell("weight", .integer), cell("load", .decimal),
            cell("inner", .group, rows: 1), cell("name", .text),
            cell("guest", .repeat, rows: 1), cell("total", .decimal),
          ])
      ])
  }

  /// Without a count, there are two lines initially, and the first of them has its own value.
  private func counts(ofLines rules: [String: [FormRule]]) -> InstanceCounts {
    func isCounted(_ key: String) -> Bool { rules[key]?.contains { $0.kind == .count } ?? false }
    guard !isCounted("line") else { return InstanceCounts(initial: 1) }
    let parts = [FirstInstance(["weight": 2]), FirstInstance()]
    return InstanceCounts(
      initial: 2,
      first: [FirstInstance(["amount": 3, "note": "First"], repeats: isCounted("part") ? [:] : ["part": parts])])
  }

  // MARK: - Actions

  /// A possible action on a state.
  public mutating func action(in state: ResponseState, of form: FormDefinition) -> FormAction {
    let instances = state.instances.keys.sorted(by: StateSubject.utf8Order)
    func reference(_ subject: StateSubject) -> CellReference { .instance(subject.key, number: subject.instance) }
    switch Int.random(in: 0..<22, using: &generator) {
    case 20:
      let places = [CellReference.key("n"), .key("line"), .key("guest")] + instances.map(reference)
      let held = place("amount", "line", among: instances) ?? .key("t")
      return .reportFault(
        pick(["Taken.", "Not so."]), on: isLucky(5) ? nil : isLucky(2) ? pick(places) : held, from: "server")
    case 21: return .withdrawFaults(from: isLucky(3) ? nil : "server")
    case 0..<10:
      let (key, owner) = pick([
        ("n", nil), ("s", nil), ("t", nil), ("amount", "line"), ("amount", "line"), ("note", "line"),
        ("weight", "part"),
        ("weight", "part"), ("name", "part"), ("total", "guest"),
      ])
      guard let place = self.place(key, owner, among: instances) else { return .recalculate }
      let value: CellValue = key == "s" ? .boolean(isLucky(2)) : .integer(Int64.random(in: 0...4, using: &generator))
      return isLucky(6) ? .clear(place) : .set(place, key == "s" || key == "n" ? value : .text(value.plainText))
    case 10..<13:
      let owner = pick(Self.repeats)
      let beside = instances.filter { $0.key == owner }
      let around = owner == "part" ? instances.filter { $0.key == "line" } : []
      guard owner != "part" || !around.isEmpty else { return .recalculate }
      let place: CellReference = owner == "part" ? .instance("part", number: pick(around).instance) : .key(owner)
      return .add(place, before: isLucky(2) || beside.isEmpty ? nil : reference(pick(beside)))
    case 13, 14: return instances.isEmpty ? .recalculate : .remove(reference(pick(instances)))
    case 15:
      guard let moved = instances.isEmpty ? nil : pick(instances) else { return .recalculate }
      let beside = instances.filter { $0.key == moved.key }
      return .move(reference(moved), before: isLucky(3) ? nil : reference(pick(beside)))
    case 16, 17: return .undo(isLucky(3) ? .values : .everything)
    case 18: return .redo(.everything)
    default: return isLucky(4) ? .reset(nil) : .recalculate
    }
  }

  private mutating func place(_ key: String, _ owner: String?, among instances: [StateSubject]) -> CellReference? {
    guard let owner else { return .key(key) }
    let around = instances.filter { $0.key == owner }
    return around.isEmpty ? nil : .instance(key, number: pick(around).instance)
  }
}
