import FormStateInterchange
import Foundation

/// A page in a private file that leads a browser to an address: all users can read the arguments of a program, but not
/// this file.
struct OpeningPage {
  /// The file.
  let path: String

  /// Chooses the file, and makes its folder.
  ///
  /// - Parameters:
  ///   - state: where it is by default.
  ///   - snap: the folder of a browser that is a snap, which cannot read hidden folders; `nil` for any other browser.
  init(in state: StateFolder, forSnapIn snap: String?) {
    let ofSnap = snap.map { $0 + "/common/formstate" }
    if let ofSnap { _ = try? PrivateFolder.makeIfMissing(ofSnap) }
    let folder = ofSnap.flatMap { PrivateFile.isOwn($0, type: S_IFDIR) ? $0 : nil } ?? state.folder
    path = "\(folder)/\(state.name).html"
  }

  /// Writes it.
  ///
  /// - Returns: whether it was written.
  func write(leadingTo address: String) -> Bool {
    let link = address.replacingOccurrences(of: "&", with: "&amp;")
    let page = """
      <!doctype html><html lang="en"><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>FormState</title>\
      <meta http-equiv="refresh" content="0; url=\(link)"><p><a href="\(link)">Open the form</a></p></html>

      """
    return PrivateFile.write(Data(page.utf8), to: path, replaces: true)
  }

  /// Removes it.
  func remove() { unlink(path) }
}
