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
  ///   - language: what the language is called in which the form is written; `nil` for one without a name.
  ///   - translations: the texts in other languages.
  ///   - content: the sections.
  public init(
    key: String,
    title: String = "",
    accordion: FormAccordion? = nil,
    lists: [OptionList] = [],
    rowHeights: [String: RowHeight] = [:],
    properties: [String: PropertyValue] = [:],
    language: String? = nil,
    translations: [FormTranslation] = [],
    @SectionBuilder content: () -> [FormSection]
  ) {
    self.init(
      key: key, title: title, sections: content(), accordion: accordion, lists: lists, rowHeights: rowHeights,
      properties: properties, language: language, translations: translations)
  }
}

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
  ///   - relevant: what has to hold for the section to be asked at all, see ``RuleExpression``; `nil` when it always
  ///     is.
  ///   - properties: whatever else there is to say about the section.
  ///   - content: the cells.
  public init(
    key: String,
    title: String = "",
    isFoldable: Bool = true,
    startsFolded: Bool = false,
    isAccordion: Bool = false,
    relevant: String? = nil,
    properties: [String: PropertyValue] = [:],
    @CellBuilder content: () -> [FormCell]
  ) {
    self.init(
      key: key, title: title, isFoldable: isFoldable, startsFolded: startsFolded, isAccordion: isAccordion,
      relevant: relevant.map { FormRule(.relevant, $0) }, cells: content(), properties: properties)
  }
}

/// Collects what a closure writes down, one under the other, into a list.
///
/// ``SectionBuilder`` and ``CellBuilder`` are made of it. The closure may use `if`, `else`, `if let`, `switch`, `for`
/// and `if #available`; what a condition leaves out is not in the list.
@resultBuilder
public enum ListBuilder<Element> {
  /// A list that was made elsewhere, such as by a function with the same builder.
  public static func buildExpression(_ elements: [Element]) -> [Element] { elements }

  /// What stands one under the other.
  public static func buildBlock(_ parts: [Element]...) -> [Element] { parts.flatMap(\.self) }

  /// An `if` without `else`.
  public static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }

  /// The first branch of a condition.
  public static func buildEither(first part: [Element]) -> [Element] { part }

  /// The other branch of a condition.
  public static func buildEither(second part: [Element]) -> [Element] { part }

  /// What a loop wrote down, turn by turn.
  public static func buildArray(_ parts: [[Element]]) -> [Element] { parts.flatMap(\.self) }

  /// What stands under `if #available`.
  public static func buildLimitedAvailability(_ part: [Element]) -> [Element] { part }
}

/// Collects the cells of a section, or those under a cell, in preorder.
///
/// A function with the builder makes cells for several places:
///
/// ```swift
/// @CellBuilder func address(_ prefix: String) -> [FormCell] {
///   TextCell("\(prefix)-street", title: "Street")
///   TextCell("\(prefix)-town", title: "Town")
/// }
/// ```
public typealias CellBuilder = ListBuilder<FormCell>

extension ListBuilder where Element == FormCell {
  /// A cell, followed by its descendants.
  public static func buildExpression(_ cell: some CellDescription) -> [FormCell] { cell.draft.cells }
}

/// Collects the sections of a form, as in
/// ``FormDefinition/init(key:title:accordion:lists:rowHeights:properties:language:translations:content:)``.
public typealias SectionBuilder = ListBuilder<FormSection>

extension ListBuilder where Element == FormSection {
  /// A section.
  public static func buildExpression(_ section: FormSection) -> [FormSection] { [section] }
}
