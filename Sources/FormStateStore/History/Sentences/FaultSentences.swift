import FormState

/// Adds the faults of changed cells to the sentences about their changes.
struct FaultSentences {
  let reader: FormReader
  /// The cells for which a later sentence reports that their faults have changed.
  private var awaited: Set<StateSubject> = []
  private var reported: Set<StateSubject> = []

  init(reader: FormReader) {
    self.reader = reader
  }

  /// Notes that a later sentence will report changed faults of a cell.
  mutating func expect(_ subject: StateSubject) { awaited.insert(subject) }

  /// A sentence about a change, and the current faults of its cell.
  ///
  /// - Parameter change: the sentence about the change.
  mutating func sentences(for change: ChangeSentences.Sentence) throws -> [String] {
    let (sentence, subject, name) = (change.text, change.subject, change.name)
    switch change.field {
    case .faults:
      guard reported.insert(subject).inserted else { return [] }
      let faults = try faults(of: subject, named: name)
      return faults.isEmpty ? [sentence] : faults
    case .value:
      guard !awaited.contains(subject), reported.insert(subject).inserted else { return [sentence] }
      return [sentence] + (try faults(of: subject, named: name))
    default:
      return [sentence]
    }
  }

  private func faults(of subject: StateSubject, named name: String) throws -> [String] {
    let cell: CellSnapshot
    do {
      cell = try reader.namedCell(subject.reference)
    } catch is ActionError {
      return []
    }
    let around = cell.instance == 0 ? reader.ancestors(of: cell) : reader.cellsAndInstances(above: cell)
    guard ([cell] + around).allSatisfy(\.isRelevant), reader.section(at: cell.place.section)?.isRelevant ?? true
    else { return [] }
    // After an undo or a reset, a missing required answer is not news.
    return cell.faults.filter { $0.kind != .reported && $0.kind != .required }.map { fault in
      Wording(fault.severity == .warning ? .hasThisWarning : .hasThisFault, .text(name), .text(fault.message)).english
    }
  }
}
