import FormState
import FormStateInterchange
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateScreen

@Suite("Routes")
struct RouteTests {
  @Test("The history is described in words, newest first, in portions")
  func history() async throws {
    let server = try Server(ProfileForm.form)
    try await server.act(#"{"action":"set","cell":"firstname","value":"Ada"}"#)
    try await server.act(#"{"action":"choose","cell":"football"}"#)
    try await server.act(#"{"action":"undo"}"#)
    let newest = try await server.get("/history?limit=2")
    #expect(
      newest["entries"]?.elements?.compactMap { $0["did"]?.text } == ["Undo: Choose Football", "Choose Football"])
    #expect(newest["before"]?.whole == 2)
    let rest = try await server.get("/history?limit=2&before=2")
    let first = try #require(rest["entries"]?[0])
    #expect(rest["entries"]?.elements?.count == 1)
    #expect(first["revision"]?.whole == 1)
    #expect(first["did"]?.text == "Set First name")
    #expect(first["sentences"]?.elements?.compactMap { $0["text"]?.text } == ["Full name › First name: nothing → Ada"])
    #expect(first["furtherChanges"] == nil)
    #expect(first["author"] == nil)
    #expect(first["at"]?.text?.hasSuffix("Z") == true)
    #expect(rest["before"] == .null)
  }

  @Test("Answers and faults are available now and at a past revision")
  func answers() async throws {
    let form = FormDefinition(
      key: "visit",
      sections: [
        FormSection(
          key: "s", title: "Visit",
          cells: [
            FormCell(key: "name", kind: .text, title: "Name", rules: [FormRule(.required, "true()")]),
            FormCell(key: "age", kind: .integer, title: "Age", unit: "years"),
          ])
      ])
    let server = try Server(form)
    try await server.act(#"{"action":"set","cell":"age","value":"7"}"#)
    try await server.act(#"{"action":"set","cell":"name","value":"Ada"}"#)
    let now = try await server.get("/answers?limit=1&from=1")
    #expect(now["count"]?.whole == 1 && now["given"]?.whole == 1 && now["next"] == .null)
    let first = try await server.get("/answers?limit=1")
    #expect(first["count"]?.whole == 2 && first["given"]?.whole == 2 && first["next"]?.text == "1")
    #expect(first["answers"]?.elements?.count == 1 && first["visited"]?.whole == 2 && first["of"]?.whole == 2)
    #expect(now["faultCount"]?.whole == 0)
    #expect(
      now["answers"]
        == (try PropertyValue(
          json: """
            [{"section":"Visit","question":"Age","cell":"age","instance":0,"kind":"integer","value":7,\
            "readable":"7 years","source":"set","address":"age","sectionTitle":"Visit","hidden":false}]
            """)))
    let past = try await server.get("/answers?at=1")
    #expect(
      past["faults"]
        == (try PropertyValue(
          json: """
            [{"section":"Visit","question":"Name","cell":"name","instance":0,"fault":"required","faultNumber":0,\
            "message":"An answer is needed.","severity":"error","address":"name"}]
            """)))
    let row = try await server.get("/rows?at=1")["items"]?[1]
    #expect(row?["required"]?.flag == true)
    #expect(row?["faults"]?[0]?["message"]?.text == "An answer is needed.")
  }

  @Test("A hidden cell can be found, and its explanation says why it is hidden")
  func explaining() async throws {
    let server = try Server(ProfileForm.form)
    let found = try await server.get("/find?text=FIRST%20n")
    #expect(
      found
        == (try PropertyValue(
          json: """
            {"count":1,"cells":[{"cell":"firstname","name":"Full name › First name","section":"Personal",\
            "shows":false}],"next":null,"visited":18,"of":18}
            """)))
    let explained = try await server.get("/explain?cell=firstname")
    #expect(
      explained
        == (try PropertyValue(
          json: """
            {"address":"firstname","visible":false,"path":null,"revealable":true,\
            "reasons":[{"kind":"collapsed","address":"fullname","text":"“fullname” is collapsed"}]}
            """)))
    try await server.act(#"{"action":"reveal","cell":"firstname"}"#)
    #expect(try await server.get("/explain?cell=firstname")["visible"]?.flag == true)
    #expect(try await server.get("/find?text=first%20n")["cells"]?[0]?["shows"]?.flag == true)
    let part = try await server.get("/find?limit=3&from=2")
    #expect(part["count"]?.whole == 3 && part["next"]?.text == "5" && part["of"]?.whole == 18)
  }

  @Test("Replaying a revision's script reproduces its rows")
  func script() async throws {
    let server = try Server(ProfileForm.form)
    try await server.act(#"{"action":"set","cell":"firstname","value":"Ada"}"#)
    try await server.act(#"{"action":"choose","cell":"football"}"#)
    try await server.act(#"{"action":"undo"}"#)
    let script = await server.text("/script?through=2")
    #expect(
      script == """
        {"action":"set","cell":"firstname","value":"Ada"}
        {"action":"choose","cell":"football"}

        """)
    let other = try Server(ProfileForm.form)
    for line in script.split(separator: "\n") { try await other.act(String(line)) }
    #expect(try await other.get("/rows")["items"] == (try await server.get("/rows?at=2")["items"]))
  }

  @Test("Compacted revisions can neither be shown nor exported as a script")
  func compacted() async throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let server = Server(models: ScreenModels(store: store, form: "profile"))
    for name in ["Ada", "Grace", "Mary"] {
      try await server.act("{\"action\":\"set\",\"cell\":\"lastname\",\"value\":\"\(name)\"}")
      try await server.act(#"{"action":"expandAll"}"#)
      try await server.act(#"{"action":"collapseAll"}"#)
    }
    #expect(try await server.get("/rows?at=2")["first"]?.whole == 0)
    try store.compact(ResponseKey(form: "profile"), keeping: 2)
    let model = try await server.models.model(of: ScreenView(response: "default"))
    await model.refresh()
    let first = try #require(try await server.get("/rows")["first"]?.whole)
    #expect(first == 7)
    #expect(try await server.get("/rows?at=7")["at"]?.whole == 7)
    let (status, refusal) = try await server.ask("GET", "/rows?at=2")
    #expect(status == 404)
    #expect(
      refusal["error"]?.text
        == "there is no revision 2; the journal goes from 7 to 9; earlier revisions were compacted")
    #expect(try await server.ask("GET", "/script").status == 422)
    #expect(try await server.get("/history")["entries"]?.elements?.count == 3)
  }

  @Test("A change event has the steps for the client's window, and none for a past one")
  func change() async throws {
    let server = try Server(ProfileForm.form)
    var events = try await server.events("/events?client=page").makeAsyncIterator()
    _ = await events.next()
    _ = try await server.get("/rows?y=0&h=150&client=page")
    let (status, done) = try await server.ask(
      "POST", "/act?client=page", #"{"action":"tap","cell":"fullname"}"#)
    #expect(status == 200)
    #expect(done == (try PropertyValue(json: #"{"revision":1,"stamp":2}"#)))
    let first = try PropertyValue(json: try #require(await events.next()).json)
    #expect(first["cause"]?.text == "local")
    #expect(first["client"]?.text == "page")
    let window = try #require(first["window"])
    #expect(window["base"]?.whole == 1)
    #expect(
      window["sections"] == (try PropertyValue(json: #"[{"key":"personal","title":"Personal","rows":5,"first":0}]"#)))
    let steps = try #require(window["steps"]?.elements)
    // Two inserted rows push the one below out of the window, and a triangle turns.
    #expect(steps.count == 3)
    #expect(steps[0] == (try PropertyValue(json: #"{"remove":2,"count":1}"#)))
    #expect(steps[1]["insert"]?.whole == 2)
    #expect(steps[1]["items"]?.elements?.compactMap { $0["key"]?.text } == ["r:firstname", "r:lastname"])
    #expect(steps[2]["update"]?.whole == 1)
    #expect(steps[2]["item"]?["expanded"]?.flag == true)
    _ = try await server.get("/rows?y=0&h=150&client=page&at=0")
    _ = try await server.ask("POST", "/act", #"{"action":"undo"}"#)
    let second = try PropertyValue(json: try #require(await events.next()).json)
    #expect(second["cause"]?.text == "undo")
    #expect(second["client"] == .null)
    #expect(second["window"] == .null)
  }

  @Test("Rows inserted above a window move nothing in it; at the top they appear")
  func anchored() async throws {
    let server = try Server(ProfileForm.form)
    var events: [String: AsyncStream<ScreenEvent>.Iterator] = [:]
    for (name, start) in [("top", 0), ("below", 190)] {
      events[name] = try await server.events("/events?client=\(name)").makeAsyncIterator()
      _ = await events[name]?.next()
      _ = try await server.get("/rows?y=\(start)&h=150&client=\(name)")
    }
    try await server.act(#"{"action":"expand","cell":"fullname"}"#)
    let below = try PropertyValue(json: try #require(await events["below"]?.next()).json)["window"]
    // Two rows of 44 points were inserted above.
    #expect(below?["y"]?.number == 278)
    #expect(below?["steps"] == .array([]))
    #expect(below?["sections"]?[0]?["first"]?.whole == 4)
    let top = try PropertyValue(json: try #require(await events["top"]?.next()).json)["window"]
    #expect(top?["y"]?.number == 0)
    #expect(top?["steps"]?.elements?.isEmpty == false)
    // The first row is gone; the next one stays in place.
    _ = try await server.get("/rows?cell=lastname&h=150&client=below")
    try await server.act(#"{"action":"collapse","cell":"fullname"}"#)
    let after = try PropertyValue(json: try #require(await events["below"]?.next()).json)["window"]
    #expect(after?["y"]?.number == 60)
    #expect(after?["steps"]?[0] == (try PropertyValue(json: #"{"remove":0,"count":1}"#)))
  }

  @Test("A list's choices are requested separately, in portions and by their text")
  func choices() async throws {
    let list = OptionList("towns", options: (1...70).map { .init(value: "t\($0)", title: "Town \($0)") })
    let form = FormDefinition(
      key: "where",
      sections: [
        FormSection(
          key: "s",
          cells: [
            FormCell(
              key: "town", kind: .group, title: "Town", isExpandable: true, summary: .choice,
              rules: [FormRule(.choices, "list('towns')")])
          ])
      ], lists: [list])
    let server = try Server(form)
    try await server.act(#"{"action":"set","cell":"town","value":"t7"}"#)
    let row = try await server.get("/rows")["items"]?[0]
    #expect(row?["control"]?.text == "list")
    #expect(row?["title"]?.text == "Town 7")
    let all = try await server.get("/choices?cell=town&limit=2&from=5")
    #expect(all["count"]?.whole == 70)
    #expect(
      all["choices"]
        == (try PropertyValue(
          json: """
            [{"value":"t6","title":"Town 6","chosen":false},{"value":"t7","title":"Town 7","chosen":true}]
            """)))
    #expect(try await server.get("/choices?cell=town&containing=town%2042")["count"]?.whole == 1)
    #expect(try await server.ask("GET", "/choices?cell=nothing").status == 404)
  }

  @Test("Each response has its own model, and an unknown response is refused")
  func responses() async throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    try store.apply(.set("firstname", "Ada"), to: ResponseKey(form: "profile", response: "ada"))
    let server = Server(models: ScreenModels(store: store, form: "profile"))
    let (status, refusal) = try await server.ask("GET", "/rows?response=adda")
    #expect(status == 404)
    #expect(refusal["error"]?.text == "the form “profile” has no response “adda”; did you mean “ada”?")
    #expect(try await server.get("/rows?response=ada")["undo"]?.text == "Set First name")
    #expect(try await server.get("/rows")["undo"] == .null)
    #expect(await server.models.count == 2)
    await server.models.letGo(of: .seconds(60))
    #expect(await server.models.count == 2)
    await server.models.letGo(of: .zero)
    #expect(await server.models.count == 0)
  }

  @Test("Responses are listed with their faults, latest change first, and can begin only once")
  func list() async throws {
    let store = try FormStore.inMemory()
    let cell = FormCell(key: "name", kind: .text, title: "Name", rules: [FormRule(.required, "true()")])
    for key in ["one", "two"] {
      try store.save(FormDefinition(key: key, title: "Form \(key)", sections: [FormSection(key: "s", cells: [cell])]))
    }
    try store.apply(.set("name", "Ada"), to: ResponseKey(form: "one", response: "ada"))
    try store.create(ResponseKey(form: "one", response: "Élodie"))
    let server = Server(models: ScreenModels(store: store, form: nil))
    let all = try await server.get("/responses")
    #expect(
      all["forms"]
        == (try PropertyValue(
          json: """
            [{"form":"one","title":"Form one","version":1,"languages":[],"responses":2},
             {"form":"two","title":"Form two","version":1,"languages":[],"responses":0}]
            """)))
    #expect(all["count"]?.whole == 2)
    #expect(try await server.get("/responses?text=elod")["count"]?.whole == 1)
    #expect(try await server.get("/responses?form=two")["count"]?.whole == 0)
    guard case .array(let listed)? = all["responses"] else { return #expect(Bool(false), "no responses") }
    #expect(listed.map { $0["response"]?.text } == ["Élodie", "ada"])
    #expect(listed.map { $0["faults"]?.whole } == [1, 0])
    #expect(try await server.ask("GET", "/rows?response=ada").status == 404)
    #expect(try await server.get("/rows?form=one&response=ada")["formTitle"]?.text == "Form one")
    #expect(try await server.ask("POST", "/begin?form=two&response=new").status == 200)
    let again = try await server.ask("POST", "/begin?form=two&response=new")
    #expect(again.status == 409)
    #expect(
      again.json["error"]?.text
        == "the form “two” has a response “new” already; choose another key, or import into a new file"
    )
    #expect(try await server.ask("POST", "/begin?form=two").status == 400)
    #expect(try await server.ask("POST", "/begin?response=x").status == 400)
    #expect(try await server.ask("POST", "/begin?form=nothing&response=x").status == 404)
    #expect(try await server.get("/rows?form=two&response=new")["revision"]?.whole == 0)
  }

  @Test("A response exports as CSV or as a submission")
  func exports() async throws {
    let server = try Server(ProfileForm.form)
    try await server.act(#"{"action":"set","cell":"firstname","value":"Ada"}"#)
    func file(_ address: String) async -> (headers: [ScreenResponse.Header], text: String) {
      let response = await server.routes.respond(to: Server.request("GET", address))
      guard case .data(let data) = response.body else { return (response.headers, "") }
      return (response.headers, String(decoding: data, as: UTF8.self))
    }
    let table = await file("/export?format=csv")
    #expect(table.text.hasPrefix("form,response,section,question,cell,value,readable,source\r\n"))
    #expect(table.text.contains("profile,default,Personal,Full name › First name,firstname,Ada,Ada,set"))
    let name = "attachment; filename*=UTF-8''profile-default.csv"
    #expect(table.headers.contains(ScreenResponse.Header(name: "Content-Disposition", value: name)))
    let submission = await file("/export?format=submission")
    #expect(submission.text.contains("<firstname>Ada</firstname>"))
    let refused = try await server.ask("GET", "/export?format=xls")
    #expect(refused.status == 400)
    #expect(refused.json["error"]?.text == "“xls” is not a format; use csv or submission")
    var encrypted = ProfileForm.form
    let model = #"<model><submission base64RsaPublicKey="MIIB"/></model>"#
    encrypted.properties["xforms"] = .dictionary(["model": .string(model)])
    #expect(try await server.get("/rows")["inClear"]?.flag == false)
    #expect(try await Server(encrypted).get("/rows")["inClear"]?.flag == true)
    let secret = try await Server(encrypted).ask("GET", "/export?format=submission")
    #expect(secret.status == 422)
    #expect(secret.json["error"]?.text?.contains("asks for encryption") == true)
  }

  @Test("A followed model is kept, and closing ends its events")
  func closing() async throws {
    let server = try Server(ProfileForm.form)
    var iterator = try await server.events("/events?client=a").makeAsyncIterator()
    #expect(await iterator.next()?.text.hasPrefix("event: state\ndata: {\"form\":\"profile\"") == true)
    await server.models.letGo(of: .zero)
    #expect(await server.models.count == 1)
    await server.models.close()
    #expect(await iterator.next() == nil)
    #expect(try await server.ask("GET", "/rows").status == 503)
  }

  @Test("A refused action returns the command line's error message")
  func refusals() async throws {
    let server = try Server(ProfileForm.form)
    let refused: [(line: String, status: Int, sentence: String)] = [
      (
        #"{"action":"set","cell":"birth-date","value":"soon"}"#, 422,
        "the cell “birth-date” refuses the value: “soon” is not accepted; give a date as YYYY-MM-DD, for example 1835-11-30"
      ),
      (#"{"action":"tap","cell":"fristname"}"#, 422, "there is no cell “fristname”; did you mean “firstname”?"),
      (#"{"action":"undo"}"#, 422, "there is nothing to undo"),
      (
        #"{"action":"tap"}"#, 400,
        "the action is not understood: cell: is missing; name the cell, or its row with “at”"
      ),
      ("", 400, "the body is empty; send a line of an action script"),
      (
        #"{"action":"expandAll","group":"x"}"#, 400,
        "“continues”, “group” and “moment” are only for replayed scripts; omit them here"
      ),
    ]
    for (line, status, sentence) in refused {
      let answer = try await server.ask("POST", "/act", line)
      #expect(answer.status == status)
      #expect(answer.json["error"]?.text == sentence)
    }
    #expect(try await server.get("/rows")["revision"]?.whole == 0)
  }
}
