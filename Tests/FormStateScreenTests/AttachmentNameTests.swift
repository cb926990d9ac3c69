import Testing

@testable import FormStateInterchange
@testable import FormStateScreen

@Suite("Names of attached files")
struct AttachmentNameTests {
  private static let digest = String(repeating: "0123456789abcdef", count: 4)
  private static let digits = "0123456789abcdef0123456789abcdef"

  @Test(
    "A stored name is safe, of limited length, and contains the content's digest",
    arguments: [
      ("IMG_1234.JPG", "IMG_1234-\(digits).jpg"), ("a b  c.png", "a-b-c-\(digits).png"),
      ("../../etc/passwd", "passwd-\(digits)"), ("C:\\Users\\Ada\\photo.jpeg", "photo-\(digits).jpeg"),
      (".bashrc", "file-\(digits).bashrc"), ("..", "file-\(digits)"), ("", "file-\(digits)"),
      ("<script>.svg", "script-\(digits).svg"), ("Zürich.png", "Zürich-\(digits).png"),
      ("Zu\u{308}rich.png", "Z\u{FC}rich-\(digits).png"), ("写真.heic", "写真-\(digits).heic"),
      ("a\u{202E}gpj.exe", "a-gpj-\(digits).exe"), ("a.tar.gz", "a.tar-\(digits).gz"),
      ("notes.someverylongending", "notes.someverylongending-\(digits)"), ("a%2Fb.png", "a-2Fb-\(digits).png"),
      (String(repeating: "x", count: 500) + ".png", String(repeating: "x", count: 64) + "-\(digits).png"),
    ])
  func making(given: String, expected: String) {
    let name = AttachmentName(of: given, digest: Self.digest)
    #expect(name.text.unicodeScalars.elementsEqual(expected.unicodeScalars), "\(name.text)")
    #expect(AttachmentName(name.text) == name)
    #expect(StoredFile.isName(name.text))
  }

  @Test(
    "Other texts are not stored names",
    arguments: [
      "", "photo.jpg", digits, "-\(digits)", "../a-\(digits)", "a/b-\(digits)", "a-\(digits).JPG", "a-\(digits)x",
      "a-\(digits.uppercased()).png", ".a-\(digits)", "a b-\(digits)", "a\0-\(digits)", "a-\(digits)/..",
      "\\a-\(digits)",
      "Zu\u{308}rich-\(digits).png", ".draft-\(digits)",
    ])
  func refusing(text: String) {
    #expect(AttachmentName(text) == nil)
  }

  @Test(
    "Browsers display only a few file types and download the rest",
    arguments: [
      ("a.png", "image/png", true), ("a.JPG", "image/jpeg", true), ("a.mp3", "audio/mpeg", true),
      ("a.webm", "video/webm", true), ("a.svg", "application/octet-stream", false),
      ("a.html", "application/octet-stream", false), ("a.pdf", "application/octet-stream", false),
      ("png", "application/octet-stream", false), ("a.png.svg", "application/octet-stream", false),
    ])
  func types(name: String, type: String, isDrawn: Bool) {
    #expect(MediaType(ofFile: name).text == type)
    #expect(MediaType(ofFile: name).isDrawn == isDrawn)
  }
}
