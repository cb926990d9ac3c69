#if Screen
import FormStateScreen
import Foundation

/// The page: files of this program, so that there is nothing to install beside it.
enum PageAssets {
  /// All files of the page by their paths.
  static func all() -> ScreenAssets {
    var files = [
      "/screen.css": file("text/css; charset=utf-8", PackageResources.screen_css),
      "/icon.svg": file("image/svg+xml", PackageResources.icon_svg),
    ]
    for (name, bytes) in scripts { files["/\(name).js"] = file("text/javascript; charset=utf-8", bytes) }
    return ScreenAssets(page: String(decoding: PackageResources.page_html, as: UTF8.self), files: files)
  }

  /// The modules of the script by their names; `screen` is the one that the page begins with.
  private static var scripts: [(name: String, bytes: [UInt8])] {
    [
      ("choices", PackageResources.choices_js), ("controls", PackageResources.controls_js),
      ("drawing", PackageResources.drawing_js), ("elements", PackageResources.elements_js),
      ("keyboard", PackageResources.keyboard_js), ("line", PackageResources.line_js),
      ("notices", PackageResources.notices_js), ("outbox", PackageResources.outbox_js),
      ("panels", PackageResources.panels_js), ("proofs", PackageResources.proofs_js),
      ("rows", PackageResources.rows_js), ("screen", PackageResources.screen_js),
      ("scrolling", PackageResources.scrolling_js), ("server", PackageResources.server_js),
      ("toolbar", PackageResources.toolbar_js), ("verify", PackageResources.verify_js),
      ("window", PackageResources.window_js),
    ]
  }

  private static func file(_ type: String, _ bytes: [UInt8]) -> ScreenAssets.File {
    ScreenAssets.File(contentType: type, data: Data(bytes))
  }
}
#endif
