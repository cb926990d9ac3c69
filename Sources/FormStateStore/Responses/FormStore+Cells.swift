import FormState
import GRDB

extension FormStore {
  /// Whether a cell is visible in a response, and why not, without a session.
  ///
  /// - Parameters:
  ///   - cell: the cell.
  ///   - key: the response; one that has not begun counts as a fresh one.
  /// - Throws: `ActionError`; ``StoreError/Code/unknownForm``.
  /// - Complexity: a handful of reads, and O(k log n) for k opened or closed cells if it is visible; the first time as
  ///   for opening a session.
  package func explanation(of cell: CellReference, in key: ResponseKey) throws -> VisibilityExplanation {
    try ask(about: key) { reader in
      var explanation = try VisibilityExplanation(of: cell, reader: reader)
      if explanation.isVisible {
        explanation.rowPath = reader.rowPath(of: try reader.namedCell(cell).place)
      }
      return explanation
    }
  }

  /// Queries a response.
  ///
  /// - Throws: as ``read(isLatest:_:)``.
  private func ask<Answer>(about key: ResponseKey, _ work: (FormReader) throws -> Answer) throws -> Answer {
    try read { db in try work(FormReader(ResponseLocation.find(key, in: db), in: db, definitions)) }
  }
}

extension FormStore {
  /// The current choices of a question of a response, without a session; see
  /// ``FormSession/choices(of:containing:from:limit:)``.
  ///
  /// - Parameters:
  ///   - question: a group or a multiple-choice question.
  ///   - key: the response; one that has not begun counts as a fresh one.
  ///   - text: the text that titles or values must contain, ignoring case and accents; `nil` for all.
  ///   - first: the number of choices to skip.
  ///   - limit: the maximum number to return.
  /// - Throws: `ActionError.Code.unknownCell`; `ActionError.Code.hasNoChoices`; ``StoreError/Code/unknownForm``.
  package func choices(
    of question: CellReference, in key: ResponseKey, containing text: String? = nil, from first: Int = 0,
    limit: Int = .max
  ) throws -> OfferedChoices {
    try ask(about: key) { reader in
      try reader.offeredChoices(
        of: try reader.namedCell(question), ChoiceQuery(containing: text, from: first, limit: limit))
    }
  }
}

extension FormStore {
  /// The status of a cell's value, without a session.
  ///
  /// - Parameters:
  ///   - cell: the cell.
  ///   - key: the response; one that has not begun counts as a fresh one.
  /// - Throws: `ActionError.Code.unknownCell`; ``StoreError/Code/unknownForm``.
  /// - Complexity: a read by key; the first time as for opening a session.
  package func status(of cell: CellReference, in key: ResponseKey) throws -> CellStatus {
    try ask(about: key) { CellStatus(of: try $0.namedCell(cell)) }
  }

  /// A summary of a response, without a session and without a digest; one that has not begun counts as a fresh one.
  ///
  /// - Throws: ``StoreError/Code/unknownForm``.
  package func overview(of key: ResponseKey) throws -> ResponseOverview {
    try read { db in
      let location = try ResponseLocation.find(key, in: db)
      return ResponseOverview(
        key: key.response, version: location.version.number, revision: try location.revision(in: db), digest: nil,
        isCompleted: try StateTables(db: db, location: location).isCompleted(), updated: nil, stream: location.stream)
    }
  }

  /// The value of a cell as the answer to its question, in the form's own language, without a session.
  ///
  /// - Parameters:
  ///   - cell: the cell.
  ///   - key: the response; one that has not begun counts as a fresh one.
  /// - Returns: the answer, and whether the question is relevant; `nil` for a cell that cannot have a value.
  /// - Throws: `ActionError.Code.unknownCell`; ``StoreError/Code/unknownForm``.
  /// - Complexity: a read by key, plus the cells above it and its options; the first time as for opening a session.
  package func answer(in cell: CellReference, of key: ResponseKey) throws -> (answer: Answer, isAsked: Bool)? {
    try read { db in
      let location = try ResponseLocation.find(key, in: db)
      let language = try String?.fetchOne(
        db, sql: "SELECT language FROM formstate_version WHERE id = ?", arguments: [location.version.id])
      let reader = try FormReader(location, in: db, definitions)
      return reader.answer(in: try reader.namedCell(cell), formats: .own(language ?? nil))
    }
  }

  /// The status of all cells that can have a value, each in all instances, in the order of the form, and whether the
  /// response is completed.
  ///
  /// - Throws: ``StoreError/Code/unknownForm``.
  /// - Complexity: O(n) for n cells, counted once per instance.
  package func status(of key: ResponseKey) throws -> ResponseStatus {
    let contents = try contents(of: key)
    let (form, state) = (contents.form, contents.state)
    var cells: [CellStatus] = []
    form.forEachCell(in: state) { cell, place in
      guard cell.kind.holdsValue else { return }
      cells.append(CellStatus(of: cell, in: state, instance: place.instance, of: form))
    }
    return ResponseStatus(isCompleted: state.isCompleted, cells: cells)
  }

  /// The status of the touched cells that can have a value, each in all instances, in the order of the form.
  ///
  /// - Throws: ``StoreError/Code/unknownForm``.
  /// - Complexity: O(k log k) for k touched cells and instances.
  package func statusOfTouchedCells(of key: ResponseKey) throws -> [CellStatus] {
    try lookAt(key) { contents in
      let (form, state) = (contents.form, contents.state)
      var lookup = CellLookup(form)
      let places = state.cells.keys.filter { $0.setAsideFrom == nil }.compactMap { subject in
        lookup.place(ofCell: subject.key)?.within(subject.instance)
      }
      return InstanceRoster(state, of: form).inOrder(places).compactMap { place in
        guard let cell = form.cell(at: place), cell.kind.holdsValue else { return nil }
        let status = CellStatus(of: cell, in: state, instance: place.instance, of: form)
        return status.isTouched || status.isUnsaved ? status : nil
      }
    }
  }
}

extension FormStore {
  /// The changes of journal entries as sentences: “Roof › Condition: nothing → Poor”.
  ///
  /// Displayed titles that follow from an answer are left out.
  ///
  /// - Parameters:
  ///   - key: a response that has begun.
  ///   - first: the revision before the first entry.
  ///   - last: the last revision.
  ///   - limit: the maximum number of sentences.
  /// - Throws: ``StoreError/Code/unknownForm``.
  /// - Complexity: O(k log n) for k sentences, in a journal of n changes.
  package func sentences(
    of key: ResponseKey, after first: Int, through last: Int, limit: Int, in language: SentenceLanguage? = nil
  ) throws -> [String] {
    try read { db in
      let location = try ResponseLocation.find(key, in: db)
      let sensitive = try SensitiveCells(ofForm: key.form, in: db)
      let changes = try ChangeSentences(db: db, location: location, concealing: sensitive, in: language)
        .all(after: first, through: last, limit: limit)
      // If another process has already acted since, the current faults need not come from these changes.
      guard try location.revision(in: db) == last else { return changes.map(\.text) }
      let reader = try FormReader(location, in: db, definitions)
      var faults = FaultSentences(reader: reader)
      for change in changes where change.field == .faults { faults.expect(change.subject) }
      return try changes.flatMap { try faults.sentences(for: $0) }
    }
  }
}

extension FormStore {
  /// The draft of a cell as a sentence: “Date of birth holds the draft 1835-”.
  ///
  /// - Throws: ``StoreError/Code/unknownForm``; `ActionError` for an unknown cell.
  /// - Complexity: O(k) for k touched cells.
  package func draftSentence(
    of cell: CellReference, in key: ResponseKey, in language: SentenceLanguage? = nil
  ) throws -> String {
    try read { db in
      let location = try ResponseLocation.find(key, in: db)
      let found = try FormReader(location, in: db, definitions).namedCell(cell)
      return try ChangeSentences(
        db: db, location: location, concealing: SensitiveCells(ofForm: key.form, in: db), in: language
      ).draft(found.state[.draft]?.text, of: StateSubject(found.cell.key, instance: found.instance))
    }
  }
}

extension FormStore {
  /// The titles of a visible row, without the rest of it.
  package struct RowTitle: Hashable, Sendable {
    /// The key of the cell; in an instance of a repeat its address, `name:7`.
    package let key: String
    /// The displayed primary title.
    package let title: String
    /// The displayed secondary title.
    package let subtitle: String
  }

  /// The titles of the rows at some row paths, without a session.
  ///
  /// - Parameters:
  ///   - paths: the row paths; hidden rows are left out of the result.
  ///   - key: a response that has begun; any other has no titles.
  /// - Returns: the revision at which the titles were read, and the titles.
  /// - Throws: ``StoreError/Code/unknownForm``.
  /// - Complexity: O(k log n) for k touched cells, plus opening a session the first time.
  package func rowTitles(
    at paths: some Sequence<RowPath>, of key: ResponseKey
  ) throws -> (revision: Int, titles: [RowPath: RowTitle]) {
    let paths = Array(paths)
    return try read { db in
      let location = try ResponseLocation.find(key, in: db)
      guard location.responseID != nil else { return (0, [:]) }
      let titles = try RowTitle.titles(of: location, in: db, definitions) { shown in
        paths.compactMap { path in shown.row(at: path).map { (path, RowTitle($0)) } }
      }
      return (try location.revision(in: db), Dictionary(titles) { first, _ in first })
    }
  }
}

extension FormStore.RowTitle {
  /// The titles of a row in a report.
  package init(_ row: VisibleRow) {
    self.init(key: row.address, title: row.reportedTitle ?? row.title, subtitle: row.subtitle)
  }

  /// The titles of all visible rows of a section, from top to bottom. O(k log n) for k touched cells, and rows.
  static func all(
    inSection section: Int, of location: ResponseLocation, in db: Database, _ definitions: OpenDefinitions
  ) throws -> [FormStore.RowTitle] {
    try titles(of: location, in: db, definitions) { shown in
      (0..<shown.index.numberOfRows(in: section)).compactMap { row in
        shown.row(at: RowPath(section: section, row: row)).map(FormStore.RowTitle.init)
      }
    }
  }

  /// Reads the current rows of a response.
  fileprivate static func titles<Titles>(
    of location: ResponseLocation, in db: Database, _ definitions: OpenDefinitions, _ look: (ShownForm) -> Titles
  ) throws -> Titles {
    let form = try definitions.definition(of: location.version, in: db).form
    let state = try StateTables(db: db, location: location).state()
    return look(ShownForm(form: form, state: state, index: VisibilityIndex(form: form, state: state)))
  }
}

/// How far a response is filled in.
package struct ResponseStatus: Hashable, Sendable {
  /// Whether the response is completed.
  package let isCompleted: Bool
  /// The cells that can have a value, each in all instances, in the order of the form.
  package let cells: [CellStatus]
}
