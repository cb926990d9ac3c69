/// A date picker.
public struct DateCell: CellDescription {
  public let draft: CellDraft

  /// Describes a date picker.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - value: the day until a person picks one.
  ///   - content: the cells under it, which make it expandable.
  public init(
    _ key: String, title: String = "", subtitle: String = "", value: CalendarDate? = nil,
    @CellBuilder content: () -> [FormCell] = { [] }
  ) {
    draft = CellDraft(
      FormCell(key: key, kind: .date, title: title, subtitle: subtitle, defaultValue: value.map(CellValue.date)),
      descendants: content())
  }

  /// Describes a date picker whose day is written down.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - value: the day until a person picks one, as `1835-11-30`. Any other text, and a day that does not exist, is
  ///     kept as it is and reported by ``FormDefinition/checkDefinition()``.
  ///   - content: the cells under it, which make it expandable.
  public init(
    _ key: String, title: String = "", subtitle: String = "", value: String,
    @CellBuilder content: () -> [FormCell] = { [] }
  ) {
    let value = CalendarDate(isoText: value).map(CellValue.date) ?? .text(value)
    draft = CellDraft(
      FormCell(key: key, kind: .date, title: title, subtitle: subtitle, defaultValue: value), descendants: content())
  }
}
