/// One row's description: what it is called, what it holds, and what follows it when it is expanded.
public struct FormCell: Hashable, Sendable {
  /// The stable name of the cell; unique in its form. Kept canonically composed (NFC), however it is given.
  public var key: String { didSet { key = key.canonicalKey } }
  /// Whether nobody gave the cell its key: a reader made it, of what the document says of the cell. Another version of
  /// the form may make the same key of another cell, so it alone never says that two cells are the same.
  public var isKeyDerived: Bool
  /// What the cell holds and how a person changes it.
  public var kind: CellKind
  /// The name under which a table view keeps reusable views of this sort (UIKit's reuse identifier).
  public var identifier: String
  /// The primary title as defined; a response may display another one, see ``Summary``.
  public var title: String
  /// The secondary title.
  public var subtitle: String
  /// The value that the cell has until a person sets one; `nil` means none.
  public var defaultValue: CellValue?
  /// Whether the cell can be expanded, to show its descendants, to grow in place, or both.
  public var isExpandable: Bool
  /// Whether a fresh response starts with the cell expanded.
  public var startsExpanded: Bool
  /// Whether the definition hides the cell, and with it its descendants, whatever is expanded.
  public var isHidden: Bool
  /// How many descendants follow the cell directly.
  public var additionalRows: Int
  /// Whether the cells directly under it are an accordion: expanding one collapses the others.
  public var isAccordion: Bool
  /// How the cell grows in place when it is expanded; `nil` when its row keeps its height.
  public var inline: InlineExpansion? {
    get { boxed?.properties.inline }
    set { if boxed != nil || newValue != nil { rare.inline = newValue } }
  }
  /// How the cell's displayed title follows from what its descendants hold; `nil` when its own title always shows.
  public var summary: Summary? {
    get { boxed?.properties.summary }
    set { if boxed != nil || newValue != nil { rare.summary = newValue } }
  }
  /// The numbers that a slider accepts, and an integer or decimal where it has such bounds; `nil` for every other kind.
  public var range: NumberRange? {
    get { boxed?.properties.range }
    set { if boxed != nil || newValue != nil { rare.range = newValue } }
  }
  /// How far the control of a slider moves at a time; `nil` when it moves freely. Any number of the range is accepted.
  public var step: Double? {
    get { boxed?.properties.step }
    set { if boxed != nil || newValue != nil { rare.step = newValue } }
  }
  /// What the number of a slider, an integer or a decimal counts, shown after it: `kg`; `nil` for a bare number.
  public var unit: String? {
    get { boxed?.properties.unit }
    set { if boxed != nil || newValue != nil { rare.unit = newValue } }
  }
  /// Of an option: what the cell above it holds when the option is chosen; unique among its siblings. `nil` for every
  /// other kind.
  public var optionValue: String? { didSet { optionValue = optionValue?.canonicalKey } }
  /// The name of the ``OptionList`` whose options stand under it as rows; `nil` when they are its own, or no rows.
  public var list: String? {
    get { boxed?.properties.list }
    set { if boxed != nil || newValue != nil { rare.list = newValue } }
  }
  /// How many instances a repeat has; `nil` for every other kind.
  public var counts: InstanceCounts? {
    get { boxed?.properties.counts }
    set { if boxed != nil || newValue != nil { rare.counts = newValue } }
  }
  /// What expressions decide of the cell, ordered by their kinds: one rule of each, and any number of constraints.
  public var rules: [FormRule] {
    get { boxed?.properties.rules ?? [] }
    set { if boxed != nil || !newValue.isEmpty { rare.rules = newValue.inOrder } }
  }
  /// What a switch shows for off and on; `nil` means “Off” and “On”.
  public var switchTitles: SwitchTitles? {
    get { boxed?.properties.switchTitles }
    set { if boxed != nil || newValue != nil { rare.switchTitles = newValue } }
  }
  /// Whatever else the author wrote about the cell; kept and exported. The page in the browser alone reads
  /// `appearance`, `accept` and `type` of it.
  public var properties: [String: PropertyValue] {
    get { boxed?.properties.properties ?? [:] }
    set { if boxed != nil || !newValue.isEmpty { rare.properties = newValue } }
  }

  /// Creates a cell.
  ///
  /// Left out, `identifier` is the one that the tutorial has for the kind, `range` is 0…10 for a slider, a repeat has
  /// any number of instances, and an option has its key as its value. Nothing is checked before
  /// ``FormDefinition/checkDefinition()`` is called, which saving does.
  public init(
    key: String,
    kind: CellKind,
    identifier: String? = nil,
    title: String = "",
    subtitle: String = "",
    defaultValue: CellValue? = nil,
    isExpandable: Bool = false,
    startsExpanded: Bool = false,
    isHidden: Bool = false,
    additionalRows: Int = 0,
    isAccordion: Bool = false,
    inline: InlineExpansion? = nil,
    summary: Summary? = nil,
    range: NumberRange? = nil,
    step: Double? = nil,
    unit: String? = nil,
    optionValue: String? = nil,
    list: String? = nil,
    switchTitles: SwitchTitles? = nil,
    counts: InstanceCounts? = nil,
    rules: [FormRule] = [],
    properties: [String: PropertyValue] = [:],
    isKeyDerived: Bool = false
  ) {
    self.key = key.canonicalKey
    self.isKeyDerived = isKeyDerived
    self.kind = kind
    self.identifier = identifier ?? kind.standardIdentifier
    self.title = title
    self.subtitle = subtitle
    // A question of options holds values of options.
    self.defaultValue = kind.isQuestionOfOptions ? defaultValue?.withCanonicalText : defaultValue
    self.isExpandable = isExpandable
    self.startsExpanded = startsExpanded
    self.isHidden = isHidden
    self.additionalRows = additionalRows
    self.isAccordion = isAccordion
    self.optionValue = (optionValue ?? (kind == .option ? key : nil))?.canonicalKey
    let range = range ?? (kind == .slider ? FormCell.standardSliderRange : nil)
    let counts = counts ?? (kind == .repeat ? InstanceCounts() : nil)
    // To build and compare what nearly no cell has would cost as much as the rest.
    let hasRare =
      inline != nil || summary != nil || range != nil || step != nil || unit != nil || list != nil
      || switchTitles != nil || counts != nil
      || !rules.isEmpty || !properties.isEmpty
    guard hasRare else { return }
    rare = RareProperties(
      inline: inline, summary: summary, range: range, step: step, unit: unit, list: list, switchTitles: switchTitles,
      counts: counts, rules: rules.inOrder, properties: properties)
  }

  /// What few cells have stands boxed, so that a form of many cells takes half the memory; `nil` when a cell has
  /// nothing of it.
  private var boxed: BoxedProperties?

  /// Whether the cell has an inline expansion, a summary, a range, a step, a list, switch titles, counts, rules or
  /// properties.
  package var hasRareProperties: Bool { boxed != nil }

  private var rare: RareProperties {
    get { boxed?.properties ?? RareProperties() }
    set { boxed = newValue == RareProperties() ? nil : .properties(newValue) }
  }

  /// The rule of a kind; `nil` when there is none. Of constraints, the first.
  public func rule(_ kind: FormRule.Kind) -> FormRule? {
    hasRareProperties ? rules.first { $0.kind == kind } : nil
  }

  /// The range of a slider that names none: the tutorial's 0…10.
  public static let standardSliderRange = NumberRange(minimum: 0, maximum: 10)

  /// Whether the displayed title follows from the cells below unless its author says otherwise.
  package var infersSummary: Bool {
    (isExpandable || choosesFromList) && kind != .repeat && rule(.title) == nil
  }

  /// The summary that the cell has unless its author names one.
  ///
  /// - Parameter kinds: the kinds of the cells directly under it.
  package func inferredSummary(fromKinds kinds: some Sequence<CellKind>) -> Summary? {
    choosesFromList ? .choice : .inferred(fromKinds: kinds)
  }

  /// Whether the cell is expandable unless its author says otherwise: it is a group, has cells under it, or grows in
  /// place. A question whose choices are no rows has nothing to show.
  package var isUsuallyExpandable: Bool {
    kind.isQuestionOfOptions && !choosesFromList || additionalRows > 0 || inline != nil
  }
}

private struct RareProperties: Hashable, Sendable {
  var inline: InlineExpansion?
  var summary: Summary?
  var range: NumberRange?
  var step: Double?
  var unit: String?
  var list: String?
  var switchTitles: SwitchTitles?
  var counts: InstanceCounts?
  var rules: [FormRule] = []
  var properties: [String: PropertyValue] = [:]
}

private indirect enum BoxedProperties: Hashable, Sendable {
  case properties(RareProperties)

  var properties: RareProperties {
    switch self {
    case .properties(let properties): properties
    }
  }
}

/// How a cell grows in place: expanding it changes the height of its row.
///
/// A cell may grow in place and have additional rows as well; then expanding it does both.
public struct InlineExpansion: Hashable, Sendable {
  /// How tall the row is while the cell is collapsed.
  public var collapsedHeight: RowHeight
  /// How tall the row is while the cell is expanded.
  public var expandedHeight: RowHeight
  /// How many lines of text the row shows while the cell is collapsed, 1 or more; `nil` for as many as there are.
  public var lineLimit: Int?

  /// Creates a rule; left out, the view measures both heights itself.
  public init(
    collapsedHeight: RowHeight = .automatic, expandedHeight: RowHeight = .automatic, lineLimit: Int? = nil
  ) {
    self.collapsedHeight = collapsedHeight
    self.expandedHeight = expandedHeight
    self.lineLimit = lineLimit
  }

  /// How tall the row is.
  package func height(isExpanded: Bool) -> RowHeight {
    isExpanded ? expandedHeight : collapsedHeight
  }
}

/// How tall a row is.
@nonexhaustive
public enum RowHeight: Hashable, Sendable {
  /// The view measures the row itself.
  case automatic
  /// A fixed height in points; greater than zero in a definition, zero for a row that is kept but hidden.
  case points(Double)

  /// The height that the CellDescriptor.plist tutorial gives a reuse identifier: 60 points for a normal
  /// cell, 270 for a date picker, 44 for every other.
  public static func standard(for identifier: String) -> RowHeight {
    switch CellKind(standardIdentifier: identifier) {
    case .group: .points(60)
    case .date: .points(270)
    default: .points(44)
    }
  }

  /// Whether a row of a definition can be so tall.
  var isUsable: Bool { points.map { $0.isFinite && $0 > 0 } ?? true }

  /// The height in points; `nil` when it is automatic.
  public var points: Double? {
    switch self {
    case .automatic: nil
    case .points(let points): points
    }
  }
}

/// What a switch shows for its two positions.
public struct SwitchTitles: Hashable, Sendable {
  /// The text for off.
  public var off: String
  /// The text for on.
  public var on: String

  /// Creates a pair of titles.
  public init(off: String, on: String) {
    self.off = off
    self.on = on
  }

  /// What a switch without titles of its own shows.
  public static let standard = SwitchTitles(off: "Off", on: "On")

  /// Reads the tutorial's way to name both titles in one: `Off = Single, On = Married`.
  ///
  /// The words before the equals signs may be in any case and either order; returns `nil` for any other
  /// text. A title may itself contain a comma, since the text is split where the second word stands.
  package init?(describedBy text: String) {
    // Most titles name no positions; the pattern is only worth its time where two equals signs stand, and its
    // backtracking must not meet a text that no switch could show.
    guard text.utf8.count <= 1000, text.utf8.count(where: { $0 == UInt8(ascii: "=") }) >= 2 else {
      return nil
    }
    let pattern =
      /(?i)\s*(?<first>off|on)\s*=\s*(?<one>\S.*?)\s*,\s*(?<second>off|on)\s*=\s*(?<other>\S.*?)\s*/
    // By scalars: a combining mark after the equals sign would make one character of the two.
    guard let match = text.wholeMatch(of: pattern.matchingSemantics(.unicodeScalar)) else { return nil }
    let first = match.first.lowercased()
    guard first != match.second.lowercased() else { return nil }
    let one = String(match.one)
    let other = String(match.other)
    self = first == "off" ? SwitchTitles(off: one, on: other) : SwitchTitles(off: other, on: one)
  }

  /// The title for a position.
  public func title(isOn: Bool) -> String {
    isOn ? on : off
  }
}

/// The numbers from a minimum to a maximum, both included.
///
/// Unlike a `ClosedRange` it can hold a minimum above its maximum, so that a faulty definition can be told to
/// its author together with every other fault instead of stopping the program.
public struct NumberRange: Hashable, Sendable, CustomStringConvertible {
  /// The least number.
  public var minimum: Double
  /// The greatest number.
  public var maximum: Double

  /// Creates a range; see ``FormDefinition/checkDefinition()`` for what makes one usable.
  public init(minimum: Double, maximum: Double) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// Whether a number lies in the range.
  package func contains(_ number: Double) -> Bool {
    minimum <= number && number <= maximum
  }

  /// The range in words: `0 to 10`.
  public var description: String {
    [minimum, maximum].map { CellValue.number($0)?.plainText ?? "\($0)" }.joined(separator: " to ")
  }
}
