import FormState
import TestSupport
import Testing

@Suite("Sensitive cells")
struct SensitiveCellTests {
  private func faults(@CellBuilder _ cells: () -> [FormCell]) -> [String] {
    FormDefinition(key: "f", title: "") { FormSection(key: "s", content: cells) }.definitionFaults().map(\.description)
  }

  @Test("A rule that copies a sensitive answer makes its cell sensitive, or is refused", arguments: [false, true])
  func copies(isSensitive: Bool) {
    let faults = faults {
      Cell.text("pin", title: "PIN").sensitive()
      Cell.text("copy").calculate("concat('no ', ${pin})").sensitive(isSensitive)
      Cell.text("first").initially("${pin}").sensitive(isSensitive)
      Cell.text("noted").set("${pin}", when: "copy").sensitive(isSensitive)
      Cell.label("shown").title("concat('PIN ', ${pin})").sensitive(isSensitive)
    }
    let problem = "reads “pin”, which is sensitive; make"
    #expect(
      faults
        == (isSensitive
          ? []
          : [
            "section 0, row 1 (copy), calculate: \(problem) “copy” sensitive too",
            "section 0, row 2 (first), default: \(problem) “first” sensitive too",
            "section 0, row 3 (noted), set: \(problem) “noted” sensitive too",
            "section 0, row 4 (shown), title: \(problem) “shown” sensitive too",
          ]))
  }

  @Test("A rule that only asks about a sensitive answer needs nothing")
  func asks() {
    #expect(
      faults {
        Cell.text("pin").sensitive().constraint("string-length(.) = 4", message: "Four digits.")
        Cell.text("hint").relevant("${pin} = ''").required(when: "${pin} = '0000'").readOnly(when: "${pin} = '1'")
      } == [])
  }

  @Test("A title that sums up a sensitive answer is sensitive, or is refused")
  func summaries() {
    let faults = faults {
      Cell.group("joined") { Cell.text("a").sensitive() }
      Cell.group("template") {
        Cell.group("inner") { Cell.text("b").sensitive() }.summary(nil)
      }.summary(template: "{b}")
      Cell.group("none") { Cell.text("c").sensitive() }.summary(nil)
      Cell.group("sensitive") { Cell.text("d").sensitive() }.sensitive()
      Cell.group("other") {
        Cell.text("e")
        Cell.group("deeper") { Cell.text("f").sensitive() }.summary(nil)
      }
    }
    #expect(
      faults == [
        "section 0, row 0 (joined), summary: shows “a”, which is sensitive; make this cell sensitive too, or write \"none\"",
        "section 0, row 2 (template), summary: shows “b”, which is sensitive; make this cell sensitive too, or write \"none\"",
      ])
  }

  @Test("A refused value is not in the message of a sensitive cell", arguments: [false, true])
  func messages(isSensitive: Bool) throws {
    let form = FormDefinition(key: "f", title: "") {
      FormSection(key: "s") {
        Cell.decimal("income", title: "Income").sensitive(isSensitive)
        Cell.group("status", subtitle: "Status") {
          Cell.option("negative", title: "Negative")
          Cell.option("positive", title: "Positive")
        }.sensitive(isSensitive)
      }
    }
    let reader = FormReader(FormIndex(form))
    func refusal(_ key: String, _ text: String) throws -> String {
      let error = #expect(throws: ActionError.self) {
        try Decision(.set(.key(key), .text(text)), reader: reader)
      }
      return try #require(error).description
    }
    let income = try refusal("income", "3141,59")
    let status = try refusal("status", "positiv")
    guard isSensitive else {
      #expect(income.contains("“3141,59” is not accepted") && income.hasSuffix("write 3141.59"))
      #expect(status.contains("“positiv”"))
      return
    }
    #expect(
      income == "the cell “income” refuses the value: it is not accepted; give a number, for example 72.50")
    #expect(!status.contains("“positiv”"))
  }
}
