import FormState
import Foundation

/// Recorded actions as JSON Lines, one action a line: `{"action":"set","cell":"firstname","value":"Ada"}`.
///
/// Lines are read separately, so a script of any length can be applied while it is being read.
public enum ActionScript {
  /// The most bytes that a line may have.
  static let longestLine = 16 << 20

  // An upgrade may name any number of cells.
  private static let limits = DocumentLimits(maximumBytes: longestLine, maximumDepth: 16, maximumNodes: 1 << 20)

  /// Reads one line.
  ///
  /// - Parameters:
  ///   - line: the line, with or without its line end.
  ///   - number: its number from 1, for messages.
  ///   - source: the name of the script, for messages.
  /// - Returns: the action; `nil` for a blank line.
  /// - Throws: ``JSONLinesError``.
  /// - Complexity: O(n) in the length of the line.
  package static func action(
    fromLine line: some StringProtocol, number: Int, source: String
  ) throws -> ScriptedAction? {
    try action(fromLine: Data(line.utf8), number: number, source: source)
  }

  /// Reads one line of UTF-8.
  ///
  /// - Parameters:
  ///   - line: the line, with or without its line end.
  ///   - number: its number from 1, for messages.
  ///   - source: the name of the script, for messages.
  /// - Returns: the action; `nil` for a blank line.
  /// - Throws: ``JSONLinesError``.
  /// - Complexity: O(n) in the length of the line.
  package static func action(
    fromLine line: Data, number: Int, source: String
  ) throws -> ScriptedAction? {
    try parse(line, number: number, source: source)
  }

  /// The same, with the error's type for callers in the package.
  static func parse(_ line: Data, number: Int, source: String) throws(JSONLinesError) -> ScriptedAction? {
    if line.allSatisfy(DocumentBytes.isWhitespace) { return nil }
    let root = try JSONLine.root(line, number: number, source: source, limits: limits, expecting: "an action")
    var faults = FaultList()
    let known = ActionInDocument.names + StepInScript.names
    let fields = DocumentFields(root, at: DocumentPath(), known: known, faults: &faults)
    var reader = fields.map(ActionFields.init(fields:))
    let action = reader?.action()
    var step = StepInScript()
    reader?.fields.read(into: &step)
    if let kind = action?.kind, kind.isOnlyInJournals {
      reader?.fields.addFault("action", "\(kind.rawValue) is allowed only in journals", "remove the line")
    }
    let problems = faults.diagnostics + (reader?.fields.faults ?? [])
    if let action, problems.isEmpty {
      return ScriptedAction(action, continues: step.continues, group: step.group, moment: step.moment)
    }
    throw JSONLinesError(
      source: source, line: number, problem: problems.map(\.description).joined(separator: "; "))
  }

  /// Reads a whole script.
  ///
  /// - Parameters:
  ///   - data: the script in UTF-8; lines may end in CR LF, blank ones are skipped.
  ///   - source: its name, for messages.
  /// - Returns: the actions, each with the undo step it belongs to.
  /// - Throws: ``JSONLinesError`` for the first line that cannot be understood.
  /// - Complexity: O(n) in the size of the script.
  public static func read(_ data: Data, source: String) throws -> [ScriptedAction] {
    var actions: [ScriptedAction] = []
    var number = 0
    var start = data.startIndex
    while start < data.endIndex {
      let end = data[start...].firstIndex(of: UInt8(ascii: "\n")) ?? data.endIndex
      number += 1
      if let action = try action(fromLine: data[start..<end], number: number, source: source) {
        actions.append(action)
      }
      start = end < data.endIndex ? data.index(after: end) : end
    }
    return actions
  }

  /// Writes one action as a line, without its line end.
  ///
  /// - Throws: nothing today; a later kind of action may have no notation.
  static func line(for action: ScriptedAction) throws -> String {
    var json = JSONWriter(isPretty: false)
    json.scriptedAction(action)
    return json.text
  }

  /// Writes the actions of a journal, one per line; replayed into a fresh response they produce the same state.
  ///
  /// - Parameter entries: the journal, oldest entry first.
  /// - Throws: ``ExportError`` if the journal was compacted or emptied, since a script cannot express what is gone.
  /// - Complexity: O(k) for k entries.
  public static func write(_ entries: [JournalEntry]) throws -> Data {
    if let first = entries.first, first.action == .checkpoint {
      throw ExportError(
        description: "the journal was compacted at revision \(first.revision), so the earlier actions are gone; "
          + "export it as json, which keeps the checkpoint")
    }
    if let first = entries.first(where: { $0.redacted != nil }) {
      throw ExportError(
        description: "revision \(first.revision) was emptied when a sensitive answer was cleared, "
          + "so what it did is gone; export the journal as json, which keeps its place")
    }
    var data = Data()
    if let version = entries.first?.version, entries.contains(where: { $0.action.kind == .upgrade }) {
      // A response that nothing has happened to begins in that version with it.
      let beginning = ScriptedAction(.upgrade(UpgradeRecord(to: version)))
      data.append(contentsOf: try line(for: beginning).utf8)
      data.append(UInt8(ascii: "\n"))
    }
    let names = InstanceNames(entries)
    for entry in entries {
      data.append(contentsOf: try line(for: ScriptedAction(entry.naming(names))).utf8)
      data.append(UInt8(ascii: "\n"))
    }
    return data
  }
}

/// What a line of a script has beside its action.
struct StepInScript: DocumentObject {
  var continues = false
  var group: String?
  var moment: RuleMoment?

  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.optional("moment", \.moment, Spelled<RuleMoment>())
    visitor.flag("continues", \.continues)
    visitor.optional("group", \.group, Text())
  }
}
