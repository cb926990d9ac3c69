/// A heading over other cells; with options under it, it takes the value of the chosen one as its own.
public struct GroupCell: CellDescription {
  public let draft: CellDraft

  /// Describes a group.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - value: the value of the option that is chosen until a person chooses one.
  ///   - list: a list of the form whose options stand first under it.
  ///   - content: the cells under it.
  public init(
    _ key: String, title: String = "", subtitle: String = "", value: String? = nil, options list: OptionList? = nil,
    @CellBuilder content: () -> [FormCell] = { [] }
  ) {
    draft = CellDraft(
      FormCell(
        key: key, kind: .group, title: title, subtitle: subtitle, defaultValue: value.map(CellValue.text),
        list: list?.name),
      descendants: (list?.cells(ofQuestion: key) ?? []) + content())
  }
}
