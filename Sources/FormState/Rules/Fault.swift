/// A fault of an answer: a required answer is missing, input is not an answer yet, a choice is not offered, a
/// constraint is violated, or somebody outside of the form has reported one.
///
/// A fault never prevents an entry; a response with faults that are errors cannot be completed. Cells that are not
/// relevant have no faults; folded or collapsed ones do.
public struct Fault: Hashable, Sendable {
  /// The kind of a fault.
  @nonexhaustive
  public enum Kind: String, CaseIterable, Hashable, Sendable, Codable {
    /// The cell needs a value, and has none.
    case required
    /// What is chosen is not among the choices.
    case notOffered
    /// The value violates a constraint.
    case constraint
    /// The cell no longer accepts the answer from an earlier version of the form, which is shown as a draft.
    case refused
    /// The cell has a draft: input that was not entered, or that the cell does not accept. A cell that is read-only has
    /// no such fault, since nobody can enter it.
    case draft
    /// The calculated value is not a valid value of the cell.
    case calculate
    /// The repeat has fewer counting instances than its minimum.
    case tooFew
    /// The repeat has more counting instances than its maximum.
    case tooMany
    /// Persons gave different answers at the same time; the next answer settles the question. Of an instance, one
    /// removed it while another answered in it.
    case question
    /// Somebody outside of the form reported it, such as a server that refuses the answer; see
    /// ``FormAction/reportFault(_:on:from:)``.
    case reported
  }

  /// The key of the cell; `nil` for a fault that was reported on the response as a whole.
  public let cell: String?
  /// The number of the cell's instance of a repeat; 0 outside of repeats.
  package let instance: Int
  /// The kind of the fault.
  public let kind: Kind
  /// Of a constraint and of a reported fault, its number among those of the cell, from 1; 0 for any other.
  package let number: Int
  /// The message for a person: the author's, or the library's default.
  public var message: String { said ?? wording?.english ?? "" }
  /// The severity.
  public let severity: FormRule.Severity
  /// The reporter; `nil` if unnamed, and for every other fault.
  public let reporter: String?
  /// The library's default message; `nil` where the author or a reporter has said something.
  private let wording: Wording?
  /// The message of others, or the default one in the language of a session.
  private var said: String?

  /// What people call the cell: its key, with the shortest spelling of its instance; `nil` for a fault of no cell.
  public fileprivate(set) var address: String?

  /// Creates a fault, for previews and unit tests of what shows it.
  ///
  /// - Parameters:
  ///   - kind: the kind.
  ///   - cell: the key of the cell; `nil` for a fault of the response as a whole.
  ///   - instance: the number of the cell's instance of a repeat; 0 outside of repeats.
  ///   - message: the message for a person.
  ///   - severity: the severity.
  ///   - number: of a constraint and of a reported fault, its number among those of the cell, from 1.
  ///   - reporter: the reporter; `nil` if unnamed.
  public init(
    _ kind: Kind, of cell: String?, in instance: Int = 0, message: String, severity: FormRule.Severity = .error,
    number: Int = 0, reporter: String? = nil
  ) {
    self.cell = cell
    self.instance = instance
    address = cell.map { InstanceNames().address(of: $0, in: instance) }
    self.kind = kind
    self.number = number
    wording = nil
    said = message
    self.severity = severity
    self.reporter = reporter
  }

  /// A missing required value.
  init(required cell: FormCell, in instance: Int) {
    self.init(
      cell, in: instance, .required, Wording(.answerNeeded), message: cell.rule(.required)?.message)
  }

  /// A chosen value that is not among the choices of a question.
  init(notOfferedBy cell: FormCell, in instance: Int) {
    self.init(cell, in: instance, .notOffered, Wording(.notOffered))
  }

  /// A violated constraint of a cell.
  init(constraint number: Int, _ rule: FormRule, of cell: FormCell, in instance: Int) {
    self.init(
      cell, in: instance, .constraint, Wording(.hasToFulfil, .rule(rule.source)), number: number, message: rule.message,
      rule.severity)
  }

  /// A calculated value that is not a valid value of a cell.
  init(calculationOf cell: FormCell, in instance: Int) {
    // A person filling in the form cannot fix that, so it does not prevent completion.
    self.init(
      cell, in: instance, .calculate, Wording(.calculatedUnfit, .text(cell.kind.rawValue)), .warning)
  }

  /// An answer to an earlier version of the form that is no longer accepted.
  init(refusedBy cell: FormCell, in instance: Int) {
    self.init(
      cell, in: instance, .refused, Wording(.refusedByVersion))
  }

  /// Input that is not an answer yet.
  init(draftIn cell: FormCell, in instance: Int) {
    self.init(
      cell, in: instance, .draft, Wording(.draftLeft))
  }

  /// Different answers that persons gave at the same time; of a repeat, that one removed the instance and another
  /// answered in it.
  init(askedOf cell: FormCell, in instance: Int) {
    self.init(
      cell, in: instance, .question, Wording(cell.kind == .repeat ? .removedButAnswered : .differentAnswers))
  }

  /// Too few instances of a repeat.
  init(fewerThan minimum: Int, of cell: FormCell, in instance: Int) {
    self.init(cell, in: instance, .tooFew, Wording(.atLeast, .count(minimum)))
  }

  /// Too many instances of a repeat.
  init(moreThan maximum: Int, of cell: FormCell, in instance: Int) {
    self.init(cell, in: instance, .tooMany, Wording(.atMost, .count(maximum)))
  }

  /// A fault reported on a cell, or for `nil` on the whole response.
  init(reported fault: ReportedFault, number: Int, on cell: FormCell?, in instance: Int = 0) {
    self.init(cell, in: instance, .reported, nil, number: number, message: fault.message, from: fault.reporter)
  }

  private init(
    _ cell: FormCell?, in instance: Int, _ kind: Kind, _ wording: Wording?, number: Int = 0, message: String? = nil,
    _ severity: FormRule.Severity = .error, from reporter: String? = nil
  ) {
    self.cell = cell?.key
    self.instance = instance
    address = cell.map { InstanceNames().address(of: $0.key, in: instance) }
    self.kind = kind
    self.number = number
    self.wording = message == nil ? wording : nil
    said = message
    self.severity = severity
    self.reporter = reporter
  }

  /// The message in the words of a language, unless it is the author's or a reporter's.
  func message(in speech: Speech) -> String { wording?.text(in: speech) ?? message }

  /// The same fault, at another address.
  package func at(_ address: String) -> Fault {
    var fault = self
    fault.address = address
    return fault
  }

  /// The same fault with its message in the words of a language.
  package func said(in speech: Speech) -> Fault {
    guard let wording else { return self }
    var fault = self
    fault.said = wording.text(in: speech)
    return fault
  }
}

extension [Fault] {
  /// The faults with addresses that tell the instances of a response apart. O(1), and O(k) for k of them where several
  /// instances have one counter.
  package func naming(_ names: InstanceNames) -> [Fault] {
    guard names.haveTags else { return self }
    return map { fault in
      var fault = fault
      fault.address = fault.cell.map { names.address(of: $0, in: fault.instance) }
      return fault
    }
  }
}

extension FormCell {
  /// The faults of the cell by its rules, if it is relevant.
  ///
  /// - Parameters:
  ///   - isRequired: whether it needs a value.
  ///   - value: its value.
  ///   - failed: its violated rules, see ``FailedRules``.
  ///   - instance: the instance of a repeat around it; 0 outside of repeats.
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

  /// The faults that do not come from rules, if the cell is relevant: an answer that an upgrade could not keep, a
  /// draft, an open question, and reported faults.
  func faultsWithoutRules(in state: CellState?, isReadOnly: Bool, instance: Int = 0) -> [Fault] {
    guard let state, state.mayHaveFaultsWithoutRules else { return [] }
    let ofInput: Fault? =
      if state.isRefused {
        Fault(refusedBy: self, in: instance)
      } else if state.draft != nil, !isReadOnly {
        Fault(draftIn: self, in: instance)
      } else { nil }
    let asked = state[.alternatives] == nil ? nil : Fault(askedOf: self, in: instance)
    return [ofInput, asked].compactMap { $0 }
      + zip(1..., state.reportedFaults).map { Fault(reported: $1, number: $0, on: self, in: instance) }
  }

  /// The faults of the cell as a repeat, if it is relevant.
  ///
  /// - Parameters:
  ///   - count: the number of its instances that count.
  ///   - instance: the instance of a repeat around it; 0 outside of repeats.
  package func faults(ofInstances count: Int, in instance: Int = 0) -> [Fault] {
    guard kind == .repeat, let counts else { return [] }
    if count < counts.minimum { return [Fault(fewerThan: counts.minimum, of: self, in: instance)] }
    if let maximum = counts.maximum, count > maximum { return [Fault(moreThan: maximum, of: self, in: instance)] }
    return []
  }
}

extension CellSnapshot {
  /// The faults of the cell, if it is relevant.
  package var faults: [Fault] {
    let others = cell.faultsWithoutRules(in: state, isReadOnly: isReadOnly, instance: instance)
    guard cell.hasRareProperties, !cell.rules.isEmpty else { return others }
    return cell.faultsByRules(
      isRequired: derived(.requirement)?.flag ?? false, value: value, failed: derived(.faults), in: instance) + others
  }
}

extension FormDefinition {
  /// The faults of the answers in a state: those reported on the response as a whole, then those of its cells in the
  /// order of the form and of instances.
  ///
  /// - Complexity: O(*k* log *k*) for *k* touched cells, cells with results of rules in a fresh response, instances and
  ///   repeats; plus O(*n*) for *n* cells if they are in memory.
  public func faults(in state: ResponseState) -> [Fault] {
    let candidates = FaultCandidates(of: self, in: state)
    let nesting = nestings
    return state.faultsOfResponse
      + candidates.places.lazy.filter { isAsked($0, in: state, nesting) }
      .flatMap { candidates.faults(at: $0, of: self, in: state) }.naming(state.instanceNames)
  }

  /// Whether a cell and everything around it are relevant. O(d) for a cell d levels deep.
  ///
  /// - Parameter nesting: the nesting of each section.
  func isAsked(_ place: CellPlace, in state: ResponseState, _ nesting: [CompactNesting]) -> Bool {
    let fresh = fresh
    guard let section = sections.element(at: place.section), state.isRelevant(section, fresh),
      let nesting = nesting.element(at: place.section)
    else { return false }
    var place = place
    if let cell = section.cells.element(at: place.position), let around = state.parent(ofInstanceItself: place, cell) {
      guard state.isRelevant(cell, in: place.instance, fresh) else { return false }
      place = place.within(around)
    }
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

  /// The faults of a cell's answer in a state, if it is relevant.
  ///
  /// - Parameter instance: the instance of a repeat around it; 0 outside of repeats.
  func faults(of cell: FormCell, in state: ResponseState, instance: Int = 0) -> [Fault] {
    let fresh = fresh
    let others = cell.faultsWithoutRules(
      in: state.cells[StateSubject(cell.key, instance: instance)],
      isReadOnly: state.derived(.readOnly, of: cell, in: instance, fresh)?.flag ?? false, instance: instance)
    guard cell.hasRareProperties, !cell.rules.isEmpty else { return others.naming(state.instanceNames) }
    let byRules = cell.faultsByRules(
      isRequired: state.derived(.requirement, of: cell, in: instance, fresh)?.flag ?? false,
      value: state.value(of: cell, in: self, instance: instance),
      failed: state.derived(.faults, of: cell, in: instance, fresh), in: instance)
    return (byRules + others).naming(state.instanceNames)
  }
}

extension FormCell {
  /// The faults of an instance itself of the repeat, if it is relevant: the question whether it stays.
  package func faults(ofInstance number: Int, in state: ResponseState) -> [Fault] {
    let isAsked = state.cells[StateSubject(key, instance: number)]?[.alternatives] != nil
    return isAsked ? [Fault(askedOf: self, in: number)] : []
  }
}

extension ResponseState {
  /// The number of the instance around an instance, whose place is that of its repeat within itself; `nil` for the
  /// place of any cell. O(1).
  func parent(ofInstanceItself place: CellPlace, _ cell: FormCell) -> Int? {
    guard place.instance > 0, cell.kind == .repeat else { return nil }
    return instances[StateSubject(cell.key, instance: place.instance)]?.parent
  }
}

extension ReportedFaults {
  /// The faults as reported on the response as a whole.
  var onResponse: [Fault] { zip(1..., faults).map { Fault(reported: $1, number: $0, on: nil) } }
}

extension ResponseState {
  /// The faults reported on the response as a whole.
  package var faultsOfResponse: [Fault] { ReportedFaults(self[.responseFaults, of: .response]).onResponse }
}

extension CellState {
  /// Whether there may be a fault that does not come from a rule.
  var mayHaveFaultsWithoutRules: Bool {
    self[.reportedFaults] != nil || self[.alternatives] != nil || draft != nil || isRefused
  }
}
