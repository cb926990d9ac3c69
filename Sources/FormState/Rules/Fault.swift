/// The faults of an answer: a required one that is not there, a choice that is not offered, a constraint that does
/// not hold, or what somebody outside of the form has reported.
///
/// A fault keeps nobody from entering what they like; a response with faults that are errors cannot be completed. What
/// is not relevant has none; what is folded or collapsed has.
public struct Fault: Hashable, Sendable {
  /// What is wrong.
  @nonexhaustive
  public enum Kind: String, CaseIterable, Hashable, Sendable, Codable {
    /// The cell has to hold something, and does not.
    case required
    /// Something is chosen that is not among the choices.
    case notOffered
    /// A constraint does not hold of what the cell holds.
    case constraint
    /// What was answered in an earlier version of the form is nothing that the cell accepts now, so it stands there as
    /// a draft.
    case refused
    /// What is calculated is nothing that the cell can hold.
    case calculate
    /// The repeat has fewer instances that count than it must have.
    case tooFew
    /// The repeat has more instances that count than it may have.
    case tooMany
    /// Somebody outside of the form reported it, such as a server that refuses the answer; see
    /// ``FormAction/reportFault(_:on:from:)``.
    case reported
  }

  /// The key of the cell; `nil` for a fault that was reported on the response as a whole.
  public let cell: String?
  /// The number of the instance of a repeat that the cell is in; 0 outside of repeats.
  public let instance: Int
  /// What is wrong.
  public let kind: Kind
  /// Of a constraint and of what was reported, its number among those of the cell, from 1; otherwise 0.
  public let number: Int
  /// What a person is told: the words of the form's author, or the library's own.
  public let message: String
  /// How much it matters.
  public let severity: FormRule.Severity
  /// Who reported it; `nil` where nobody was named, and for every other fault.
  public let reporter: String?

  /// What messages call the cell: its key, and the number of the instance that it is in; `nil` for a fault of no
  /// cell.
  public var address: String? { cell.map { instance == 0 ? $0 : "\($0):\(instance)" } }

  /// That a cell has to hold something.
  init(required cell: FormCell, in instance: Int) {
    self.init(
      cell, in: instance, .required, message: cell.rule(.required)?.message ?? "An answer is needed.")
  }

  /// That something is chosen that is not among the choices of a question.
  init(notOfferedBy cell: FormCell, in instance: Int) {
    self.init(cell, in: instance, .notOffered, message: "What is chosen is not among the choices.")
  }

  /// That a constraint of a cell does not hold.
  init(constraint number: Int, _ rule: FormRule, of cell: FormCell, in instance: Int) {
    self.init(
      cell, in: instance, .constraint, number: number,
      message: rule.message ?? "The answer has to fulfil \(rule.source).", rule.severity)
  }

  /// That what is calculated is nothing that a cell can hold.
  init(calculationOf cell: FormCell, in instance: Int) {
    // Nobody who fills the form in can repair that, so it keeps nobody from completing.
    self.init(
      cell, in: instance, .calculate,
      message: "What is calculated is no \(cell.kind.rawValue) that can stand here, so nothing does.", .warning)
  }

  /// That an answer to an earlier version of the form is not accepted any more.
  init(refusedBy cell: FormCell, in instance: Int) {
    self.init(
      cell, in: instance, .refused,
      message: "An earlier version of the form accepted this answer; this version does not.")
  }

  /// That a repeat has too few instances.
  init(fewerThan minimum: Int, of cell: FormCell, in instance: Int) {
    self.init(cell, in: instance, .tooFew, message: "At least \(minimum) \(minimum == 1 ? "is" : "are") needed.")
  }

  /// That a repeat has too many instances.
  init(moreThan maximum: Int, of cell: FormCell, in instance: Int) {
    self.init(cell, in: instance, .tooMany, message: "At most \(maximum) \(maximum == 1 ? "is" : "are") possible.")
  }

  /// That somebody reported something on a cell, or with `nil` on the whole response.
  init(reported fault: ReportedFault, number: Int, on cell: FormCell?, in instance: Int = 0) {
    self.init(cell, in: instance, .reported, number: number, message: fault.message, from: fault.reporter)
  }

  private init(
    _ cell: FormCell?, in instance: Int, _ kind: Kind, number: Int = 0, message: String,
    _ severity: FormRule.Severity = .error, from reporter: String? = nil
  ) {
    self.cell = cell?.key
    self.instance = instance
    self.kind = kind
    self.number = number
    self.message = message
    self.severity = severity
    self.reporter = reporter
  }
}

extension FormCell {
  /// The faults of the cell by its rules, should it be relevant.
  ///
  /// - Parameters:
  ///   - isRequired: whether it has to hold something.
  ///   - value: what it holds.
  ///   - failed: which of its rules do not hold, see ``FailedRules``.
  ///   - instance: the instance of a repeat that it is in; 0 outside of repeats.
  package func faultsByRules(
    isRequired: Bool, value: CellValue?, failed: FieldContent?, in instance: Int = 0
  ) -> [Fault] {
    var faults: [Fault] = []
    if isRequired, value.map({ RuleScalar($0).isBlank }) ?? true {
      faults.append(Fault(required: self, in: instance))
    }
    guard let text = failed?.text, !text.isEmpty else { return faults }
    let failed = FailedRules(text: text)
    if failed.isNotOffered { faults.append(Fault(notOfferedBy: self, in: instance)) }
    let constraints = rules.filter { $0.kind == .constraint }
    for (number, rule) in zip(1..., constraints) where failed.constraints.contains(number) {
      faults.append(Fault(constraint: number, rule, of: self, in: instance))
    }
    if failed.hasRefusedCalculation { faults.append(Fault(calculationOf: self, in: instance)) }
    return faults
  }

  /// The faults that no rule has to find, should the cell be relevant: an answer that an upgrade could not keep, and
  /// what others reported.
  package func faultsWithoutRules(in state: CellState?, instance: Int = 0) -> [Fault] {
    guard let state, state.hasFaultsWithoutRules else { return [] }
    return (state.isRefused ? [Fault(refusedBy: self, in: instance)] : [])
      + zip(1..., state.reportedFaults).map { Fault(reported: $1, number: $0, on: self, in: instance) }
  }

  /// The faults of the cell as a repeat, should it be relevant.
  ///
  /// - Parameters:
  ///   - count: how many of its instances count.
  ///   - instance: the instance of a repeat that it is in itself; 0 outside of repeats.
  package func faults(ofInstances count: Int, in instance: Int = 0) -> [Fault] {
    guard kind == .repeat, let counts else { return [] }
    if count < counts.minimum { return [Fault(fewerThan: counts.minimum, of: self, in: instance)] }
    if let maximum = counts.maximum, count > maximum { return [Fault(moreThan: maximum, of: self, in: instance)] }
    return []
  }
}

extension CellSnapshot {
  /// The faults of the cell, should it be relevant.
  package var faults: [Fault] {
    let others = cell.faultsWithoutRules(in: state, instance: instance)
    guard cell.hasRareProperties, !cell.rules.isEmpty else { return others }
    return cell.faultsByRules(
      isRequired: derived(.requirement)?.flag ?? false, value: value, failed: derived(.faults), in: instance) + others
  }
}

extension FormDefinition {
  /// The faults of the answers in a state: what was reported on the response as a whole, then what is wrong with
  /// its cells in the order of the form, and with each repeat in that of its instances.
  ///
  /// - Complexity: O(*k* log *k*) for *k* cells that were touched, or of which rules say something in a fresh response,
  ///   instances and repeats; O(*n*) for *n* cells besides where these are in memory.
  public func faults(in state: ResponseState) -> [Fault] {
    let candidates = FaultCandidates(of: self, in: state)
    let nesting = sections.map(CompactNesting.init(of:))
    return state.faultsOfResponse
      + candidates.places.lazy.filter { isAsked($0, in: state, nesting) }
      .flatMap { candidates.faults(at: $0, of: self, in: state) }
  }

  /// Whether a cell and all that it is in are relevant. O(d) for d cells that it is in.
  ///
  /// - Parameter nesting: which cells of each section stand in which.
  func isAsked(_ place: CellPlace, in state: ResponseState, _ nesting: [CompactNesting]) -> Bool {
    let fresh = fresh
    guard let section = sections.element(at: place.section), state.isRelevant(section, fresh),
      let nesting = nesting.element(at: place.section)
    else { return false }
    var place = place
    while let cell = section.cells.element(at: place.position), state.isRelevant(cell, in: place.instance, fresh) {
      guard let position = nesting.parent(of: place.position), let parent = section.cells.element(at: position) else {
        return place.instance == 0
      }
      var instance = place.instance
      if parent.kind == .repeat {
        guard let instanceContents = state.instances[StateSubject(parent.key, instance: instance)],
          state.isRelevant(parent, in: instance, fresh)
        else { return false }
        instance = instanceContents.parent
      }
      place = CellPlace(section: place.section, position: position, instance: instance)
    }
    return false
  }

  /// The faults of the answer of a cell in a state, should it be relevant.
  ///
  /// - Parameter instance: the instance of a repeat that it is in; 0 outside of repeats.
  package func faults(of cell: FormCell, in state: ResponseState, instance: Int = 0) -> [Fault] {
    let others = cell.faultsWithoutRules(
      in: state.cells[StateSubject(cell.key, instance: instance)], instance: instance)
    guard cell.hasRareProperties, !cell.rules.isEmpty else { return others }
    return cell.faultsByRules(
      isRequired: state.derived(.requirement, of: cell, in: instance, fresh)?.flag ?? false,
      value: state.value(of: cell, in: self, instance: instance),
      failed: state.derived(.faults, of: cell, in: instance, fresh), in: instance) + others
  }
}

extension ReportedFaults {
  /// The faults, reported on the response as a whole.
  package var onResponse: [Fault] { zip(1..., faults).map { Fault(reported: $1, number: $0, on: nil) } }
}

extension ResponseState {
  /// What others reported on the response as a whole.
  var faultsOfResponse: [Fault] { ReportedFaults(self[.responseFaults, of: .response]).onResponse }
}

extension CellState {
  /// Whether there is a fault that no rule has to find.
  var hasFaultsWithoutRules: Bool { self[.reportedFaults] != nil || isRefused }
}
