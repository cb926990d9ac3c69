import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormState
@testable import FormStateInterchange

/// Exporting and importing submissions.
@Suite("Submissions")
struct SubmissionTests {
  /// A store with a form, and the key of a response to it.
  private func store(_ form: FormDefinition, response: String = "default") throws -> (FormStore, ResponseKey) {
    let store = try FormStore.inMemory()
    try store.save(form)
    return (store, ResponseKey(form: form.key, response: response))
  }

  private func household() throws -> FormDefinition {
    let text = try Repository.text(of: "Examples/household.xml")
    return try DefinitionImporter.read(Data(text.utf8), settings: ImportSettings(sourceName: "household.xml")).form
  }

  /// The submission of a response, with its random name replaced.
  private func written(_ key: ResponseKey, _ store: FormStore) throws -> String {
    let data = try SubmissionDocument.write(try store.contents(of: key))
    return String(decoding: data, as: UTF8.self).replacing(/uuid:[0-9a-f-]{36}/, with: "uuid:…")
  }

  private func take(_ text: String, _ key: ResponseKey, _ store: FormStore) throws -> [String] {
    let submission = try Submission(Data(text.utf8), sourceName: "ada.xml")
    let plan = try submission.plan(for: try store.contents(of: key))
    guard !plan.actions.isEmpty else { return plan.misfits.map(\.description) }
    try store.group("Submission", in: key) { group in
      for action in plan.actions { try group.apply(action) }
    }
    return plan.misfits.map(\.description)
  }

  @Test("A submission has the nodes of the XForm in order, only if relevant, with an instanceID")
  func out() throws {
    let (store, key) = try store(try household())
    try store.replay(
      [
        .set("today", "2026-11-22"), .set("region", "coast"), .set("address", "1 <Main> St."), .add("person"),
        .add("person"), .set("person[1]/name", "Ada"), .set("person[1]/age", 36), .set("person[2]/name", "Al"),
        .set("person[2]/age", 7), .set("person[2]/school", "yes"), .set("consent", true),
      ], to: key)
    let written = try written(key, store)
    #expect(
      written == """
        <?xml version="1.0" encoding="UTF-8"?>
        <data id="household" version="1">
          <today>2026-11-22</today>
          <place>
            <region>coast</region>
            <address>1 &lt;Main&gt; St.</address>
          </place>
          <person>
            <name>Ada</name>
            <age>36</age>
          </person>
          <person>
            <name>Al</name>
            <age>7</age>
            <school>yes</school>
          </person>
          <adults>1</adults>
          <children>1</children>
          <consent>OK</consent>
          <meta>
            <instanceID>uuid:…</instanceID>
          </meta>
        </data>

        """)
    let stream = try #require(try store.contents(of: key).stream).description
    let id = try Submission(try SubmissionDocument.write(try store.contents(of: key)), sourceName: "ada.xml").instanceID
    #expect(id?.filter { $0 != "-" } == "uuid:\(stream)")
  }

  @Test("An imported submission is exported under its own instanceID")
  func ownName() throws {
    func name(_ key: ResponseKey, _ store: FormStore) throws -> String? {
      try Submission(try SubmissionDocument.write(try store.contents(of: key)), sourceName: "s.xml").instanceID
    }
    func text(_ name: String) -> String {
      "<data id=\"household\"><meta><instanceID> \(name) </instanceID></meta><place><address>1</address></place></data>"
    }
    let id = StateSubject("instanceID")
    // A response whose key is the instanceID needs no more, and a copy is another submission.
    let (store, key) = try store(try household(), response: "uuid:1")
    #expect(try take(text("uuid:1"), key, store) == [] && name(key, store) == "uuid:1")
    #expect(try store.contents(of: key).state.cells[id]?.entry == nil)
    let stream = try store.copy(key, to: "copy").description
    #expect(try name(ResponseKey(form: "household", response: "copy"), store)?.filter { $0 != "-" } == "uuid:\(stream)")

    // Any other response keeps it in the cell, which takes precedence over the key.
    for (response, said) in [("ada", "uuid:2"), ("urn:3", "urn:3"), ("uuid:4", "uuid:5")] {
      let key = ResponseKey(form: "household", response: response)
      #expect(try take(text(said), key, store) == [] && name(key, store) == said)
      #expect(try store.contents(of: key).state.cells[id]?.entry == .value(.text(said)))
      let again = try Submission(Data(text(said).utf8), sourceName: "s.xml").plan(for: try store.contents(of: key))
      #expect(again.actions == [] && again.keepsInstanceID)
    }
    #expect(try store.check() == [])
  }

  @Test(
    "If no cell can store the instanceID, the plan says so",
    arguments: [
      ("", ""),
      (
        "<meta><instanceID/></meta>",
        "<bind nodeset=\"/data/meta/instanceID\" type=\"string\" readonly=\"true()\" jr:preload=\"uid\"/>"
      ),
    ])
  func nameNotKept(node: String, bind: String) throws {
    let text = """
      <h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml"
        xmlns:jr="http://openrosa.org/javarosa"><h:head><model><instance><data id="n"><a/>\(node)</data></instance>
      <bind nodeset="/data/a" type="string"/>\(bind)</model></h:head><h:body><input ref="/data/a"/></h:body></h:html>
      """
    let form = try DefinitionImporter.read(Data(text.utf8), settings: ImportSettings(sourceName: "n.xml")).form
    #expect(form.sections.flatMap(\.cells).contains { $0.key == "instanceID" } == (bind != ""))
    let submission = try Submission(
      Data("<data id=\"n\"><a>1</a><meta><instanceID>uuid:1</instanceID></meta></data>".utf8), sourceName: "s.xml")
    for (response, isKept) in [("ada", false), ("uuid:1", true)] {
      let (store, key) = try store(form, response: response)
      let plan = try submission.plan(for: try store.contents(of: key))
      #expect(plan.actions == [.set("a", "1")] && plan.misfits == [] && plan.keepsInstanceID == isKept)
    }
  }

  @Test("Nodes without questions keep their places, attributes and namespaces")
  func fixedNodes() throws {
    let text = """
      <h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml"
        xmlns:jr="http://openrosa.org/javarosa" xmlns:orx="http://openrosa.org/xforms" xmlns:e="urn:e">
      <h:head><model><instance><my:root xmlns:my="urn:my" id="n" version="v 2" e:kind="x">
        <a/><entity><e:one by="hand"> as is </e:one></entity><orx:meta><orx:deprecatedID/><orx:instanceID/></orx:meta>
      </my:root></instance><bind nodeset="/root/a" type="dateTime"/></model></h:head>
      <h:body><input ref="/root/a"/></h:body></h:html>
      """
    let form = try DefinitionImporter.read(Data(text.utf8), settings: ImportSettings(sourceName: "n.xml")).form
    let (store, key) = try store(form)
    try store.apply(.set("a", "2026-11-21T14:30:00+01:00"), to: key)
    let written = try written(key, store)
    #expect(
      written == """
        <?xml version="1.0" encoding="UTF-8"?>
        <my:root xmlns:my="urn:my" xmlns:e="urn:e" xmlns:orx="http://openrosa.org/xforms" id="n" version="v 2" e:kind="x">
          <a>2026-11-21T14:30:00.000+01:00</a>
          <entity>
            <e:one by="hand"> as is </e:one>
          </entity>
          <orx:meta>
            <orx:deprecatedID/>
            <orx:instanceID>uuid:…</orx:instanceID>
          </orx:meta>
        </my:root>

        """)
  }

  @Test("The nodes of a form without an XForm are named by its keys, adapted to XML names")
  func ownForm() throws {
    let form = FormDefinition(
      key: "visit",
      sections: [
        FormSection(
          key: "the house",
          cells: [
            FormCell(key: "who", kind: .group, isExpandable: true, additionalRows: 1),
            FormCell(key: "2nd name", kind: .text),
            FormCell(key: "roof", kind: .group, isExpandable: true, additionalRows: 1),
            FormCell(key: "poor", kind: .option, title: "Poor"),
            FormCell(key: "dry", kind: .switch), FormCell(key: "at", kind: .time),
            FormCell(key: "jobs", kind: .choices, isExpandable: true, additionalRows: 2),
            FormCell(key: "paint", kind: .option), FormCell(key: "clean", kind: .option),
          ])
      ])
    let (store, key) = try store(form)
    try store.replay(
      [
        .set("2nd name", "Ada"), .choose("poor"), .set("dry", false), .set("at", "09:30"),
        .set("jobs", .choices(["clean", "paint"])),
      ], to: key)
    let written = try written(key, store)
    #expect(
      written == """
        <?xml version="1.0" encoding="UTF-8"?>
        <data xmlns:orx="http://openrosa.org/xforms" id="visit" version="1">
          <the_house>
            <who>
              <_2nd_name>Ada</_2nd_name>
            </who>
            <roof>poor</roof>
            <dry>0</dry>
            <at>09:30:00.000</at>
            <jobs>clean paint</jobs>
          </the_house>
          <orx:meta>
            <orx:instanceID>uuid:…</orx:instanceID>
          </orx:meta>
        </data>

        """)
  }

  @Test("A submission that cannot be exported is refused with the reason")
  func refusedOut() throws {
    let form = FormDefinition(
      key: "f",
      sections: [
        FormSection(
          key: "s",
          cells: [
            FormCell(key: "jobs", kind: .choices, isExpandable: true, additionalRows: 1),
            FormCell(key: "a", kind: .option, optionValue: "to paint"),
          ])
      ])
    let (store, key) = try store(form)
    try store.apply(.set("jobs", .choices(["to paint"])), to: key)
    let contents = try store.contents(of: key)
    let split = #expect(throws: ExportError.self) { try SubmissionDocument.write(contents) }
    #expect(
      split?.description
        == "the option “to paint” of “jobs” has a space in its value, which a submission cannot distinguish from two options; "
        + "use a value without spaces")
    var damaged = form
    damaged.properties["xforms"] = .dictionary(["instance": .string("<data>")])
    let broken = #expect(throws: ExportError.self) { try SubmissionLayout(damaged) }
    #expect(
      broken?.description
        == "the property xforms.instance of “f” is damaged: line 1, column 7: the document ends before it is complete; import its XForm again"
    )
  }

  @Test("A submission is imported as one step; misfits are reported with their line")
  func misfits() throws {
    let (store, key) = try store(try household(), response: "ada")
    let text = """
      <data id="household" version="2"><today>soon</today>
      <place><region>sea</region><address/><rooms>3</rooms></place>
      <person><name>Ada</name><age>200</age><age>3</age></person>
      <person><name>Al</name><age>7</age><school>no</school></person>
      <adults>9</adults><children>0</children>
      <consent>OK</consent><meta><instanceID>uuid:1</instanceID></meta></data>
      """
    let messages = try take(text, key, store)
    #expect(
      messages == [
        "line 1, /data/today: “soon” is not accepted; give a date as YYYY-MM-DD, for example 1835-11-30; the current answer stays",
        "line 2, /data/place/region: “sea” is not accepted; give the value or the title of one of its options: “hills”, “coast”; it is omitted",
        "line 2, /data/place/rooms: the form has no node rooms here; it is omitted",
        "line 3, /data/person/age: it is already answered; it is omitted",
        "line 5, /data/adults: it is calculated, and its value differs here; the current answer stays",
        "line 5, /data/children: it is calculated, and its value differs here; the current answer stays",
      ])
    #expect(try store.undoNames(of: key).undo == "Submission")
    let ages = try store.contents(of: key).state.contents(of: .value).filter { $0.subject.key == "age" }
    #expect(ages.map(\.content) == [.value(.integer(200)), .value(.integer(7))])
    try store.apply(.undo(.everything), to: key)
    #expect(try store.contents(of: key).state.instances.isEmpty)
    let faults = try store.check()
    #expect(faults == [])
  }

  @Test("Importing a submission again does nothing; a different one changes only the differences")
  func again() throws {
    let (store, key) = try store(try household())
    let first = """
      <data id="household"><place><region>coast</region><address>Main St.</address></place>
      <person><name>Ada</name></person><person><name>Al</name></person></data>
      """
    #expect(try take(first, key, store) == [])
    let plan = try Submission(Data(first.utf8), sourceName: "ada.xml").plan(for: try store.contents(of: key))
    #expect(plan.actions == [] && plan.misfits == [])
    let second = """
      <data id="household"><place><region>coast</region><address/></place><person><name>Al</name></person></data>
      """
    let change = try Submission(Data(second.utf8), sourceName: "al.xml").plan(for: try store.contents(of: key))
    let state = try store.contents(of: key).state
    #expect(
      change.actions == [
        .set(.instance("name", number: state.number(1)), "Al"), .clear("address"),
        .remove(.instance("person", number: state.number(2))),
      ])
  }

  @Test(
    "A damaged submission is imported as far as possible or refused with a message",
    arguments: TestSeeds.seeds(8, full: 400))
  func damaged(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let form = try household()
    let (store, key) = try store(form)
    var answers = RandomAnswers(seed: seed)
    try answers.fill(key, in: store, 20)
    _ = try? store.create(key)
    var bytes = Array(try SubmissionDocument.write(try store.contents(of: key)))
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      bytes[place] =
        Bool.random(using: &generator) ? UInt8.random(in: 32...126, using: &generator) : bytes[bytes.count - 1 - place]
    }
    let (other, otherKey) = try self.store(form)
    do {
      let submission = try Submission(Data(bytes), sourceName: "ada.xml")
      _ = try? take(String(decoding: bytes, as: UTF8.self), otherKey, other)
      #expect(submission.sourceName == "ada.xml")
    } catch let error as ImportError {
      #expect(error.description.hasPrefix("ada.xml: line "), "replay with FORMSTATE_TEST_SEED=\(seed)")
    }
    #expect(try other.check() == [], "replay with FORMSTATE_TEST_SEED=\(seed)")
  }

  @Test("A submission is imported as the article shows")
  func documented() throws {
    let (store, key) = try store(try household())
    let data = Data("<data id=\"household\"><place><address>Main St.</address></place></data>".utf8)

    let submission = try Submission(data, sourceName: "ada.xml")
    let plan = try submission.plan(for: try store.contents(of: key))
    try store.group("Submission", in: key) { group in
      for action in plan.actions { try group.apply(action) }
    }

    #expect(plan.misfits == [])
    #expect(try store.contents(of: key).state.contents(of: .value).map(\.content) == [.value("Main St.")])
  }

  @Test("A submission knows the form that it answers")
  func forms() throws {
    let household = try household()
    func answers(_ text: String, _ form: FormDefinition) throws -> Bool {
      try Submission(Data(text.utf8), sourceName: "s.xml").answers(form)
    }
    #expect(try answers(#"<data id="household"/>"#, household))
    #expect(try !answers(#"<data id="other"/>"#, household))
    #expect(try !answers(#"<data/>"#, household))
    var renamed = household
    renamed.key = "other"
    #expect(try answers(#"<data id="household"/>"#, renamed))
    #expect(try answers(#"<data id="other"/>"#, renamed))
    #expect(Submission.version(of: household) == "1")
  }

  @Test(
    "A document that is not a submission is refused",
    arguments: [
      ("<plist/>", "s.xml: line 1: this is a property list, not a submission; import it with formstate import"),
      ("<html/>", "s.xml: line 1: this is a form, not a submission; import it with formstate import"),
      ("<data>", "s.xml: line 1, column 7: the document ends before it is complete"),
    ])
  func refused(text: String, message: String) {
    let error = #expect(throws: ImportError.self) { try Submission(Data(text.utf8), sourceName: "s.xml") }
    #expect(error?.description == message)
  }

  @Test(
    "Exported submissions import elsewhere with equal answers, and export equally again",
    arguments: TestSeeds.seeds(6, full: 60))
  func roundTrip(seed: UInt64) throws {
    let place = Comment(rawValue: "replay with FORMSTATE_TEST_SEED=\(seed)")
    var chance = RandomInstances(seed: seed)
    for form in [try household(), chance.form().form] {
      let (store, key) = try store(form)
      var answers = RandomAnswers(seed: seed)
      try answers.fill(key, in: store, 40)
      let text = try written(key, store)
      let (other, otherKey) = try self.store(form, response: "copy")
      // Initial contents exist once a response has been opened, even if the submission adds nothing.
      _ = try other.create(otherKey)
      _ = try other.session(for: otherKey)
      #expect(try take(text, otherKey, other) == [], place)
      let again = try written(otherKey, other)
      #expect(again == text, place)
    }
  }

  @Test("Only the first misfits are kept, in document order, and the rest are counted")
  func manyMisfits() throws {
    let (store, key) = try store(try household())
    let count = 5 * MisfitList.most
    let unknown = (0..<count).map { "<n\($0)/>" }.joined(separator: "\n")
    let text = "<data id=\"household\"><place><odd/></place>\n\(unknown)</data>"
    let submission = try Submission(Data(text.utf8), sourceName: "ada.xml")
    let plan = try submission.plan(for: try store.contents(of: key))
    #expect(plan.misfitCount == count + 1)
    #expect(plan.misfits.count == MisfitList.most)
    #expect(plan.misfits.first?.key == "line 1, /data/place/odd")
    #expect(
      plan.misfits.dropFirst().map(\.key)
        == (0..<(MisfitList.most - 1)).map { "line \($0 + 2), /data/n\($0)" })
  }
}
