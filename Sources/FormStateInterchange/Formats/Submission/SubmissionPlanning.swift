import FormState

/// Plans how to make a response match a submission.
///
/// It traverses the nodes several times: relevance, the number of instances and calculations follow from answers that
/// may be further down. Each pass does what is possible, and what is left after the last one are the misfits.
struct SubmissionPlanning {
  /// The passes over the nodes.
  private enum Pass: Int, CaseIterable {
    /// Entered values, and the missing instances.
    case answers
    /// Excess instances, after the required number is known.
    case surplus
    /// Calculated values, which may come from a clock that has advanced.
    case derived
    /// The remaining differences.
    case misfits
  }

  /// Handles a node, in its instance.
  private struct InstanceContext {
    let instance: Int
    /// How cells in it are addressed: `person[2]/`.
    let prefix: String

    static let outside = InstanceContext(instance: 0, prefix: "")

    func address(_ key: String) -> CellReference { .key(prefix + key) }
  }

  private let submission: Submission
  private let key: ResponseKey
  private let layout: SubmissionLayout
  private var planned: PlannedActions
  private var pass = Pass.answers
  private var misfits = MisfitList()
  private var hasActed = false
  private var notAsked: Set<StateSubject> = []

  /// How often a pass follows the consequences of answers, as the rules of a form may lead from one to another.
  private static let mostRounds = 40

  init(_ submission: Submission, _ contents: ResponseContents, of form: FormDefinition) throws {
    self.submission = submission
    key = contents.key
    var layout = try SubmissionLayout(form)
    // Exports have this node, so an import recognizes it.
    layout.addInstanceID()
    self.layout = layout
    planned = try PlannedActions(contents, FormIndex(form))
  }

  private var form: FormDefinition { planned.form }
  private var index: FormIndex { planned.index }
  private var reader: FormReader { planned.reader }

  mutating func run() throws -> SubmissionPlan {
    // Calculated values may make more or fewer cells relevant than before.
    for pass in [Pass.answers, .surplus, .derived, .answers, .surplus, .derived] {
      self.pass = pass
      for _ in 1...Self.mostRounds {
        hasActed = false
        notAsked = form.subjectsNotAsked(in: reader.state)
        try match(0, submission.root, InstanceContext.outside)
        guard hasActed else { break }
      }
    }
    pass = .misfits
    notAsked = form.subjectsNotAsked(in: reader.state)
    try match(0, submission.root, InstanceContext.outside)
    return SubmissionPlan(
      actions: planned.actions, decisions: planned.decisions, misfits: misfits.first, misfitCount: misfits.count,
      keepsInstanceID: keepsInstanceID)
  }

  // MARK: - Nodes

  // Nodes nest no deeper than the reader of documents lets them.
  private mutating func match(_ number: Int, _ element: XMLTree.Element, _ context: InstanceContext) throws {
    let node = layout.skeleton.nodes[number]
    let elements = elements(in: element, of: node)
    if pass == .misfits { tellOfUnknown(in: element, number) }
    try matchAttributes(of: element, number, context)
    for child in node.children {
      let found = elements[layout.skeleton.nodes[child].localName] ?? []
      switch layout.roles[child] {
      case .repeat(let cell): try match(child, instances: found, of: cell, context)
      case .answer(let cell) where child == layout.instanceID: try keepInstanceID(in: cell)
      case .answer(let cell):
        guard cell.kind.holdsValue, let first = found.first else { continue }
        try match(first.text, at: first, with: cell, context)
        try matchAttributes(of: first, child, context)
        tell(of: found.dropFirst(), "\(cell.key.shortened) is already answered")
      case .fixed, .section, .group:
        if let first = found.first { try match(child, first, context) }
      }
    }
  }

  /// The elements in an element that a node has a place for, by their names.
  private func elements(in element: XMLTree.Element, of node: XFormSkeleton.Node) -> [String: [XMLTree.Element]] {
    let names = Set(node.children.map { layout.skeleton.nodes[$0].localName })
    var elements: [String: [XMLTree.Element]] = [:]
    for inner in element.lazyElements where names.contains(inner.name.local) && !inner.isTemplate {
      elements[inner.name.local, default: []].append(inner)
    }
    return elements
  }

  private mutating func tellOfUnknown(in element: XMLTree.Element, _ number: Int) {
    for inner in element.lazyElements where layout.skeleton.child(inner.name.local, of: number) == nil {
      add(inner, "the form has no node \(inner.writtenName.shortened) here")
    }
  }

  private mutating func tell(of elements: ArraySlice<XMLTree.Element>, _ problem: String) {
    guard pass == .misfits else { return }
    for element in elements { add(element, problem) }
  }

  private mutating func add(
    _ element: XMLTree.Element, _ problem: @autoclosure () -> String, action: String = "it is omitted"
  ) {
    misfits.add(
      at: element.index,
      Diagnostic(key: "line \(element.line), \(element.path)", problem: problem(), action: action))
  }

  // MARK: - Instances

  private mutating func match(
    _ number: Int, instances elements: [XMLTree.Element], of cell: FormCell, _ context: InstanceContext
  ) throws {
    guard let place = index.place(ofCell: cell.key)?.within(context.instance) else { return }
    var instances = reader.instances(of: place).map(\.number)
    while pass != .misfits, instances.count < elements.count, try act(.add(context.address(cell.key))) {
      instances = reader.instances(of: place).map(\.number)
    }
    let isAsked = !notAsked.contains(StateSubject(cell.key, instance: context.instance))
    while pass == .surplus, isAsked, instances.count > elements.count,
      try act(.remove(.key("\(context.prefix)\(cell.key)[\(instances.count)]")))
    {
      instances = reader.instances(of: place).map(\.number)
    }
    for (position, pair) in zip(elements, instances).enumerated() {
      try match(
        number, pair.0,
        InstanceContext(instance: pair.1, prefix: "\(context.prefix)\(cell.key)[\(position + 1)]/"))
    }
    guard pass == .misfits else { return }
    for element in elements.dropFirst(instances.count) {
      let refusal = try refusal(of: .add(context.address(cell.key)))
      add(element, refusal ?? "there is no room for another \(cell.key.shortened)")
    }
  }

  // MARK: - Answers

  /// Matches those attributes of an element that are nodes.
  private mutating func matchAttributes(
    of element: XMLTree.Element, _ number: Int, _ context: InstanceContext
  ) throws {
    for attribute in layout.skeleton.nodes[number].attributeNodes {
      let name = layout.skeleton.nodes[attribute].localName.dropFirst()
      guard case .answer(let cell) = layout.roles[attribute], cell.kind.holdsValue,
        let text = element.text(ofAttribute: String(name))
      else { continue }
      try match(text, at: element, with: cell, context)
    }
  }

  private mutating func match(
    _ text: String, at element: XMLTree.Element, with cell: FormCell, _ context: InstanceContext
  ) throws {
    let held = reader.state.content(of: cell, in: context.instance, index.fresh)
    let said = SubmissionValue.value(text, of: cell)
    let isHeld = held?.value == nil && said == nil || SubmissionValue.isSpelled(held, as: text, in: cell)
    // What the submission says is an answer, also if the response has the same value without one.
    let isAnswer =
      said != nil && cell.rule(.calculate) == nil && reader.state.state(of: cell, in: context.instance).entry == nil
    if isHeld, pass == .misfits || !isAnswer { return tellWhereNotAsked(element, cell, said, context) }
    let isDerived = cell.rules.contains { $0.kind.givesValue || $0.kind == .set }
    guard pass == .answers && !isDerived || pass == .derived && isDerived || pass == .misfits else { return }
    let address = context.address(cell.key)
    let action = said.map { FormAction.set(address, $0) } ?? .clear(address)
    let isCalculated = isCalculated(cell)
    guard pass == .misfits else {
      if !isCalculated { _ = try act(action) }
      return
    }
    let calculated = "\(cell.key.shortened) is calculated, and its value differs here"
    guard let problem = try isCalculated ? calculated : planned.obstacle(to: action)?.description else {
      return tellWhereNotAsked(element, cell, said, context)
    }
    add(element, problem, action: held?.value == nil ? "it is omitted" : "the current answer stays")
  }

  /// The submission's name is entered only if the response would not be exported under it anyway.
  private mutating func keepInstanceID(in cell: FormCell) throws {
    guard pass == .answers, !keepsInstanceID, let name = submission.instanceID else { return }
    _ = try act(.set(.key(cell.key), .text(name)))
  }

  /// Whether the response is exported under the submission's name, if it has one.
  private var keepsInstanceID: Bool {
    submission.instanceID.map { $0 == layout.givenInstanceID(of: key, in: reader.state) } ?? true
  }

  /// Whether only the rule determines a cell's value, as in XForms; time-based and random values are accepted, and what
  /// `once` has kept.
  private func isCalculated(_ cell: FormCell) -> Bool {
    guard layout.isFromXForm, let rule = cell.rule(.calculate) else { return false }
    return rule.expression.map { !$0.isVolatile && !$0.keepsFirstValue } ?? true
  }

  private mutating func tellWhereNotAsked(
    _ element: XMLTree.Element, _ cell: FormCell, _ said: CellValue?, _ context: InstanceContext
  ) {
    guard pass == .misfits, said != nil, !cell.isHidden,
      notAsked.contains(StateSubject(cell.key, instance: context.instance))
    else { return }
    add(element, "\(cell.key.shortened) is irrelevant by its rule", action: "it is kept, and counts as blank")
  }

  // MARK: - Acting

  /// Applies an action; `false` if it is refused or has no effect.
  private mutating func act(_ action: FormAction) throws -> Bool {
    let isDone = try planned.act(action)
    if isDone { hasActed = true }
    return isDone
  }

  /// Why an action is refused; `nil` if it is accepted.
  private func refusal(of action: FormAction) throws -> String? { try planned.refusal(of: action)?.description }
}

extension XMLTree.Element {
  /// The names of the elements from the root to this one.
  fileprivate var path: String {
    let names = sequence(first: self) { $0.parent }.map(\.name.local)
    return "/" + names.reversed().joined(separator: "/")
  }
}
