extension BatchPlan {
  /// The subject of a toggle: a cell, a section or an instance.
  struct Subject: Hashable, Comparable, Sendable {
    /// The toggled aspect, the most comprehensive first.
    enum Kind: Int {
      /// The existence of an instance.
      case instance
      /// Relevance, which includes the cell itself, and the header of a section.
      case relevance
      case disclosure
    }

    let section: Int
    /// `nil` if the section itself toggles.
    let position: Int?
    /// The number of the instance around the cell, or of the toggled instance; 0 outside of repeats.
    let instance: Int
    let kind: Kind

    /// Orders sections before their cells, and cells by instance and then in the order of the form.
    static func < (left: Subject, right: Subject) -> Bool {
      (left.section, left.position == nil ? 0 : 1, left.instance, left.position ?? 0, left.kind.rawValue)
        < (right.section, right.position == nil ? 0 : 1, right.instance, right.position ?? 0, right.kind.rawValue)
    }
  }

  /// A cell or a section that opens, closes, or becomes relevant or irrelevant; an instance that is added or removed.
  struct Toggle: Sendable {
    let subject: Subject
    let extent: Int
    let isInline: Bool
    let opens: Bool

    /// The cell that toggles, or the repeat of the instance.
    var place: CellPlace? {
      subject.position.map { CellPlace(section: subject.section, position: $0, instance: subject.instance) }
    }

    /// The cells that appear or disappear.
    private var positions: Range<Int> {
      let takesCellAlong = subject.kind != .disclosure && subject.position != nil
      let start = subject.position.map { takesCellAlong ? $0 : $0 + 1 } ?? 0
      return start..<(start + max(0, extent) + (takesCellAlong ? 1 : 0))
    }

    /// Whether this toggle includes another one, without considering the nesting of instances.
    private func takesAlong(_ other: Toggle) -> Bool {
      guard subject.section == other.subject.section else { return false }
      // Both toggles of a section that toggles twice are the same: rows change only if both are open on one side.
      guard subject.position != nil else { return true }
      return subject.instance == other.subject.instance
        && other.subject.position.map(positions.contains) == true
    }

    /// The rows that appear or disappear with it, by their positions on the side on which they are visible.
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

    /// The rows that have a height only on the side on which they are visible, by their positions there.
    func visibleRuns(in index: VisibilityIndex) -> [RowRange] {
      index.visibleRuns(positions: positions, beside: place ?? CellPlace(section: subject.section, position: 0))
    }
  }
}

extension BatchPlan.Toggle {
  /// The toggles by some changes, in the order of the subjects. O(k log k) for k changes.
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

  /// The toggles that are not within another one, in the order of the subjects; within instances only some are
  /// detected.
  ///
  /// An added or removed instance is always included, since a table that keeps hidden rows has rows for it anywhere.
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
