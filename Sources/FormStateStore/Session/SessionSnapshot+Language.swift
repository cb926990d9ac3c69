import FormState

/// In which language the screen shows a response.
extension SessionSnapshot {
  /// The form with the texts that show.
  var shownForm: FormDefinition { view?.form ?? form }

  /// What the person has touched, with the titles that show.
  var shownState: ResponseState { view?.state ?? state }

  /// The name of the language; `nil` for the form's own, where that has none.
  var language: String? { view?.language ?? form.language }

  /// The response in another language than the form's own; `nil` for that where it writes as titles are stored, and for
  /// one that the form has not.
  func view(in language: String) -> LanguageView? {
    language.canonicalKey == form.language && ValueFormats.own(form.language) == .stored
      ? nil : LanguageView(of: form, in: language, state: state)
  }

  /// Shows the response in another language.
  ///
  /// - Parameters:
  ///   - language: one that the form has; `nil` for its own.
  ///   - inStages: whether to hold back rows that are yet to move when the batch update has more than one stage.
  /// - Returns: what takes a table view there: the rows and headers that show something else.
  /// - Complexity: O(n + v log n) for n cells and v visible rows.
  mutating func show(in language: String?, inStages: Bool) -> Advance {
    let former = view
    view = language.flatMap { view(in: $0) }
    guard view?.language != former?.language else {
      view = former
      return Advance(batch: BatchUpdate(), turn: nil, changes: [])
    }
    knownFaults = nil
    log?.addAll()
    let reloads = reloads(after: former)
    let held = heldBack
    var batch = move(by: held)
    batch.add(reloadsOf: reloads)
    // Followers have seen the rows move that are held back.
    let followed = held.isEmpty ? batch : self.reloads(after: former)
    let change = SessionChange(
      previousRevision: revision, revision: revision, batch: followed,
      rows: followed.reloadedRows.compactMap(row(at:)), cause: .language)
    return Advance(batch: batch, turn: holdBack(held, of: batch, inStages: inStages), changes: [change])
  }

  /// What shows something else than it did in another language, by the rows as they stand.
  private func reloads(after former: LanguageView?) -> BatchUpdate {
    BatchUpdate(reloadsFrom: shown(by: index, in: former), to: shown(by: index, in: view))
  }
}
