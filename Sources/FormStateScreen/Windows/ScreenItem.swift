import FormState
import FormStateInterchange

/// A header or a row, as a page draws it.
///
/// It says nothing of its place, which changes with every row above it: that follows from the window that it is part
/// of.
struct ScreenItem: Hashable, Sendable {
  /// Where it stands in the form.
  enum Place: Hashable, Sendable {
    /// The header of the section at a position.
    case header(Int)
    /// The row of a cell.
    case row(CellPlace)
  }

  /// What tells it from every other item of the form.
  let key: String
  /// How tall it is in points.
  let height: Double
  /// Where it stands.
  let place: Place
  /// All that the page draws, its key and height included, on one line.
  let json: String

  /// Whether a page that shows the one shows the other.
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
  ///   - row: what it shows.
  ///   - place: where its cell stands.
  ///   - height: how tall it is.
  ///   - isMeasured: whether the page says how tall it is.
  ///   - shown: what it is part of.
  init(_ row: VisibleRow, at place: CellPlace, height: Double, isMeasured: Bool, in shown: ShownForm) {
    let key = "r:\(row.address)"
    let head: [(name: String, value: OrderedJSON)] = [
      ("type", .string("row")), ("key", .string(key)), ("h", .number(height)),
    ]
    let members = RowMembers(row: row, place: place, shown: shown)
    self.init(
      key: key, height: height, place: .row(place),
      head + members.always + [("measure", .boolean(isMeasured))] + members.sometimes + members.ofRepeats)
  }
}
