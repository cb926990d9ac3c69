#if CommandLine
import EmbeddedPage
import FormStateInterchange
import FormStateScreen
import Foundation

/// The page: its files are embedded in this program, so there is nothing to install beside it.
enum PageAssets {
  /// All files of the page by their paths.
  static func all() -> ScreenAssets {
    let all = EmbeddedFiles.read(embedded_page())
    let files = all.filter { $0.path != "page.html" }.map { path, text in
      ("/\(path)", ScreenAssets.File(contentType: contentType(of: path), data: Data(text.utf8)))
    }
    return ScreenAssets(
      page: all.first { $0.path == "page.html" }?.text ?? "", files: Dictionary(uniqueKeysWithValues: files))
  }

  private static func contentType(of name: String) -> String {
    switch name.split(separator: ".").last {
    case "css": "text/css; charset=utf-8"
    case "svg": "image/svg+xml"
    default: "text/javascript; charset=utf-8"
    }
  }
}
#endif
