import FormState

/// The language in which the screen shows a response.
extension SessionSnapshot {
  /// The form with the displayed texts.
  var shownForm: FormDefinition { view?.form ?? form }

  /// The touched state with the displayed titles.
  var shownState: ResponseState { view?.state ?? state }

  /// The name of the language; `nil` for the form's own, if that has none.
  var language: String? { view?.language ?? form.language }

  /// The response in another language than the form's own; `nil` for its own if its formats are those of stored titles,
  /// and for an unknown language.
  func view(in language: String) -> LanguageView? {
    language.canonicalKey == form.language && ValueFormats.own(form.language) == .stored
      ? nil : LanguageView(of: form, in: language, state: state)
  }

  /// Shows the response in another language.
  ///
  /// - Parameters:
  ///   - language: one of the form's languages; `nil` for its own.
  ///   - inStages: whether to hold back rows that are yet to move if the batch update has more than one stage.
  /// - Returns: the reloads of rows and headers whose content changes.
  /// - Complexity: O(n + v log n) for n cells and v visible rows.
  mutating func show(in language: String?, inStages: Bool) -> Advance {
    let former = view
    view = language.flatMap { view(in: $0) }
    guard view?.language != former?.language else {
      view = former
      return Advance(batch: BatchUpdate(), turn: nil, changes: [])
    }
    faultCache = nil
    log?.addAll()
    let reloads = reloads(after: former)
    let held = heldBack
    var batch = move(by: held)
    batch.add(reloadsOf: reloads)
    // Followers have already received the moves of rows that are held back.
    let followed = held.isEmpty ? batch : self.reloads(after: former)
    let change = SessionChange(
      previousRevision: revision, revision: revision, batch: followed,
      rows: followed.reloadedRows.compactMap(row(at:)), cause: .language)
    return Advance(batch: batch, turn: holdBack(held, of: batch, inStages: inStages), changes: [change])
  }

  /// The reloads for a change from another language, with the current rows.
  private func reloads(after former: LanguageView?) -> BatchUpdate {
    BatchUpdate(reloadsFrom: shown(by: index, in: former), to: shown(by: index, in: view))
  }
}
