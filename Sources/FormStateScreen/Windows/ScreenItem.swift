import FormState
import FormStateInterchange

/// A header or a row, as a page draws it.
///
/// It does not contain its position, which changes with every row above it: that follows from its window.
struct ScreenItem: Hashable, Sendable {
  /// Its place in the form.
  enum Place: Hashable, Sendable {
    /// The header of the section at a position.
    case header(Int)
    /// The row of a cell.
    case row(CellPlace)
  }

  /// Its identity among all items of the form.
  let key: String
  /// Its height in points.
  let height: Double
  /// Its place.
  let place: Place
  /// All that the page draws, including its key and height, on one line.
  let json: String

  /// Whether both look the same on a page.
  func isDrawn(like other: ScreenItem) -> Bool { json == other.json }

  private init(key: String, height: Double, place: Place, _ members: [(name: String, value: OrderedJSON)]) {
    self.key = key
    self.height = height
    self.place = place
    json = OrderedJSON.object(members).line
  }

  /// The header of a section.
  init(headerOf section: FormSection, at position: Int, height: Double, isFolded: Bool) {
    let key = "s:\(section.key)"
    var members: [(name: String, value: OrderedJSON)] = [
      ("type", .string("header")), ("key", .string(key)), ("h", .number(height)), ("section", .string(section.key)),
      ("title", .string(section.title)), ("foldable", .boolean(section.isFoldable)), ("folded", .boolean(isFolded)),
    ]
    if section.isFoldable {
      let tap = FormAction.Kind.toggleFold.rawValue
      members.append(("tap", .object([("action", .string(tap)), ("section", .string(section.key))])))
    }
    self.init(key: key, height: height, place: .header(position), members)
  }

  /// A row.
  ///
  /// - Parameters:
  ///   - row: its content.
  ///   - place: the place of its cell.
  ///   - height: its height.
  ///   - isMeasured: whether the page measures its height.
  ///   - shown: the screen.
  ///   - speech: the words about faults and refused input.
  init(_ row: VisibleRow, at place: CellPlace, height: Double, isMeasured: Bool, in shown: ShownForm, _ speech: Speech)
  {
    let key = "r:\(row.address)"
    let page = PageRow(
      key: key, height: height, isMeasured: isMeasured, row: row, place: place, shown: shown, speech: speech)
    (self.key, self.height, self.place, json) = (key, height, .row(place), page.line)
  }
}
