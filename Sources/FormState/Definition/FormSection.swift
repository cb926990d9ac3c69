/// A titled run of cells.
///
/// `cells` holds the section's cells in preorder: a cell is followed directly by its descendants, as many
/// as its ``FormCell/additionalRows`` says. The flat list is what tables, files and the visibility index share,
/// and it never recurses, however deep a form is nested.
public struct FormSection: Hashable, Sendable {
  /// The stable name of the section; unique in its form. Kept canonically composed (NFC), however it is given.
  public var key: String { didSet { key = key.canonicalKey } }
  /// The header's text; may be empty.
  public var title: String
  /// Whether a person may put all of the section's rows away.
  public var isFoldable: Bool
  /// Whether a fresh response starts with the section's rows put away.
  public var startsFolded: Bool
  /// Whether the cells at the section's top level are an accordion: expanding one collapses the others.
  public var isAccordion: Bool
  /// The cells in preorder.
  public var cells: [FormCell]
  /// Whatever else the author wrote about the section; kept and exported, never interpreted.
  public var properties: [String: PropertyValue]

  /// Creates a section, foldable unless said otherwise.
  public init(
    key: String,
    title: String = "",
    isFoldable: Bool = true,
    startsFolded: Bool = false,
    isAccordion: Bool = false,
    cells: [FormCell] = [],
    properties: [String: PropertyValue] = [:]
  ) {
    self.key = key.canonicalKey
    self.title = title
    self.isFoldable = isFoldable
    self.startsFolded = startsFolded
    self.isAccordion = isAccordion
    self.cells = cells
    self.properties = properties
  }
}
