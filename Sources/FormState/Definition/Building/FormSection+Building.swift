extension FormSection {
  /// Creates a section, foldable unless said otherwise, of the cells that the closure describes.
  ///
  /// ```swift
  /// FormSection(key: "work", title: "Work Experience") {
  ///   GroupCell("level", subtitle: "Level") {
  ///     SliderCell("level-slider", value: 0)
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the stable name of the section; unique in its form.
  ///   - title: the header's text.
  ///   - isFoldable: whether a person may put all of the section's rows away.
  ///   - startsFolded: whether a fresh response starts with the section's rows put away.
  ///   - isAccordion: whether the cells at the section's top level are an accordion.
  ///   - properties: whatever else there is to say about the section.
  ///   - content: the cells.
  public init(
    key: String,
    title: String = "",
    isFoldable: Bool = true,
    startsFolded: Bool = false,
    isAccordion: Bool = false,
    properties: [String: PropertyValue] = [:],
    @CellBuilder content: () -> [FormCell]
  ) {
    self.init(
      key: key, title: title, isFoldable: isFoldable, startsFolded: startsFolded, isAccordion: isAccordion,
      cells: content(), properties: properties)
  }
}
