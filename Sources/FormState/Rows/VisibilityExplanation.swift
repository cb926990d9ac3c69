/// Whether a cell is visible, and why not.
public struct VisibilityExplanation: Hashable, Sendable {
  /// The key of the cell, with the number of its instance.
  package let cell: String
  /// Everything that hides the cell, from the section inwards; empty if the cell is visible.
  public let reasons: [HidingReason]

  /// The row path of the cell, if it is visible and the caller knows it.
  public var rowPath: RowPath?

  /// Whether the cell is visible.
  public var isVisible: Bool { reasons.isEmpty }

  /// Whether the action ``FormAction/reveal(_:)`` can make the cell visible.
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
  ///   - cell: the cell; for an instance, its repeat in that instance.
  ///   - above: the cells and instances (as their repeats) around it, the nearest first.
  ///   - section: the section of the cell.
  ///   - reader: reads the inputs of rules.
  private init(
    of cell: CellSnapshot, above: [CellSnapshot], section: SectionSnapshot?, reader: FormReader
  ) throws {
    self.cell = cell.address
    var reasons: [HidingReason] = []
    if let section, !section.isRelevant {
      let finding = try section.rule.map { try RuleFinding($0, of: nil, reader: reader) }
      reasons.append(.irrelevantSection(section.key, finding))
    }
    if let section, section.isFolded { reasons.append(.folded(section: section.key)) }
    for ancestor in above.reversed() {
      let isInstance = reader.isInstance(ancestor)
      if ancestor.cell.isHidden, !isInstance { reasons.append(.hiddenInDefinition(cell: ancestor.address)) }
      if let reason = try HidingReason(ofIrrelevant: ancestor, isInstance: isInstance, reader: reader) {
        reasons.append(reason)
      }
      if !ancestor.isExpanded, !isInstance { reasons.append(.collapsed(cell: ancestor.address)) }
    }
    let isInstance = reader.isInstance(cell)
    if cell.cell.isHidden, !isInstance { reasons.append(.hiddenInDefinition(cell: cell.address)) }
    if let reason = try HidingReason(ofIrrelevant: cell, isInstance: isInstance, reader: reader) {
      reasons.append(reason)
    }
    self.reasons = reasons
  }

  /// Explains the visibility of a cell or instance.
  ///
  /// - Throws: ``ActionError`` for an unknown one; what the reader throws.
  package init(of reference: CellReference, reader: FormReader) throws {
    let cell: CellSnapshot
    switch try reader.addressed(reference.withCanonicalKey) {
    case .cell(let found): cell = found
    case .instance(let instance, let owner): cell = reader.snapshot(of: instance) ?? owner
    }
    try self.init(
      of: cell, above: reader.cellsAndInstances(above: cell), section: reader.section(at: cell.place.section),
      reader: reader)
  }
}

extension HidingReason {
  /// The reason that rules make a cell or instance irrelevant; `nil` if they do not.
  fileprivate init?(ofIrrelevant cell: CellSnapshot, isInstance: Bool, reader: FormReader) throws {
    guard !cell.isRelevant else { return nil }
    let owner = isInstance ? reader.instance(cell.instance).flatMap { reader.cell(at: $0.cell) } : cell
    let finding = try cell.cell.rule(isInstance ? .count : .relevant).map {
      try RuleFinding($0, of: owner, reader: reader)
    }
    self = .irrelevant(cell: cell.address, finding)
  }
}

/// A reason why a cell is not visible.
@nonexhaustive
public enum HidingReason: Hashable, Sendable {
  /// The section of the cell is folded; the section's key.
  case folded(section: String)
  /// A cell above it is collapsed; that cell's key.
  case collapsed(cell: String)
  /// The definition hides the cell itself or a cell above it; the hidden one's key.
  case hiddenInDefinition(cell: String)
  /// The cell itself or a cell above it is not relevant by its rule; that cell's key, and the rule's inputs.
  case irrelevant(cell: String, RuleFinding?)
  /// The section of the cell is not relevant by its rule; the section's key, and the rule's inputs.
  case irrelevantSection(String, RuleFinding?)
}

extension HidingReason: CustomStringConvertible {
  /// The reason as a clause without a full stop, such as `the section “personal” is folded`.
  public var description: String { text(in: .english) }

  /// The reason in the words of a language.
  package func text(in speech: Speech) -> String {
    let wording =
      switch self {
      case .folded(let section): Wording(.reasonFolded, .name(section))
      case .collapsed(let cell): Wording(.reasonCollapsed, .name(cell))
      case .hiddenInDefinition(let cell): Wording(.reasonHidden, .name(cell))
      case .irrelevant(let cell, let finding):
        Wording(.reasonIrrelevant, .name(cell), .text(Self.reason(finding)))
      case .irrelevantSection(let section, let finding):
        Wording(.reasonIrrelevantSection, .name(section), .text(Self.reason(finding)))
      }
    return wording.text(in: speech)
  }

  private static func reason(_ finding: RuleFinding?) -> String { finding.map { ": \($0)" } ?? " by its rule" }
}
