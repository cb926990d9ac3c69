/// A cell written in code: ``GroupCell``, ``TextCell``, ``DateCell``, ``SwitchCell``, ``OptionCell``, ``SliderCell``,
/// ``LabelCell``, ``CustomCell`` or one of your own that is put together from them.
///
/// What the kind needs is named when the cell is created; what every cell can have follows as modifiers:
///
/// ```swift
/// GroupCell("full-name", subtitle: "Full name") {
///   TextCell("first-name", title: "First name")
///   TextCell("last-name", title: "Last name")
/// }
/// .summary(template: "{last-name}, {first-name}")
/// .expanded()
/// ```
///
/// Describing a cell never fails: whatever is wrong is reported, all at once, by ``FormDefinition/checkDefinition()``.
public protocol CellDescription: Sendable {
  /// The cell with the cells under it, as far as it is described.
  var draft: CellDraft { get }
}

extension CellDescription {
  /// Names how the displayed title follows from what the descendants hold.
  ///
  /// Without it an expandable cell has the rule that ``Summary/inferred(fromKinds:)`` gives for the cells directly
  /// under it, and any other cell none.
  ///
  /// - Parameter summary: the rule; `nil` when the cell's own title is to show always.
  public func summary(_ summary: Summary?) -> CellDraft {
    changed { $0.summary = .some(summary) }
  }

  /// Names a text in which `{key}` stands for what the descendant with that key shows; `{{` and `}}` are braces.
  ///
  /// A text that is no template is kept as it is and reported by ``FormDefinition/checkDefinition()``.
  public func summary(template source: String) -> CellDraft {
    summary(.template(Template(keeping: source)))
  }

  /// Says whether a fresh response starts with the cell expanded.
  public func expanded(_ startsExpanded: Bool = true) -> CellDraft {
    changed { $0.cell.startsExpanded = startsExpanded }
  }

  /// Says whether the cell can be expanded.
  ///
  /// Without it a group is expandable, and so is any cell that has cells under it or grows in place.
  public func expandable(_ isExpandable: Bool = true) -> CellDraft {
    changed { $0.isExpandable = isExpandable }
  }

  /// Says whether the definition hides the cell, and with it its descendants.
  public func hidden(_ isHidden: Bool = true) -> CellDraft {
    changed { $0.cell.isHidden = isHidden }
  }

  /// Names the reuse identifier; without it the cell has ``CellKind/standardIdentifier``.
  public func identifier(_ identifier: String) -> CellDraft {
    changed { $0.cell.identifier = identifier }
  }

  /// Says whether the cells directly under the cell are an accordion: expanding one collapses the others.
  public func accordion(_ isAccordion: Bool = true) -> CellDraft {
    changed { $0.cell.isAccordion = isAccordion }
  }

  /// Makes the cell grow in place when it is expanded; see ``InlineExpansion``.
  ///
  /// - Parameters:
  ///   - collapsedHeight: how tall the row is while the cell is collapsed.
  ///   - expandedHeight: how tall the row is while the cell is expanded.
  ///   - lineLimit: how many lines of text show while the cell is collapsed; `nil` for as many as there are.
  public func inline(
    collapsedHeight: RowHeight = .automatic, expandedHeight: RowHeight = .automatic, lineLimit: Int? = nil
  ) -> CellDraft {
    changed {
      $0.cell.inline = InlineExpansion(
        collapsedHeight: collapsedHeight, expandedHeight: expandedHeight, lineLimit: lineLimit)
    }
  }

  /// Adds properties that are kept and exported, never interpreted; the last one of a name counts.
  public func properties(_ properties: [String: PropertyValue]) -> CellDraft {
    changed { $0.cell.properties.merge(properties) { _, last in last } }
  }

  func changed(_ change: (inout CellDraft) -> Void) -> CellDraft {
    var draft = draft
    change(&draft)
    return draft
  }
}

/// A cell as far as it is described, with the cells under it.
///
/// What the author did not say is calculated only when the draft is turned into ``cells``, as it is for form JSON, so
/// that modifiers may stand in any order.
public struct CellDraft: CellDescription {
  /// The cell without what depends on the cells under it.
  var cell: FormCell
  /// Whether the cell is expandable; `nil` when the author did not say.
  var isExpandable: Bool?
  /// The summary rule; `nil` when the author said nothing of it.
  var summary: Summary??
  private let descendants: [FormCell]

  /// Begins with what the kind needs.
  ///
  /// - Parameter descendants: the cells under the cell, in preorder.
  init(_ cell: FormCell, descendants: [FormCell]) {
    self.cell = cell
    self.descendants = descendants
  }

  /// The draft itself.
  public var draft: CellDraft { self }

  /// The cell and its descendants in preorder. O(n) for n descendants.
  public var cells: [FormCell] {
    var cell = cell
    cell.additionalRows = descendants.count
    cell.isExpandable = isExpandable ?? cell.isUsuallyExpandable
    cell.summary = summary ?? (cell.infersSummary ? cell.inferredSummary(fromKinds: childKinds) : nil)
    return [cell] + descendants
  }

  private var childKinds: [CellKind] {
    let nesting = Nesting(additionalRows: descendants.map(\.additionalRows))
    return zip(descendants, nesting.parents).filter { $0.1 == nil }.map(\.0.kind)
  }
}
