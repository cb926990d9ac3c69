/// How the writes of a field are joined.
enum RegisterKind: Sendable {
  /// Asks if two persons said different things.
  case answer
  /// Joins each option by itself.
  case choices
  /// Joins the places of an instance.
  case instance
  /// Takes the side that changed it; if several did, the main head's.
  case kept
  /// Is set once and for all.
  case touched
  /// Joins the reports of faults.
  case reports
  /// Takes the result of a rule that uses the clock or chance from a line in which the rule's inputs are what shows.
  case result
  /// Holds while all answers are those of who completed.
  case completion

  /// Whether a register of the kind holds an answer.
  var isAnswer: Bool { self == .answer || self == .choices || self == .instance }
}

extension FormIndex {
  /// How a field is joined; `nil` for one that follows from others.
  func register(of identity: StateChange.Identity) -> RegisterKind? {
    let isSetAside = identity.subject.setAsideFrom != nil
    switch identity.field {
    case .value: return isSet(identity.subject) ? .choices : .answer
    case .original, .disclosure, .fold, .saved: return .kept
    case .touched: return .touched
    case .instance: return isSetAside ? .kept : .instance
    case .reportedFaults, .responseFaults: return .reports
    case .completion: return .completion
    case .draft, .alternatives, .responseAlternatives: return nil
    case .calculated: return isSetAside ? .kept : registerOfResult(identity.subject)
    case .title, .relevance, .sectionRelevance, .requirement, .readOnly, .faults: return isSetAside ? .kept : nil
    }
  }

  /// Whether a cell has several choices that persons alone make: without an entry it has none, or its default.
  private func isSet(_ subject: StateSubject) -> Bool {
    guard let cell = cell(of: subject), cell.kind == .choices else { return false }
    return cell.rule(.calculate) == nil && cell.rule(.default) == nil
  }

  /// How the calculated value of a cell is joined: an initial value is kept, and other rules are evaluated again.
  private func registerOfResult(_ subject: StateSubject) -> RegisterKind? {
    guard let cell = cell(of: subject) else { return nil }
    if cell.rule(.default) != nil { return .kept }
    return cell.rule(.calculate)?.expression?.isVolatile(in: .calculate) == true ? .result : nil
  }

  /// The cell of a subject of the version in force; `nil` if it has none.
  func cell(of subject: StateSubject) -> FormCell? {
    subject.setAsideFrom == nil ? place(ofCell: subject.key).flatMap(cell(at:)) : nil
  }
}
