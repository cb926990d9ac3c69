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
  ///   - minimum: the least number; one above the maximum is reported by ``Form/checkDefinition()``.
  ///   - maximum: the greatest number.
  ///   - content: the cells under it, which make it expandable.
  public init(
    _ key: String, title: String = "", subtitle: String = "", value: Double? = nil,
    minimum: Double = Cell.standardSliderRange.minimum, maximum: Double = Cell.standardSliderRange.maximum,
    @CellBuilder content: () -> [Cell] = { [] }
  ) {
    draft = CellDraft(
      Cell(
        key: key, kind: .slider, title: title, subtitle: subtitle,
        // A number that is not finite is kept, so that it is reported.
        defaultValue: value.map { Value.number($0) ?? .real($0) },
        range: NumberRange(minimum: minimum, maximum: maximum)),
      descendants: content())
  }
}
