#if os(macOS) || os(Linux)
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

@Suite("Converting a workbook to an XForm")
struct WorkbookConverterTests {
  private let folder: TemporaryFolder
  private let content = WorkbookFile.data([("survey", [["type", "name", "label"], ["text", "who", "Your name"]])])

  init() throws { folder = try TemporaryFolder() }

  private func converter(_ script: String, within limit: Duration = .seconds(60)) throws -> WorkbookConverter {
    try FakeConverter.write(script, inFolder: folder.path("bin"))
    return WorkbookConverter(searchPath: "\(folder.path("none")):\(folder.path("bin")):/usr/bin:/bin", limit: limit)
  }

  private func fault(of converter: WorkbookConverter) -> String? {
    do throws(ImportError) {
      _ = try Workbook.form(of: content, settings: ImportSettings(sourceName: "form.xlsx"), converter: converter)
      return nil
    } catch {
      return error.description
    }
  }

  @Test(
    "Each message of pyxform is reported with its sheet and row",
    arguments: [
      ("[row : 5] Question or group with no name.", "sheet survey, row 5: question or group with no name"),
      (
        "[row : 2] On the 'choices' sheet, the 'name' value is invalid. Choices must have a name. "
          + "Learn more: https://xlsform.org/#choice-names.",
        "sheet choices, row 2, column name: choices must have a name; see https://xlsform.org/#choice-names"
      ),
      (
        "[row : 3] On the 'survey' sheet, the 'name' value 'a' is invalid. Questions must be unique.",
        "sheet survey, row 3, column name: the value 'a' is invalid. Questions must be unique"
      ),
      (
        "[row : 4] On the 'entities' sheet, the entity declaration is invalid. The list has no label.",
        "sheet entities, row 4: the entity declaration is invalid. The list has no label"
      ),
      (
        "Invalid headers provided for sheet: 'survey'. One column was not found: 'type'.",
        "sheet survey, row 1: one column was not found: 'type'"
      ),
      ("There should be a choices sheet in this xlsform.", "there should be a choices sheet in this xlsform"),
      ("XForm names are odd.", "XForm names are odd"),
      (
        "[row : 6] Question with no type.\n{'name': 'a'}\n", "sheet survey, row 6: question with no type. {'name': 'a'}"
      ),
      ("[row : 7", "[row : 7"),
      ("a\u{1B}[31mb\u{202E}c", "a [31mb c"),
    ])
  func messages(text: String, expected: String) {
    #expect(ConverterMessage.diagnostics(of: text).map(\.description) == [expected])
  }

  @Test("Lines that each name a row are separate messages")
  func severalMessages() {
    let said = ConverterMessage.diagnostics(
      of: "[row : 3] On the 'choices' sheet, one.\n\n[row : 4] On the 'choices' sheet, two.")
    #expect(said.map(\.description) == ["sheet choices, row 3: one", "sheet choices, row 4: two"])
    for nothing in [" \n", "..", ". ."] { #expect(ConverterMessage.diagnostics(of: nothing).isEmpty) }
    let long = ConverterMessage.diagnostics(of: String(repeating: "x", count: 9_000)).first?.problem
    #expect(long?.count == 501 && long?.hasSuffix("…") == true)
  }

  @Test("A converter that never ends is killed at the time limit, with its child processes")
  func endless() throws {
    let started = ContinuousClock.now
    let pids = folder.path("pids")
    let endless = try converter("sleep 300 & echo $$ $! > '\(pids)'\nwait", within: .seconds(1))
    #expect(
      fault(of: endless)
        == "form.xlsx: xls2xform takes more than 1 s for the workbook; run “xls2xform form.xlsx form.xml” by itself, "
        + "and import form.xml")
    #expect(ContinuousClock.now - started < .seconds(100))
    let numbers = try String(contentsOfFile: pids, encoding: .utf8).split { $0.isWhitespace }.compactMap { Int32($0) }
    #expect(numbers.count == 2)
    try waitOnThread { !numbers.contains(where: Self.isRunning) }
  }

  @Test(
    "A converter that writes without end is killed before it fills the disk",
    arguments: [
      "while :; do echo spam; done", #"for last; do :; done; while :; do echo spam >> "$last"; done"#,
      #"for last; do :; done; cd "$(dirname "$last")"; while :; do echo spam >> itemsets.csv; done"#,
    ])
  func overfull(script: String) throws {
    let started = ContinuousClock.now
    var overfull = try converter(script)
    (overfull.mostWords, overfull.mostFiles) = (1 << 20, 1 << 20)
    #expect(
      fault(of: overfull)
        == "form.xlsx: xls2xform prints more than 1 MB, or writes more than 1 MB, for the workbook; "
        + "run “xls2xform form.xlsx form.xml” by itself, and import form.xml")
    // At its time limit it would be reported in the same words, but the disk could be full by then.
    #expect(ContinuousClock.now - started < overfull.limit)
  }

  @Test(
    "A converter's pipe is not waited for, nor a link followed",
    arguments: ["mkfifo", "ln -s /dev/zero", "ln -s /etc/passwd", "mkdir"])
  func noFile(command: String) throws {
    let odd = try converter(
      #"for last; do :; done; \#(command) "$last"; echo '{"code": 100, "message": "Ok!", "warnings": []}'"#)
    #expect(
      fault(of: odd)
        == "form.xlsx: xls2xform reports success, but there is no readable XForm; "
        + "reinstall it with “pip install --force-reinstall pyxform”")
  }

  /// Whether a process still runs; a zombie does not.
  private static func isRunning(_ number: Int32) -> Bool {
    guard kill(number, 0) == 0 else { return false }
    let state = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
    return state?.contains(") Z ") != true
  }

  @Test("Cancelling the task ends the converter")
  func cancelled() async throws {
    let begun = folder.path("begun")
    let endless = try converter(": > '\(begun)'\nexec sleep 300")
    let task = Task { fault(of: endless) }
    // On a separate thread: other tests may occupy all threads of tasks until the converter reaches its time limit.
    Thread.detachNewThread {
      try? waitOnThread { FileManager.default.fileExists(atPath: begun) }
      task.cancel()
    }
    #expect(await task.value == "form.xlsx: xls2xform was stopped before it finished; try again")
  }

  @Test("A converter may print any amount before its report")
  func talkative() throws {
    let talk =
      "i=0; while [ $i -lt 3000 ]; do echo \"\(String(repeating: "x", count: 100)) $i\" >&2; echo out; i=$((i+1)); done"
    let converted = try converter("\(talk)\n\(FakeConverter.script())").convert(content, fileName: "a.xlsx")
    #expect(String(decoding: converted.xform, as: UTF8.self).contains(#"<data id="a">"#))
    #expect(converted.warnings.isEmpty && converted.lists.isEmpty)
  }

  @Test("An unreadable workbook is reported as damaged, locked or not a workbook")
  func damaged() throws {
    let message =
      "Argument 'definition' was not recognized as a supported type. Must be one of: .xlsx, .xlsm, .xls, .md, .csv"
    #expect(
      fault(of: try converter(FakeConverter.refusing(message)))
        == "form.xlsx: xls2xform cannot read the workbook: it is damaged, locked with a password, or not a workbook; "
        + "save it again as .xlsx, without a password")
    #expect(
      fault(of: try converter(FakeConverter.refusing("")))
        == "form.xlsx: xls2xform refuses the workbook without a reason; find the faulty row by removing rows")
  }

  @Test("A folder with the name of the converter is skipped")
  func noProgram() throws {
    try FileManager.default.createDirectory(atPath: folder.path("none/xls2xform"), withIntermediateDirectories: true)
    #expect(fault(of: try converter(FakeConverter.script())) == nil)
    let nowhere = WorkbookConverter(searchPath: ":\(folder.path("none"))")
    #expect(
      fault(of: nowhere)
        == "form.xlsx: this is an Excel workbook, and xls2xform, which reads it, is not on the PATH; "
        + "install it with “pip install pyxform”")
  }
}
#endif
