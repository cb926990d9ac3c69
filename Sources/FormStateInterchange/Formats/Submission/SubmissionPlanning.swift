import FormState

/// Determines what leads a response to what a submission says.
///
/// It goes down the nodes several times: what is asked, how many instances count and what is calculated follows from
/// answers that may stand further down. Each time it does what can be done, and what is left after the last time are
/// the misfits.
struct SubmissionPlanning {
  /// What is looked at in one go down the nodes.
  private enum Pass: Int, CaseIterable {
    /// What a person has entered, and the instances that are missing.
    case answers
    /// Instances that are too many, now that it is known how many are asked.
    case surplus
    /// What rules give, which may have come from a clock that has gone on.
    case derived
    /// What is still otherwise.
    case misfits
  }

  /// What is to be done about a node, in the instance in which it stands.
  private struct Standing {
    let instance: Int
    /// How cells in it are addressed: `person[2]/`.
    let prefix: String

    static let outside = Standing(instance: 0, prefix: "")

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

  /// How often what follows from answers is followed, as the rules of a form may lead from one to another.
  private static let mostRounds = 40

  init(_ submission: Submission, _ contents: ResponseContents, of form: FormDefinition) throws {
    self.submission = submission
    key = contents.key
    var layout = try SubmissionLayout(form)
    // What goes out has this node, so it is known when that comes in again.
    layout.addInstanceID()
    self.layout = layout
    planned = try PlannedActions(contents, FormIndex(form))
  }

  private var form: FormDefinition { planned.form }
  private var index: FormIndex { planned.index }
  private var reader: FormReader { planned.reader }

  mutating func run() throws -> SubmissionPlan {
    var rounds = 0
    // What rules give may ask more, or less, than was asked before.
    for pass in [Pass.answers, .surplus, .derived, .answers, .surplus, .derived] {
      self.pass = pass
      repeat {
        hasActed = false
        notAsked = form.subjectsNotAsked(in: reader.state)
        try match(0, submission.root, Standing.outside)
        rounds += 1
      } while hasActed && rounds < Self.mostRounds
    }
    pass = .misfits
    notAsked = form.subjectsNotAsked(in: reader.state)
    try match(0, submission.root, Standing.outside)
    return SubmissionPlan(
      actions: planned.actions, decisions: planned.decisions, misfits: misfits.first, misfitCount: misfits.count,
      keepsInstanceID: keepsInstanceID)
  }

  // MARK: - Nodes

  // Nodes nest no deeper than the reader of documents lets them.
  private mutating func match(_ number: Int, _ element: XMLTree.Element, _ standing: Standing) throws {
    let node = layout.skeleton.nodes[number]
    let elements = elements(in: element, of: node)
    if pass == .misfits { tellOfUnknown(in: element, number) }
    for child in node.children {
      let found = elements[layout.skeleton.nodes[child].localName] ?? []
      switch layout.roles[child] {
      case .repeat(let cell): try match(child, instances: found, of: cell, standing)
      case .answer(let cell) where child == layout.instanceID: try keepInstanceID(in: cell)
      case .answer(let cell):
        guard cell.kind.holdsValue, let first = found.first else { continue }
        try match(first, with: cell, standing)
        tell(of: found.dropFirst(), "\(cell.key.shortened) is already answered")
      case .fixed, .section, .group:
        if let first = found.first { try match(child, first, standing) }
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
    _ number: Int, instances elements: [XMLTree.Element], of cell: FormCell, _ standing: Standing
  ) throws {
    guard let place = index.place(ofCell: cell.key)?.within(standing.instance) else { return }
    var instances = reader.instances(of: place).map(\.number)
    while pass != .misfits, instances.count < elements.count, try act(.add(standing.address(cell.key))) {
      instances = reader.instances(of: place).map(\.number)
    }
    let isAsked = !notAsked.contains(StateSubject(cell.key, instance: standing.instance))
    while pass == .surplus, isAsked, instances.count > elements.count,
      try act(.remove(.key("\(standing.prefix)\(cell.key)[\(instances.count)]")))
    {
      instances = reader.instances(of: place).map(\.number)
    }
    for (position, pair) in zip(elements, instances).enumerated() {
      try match(
        number, pair.0,
        Standing(instance: pair.1, prefix: "\(standing.prefix)\(cell.key)[\(position + 1)]/"))
    }
    guard pass == .misfits else { return }
    for element in elements.dropFirst(instances.count) {
      let refusal = try refusal(of: .add(standing.address(cell.key)))
      add(element, refusal ?? "there is no room for another \(cell.key.shortened)")
    }
  }

  // MARK: - Answers

  private mutating func match(_ element: XMLTree.Element, with cell: FormCell, _ standing: Standing) throws {
    let held = reader.state.value(of: cell, in: standing.instance, index.fresh)
    let said = SubmissionValue.value(element.text, of: cell)
    if held == nil && said == nil || SubmissionValue.isSpelled(held, as: element.text, in: cell) {
      return tellWhereNotAsked(element, cell, said, standing)
    }
    let isDerived = cell.rules.contains { $0.kind.givesValue || $0.kind == .set }
    guard pass == .answers && !isDerived || pass == .derived && isDerived || pass == .misfits else { return }
    let address = standing.address(cell.key)
    let action = said.map { FormAction.set(address, $0) } ?? .clear(address)
    let isCalculated = isCalculated(cell)
    guard pass == .misfits else {
      if !isCalculated { _ = try act(action) }
      return
    }
    let calculated = "\(cell.key.shortened) is calculated, and its value differs here"
    guard let problem = try isCalculated ? calculated : refusal(of: action) else {
      return tellWhereNotAsked(element, cell, said, standing)
    }
    add(element, problem, action: held == nil ? "it is omitted" : "the current answer stays")
  }

  /// What names the submission is entered only where the response does not go out under it anyway.
  private mutating func keepInstanceID(in cell: FormCell) throws {
    guard pass == .answers, !keepsInstanceID, let name = submission.instanceID else { return }
    _ = try act(.set(.key(cell.key), .text(name)))
  }

  /// Whether the response goes out under the name of the submission, as far as that has one.
  private var keepsInstanceID: Bool {
    submission.instanceID.map { $0 == layout.givenInstanceID(of: key, in: reader.state) } ?? true
  }

  /// Whether nothing but the rule says what a cell holds, as XForms mean it; what the clock or chance gave is taken as
  /// it was.
  private func isCalculated(_ cell: FormCell) -> Bool {
    guard layout.isFromXForm, let rule = cell.rule(.calculate) else { return false }
    return rule.expression?.isVolatile != true
  }

  private mutating func tellWhereNotAsked(
    _ element: XMLTree.Element, _ cell: FormCell, _ said: CellValue?, _ standing: Standing
  ) {
    guard pass == .misfits, said != nil, !cell.isHidden,
      notAsked.contains(StateSubject(cell.key, instance: standing.instance))
    else { return }
    add(element, "\(cell.key.shortened) is irrelevant by its rule", action: "it is kept, and counts as blank")
  }

  // MARK: - Acting

  /// Does an action; `false` where it is refused or nothing comes of it.
  private mutating func act(_ action: FormAction) throws -> Bool {
    let isDone = try planned.act(action)
    if isDone { hasActed = true }
    return isDone
  }

  /// Why an action is refused; `nil` where it would be done.
  private func refusal(of action: FormAction) throws -> String? { try planned.refusal(of: action)?.description }
}

extension XMLTree.Element {
  /// The names of the elements from the root to this one.
  fileprivate var path: String {
    let names = sequence(first: self) { $0.parent }.map(\.name.local)
    return "/" + names.reversed().joined(separator: "/")
  }
}
