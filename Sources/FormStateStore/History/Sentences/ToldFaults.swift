import FormState

/// Puts what is wrong with the cells that were changed beside what changed them, in the faults' own words.
struct ToldFaults {
  let reader: ResponseReader
  /// The cells of which a later sentence says that their faults have changed.
  private var awaited: Set<StateSubject> = []
  private var told: Set<StateSubject> = []

  init(reader: ResponseReader) {
    self.reader = reader
  }

  /// Notes that a sentence is to come which says that the faults of a cell have changed.
  mutating func expect(_ subject: StateSubject) { awaited.insert(subject) }

  /// A sentence about a change, and what is wrong with its cell now.
  ///
  /// - Parameter change: what a change did.
  mutating func sentences(for change: ChangeSentences.Sentence) throws -> [String] {
    let (sentence, subject, name) = (change.text, change.subject, change.name)
    switch change.field {
    case .faults:
      guard told.insert(subject).inserted else { return [] }
      let faults = try faults(of: subject, named: name)
      return faults.isEmpty ? [sentence] : faults
    case .value:
      guard !awaited.contains(subject), told.insert(subject).inserted else { return [sentence] }
      return [sentence] + (try faults(of: subject, named: name))
    default:
      return [sentence]
    }
  }

  private func faults(of subject: StateSubject, named name: String) throws -> [String] {
    let cell: CellSnapshot
    do {
      cell = try reader.namedCell(.key(subject.description))
    } catch is ActionError {
      return []
    }
    let around = try cell.instance == 0 ? reader.ancestors(of: cell) : reader.cellsAndInstances(above: cell)
    guard ([cell] + around).allSatisfy(\.isRelevant), try reader.section(at: cell.place.section)?.isRelevant ?? true
    else { return [] }
    // That nothing was answered where something has to be is no news of an undo or a reset.
    return cell.faults.filter { $0.kind != .reported && $0.kind != .required }.map { fault in
      "\(name) has a \(fault.severity == .warning ? "warning" : "fault"): \(fault.message)"
    }
  }
}
