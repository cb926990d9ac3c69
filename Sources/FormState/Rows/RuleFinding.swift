/// Why a rule has its result: its expression and its inputs.
public struct RuleFinding: Hashable, Sendable, CustomStringConvertible {
  /// A cell that the rule read.
  package struct Reading: Hashable, Sendable {
    /// The key of the cell, with the number of its instance; of several instances, of the first.
    package let cell: String
    /// The title of the cell.
    package let title: String
    /// Its readable value, of several instances each; `nil` for none that counts.
    package let text: String?
    /// What people call the instance that the rule read; `nil` outside of repeats, and for several instances.
    let instance: String?

    /// The title with the number of the instance.
    fileprivate var name: String { title.shortened + (instance.map { " (\($0))" } ?? "") }
  }

  /// The rule's expression as its author wrote it.
  package let expression: String
  /// Its inputs, in the order in which the expression names them.
  package let readings: [Reading]

  /// Whether the rule counts the instances of a repeat.
  private let isCount: Bool

  /// Finds the inputs of a rule in a state.
  ///
  /// - Parameters:
  ///   - rule: the rule.
  ///   - owner: the cell with the rule; `nil` for a section.
  ///   - reader: the state.
  /// - Throws: what the reader throws.
  init(_ rule: FormRule, of owner: CellSnapshot?, reader: FormReader) throws {
    expression = rule.source
    isCount = rule.kind == .count
    var readings: [Reading] = []
    var seen: Set<String> = []
    var reading = RuleReading(reader: reader, [])
    defer { reading.giveColumnsBack() }
    reading.begin(at: owner?.place)
    for case .cell(let key) in (rule.expression?.references ?? []).map(\.target) {
      let cells = reading.snapshots(withKey: key)
      guard let first = cells.first, reader.repeating() == nil || seen.insert(key).inserted else { continue }
      let texts = try cells.compactMap { try reading.readableText(of: $0) }
      readings.append(
        Reading(
          cell: first.address, title: first.name, text: texts.isEmpty ? nil : texts.joined(separator: ", "),
          instance: cells.count == 1 && first.instance > 0 ? first.spelledInstance : nil))
    }
    self.readings = readings
  }

  /// The finding as a clause: `${married} = 'yes'` is not met; Married is “no”.
  public var description: String {
    let contents = readings.map { "; \($0.name) is " + ($0.text.map { "“\($0.shortened)”" } ?? "blank") }
    return "“\(expression)” \(isCount ? "counts fewer" : "is not met")\(contents.joined())"
  }
}

extension CellSnapshot {
  /// The cell's displayed name. A heading shows the entry as its title, so its subtitle comes first.
  fileprivate var name: String {
    let titles = cell.isExpandable ? [cell.subtitle, cell.title] : [cell.title, cell.subtitle]
    return titles.first { !$0.isEmpty } ?? cell.key
  }
}

extension RuleReading {
  /// The cells that `${key}` refers to from the rule's own cell.
  fileprivate func snapshots(withKey key: String) -> [CellSnapshot] {
    guard let instances else { return reader.cell(withKey: key).map { [$0] } ?? [] }
    // A rule of a section is in no instance.
    return cells(withKey: key, from: cell, instances).compactMap { instances.place(of: $0).flatMap(reader.cell) }
  }

  /// The readable value of a cell; `nil` for none that counts.
  fileprivate func readableText(of cell: CellSnapshot) throws -> String? {
    guard let value = value(held: cell) else { return nil }
    if cell.cell.isSensitive { return SensitiveCells.mask }
    if cell.cell.kind.isQuestionOfOptions, let title = try reader.titleOfChosen(value, under: cell), !title.isEmpty {
      return title
    }
    return cell.cell.displayText(of: value)
  }
}
