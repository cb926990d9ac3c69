/// Text to read.
public struct LabelCell: CellDescription {
  public let draft: CellDraft

  /// Describes a label.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - content: the cells under it, which make it expandable.
  public init(
    _ key: String, title: String = "", subtitle: String = "", @CellBuilder content: () -> [FormCell] = { [] }
  ) {
    draft = CellDraft(FormCell(key: key, kind: .label, title: title, subtitle: subtitle), descendants: content())
  }
}
