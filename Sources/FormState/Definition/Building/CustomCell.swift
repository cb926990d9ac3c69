/// A cell of a kind of your own, told apart by its reuse identifier.
public struct CustomCell: CellDescription {
  public let draft: CellDraft

  /// Describes a cell of your own kind.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - identifier: the reuse identifier, by which views of the kind are told apart.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - value: the text or number until a person sets one.
  ///   - content: the cells under it, which make it expandable.
  public init(
    _ key: String, identifier: String = CellKind.custom.standardIdentifier, title: String = "", subtitle: String = "",
    value: CellValue? = nil, @CellBuilder content: () -> [FormCell] = { [] }
  ) {
    draft = CellDraft(
      FormCell(key: key, kind: .custom, identifier: identifier, title: title, subtitle: subtitle, defaultValue: value),
      descendants: content())
  }
}
