import FormState
import FormStateInterchange
import FormStateStore
import Foundation

extension ScreenModel {
  /// The cells whose key or title contains a text, visible or not, each in all instances, in the order of the form.
  ///
  /// - Parameters:
  ///   - text: the text, ignoring case and accents; empty for all.
  ///   - first: the number of cells to skip.
  ///   - limit: the maximum number of cells.
  /// - Complexity: O(n) for n cells, with each instance counted.
  package func find(_ text: String, from first: Int, limit: Int) -> OrderedJSON {
    noteUse()
    let shown = session.shown
    let questions = Dictionary(shown.form.questionsAndRepeats.map { ($0.cell.key, $0.name) }) { first, _ in first }
    var count = 0
    var found: [OrderedJSON] = []
    shown.form.forEachCell(in: shown.state) { cell, place in
      let address = cell.address(in: place.instance)
      let title = shown.state.title(of: cell, in: shown.form, instance: place.instance)
      let name = questions[cell.key] ?? [title, cell.subtitle].first { !$0.isEmpty } ?? address
      guard text.isEmpty || [address, name, title].contains(where: { $0.contains(text, options: Self.sought) }) else {
        return
      }
      count += 1
      guard count > first, found.count < limit else { return }
      let section = shown.form.sections.element(at: place.section)
      found.append(
        .object([
          ("cell", .string(address)), ("name", .string(name)), ("section", .string(section?.name ?? "")),
          ("shows", .boolean(shown.index.isVisible(place))),
        ]))
    }
    return .object([("count", .integer(count)), ("cells", .array(found))])
  }

  private static let sought: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
}

extension String {
  fileprivate func contains(_ text: String, options: String.CompareOptions) -> Bool {
    range(of: text, options: options) != nil
  }
}
