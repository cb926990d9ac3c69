import FormState
import FormStateInterchange
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateScreen

@Suite("The model of a screen")
struct ScreenModelTests {
  @Test("A window's JSON contains exactly what the page draws")
  func window() async throws {
    let model = try Self.model(of: ProfileForm.form)
    _ = try await model.act(Data(#"{"action":"set","cell":"firstname","value":"Ada"}"#.utf8))
    _ = try await model.act(Data(#"{"action":"expand","cell":"fullname"}"#.utf8))
    let window = try await model.window(from: .offset(0), height: 100).line
    #expect(
      window == """
        {"form":"profile","response":"default","formTitle":"Profile","stamp":3,"at":null,"languages":[],"layout":"app",\
        "cells":18,"readOnly":false,"inPages":false,"inClear":false,"version":1,"revision":2,"first":0,"last":2,"language":null,\
        "completed":false,"asks":null,"undo":"Expand Full name","redo":null,"height":580,"y":0,"h":100,"top":0,\
        "sections":[{"key":"personal","title":"Personal","rows":5,"first":0}],"page":null,"items":[\
        {"type":"header","key":"s:personal","h":44,"section":"personal","title":"Personal","foldable":true,\
        "folded":false,"tap":{"action":"toggleFold","section":"personal"}},\
        {"type":"row","key":"r:fullname","h":60,"cell":"fullname","instance":0,"address":"fullname","kind":"group",\
        "position":0,"identifier":"idCellNormal","title":"Ada","subtitle":"Full name","level":0,"height":60,"value":null,\
        "source":"none","expandable":true,"expanded":true,"measure":false,"control":"none","captioned":true}],"preview":null}
        """)
  }

  @Test("A question that draws its options has its title, its appearance and its relevant options")
  func options() async throws {
    func option(_ key: String, _ rule: String? = nil, isHidden: Bool = false) -> FormCell {
      FormCell(
        key: key, kind: .option, title: "\(key)!", isHidden: isHidden,
        rules: rule.map { [FormRule(.relevant, $0)] } ?? [])
    }
    func question(_ properties: [String: PropertyValue]) throws -> FormDefinition {
      FormDefinition(
        key: "form",
        sections: [
          FormSection(
            key: "s",
            cells: [
              FormCell(
                key: "colour", kind: .group, title: "Which colour?", isExpandable: true, additionalRows: 4,
                summary: .choice, properties: properties), option("red"), option("green", "${sure} = 'yes'"),
              option("black", isHidden: true), option("blue"), FormCell(key: "sure", kind: .text),
            ])
        ])
    }
    func row(_ form: FormDefinition, _ actions: [String] = []) async throws -> PropertyValue? {
      let model = try Self.model(of: form)
      for action in actions { _ = try await model.act(Data(action.utf8)) }
      return try PropertyValue(json: try await model.window(from: .offset(0), height: 900).line)["items"]?
        .elements?.first { $0["cell"]?.text == "colour" }
    }
    let plain = try #require(try await row(try question([:])))
    #expect(plain["control"]?.text == "none")
    #expect(plain["options"]?.elements?.count == 4)
    let form = try question(["appearance": .string(" Columns-2  minimal")])
    let drawn = try #require(try await row(form, [#"{"action":"set","cell":"colour","value":"red"}"#]))
    #expect(drawn["control"]?.text == "options")
    #expect(drawn["appearance"]?.text == "columns-2 minimal")
    #expect(drawn["title"]?.text == "red!")
    #expect(drawn["asked"]?.text == "Which colour?")
    #expect(drawn["options"]?.elements?.map { $0["value"]?.text } == ["red", "blue"])
    let sure = try #require(try await row(form, [#"{"action":"set","cell":"sure","value":"yes"}"#]))
    #expect(sure["options"]?.elements?.map { $0["value"]?.text } == ["red", "green", "blue"])
  }

  @Test("A window may start at a cell's row, and one beyond the end shows the last rows")
  func beginnings() async throws {
    let model = try Self.model(of: ProfileForm.form)
    func rows(_ start: WindowStart, _ height: Double) async throws -> PropertyValue {
      try PropertyValue(json: try await model.window(from: start, height: height).line)
    }
    let colour = try await rows(.cell("colour", by: -10), 50)
    let above = 44.0 + 180 + 44 + 60
    #expect(colour["y"]?.number == above - 10)
    #expect(colour["items"]?.elements?.compactMap { $0["key"]?.text } == ["r:sport", "r:colour"])
    #expect(colour["sections"]?[0]?["first"]?.whole == 0)
    let last = try await rows(.offset(1e9), 50)
    #expect(last["y"]?.number == (last["height"]?.number ?? 0) - 50)
    #expect(last["items"]?.elements?.last?["key"]?.text == "r:level")
    await #expect(throws: ScreenRefusal.self) { _ = try await rows(.cell("firstname", by: 0), 50) }
    await #expect(throws: ActionError.self) { _ = try await rows(.cell("fristname", by: 0), 50) }
  }

  @Test("In the compact layout a date takes one line, and measured heights are kept")
  func measured() async throws {
    let form = FormDefinition(
      key: "dates", sections: [FormSection(key: "s", cells: ["a", "b"].map { FormCell(key: $0, kind: .date) })])
    for (layout, heights) in [(ScreenView.Layout.app, [270.0, 270]), (.compact, [50.5, 44])] {
      let model = try Self.model(of: form, layout: layout)
      _ = try await model.window(from: .offset(0), height: 900, client: "page")
      let events = try await model.follow("page")
      let (taken, stamp) = try await model.measure([("r:a", 50.501), ("r:gone", 3), ("s:s", 4)], by: "page")
      #expect(taken == (layout == .app ? 0 : 1))
      let rows = try PropertyValue(json: try await model.window(from: .offset(0), height: 900).line)
      // Without titles there are no headers.
      #expect(rows["items"]?.elements?.compactMap { $0["h"]?.number } == heights)
      #expect(rows["items"]?[0]?["measure"]?.flag == (layout == .compact))
      #expect(rows["stamp"]?.whole == stamp)
      guard layout == .compact else { continue }
      var iterator = events.makeAsyncIterator()
      #expect(await iterator.next()?.name == "state")
      let change = try PropertyValue(json: try #require(await iterator.next()).json)
      #expect(change["cause"]?.text == "measured")
      #expect(change["client"]?.text == "page")
    }
  }

  @Test("A draft has a problem until it is a valid value")
  func drafts() async throws {
    let model = try Self.model(of: ProfileForm.form)
    _ = try await model.act(Data(#"{"action":"expand","cell":"birth"}"#.utf8))
    _ = try await model.act(Data(#"{"action":"draft","cell":"birth-date","value":"soon"}"#.utf8))
    func row() async throws -> PropertyValue? {
      let rows = try PropertyValue(json: try await model.window(from: .offset(0), height: 900).line)
      return rows["items"]?.elements?.first { $0["key"]?.text == "r:birth-date" }
    }
    #expect(try await row()?["draft"]?.text == "soon")
    #expect(
      try await row()?["problem"]?.text
        == "“soon” is not accepted; give a date as YYYY-MM-DD, for example 1835-11-30")
    _ = try await model.act(Data(#"{"action":"draft","cell":"birth-date","value":"1835-11-30"}"#.utf8))
    #expect(try await row()?["draft"]?.text == "1835-11-30")
    #expect(try await row()?["problem"] == nil)
  }

  @Test("An instance's first row has the actions to remove and move it, and the repeat's row to add one")
  func instances() async throws {
    let form = FormDefinition(
      key: "trip",
      sections: [
        FormSection(
          key: "s", title: "Trip",
          cells: [
            FormCell(
              key: "passenger", kind: .repeat, title: "Passengers", isExpandable: true, startsExpanded: true,
              additionalRows: 2, counts: InstanceCounts(minimum: 1, maximum: 3)),
            FormCell(key: "name", kind: .text), FormCell(key: "age", kind: .integer),
          ])
      ])
    let model = try Self.model(of: form)
    func add() async throws { _ = try await model.act(Data(#"{"action":"add","cell":"passenger"}"#.utf8)) }
    func rows() async throws -> [PropertyValue] {
      try PropertyValue(json: try await model.window(from: .offset(0), height: 2000).line)["items"]?.elements ?? []
    }
    // The required first instance is there already.
    var items = try await rows()
    #expect(items.compactMap { $0["key"]?.text } == ["s:s", "r:passenger", "r:name:1", "r:age:1"])
    #expect(items[1]["add"] == (try PropertyValue(json: #"{"action":"add","cell":"passenger"}"#)))
    #expect(
      items[2]["begins"]
        == (try PropertyValue(json: #"{"address":"passenger:1","position":0,"count":1,"counted":true}"#)))
    #expect(items[3]["begins"] == nil)
    try await add()
    try await add()
    items = try await rows()
    #expect(items[1]["add"] == nil)
    let middle = try #require(items.first { $0["key"]?.text == "r:name:2" }?["begins"])
    #expect(middle["remove"] == (try PropertyValue(json: #"{"action":"remove","cell":"passenger:2"}"#)))
    #expect(
      middle["up"] == (try PropertyValue(json: #"{"action":"move","cell":"passenger:2","before":"passenger:1"}"#)))
    #expect(middle["down"] == (try PropertyValue(json: #"{"action":"move","cell":"passenger:2"}"#)))
    _ = try await model.act(Data(#"{"action":"move","cell":"passenger:2"}"#.utf8))
    items = try await rows()
    #expect(
      items.compactMap { $0["begins"]?["address"]?.text } == ["passenger:1", "passenger:3", "passenger:2"])
  }

  @Test("The cell above a row is the one of the same instance")
  func parents() async throws {
    let cells = [
      FormCell(
        key: "car", kind: .repeat, isExpandable: true, startsExpanded: true, additionalRows: 4,
        counts: InstanceCounts(initial: 2)),
      FormCell(key: "colour", kind: .choices, isExpandable: true, startsExpanded: true, additionalRows: 1),
      FormCell(key: "is-red", kind: .option, title: "Red", optionValue: "red"),
      FormCell(
        key: "wheel", kind: .repeat, isExpandable: true, startsExpanded: true, additionalRows: 1,
        counts: InstanceCounts(initial: 1)),
      FormCell(key: "size", kind: .integer),
    ]
    let model = try Self.model(of: FormDefinition(key: "f", sections: [FormSection(key: "s", cells: cells)]))
    let window = try await model.window(from: .offset(0), height: 2000).line
    let rows = try PropertyValue(json: window)["items"]?.elements ?? []
    #expect(
      rows.compactMap { row in row["address"]?.text.map { "\($0) in \(row["parent"]?.text ?? "nothing")" } }
        == [
          "car in nothing", "colour:1 in car", "is-red:1 in colour:1", "wheel:1 in car", "size:2 in wheel:1",
          "colour:3 in car", "is-red:3 in colour:3", "wheel:3 in car", "size:4 in wheel:3",
        ])
  }

  @Test("A slow follower misses events and gets the whole state instead")
  func overflow() async throws {
    let model = try Self.model(of: ProfileForm.form)
    let events = try await model.follow("slow")
    for number in 0..<80 {
      _ = try await model.act(Data(#"{"action":"set","cell":"firstname","value":"Ada \#(number)"}"#.utf8))
    }
    var iterator = events.makeAsyncIterator()
    var names = [try #require(await iterator.next()).name]
    // There is room again, but this change builds on a missed one.
    _ = try await model.act(Data(#"{"action":"undo"}"#.utf8))
    for _ in 0..<63 { names.append(try #require(await iterator.next()).name) }
    #expect(names == ["state"] + Array(repeating: "change", count: 63))
    let state = try #require(await iterator.next())
    #expect(state.name == "state")
    var stamp = try #require(try PropertyValue(json: state.json)["stamp"]?.whole)
    #expect(stamp >= 81)
    _ = try await model.act(Data(#"{"action":"redo"}"#.utf8))
    var change = try #require(await iterator.next())
    // A concurrent look for other processes' changes may send the state once more.
    if change.name == "state" {
      stamp = try #require(try PropertyValue(json: change.json)["stamp"]?.whole)
      if stamp < 82 { change = try #require(await iterator.next()) } else { return }
    }
    #expect(change.name == "change")
    #expect(try PropertyValue(json: change.json)["from"]?.whole == stamp)
  }

  @Test("A follower receives the changes of another process")
  func others() async throws {
    let folder = try TemporaryFolder()
    let store = try FormStore(path: folder.path("a.sqlite"))
    try store.save(ProfileForm.form)
    let model = try ScreenModel(ScreenView(response: "default"), form: "profile", in: store)
    var iterator = try await model.follow().makeAsyncIterator()
    #expect(await iterator.next()?.name == "state")
    try FormStore(path: folder.path("a.sqlite")).apply(
      .set("firstname", "Ada"), to: ResponseKey(form: "profile"))
    let change = try PropertyValue(json: try #require(await iterator.next()).json)
    #expect(change["cause"]?.text == "elsewhere")
    #expect(change["undo"]?.text == "Set First name")
    #expect(change["window"] == .null)
  }

  @Test("Deleting the response is reported, and a fresh one shows")
  func deleted() async throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let key = ResponseKey(form: "profile")
    try store.apply(.set("firstname", "Ada"), to: key)
    let model = try ScreenModel(ScreenView(response: "default"), form: "profile", in: store)
    var iterator = try await model.follow().makeAsyncIterator()
    #expect(await iterator.next()?.name == "state")
    try store.delete(key)
    let change = try #require(await iterator.next())
    #expect(try PropertyValue(json: change.json)["revision"]?.whole == 0)
    let gone = try #require(await iterator.next())
    #expect(
      gone.text == """
        event: gone
        data: {"what":"response","reason":"the response “default” was deleted; this is a new one, which the next \
        action begins"}


        """)
  }

  @Test("Removing the database file is reported")
  func lostFile() async throws {
    let folder = try TemporaryFolder()
    let store = try FormStore(path: folder.path("a.sqlite"))
    try store.save(ProfileForm.form)
    let model = try ScreenModel(ScreenView(response: "default"), form: "profile", in: store)
    var iterator = try await model.follow().makeAsyncIterator()
    #expect(await iterator.next()?.name == "state")
    try FileManager.default.removeItem(atPath: folder.path("a.sqlite"))
    let gone = try #require(await iterator.next())
    #expect(gone.name == "gone")
    #expect(try PropertyValue(json: gone.json)["what"]?.text == "database")
  }

  @Test("A read-only store shows everything and changes nothing")
  func readOnly() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.sqlite")
    do {
      let store = try FormStore(path: path)
      try store.save(ProfileForm.form)
      try store.apply(.set("firstname", "Ada"), to: ResponseKey(form: "profile"))
    }
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    do {
      let store = try FormStore(path: path, access: .read)
      let model = try ScreenModel(ScreenView(response: "default"), form: "profile", in: store)
      let rows = try PropertyValue(json: try await model.window(from: .offset(0), height: 900, client: "page").line)
      #expect(rows["readOnly"]?.flag == true)
      await #expect(throws: ScreenRefusal.self) {
        try await model.act(Data(#"{"action":"tap","cell":"fullname"}"#.utf8))
      }
      _ = try await model.window(from: .offset(0), height: 900, at: 0)
      _ = try await model.history(before: .max, limit: 10)
      var question = ScreenModel.AnswerQuestion()
      (question.revision, question.limit) = (0, 10)
      _ = try await model.answers(question)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.sqlite"])
  }

  @Test("Each language is a separate view")
  func languages() async throws {
    var form = ProfileForm.form
    form.language = "English (en)"
    form.setText("Prénom", at: .cell("firstname", .title), in: "Français (fr)")
    let store = try FormStore.inMemory()
    try store.save(form)
    let view = ScreenView(response: "default", language: "fr")
    let model = try ScreenModel(view, form: "profile", in: store)
    _ = try await model.act(Data(#"{"action":"expand","cell":"fullname"}"#.utf8))
    let rows = try PropertyValue(json: try await model.window(from: .offset(0), height: 900).line)
    #expect(rows["language"]?.text == "Français (fr)")
    #expect(rows["items"]?.elements?.contains { $0["title"]?.text == "Prénom" } == true)
    _ = try await model.act(Data(#"{"action":"collapse","cell":"fullname"}"#.utf8))
    let past = try PropertyValue(json: try await model.window(from: .offset(0), height: 900, at: 1).line)
    #expect(past["language"]?.text == "Français (fr)")
    #expect(past["items"] == rows["items"])
    #expect(throws: StoreError.self) {
      try ScreenModel(ScreenView(response: "default", language: "de"), form: "profile", in: store)
    }
  }

  @Test("A released sequence is forgotten, and a second one under the same name replaces the first")
  func lettingGo() async throws {
    let model = try Self.model(of: ProfileForm.form)
    var first = Optional(try await model.follow("page"))
    let second = try await model.follow("page")
    var iterator = first?.makeAsyncIterator()
    #expect(await iterator?.next()?.name == "state")
    #expect(await iterator?.next() == nil)
    (first, iterator) = (nil, nil)
    #expect(await model.followers.count == 1)
    withExtendedLifetime(second) {}
    _ = consume second
    try await waitUntil { await model.followers.isEmpty }
  }

  static func model(of form: FormDefinition, layout: ScreenView.Layout = .app) throws -> ScreenModel {
    let store = try FormStore.inMemory()
    try store.save(form)
    return try ScreenModel(ScreenView(response: "default", layout: layout), form: form.key, in: store)
  }
}
