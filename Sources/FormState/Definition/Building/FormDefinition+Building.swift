extension FormDefinition {
  /// Creates a form of the sections that the closure describes.
  ///
  /// Nothing is checked before ``checkDefinition()`` is called, which saving does; it reports every fault at once.
  ///
  /// - Parameters:
  ///   - key: the stable name of the form; unique in a store.
  ///   - title: what a person calls the form.
  ///   - accordion: which of its things, if any, are an accordion.
  ///   - lists: the options that several questions share.
  ///   - rowHeights: row heights by reuse identifier.
  ///   - properties: whatever else there is to say about the form.
  ///   - content: the sections.
  public init(
    key: String,
    title: String = "",
    accordion: FormAccordion? = nil,
    lists: [OptionList] = [],
    rowHeights: [String: RowHeight] = [:],
    properties: [String: PropertyValue] = [:],
    @SectionBuilder content: () -> [FormSection]
  ) {
    self.init(
      key: key, title: title, sections: content(), accordion: accordion, lists: lists, rowHeights: rowHeights,
      properties: properties)
  }
}
