import FormState
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange
@testable import FormStateStore

/// History in form JSON: undo steps, groups, saved values, completion and checkpoints.
@Suite("Journals in form JSON")
struct JournalDocumentTests {
  private let key = ResponseKey(form: "profile")

  private func export(_ store: FormStore, _ key: ResponseKey) throws -> Data {
    try FormDocument.write(
      try store.form(key.form), responses: [key.response: FormContents.Response(of: key, in: store)])
  }

  @Test("A journal with every kind of change survives export and import")
  func everything() throws {
    let store = try FormStore.inMemory()
    var form = ProfileForm.form
    form.sections[2].relevant = FormRule(.relevant, "${firstname} != 'Tom'")
    let sport = try #require(form.sections[1].cells.firstIndex { $0.key == "sport" })
    form.sections[1].cells[sport].rules = [FormRule(.relevant, "${firstname} = 'Tom'")]
    let last = try #require(form.sections[0].cells.firstIndex { $0.key == "lastname" })
    form.sections[0].cells[last].rules = [
      FormRule(.required, "${firstname} = 'Tom'"), FormRule(.readOnly, "${firstname} = 'Huck'"),
      FormRule(.constraint, "${firstname} != 'Tom'", severity: .warning),
      FormRule(.calculate, "concat(${firstname}, 'son')"),
    ]
    let level = try #require(form.sections[2].cells.firstIndex { $0.key == "level-slider" })
    form.sections[2].cells[level].rules = [FormRule(.readOnly, "${firstname} = 'Huck'")]
    form.sections[2].cells += [
      FormCell(key: "friend", kind: .repeat, title: "Friends", isExpandable: true, additionalRows: 1),
      FormCell(key: "friend-name", kind: .text, title: "Name"),
    ]
    try store.save(form)
    for action: FormAction in [
      .add("friend"), .set("friend[1]/friend-name", "Huck"), .add("friend", before: "friend:1"),
      .move("friend:1", before: "friend:2"),
      .remove("friend-name:2"), .undo(.everything),
    ] { try store.apply(action, to: key) }
    try store.apply(.set(.key("firstname"), .text("Huck")), to: key)
    try store.apply(.undo(.everything), to: key)
    try store.group("Paste name", in: key) { group in
      try group.apply(.set(.key("firstname"), .text("Tom")))
      try group.apply(.set(.key("lastname"), ""))
      try group.apply(.clear(.key("level-slider")))
    }
    let actions: [FormAction] = [
      .expand(.key("sport")), .choose(.key("basketball")), .markSaved, .undo(.values), .undo(.everything),
      .redo(.values), .reset(.key("lastname")), .undo(.everything), .reset("lastname"), .complete,
      .toggleFold(section: "work"),
      .set(.key("level-slider"), .integer(0)), .reportFault("Not Tom.", on: "firstname", from: "server"),
      .reportFault("Say “more”.", on: "friend[1]/friend-name"), .reportFault("Not yet.", from: "server"), .reopen,
      .set("firstname", "Becky"), .withdrawFaults(from: "server"),
    ]
    for action in actions {
      do { try store.apply(action, to: key) } catch let error as ActionError where error.code == .completed { continue }
    }
    let written = try export(store, key)
    let other = try FormStore.inMemory()
    try other.importForms([try imported(written).formContents])
    #expect(try other.journal(of: key) == (try store.journal(of: key)))
    #expect(try other.contents(of: key).isAlike(try store.contents(of: key)))
    #expect(try export(other, key) == written)
    #expect(try other.check() == [])
    let fields = Set(try store.journal(of: key).flatMap(\.changes).map(\.field))
    // Only an upgrade keeps answers to earlier versions, and only a merge asks; other tests cover such dumps.
    #expect(
      fields
        == Set(StateChange.Field.journaled).subtracting([.original, .alternatives, .responseAlternatives]))
    #expect(try store.journal(of: key).contains { $0.abandonedBy != nil })
  }

  @Test(
    "Random journals keep entries, digest and undo, compacted or not",
    arguments: TestSeeds.seeds(4, full: 30))
  func random(seed: UInt64) throws {
    let place = Comment(rawValue: "replay with FORMSTATE_TEST_SEED=\(seed)")
    var filling = try RandomFilling(seed: seed)
    let (store, key) = (filling.store, filling.key)
    for _ in 0..<4 {
      try filling.fillIn(25)
      let written = try export(store, key)
      let other = try FormStore.inMemory()
      try other.importForms([try imported(written).formContents])
      #expect(try other.journal(of: key) == (try store.journal(of: key)), place)
      #expect(try other.contents(of: key).isAlike(try store.contents(of: key)), place)
      for scope in UndoScope.allCases {
        #expect(try other.undoNames(of: key, scope: scope) == (try store.undoNames(of: key, scope: scope)), place)
      }
      #expect(try other.check() == [], place)
      #expect(try export(other, key) == written, place)
      try store.compact(key, keeping: filling.number(in: 0...15))
    }
  }

  /// A document with a form of one text and one date, and a journal.
  private func document(_ entries: String...) -> String {
    """
    {"formstate":1,"key":"f","sections":[{"key":"s","cells":[{"key":"a","kind":"text"},{"key":"d","kind":"date"}]}],\
    "responses":[{"key":"r","journal":[\(entries.joined(separator: ","))]}]}
    """
  }

  /// An entry that sets the text from one value to another.
  private func entry(_ revision: Int, _ before: String?, _ after: String?, more: String = "", action: String? = nil)
    -> String
  {
    let sides = [before.map { #","before":"\#($0)""# }, after.map { #","after":"\#($0)""# }].compactMap(\.self)
    let action = action ?? #"{"action":"set","cell":"a","value":"\#(after ?? "")"}"#
    return """
      {"revision":\(revision),"time":"2026-11-21T03:12:13.456Z"\(more),"action":\(action),\
      "changes":[{"cell":"a","field":"value"\(sides.joined())}]}
      """
  }

  private static let undo = #"{"action":"undo"}"#

  @Test("A consistent journal written by hand is imported")
  func writtenByHand() throws {
    let text = document(
      entry(1, nil, "x", more: #","group":"Paste""#), entry(2, "x", "y", more: #","continues":true,"group":"Paste""#),
      entry(3, "y", nil, more: #","reverts":2"#, action: Self.undo),
      entry(4, nil, "y", more: #","reverts":3,"target":2"#, action: #"{"action":"redo","scope":"everything"}"#))
    let store = try FormStore.inMemory()
    try store.importForms([try imported(Data(text.utf8)).formContents])
    let key = ResponseKey(form: "f", response: "r")
    #expect(try store.undoNames(of: key) == UndoNames(undo: "Paste"))
    #expect(try store.check() == [])
  }

  @Test("Author, stream and instance numbers survive reading and writing")
  func identity() throws {
    let stream = "00112233445566778899aabbccddeeff"
    let text = """
      {"formstate":1,"key":"f","sections":[{"key":"s","cells":[{"key":"a","kind":"text"}]}],"responses":[\
      {"key":"r","stream":"\(stream)","journal":[\(entry(1, nil, "x", more: #","author":"ada@home""#))]},\
      {"key":"t","journal":[{"revision":1,"time":"0000-01-01T00:00:00.000Z","action":{"action":"markSaved"},\
      "changes":[{"cell":"a","instance":\(3 << 32),"field":"saved","after":null},\
      {"section":"s","instance":\(2 << 32 | 5),"field":"fold",\
      "after":true}]}]}]}
      """
    let responses = try imported(Data(text.utf8)).responses
    let first = try #require(responses["r"])
    #expect(first.stream?.description == stream)
    #expect(first.journal.map(\.author) == ["ada@home"])
    let second = try #require(responses["t"])
    #expect(second.stream == nil)
    #expect(second.journal.map(\.author) == [nil])
    #expect(second.journal.first?.time == Timestamp(milliseconds: -62_167_219_200_000))
    #expect(
      second.journal.flatMap(\.changes) == [
        StateChange(.saved, of: StateSubject("a", instance: 3 << 32), before: nil, after: .cleared),
        StateChange(.fold, of: StateSubject("s", instance: 2 << 32 | 5), before: nil, after: .flag(true)),
      ])
    let form = try imported(Data(text.utf8)).form
    let written = try FormDocument.write(form, responses: responses)
    #expect(try imported(written).responses == responses)
    #expect(try FormDocument.write(form, responses: try imported(written).responses) == written)
  }

  @Test("An imported response keeps its stream; a second copy in a store gets another")
  func streams() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    try store.apply(.expandAll, to: key)
    let stream = try #require(try store.contents(of: key).stream)
    var copy = try imported(try export(store, key)).formContents
    let other = try FormStore.inMemory()
    try other.importForms([copy])
    #expect(try other.contents(of: key).stream == stream)
    copy.responses = ["second": try #require(copy.responses[key.response])]
    try other.importForms([copy])
    let second = try other.contents(of: ResponseKey(form: "profile", response: "second"))
    #expect(second.stream != nil && second.stream != stream)
    #expect(second.state == (try store.contents(of: key).state))
  }

  @Test("The reader refuses faulty entries with their place and the fix")
  func refused() {
    let checkpoint = #"{"action":"checkpoint"}"#
    let entries = "responses[0].journal"
    let documents: [(String, String)] = [
      (
        document(entry(1, nil, "x", more: #","continues":true"#)),
        "\(entries)[0].continues: there is no entry before it; remove it"
      ),
      (
        document(entry(1, nil, "x", more: #","continues":"yes""#)),
        "\(entries)[0].continues: is a text, not a boolean; write true or false"
      ),
      (
        document(entry(1, nil, "x", more: #","group":"""#)),
        "\(entries)[0].group: is empty; name the group, or omit it"
      ),
      (
        document(entry(1, nil, "x", more: #","group":7"#)),
        "\(entries)[0].group: is an integer, not a text; write it in double quotes"
      ),
      (
        document(entry(1, nil, "x"), entry(2, "x", nil, more: #","reverts":0"#, action: Self.undo)),
        "\(entries)[1].reverts: is not a revision; write the number of an earlier entry"
      ),
      (
        document(entry(1, nil, "x"), entry(2, "x", nil, more: #","reverts":"1""#, action: Self.undo)),
        "\(entries)[1].reverts: is not a revision; write the number of an earlier entry"
      ),
      (
        document(entry(1, nil, "x"), entry(2, "x", "y", more: #","reverts":1"#)),
        "\(entries)[1].reverts: is not allowed beside “set”; remove it"
      ),
      (
        document(entry(1, nil, "x"), entry(2, "x", nil, action: Self.undo)),
        "\(entries)[1].reverts: is missing; write the revision that was undone"
      ),
      (
        document(entry(1, nil, "x"), entry(2, "x", "y", action: checkpoint)),
        "\(entries)[1].action: a checkpoint is allowed only at the beginning; remove the entries before it"
      ),
      (
        document(entry(4, nil, "x", action: checkpoint), entry(6, "x", "y")),
        "\(entries)[1].revision: is not 5; number the entries of a journal 1, 2, 3 …"
      ),
      (
        document(entry(1, nil, "x", more: #","author":"""#)),
        "\(entries)[0].author: is empty; name the author, or omit it"
      ),
      (
        document(entry(1, nil, "x", more: #","author":7"#)),
        "\(entries)[0].author: is an integer, not a text; write it in double quotes"
      ),
      (
        document(entry(1, nil, "x")).replacing("T03:12:13.456Z", with: "T24:12:13.456Z"),
        "\(entries)[0].time: is not a time; write the time in UTC, for example 2026-11-21T03:12:13.456Z"
      ),
      (
        document(entry(1, nil, "x")).replacing(#""key":"r","#, with: #""key":"r","stream":"0123","#),
        "responses[0].stream: is not the name of a response; write its 32 hexadecimal digits, or omit it"
      ),
      (
        document(entry(1, nil, "x", action: #"{"action":"undo","scope":"all"}"#)),
        "\(entries)[0].action.scope: “all” is not a scope; write everything or values"
      ),
      (
        document(entry(1, nil, "x", action: #"{"action":"complete","cell":"a"}"#)),
        "\(entries)[0].action.cell: is not allowed in “complete”; remove it"
      ),
    ]
    for (text, message) in documents { #expect(refusal(ofJSON: text) == "form.json: \(message)") }
  }

  @Test(
    "A journal with a number that no instance can have is refused, with its place and the fix",
    arguments: [-1, 7, Int(Int32.max), (1 << 32) | 1 << 31, 2_000_001 << 32, .max])
  func hostileNumbers(number: Int) {
    func document(_ action: String, _ change: String) -> String {
      """
      {"formstate":1,"key":"f","sections":[{"key":"s","cells":[{"key":"r","kind":"repeat","cells":[{"key":"a",\
      "kind":"text"}]}]}],"responses":[{"key":"t","journal":[{"revision":1,"time":"2026-11-21T03:12:13.456Z",\
      "action":\(action),"changes":[\(change)]}]}]}
      """
    }
    let sound = #"{"cell":"r","instance":4294967296,"field":"instance","after":"0 0"}"#
    let (add, place) = (#"{"action":"add","cell":"r","instance":4294967296}"#, "form.json: responses[0].journal[0]")
    let example = "write it as it was exported, a number such as 30123456789"
    for (text, message) in [
      (
        document(add, #"{"cell":"r","instance":\#(number),"field":"instance","after":"0 0"}"#),
        "changes[0].instance: is not the number of an instance; \(example), or omit it"
      ),
      (
        document(add, #"{"cell":"r","instance":4294967296,"field":"instance","after":"\#(number) 0"}"#),
        "changes[0].after: is not the place of an instance; write the number of the instance around it and its rank, "
          + "as in \"0 4294967296\""
      ),
    ] {
      #expect(refusal(ofJSON: text) == "\(place).\(message)")
    }
    let added = refusal(ofJSON: document(#"{"action":"add","cell":"r","instance":\#(number)}"#, sound))
    #expect(added.hasPrefix("\(place).action.instance: is not the "))
    let set = #"{"action":"set","cell":"a:\#(number)","value":"x"}"#
    #expect(refusal(ofJSON: document(set, sound)).hasPrefix("\(place).action.cell: "))
  }

  @Test("Changes of titles, saved values and status are checked like others")
  func refusedChanges() {
    func change(_ change: String) -> String {
      document(
        #"{"revision":1,"time":"2026-11-21T03:12:13.456Z","action":{"action":"markSaved"},"changes":[\#(change)]}"#)
    }
    let place = "form.json: responses[0].journal[0].changes[0]"
    let fields =
      "disclosure, fold, value, title, saved, touched, completion, relevance, sectionRelevance, requirement, readOnly, calculated, faults, instance, original, reportedFaults, responseFaults, alternatives, responseAlternatives"
    let changes: [(String, String)] = [
      (#"{"cell":"a","field":"drift"}"#, "\(place).field: is not a field of the state; write one of \(fields)"),
      (#"{"cell":"b","field":"title","after":"x"}"#, "\(place).cell: there is no cell “b”; did you mean “a”?"),
      (
        #"{"cell":"a","field":"title","after":1}"#,
        "\(place).after: is an integer, not a text; write it in double quotes"
      ),
      (
        #"{"cell":"d","field":"saved","after":"soon"}"#,
        "\(place).after: is a text that the cell cannot hold; "
          + "write a date as \"YYYY-MM-DD\", for example \"1835-11-30\""
      ),
      (
        #"{"cell":"a","field":"touched","after":1}"#,
        "\(place).after: is an integer, not a boolean; write true or false"
      ),
      (
        #"{"field":"completion","after":"yes"}"#,
        "\(place).after: is a text, not a boolean; write true or false"
      ),
    ]
    for (text, message) in changes { #expect(refusal(ofJSON: change(text)) == message) }
  }

  @Test("A journal with inconsistent steps is refused completely, with the revision")
  func unfit() throws {
    let documents: [(String, Int, String)] = [
      (
        document(entry(1, nil, "x", more: #","reverts":1"#, action: Self.undo)), 1, "there is no revision 1 to undo"
      ),
      (
        document(entry(1, nil, "x"), entry(2, "x", nil, more: #","reverts":1"#, action: #"{"action":"redo"}"#)), 2,
        "there is no revision 1 to redo"
      ),
      (
        document(
          entry(1, nil, "x"), entry(2, "x", nil, more: #","reverts":1"#, action: Self.undo),
          entry(3, nil, "y", more: #","continues":true"#)),
        3, "it does not continue the undo step that begins with 2"
      ),
    ]
    for (text, revision, problem) in documents {
      let store = try FormStore.inMemory()
      let error = #expect(throws: StoreError.self) {
        try store.importForms([try imported(Data(text.utf8)).formContents])
      }
      #expect(error == .unfitJournal(revision: revision, problem: problem))
      #expect(try store.formKeys() == [])
    }
  }
}
