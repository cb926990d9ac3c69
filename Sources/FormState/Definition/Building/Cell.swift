/// A cell written in code, with the cells under it.
///
/// Functions such as ``text(_:title:subtitle:value:content:)`` take what is specific to the kind; modifiers set what
/// every cell can have:
///
/// ```swift
/// Cell.group("full-name", subtitle: "Full name") {
///   Cell.text("first-name", title: "First name")
///   Cell.text("last-name", title: "Last name")
/// }
/// .summary(template: "{last-name}, {first-name}")
/// .expanded()
/// ```
///
/// Describing a cell never fails: ``FormDefinition/checkDefinition()`` reports all faults at once. Defaults are
/// determined when the cell becomes part of a form, as for form JSON, so modifiers may come in any order.
public struct Cell: Sendable {
  /// The cell, without anything that depends on the cells under it.
  var cell: FormCell
  /// Whether the cell is expandable; `nil` if not set.
  var isExpandable: Bool?
  /// The summary rule; `nil` if not set.
  var summary: Summary??
  private let descendants: [FormCell]

  /// Describes a cell with what its kind needs.
  ///
  /// - Parameter descendants: the cells under the cell, in preorder.
  init(_ cell: FormCell, descendants: [FormCell]) {
    self.cell = cell
    self.descendants = descendants
  }

  /// The cell and its descendants in preorder. O(n) for n descendants.
  var cells: [FormCell] {
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

extension Cell {
  /// Sets how the displayed title follows from the values of the descendants.
  ///
  /// By default an expandable cell has the rule that follows from the kinds of the cells directly under it; any other
  /// cell has none.
  ///
  /// - Parameter summary: the rule; `nil` to always show the cell's own title.
  public func summary(_ summary: Summary?) -> Cell {
    changed { $0.summary = .some(summary) }
  }

  /// Sets a template in which `{key}` stands for the displayed text of a descendant; `{{` and `}}` are braces.
  ///
  /// An invalid template is kept and reported by ``FormDefinition/checkDefinition()``.
  public func summary(template source: String) -> Cell {
    summary(.template(Template(keeping: source)))
  }

  /// Sets whether a fresh response starts with the cell expanded.
  public func expanded(_ startsExpanded: Bool = true) -> Cell {
    changed { $0.cell.startsExpanded = startsExpanded }
  }

  /// Sets whether the cell can be expanded.
  ///
  /// By default a group, a cell with cells under it, and a cell that grows in place are expandable.
  public func expandable(_ isExpandable: Bool = true) -> Cell {
    changed { $0.isExpandable = isExpandable }
  }

  /// Sets whether the definition hides the cell and its descendants.
  public func hidden(_ isHidden: Bool = true) -> Cell {
    changed { $0.cell.isHidden = isHidden }
  }

  /// Sets whether the cell's contents stay out of messages, journals in words and exports, and leave the file when the
  /// cell is cleared; see ``FormCell/isSensitive``.
  public func sensitive(_ isSensitive: Bool = true) -> Cell {
    changed { $0.cell.isSensitive = isSensitive }
  }

  /// Sets the reuse identifier; ``CellKind/standardIdentifier`` by default.
  public func identifier(_ identifier: String) -> Cell {
    changed { $0.cell.identifier = identifier }
  }

  /// Sets whether the cells directly under the cell are an accordion: expanding one collapses the others.
  public func accordion(_ isAccordion: Bool = true) -> Cell {
    changed { $0.cell.isAccordion = isAccordion }
  }

  /// Makes the cell grow in place when it is expanded.
  ///
  /// - Parameters:
  ///   - collapsedHeight: the height of the row while the cell is collapsed.
  ///   - expandedHeight: the height of the row while the cell is expanded.
  ///   - lineLimit: the maximum number of lines of text while the cell is collapsed; `nil` for no limit.
  public func inline(
    collapsedHeight: RowHeight = .automatic, expandedHeight: RowHeight = .automatic, lineLimit: Int? = nil
  ) -> Cell {
    changed {
      $0.cell.inline = InlineExpansion(
        collapsedHeight: collapsedHeight, expandedHeight: expandedHeight, lineLimit: lineLimit)
    }
  }

  /// Adds properties that are kept and exported, but never interpreted; the last value of a name counts.
  public func properties(_ properties: [String: PropertyValue]) -> Cell {
    changed { $0.cell.properties.merge(properties) { _, last in last } }
  }

  func changed(_ change: (inout Cell) -> Void) -> Cell {
    var cell = self
    change(&cell)
    return cell
  }
}
