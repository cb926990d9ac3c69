/// Reporting faults on answers, and withdrawing them.
extension DecisionDraft {
  mutating func report(_ fault: ReportedFault, on reference: CellReference?) throws -> FormAction {
    let cell = try reference.map(snapshot(of:))
    let content = cell.map { $0.state[.reportedFaults] } ?? nil
    var faults = cell == nil ? reader.reportsOnResponse() : ReportedFaults(content)
    if let (part, problem, action) = fault.refusal {
      let subject = part == .message ? "the message" : "the name of the reporter"
      throw ActionError.refusedReport(cell: cell?.address, problem: "\(subject) \(problem); \(action)")
    }
    guard faults.add(fault) else {
      throw ActionError.refusedReport(
        cell: cell?.address, problem: "it already has \(ReportedFaults.most); withdraw some of them first")
    }
    appendReports(faults, on: cell)
    return .reportFault(fault.message, on: cell?.reference, from: fault.reporter)
  }

  mutating func withdraw(from reporter: String?, on reference: CellReference?) throws -> FormAction {
    let cells = try reference.map { [try snapshot(of: $0)] } ?? reader.reportedCells()
    if reference == nil {
      var faults = reader.reportsOnResponse()
      faults.removeAll(from: reporter)
      appendReports(faults, on: nil)
    }
    for cell in cells {
      var faults = ReportedFaults(cell.state[.reportedFaults])
      faults.removeAll(from: reporter)
      appendReports(faults, on: cell)
    }
    return .withdrawFaults(from: reporter?.canonicalKey, on: reference == nil ? nil : cells.first?.reference)
  }

  /// Keeps the reports that reverted entries left on cells although they changed their answers.
  ///
  /// Only a reversal leaves such reports: it restored those before its step, and they were there again already. They
  /// refer to both answers, so the reports now become the same as after the entries. Withdrawn ones stay withdrawn.
  ///
  /// - Parameter revisions: the reverted entries.
  /// - Complexity: a read if there are no reports, or else O(k) for k later changes for each cell with reports.
  mutating func keepReports(leftBy revisions: Range<Int>) throws {
    guard reader.mayHaveReports() else { return }
    var stated = Set(changes.lazy.filter { $0.change.field == .reportedFaults }.map(\.change.subject))
    for place in changes.compactMap(\.placeOfAnswer) {
      guard let cell = reader.cell(at: place), cell.state[.reportedFaults] != nil,
        stated.insert(cell.subject).inserted
      else { continue }
      let before = try self.cell(cell, after: revisions.lowerBound - 1)
      let after = try self.cell(cell, after: revisions.upperBound - 1)
      guard cell.cell.kind == .repeat || before.value != after.value, let left = after.state[.reportedFaults] else {
        continue
      }
      changes.append(cell.change(.reportedFaults, to: left))
    }
  }

  /// A cell with the answer and the reports that it had after an entry.
  private func cell(_ cell: CellSnapshot, after revision: Int) throws -> CellSnapshot {
    var former = cell
    for field in [StateChange.Field.value, .calculated, .reportedFaults] {
      let identity = StateChange.Identity(field, of: cell.subject)
      guard let change = try reader.firstChange(of: identity, after: revision) else { continue }
      former.state[field] = change.before
    }
    return former
  }

  private mutating func appendReports(_ faults: ReportedFaults, on cell: CellSnapshot?) {
    guard let cell else {
      let before = reader.reportsOnResponse().content
      changes.append(
        PlacedChange(ofResponse: StateChange(.responseFaults, of: .response, before: before, after: faults.content)))
      return
    }
    changes.append(cell.change(.reportedFaults, to: faults.content))
  }
}

extension FormReader {
  /// The changes that remove reports on cells whose value an action changes.
  ///
  /// - Parameters:
  ///   - changes: the changes by the action, with all consequences by rules.
  ///   - stated: the changes by the action itself, whose changes of reports take precedence.
  /// - Complexity: a read if there are no reports, or else one for each cell that changes.
  func outdatedReports(after changes: [PlacedChange], besides stated: [PlacedChange]) -> [PlacedChange] {
    let places = changes.compactMap(\.placeOfAnswer)
    guard !places.isEmpty, mayHaveReports() else { return [] }
    let kept = Set(stated.lazy.filter { $0.change.field == .reportedFaults }.map(\.change.subject))
    let bySubject = Dictionary(grouping: changes, by: \.change.subject)
    var seen: Set<CellPlace> = []
    return places.compactMap { place in
      guard seen.insert(place).inserted, let cell = cell(at: place), cell.state[.reportedFaults] != nil,
        !kept.contains(cell.subject)
      else { return nil }
      var after = cell
      for change in bySubject[cell.subject] ?? [] { after.state[change.change.field] = change.change.after }
      let isAnswered = cell.cell.kind == .repeat || after.value != cell.value
      return isAnswered ? cell.change(.reportedFaults, to: nil) : nil
    }
  }
}

extension PlacedChange {
  /// The cell whose answer the change may affect: for an added or removed instance, its repeat.
  var placeOfAnswer: CellPlace? {
    guard let position else { return nil }
    switch change.field {
    case .value, .calculated: return CellPlace(section: section, position: position, instance: change.subject.instance)
    case .instance where (change.before == nil) != (change.after == nil):
      let place = (change.after ?? change.before)?.text.flatMap(InstancePlace.init)
      return CellPlace(section: section, position: position, instance: place?.parent ?? 0)
    default: return nil
    }
  }
}
