import FormState
import FormStateInterchange
import FormStateStore

extension ScreenModel {
  /// The cells whose key or title contains a text, visible or not, each in all instances, in the order of the form.
  ///
  /// A long search ends early, and tells where to go on.
  ///
  /// - Parameters:
  ///   - text: the text, ignoring case and accents; empty for all.
  ///   - start: where to begin.
  ///   - limit: the maximum number of cells.
  ///   - time: the time for it, which begins before the call.
  /// - Complexity: O(n) for n visited cells, with each instance counted; about a quarter of a second at most.
  func find(_ text: String, from start: CellWalk.Position, limit: Int, in time: WalkTime = WalkTime())
    -> OrderedJSON
  {
    noteUse()
    let shown = session.shown
    let sought = SoughtText(text)
    var found: [OrderedJSON] = []
    var time = time
    let next = CellWalk(shown.form, shown.state).visit(from: start) { visit in
      if let cell = Self.json(of: visit, sought, in: shown) { found.append(cell) }
      return time.notes() && found.count < limit
    }
    return .object([
      ("count", .integer(found.count)), ("cells", .array(found)), ("next", OrderedJSON(next?.description)),
      ("visited", .integer(next?.cell ?? shown.form.cellCount)), ("of", .integer(shown.form.cellCount)),
    ])
  }

  /// A found cell; `nil` if the text is not in its key or titles.
  private static func json(of visit: CellWalk.Visit, _ sought: SoughtText, in shown: ShownForm) -> OrderedJSON? {
    let (cell, place) = (visit.cell, visit.place)
    let address = shown.state.instanceNames.address(of: cell.key, in: place.instance)
    let title = shown.state.title(of: cell, in: shown.form, instance: place.instance)
    let isQuestion = cell.kind == .repeat || shown.form.canBeAsked(at: place.within(0))
    let name = isQuestion ? visit.name : [title, cell.subtitle].first { !$0.isEmpty } ?? address
    guard [name, address, title].contains(where: sought.isIn) else { return nil }
    return .object([
      ("cell", .string(address)), ("name", .string(name)),
      ("section", .string(shown.form.sections.element(at: place.section)?.name ?? "")),
      ("shows", .boolean(shown.index.isVisible(place))),
    ])
  }
}
