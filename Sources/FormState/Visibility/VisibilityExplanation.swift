/// Whether a cell shows, and what keeps it from showing.
public struct VisibilityExplanation: Hashable, Sendable {
  /// The key of the cell.
  public let cell: String
  /// Everything that hides the cell, from the section inwards; empty when the cell shows.
  public let reasons: [HidingReason]

  /// Where the cell shows, when it does and whoever explains knows.
  public var rowPath: RowPath?

  /// Whether the cell shows.
  public var isVisible: Bool { reasons.isEmpty }

  /// Whether the action ``FormAction/reveal(_:)`` can make the cell show.
  public var canBeRevealed: Bool {
    !reasons.contains { reason in
      switch reason {
      case .hiddenInDefinition, .irrelevant, .irrelevantSection: true
      case .folded, .collapsed: false
      }
    }
  }

  /// Explains a cell.
  ///
  /// - Parameters:
  ///   - cell: the cell.
  ///   - ancestors: the cells above it, the nearest first.
  ///   - section: the section that it stands in.
  ///   - finding: tells what a rule read.
  private init(
    of cell: CellSnapshot, ancestors: [CellSnapshot], section: SectionSnapshot?,
    finding: (FormRule?) throws -> RuleFinding?
  ) rethrows {
    self.cell = cell.cell.key
    var reasons: [HidingReason] = []
    if let section, !section.isRelevant { reasons.append(.irrelevantSection(section.key, try finding(section.rule))) }
    if let section, section.isFolded { reasons.append(.folded(section: section.key)) }
    for ancestor in ancestors.reversed() {
      if ancestor.cell.isHidden { reasons.append(.hiddenInDefinition(cell: ancestor.cell.key)) }
      if !ancestor.isRelevant {
        reasons.append(.irrelevant(cell: ancestor.cell.key, try finding(ancestor.cell.rule(.relevant))))
      }
      if !ancestor.isExpanded { reasons.append(.collapsed(cell: ancestor.cell.key)) }
    }
    if cell.cell.isHidden { reasons.append(.hiddenInDefinition(cell: cell.cell.key)) }
    if !cell.isRelevant { reasons.append(.irrelevant(cell: cell.cell.key, try finding(cell.cell.rule(.relevant)))) }
    self.reasons = reasons
  }

  /// Explains the cell with a key.
  ///
  /// - Throws: ``ActionError/unknownCell(key:nearest:)``; whatever the reader throws.
  package init<Reader: StateReader>(ofCell key: String, reader: Reader) throws {
    let cell = try reader.namedCell(key)
    try self.init(
      of: cell, ancestors: reader.ancestors(of: cell), section: reader.section(at: cell.place.section)
    ) { try $0.map { try RuleFinding($0, reader: reader) } }
  }
}

/// One of the reasons why a cell does not show.
public enum HidingReason: Hashable, Sendable {
  /// The section that the cell stands in is folded; the section's key.
  case folded(section: String)
  /// A cell above it is collapsed; that cell's key.
  case collapsed(cell: String)
  /// The definition hides the cell itself or a cell above it; the hidden one's key.
  case hiddenInDefinition(cell: String)
  /// The cell itself or a cell above it is not relevant by its rule; that cell's key, and what the rule read.
  case irrelevant(cell: String, RuleFinding?)
  /// The section that the cell stands in is not relevant by its rule; the section's key, and what the rule read.
  case irrelevantSection(String, RuleFinding?)
}

extension HidingReason: CustomStringConvertible {
  /// The reason as a clause without a full stop, such as `the section “personal” is folded`.
  public var description: String {
    switch self {
    case .folded(let section): "the section “\(section)” is folded"
    case .collapsed(let cell): "“\(cell)” is collapsed"
    case .hiddenInDefinition(let cell): "the definition hides “\(cell)”"
    case .irrelevant(let cell, let finding): "“\(cell)” is not relevant\(Self.told(finding))"
    case .irrelevantSection(let section, let finding):
      "the section “\(section)” is not relevant\(Self.told(finding))"
    }
  }

  private static func told(_ finding: RuleFinding?) -> String { finding.map { ": \($0)" } ?? " by its rule" }
}
