/// A form: an ordered list of sections of cell descriptors.
///
/// A form is a value. It becomes a *version* when a store saves it. Saving a changed form under the same key adds a
/// version, and leaves earlier versions and their responses unchanged.
///
/// ```swift
/// let form = FormDefinition(key: "profile", title: "Profile") {
///   FormSection(key: "personal", title: "Personal") {
///     Cell.group("fullname", subtitle: "Full name") {
///       Cell.text("firstname", title: "First name")
///       Cell.text("lastname", title: "Last name")
///     }
///   }
/// }
/// ```
public struct FormDefinition: Hashable, Sendable {
  /// The stable name of the form; unique in a store. Stored canonically composed (NFC).
  public var key: String { didSet { key = key.canonicalKey } }
  /// The form's title; may be empty.
  public var title: String
  /// The sections, in the order in which a table shows them.
  public var sections: [FormSection] {
    get { storedSections }
    // Not an observer: with one, changing a cell would copy all of them.
    _modify {
      defer { forgetRules() }
      yield &storedSections
    }
  }
  private var storedSections: [FormSection]
  /// The accordion of the form; `nil` for none.
  package var accordion: FormAccordion?
  /// The options shared by several questions, ordered by the bytes of their names.
  public var lists: [OptionList] { didSet { lists = OptionList.ordered(lists) } }
  /// The name of the form's language, see ``FormTranslation``; `nil` for none.
  public var language: String? { didSet { language = language?.canonicalKey } }
  /// The texts in other languages, ordered by the bytes of their names.
  package var translations: [FormTranslation] { didSet { translations = FormTranslation.ordered(translations) } }
  /// Row heights by reuse identifier; ``RowHeight/standard(for:)`` for an identifier that is not listed.
  package var rowHeights: [String: RowHeight]
  /// Additional properties by the author; kept and exported. Only the page in the browser interprets one: `layout`.
  public var properties: [String: PropertyValue]

  /// Creates a form; nothing is checked until ``checkDefinition()`` is called, for example by saving.
  package init(
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

  /// The results of rules in an untouched response. O(1) except the first time, see ``FreshResponse/init(of:)``.
  package var fresh: FreshResponse { cache.response(of: self) }

  /// Sets the results of rules in an untouched response, if they were calculated before.
  package mutating func setFresh(_ fresh: FreshResponse) {
    let pages = cellPages
    cache = FreshResponseCache()
    cache.take(fresh)
    if let pages { cache.keep(pages) }
  }

  /// The rules in evaluation order. O(1) if they are already resolved.
  package var rulesInOrder: FormRules { cache.rules ?? RuleResolution(self).rules }

  /// What the visible rows depend on. O(n) for n cells the first time, then O(1).
  package var structure: FormStructure { cellPages?.structure ?? cache.structure(of: self) }

  /// The rows in an untouched response. O(n) for n cells the first time, O(1) if the estimates are those used last.
  func untouchedRows(estimates: HeightEstimates, pageSize: Int) -> UntouchedRows {
    cache.untouchedRows(of: self, estimates: estimates, pageSize: pageSize)
  }

  /// The pages from which the form's cells are read on demand; `nil` if they are in memory, or some of them were
  /// changed.
  var cellPages: CellPages? { cache.pages }

  /// Sets sections whose cells are read on demand.
  package mutating func take(_ sections: [FormSection], in pages: CellPages) {
    self.sections = sections
    cache = FreshResponseCache()
    cache.keep(pages)
  }

  /// Keeps the rules in evaluation order for later calculations of a fresh response.
  func keep(_ rules: FormRules) { cache.keep(rules) }

  private(set) var cache = FreshResponseCache()

  private mutating func forgetRules() {
    // Another copy still has the sections that the cache describes.
    if isKnownUniquelyReferenced(&cache) { cache.clear() } else { cache = FreshResponseCache() }
  }

  /// The number of cells in all sections, visible or not. O(sections).
  package var cellCount: Int {
    sections.reduce(0) { $0 + $1.cells.count }
  }

  /// The height of a cell's row while it is visible.
  package func rowHeight(of cell: FormCell, isExpanded: Bool) -> RowHeight {
    cell.inline?.height(isExpanded: isExpanded) ?? rowHeight(forIdentifier: cell.identifier)
  }

  /// The row height of cells with the reuse identifier that do not grow in place.
  func rowHeight(forIdentifier identifier: String) -> RowHeight {
    rowHeights[identifier] ?? .standard(for: identifier)
  }
}

/// The accordion of a form: a scope in which opening one item closes the open one.
@nonexhaustive
public enum FormAccordion: String, CaseIterable, Hashable, Sendable, Codable {
  /// The cells at the top level of all sections: expanding one collapses the expanded one in any section.
  case cells
  /// The sections: unfolding one folds the unfolded one.
  case sections
}

/// A titled run of cells.
///
/// Its cells are in preorder, see ``allCells``: a cell is followed directly by its descendants, whose number is
/// ``FormCell/additionalRows``. Tables, files and the visibility index share this flat list; it never recurses, however
/// deep a form is nested.
public struct FormSection: Hashable, Sendable {
  /// The stable name of the section; unique in its form. Stored canonically composed (NFC).
  public var key: String { didSet { key = key.canonicalKey } }
  /// Whether a reader derived the section's key, see ``FormCell/isKeyDerived``.
  package var isKeyDerived: Bool
  /// The header's text; may be empty.
  public var title: String
  /// Whether a person may fold the section to hide its rows.
  public var isFoldable: Bool
  /// Whether a fresh response starts with the section folded.
  package var startsFolded: Bool
  /// Whether the cells at the section's top level are an accordion: expanding one collapses the others.
  package var isAccordion: Bool
  /// The rule that decides whether the section is relevant; `nil` if it always is.
  public var relevant: FormRule?
  /// The cells in preorder, read on demand.
  package var cells: FormCells
  /// The cells in preorder. O(n) for n cells, which are read if they are in a file.
  public var allCells: [FormCell] { Array(cells) }
  /// Additional properties by the author; kept and exported, but never interpreted.
  public var properties: [String: PropertyValue]

  /// Creates a section; it is foldable by default.
  package init(
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
