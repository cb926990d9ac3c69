/// A cell as far as it is described, with the cells under it.
///
/// What the author did not say is worked out only when the draft is turned into ``cells``, as it is for form JSON, so that
/// modifiers may stand in any order.
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
    cell.summary = summary ?? (cell.isExpandable ? .inferred(fromKinds: childKinds) : nil)
    return [cell] + descendants
  }

  private var childKinds: [CellKind] {
    let nesting = Nesting(additionalRows: descendants.map(\.additionalRows))
    return zip(descendants, nesting.parents).filter { $0.1 == nil }.map(\.0.kind)
  }
}
