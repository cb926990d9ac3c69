import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormState
@testable import FormStateInterchange

@Suite("Canonical lines of a journal")
struct JournalLineTests {
  private let key = ResponseKey(form: "f")

  private static func form(_ title: String, _ cells: [FormCell]) -> FormDefinition {
    FormDefinition(key: "f", title: title, sections: [FormSection(key: "s", cells: cells)])
  }

  private static let old = form(
    "Old",
    [
      FormCell(key: "name", kind: .text), FormCell(key: "gone", kind: .text), FormCell(key: "age", kind: .integer),
      FormCell(key: "r", kind: .repeat, isExpandable: true, additionalRows: 1), FormCell(key: "m", kind: .text),
    ])
  private static let new = form(
    "New",
    [
      FormCell(key: "name", kind: .text), FormCell(key: "age", kind: .decimal),
      FormCell(key: "r", kind: .repeat, isExpandable: true, additionalRows: 1), FormCell(key: "m", kind: .text),
    ])

  /// A store in which a response is filled in, upgraded, and undone past the upgrade.
  ///
  /// - Parameter earlier: the number of versions before the first one that the response uses.
  private func lived(earlier: Int = 0) throws -> FormStore {
    let store = try FormStore.inMemory()
    for number in 0..<earlier { try store.save(Self.form("Earlier \(number)", [FormCell(key: "x", kind: .text)])) }
    try store.save(Self.old)
    let actions: [FormAction] = [.set("name", "Tom"), .set("gone", "a"), .set("age", 12), .add("r"), .set("m:1", "in")]
    for action in actions { try store.apply(action, to: key) }
    try store.save(Self.new)
    try store.upgrade(key)
    try store.apply(.set("age", .text("12.5")), to: key)
    try store.undo(of: key, count: 2)
    return store
  }

  /// The store with its contents moved to a store whose versions have other numbers.
  private func moved(_ store: FormStore) throws -> FormStore {
    let other = try FormStore.inMemory()
    for number in 0..<3 { try other.save(Self.form("Other \(number)", [FormCell(key: "y", kind: .text)])) }
    try other.importForms([try store.contents(ofForm: "f")])
    return other
  }

  @Test("A line has no blanks, a fixed order of members, and names versions by their digests")
  func text() throws {
    let store = try lived()
    let lines = try ResponseLines(of: key, in: store).lines
    let (old, new) = (StateDigest.ofDefinition(Self.old), StateDigest.ofDefinition(Self.new))
    let times = try store.journal(of: key).map(\.time.isoText)
    #expect(
      lines[0] == #"{"revision":1,"version":"\#(old)","time":"\#(times[0])","action":{"action":"set","cell":"name","#
        + #""value":"Tom"},"changes":[{"cell":"name","field":"value","after":"Tom"},"#
        + #"{"cell":"name","field":"touched","after":true}]}"#)
    #expect(
      lines[2] == #"{"revision":3,"time":"\#(times[2])","action":{"action":"set","cell":"age","value":12},"#
        + #""changes":[{"cell":"age","field":"value","after":12},{"cell":"age","field":"touched","after":true}]}"#)
    #expect(
      lines[5].hasPrefix(#"{"revision":6,"time":"\#(times[5])","action":{"action":"upgrade","version":"\#(new)""#))
    #expect(lines[5].contains(#"{"cell":"gone","setAsideFrom":"\#(old)","field":"value","after":"a"}"#))
    // The undo of the upgrade leads back to the old version.
    #expect(lines[8].hasPrefix(#"{"revision":9,"version":"\#(old)","time":"\#(times[8])","reverts":6"#))
    #expect(!lines.joined().contains(#""version":1"#) && !lines.joined().contains(#""version":2"#))
  }

  @Test("Values and rare actions keep their frozen lines")
  func frozen() throws {
    let values: [(CellValue, String)] = [
      (.text("“a”\t\"\\\n\u{7}\u{85}é e\u{301} 𝄞/"), #""“a”\t\"\\\n\u0007\u0085é e\#u{301} 𝄞/""#),
      (.integer(.max), "9223372036854775807"),
      (.integer(.min), "-9223372036854775808"), (.real(0.1), "0.1"), (.real(1e21), "1e+21"), (.real(-2.5), "-2.5"),
      (.boolean(false), "false"), (.choices(["a", "b c"]), #"["a","b c"]"#),
      (.date(try #require(CalendarDate(isoText: "0009-02-28"))), #""0009-02-28""#),
      (.decimal(try #require(ExactDecimal("-12.50"))), #""-12.50""#),
      (.time(try #require(ClockTime(isoText: "09:05:00+01:00"))), #""09:05:00+01:00""#),
      (
        .dateTime(try #require(OffsetDateTime(isoText: "2026-11-23T09:04:31.153-05:30"))),
        #""2026-11-23T09:04:31.153-05:30""#
      ),
    ]
    let change = StateChange(.value, of: StateSubject("a"), before: .cleared, after: nil)
    let time = try #require(Timestamp(isoText: "2026-11-21T03:12:13.456Z"))
    let returning = UpgradeRecord(
      to: 2, cells: [StateSubject("b"): "c", StateSubject("d", setAsideFrom: 1): nil],
      sections: [StateSubject("s"): "t"])
    let actions: [(FormAction, String)] =
      values.map { (.set("a", $0), #"{"action":"set","cell":"a","value":\#($1)}"#) } + [
        (.revert(3, only: true), #"{"action":"revert","revision":3,"only":true}"#),
        (
          .upgrade(returning),
          #"{"action":"upgrade","version":"new","cells":{"b":"c"},"sections":{"s":"t"},"#
            + #""returning":{"old":{"cells":{"d":null}}}}"#
        ),
      ]
    for (action, text) in actions {
      let entry = JournalEntry(revision: 7, version: 1, action: action, time: time, changes: [change])
      let line = try JournalLine.text(of: entry, after: 1, digests: [1: "old", 2: "new"])
      let version = action.kind == .upgrade ? #""version":"old","# : ""
      #expect(
        line == #"{"revision":7,\#(version)"time":"2026-11-21T03:12:13.456Z","action":\#(text),"#
          + #""changes":[{"cell":"a","field":"value","before":null}]}"#)
    }
  }

  @Test("A store that numbers the versions differently writes the same lines and chains")
  func elsewhere() throws {
    let store = try lived(earlier: 2)
    let other = try moved(store)
    #expect(try store.journal(of: key).map(\.version) != (try other.journal(of: key).map(\.version)))
    #expect(try ResponseLines(of: key, in: other) == ResponseLines(of: key, in: store))
  }

  @Test("A line contains everything of its entry: form JSON reads it back")
  func lossless() throws {
    let store = try lived()
    let journal = try store.journal(of: key)
    var text = try ResponseLines(of: key, in: store).lines.joined(separator: ",")
    for (number, digest) in try ResponseLines.digests(of: journal, of: "f", in: store) {
      text = text.replacingOccurrences(of: "\"\(digest)\"", with: String(number))
    }
    let contents = try store.contents(ofForm: "f")
    let document = try FormDocument.write(
      contents.form, version: contents.version, otherVersions: contents.otherVersions, responses: [:])
    let whole = try #require(String(data: document, encoding: .utf8)).trimmingCharacters(in: .whitespacesAndNewlines)
    let read = try imported(
      Data("\(whole.dropLast()),\"responses\":[{\"key\":\"default\",\"journal\":[\(text)]}]}".utf8))
    // Whether an entry is abandoned follows from the later ones.
    let expected = journal.map { entry in
      var entry = entry
      entry.abandonedBy = nil
      return entry
    }
    #expect(read.formContents.responses["default"]?.journal == expected)
  }

  @Test("Every part of an entry changes its line, except what follows from later entries")
  func parts() throws {
    let store = try lived()
    let journal = try store.journal(of: key)
    let entry = journal[6]
    let digests = try ResponseLines.digests(of: journal, of: "f", in: store)
    func line(_ edit: (inout JournalEntry) -> Void = { _ in }) throws -> String {
      var edited = entry
      edit(&edited)
      return try JournalLine.text(of: edited, after: entry.version, digests: digests)
    }
    let edits: [(inout JournalEntry) -> Void] = [
      { $0.revision += 1 }, { $0.version = 1 }, { $0.action = .clear("age") }, { $0.author = "Ada" },
      { $0.time = Timestamp($0.time.date.addingTimeInterval(1)) }, { $0.step -= 1 }, { $0.group = "Group" },
      { $0.reverts = 2 }, { $0.target = 3 }, { $0.changes = [] }, { $0.changes[0].before = nil },
      { $0.changes[0].after = .cleared }, { $0.changes[0].subject = StateSubject("name") },
      { $0.changes[0].subject = StateSubject("age", setAsideFrom: 1) },
      { $0.moment = RuleMoment("2026-11-23T09:04:31.153+00:00 364b53b6283e49fd") },
    ]
    let lines = try [line()] + edits.map(line)
    #expect(Set(lines).count == lines.count)
    #expect(try line { $0.abandonedBy = 9 } == lines[0])
  }

  @Test("An entry whose version is unknown has no line")
  func unknownVersion() throws {
    let entry = JournalEntry(
      revision: 4, version: 7, action: .markSaved, time: .now, changes: [])
    var error = #expect(throws: JournalLine.UnknownVersion.self) {
      try JournalLine.text(of: entry, after: 7, digests: [1: "d"])
    }
    #expect(error?.description == "the entry 4 names the version 7, which the form does not have")
    var nameless = entry
    nameless.version = nil
    error = #expect(throws: JournalLine.UnknownVersion.self) {
      try JournalLine.text(of: nameless, after: 7, digests: [1: "d"])
    }
    #expect(error?.description == "the entry 4 names no version, so it has no canonical line")
  }

  @Test("Equal entries of another response, or in another order, have other chains")
  func chain() throws {
    let (one, other) = (StreamName.random(), StreamName.random())
    func chain(_ stream: StreamName, _ lines: [String]) -> JournalChain {
      lines.reduce(into: JournalChain(of: stream)) { $0.append($1) }
    }
    let chains = [
      chain(one, []), chain(one, ["a"]), chain(one, ["a", "b"]), chain(one, ["b", "a"]), chain(one, ["ab"]),
      chain(other, []), chain(other, ["a", "b"]),
    ]
    #expect(Set(chains).count == chains.count)
    #expect(chain(one, ["a", "b"]) == chain(one, ["a", "b"]))
    #expect(chains.allSatisfy { $0.description.count == 64 && $0.bytes.count == 32 })
  }
}
