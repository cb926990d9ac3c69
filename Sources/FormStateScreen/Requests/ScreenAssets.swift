import Foundation

/// What the page shows if its address names no response.
package enum ScreenStart: String, Sendable {
  /// The served response.
  case response
  /// The forms and responses of the file.
  case list
}

/// The page and its files.
package struct ScreenAssets: Sendable {
  /// A file of the page.
  package struct File: Sendable {
    /// Its media type, such as `text/css; charset=utf-8`.
    package let contentType: String
    /// Its content.
    package let data: Data

    /// Creates a file.
    package init(contentType: String, data: Data) {
      self.contentType = contentType
      self.data = data
    }
  }

  private let page: String
  /// The files by their paths.
  let files: [String: File]

  /// Makes the assets of a page.
  ///
  /// - Parameters:
  ///   - page: its HTML, with `{{token}}`, `{{run}}`, `{{key}}` and `{{start}}` where the page reads them.
  ///   - files: the files by their paths, which begin with a slash.
  package init(page: String, files: [String: File]) {
    self.page = page
    self.files = files
  }

  /// The page as HTML, with its credentials and its start.
  func page(for credentials: ScreenCredentials, startsWith start: ScreenStart) -> String {
    page.replacing("{{token}}", with: credentials.token).replacing("{{run}}", with: credentials.run)
      .replacing("{{key}}", with: credentials.key).replacing("{{start}}", with: start.rawValue)
  }
}
