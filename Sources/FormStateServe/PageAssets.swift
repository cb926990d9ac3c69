#if CommandLine
import FormStateScreen
import Foundation

/// The page: its files are embedded in this program, so there is nothing to install beside it.
enum PageAssets {
  /// All files of the page by their paths.
  static func all() -> ScreenAssets {
    var files: [String: ScreenAssets.File] = [:]
    for (name, text) in EmbeddedFiles.texts where name != "page.html" {
      files["/\(name)"] = ScreenAssets.File(contentType: contentType(of: name), data: Data(text.utf8))
    }
    return ScreenAssets(page: EmbeddedFiles.texts["page.html"] ?? "", files: files)
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
