import FormState

/// Applies a batch update with inserted and deleted sections to the previous drawing, and compares the result with the
/// expected one.
public enum SectionBatchChecker {
  /// A drawn section.
  public struct Section<Row: Hashable>: Hashable {
    /// The text of its header.
    public var header: [String]
    /// The texts of its rows.
    public var rows: [Row]

    /// Creates a section.
    public init(header: [String], rows: [Row]) {
      self.header = header
      self.rows = rows
    }
  }

  /// The faults of a batch update; empty if a table view accepts it and then draws the expected rows.
  ///
  /// - Parameters:
  ///   - batch: the batch update.
  ///   - before: the sections before it.
  ///   - after: the sections after it.
  public static func faults<Row>(
    in batch: BatchUpdate, from before: [Section<Row>], to after: [Section<Row>]
  ) -> [String] {
    let faults =
      sectionFaults("deleted", batch.deletedSections, before.count)
      + sectionFaults("inserted", batch.insertedSections, after.count)
      + rangeFaults("deleted", batch.deletedRows, before.map(\.rows.count), without: batch.deletedSections)
      + rangeFaults("inserted", batch.insertedRows, after.map(\.rows.count), without: batch.insertedSections)
    guard faults.isEmpty else { return faults }
    return countFaults(in: batch, before.map(\.rows.count), after.map(\.rows.count))
      + drawingFaults(in: batch, from: before, to: after) + stepFaults(in: batch, from: before, to: after)
  }

  private static func sectionFaults(_ name: String, _ sections: [Int], _ count: Int) -> [String] {
    var faults: [String] = []
    if sections != Set(sections).sorted() { faults.append("the \(name) sections are not ascending and distinct") }
    if !sections.allSatisfy((0..<count).contains) { faults.append("an unknown section is \(name)") }
    return faults
  }

  private static func rangeFaults(
    _ name: String, _ ranges: [RowRange], _ counts: [Int], without sections: [Int]
  ) -> [String] {
    var faults: [String] = []
    for range in ranges {
      if range.rows.isEmpty { faults.append("an empty range is \(name)") }
      if sections.contains(range.section) { faults.append("rows are \(name) in a section that itself is") }
      guard counts.indices.contains(range.section), range.rows.lowerBound >= 0,
        range.rows.upperBound <= counts[range.section]
      else {
        faults.append("unknown rows are \(name): \(range)")
        continue
      }
    }
    for (range, next) in zip(ranges, ranges.dropFirst())
    where (range.section, range.rows.upperBound) >= (next.section, next.rows.lowerBound) {
      faults.append("\(name) ranges are not ascending, apart and as long as can be: \(range), \(next)")
    }
    return faults
  }

  /// The places where a table view would report an invalid number of rows.
  private static func countFaults(in batch: BatchUpdate, _ before: [Int], _ after: [Int]) -> [String] {
    let old = before.indices.filter { !batch.deletedSections.contains($0) }
    let new = after.indices.filter { !batch.insertedSections.contains($0) }
    guard old.count == new.count else { return ["\(old.count) sections stay, but \(new.count) are there"] }
    return zip(old, new).compactMap { oldSection, newSection in
      let gone = batch.deletedRows.filter { $0.section == oldSection }.reduce(0) { $0 + $1.rows.count }
      let come = batch.insertedRows.filter { $0.section == newSection }.reduce(0) { $0 + $1.rows.count }
      let expected = before[oldSection] + come - gone
      return expected == after[newSection]
        ? nil : "section \(newSection): \(expected) rows are not \(after[newSection])"
    }
  }

  /// Applies the whole update at once, as a table view does.
  private static func drawingFaults<Row>(
    in batch: BatchUpdate, from before: [Section<Row>], to after: [Section<Row>]
  ) -> [String] {
    var drawn = before
    for range in batch.deletedRows.reversed() { drawn[range.section].rows.removeSubrange(range.rows) }
    for section in batch.deletedSections.reversed() { drawn.remove(at: section) }
    for section in batch.insertedSections {
      guard section <= drawn.count else { return ["section \(section) cannot be inserted"] }
      drawn.insert(after[section], at: section)
    }
    for range in batch.insertedRows {
      drawn[range.section].rows.insert(contentsOf: after[range.section].rows[range.rows], at: range.rows.lowerBound)
    }
    return drawn == after ? [] : ["what is drawn is not what there is: \(drawn) instead of \(after)"]
  }

  /// Applies one step after another, as an array does.
  private static func stepFaults<Row>(
    in batch: BatchUpdate, from before: [Section<Row>], to after: [Section<Row>]
  ) -> [String] {
    var drawn = before
    for step in batch.steps {
      switch step {
      case .delete(let range): drawn[range.section].rows.removeSubrange(range.rows)
      case .insert(let range):
        drawn[range.section].rows.insert(contentsOf: after[range.section].rows[range.rows], at: range.rows.lowerBound)
      case .deleteSection(let section): drawn.remove(at: section)
      case .insertSection(let section):
        guard section <= drawn.count else { return ["step \(step) fails"] }
        drawn.insert(after[section], at: section)
      case .reload(let path): drawn[path.section].rows[path.row] = after[path.section].rows[path.row]
      case .resize: return ["a row that stays is resized"]
      }
    }
    return drawn == after ? [] : ["step by step, what is drawn is not what there is"]
  }
}
