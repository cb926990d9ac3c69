import FormStateInterchange
import Foundation

/// The folders of files that a page shows and that are not part of it.
package struct ScreenFolders: Sendable {
  /// The folders of a form's media within the given one.
  private static let mediaFolders = ["", "/images", "/audio", "/video"]

  /// The attached files; `nil` if files cannot be attached.
  let attachments: AttachmentFolder?
  /// The pictures and sounds of the form; `nil` for none.
  private let media: String?

  /// Uses the folders.
  package init(attachments: AttachmentFolder? = nil, media: String? = nil) {
    self.attachments = attachments
    self.media = media
  }

  /// Opens a picture or a sound of the form; `nil` if it does not exist.
  func medium(named name: String) -> StoredFile? {
    guard let media else { return nil }
    return Self.mediaFolders.lazy.compactMap { StoredFile(name, in: media + $0) }.first
  }
}
