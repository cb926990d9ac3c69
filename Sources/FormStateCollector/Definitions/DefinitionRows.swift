import FormState

/// The rows of a definition in the tables of ``DefinitionTable``.
///
/// Rows are passed on one at a time, so the rows of a form with a million cells never are in memory together.
struct DefinitionRows {
  /// The definition.
  let form: FormDefinition
  /// Its digest.
  let digest: String
  /// The readable texts of its values.
  let readable: ReadableTexts
  private let lists: [NamedList]

  /// A list with the digest of its items.
  private struct NamedList {
    let list: OptionList
    let digest: String
  }

  /// Prepares the rows of a valid definition.
  ///
  /// - Complexity: O(n) for n cells in each language, and for n options of lists.
  init(of form: FormDefinition, digest: String) {
    self.form = form
    self.digest = digest
    readable = ReadableTexts(of: form)
    lists = form.lists.map { NamedList(list: $0, digest: StateDigest.ofOptions($0)) }
  }

  /// The digests of its lists: the keys of `formstate_list_item`, in which equal lists of all definitions are once.
  var listDigests: Set<String> { Set(lists.map(\.digest)) }

  /// Passes on the rows of a table, in the order of the form.
  ///
  /// - Parameters:
  ///   - knownLists: the digests of the lists whose items are not passed on.
  ///   - body: takes a row, with a value for each of the table's columns.
  /// - Complexity: O(n) for n rows and cells.
  func forEachRow(
    of table: DefinitionTable, besides knownLists: Set<String> = [], _ body: ([PostgresValue]) throws -> Void
  ) rethrows {
    switch table {
    case .language: try forEachLanguage(body)
    case .text: try forEachText(body)
    case .section: try forEachSection(body)
    case .cell: try forEachCell(body)
    case .condition: try forEachCondition(body)
    case .rule: try forEachRule(body)
    case .option: try forEachOption(body)
    case .list: for list in lists { try body([.text(digest), .text(list.list.name), .text(list.digest)]) }
    case .listItem: try forEachListItem(besides: knownLists, body)
    }
  }

  private func forEachLanguage(_ body: ([PostgresValue]) throws -> Void) rethrows {
    try body([.text(digest), .text(form.language ?? ""), true])
    for translation in form.translations { try body([.text(digest), .text(translation.language), false]) }
  }

  private func forEachSection(_ body: ([PostgresValue]) throws -> Void) rethrows {
    for (position, section) in form.sections.enumerated() {
      try body([
        .text(digest), .text(section.key), .integer(Int64(position)), .text(section.shownTitle),
        .bool(section.startsFolded),
      ])
    }
  }

  private func forEachListItem(besides known: Set<String>, _ body: ([PostgresValue]) throws -> Void) rethrows {
    var known = known
    for list in lists where known.insert(list.digest).inserted {
      for (position, option) in list.list.options.enumerated() {
        try body([.text(list.digest), .integer(Int64(position)), .text(option.value), .text(option.title)])
      }
    }
  }

  /// The texts in other languages, where they differ from the form's own.
  private func forEachText(_ body: ([PostgresValue]) throws -> Void) rethrows {
    for translation in readable.translations {
      func add(_ subject: PostgresValue, _ key: String, _ text: String, unlike own: String) throws {
        guard !text.isSpelled(like: own) else { return }
        try body([.text(digest), .text(translation.language), subject, .text(key), .text(text)])
      }
      for (own, other) in zip(form.sections, translation.form.sections) {
        try add("section", own.key, other.shownTitle, unlike: own.shownTitle)
      }
      for (own, other) in zip(form.surroundedCells, translation.form.surroundedCells) {
        try add("cell", own.cell.key, other.name, unlike: own.name)
      }
    }
  }
}

extension FormSection {
  /// Its title; its key if it has none.
  var shownTitle: String { title.isEmpty ? key : title }
}
