/// What is asked: an ordered list of sections of cell descriptors.
///
/// A form is a value. It becomes a *version* when a store saves it; saving a changed form under the
/// same key adds a version and leaves earlier ones, and the responses that point at them, as they are.
///
/// ```swift
/// let form = FormDefinition(
///   key: "profile",
///   title: "Profile",
///   sections: [
///     FormSection(key: "personal", title: "Personal", cells: [
///       FormCell(key: "fullname", kind: .group, subtitle: "Full name", isExpandable: true, additionalRows: 2),
///       FormCell(key: "firstname", kind: .text, title: "First name"),
///       FormCell(key: "lastname", kind: .text, title: "Last name"),
///     ])
///   ])
/// ```
public struct FormDefinition: Hashable, Sendable {
  /// The stable name of the form; unique in a store. Kept canonically composed (NFC), however it is given.
  public var key: String { didSet { key = key.canonicalKey } }
  /// What a person calls the form; may be empty.
  public var title: String
  /// The sections, in the order in which a table shows them.
  public var sections: [FormSection] {
    get { storedSections }
    // Not an observer, for which a change of one cell would copy all of them.
    _modify {
      defer { forgetRules() }
      yield &storedSections
    }
  }
  private var storedSections: [FormSection]
  /// Which of its things are an accordion; `nil` when none are.
  public var accordion: FormAccordion?
  /// The options that several questions share, ordered by the bytes of their names.
  public var lists: [OptionList] { didSet { lists = OptionList.ordered(lists) } }
  /// What the language is called in which the form is written, see ``FormTranslation/language``; `nil` for one without
  /// a name.
  public var language: String? { didSet { language = language?.canonicalKey } }
  /// The texts in other languages, ordered by the bytes of their names.
  public var translations: [FormTranslation] { didSet { translations = FormTranslation.ordered(translations) } }
  /// Row heights by reuse identifier; an identifier that is not listed has ``RowHeight/standard(for:)``.
  public var rowHeights: [String: RowHeight]
  /// Whatever else the author wrote about the form; kept and exported. The page in the browser alone reads `layout` of
  /// it.
  public var properties: [String: PropertyValue]

  /// Creates a form; nothing is checked before ``checkDefinition()`` is called, which saving does.
  public init(
    key: String,
    title: String = "",
    sections: [FormSection] = [],
    accordion: FormAccordion? = nil,
    lists: [OptionList] = [],
    rowHeights: [String: RowHeight] = [:],
    properties: [String: PropertyValue] = [:],
    language: String? = nil,
    translations: [FormTranslation] = []
  ) {
    self.key = key.canonicalKey
    self.title = title
    storedSections = sections
    self.accordion = accordion
    self.lists = OptionList.ordered(lists)
    self.rowHeights = rowHeights
    self.properties = properties
    self.language = language?.canonicalKey
    self.translations = FormTranslation.ordered(translations)
  }

  /// What rules make of a response that nobody has touched. O(1) but for the first time, see
  /// ``FreshResponse/init(of:)``.
  package var fresh: FreshResponse { cache.response(of: self) }

  /// Says what rules make of a response that nobody has touched, where that was calculated before.
  package mutating func setFresh(_ fresh: FreshResponse) {
    let pages = cellPages
    cache = FreshResponseCache()
    cache.take(fresh)
    if let pages { cache.keep(pages) }
  }

  /// The rules, in the order in which they run. O(1) where they were resolved before.
  package var rulesInOrder: FormRules { cache.rules ?? RuleResolution(self).rules }

  /// The pages from which the cells of the form are read when they are asked for; `nil` where they are in memory, or
  /// some of them have been changed.
  package var cellPages: CellPages? { cache.pages }

  /// Takes sections whose cells are read when they are asked for.
  package mutating func take(_ sections: [FormSection], in pages: CellPages) {
    self.sections = sections
    cache = FreshResponseCache()
    cache.keep(pages)
  }

  /// Keeps the rules in the order in which they run, for anyone who asks for a fresh response.
  func keep(_ rules: FormRules) { cache.keep(rules) }

  private(set) var cache = FreshResponseCache()

  private mutating func forgetRules() {
    // Another copy still has the sections that the cache is about.
    if isKnownUniquelyReferenced(&cache) { cache.clear() } else { cache = FreshResponseCache() }
  }

  /// The number of cells in all sections, shown or not. O(sections).
  package var cellCount: Int {
    sections.reduce(0) { $0 + $1.cells.count }
  }

  /// How tall the row of a cell is while it shows.
  package func rowHeight(of cell: FormCell, isExpanded: Bool) -> RowHeight {
    cell.inline?.height(isExpanded: isExpanded) ?? rowHeight(forIdentifier: cell.identifier)
  }

  /// The row height of every cell with the reuse identifier that does not grow in place.
  package func rowHeight(forIdentifier identifier: String) -> RowHeight {
    rowHeights[identifier] ?? .standard(for: identifier)
  }
}

/// Which things of a form are an accordion: a scope in which opening one closes the one that was open.
@nonexhaustive
public enum FormAccordion: String, CaseIterable, Hashable, Sendable, Codable {
  /// The cells at the top level of all sections: expanding one collapses the one that was expanded, in whatever
  /// section.
  case cells
  /// The sections: unfolding one folds the one that was not folded.
  case sections
}

/// A titled run of cells.
///
/// `cells` holds the section's cells in preorder: a cell is followed directly by its descendants, as many
/// as its ``FormCell/additionalRows`` says. The flat list is what tables, files and the visibility index share,
/// and it never recurses, however deep a form is nested.
public struct FormSection: Hashable, Sendable {
  /// The stable name of the section; unique in its form. Kept canonically composed (NFC), however it is given.
  public var key: String { didSet { key = key.canonicalKey } }
  /// Whether nobody gave the section its key, see ``FormCell/isKeyDerived``.
  public var isKeyDerived: Bool
  /// The header's text; may be empty.
  public var title: String
  /// Whether a person may put all of the section's rows away.
  public var isFoldable: Bool
  /// Whether a fresh response starts with the section's rows put away.
  public var startsFolded: Bool
  /// Whether the cells at the section's top level are an accordion: expanding one collapses the others.
  public var isAccordion: Bool
  /// By which rule the section is asked at all; `nil` when it always is.
  public var relevant: FormRule?
  /// The cells in preorder.
  public var cells: FormCells
  /// Whatever else the author wrote about the section; kept and exported, never interpreted.
  public var properties: [String: PropertyValue]

  /// Creates a section, foldable unless said otherwise.
  public init(
    key: String,
    title: String = "",
    isFoldable: Bool = true,
    startsFolded: Bool = false,
    isAccordion: Bool = false,
    relevant: FormRule? = nil,
    cells: [FormCell] = [],
    properties: [String: PropertyValue] = [:],
    isKeyDerived: Bool = false
  ) {
    self.key = key.canonicalKey
    self.isKeyDerived = isKeyDerived
    self.title = title
    self.isFoldable = isFoldable
    self.startsFolded = startsFolded
    self.isAccordion = isAccordion
    self.relevant = relevant
    self.cells = FormCells(cells)
    self.properties = properties
  }
}
