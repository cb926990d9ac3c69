import EmbeddedCollectorSchema
import EmbeddedJSONSchemas
import EmbeddedPage
import FormStateInterchange
import Foundation
import TestSupport
import Testing

@Suite("Embedded files")
struct EmbeddedFilesTests {
  @Test(
    "A program embeds every file of a folder, byte for byte",
    arguments: ["Schemas", "Sources/FormStateServe/Page", "Sources/FormStateCollector/Schema"])
  func files(folder: String) throws {
    let list = try #require(
      [
        "Schemas": embedded_json_schemas(), "Sources/FormStateServe/Page": embedded_page(),
        "Sources/FormStateCollector/Schema": embedded_collector_schema(),
      ][folder])
    let embedded = EmbeddedFiles.read(list)
    let url = Repository.folder.appendingPathComponent(folder)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: url.path).filter {
      ["css", "html", "js", "json", "sql", "svg"].contains(($0 as NSString).pathExtension)
    }
    #expect(paths.count > 3 && embedded.map(\.path).sorted() == paths.sorted())
    for (path, text) in embedded {
      #expect(Data(text.utf8) == (try Data(contentsOf: url.appendingPathComponent(path))), "\(path)")
    }
  }
}
