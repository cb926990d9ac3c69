import FormState
import Foundation

/// Recorded actions as JSON Lines, one action a line: `{"action":"set","cell":"firstname","value":"Ada"}`.
///
/// Lines are read separately, so a script of any length can be applied while it is being read.
public enum ActionScript {
  /// The most bytes that a line may have.
  public static let longestLine = 16 << 20

  // An upgrade may name any number of cells.
  private static let limits = DocumentLimits(maximumBytes: longestLine, maximumDepth: 16, maximumNodes: 1 << 20)

  /// Reads one line.
  ///
  /// - Parameters:
  ///   - line: the line, with or without its line end.
  ///   - number: its number from 1, for messages.
  ///   - source: the name of the script, for messages.
  /// - Returns: the action; `nil` for a blank line.
  /// - Throws: ``ActionScriptError``.
  /// - Complexity: O(n) in the length of the line.
  public static func action(
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
  /// - Throws: ``ActionScriptError``.
  /// - Complexity: O(n) in the length of the line.
  public static func action(
    fromLine line: Data, number: Int, source: String
  ) throws -> ScriptedAction? {
    try parse(line, number: number, source: source)
  }

  /// The same, with the error's type for callers in the package.
  static func parse(_ line: Data, number: Int, source: String) throws(ActionScriptError) -> ScriptedAction? {
    if line.allSatisfy(DocumentBytes.isWhitespace) { return nil }
    let document: Document
    do throws(DocumentFault) {
      document = try Document.read(line, limits: limits)
    } catch {
      throw ActionScriptError(source: source, line: number, problem: problem(of: error))
    }
    guard document.format == .json else {
      throw ActionScriptError(source: source, line: number, problem: "is not an action; write a JSON object")
    }
    var faults = FaultList()
    let known = ActionFields.keys + VersionMove.propertyNames + ["continues", "group", "moment"]
    let fields = DocumentFields(document.root, at: DocumentPath(), known: known, faults: &faults)
    var reader = fields.map(ActionFields.init(fields:))
    let action = reader?.action()
    let continues = reader?.fields.flag("continues") ?? false
    let group = reader?.fields.text("group")
    let moment = reader?.fields.moment()
    if action == .checkpoint {
      reader?.fields.addFault("action", "checkpoint is allowed only in journals", "remove the line")
    }
    let problems = faults.diagnostics + (reader?.fields.faults ?? [])
    if let action, problems.isEmpty {
      return ScriptedAction(action, continues: continues, group: group, moment: moment)
    }
    throw ActionScriptError(
      source: source, line: number, problem: problems.map(\.description).joined(separator: "; "))
  }

  /// Reads a whole script.
  ///
  /// - Parameters:
  ///   - data: the script in UTF-8; lines may end in CR LF, blank ones are skipped.
  ///   - source: its name, for messages.
  /// - Returns: the actions with the numbers of their lines.
  /// - Throws: ``ActionScriptError`` for the first line that cannot be understood.
  /// - Complexity: O(n) in the size of the script.
  public static func read(
    _ data: Data, source: String
  ) throws -> [(line: Int, action: ScriptedAction)] {
    var actions: [(line: Int, action: ScriptedAction)] = []
    var number = 0
    var start = data.startIndex
    while start < data.endIndex {
      let end = data[start...].firstIndex(of: UInt8(ascii: "\n")) ?? data.endIndex
      number += 1
      if let action = try action(fromLine: data[start..<end], number: number, source: source) {
        actions.append((number, action))
      }
      start = end < data.endIndex ? data.index(after: end) : end
    }
    return actions
  }

  /// Writes one action as a line, without its line end.
  ///
  /// - Throws: nothing today; a later kind of action may have no notation.
  public static func line(for action: ScriptedAction) throws -> String {
    var json = JSONWriter(isPretty: false)
    json.scriptedAction(action)
    return json.text
  }

  /// Writes the actions of a journal, one per line; replayed into a fresh response they produce the same state.
  ///
  /// - Parameter entries: the journal, oldest entry first.
  /// - Throws: ``ExportError`` if the journal was compacted, since a script cannot express a checkpoint.
  /// - Complexity: O(k) for k entries.
  public static func write(_ entries: [JournalEntry]) throws -> Data {
    if let first = entries.first, first.action == .checkpoint {
      throw ExportError(
        description: "the journal was compacted at revision \(first.revision), so the earlier actions are gone; "
          + "export it as json, which keeps the checkpoint")
    }
    var data = Data()
    if let version = entries.first?.version, entries.contains(where: { $0.action.kind == .upgrade }) {
      // A response that nothing has happened to begins in that version with it.
      let beginning = ScriptedAction(.upgrade(VersionMove(to: version)))
      data.append(contentsOf: try line(for: beginning).utf8)
      data.append(UInt8(ascii: "\n"))
    }
    for entry in entries {
      data.append(contentsOf: try line(for: ScriptedAction(entry)).utf8)
      data.append(UInt8(ascii: "\n"))
    }
    return data
  }

  /// A scan's finding, without the line, which is always 1 within one line.
  private static func problem(of fault: DocumentFault) -> String {
    guard case .text(_, let column) = fault.place else { return "\(fault.problem)" }
    return "column \(column): \(fault.problem)"
  }
}

/// A line of an action script cannot be understood.
public struct ActionScriptError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
  public var errorDescription: String? { description }

  /// The name of the script.
  public let source: String
  /// The number of the line, from 1.
  public let line: Int
  /// The problem of the line and the correction, as clauses without a full stop.
  public let problem: String

  /// Creates the error.
  package init(source: String, line: Int, problem: String) {
    self.source = source
    self.line = line
    self.problem = problem
  }

  /// The place, problem and correction: `ACTIONS.jsonl:3: cell: is missing; name the cell, or its row with “at”`.
  public var description: String { "\(source):\(line): \(problem)" }
}

extension JSONWriter {
  /// An action as a line of a script and a journal in form JSON have it: `{"action":"tap","cell":"fullname"}`.
  ///
  /// - Parameter names: how an upgrade names versions.
  mutating func action(_ action: FormAction, naming names: VersionNames = .numbers) {
    beginObject()
    members(of: action, naming: names)
    endObject()
  }

  /// An action as a line of a script has it, with the undo step that it is part of.
  mutating func scriptedAction(_ scripted: ScriptedAction) {
    beginObject()
    members(of: scripted.action, naming: .numbers)
    step(isContinued: scripted.continues, group: scripted.group)
    moment(scripted.moment)
    endObject()
  }

  /// The moment that rules have read; empty if they read none.
  mutating func moment(_ moment: RuleMoment?) {
    guard let moment else { return }
    name("moment")
    string(moment.description)
  }

  /// The undo step of an action or an entry; empty for a separate step.
  mutating func step(isContinued: Bool, group: String?) {
    if isContinued {
      name("continues")
      literal("true")
    }
    if let group {
      name("group")
      string(group)
    }
  }

  private mutating func members(of action: FormAction, naming names: VersionNames) {
    name("action")
    string(action.kind.rawValue)
    switch action.cell {
    case .key, .instance:
      name("cell")
      string(action.cell?.description ?? "")
    case .rowPath(let path):
      name("at")
      literal("[\(path.section),\(path.row)]")
    case nil: break
    }
    if let before = action.before {
      name("before")
      string(before.description)
    }
    if let number = action.number {
      name("instance")
      literal(String(number))
    }
    if let section = action.section {
      name("section")
      string(section)
    }
    if let value = action.value {
      name("value")
      self.value(value)
    }
    if let message = action.message {
      name("message")
      string(message)
    }
    if let reporter = action.reporter {
      name("from")
      string(reporter)
    }
    if let revision = action.revision {
      name("revision")
      literal(String(revision))
    }
    if action.isOfOneEntry {
      name("only")
      literal("true")
    }
    if action.scope == .values {
      name("scope")
      string(UndoScope.values.rawValue)
    }
    if let move = action.move {
      let members = move.properties(naming: names)
      for name in VersionMove.propertyNames {
        guard let value = members[name] else { continue }
        self.name(name)
        destinations(value)
      }
    }
  }

  /// The moves of an upgrade, by key, and its version.
  private mutating func destinations(_ value: PropertyValue) {
    switch value {
    case .integer(let number): literal(String(number))
    case .string(let key): string(key)
    case .dictionary(let members):
      beginObject()
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        self.name(name)
        destinations(value)
      }
      endObject()
    default: literal("null")
    }
  }
}
