/// A text field.
public struct TextCell: CellDescription {
  public let draft: CellDraft

  /// Describes a text field.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - value: the text until a person enters one.
  ///   - content: the cells under it, which make it expandable.
  public init(
    _ key: String, title: String = "", subtitle: String = "", value: String? = nil,
    @CellBuilder content: () -> [FormCell] = { [] }
  ) {
    draft = CellDraft(
      FormCell(key: key, kind: .text, title: title, subtitle: subtitle, defaultValue: value.map(CellValue.text)),
      descendants: content())
  }
}
