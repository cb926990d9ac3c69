/// A heading over other cells; with options under it, it takes the key of the chosen one as its value.
public struct GroupCell: CellDescription {
  public let draft: CellDraft

  /// Describes a group.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - value: the key of the option that is chosen until a person chooses one.
  ///   - content: the cells under it.
  public init(
    _ key: String, title: String = "", subtitle: String = "", value: String? = nil,
    @CellBuilder content: () -> [FormCell] = { [] }
  ) {
    draft = CellDraft(
      FormCell(key: key, kind: .group, title: title, subtitle: subtitle, defaultValue: value.map(CellValue.text)),
      descendants: content())
  }
}
