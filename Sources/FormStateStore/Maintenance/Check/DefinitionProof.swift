import FormState
import GRDB

/// Compares the stored rows of a version with those that FormState would write for its definition now.
///
/// Reading a version ignores derived columns, and those that a cell of its kind does not use. Writing the definition
/// again determines the right contents of each.
struct DefinitionProof {
  let db: Database
  let version: DefinitionRepository.Version

  /// The faults of the rows, as a sentence each, at most one per table; empty if there are none.
  ///
  /// - Parameter form: the definition as read, without faults.
  /// - Complexity: O(n log n) for n rows.
  func faults(of form: FormDefinition) throws -> [String] {
    try ReferenceStore.writeForNow { reference in
      let written: DefinitionRepository.Version
      do {
        written = try DefinitionRepository(db: reference).save(form, promotes: false).version
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
        return ["it cannot be stored again: \(error.message ?? "a row is refused")"]
      }
      var faults: [String] = []
      if written.digest != version.digest { faults.append(Self.digestFault) }
      for table in DefinitionTable.all {
        if let fault = try table.fault(of: version.id, in: db, writtenAs: written.id, in: reference) {
          faults.append(fault)
        }
      }
      return faults
    }
  }

  static let digestFault = "the definition differs from the imported one: its digest does not match"
}

/// A table with rows of a version.
private struct DefinitionTable {
  let name: String
  /// The table, called `own`, joined with those that determine the version's rows and their places.
  let source: String
  /// The condition for the version's rows.
  let condition: String
  /// The sort order, by columns that are equal in both databases.
  let order: [String]
  /// What identifies the row in messages.
  let subject: String
  /// Replacements for columns with row numbers, which differ between the databases.
  var standIns: [String: String] = [:]
  /// The columns that are not compared: they are part of the order, or their notation is not significant.
  let passed: Set<String>
  /// The column that is NULL in files that are older than it.
  var optional: String?

  /// The difference between the table and the definition as written again, as a sentence; `nil` if there is none.
  func fault(
    of versionID: Int64, in db: Database, writtenAs writtenID: Int64, in reference: Database
  ) throws -> String? {
    let columns = try db.columns(in: name).map(\.name).filter { !passed.contains($0) }
    let expressions = order + columns.map { standIns[$0] ?? "own.\($0)" }
    let sql = """
      SELECT \((expressions + [subject]).joined(separator: ", "))
      FROM \(source)
      WHERE \(condition)
      ORDER BY \(order.joined(separator: ", "))
      """
    let (found, expected) = (try db.cachedStatement(sql: sql), try reference.cachedStatement(sql: sql))
    found.setUncheckedArguments([versionID])
    expected.setUncheckedArguments([writtenID])
    let comparison = RowComparison(found, expected)
    defer { comparison.finish() }
    let missing = optional.flatMap(columns.firstIndex(of:)).map { order.count + $0 }
    switch try comparison.firstDifference(inColumns: expressions.count, optional: missing) {
    case nil: return nil
    case .value(let column) where column >= order.count:
      let subject = comparison.leftText(expressions.count) ?? ""
      return
        "\(name).\(columns[column - order.count]) of “\(subject.shortened)” does not follow from the definition"
    default: return "the rows of \(name) do not follow from the definition"
    }
  }
}

extension DefinitionTable {
  /// All tables of a version. The contents of properties are covered by digests; their JSON notation may differ between
  /// systems.
  static let all =
    [version, rowHeight, section, cell, structure, rowKind, question, rule, ruleInput, condition, repeating] + lists + [
      translation
    ]

  private static let version = DefinitionTable(
    name: "formstate_version", source: "formstate_version AS own", condition: "own.id = ?", order: ["own.title"],
    subject: "own.title", passed: ["id", "form_id", "number", "digest", "properties"])

  private static let rowHeight = DefinitionTable(
    name: "formstate_row_height", source: "formstate_row_height AS own", condition: "own.version_id = ?",
    order: ["own.identifier"], subject: "own.identifier", passed: ["version_id", "identifier"])

  private static let section = DefinitionTable(
    name: "formstate_section", source: "formstate_section AS own", condition: "own.version_id = ?",
    order: ["own.position"], subject: "own.key", passed: ["id", "version_id", "position", "properties"])

  private static let cell = DefinitionTable(
    name: "formstate_cell",
    source: """
      formstate_section AS section
      CROSS JOIN formstate_cell AS own ON own.section_id = section.id
      LEFT JOIN formstate_cell AS parent ON parent.id = own.parent_id AND parent.section_id = own.section_id
      """, condition: "section.version_id = ?", order: ["section.position", "own.position"], subject: "own.key",
    standIns: [
      "version_id": "own.version_id = section.version_id",
      "parent_id": "iif(own.parent_id IS NULL, NULL, coalesce(parent.position, -1))",
    ], passed: ["id", "section_id", "position", "properties"])

  private static let structure = DefinitionTable(
    name: "formstate_structure", source: "formstate_structure AS own", condition: "own.version_id = ?",
    order: ["length(own.levels)"], subject: "''", passed: ["version_id"])

  private static let rowKind = DefinitionTable(
    name: "formstate_row_kind", source: "formstate_row_kind AS own", condition: "own.version_id = ?",
    order: ["own.number"], subject: "own.number", passed: ["version_id", "number"])

  private static let question = DefinitionTable(
    name: "formstate_question",
    source: """
      formstate_question AS own
      LEFT JOIN formstate_cell AS cell ON cell.id = own.cell_id AND cell.version_id = own.version_id
      LEFT JOIN formstate_section AS section ON section.id = cell.section_id
      LEFT JOIN formstate_cell AS around ON around.id = own.repeat_id AND around.section_id = cell.section_id
      """, condition: "own.version_id = ?", order: ["section.position", "cell.position"], subject: "cell.key",
    standIns: [
      "section_id": "own.section_id = cell.section_id",
      "repeat_id": "iif(own.repeat_id IS NULL, NULL, coalesce(around.position, -1))",
    ], passed: ["version_id", "cell_id"])

  private static let ruleOrder = ["section.position", "cell.position", "rule.kind", "rule.number"]

  private static let rulePlace = """
    LEFT JOIN formstate_section AS section ON section.id = rule.section_id AND section.version_id = rule.version_id
    LEFT JOIN formstate_cell AS cell ON cell.id = rule.cell_id AND cell.section_id = rule.section_id
    """

  private static let rule = DefinitionTable(
    name: "formstate_rule",
    source: "formstate_rule AS own JOIN formstate_rule AS rule ON rule.id = own.id \(rulePlace)",
    condition: "own.version_id = ?", order: ruleOrder, subject: "coalesce(cell.key, section.key)",
    standIns: ["cell_id": "own.cell_id IS NULL"], passed: ["id", "version_id", "section_id", "kind", "number"])

  private static let ruleInput = DefinitionTable(
    name: "formstate_rule_input",
    source: """
      formstate_rule AS rule
      CROSS JOIN formstate_rule_input AS own ON own.rule_id = rule.id \(rulePlace)
      LEFT JOIN formstate_cell AS read ON read.id = own.cell_id AND read.version_id = rule.version_id
      LEFT JOIN formstate_section AS read_section ON read_section.id = read.section_id
      """, condition: "rule.version_id = ?",
    order: ruleOrder + ["read_section.position", "read.position", "own.reach"],
    subject: "coalesce(cell.key, section.key)", passed: ["rule_id", "cell_id"])

  private static let condition = DefinitionTable(
    name: "formstate_condition",
    source: """
      formstate_condition AS own
      LEFT JOIN formstate_cell AS cell ON cell.id = own.cell_id AND cell.version_id = own.version_id
      LEFT JOIN formstate_section AS section ON section.id = cell.section_id
      LEFT JOIN formstate_rule AS rule ON rule.id = own.rule_id AND rule.version_id = own.version_id
      LEFT JOIN formstate_cell AS deciding ON deciding.id = rule.cell_id AND deciding.section_id = cell.section_id
      """, condition: "own.version_id = ?",
    order: ["section.position", "cell.position", "rule.kind", "deciding.position"], subject: "cell.key",
    // A rule of another section has no cell in this one either.
    standIns: ["rule_id": "rule.section_id = cell.section_id AND rule.cell_id IS deciding.id"],
    passed: ["version_id", "cell_id"])

  private static let repeating = DefinitionTable(
    name: "formstate_repeat",
    source: """
      formstate_repeat AS own
      LEFT JOIN formstate_section AS section ON section.id = own.section_id AND section.version_id = own.version_id
      LEFT JOIN formstate_cell AS cell ON cell.id = own.cell_id AND cell.section_id = own.section_id
      LEFT JOIN formstate_cell AS around ON around.id = own.around_id AND around.section_id = own.section_id
      """, condition: "own.version_id = ?", order: ["section.position", "cell.position"], subject: "cell.key",
    standIns: ["around_id": "iif(own.around_id IS NULL, NULL, coalesce(around.position, -1))"],
    passed: ["cell_id", "version_id", "section_id"])

  private static let lists = [
    DefinitionTable(
      name: "formstate_version_list", source: "formstate_version_list AS own", condition: "own.version_id = ?",
      order: ["own.name"], subject: "own.name", passed: ["version_id", "name", "list_id"]),
    ofLists("formstate_list", order: [], passed: ["id"], optional: "digest"),
    ofLists("formstate_list_item", order: ["own.position"], passed: ["list_id", "position"]),
    ofLists("formstate_list_column", order: ["own.position", "own.name"], passed: ["list_id", "position", "name"]),
  ]

  private static func ofLists(
    _ name: String, order: [String], passed: Set<String>, optional: String? = nil
  ) -> DefinitionTable {
    let id = name == "formstate_list" ? "id" : "list_id"
    return DefinitionTable(
      name: name, source: "formstate_version_list AS named CROSS JOIN \(name) AS own ON own.\(id) = named.list_id",
      condition: "named.version_id = ?", order: ["named.name"] + order, subject: "named.name", passed: passed,
      optional: optional)
  }

  private static let translation = DefinitionTable(
    name: "formstate_translation", source: "formstate_translation AS own", condition: "own.version_id = ?",
    order: ["language", "subject", "key", "field", "item"].map { "own.\($0)" }, subject: "own.language",
    passed: ["version_id", "language", "subject", "key", "field", "item"])
}
