import FormState
import FormStateStore

/// What a page shows: which response, and how.
struct ScreenView: Hashable, Sendable {
  /// The heights of rows.
  enum Layout: String, CaseIterable, Sendable {
    /// As in the app: fixed heights are kept.
    case app
    /// As tall as their content.
    case compact
  }

  /// The key of the form; `nil` for the served one.
  let form: String?
  /// The key of the response.
  let response: String
  /// The heights of rows.
  let layout: Layout
  /// The language; `nil` for the form's own.
  let language: String?
  /// The language of what the program says, if that of the response has no words; `nil` for English with keys.
  let tongue: Tongue?

  /// Creates a view.
  init(
    form: String? = nil, response: String, layout: Layout = .app, language: String? = nil, tongue: Tongue? = nil
  ) {
    self.form = form?.canonicalKey
    self.response = response.canonicalKey
    self.layout = layout
    self.language = language?.canonicalKey
    self.tongue = tongue
  }
}

extension ScreenView.Layout {
  /// The height of a section's header in points.
  static let headerHeight = 44.0

  /// The estimated heights until the page has measured them.
  ///
  /// - Parameter drawsHeaders: whether sections have headers.
  func estimates(drawsHeaders: Bool) -> HeightEstimates {
    HeightEstimates(header: drawsHeaders ? Self.headerHeight : 0, ignoresFixedHeights: self == .compact)
  }
}

extension FormSession {
  /// Whether sections have headers. A single section without a title has none, unless it is folded.
  ///
  /// - Complexity: O(1).
  var drawsHeaders: Bool {
    let sections = form.sections
    return sections.count != 1 || sections.first?.title.isEmpty == false || isFolded(section: 0)
  }
}

extension FormSection {
  /// The name of the section for people.
  var name: String { title.isEmpty ? key : title }
}
