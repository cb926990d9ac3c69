/// Why a rule gave what it gave: what it says, and what it read.
public struct RuleFinding: Hashable, Sendable, CustomStringConvertible {
  /// A cell that the rule read.
  public struct Reading: Hashable, Sendable {
    /// The key of the cell.
    public let cell: String
    /// What a person calls it.
    public let title: String
    /// What it holds as a person reads it; `nil` for nothing that counts.
    public let text: String?
  }

  /// The rule's expression as its author wrote it.
  public let expression: String
  /// What it read, in the order in which it names it.
  public let readings: [Reading]

  /// Finds out what a rule reads in a state.
  ///
  /// - Throws: whatever the reader throws.
  init<Reader: StateReader>(_ rule: FormRule, reader: Reader) throws {
    expression = rule.source
    var readings: [Reading] = []
    let reading = RuleReading(reader: reader, [])
    for case .cell(let key) in (rule.expression?.references ?? []).map(\.target) {
      guard let cell = try reader.cell(withKey: key) else { continue }
      readings.append(
        Reading(cell: cell.cell.key, title: cell.name, text: try reading.readableText(of: cell)))
    }
    self.readings = readings
  }

  /// The finding as a clause: `${married} = 'yes'` is not so; Married is “no”.
  public var description: String {
    let told = readings.map { "; \($0.title.shortened) is " + ($0.text.map { "“\($0.shortened)”" } ?? "blank") }
    return "“\(expression)” is not so\(told.joined())"
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
  /// What a cell holds as a person reads it; `nil` for nothing that counts.
  fileprivate func readableText(of cell: CellSnapshot) throws -> String? {
    guard let value = try value(held: cell) else { return nil }
    if cell.cell.kind.isQuestionOfOptions, let title = try reader.titleOfChosen(value, under: cell), !title.isEmpty {
      return title
    }
    return cell.cell.displayText(of: value)
  }
}
