extension BatchPlan {
  /// What toggles: a cell, a section or an instance.
  struct Subject: Hashable, Comparable, Sendable {
    /// What it is about it that turns; what takes more along comes first.
    enum Kind: Int {
      /// That there is an instance.
      case instance
      /// Relevance, which takes the cell itself along, and the header of a section.
      case relevance
      case disclosure
    }

    let section: Int
    /// `nil` if the section itself toggles.
    let position: Int?
    /// The number of the instance that the cell is in, or that turns itself; 0 outside of repeats.
    let instance: Int
    let kind: Kind

    /// Orders sections before their cells, those of each instance together and in the order of the form.
    static func < (left: Subject, right: Subject) -> Bool {
      (left.section, left.position == nil ? 0 : 1, left.instance, left.position ?? 0, left.kind.rawValue)
        < (right.section, right.position == nil ? 0 : 1, right.instance, right.position ?? 0, right.kind.rawValue)
    }
  }

  /// A cell or a section that opens or closes, or that becomes relevant or irrelevant; an instance that comes or goes.
  struct Toggle: Sendable {
    let subject: Subject
    let extent: Int
    let isInline: Bool
    let opens: Bool

    /// The cell that turns, or the repeat of the instance that does.
    var place: CellPlace? {
      subject.position.map { CellPlace(section: subject.section, position: $0, instance: subject.instance) }
    }

    /// The cells that come or go.
    private var positions: Range<Int> {
      let takesCellAlong = subject.kind != .disclosure && subject.position != nil
      let start = subject.position.map { takesCellAlong ? $0 : $0 + 1 } ?? 0
      return start..<(start + max(0, extent) + (takesCellAlong ? 1 : 0))
    }

    /// Whether another toggle lies within this one, as far as can be told without knowing which instance stands in which.
    private func takesAlong(_ other: Toggle) -> Bool {
      guard subject.section == other.subject.section else { return false }
      // Both toggles of a section that toggles twice mean the same: rows come or go only where both are open on one side.
      guard subject.position != nil else { return true }
      return subject.instance == other.subject.instance
        && other.subject.position.map(positions.contains) == true
    }

    /// The rows that come or go with it, as they stand on the side on which they show.
    func rows(in index: VisibilityIndex) -> RowRange? {
      var first = 0
      if let place {
        if subject.kind != .disclosure, place.instance > 0, let instance = index.instanceRows(place.instance),
          instance.cell.within(place.instance) == place
        {
          return instance.range
        }
        guard let path = index.rowPath(of: place) else { return nil }
        first = subject.kind == .disclosure ? path.row.clampedSum(1) : path.row
      }
      let count = index.visibleRowCount(
        positions: positions, beside: place ?? CellPlace(section: subject.section, position: 0))
      return count > 0 ? RowRange(section: subject.section, first: first, count: count) : nil
    }

    /// The rows that have a height only on the side on which they show, as it stands there.
    func visibleRuns(in index: VisibilityIndex) -> [RowRange] {
      index.visibleRuns(positions: positions, beside: place ?? CellPlace(section: subject.section, position: 0))
    }
  }
}

extension BatchPlan.Toggle {
  /// What comes and goes by some changes, in the order of the subjects. O(k log k) for k changes.
  static func net(of changes: [PlacedChange], _ instances: [BatchPlan.MovedInstance]) -> [BatchPlan.Toggle] {
    var openBefore: [BatchPlan.Subject: Bool] = [:]
    var last: [BatchPlan.Subject: PlacedChange] = [:]
    for change in changes {
      guard let wasOpen = change.isOpenBefore else { continue }
      let subject = BatchPlan.Subject(
        section: change.section, position: change.position,
        instance: change.position == nil ? 0 : change.change.subject.instance,
        kind: change.change.field.isRelevance ? .relevance : .disclosure)
      if openBefore[subject] == nil { openBefore[subject] = wasOpen }
      last[subject] = change
    }
    let toggles = last.compactMap { subject, change -> BatchPlan.Toggle? in
      guard let opens = change.isOpenAfter, opens != openBefore[subject] else { return nil }
      return BatchPlan.Toggle(subject: subject, extent: change.extent, isInline: change.isInline, opens: opens)
    }
    let comings = instances.filter { !$0.stays }.map { instance in
      BatchPlan.Toggle(
        subject: BatchPlan.Subject(
          section: instance.cell.section, position: instance.cell.position, instance: instance.number, kind: .instance),
        extent: instance.extent, isInline: false, opens: instance.comes)
    }
    return (toggles + comings).sorted { $0.subject < $1.subject }
  }

  /// The turns that do not lie within another one, in the order of the subjects; of those in instances only some are
  /// known to.
  ///
  /// An instance that comes or goes is always told of, since a table that keeps hidden rows has some for it wherever it
  /// stands.
  static func outermost(of toggles: [BatchPlan.Toggle]) -> [BatchPlan.Toggle] {
    var result: [BatchPlan.Toggle] = []
    var outermost: BatchPlan.Toggle?
    for toggle in toggles {
      let isTaken = outermost?.takesAlong(toggle) == true
      if !isTaken || toggle.subject.kind == .instance { result.append(toggle) }
      if !isTaken { outermost = toggle }
    }
    return result
  }
}
