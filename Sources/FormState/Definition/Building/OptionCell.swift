/// One of the choices of the nearest expandable ancestor, which is a group or a custom cell.
public struct OptionCell: CellDescription {
  public let draft: CellDraft

  /// Describes an option.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell, unique in its form.
  ///   - value: what the ancestor holds when the option is chosen, unique among its siblings; the key when left out.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - content: the cells under it, which make it expandable.
  public init(
    _ key: String, value: String? = nil, title: String = "", subtitle: String = "",
    @CellBuilder content: () -> [FormCell] = { [] }
  ) {
    draft = CellDraft(
      FormCell(key: key, kind: .option, title: title, subtitle: subtitle, optionValue: value), descendants: content())
  }
}
