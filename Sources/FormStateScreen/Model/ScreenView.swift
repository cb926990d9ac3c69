import FormState
import FormStateStore

/// What a page shows: which response, and how.
package struct ScreenView: Hashable, Sendable {
  /// How tall rows are.
  package enum Layout: String, CaseIterable, Sendable {
    /// As the app makes them: fixed heights are kept.
    case app
    /// As tall as what they show.
    case compact
  }

  /// The key of the form; `nil` for the one that is served.
  package let form: String?
  /// The key of the response.
  package let response: String
  /// How tall rows are.
  package let layout: Layout
  /// The language; `nil` for the form's own.
  package let language: String?

  /// Creates a view.
  package init(form: String? = nil, response: String, layout: Layout = .app, language: String? = nil) {
    self.form = form?.canonicalKey
    self.response = response.canonicalKey
    self.layout = layout
    self.language = language?.canonicalKey
  }
}

extension ScreenView.Layout {
  /// The height of a section's header in points.
  static let headerHeight = 44.0

  /// What the heights are taken to be until the page has measured them.
  ///
  /// - Parameter drawsHeaders: whether sections have headers.
  func estimates(drawsHeaders: Bool) -> HeightEstimates {
    HeightEstimates(header: drawsHeaders ? Self.headerHeight : 0, ignoresFixedHeights: self == .compact)
  }
}

extension FormSession {
  /// Whether sections have headers: not where a form has a single section without a title, unless somebody has folded
  /// it.
  ///
  /// - Complexity: O(1).
  var drawsHeaders: Bool {
    let sections = form.sections
    return sections.count != 1 || sections.first?.title.isEmpty == false || isFolded(section: 0)
  }
}

extension FormSection {
  /// What a person calls the section.
  var name: String { title.isEmpty ? key : title }
}
