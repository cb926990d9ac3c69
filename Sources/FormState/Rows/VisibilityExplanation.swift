/// Whether a cell shows, and what keeps it from showing.
public struct VisibilityExplanation: Hashable, Sendable {
  /// The key of the cell, with the number of the instance that it is in.
  public let cell: String
  /// Everything that hides the cell, from the section inwards; empty if the cell shows.
  public let reasons: [HidingReason]

  /// Where the cell shows, if it does and the caller knows.
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
  ///   - cell: the cell; of an instance, its repeat in that instance.
  ///   - above: what it stands in, the nearest first: cells, and instances as their repeats.
  ///   - section: the section that it is in.
  ///   - reader: tells what rules read.
  private init(
    of cell: CellSnapshot, above: [CellSnapshot], section: SectionSnapshot?, reader: any StateReader
  ) throws {
    self.cell = cell.address
    var reasons: [HidingReason] = []
    if let section, !section.isRelevant {
      let finding = try section.rule.map { try RuleFinding($0, of: nil, reader: reader) }
      reasons.append(.irrelevantSection(section.key, finding))
    }
    if let section, section.isFolded { reasons.append(.folded(section: section.key)) }
    for ancestor in above.reversed() {
      let isInstance = try reader.isInstance(ancestor)
      if ancestor.cell.isHidden, !isInstance { reasons.append(.hiddenInDefinition(cell: ancestor.address)) }
      if let reason = try HidingReason(ofIrrelevant: ancestor, isInstance: isInstance, reader: reader) {
        reasons.append(reason)
      }
      if !ancestor.isExpanded, !isInstance { reasons.append(.collapsed(cell: ancestor.address)) }
    }
    let isInstance = try reader.isInstance(cell)
    if cell.cell.isHidden, !isInstance { reasons.append(.hiddenInDefinition(cell: cell.address)) }
    if let reason = try HidingReason(ofIrrelevant: cell, isInstance: isInstance, reader: reader) {
      reasons.append(reason)
    }
    self.reasons = reasons
  }

  /// Explains the cell or instance that a reference names.
  ///
  /// - Throws: ``ActionError`` where it names none; what the reader throws.
  package init(of reference: CellReference, reader: any StateReader) throws {
    let cell: CellSnapshot
    switch try reader.addressed(reference.withCanonicalKey) {
    case .cell(let found): cell = found
    case .instance(let instance, let owner): cell = try reader.snapshot(of: instance) ?? owner
    }
    try self.init(
      of: cell, above: reader.cellsAndInstances(above: cell), section: reader.section(at: cell.place.section),
      reader: reader)
  }
}

extension HidingReason {
  /// That rules make a cell or instance irrelevant; `nil` where they do not.
  fileprivate init?(ofIrrelevant cell: CellSnapshot, isInstance: Bool, reader: any StateReader) throws {
    guard !cell.isRelevant else { return nil }
    let owner = try isInstance ? reader.instance(cell.instance).flatMap { try reader.cell(at: $0.cell) } : cell
    let finding = try cell.cell.rule(isInstance ? .count : .relevant).map {
      try RuleFinding($0, of: owner, reader: reader)
    }
    self = .irrelevant(cell: cell.address, finding)
  }
}

/// One of the reasons why a cell does not show.
@nonexhaustive
public enum HidingReason: Hashable, Sendable {
  /// The section that the cell is in is folded; the section's key.
  case folded(section: String)
  /// A cell above it is collapsed; that cell's key.
  case collapsed(cell: String)
  /// The definition hides the cell itself or a cell above it; the hidden one's key.
  case hiddenInDefinition(cell: String)
  /// The cell itself or a cell above it is not relevant by its rule; that cell's key, and what the rule read.
  case irrelevant(cell: String, RuleFinding?)
  /// The section that the cell is in is not relevant by its rule; the section's key, and what the rule read.
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
