/// The media type of a file, by its extension.
struct MediaType: Hashable, Sendable {
  /// The value of the header.
  let text: String
  /// Whether a browser may draw it; any other file is only downloaded.
  let isDrawn: Bool

  /// The types that browsers draw without running anything in them; neither SVG nor HTML nor PDF.
  private static let drawn = [
    "avif": "image/avif", "bmp": "image/bmp", "gif": "image/gif", "jpeg": "image/jpeg", "jpg": "image/jpeg",
    "png": "image/png", "webp": "image/webp",
    "aac": "audio/aac", "flac": "audio/flac", "m4a": "audio/mp4", "mp3": "audio/mpeg", "oga": "audio/ogg",
    "ogg": "audio/ogg", "opus": "audio/ogg", "wav": "audio/wav", "weba": "audio/webm",
    "3gp": "video/3gpp", "m4v": "video/mp4", "mov": "video/quicktime", "mp4": "video/mp4", "ogv": "video/ogg",
    "webm": "video/webm",
  ]

  /// The type of a file.
  init(ofFile name: String) {
    let ending = name.split(separator: ".", omittingEmptySubsequences: false).last?.lowercased() ?? ""
    let known = name.contains(".") ? Self.drawn[ending] : nil
    text = known ?? "application/octet-stream"
    isDrawn = known != nil
  }
}
