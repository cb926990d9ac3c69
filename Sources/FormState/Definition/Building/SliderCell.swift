/// A slider.
public struct SliderCell: CellDescription {
  public let draft: CellDraft

  /// Describes a slider.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - value: the number until a person sets one.
  ///   - minimum: the least number; one above the maximum is reported by ``FormDefinition/checkDefinition()``.
  ///   - maximum: the greatest number.
  ///   - step: how far the control moves at a time; freely when left out.
  ///   - content: the cells under it, which make it expandable.
  public init(
    _ key: String, title: String = "", subtitle: String = "", value: Double? = nil,
    minimum: Double = FormCell.standardSliderRange.minimum, maximum: Double = FormCell.standardSliderRange.maximum,
    step: Double? = nil,
    @CellBuilder content: () -> [FormCell] = { [] }
  ) {
    draft = CellDraft(
      FormCell(
        key: key, kind: .slider, title: title, subtitle: subtitle,
        // A number that is not finite is kept, so that it is reported.
        defaultValue: value.map { CellValue.number($0) ?? .real($0) },
        range: NumberRange(minimum: minimum, maximum: maximum), step: step),
      descendants: content())
  }
}
