import FormState
import FormStateInterchange
import FormStateStore

/// What a page shows around the rows of a response.
struct ScreenHead: Hashable, Sendable {
  let key: ResponseKey
  let layout: ScreenView.Layout
  /// The title of the form.
  let title: String
  /// The number of the form's version.
  let version: Int
  /// The revision that shows.
  let revision: Int
  /// Whether that is a past one, where nothing can be done.
  let isPast: Bool
  /// The revisions that can be shown.
  let revisions: ClosedRange<Int>
  /// The language that shows; `nil` for the form's own, where that has no name.
  let language: String?
  /// The languages that can be shown.
  let languages: [String]
  /// How many cells the form has.
  let cellCount: Int
  let isCompleted: Bool
  /// Whether the store may only be read.
  let isReadOnly: Bool
  /// Whether the author wants it shown a page at a time.
  let isInPages: Bool
  let names: UndoNames
  /// The height of all rows and headers.
  let height: Double

  /// All of it as JSON.
  ///
  /// - Parameters:
  ///   - stamp: the model's count of changes.
  ///   - extent: the height of the part that is asked for; that of the form when left out.
  func members(stamp: Int, height extent: Double? = nil) -> [(name: String, value: OrderedJSON)] {
    [
      ("form", .string(key.form)), ("response", .string(key.response)), ("formTitle", .string(title)),
      ("stamp", .integer(stamp)), ("at", isPast ? .integer(revision) : .null),
      ("languages", .array(languages.map(OrderedJSON.string))), ("layout", .string(layout.rawValue)),
      ("cells", .integer(cellCount)), ("readOnly", .boolean(isReadOnly || isPast)),
      ("inPages", .boolean(isInPages)),
    ] + moving.map { $0.name == "height" ? ("height", .number(extent ?? height)) : $0 }
  }

  /// What changes now and then.
  var moving: [(name: String, value: OrderedJSON)] {
    [
      ("version", .integer(version)), ("revision", .integer(revision)), ("first", .integer(revisions.lowerBound)),
      ("last", .integer(revisions.upperBound)), ("language", OrderedJSON(language)),
      ("completed", .boolean(isCompleted)), ("undo", OrderedJSON(names.undo)), ("redo", OrderedJSON(names.redo)),
      ("height", .number(height)),
    ]
  }
}
