import Foundation

/// What the page shows if its address names no response.
package enum ScreenStart: String, Sendable {
  /// The served response.
  case response
  /// The forms and responses of the file.
  case list
}

/// The page and its files. Anybody may read them: they tell nothing of what is served.
package struct ScreenAssets: Sendable {
  /// A file of the page.
  package struct File: Sendable {
    /// Its media type, such as `text/css; charset=utf-8`.
    let contentType: String
    /// Its content.
    let data: Data

    /// Creates a file.
    package init(contentType: String, data: Data) {
      self.contentType = contentType
      self.data = data
    }
  }

  /// The page as HTML, which is the same for everybody.
  let page: Data
  /// The files by their paths.
  let files: [String: File]

  /// Makes the assets of a page.
  ///
  /// - Parameters:
  ///   - page: its HTML.
  ///   - files: the files by their paths, which begin with a slash.
  package init(page: String, files: [String: File]) {
    self.page = Data(page.utf8)
    self.files = files
  }
}
