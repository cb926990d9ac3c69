/// The definition of one row: its titles, its value, and the rows that it shows when expanded.
public struct FormCell: Hashable, Sendable {
  /// The stable name of the cell; unique in its form. Stored canonically composed (NFC).
  public var key: String { didSet { key = key.canonicalKey } }
  /// Whether a reader derived the key from the document instead of finding it there. Another version of the form may
  /// derive the same key for another cell, so the key alone does not identify the cell across versions.
  @usableFromInline package var isKeyDerived: Bool
  /// The type of the cell's value, and how a person changes it.
  public var kind: CellKind
  /// The name under which a table view reuses views of this kind (UIKit's reuse identifier).
  public var identifier: String
  /// The primary title as defined; a response may display another one, see ``Summary``.
  public var title: String
  /// The secondary title.
  public var subtitle: String
  /// The cell's value until a person sets one; `nil` for none.
  public var defaultValue: CellValue?
  /// Whether the cell can be expanded, to show its descendants, to grow in place, or both.
  @usableFromInline package var isExpandable: Bool
  /// Whether a fresh response starts with the cell expanded.
  @usableFromInline package var startsExpanded: Bool
  /// Whether the definition hides the cell and its descendants, whatever is expanded.
  public var isHidden: Bool
  /// The number of descendants directly after the cell.
  public var additionalRows: Int
  /// Whether messages, journals in words and exports leave out what the cell contains, and clearing it removes its
  /// former contents from the file; see <doc:SensitiveAnswers>.
  public var isSensitive: Bool {
    get { boxed?.properties.isSensitive ?? false }
    set { if boxed != nil || newValue { rare.isSensitive = newValue } }
  }
  /// Whether the cells directly under it are an accordion: expanding one collapses the others.
  @usableFromInline package var isAccordion: Bool
  /// How the cell grows in place when it is expanded; `nil` if its row keeps its height.
  @usableFromInline package var inline: InlineExpansion? {
    get { boxed?.properties.inline }
    set { if boxed != nil || newValue != nil { rare.inline = newValue } }
  }
  /// How the displayed title follows from the values of the descendants; `nil` to always show the cell's own title.
  package var summary: Summary? {
    get { boxed?.properties.summary }
    set { if boxed != nil || newValue != nil { rare.summary = newValue } }
  }
  /// The accepted numbers of a slider, and of an integer or decimal with bounds; `nil` for any other kind.
  public var range: NumberRange? {
    get { boxed?.properties.range }
    set { if boxed != nil || newValue != nil { rare.range = newValue } }
  }
  /// The step of a slider's control; `nil` for continuous. Any number of the range is accepted, but only a whole one if
  /// both the minimum and the step are whole.
  public var step: Double? {
    get { boxed?.properties.step }
    set { if boxed != nil || newValue != nil { rare.step = newValue } }
  }
  /// The unit of a slider, an integer or a decimal, shown after it: `kg`; `nil` for a plain number.
  public var unit: String? {
    get { boxed?.properties.unit }
    set { if boxed != nil || newValue != nil { rare.unit = newValue } }
  }
  /// Of an option: the parent's value when the option is chosen; unique among its siblings. `nil` for any other kind.
  public var optionValue: String? { didSet { optionValue = optionValue?.canonicalKey } }
  /// The name of the ``OptionList`` whose options are rows under it; `nil` for other options, or if none are rows.
  public var list: String? {
    get { boxed?.properties.list }
    set { if boxed != nil || newValue != nil { rare.list = newValue } }
  }
  /// The permitted and initial number of instances of a repeat; `nil` for any other kind.
  package var counts: InstanceCounts? {
    get { boxed?.properties.counts }
    set { if boxed != nil || newValue != nil { rare.counts = newValue } }
  }
  /// The cell's rules, ordered by their kinds: at most one of each kind, except for constraints.
  public var rules: [FormRule] {
    get { boxed?.properties.rules ?? [] }
    set { if boxed != nil || !newValue.isEmpty { rare.rules = newValue.inOrder } }
  }
  /// The switch's texts for off and on; `nil` for “Off” and “On”.
  @usableFromInline package var switchTitles: SwitchTitles? {
    get { boxed?.properties.switchTitles }
    set { if boxed != nil || newValue != nil { rare.switchTitles = newValue } }
  }
  /// Additional properties by the author; kept and exported. Only the page in the browser interprets some:
  /// `appearance`, `accept` and `type`.
  public var properties: [String: PropertyValue] {
    get { boxed?.properties.properties ?? [:] }
    set { if boxed != nil || !newValue.isEmpty { rare.properties = newValue } }
  }

  /// Creates a cell.
  ///
  /// By default `identifier` is the tutorial's for the kind, `range` is 0…10 for a slider, a repeat has any number of
  /// instances, and an option's value is its key. Nothing is checked until ``FormDefinition/checkDefinition()`` is
  /// called, for example by saving.
  package init(
    key: String,
    kind: CellKind,
    identifier: String? = nil,
    title: String = "",
    subtitle: String = "",
    defaultValue: CellValue? = nil,
    isExpandable: Bool = false,
    startsExpanded: Bool = false,
    isHidden: Bool = false,
    isSensitive: Bool = false,
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
    // The value of a question with options is the value of an option.
    self.defaultValue = kind.isQuestionOfOptions ? defaultValue?.withCanonicalText : defaultValue
    self.isExpandable = isExpandable
    self.startsExpanded = startsExpanded
    self.isHidden = isHidden
    self.additionalRows = additionalRows
    self.isAccordion = isAccordion
    self.optionValue = (optionValue ?? (kind == .option ? key : nil))?.canonicalKey
    let range = range ?? (kind == .slider ? FormCell.standardSliderRange : nil)
    let counts = counts ?? (kind == .repeat ? InstanceCounts() : nil)
    // Building and comparing properties that hardly any cell has would cost as much as the rest.
    let hasRare =
      inline != nil || summary != nil || range != nil || step != nil || unit != nil || list != nil
      || switchTitles != nil || counts != nil
      || !rules.isEmpty || !properties.isEmpty || isSensitive
    guard hasRare else { return }
    rare = RareProperties(
      inline: inline, summary: summary, range: range, step: step, unit: unit, list: list, switchTitles: switchTitles,
      counts: counts, rules: rules.inOrder, properties: properties, isSensitive: isSensitive)
  }

  /// Rare properties are boxed, which halves the memory of a form with many cells; `nil` if the cell has none.
  private var boxed: BoxedProperties?

  /// Whether the cell has an inline expansion, a summary, a range, a step, a list, switch titles, counts, rules or
  /// properties, or is sensitive.
  package var hasRareProperties: Bool { boxed != nil }

  private var rare: RareProperties {
    get { boxed?.properties ?? RareProperties() }
    set { boxed = newValue == RareProperties() ? nil : .properties(newValue) }
  }

  /// The rule of a kind; `nil` if there is none. For constraints, the first.
  package func rule(_ kind: FormRule.Kind) -> FormRule? {
    hasRareProperties ? rules.first { $0.kind == kind } : nil
  }

  /// Whether the contents are sensitive, and rules set the value.
  package var isSensitiveAndSetByRules: Bool { isSensitive && (rule(.set) != nil || rule(.default) != nil) }

  /// The default range of a slider: the tutorial's 0…10.
  package static let standardSliderRange = NumberRange(minimum: 0, maximum: 10)

  /// Whether the displayed title follows from the cells below by default.
  package var infersSummary: Bool {
    (isExpandable || choosesFromList) && kind != .repeat && rule(.title) == nil
  }

  /// The cell's default summary.
  ///
  /// - Parameter kinds: the kinds of the cells directly under it.
  package func inferredSummary(fromKinds kinds: some Sequence<CellKind>) -> Summary? {
    choosesFromList ? .choice : .inferred(fromKinds: kinds)
  }

  /// Whether the cell is expandable by default: it is a group, has cells under it, or grows in place. A question whose
  /// choices are not rows has nothing to show.
  package var isUsuallyExpandable: Bool {
    kind.isQuestionOfOptions && !choosesFromList || additionalRows > 0 || inline != nil
  }
}

extension FormCell {
  /// Presents each property to a visitor, in the order of the columns of a store.
  ///
  /// Digests cover these in an order that never changes; a new property is a further one.
  @inlinable
  package static func visit<Visitor: CellPropertyVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.identity("key", "kind")
    try visitor.flag("is_key_derived", \.isKeyDerived, { $0.isKeyDerived = $1 })
    try visitor.count("additional_rows", \.additionalRows, { $0.additionalRows = $1 })
    try visitor.text("identifier", \.identifier, { $0.identifier = $1 })
    try visitor.text("title", \.title, { $0.title = $1 })
    try visitor.text("subtitle", \.subtitle, { $0.subtitle = $1 })
    try visitor.defaultValue("default_value")
    try visitor.optionalText("option_value", \.optionValue, { $0.optionValue = $1 })
    try visitor.optionalText("list", \.list, { $0.list = $1 })
    try visitor.optionalNumber(
      "minimum", \.range?.minimum, { $0.range = NumberRange(minimum: $1, maximum: $0.range?.maximum ?? $1) })
    try visitor.optionalNumber("maximum", \.range?.maximum, { $0.range?.maximum = $1 })
    try visitor.optionalNumber("step", \.step, { $0.step = $1 })
    try visitor.optionalText(
      "off_title", \.switchTitles?.off, { $0.switchTitles = SwitchTitles(off: $1, on: SwitchTitles.standard.on) })
    try visitor.optionalText("on_title", \.switchTitles?.on, { $0.switchTitles?.on = $1 })
    try visitor.flag("is_hidden", \.isHidden, { $0.isHidden = $1 })
    try visitor.flag("is_expandable", \.isExpandable, { $0.isExpandable = $1 })
    try visitor.flag("starts_expanded", \.startsExpanded, { $0.startsExpanded = $1 })
    try visitor.flag("is_accordion", \.isAccordion, { $0.isAccordion = $1 })
    try visitor.flag("is_inline", { $0.inline != nil }, { $0.inline = $1 ? InlineExpansion() : nil })
    try visitor.optionalNumber(
      "collapsed_height", \.inline?.collapsedHeight.points, { $0.inline?.collapsedHeight = .points($1) })
    try visitor.optionalNumber(
      "expanded_height", \.inline?.expandedHeight.points, { $0.inline?.expandedHeight = .points($1) })
    try visitor.optionalCount("line_limit", \.inline?.lineLimit, { $0.inline?.lineLimit = $1 })
    try visitor.summary("summary", "summary_text")
    try visitor.properties("properties")
    try visitFurther(&visitor)
  }

  /// Presents the properties that digests cover by name, and only where a cell has them: a new one comes last, and
  /// changes the digest of no form without it.
  @inlinable
  static func visitFurther<Visitor: FurtherPropertyVisitor>(
    _ visitor: inout Visitor
  ) throws(Visitor.Failure) {
    try visitor.optionalText("unit", \.unit, { $0.unit = $1 })
    try visitor.flag("is_sensitive", \.isSensitive, { $0.isSensitive = $1 })
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
  var isSensitive = false
}

private indirect enum BoxedProperties: Hashable, Sendable {
  case properties(RareProperties)

  var properties: RareProperties {
    switch self {
    case .properties(let properties): properties
    }
  }
}

/// The texts of a switch for its two positions.
public struct SwitchTitles: Hashable, Sendable {
  /// The text for off.
  public var off: String
  /// The text for on.
  public var on: String

  /// Creates a pair of titles.
  @usableFromInline package init(off: String, on: String) {
    self.off = off
    self.on = on
  }

  /// The texts of a switch without its own titles.
  @usableFromInline package static let standard = SwitchTitles(off: "Off", on: "On")

  /// Reads the tutorial's notation for both titles in one: `Off = Single, On = Married`.
  ///
  /// The words before the equals signs may be in any case and either order; returns `nil` for any other text. A title
  /// may contain a comma, since the text is split at the second word.
  package init?(describedBy text: String) {
    // Most titles name no positions; the pattern runs only with two equals signs, and its backtracking must not meet a
    // text too long for a switch.
    guard text.utf8.count <= 1000, text.utf8.count(where: { $0 == UInt8(ascii: "=") }) >= 2 else {
      return nil
    }
    let pattern =
      /(?i)\s*(?<first>off|on)\s*=\s*(?<one>\S.*?)\s*,\s*(?<second>off|on)\s*=\s*(?<other>\S.*?)\s*/
    // By scalars: a combining mark after the equals sign would form one character with it.
    guard let match = text.wholeMatch(of: pattern.matchingSemantics(.unicodeScalar)) else { return nil }
    let first = match.first.lowercased()
    guard first != match.second.lowercased() else { return nil }
    let one = String(match.one)
    let other = String(match.other)
    self = first == "off" ? SwitchTitles(off: one, on: other) : SwitchTitles(off: other, on: one)
  }

  /// The title for a position.
  package func title(isOn: Bool) -> String {
    isOn ? on : off
  }
}
