/// The transition of a screen's rows from one version of a form to another.
///
/// Rows that match, keep their order and look the same stay; all others are deleted and inserted. The batch update
/// therefore has a single stage, in which no table view needs rows of both versions.
package struct ScreenUpgrade: Sendable {
  /// A section or a row that stays, with its old and new position.
  struct Kept: Hashable, Sendable {
    /// The position in the old version.
    let old: Int
    /// The position in the new version.
    let new: Int
  }

  /// The rows that stay in a section that stays.
  struct KeptSection: Hashable, Sendable {
    /// The section.
    let section: Kept
    /// Its rows, from top to bottom.
    let rows: [Kept]
  }

  /// The sections that stay, from top to bottom.
  let kept: [KeptSection]
  /// The batch update from the rows of the old version to those of the new one.
  package let batch: BatchUpdate

  /// Compares the old and the new contents of a screen.
  ///
  /// - Parameters:
  ///   - old: the contents of the screen in the old version.
  ///   - new: the contents of the screen in the new version.
  ///   - match: the matching cells and sections of the two versions.
  /// - Complexity: O(n log n) for n rows in both.
  package init(from old: ShownForm, to new: ShownForm, by match: VersionMatch) {
    kept = Self.keptSections(from: old, to: new, by: match).map { section in
      KeptSection(section: section, rows: Self.keptRows(in: section, from: old, to: new, by: match))
    }
    var batch = BatchUpdate()
    batch.deletedSections = LongestAscent.gaps(kept.map(\.section.old), in: old.index.numberOfSections).flatMap {
      Array($0)
    }
    batch.insertedSections = LongestAscent.gaps(kept.map(\.section.new), in: new.index.numberOfSections).flatMap {
      Array($0)
    }
    for stay in kept {
      let (oldSection, newSection) = (stay.section.old, stay.section.new)
      batch.deletedRows += LongestAscent.gaps(stay.rows.map(\.old), in: old.index.numberOfRows(in: oldSection))
        .map { RowRange(section: oldSection, rows: $0) }
      batch.insertedRows += LongestAscent.gaps(stay.rows.map(\.new), in: new.index.numberOfRows(in: newSection))
        .map { RowRange(section: newSection, rows: $0) }
    }
    self.batch = batch
  }

  private static func keptSections(
    from old: ShownForm, to new: ShownForm, by match: VersionMatch
  ) -> [Kept] {
    let positions = Dictionary(new.form.sections.enumerated().map { ($0.element.key, $0.offset) }) { first, _ in first }
    return inOrder(
      old.form.sections.enumerated().compactMap { position, section in
        guard let successor = match.successor(ofSection: section.key).flatMap({ positions[$0] }),
          old.header(ofSection: position) == new.header(ofSection: successor)
        else { return nil }
        return Kept(old: position, new: successor)
      })
  }

  private static func keptRows(
    in section: Kept, from old: ShownForm, to new: ShownForm, by match: VersionMatch
  ) -> [Kept] {
    inOrder(
      (0..<old.index.numberOfRows(in: section.old)).compactMap { row in
        let path = RowPath(section: section.old, row: row)
        // An instance keeps its number in every version.
        guard let subject = old.subject(at: path), let key = match.successor(ofCell: subject.key),
          let place = new.form.place(ofCell: key)?.within(subject.instance),
          let successor = new.index.pathOfRow(of: place), successor.section == section.new,
          let before = old.row(at: path), let after = new.row(at: successor), before == after
        else { return nil }
        return Kept(old: row, new: successor.row)
      })
  }

  /// The longest selection whose order is the same in both versions.
  private static func inOrder(_ kept: [Kept]) -> [Kept] {
    LongestAscent.offsets(in: kept.map(\.new)).map { kept[$0] }
  }
}

extension BatchUpdate {
  /// The batch update from the rows of one version of a form to those of another; see ``ScreenUpgrade``.
  ///
  /// - Parameters:
  ///   - old: the contents of the screen in the old version.
  ///   - new: the contents of the screen in the new version.
  ///   - match: the matching cells and sections of the two versions.
  /// - Complexity: O(n log n) for n rows in both.
  package init(from old: ShownForm, to new: ShownForm, by match: VersionMatch) {
    self = ScreenUpgrade(from: old, to: new, by: match).batch
  }
}

extension VisibilityIndex {
  /// Takes over the measured heights of rows that stay unchanged.
  ///
  /// - Parameters:
  ///   - old: the old contents, whose index has the heights.
  ///   - upgrade: the transition to the rows of this index.
  /// - Complexity: O(r log n) for r rows that stay.
  package mutating func takeMeasuredHeights(of old: ShownForm, by upgrade: ScreenUpgrade) {
    for stay in upgrade.kept {
      for row in stay.rows {
        let oldPath = RowPath(section: stay.section.old, row: row.old)
        let newPath = RowPath(section: stay.section.new, row: row.new)
        guard let points = old.index.height(at: oldPath), points != height(at: newPath),
          let place = place(at: newPath), isVisible(place)
        else { continue }
        // A row that stays has the same height by its definition, so a different one was measured.
        setMeasuredHeight(points, of: place)
      }
    }
  }
}
