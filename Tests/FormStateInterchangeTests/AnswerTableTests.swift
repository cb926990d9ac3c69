import FormState
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

@Suite("Answers as CSV")
struct AnswerTableTests {
  private func text(_ responses: [ResponseContents]) throws -> String {
    String(decoding: try AnswerTable.write(responses), as: UTF8.self)
  }

  @Test("A table has a line per response and a column per value, in the order of the form")
  func table() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let ada = ResponseKey(form: "profile", response: "ada")
    try store.replay(
      [
        .set(.key("firstname"), .text("Ada, \"Countess\"\nof Lovelace")), .set(.key("birth-date"), .text("1815-12-10")),
        .set(.key("marital-switch"), .boolean(true)), .choose(.key("football")),
        .set(.key("level-slider"), .real(2.5)),
      ], to: ada)
    let fresh = ResponseKey(form: "profile")
    #expect(
      try text([try store.contents(of: ada), try store.contents(of: fresh)])
        == "form,response,firstname,lastname,birth-date,marital-switch,sport,colour,level-slider\r\n"
        + "profile,ada,\"Ada, \"\"Countess\"\"\nof Lovelace\",,1815-12-10,true,football,,2.5\r\n"
        + "profile,default,,,,false,,,0\r\n")
  }

  @Test("Without responses, the table has only a header")
  func empty() throws {
    #expect(try text([]) == "form,response\r\n")
    let table = try AnswerTable.write([], columnsOf: ProfileForm.form)
    #expect(
      String(decoding: table, as: UTF8.self)
        == "form,response,firstname,lastname,birth-date,marital-switch,sport,colour,level-slider\r\n")
  }

  @Test("A cleared default gives an empty field")
  func cleared() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let key = ResponseKey(form: "profile")
    try store.apply(.clear(.key("level-slider")), to: key)
    #expect(try text([try store.contents(of: key)]).hasSuffix("profile,default,,,,false,,,\r\n"))
  }

  @Test(
    "A text that is a formula gets an apostrophe; numbers and phone numbers do not",
    arguments: [
      ("=HYPERLINK(A1)", "'=HYPERLINK(A1)"), ("@SUM(A1)", "'@SUM(A1)"), ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
      ("-A1", "'-A1"), ("\t=1", "'\t=1"), ("+49 (30) 123-45", "+49 (30) 123-45"), ("-5", "-5"), ("a=b", "a=b"),
      ("＝1+1", "'＝1+1"), ("＋1", "'＋1"), ("－1", "'－1"), ("＠A1", "'＠A1"),
    ])
  func formulas(given: String, expected: String) throws {
    let store = try FormStore.inMemory()
    try store.save(
      FormDefinition(key: "f", sections: [FormSection(key: "s", cells: [FormCell(key: "c", kind: .text)])]))
    let key = ResponseKey(form: "f")
    try store.apply(.set(.key("c"), .text(given)), to: key)
    #expect(try text([try store.contents(of: key)]) == "form,response,c\r\nf,default,\(expected)\r\n")
  }

  @Test("Titles are extended only as far as needed, by group, section and key")
  func titles() throws {
    func group(_ key: String, _ title: String) -> FormCell {
      FormCell(key: key, kind: .group, title: title, isExpandable: true, additionalRows: 1)
    }
    func text(_ key: String, _ title: String) -> FormCell { FormCell(key: key, kind: .text, title: title) }
    let form = FormDefinition(
      key: "f",
      sections: [
        FormSection(
          key: "s1", title: "House",
          cells: [
            text("a", "Age"), group("g1", "Roof"), text("b", "Note"), group("g2", "Walls"), text("c", "Note"),
            group("g3", "Born"), FormCell(key: "d", kind: .date), text("e", "form"),
          ]),
        FormSection(
          key: "s2", title: "Garden",
          cells: [text("f", "Twin"), text("g", "Twin"), group("g4", "Roof"), text("h", "Note")]),
        FormSection(key: "s3", cells: [text("i", "")]),
      ])
    let table = try AnswerTable.write([], columnsOf: form, style: AnswerTable.Style(hasTitles: true))
    #expect(
      String(decoding: table, as: UTF8.self) == "form,response,Age,House › Roof › Note,Walls › Note,Born,House › form,"
        + "Garden › Twin (f),Garden › Twin (g),Garden › Roof › Note,i\r\n")
  }

  @Test("All headers are unique, for any titles of questions", arguments: TestSeeds.seeds(40, full: 2000))
  func uniqueTitles(seed: UInt64) throws {
    var form = RandomForm(seed: seed).formOfFewTitles()
    form.key = "f"
    let table = try AnswerTable.write([], columnsOf: form, style: AnswerTable.Style(hasTitles: true))
    // A carriage return and a line feed are a single Character.
    let header = String(decoding: table, as: UTF8.self).dropLast().split(
      separator: ",", omittingEmptySubsequences: false)
    #expect(Set(header).count == header.count, "seed \(seed)")
    #expect(header.count == 2 + form.questions.count, "seed \(seed)")
  }

  @Test("The long table has a line per relevant question; formulas stay unescaped on request")
  func lines() throws {
    let store = try FormStore.inMemory()
    try store.save(
      FormDefinition(
        key: "f",
        sections: [
          FormSection(
            key: "s",
            cells: [
              FormCell(key: "c", kind: .text, title: "=Name"),
              FormCell(key: "n", kind: .slider, defaultValue: -5, range: NumberRange(minimum: -9, maximum: 9)),
              FormCell(key: "l", kind: .label, title: "Read this"), FormCell(key: "h", kind: .text, isHidden: true),
              FormCell(key: "hd", kind: .text, defaultValue: "kept", isHidden: true),
            ])
        ]))
    let key = ResponseKey(form: "f")
    try store.apply(.set("c", "@you"), to: key)
    let contents = try store.contents(of: key)
    #expect(
      String(decoding: try AnswerTable.write(linesOf: [contents]), as: UTF8.self)
        == "form,response,section,question,cell,value,readable,source\r\nf,default,s,'=Name,c,'@you,'@you,set\r\n"
        + "f,default,s,n,n,-5,-5,default\r\nf,default,s,hd,hd,kept,kept,default\r\n")
    let raw = try AnswerTable.write(linesOf: [contents], style: AnswerTable.Style(escapesFormulas: false))
    #expect(String(decoding: raw, as: UTF8.self).contains("f,default,s,=Name,c,@you,@you,set\r\n"))
  }

  @Test("Responses of several versions share one table")
  func versions() throws {
    let store = try FormStore.inMemory()
    let old = FormDefinition(key: "f", sections: [FormSection(key: "s", cells: [FormCell(key: "a", kind: .text)])])
    try store.save(old)
    let first = ResponseKey(form: "f", response: "first")
    try store.apply(.set(.key("a"), .text("1")), to: first)
    try store.save(
      FormDefinition(key: "f", sections: [FormSection(key: "s", cells: [FormCell(key: "b", kind: .text)])]))
    let second = ResponseKey(form: "f", response: "second")
    try store.apply(.set(.key("b"), .text("2")), to: second)
    #expect(
      try text([try store.contents(of: first), try store.contents(of: second)])
        == "form,response,a,b\r\nf,first,1,\r\nf,second,,2\r\n")
  }

  @Test("A form with repeats has a table of its responses, and one of the instances of each repeat")
  func tables() throws {
    let store = try FormStore.inMemory()
    try store.save(
      FormDefinition(
        key: "trip",
        sections: [
          FormSection(
            key: "s",
            cells: [
              FormCell(key: "traveller", kind: .text),
              FormCell(key: "bag", kind: .repeat, isExpandable: true, additionalRows: 1),
              FormCell(key: "weight", kind: .integer),
            ])
        ]))
    let key = ResponseKey(form: "trip")
    try store.replay(
      [
        .set("traveller", "Phileas Fogg"), .add("bag"), .add("bag"),
        .set(.instance("weight", number: 2), .integer(7)),
      ], to: key)
    let parts = try AnswerTable.write(tablesOf: [try store.contents(of: key)], columnsOf: try store.form("trip"))
    #expect(parts.map(\.repeatKey) == [nil, "bag"])
    #expect(
      parts.map { String(decoding: $0.data, as: UTF8.self) } == [
        "form,response,traveller\r\ntrip,default,Phileas Fogg\r\n",
        "form,response,instance,position,within,weight\r\ntrip,default,1,1,,\r\ntrip,default,2,2,,7\r\n",
      ])
  }

  @Test("The table of set-aside answers has a line for each")
  func setAside() throws {
    let store = try FormStore.inMemory()
    let (name, nickname) = (
      FormCell(key: "name", kind: .text), FormCell(key: "nickname", kind: .text, title: "Nickname")
    )
    try store.save(FormDefinition(key: "f", sections: [FormSection(key: "s", cells: [name, nickname])]))
    let key = ResponseKey(form: "f")
    try store.replay([.set("name", "Samuel"), .set("nickname", "=Mark")], to: key)
    try store.save(FormDefinition(key: "f", sections: [FormSection(key: "s", cells: [name])]))
    try store.upgrade(key)
    let table = AnswerTable.write(setAside: [(key, try store.setAside(of: key))])
    #expect(
      String(decoding: table, as: UTF8.self) == "form,response,version,section,cell,question,value,expanded\r\n"
        + "f,default,1,s,nickname,Nickname,'=Mark,\r\n")
  }

  @Test("A draft is not in the table")
  func drafts() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let key = ResponseKey(form: "profile")
    try store.apply(.set(.key("firstname"), .text("Tom")), to: key)
    let before = try AnswerTable.write([try store.contents(of: key)])
    try store.apply(.draft(.key("firstname"), "To"), to: key)
    try store.apply(.draft(.key("birth-date"), "1835-1"), to: key)
    #expect(try AnswerTable.write([try store.contents(of: key)]) == before)
  }

  @Test("A table written response by response is the same, and is passed on in small parts")
  func parts() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let story = String(repeating: "It was a long day. ", count: 50)
    for number in 0..<300 {
      let key = ResponseKey(form: "profile", response: "r\(1000 + number)")
      try store.apply(.set(.key("firstname"), .text(story)), to: key)
    }
    let whole = try AnswerTable.write(try store.contents(ofResponsesTo: "profile"))
    try store.withResponses(to: "profile") { responses in
      for _ in 1...2 {
        // Reading again gives the same.
        let parts = Parts()
        var table = AnswerTableWriter(columnsOf: responses.forms) { parts.all.append($0) }
        try responses.readEach { try table.write($0) }
        try table.finish()
        #expect(Data(parts.all.joined()) == whole)
        #expect(parts.all.count >= 4)
        #expect(parts.all.allSatisfy { $0.count < 70_000 })
      }
    }
  }

  private final class Parts {
    var all: [Data] = []
  }
}

extension RandomForm {
  /// A form in which many questions have the same title or none.
  fileprivate func formOfFewTitles() -> FormDefinition {
    var random = self
    var form = random.form(sections: 3, cellsPerSection: 12)
    let titles = ["", "Note", "Age", "form", "response"]
    for section in form.sections.indices {
      form.sections[section].title = titles[section % 2]
      for cell in form.sections[section].cells.indices {
        form.sections[section].cells[cell].title = titles[(cell * 7 + section) % titles.count]
        form.sections[section].cells[cell].subtitle = ""
      }
    }
    return form
  }
}
