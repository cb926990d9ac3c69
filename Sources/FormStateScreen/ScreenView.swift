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

  /// The key of the response.
  package let response: String
  /// How tall rows are.
  package let layout: Layout
  /// The language; `nil` for the form's own.
  package let language: String?

  /// Creates a view.
  package init(response: String, layout: Layout = .app, language: String? = nil) {
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

extension FormDefinition {
  /// Whether there is anything to be seen or done in the header of a section. O(s) for s sections.
  var drawsHeaders: Bool { sections.contains { !$0.title.isEmpty || $0.isFoldable } }
}
