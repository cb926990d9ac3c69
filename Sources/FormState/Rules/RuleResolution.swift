/// Determines the inputs, the evaluation order and the faults of a form's rules.
struct RuleResolution {
  /// The rules in evaluation order; in a form with faults, those that could be ordered.
  private(set) var rules = FormRules()
  /// The faults, in the order of the form.
  private(set) var faults: [DefinitionFault] = []
  private let form: FormDefinition
  private let nestings: [CompactNesting]
  private let repeats: RepeatNesting
  /// Created when a rule first names a cell.
  private lazy var places = form.placesByKey
  /// The keys of the sections, and those to suggest, created when a rule first names something unknown.
  private lazy var sectionKeys = Set(form.sections.map(\.key))
  private lazy var cellsToSuggest = suggested(places.keys.sorted())
  private lazy var listsToSuggest = suggested(form.lists.map(\.name))
  private let suggestions: SuggestionBudget
  /// The columns of the lists apart from value and title.
  private var columns: [String: Set<String>] = [:]

  /// Resolves the rules of a form.
  ///
  /// - Parameters:
  ///   - form: the form; a duplicate key refers to the first of its cells.
  ///   - suggestions: the budget for suggestions.
  /// - Complexity: O(*n* + *r* · *d*) for *n* cells and *r* reads of cells *d* levels deep.
  init(_ form: FormDefinition, suggestions: SuggestionBudget = SuggestionBudget()) {
    self.form = form
    self.suggestions = suggestions
    guard form.hasRules else {
      nestings = []
      repeats = RepeatNesting()
      return
    }
    nestings = form.nestings
    repeats = RepeatNesting(of: form)
    columns = Dictionary(form.lists.map { ($0.name, Set($0.columns)) }) { first, _ in first }
    var found: [FormRules.Rule] = []
    for (section, definition) in form.sections.enumerated() {
      let place = RulePlace(section: section, position: nil)
      if let rule = definition.relevant { resolve(rule, number: 0, at: place, into: &found) }
      for (position, cell) in definition.cells.enumerated() where cell.hasRareProperties {
        resolve(cell, at: RulePlace(section: section, position: position), into: &found)
      }
    }
    var order = RuleOrder(found, nestings: nestings, repeats: repeats)
    order.run()
    rules = FormRules(ordered: order.ordered)
    for cycle in order.endlessCycles { add(cycle) }
    faults.sort { ($0.section ?? -1, $0.row ?? -1) < ($1.section ?? -1, $1.row ?? -1) }
  }

  private mutating func resolve(_ cell: FormCell, at place: RulePlace, into rules: inout [FormRules.Rule]) {
    let hasOptions = place.position.map { form.sections[place.section].hasOptionsDirectly(under: $0) } ?? false
    for (kind, problem) in RulePlacement(cell: cell, hasOptions: hasOptions).problems {
      addFault(kind, place, problem)
    }
    var numbers: [FormRule.Kind: Int] = [:]
    for rule in cell.rules {
      if rule.kind.isNumbered { numbers[rule.kind, default: 0] += 1 }
      resolve(rule, number: numbers[rule.kind] ?? 0, at: place, into: &rules)
    }
  }

  private mutating func resolve(
    _ rule: FormRule, number: Int, at place: RulePlace, into rules: inout [FormRules.Rule]
  ) {
    if let character = ForbiddenCharacter(firstIn: rule.source) { return addFault(rule, place, character.problem) }
    guard let expression = rule.expression else {
      if let problem = rule.problem { addFault(rule, place, "\(problem)") }
      return
    }
    var reads: Set<RuleRead> = []
    for reference in expression.references {
      guard let cell = resolve(reference.target, of: rule, expression, at: place) else { continue }
      checkSensitivity(of: cell, readBy: rule, reference.reach, at: place)
      // Within a condition “.” is the condition's cell, which the step before it names.
      if reference.target == .itself, reference.reach == .all { continue }
      reads.insert(RuleRead(cell, reference.reach))
    }
    if rule.kind == .choices { checkOfferedAnswers(of: expression, rule, at: place) }
    // A constraint is evaluated again whenever the answer changes.
    if rule.kind == .constraint || rule.kind == .choices, let cell = place.cell { reads.insert(RuleRead(cell, .same)) }
    if !repeats.isEmpty { reads.formUnion(readsAmongInstances(of: expression)) }
    if rule.kind == .set { reads = triggers(of: rule, at: place) }
    rules.append(FormRules.Rule(place: place, key: key(at: place), rule: rule, number: number, reads: reads))
  }

  /// Refuses a rule that copies a sensitive answer into a cell that is not sensitive.
  private mutating func checkSensitivity(
    of input: CellPlace, readBy rule: FormRule, _ reach: RuleReference.Reach, at place: RulePlace
  ) {
    guard rule.kind.copiesInputs, reach != .position, let owner = place.cell.flatMap(form.cell(at:)),
      !owner.isSensitive,
      let read = form.cell(at: input), read.isSensitive
    else { return }
    addFault(
      rule, place, "reads “\(read.key.shortened)”, which is sensitive; make “\(owner.key.shortened)” sensitive too")
  }

  /// Refuses choices from cells without answers.
  private mutating func checkOfferedAnswers(of expression: RuleExpression, _ rule: FormRule, at place: RulePlace) {
    guard let key = expression.keyOfOfferedAnswers, let source = places[key],
      let cell = form.sections.element(at: source.section)?.cells.element(at: source.position), !cell.kind.holdsValue
    else { return }
    let problem = "“\(key.shortened)” is of kind \(cell.kind.rawValue) and never has a value; name a question"
    addFault(rule, place, "column \(expression.column(ofKey: key) ?? 1): \(problem)")
  }

  /// The triggers of a set rule. The inputs of its expression do not trigger it.
  private mutating func triggers(of rule: FormRule, at place: RulePlace) -> Set<RuleRead> {
    var reads: Set<RuleRead> = []
    for key in rule.triggers {
      guard let trigger = places[key] else {
        addFault(rule, place, "its trigger is not a question: \(problem(withUnknown: key))")
        continue
      }
      if let cell = form.sections.element(at: trigger.section)?.cells.element(at: trigger.position),
        !cell.kind.holdsValue
      {
        addFault(
          rule, place,
          "its trigger “\(key.shortened)” is of kind \(cell.kind.rawValue) and never has a value; name a question"
        )
      }
      reads.insert(RuleRead(trigger, .same))
    }
    return reads
  }

  /// The inputs of an expression, apart from the instances themselves.
  private mutating func readsAmongInstances(of expression: RuleExpression) -> [RuleRead] {
    // A step with conditions reads all instances if there are several, and the rule's own if the two share it.
    let own = expression.keysReadFromOwnCell.compactMap { places[$0] }.map { RuleRead($0, .same) }
    guard expression.references.contains(where: { $0.target == .parent && $0.reach == .all }) else { return own }
    let above = expression.references.compactMap { reference -> RuleRead? in
      guard case .cell(let key) = reference.target, let cell = places[key],
        let parent = nestings[cell.section].parent(of: cell.position)
      else { return nil }
      return RuleRead(CellPlace(section: cell.section, position: parent), .all)
    }
    return own + above
  }

  private mutating func resolve(
    _ target: RuleReference.Target, of rule: FormRule, _ expression: RuleExpression, at place: RulePlace
  ) -> CellPlace? {
    switch target {
    case .itself:
      if place.cell == nil { addFault(rule, place, "“.” is invalid here, since a section holds no value; name a cell") }
      return place.cell
    case .parent:
      guard let position = place.position, let parent = nestings[place.section].parent(of: position)
      else { return nil }
      return CellPlace(section: place.section, position: parent)
    case .cell(let key):
      if let cell = places[key] { return cell }
      addFault(rule, place, "column \(expression.column(ofKey: key) ?? 1): \(problem(withUnknown: key))")
      return nil
    case .list(let name):
      if let problem = problem(withList: name, in: expression) { addFault(rule, place, problem) }
      return nil
    }
  }

  private func suggested(_ keys: [String]) -> NearestKeys { NearestKeys(keys, within: suggestions) }

  /// The problem with an expression's use of a list; `nil` for none.
  private mutating func problem(withList name: String, in expression: RuleExpression) -> String? {
    guard let known = columns[name] else {
      return "there is no list “\(name.shortened)”"
        + listsToSuggest.nearest(to: name).asSuggestion
    }
    let asked = expression.root.columns(ofList: name)
    guard let unknown = asked.first(where: { OptionColumn($0, isColumn: known.contains) == nil }) else { return nil }
    let all = ["value", "title"] + known.sorted().prefix(Self.listedColumns)
    let names = all.dropLast().map(\.shortened).joined(separator: ", ")
    return "the list “\(name.shortened)” has no column “\(unknown.shortened)”; its columns are \(names)"
      + (all.last.map { " and \($0.shortened)" } ?? "")
  }

  /// Maximum number of listed columns apart from value and title.
  private static let listedColumns = 8

  private mutating func problem(withUnknown key: String) -> String {
    if sectionKeys.contains(key) {
      return "“\(key.shortened)” is a section, which holds no value; name a cell"
    }
    return "there is no cell “\(key.shortened)”" + cellsToSuggest.nearest(to: key).asSuggestion
  }

  private mutating func addFault(_ rule: FormRule, _ place: RulePlace, _ problem: String) {
    addFault(rule.kind, place, problem)
  }

  private mutating func addFault(_ kind: FormRule.Kind, _ place: RulePlace, _ problem: String) {
    faults.append(
      DefinitionFault(
        section: place.section, row: place.position, key: key(at: place), property: kind.rawValue, problem: problem))
  }

  private func key(at place: RulePlace) -> String {
    guard let section = form.sections.element(at: place.section) else { return "" }
    guard let position = place.position else { return section.key }
    return section.cells.element(at: position)?.key ?? ""
  }

  // MARK: - Cycles

  /// Maximum number of listed steps of a cycle.
  private static let listedSteps = 8

  private mutating func add(_ cycle: [RuleOrder.Dependency]) {
    guard let first = cycle.min(by: { $0.rule.place < $1.rule.place }) else { return }
    let start = cycle.firstIndex { $0.rule.place == first.rule.place } ?? 0
    let steps = (cycle[start...] + cycle[..<start]).map { step in
      let (read, owner) = (
        key(at: RulePlace(section: step.input.section, position: step.input.position)), key(at: step.on)
      )
      return step.rule.rule.kind.dependence(of: key(at: step.rule.place).shortened) + " “\(read.shortened)”"
        + (read == owner ? "" : " in “\(owner.shortened)”")
    }
    let listed = steps.prefix(Self.listedSteps).joined(separator: ", ") + (steps.count > Self.listedSteps ? ", …" : "")
    addFault(first.rule.rule, first.rule.place, "the rules are circular: \(listed)")
  }
}

extension FormRule.Kind {
  /// The beginning of a sentence on the dependencies of a rule of the kind.
  fileprivate func dependence(of key: String) -> String {
    switch self {
    case .relevant: "whether “\(key)” is relevant follows from"
    case .required: "whether “\(key)” is required follows from"
    case .readOnly: "whether “\(key)” is read-only follows from"
    case .constraint: "a constraint of “\(key)” follows from"
    case .calculate: "“\(key)” is calculated from"
    case .default: "the initial value of “\(key)” follows from"
    case .title: "the title of “\(key)” follows from"
    case .count: "the number of instances of “\(key)” follows from"
    case .choices: "the choices of “\(key)” follow from"
    case .set: "“\(key)” is set from"
    }
  }
}

extension RuleExpression.Node {
  /// The columns of a list that the part looks up, or uses in conditions on it.
  ///
  /// - Parameter surrounding: the list whose items the condition is about.
  fileprivate func columns(ofList name: String, within surrounding: String? = nil) -> [String] {
    switch self {
    case .column(let column): surrounding == name ? [column] : []
    case .lookup(let lookup):
      (lookup.list == name ? [lookup.column].compactMap { $0 } : [])
        + lookup.conditions.flatMap { $0.columns(ofList: name, within: lookup.list) }
    default: children.flatMap { $0.columns(ofList: name, within: surrounding) }
    }
  }
}
