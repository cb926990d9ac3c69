#if os(macOS) || os(Linux)
import Foundation

/// The folder in which a workbook is converted.
struct ConversionFolder {
  private static var place: URL { FileManager.default.temporaryDirectory }
  private let url: URL

  /// Makes a folder that only the user may read.
  init() throws(WorkbookFault) {
    url = Self.place.appendingPathComponent("formstate-\(UUID().uuidString)")
    do {
      for folder in [url, url.appendingPathComponent("in"), url.appendingPathComponent("out")] {
        try PrivateFolder.make(folder.path)
      }
    } catch {
      remove()
      throw .noFolder(in: Self.place.path)
    }
  }

  /// The output of the program.
  var output: URL { url.appendingPathComponent("said") }
  /// The XForm that the program writes.
  var xform: URL { url.appendingPathComponent("out/form.xml") }
  func workbook(_ fileName: String) -> URL { url.appendingPathComponent("in").appendingPathComponent(fileName) }

  /// The lists that the program writes beside the XForm.
  var lists: [String: Data] {
    let name = "itemsets.csv"
    return content(of: url.appendingPathComponent("out/\(name)")).map { [name: $0] } ?? [:]
  }

  func take(_ content: Data, fileName: String) throws(WorkbookFault) {
    do {
      try content.write(to: workbook(fileName))
      try Data().write(to: output)
    } catch {
      throw .noFolder(in: Self.place.path)
    }
  }

  /// The content of a file; `nil` if it is missing, or too large for a form. A pipe would have to be waited for, and a
  /// link leads elsewhere.
  func content(of file: URL) -> Data? {
    guard Self.size(of: file.path) != nil else { return nil }
    return try? InputFile.contents(of: file.path)
  }

  /// Whether the program has written more than so many bytes of words, or of XForm and lists.
  func holdsMore(thanWords words: Int, files: Int) -> Bool {
    let folder = url.appendingPathComponent("out").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return (Self.size(of: output.path) ?? 0) > words
      || names.reduce(0) { $0 + (Self.size(of: "\(folder)/\($1)") ?? 0) } > files
  }

  /// The size of a file itself; `nil` for anything else.
  private static func size(of path: String) -> Int? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(clamping: status.st_size)
  }

  func remove() { try? FileManager.default.removeItem(at: url) }
}
#endif
