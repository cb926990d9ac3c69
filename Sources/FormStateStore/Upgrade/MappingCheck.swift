import FormState
import GRDB

/// Checks a caller's mapping of cells to those of a form's newest version.
struct MappingCheck {
  private let newest: Int
  /// The keys of the newest version's cells, in their order.
  private let newKeys: [String]
  /// The other versions that have a cell, by its key.
  private let versions: [String: Set<Int>]
  /// The cells that are sensitive in another version, and those that are in the newest one.
  private let sensitive: (old: Set<String>, new: Set<String>)

  /// The values of options in earlier versions, by the keys of their questions; a question with a list has none.
  private let options: [String: Set<String>]

  /// Reads the cells. O(n) for n cells of all versions of the form.
  init(newest: DefinitionRepository.Version, in db: Database) throws {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT cell.key, version.number, cell.is_sensitive
        FROM formstate_version AS version
        JOIN formstate_cell AS cell ON cell.version_id = version.id
        WHERE version.form_id = ?
        ORDER BY cell.id
        """, arguments: [newest.formID])
    var newKeys: [String] = []
    var versions: [String: Set<Int>] = [:]
    var sensitive: (old: Set<String>, new: Set<String>) = ([], [])
    for row in rows {
      let (key, number): (String, Int) = (try row.decode(atIndex: 0), try row.decode(atIndex: 1))
      let isSensitive: Bool = try row.decode(atIndex: 2)
      if number == newest.number {
        newKeys.append(key)
        if isSensitive { sensitive.new.insert(key) }
      } else {
        versions[key, default: []].insert(number)
        if isSensitive { sensitive.old.insert(key) }
      }
    }
    let values = try Row.fetchAll(
      db,
      sql: """
        SELECT question.key, option.option_value
        FROM formstate_version AS version
        JOIN formstate_cell AS option ON option.version_id = version.id
        JOIN formstate_cell AS question ON question.id = option.parent_id
        WHERE version.form_id = ? AND version.number <> ? AND option.option_value IS NOT NULL
        """, arguments: [newest.formID, newest.number])
    options = try values.reduce(into: [:]) { options, row in
      options[try row.decode(String.self, atIndex: 0), default: []].insert(try row.decode(atIndex: 1))
    }
    (self.newest, self.newKeys, self.versions, self.sensitive) = (newest.number, newKeys, versions, sensitive)
  }

  /// What is wrong with a mapping: unknown keys, two cells for one, and a sensitive answer that reports would show.
  func problems(of mapping: UpgradeMapping) -> [String] {
    let isNew = Set(newKeys)
    let suggestions = SuggestionBudget()
    let earlier = NearestKeys(self.versions.keys.sorted(), within: suggestions)
    let later = NearestKeys(newKeys, within: suggestions)
    var problems: [String] = []
    var taken: [String: [String]] = [:]
    for (old, new) in mapping.cells.sorted(by: { $0.key < $1.key }) {
      if versions[old] == nil {
        problems.append(
          "no earlier version has a cell “\(old.shortened)”" + earlier.nearest(to: old).asSuggestion)
      }
      guard let new else { continue }
      if !isNew.contains(new) {
        problems.append(
          "version \(newest) has no cell “\(new.shortened)”" + later.nearest(to: new).asSuggestion)
      } else if old != new, sensitive.old.contains(old), !sensitive.new.contains(new) {
        problems.append(
          "“\(old.shortened)” is sensitive, and “\(new.shortened)” would show its answer in reports; "
            + "make “\(new.shortened)” sensitive as well")
      }
      // A cell may have had one key after the other, but no version has it twice.
      if let other = taken[new]?.last(where: { !(versions[$0] ?? []).isDisjoint(with: versions[old] ?? []) }) {
        problems.append("“\(other.shortened)” and “\(old.shortened)” cannot both become “\(new.shortened)”")
      }
      taken[new, default: []].append(old)
    }
    for (key, values) in mapping.options.sorted(by: { $0.key < $1.key }) {
      guard let known = options[key], versions[key] != nil else { continue }
      let nearest = NearestKeys(known.sorted(), within: suggestions)
      for value in values.keys.sorted() where !known.contains(value) {
        problems.append(
          "no earlier version of “\(key.shortened)” has an option “\(value.shortened)”"
            + nearest.nearest(to: value).asSuggestion)
      }
    }
    return problems
  }
}
