import FormState

/// The subjects that the journals of a document may name, in each version of the form.
final class VersionedSubjects {
  /// The number of the document's own definition; `nil` if there is no other.
  let main: Int?
  private let forms: [Int?: FormDefinition]
  private let suggestions: SuggestionBudget
  private var subjects: [Int?: JournalSubjects] = [:]

  init(
    _ form: FormDefinition, version: Int?, _ otherVersions: [Int: FormDefinition], suggestions: SuggestionBudget
  ) {
    main = version
    self.suggestions = suggestions
    var forms: [Int?: FormDefinition] = [version: form]
    for (number, form) in otherVersions { forms[number] = form }
    self.forms = forms
  }

  /// Whether the document has a version with the number.
  func has(_ number: Int) -> Bool { forms[number] != nil }

  /// The subjects of a version; none for an unknown one.
  subscript(version: Int?) -> JournalSubjects {
    if let known = subjects[version] { return known }
    let found = JournalSubjects(of: forms[version] ?? FormDefinition(key: ""), suggestions: suggestions)
    subjects[version] = found
    return found
  }
}

/// The cells and sections of one version.
struct JournalSubjects {
  let kinds: [String: CellKind]
  /// The keys in form order, so equally near ones are always suggested in the same order.
  let cells: NearestKeys
  let sections: NearestKeys
  private let sectionKeys: Set<String>

  init(of form: FormDefinition, suggestions: SuggestionBudget) {
    let cells = form.sections.lazy.flatMap { $0.cells.lazy.map { ($0.key, $0.kind) } }
    kinds = Dictionary(cells, uniquingKeysWith: { first, _ in first })
    self.cells = NearestKeys(cells.map(\.0), within: suggestions)
    sections = NearestKeys(form.sections.map(\.key), within: suggestions)
    sectionKeys = Set(form.sections.map(\.key))
  }

  func hasSection(_ key: String) -> Bool { sectionKeys.contains(key) }
}
