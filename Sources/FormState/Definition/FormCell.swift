/// One row's description: what it is called, what it holds, and what follows it when it is expanded.
public struct FormCell: Hashable, Sendable {
  /// The stable name of the cell; unique in its form. Kept canonically composed (NFC), however it is given.
  public var key: String { didSet { key = key.canonicalKey } }
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
  public var inline: InlineExpansion?
  /// How the cell's displayed title follows from what its descendants hold; `nil` when its own title always shows.
  public var summary: Summary?
  /// The numbers that a slider accepts; `nil` for every other kind.
  public var range: NumberRange?
  /// How far the control of a slider moves at a time; `nil` when it moves freely. Any number of the range is accepted.
  public var step: Double?
  /// Of an option: what the cell above it holds when the option is chosen; unique among its siblings. `nil` for every other
  /// kind.
  public var optionValue: String? { didSet { optionValue = optionValue?.canonicalKey } }
  /// The name of the ``OptionList`` that its options come from; `nil` when they are its own.
  public var list: String?
  /// What a switch shows for off and on; `nil` means “Off” and “On”.
  public var switchTitles: SwitchTitles?
  /// Whatever else the author wrote about the cell; kept and exported, never interpreted.
  public var properties: [String: PropertyValue]

  /// Creates a cell.
  ///
  /// Left out, `identifier` is the one that the tutorial has for the kind, and `range` is 0…10 for a slider, and an
  /// option has its key as its value. Nothing is checked before ``FormDefinition/checkDefinition()`` is called, which saving does.
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
    optionValue: String? = nil,
    list: String? = nil,
    switchTitles: SwitchTitles? = nil,
    properties: [String: PropertyValue] = [:]
  ) {
    self.key = key.canonicalKey
    self.kind = kind
    self.identifier = identifier ?? kind.standardIdentifier
    self.title = title
    self.subtitle = subtitle
    // A group holds the key of an option.
    self.defaultValue = kind == .group ? defaultValue?.withCanonicalText : defaultValue
    self.isExpandable = isExpandable
    self.startsExpanded = startsExpanded
    self.isHidden = isHidden
    self.additionalRows = additionalRows
    self.isAccordion = isAccordion
    self.inline = inline
    self.summary = summary
    self.optionValue = (optionValue ?? (kind == .option ? key : nil))?.canonicalKey
    self.list = list
    self.step = step
    self.range = range ?? (kind == .slider ? FormCell.standardSliderRange : nil)
    self.switchTitles = switchTitles
    self.properties = properties
  }

  /// The range of a slider that names none: the tutorial's 0…10.
  public static let standardSliderRange = NumberRange(minimum: 0, maximum: 10)

  /// Whether the cell is expandable unless its author says otherwise: it is a group, has cells under it, or grows in place.
  package var isUsuallyExpandable: Bool { kind == .group || additionalRows > 0 || inline != nil }
}
