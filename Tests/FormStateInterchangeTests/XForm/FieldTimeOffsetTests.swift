import FormState
import FormStateStore
import Foundation
import Testing

@testable import FormStateInterchange

/// Times with an offset from UTC.
@Suite("Field: offsets of times")
struct FieldTimeOffsetTests {
  private func times() throws -> FieldForm {
    try FieldForm(
      "<d>2017-05-26T23:59:59-07:00</d><t>10:30:00.000+02:00</t><e/><f/>",
      model: """
        <bind nodeset="/data/d" type="dateTime"/><bind nodeset="/data/t" type="time"/>
        <bind nodeset="/data/e" type="dateTime" calculate="/data/d"/>
        <bind nodeset="/data/f" type="time" calculate="/data/t"/>
        """, body: #"<input ref="/data/d"/><input ref="/data/t"/>"#)
  }

  @Test("An offset is kept initially, in calculations, submissions and a round trip")
  func kept() throws {
    let form = try times()
    #expect(form.diagnostics == [])
    for form in [form, try form.goneOut()] {
      #expect(try ["d", "e"].map(form.value) == Array(repeating: "2017-05-26T23:59:59-07:00", count: 2))
      #expect(try ["t", "f"].map(form.value) == ["10:30:00+02:00", "10:30:00+02:00"])
      try form.apply(.set("t", "11:45:30.250Z"))
      #expect(try form.value("f") == "11:45:30.250Z")
      let xml = try form.submission()
      #expect(xml.contains("<d>2017-05-26T23:59:59.000-07:00</d>") && xml.contains("<f>11:45:30.250Z</f>"))
      #expect(try form.store.check() == [])
    }
  }

  @Test("A submission's offset is imported and exported")
  func submission() throws {
    let form = try times()
    let sent = #"<data id="field"><d>2020-01-02T03:04:05.000+05:30</d><t>07:05:00.000+01:00</t></data>"#
    let plan = try Submission(Data(sent.utf8), sourceName: "s.xml").plan(for: try form.store.contents(of: form.key))
    #expect(plan.misfits == [])
    for action in plan.actions { try form.apply(action) }
    let xml = try form.submission()
    #expect(xml.contains("<d>2020-01-02T03:04:05.000+05:30</d>") && xml.contains("<t>07:05:00.000+01:00</t>"))
    #expect(try form.store.check() == [])
  }
}
