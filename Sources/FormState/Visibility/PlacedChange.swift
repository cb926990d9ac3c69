/// A state change, where in the form its subject stands, and what the definition says of it.
///
/// With these, what a change does to the rows on screen follows without another look at the form.
public struct PlacedChange: Hashable, Sendable {
  /// The change.
  public let change: StateChange
  /// The position of the section in the form, from 0.
  public let section: Int
  /// The position of the cell in its section's preorder, from 0; `nil` when a section is the subject.
  public let position: Int?
  /// How many cells the subject shows or hides: a cell's descendants, or all cells of a section.
  public let extent: Int
  /// Whether the subject is open (expanded, or not folded) as long as nobody touches it.
  public let startsOpen: Bool
  /// Whether the subject is a cell that grows in place when it is expanded.
  public let isInline: Bool
  /// The value that a cell has as long as nobody touches it.
  public let defaultValue: CellValue?
  /// The title that a cell displays as long as nobody touches it.
  public let definedTitle: String

  /// Creates a placed change.
  public init(
    change: StateChange, section: Int, position: Int?, extent: Int, startsOpen: Bool,
    isInline: Bool = false, defaultValue: CellValue? = nil, definedTitle: String = ""
  ) {
    self.change = change
    self.section = section
    self.position = position
    // What a damaged database says must not overflow where it is added to a position.
    self.extent = max(0, min(extent, Int(Int32.max)))
    self.startsOpen = startsOpen
    self.isInline = isInline
    self.defaultValue = defaultValue
    self.definedTitle = definedTitle
  }

  /// The change that takes this one back.
  public var inverse: PlacedChange { with(change.inverse) }

  /// Another change of the same subject.
  func with(_ change: StateChange) -> PlacedChange {
    PlacedChange(
      change: change, section: section, position: position, extent: extent, startsOpen: startsOpen,
      isInline: isInline, defaultValue: defaultValue, definedTitle: definedTitle)
  }

  /// What a row shows of one field.
  enum Content: Hashable {
    case value(CellValue?)
    case title(String)
    case draft(String?)
  }

  /// What the row shows of the field on both sides of the change; `nil` when no row shows the field.
  var contents: (before: Content, after: Content)? {
    switch change {
    case .value(_, let before, let after): (.value(shown(before)), .value(shown(after)))
    case .title(_, let before, let after): (.title(before ?? definedTitle), .title(after ?? definedTitle))
    case .draft(_, let before, let after): (.draft(before), .draft(after))
    case .disclosure, .fold, .saved, .touched, .completion: nil
    }
  }

  private func shown(_ entry: Entry?) -> CellValue? {
    guard let entry else { return defaultValue }
    return entry.value
  }

  /// Whether the subject was open before the change; `nil` when the change is neither disclosure nor fold.
  public var isOpenBefore: Bool? {
    switch change {
    case .disclosure(_, let before, _): before ?? startsOpen
    case .fold(_, let before, _): before.map { !$0 } ?? startsOpen
    case .value, .title, .draft, .saved, .touched, .completion: nil
    }
  }

  /// Whether the subject is open after the change; `nil` when the change is neither disclosure nor fold.
  public var isOpenAfter: Bool? {
    switch change {
    case .disclosure(_, _, let after): after ?? startsOpen
    case .fold(_, _, let after): after.map { !$0 } ?? startsOpen
    case .value, .title, .draft, .saved, .touched, .completion: nil
    }
  }
}
