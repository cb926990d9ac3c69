import FormState
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange
@testable import FormStateStore

/// The lines and chains of a release never change: another device may have them already.
@Suite("Journal lines of a release")
struct GoldenReleaseLineTests {
  private static let folder = Repository.folder.appendingPathComponent("Tests/Golden")
  private static let isWriting = ProcessInfo.processInfo.environment["FORMSTATE_WRITE_GOLDEN"] != nil

  private static var releases: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.isDirectoryKey])
        .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
        .map(\.lastPathComponent).sorted()
    }
  }

  private static func file(of release: String) -> URL {
    folder.appendingPathComponent("\(release)/journal-lines.txt")
  }

  /// All journals of a release's dump: for each response its form, key and stream, then each entry's chain and line.
  private static func text(of release: String) throws -> String {
    let store = try FormStore.inMemory()
    let dump = try Data(contentsOf: folder.appendingPathComponent("\(release)/dump.json"))
    try store.restore(try StoreDump.read(dump, sourceName: "dump.json"))
    var text = ""
    for form in try store.overview() {
      for response in form.responses {
        let key = ResponseKey(form: form.key, response: response.key)
        let journal = try ResponseLines(of: key, in: store)
        text += "\(form.key) \(response.key) \(try store.contents(of: key).stream?.description ?? "-")\n"
        for (chain, line) in zip(journal.chains, journal.lines) { text += "\(chain) \(line)\n" }
      }
    }
    return text
  }

  @Test("The current FormState writes the lines of its release", .enabled(if: isWriting))
  func write() throws {
    let newest = try #require(try Self.releases.last)
    try Data(try Self.text(of: newest).utf8).write(to: Self.file(of: newest))
  }

  @Test("Every entry keeps its line and its chain", .disabled(if: isWriting), arguments: try releases)
  func same(release: String) throws {
    let expected = try String(contentsOf: Self.file(of: release), encoding: .utf8).components(separatedBy: "\n")
    let found = try Self.text(of: release).components(separatedBy: "\n")
    for (found, expected) in zip(found, expected) { #expect(found == expected) }
    #expect(found.count == expected.count)
  }

  @Test("The lines contain every kind of action and field, and the parts of an entry", .disabled(if: isWriting))
  func everything() throws {
    let newest = try #require(try Self.releases.last)
    let text = try String(contentsOf: Self.file(of: newest), encoding: .utf8)
    for kind in FormAction.Kind.allCases where kind.isJournaled {
      #expect(text.contains(#""action":"\#(kind.rawValue)""#), "\(kind)")
    }
    for field in StateChange.Field.journaled { #expect(text.contains(#""field":"\#(field.rawValue)""#), "\(field)") }
    let parts = [
      "version", "chain", "author", "continues", "group", "reverts", "target", "moment", "cell", "before", "instance",
      "section",
      "value", "message", "redacted", "salt", "empties", "removed", "from", "scope", "cells", "setAsideFrom", "after",
    ]
    for part in parts { #expect(text.contains("\"\(part)\":"), "\(part)") }
  }

  @Test("Another program computes the same chains", .disabled(if: isWriting), arguments: try releases)
  func elsewhere(release: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", Self.program, Self.file(of: release).path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let printed = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let count = try String(contentsOf: Self.file(of: release), encoding: .utf8).components(separatedBy: " {").count - 1
    #expect(printed == "\(count)\n" && count > 50)
  }

  /// Recomputes each chain of a file, and prints how many are right.
  private static let program = """
    import hashlib, json, sys

    def digest(line):
        emptied = json.loads(line).get("redacted")
        return bytes.fromhex(emptied) if emptied else hashlib.sha256(line.encode()).digest()

    right = 0
    for row in open(sys.argv[1], encoding="utf-8", newline="\\n"):
        first, _, rest = row.rstrip("\\n").partition(" ")
        if not rest.startswith("{"):
            chain = hashlib.sha256(b"formstate-journal-2" + bytes.fromhex(rest.rsplit(" ")[-1])).digest()
            continue
        known = json.loads(rest).get("chain")
        chain = bytes.fromhex(known) if known else hashlib.sha256(chain + digest(rest)).digest()
        right += chain.hex() == first
    print(right)
    """
}
