import Foundation

/// Where the files lie that a page shows and that are no part of it.
package struct ScreenFolders: Sendable {
  /// The folders of a form's media that may stand in the given one.
  private static let mediaFolders = ["", "/images", "/audio", "/video"]

  /// What people have attached; `nil` where nothing can be.
  let attachments: AttachmentFolder?
  /// The pictures and sounds of the form; `nil` for none.
  private let media: String?

  /// Takes the folders.
  package init(attachments: AttachmentFolder? = nil, media: String? = nil) {
    self.attachments = attachments
    self.media = media
  }

  /// Opens a picture or a sound of the form; `nil` where there is none.
  func medium(named name: String) -> StoredFile? {
    guard let media else { return nil }
    return Self.mediaFolders.lazy.compactMap { StoredFile(name, in: media + $0) }.first
  }
}
