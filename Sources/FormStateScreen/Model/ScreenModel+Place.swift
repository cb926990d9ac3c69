import FormState
import FormStateInterchange
import FormStateStore

extension ScreenModel {
  /// Keeps where a person stands in a browser.
  ///
  /// It is no action: the stamp stays, and nobody is notified.
  ///
  /// - Parameters:
  ///   - reported: the place, as the page has it.
  ///   - device: the browser.
  /// - Returns: whether it was kept, see `FormSession.keep`.
  /// - Complexity: a transaction, O(log n).
  func keep(_ reported: ReportedPlace, on device: String) async -> Bool {
    noteUse()
    return await session.keep(reported.place, on: device)
  }
}

extension FormPlace {
  /// The place for a page.
  var json: OrderedJSON {
    .object([("cell", OrderedJSON(cell?.description)), ("first", OrderedJSON(firstRow?.description))])
  }
}
