/// Why a rule gave what it gave: what it says, and what it read.
public struct RuleFinding: Hashable, Sendable, CustomStringConvertible {
  /// A cell that the rule read.
  public struct Reading: Hashable, Sendable {
    /// The key of the cell, with the number of the instance that it is in; of several instances, of the first.
    public let cell: String
    /// What a person calls it.
    public let title: String
    /// What it holds as a person reads it, of several instances each; `nil` for nothing that counts.
    public let text: String?
  }

  /// The rule's expression as its author wrote it.
  public let expression: String
  /// What it read, in the order in which it names it.
  public let readings: [Reading]

  /// Whether the rule says how many instances of a repeat count.
  private let isCount: Bool

  /// Finds out what a rule reads in a state.
  ///
  /// - Parameters:
  ///   - rule: the rule.
  ///   - owner: the cell that has it; `nil` for a section.
  ///   - reader: the state.
  /// - Throws: what the reader throws.
  init(_ rule: FormRule, of owner: CellSnapshot?, reader: any StateReader) throws {
    expression = rule.source
    isCount = rule.kind == .count
    var readings: [Reading] = []
    var seen: Set<String> = []
    var reading = RuleReading(reader: reader, [])
    reading.begin(at: owner?.place)
    for case .cell(let key) in (rule.expression?.references ?? []).map(\.target) {
      let cells = try reading.snapshots(withKey: key)
      guard let first = cells.first, try reader.repeating() == nil || seen.insert(key).inserted else { continue }
      let texts = try cells.compactMap { try reading.readableText(of: $0) }
      readings.append(
        Reading(cell: first.address, title: first.name, text: texts.isEmpty ? nil : texts.joined(separator: ", ")))
    }
    self.readings = readings
  }

  /// The finding as a clause: `${married} = 'yes'` is not so; Married is “no”.
  public var description: String {
    let told = readings.map { "; \($0.title.shortened) is " + ($0.text.map { "“\($0.shortened)”" } ?? "blank") }
    return "“\(expression)” \(isCount ? "asks for fewer" : "is not so")\(told.joined())"
  }
}

extension CellSnapshot {
  /// What a person calls the cell. A heading shows what was entered as its title, so its second title comes first.
  fileprivate var name: String {
    let titles = cell.isExpandable ? [cell.subtitle, cell.title] : [cell.title, cell.subtitle]
    return titles.first { !$0.isEmpty } ?? cell.key
  }
}

extension RuleReading {
  /// The cells that `${key}` leads to from the rule's own cell.
  fileprivate func snapshots(withKey key: String) throws -> [CellSnapshot] {
    guard let instances = try instances() else { return try reader.cell(withKey: key).map { [$0] } ?? [] }
    // A rule of a section is in no instance.
    let found = cells(withKey: key, from: cell, instances)
    if let failure { throw failure }
    return try found.compactMap { try instances.place(of: $0).flatMap(reader.cell) }
  }

  /// What a cell holds as a person reads it; `nil` for nothing that counts.
  fileprivate func readableText(of cell: CellSnapshot) throws -> String? {
    guard let value = try value(held: cell) else { return nil }
    if cell.cell.kind.isQuestionOfOptions, let title = try reader.titleOfChosen(value, under: cell), !title.isEmpty {
      return title
    }
    return cell.cell.displayText(of: value)
  }
}
