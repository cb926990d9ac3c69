import Foundation
import TestSupport
import Testing

/// Documents that once caused traps, hangs or gigabytes of memory: each is refused with its message, within limits that
/// the system enforces.
@Suite("A hostile document on the command line")
struct HostileDocumentTests {
  /// A document and the message that refuses it.
  struct Trouble: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let document: Data
    let message: String
  }

  private static func trouble(_ name: String, _ text: String, _ message: String) -> Trouble {
    Trouble(testDescription: name, document: Data(text.utf8), message: message)
  }

  private static func trouble(
    _ name: String, _ message: String, _ build: (inout BinaryPropertyListBuilder) -> Void
  ) -> Trouble {
    var builder = BinaryPropertyListBuilder()
    build(&builder)
    return Trouble(testDescription: name, document: builder.data, message: message)
  }

  private static let troubles =
    [
      trouble(
        "deep XML", "<plist>" + String(repeating: "<array>", count: 100_000),
        "line 1, column 1800: containers are nested more than 256 levels deep"),
      trouble(
        "deep JSON", String(repeating: "[", count: 1_000_000),
        "line 1, column 257: containers are nested more than 256 levels deep"),
      trouble("deep binary", "object 256 at byte 776: containers are nested more than 256 levels deep") { builder in
        for level in 1..<5000 { builder.array([level]) }
        builder.array([])
      },
      trouble("cyclic", "object 0 at byte 8: a container contains itself") { $0.array([0]) },
      trouble("cyclic through others", "object 0 at byte 8: a container contains itself") { builder in
        builder.array([1])
        builder.dictionary([2], [0])
        builder.add("key")
      },
      trouble(
        "shared twenty-five times over",
        "object 18 at byte 170: the shared parts of the document expand to more than 10948 values and keys; "
          + "write them out, or save it as XML"
      ) { builder in
        for level in 1...25 { builder.array([level, level, level, level]) }
        builder.add([0x09])
      },
      trouble(
        "shared text",
        "object 3 at byte 95: the shared parts of the document expand to more than 1188416 bytes; "
          + "write them out, or save it as XML"
      ) { builder in
        for level in 1...6 { builder.array(Array(repeating: level, count: 14)) }
        builder.add([0x5F, 0x11, 0x10, 0x00] + Array(repeating: 0x61, count: 4_096))
      },
      trouble("a huge count", "object 0 at byte 8: the object reaches beyond the document's objects") { builder in
        builder.add([0xAF, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
      },
      trouble("a negative count", "object 0 at byte 8: the object's count is negative") { builder in
        builder.add([0x5F, 0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
      },
      trouble("a set", "object 0 at byte 8: a set cannot be part of a form") { $0.add([0xC0]) },
      trouble("a bare header", "bplist00", "byte 8: the document ends before it is complete"),
      trouble(
        "plain text", "hello",
        "line 1, column 1: this is neither a property list (XML or binary) nor a JSON object or array"),
      trouble(
        "a month that is none", "<plist><array><date>2024-13-01T00:00:00Z</date></array></plist>",
        "line 1, column 21: a date must be a valid moment written as YYYY-MM-DDTHH:MM:SSZ"),
      trouble(
        "entities of its own", "<!DOCTYPE plist [<!ENTITY a \"aaaa\">]><plist><string>&a;</string></plist>",
        "line 1, column 17: a document type with internal declarations is refused"),
      trouble(
        "half a surrogate pair", #"["\ud800"]"#, "line 1, column 3: half of a surrogate pair is unpaired"),
      trouble(
        "a control character", #"{"formstate":1,"key":"a\u0000"}"#,
        "line 1, column 24: a text holds the control character U+0000, which no XML property list can; remove it"),
      Trouble(
        testDescription: "text that is not UTF-8",
        document: Data("<plist><string>".utf8) + [0xC3, 0x28] + Data("</string></plist>".utf8),
        message: "line 1, column 16: the text is not valid UTF-8"),
      Trouble(
        testDescription: "UTF-16", document: Data([0xFF, 0xFE, 0x3C, 0x00]),
        message: "text encoded as UTF-16 is not supported; save it as UTF-8"),
      Trouble(
        testDescription: "zero bytes", document: Data(count: 1_000_000),
        message: "byte 0: this is a file of zero bytes; save it as a property list (XML or binary) or as JSON"),
      trouble(
        "many like keys", "{" + (0..<60_000).map { "\"key\($0 % 59_999)\":1" }.joined(separator: ",") + "}",
        "line 1, column 768879: the key “key0” occurs twice in one dictionary"),
    ]

  /// Runs the tool with at most 4 GB of address space and a minute of CPU time.
  private func limited(_ workspace: Workspace, _ arguments: [String]) async throws -> RunningTool.Outcome {
    let script = "ulimit -v 4000000 2>/dev/null; ulimit -t 60; exec \"$0\" \"$@\""
    return try await workspace.run(
      ["-c", script, try BuiltTool.url().path] + arguments, of: URL(fileURLWithPath: "/bin/sh"))
  }

  @Test("is refused with its message, in little memory and time", arguments: troubles)
  func refused(trouble: Trouble) async throws {
    let workspace = try Workspace()
    try trouble.document.write(to: workspace.file("form.plist"))
    let outcome = try await limited(workspace, ["import", "answers.sqlite", "form.plist"])
    #expect(outcome.status == 1)
    #expect(outcome.errors == "Error: form.plist: \(trouble.message)\n")
    #expect(!workspace.has("answers.sqlite"))
  }

  @Test("with a huge number of invalid sections is refused after the first faults")
  func manyFaults() async throws {
    let workspace = try Workspace()
    let count = TestSeeds.isFull ? 20_000_000 : 200_000
    var builder = BinaryPropertyListBuilder()
    builder.add([0xAF, 0x13] + BinaryPropertyListBuilder.wide(UInt64(count)) + [UInt8](repeating: 0, count: count * 2))
    builder.add([0x09])
    var document = builder.data
    // Each reference names the second object.
    for place in 0..<count { document[18 + place * 2 + 1] = 1 }
    try document.write(to: workspace.file("form.plist"))
    let outcome = try await limited(workspace, ["import", "answers.sqlite", "form.plist"])
    #expect(outcome.status == 1)
    #expect(outcome.errors.utf8.count < 10_000, "\(outcome.errors.prefix(200))")
  }

  @Test("A path of a million names in a layout is refused")
  func layoutPath() async throws {
    let workspace = try Workspace()
    let path = Array(repeating: "a", count: 1_000_000).joined(separator: ".")
    try workspace.write(
      #"{"formstateLayout":1,"sections":[{"key":"s","from":".","cell":{"identifier":"I","title":"{\#(path)}"}}]}"#,
      to: "layout.json")
    try workspace.write("{}", to: "data.json")
    let outcome = try await limited(workspace, ["import", "answers.sqlite", "data.json", "--layout", "layout.json"])
    #expect(outcome.status == 1)
    #expect(
      outcome.errors
        == "Error: layout.json: line 1, column 81, sections[0].cell.title: the text mentions {\(path.prefix(40))}, which is not a path; "
        + "write at most 200 names, since no document nests its values deeper\nSee formstate help field layout.cell.title\n"
    )
  }

  @Test("An XForm or a submission that is too large is refused with advice")
  func largeXML() async throws {
    let workspace = try Workspace()
    try workspace.write(#"{"formstate":1,"key":"f","sections":[]}"#, to: "f.json")
    try await workspace.formstate("import", "answers.sqlite", "f.json")
    let elements = String(repeating: "<a/>", count: 1_000_000)
    try workspace.write("<f id=\"f\">\(elements)</f>", to: "many.xml")
    let many = try await limited(workspace, ["answers", "import", "answers.sqlite", "many.xml"])
    #expect(many.status == 1)
    #expect(
      many.errors
        == "Error: many.xml: line 1, column 4000003: the document holds more than 1000000 elements, attributes and texts; "
        + "this is the limit for a submission; is it the right file?\n")
    for (file, size) in [("large.xml", 33), ("form.xml", 129)] {
      try workspace.write(
        "<h:html xmlns:h=\"http://www.w3.org/1999/xhtml\" xmlns=\"http://www.w3.org/2002/xforms\">", to: file)
      let large = try FileHandle(forWritingTo: workspace.file(file))
      try large.truncate(atOffset: UInt64(size << 20))
      try large.close()
    }
    let large = try await limited(workspace, ["answers", "import", "answers.sqlite", "large.xml"])
    #expect(large.status == 1)
    #expect(
      large.errors == "Error: “large.xml” has more than 32 MB, the limit for a submission; is it the right file?\n")
    let form = try await limited(workspace, ["import", "answers.sqlite", "form.xml"])
    #expect(form.status == 1)
    #expect(
      form.errors
        == "Error: form.xml: the document holds more than 134217728 bytes; "
        + "keep long lists in CSV files beside the XForm, in the folder of --attach\n")
  }

  @Test("A layout that names a long text a thousand times is refused")
  func layout() async throws {
    let workspace = try Workspace()
    let names = String(repeating: "{a}", count: 1000)
    try workspace.write(
      #"{"formstateLayout":1,"sections":[{"key":"s","from":".","cell":{"identifier":"I","title":"\#(names)"}}]}"#,
      to: "layout.json")
    try workspace.write(#"{"a":"\#(String(repeating: "x", count: 10_000_000))"}"#, to: "data.json")
    let outcome = try await limited(workspace, ["import", "answers.sqlite", "data.json", "--layout", "layout.json"])
    #expect(outcome.status == 1)
    #expect(
      outcome.errors
        == "Error: data.json: the layout makes more than 164194432 bytes from the document, more than 16 times its size; "
        + "use long texts in fewer places\n")
  }

  @Test("that is a device, a folder or too large is refused unread")
  func files() async throws {
    let workspace = try Workspace()
    func refusal(of file: String) async throws -> String {
      let outcome = try await limited(workspace, ["import", "answers.sqlite", file])
      #expect(outcome.status == 1)
      return outcome.errors
    }
    #expect(try await refusal(of: "/dev/zero") == "Error: “/dev/zero” is a device, not a file\n")
    #expect(try await refusal(of: "/dev") == "Error: “/dev” is a folder, not a file\n")
    #expect(try await refusal(of: "/dev/null") == "Error: /dev/null: the document is empty\n")
    try workspace.write("", to: "large.plist")
    let large = try FileHandle(forWritingTo: workspace.file("large.plist"))
    try large.truncate(atOffset: 600 << 20)
    try large.close()
    #expect(
      try await refusal(of: "large.plist")
        == "Error: “large.plist” has more than 512 MB, the limit for a form; is it the right file?\n")
  }

  @Test("that comes through a pipe is read only up to the size limit", .enabled(if: TestSeeds.isFull))
  func pipe() async throws {
    let workspace = try Workspace()
    let outcome = try await workspace.run(
      ["-c", "cat /dev/zero | \"$0\" import answers.sqlite /dev/stdin", try BuiltTool.url().path],
      of: URL(fileURLWithPath: "/bin/sh"))
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("Error: “/dev/stdin” has more than 512 MB"))
  }
}
