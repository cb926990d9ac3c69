import FormState
import FormStateInterchange
import FormStateStore

/// The state of a page besides the rows of a response.
struct ScreenHead: Hashable, Sendable {
  let key: ResponseKey
  let layout: ScreenView.Layout
  /// The title of the form.
  let title: String
  /// The number of the form's version.
  let version: Int
  /// The shown revision.
  let revision: Int
  /// Whether that is a past one, where no action is possible.
  let isPast: Bool
  /// The revisions that can be shown.
  let revisions: ClosedRange<Int>
  /// The shown language; `nil` for the form's own, if that has no name.
  let language: String?
  /// The available languages.
  let languages: [String]
  /// The number of cells of the form.
  let cellCount: Int
  let isCompleted: Bool
  /// The question whether the response is completed; `nil` if that is not open.
  var asks: PageQuestion?
  /// Whether the store is read-only.
  let isReadOnly: Bool
  /// Whether the author wants one page at a time.
  let isInPages: Bool
  /// Whether answers leave in clear although the form asks for encryption.
  let isInClear: Bool
  let names: UndoNames
  /// The height of all rows and headers.
  let height: Double

  /// All of it as JSON.
  ///
  /// - Parameters:
  ///   - stamp: the model's count of changes.
  ///   - extent: the height of the requested part; that of the form by default.
  func members(stamp: Int, height extent: Double? = nil) -> [(name: String, value: OrderedJSON)] {
    [
      ("form", .string(key.form)), ("response", .string(key.response)), ("formTitle", .string(title)),
      ("stamp", .integer(stamp)), ("at", isPast ? .integer(revision) : .null),
      ("languages", .array(languages.map(OrderedJSON.string))), ("layout", .string(layout.rawValue)),
      ("cells", .integer(cellCount)), ("readOnly", .boolean(isReadOnly || isPast)),
      ("inPages", .boolean(isInPages)), ("inClear", .boolean(isInClear)),
    ] + moving.map { $0.name == "height" ? ("height", .number(extent ?? height)) : $0 }
  }

  /// The members that can change.
  var moving: [(name: String, value: OrderedJSON)] {
    [
      ("version", .integer(version)), ("revision", .integer(revision)), ("first", .integer(revisions.lowerBound)),
      ("last", .integer(revisions.upperBound)), ("language", OrderedJSON(language)),
      ("completed", .boolean(isCompleted)), ("asks", asks.map { OrderedJSON.json($0.line) } ?? .null),
      ("undo", OrderedJSON(names.undo)), ("redo", OrderedJSON(names.redo)),
      ("height", .number(height)),
    ]
  }
}
