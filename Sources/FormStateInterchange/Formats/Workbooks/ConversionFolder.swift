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

  /// The content of a file; `nil` if it is missing, or too large for a form.
  func content(of file: URL) -> Data? { try? InputFile.contents(of: file.path) }

  func remove() { try? FileManager.default.removeItem(at: url) }
}
#endif
