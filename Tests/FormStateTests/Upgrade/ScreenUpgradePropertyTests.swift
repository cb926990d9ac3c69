import TestSupport
import Testing

@testable import FormState

/// Random forms, random edits of them and random answers, against a slow and simple model.
@Suite("Row updates between random versions")
struct ScreenUpgradePropertyTests {
  @Test(
    "Every batch is legal, leads to the new rows, and keeps as many rows as possible",
    arguments: TestSeeds.seeds(80, full: 20_000))
  func legal(seed: UInt64) throws {
    var upgrade = RandomUpgrade(seed: seed)
    for step in 0..<6 {
      let place = Comment(rawValue: "step \(step); replay with FORMSTATE_TEST_SEED=\(seed)")
      let (old, new, match) = upgrade.next()
      let upgrade = ScreenUpgrade(from: old, to: new, by: match)
      let batch = upgrade.batch
      #expect(
        SectionBatchChecker.faults(in: batch, from: Drawing.sections(of: old), to: Drawing.sections(of: new)) == [],
        place)
      #expect(batch.reloadedRows.isEmpty && batch.resizedRows.isEmpty && batch.stages.count <= 1, place)
      #expect(Stays(upgrade).faults(from: old, to: new, match) == [], place)
    }
  }

  @Test("Showing the same version again needs no batch", arguments: TestSeeds.seeds(40, full: 2_000))
  func nothing(seed: UInt64) throws {
    var upgrade = RandomUpgrade(seed: seed)
    let place = Comment(rawValue: "replay with FORMSTATE_TEST_SEED=\(seed)")
    let shown = upgrade.next().old
    var match = VersionMatch(from: shown.form, to: shown.form)
    // A cell that equals another one is in doubt even then.
    match = VersionMatch(
      from: shown.form, to: shown.form,
      mapping: Dictionary(shown.form.sections.flatMap(\.cells).map { ($0.key, $0.key) }) { first, _ in first })
    guard shown.form.sections.allSatisfy({ match.successor(ofSection: $0.key) == $0.key }) else { return }
    #expect(BatchUpdate(from: shown, to: shown, by: match).isEmpty, place)
  }
}

/// A random response that moves from version to version.
private struct RandomUpgrade {
  private var generator: SeededGenerator
  private var revision: RandomRevision
  private let hiddenRows: HiddenRows
  private let hasDerivedKeys: Bool
  /// The author's form, whose keys stay.
  private var form: FormDefinition
  private var state = ResponseState()

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    revision = RandomRevision(seed: seed)
    var random = RandomForm(seed: seed)
    form = random.form(
      sections: Int.random(in: 0...5, using: &generator), cellsPerSection: Int.random(in: 0...12, using: &generator))
    hiddenRows = Bool.random(using: &generator) ? .removed : .zeroHeight
    hasDerivedKeys = Int.random(in: 0..<3, using: &generator) == 0
    touch(read(form), times: 8)
  }

  mutating func next() -> (old: ShownForm, new: ShownForm, match: VersionMatch) {
    let old = shown()
    form = revision.edited(form, times: Int.random(in: 0...6, using: &generator))
    let match = VersionMatch(from: old.form, to: read(form), mapping: mapping(from: old.form))
    var moved = ResponseState()
    for change in state.changes {
      let key = change.subject.key
      guard let target = change.field.scope == .section ? match.successor(ofSection: key) : match.successor(ofCell: key)
      else { continue }
      moved.apply(StateChange(change.field, of: StateSubject(target), before: nil, after: change.after))
    }
    state = moved
    touch(read(form), times: Int.random(in: 0...2, using: &generator))
    return (old, shown(), match)
  }

  private func read(_ form: FormDefinition) -> FormDefinition {
    hasDerivedKeys ? RandomRevision.withDerivedKeys(form) : form
  }

  private func shown() -> ShownForm {
    let form = read(form)
    return ShownForm(
      form: form, state: state, index: VisibilityIndex(form: form, state: state, hiddenRows: hiddenRows))
  }

  /// Sometimes a mapping of a random cell, right or wrong.
  private mutating func mapping(from old: FormDefinition) -> [String: String] {
    let (before, after) = (old.sections.flatMap(\.cells), read(form).sections.flatMap(\.cells))
    guard Int.random(in: 0..<4, using: &generator) == 0, let from = before.randomElement(using: &generator),
      let to = after.randomElement(using: &generator)
    else { return [:] }
    return [from.key: to.key]
  }

  private mutating func touch(_ form: FormDefinition, times count: Int) {
    for _ in 0..<count {
      guard let section = form.sections.randomElement(using: &generator) else { return }
      let flag = FieldContent.flag(Bool.random(using: &generator))
      guard let cell = section.cells.randomElement(using: &generator), Int.random(in: 0..<5, using: &generator) > 0
      else {
        touch(.fold, of: section.key, flag)
        continue
      }
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: touch(.value, of: cell.key, .text(cell.optionValue ?? "some text"))
      case 1: touch(.title, of: cell.key, .text("what was entered"))
      case 2: touch(.draft, of: cell.key, .text("2026-13-"))
      default: touch(.disclosure, of: cell.key, flag)
      }
    }
  }

  private mutating func touch(_ field: StateChange.Field, of key: String, _ content: FieldContent) {
    let subject = StateSubject(key)
    state.apply(StateChange(field, of: subject, before: state[field, of: subject], after: content))
  }
}

/// What a table view has drawn: the row of the naive model, and the visible row without its place.
private struct Drawing: Hashable {
  let naive: NaiveModel.Row
  let row: VisibleRow

  static func sections(of shown: ShownForm) -> [SectionBatchChecker.Section<Drawing>] {
    let naive = NaiveModel.rows(of: shown.form, state: shown.state, hiddenRows: shown.index.hiddenRows)
    return zip(shown.form.sections, naive).enumerated().map { position, content in
      let (section, rows) = content
      let isFolded = shown.state.isFolded(section)
      let header = [section.title, "\(section.isFoldable)", "\(isFolded)", "\(section.properties)"]
      let drawn = rows.enumerated().compactMap { number, naive in
        shown.row(at: RowPath(section: position, row: number)).map { row in
          var row = row
          row.path = RowPath(section: 0, row: 0)
          row.index = 0
          return Drawing(naive: naive, row: row)
        }
      }
      return SectionBatchChecker.Section(header: header, rows: drawn)
    }
  }
}

/// What a upgrade keeps.
private struct Stays {
  private let upgrade: ScreenUpgrade

  init(_ upgrade: ScreenUpgrade) { self.upgrade = upgrade }

  /// What stays although it may not, or does not stay although it could.
  func faults(from old: ShownForm, to new: ShownForm, _ match: VersionMatch) -> [String] {
    let (before, after) = (Drawing.sections(of: old), Drawing.sections(of: new))
    var faults: [String] = []
    func key(_ section: Int, in shown: ShownForm) -> String { shown.form.sections[section].key }
    let most = Self.most(before.count, after.count) { from, to in
      match.successor(ofSection: key(from, in: old)) == key(to, in: new) && before[from].header == after[to].header
        && (!old.form.sections[from].isFoldable || key(from, in: old) == key(to, in: new))
    }
    if upgrade.kept.count != most { faults.append("\(upgrade.kept.count) of \(most) sections stay") }
    for stay in upgrade.kept {
      let (from, to) = (stay.section.old, stay.section.new)
      if match.successor(ofSection: key(from, in: old)) != key(to, in: new) {
        faults.append("section \(from) became another one")
      }
      let (oldRows, newRows) = (before[from].rows, after[to].rows)
      let most = Self.most(oldRows.count, newRows.count) { row, other in
        match.successor(ofCell: oldRows[row].row.key) == newRows[other].row.key && oldRows[row] == newRows[other]
      }
      if stay.rows.count != most { faults.append("\(stay.rows.count) of \(most) rows of section \(from) stay") }
      for row in stay.rows where match.successor(ofCell: oldRows[row.old].row.key) != newRows[row.new].row.key {
        faults.append("row \(row.old) of section \(from) became another cell's")
      }
    }
    return faults
  }

  /// The most that can stay in order: the length of the longest common subsequence.
  private static func most(_ count: Int, _ other: Int, _ isSame: (Int, Int) -> Bool) -> Int {
    var lengths = Array(repeating: Array(repeating: 0, count: other + 1), count: count + 1)
    for from in 0..<count {
      for to in 0..<other {
        lengths[from + 1][to + 1] =
          isSame(from, to) ? lengths[from][to] + 1 : max(lengths[from][to + 1], lengths[from + 1][to])
      }
    }
    return lengths[count][other]
  }
}
