extension FormDefinition {
  /// Creates a form from the sections in a closure.
  ///
  /// Nothing is checked until ``checkDefinition()`` is called, for example by saving; it reports every fault at once.
  ///
  /// - Parameters:
  ///   - key: the stable name of the form; unique in a store.
  ///   - title: the form's title.
  ///   - accordion: the accordion of the form, if any.
  ///   - lists: the options shared by several questions.
  ///   - rowHeights: row heights by reuse identifier.
  ///   - properties: additional properties of the form.
  ///   - language: the name of the form's language; `nil` for none.
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
  /// Creates a section from the cells in a closure; it is foldable by default.
  ///
  /// ```swift
  /// FormSection(key: "work", title: "Work Experience") {
  ///   Cell.group("level", subtitle: "Level") {
  ///     Cell.slider("level-slider", value: 0, step: 1)
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the stable name of the section; unique in its form.
  ///   - title: the header's text.
  ///   - isFoldable: whether a person may fold the section to hide its rows.
  ///   - startsFolded: whether a fresh response starts with the section folded.
  ///   - isAccordion: whether the cells at the section's top level are an accordion.
  ///   - relevant: the condition for the section to be relevant, see <doc:Expressions>; `nil` if it always is.
  ///   - properties: additional properties of the section.
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

/// Collects the statements of a closure in a list.
///
/// ``SectionBuilder`` and ``CellBuilder`` use it. The closure may use `if`, `else`, `if let`, `switch`, `for` and `if
/// #available`; branches not taken are not in the list.
@resultBuilder
public enum ListBuilder<Element> {
  /// A list from elsewhere, such as a function with the same builder.
  public static func buildExpression(_ elements: [Element]) -> [Element] { elements }

  /// The elements of a block, in order.
  public static func buildBlock(_ parts: [Element]...) -> [Element] { parts.flatMap(\.self) }

  /// An `if` without `else`.
  public static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }

  /// The first branch of a condition.
  public static func buildEither(first part: [Element]) -> [Element] { part }

  /// The other branch of a condition.
  public static func buildEither(second part: [Element]) -> [Element] { part }

  /// The elements of a loop, in order.
  public static func buildArray(_ parts: [[Element]]) -> [Element] { parts.flatMap(\.self) }

  /// The elements under `if #available`.
  public static func buildLimitedAvailability(_ part: [Element]) -> [Element] { part }
}

/// Collects the cells of a section, or of another cell, in preorder.
///
/// A function with the builder makes cells for several places:
///
/// ```swift
/// @CellBuilder func address(_ prefix: String) -> [FormCell] {
///   Cell.text("\(prefix)-street", title: "Street")
///   Cell.text("\(prefix)-town", title: "Town")
/// }
/// ```
public typealias CellBuilder = ListBuilder<FormCell>

extension ListBuilder where Element == FormCell {
  /// A cell, followed by its descendants.
  public static func buildExpression(_ cell: Cell) -> [FormCell] { cell.cells }
}

/// Collects the sections of a form, as in
/// ``FormDefinition/init(key:title:accordion:lists:rowHeights:properties:language:translations:content:)``.
public typealias SectionBuilder = ListBuilder<FormSection>

extension ListBuilder where Element == FormSection {
  /// A section.
  public static func buildExpression(_ section: FormSection) -> [FormSection] { [section] }
}
