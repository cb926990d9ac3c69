import FormState
import TestSupport
import Testing

@Suite("Digests")
struct StateDigestTests {
  // The expected digests come from the documented steps in another language (netstrings into SHA-256).
  @Test("The digests match the documented steps")
  func documented() {
    var state = ResponseState()
    let definition = StateDigest.ofDefinition(FormDefinition(key: "empty"))
    #expect(definition == "d43ea23c404e625ccd8bbad9424e3a887cb453392083f8b676c69a03de482cdf")
    let touched: [(StateChange.Field, StateSubject, FieldContent)] = [
      (.disclosure, StateSubject("b"), .flag(true)), (.disclosure, StateSubject("a"), .flag(false)),
      (.fold, StateSubject("ü"), .flag(true)), (.instance, StateSubject("r", instance: 1), .text("0 0")),
      (.value, StateSubject("a", instance: 1), .text("A")),
      (.value, StateSubject("x"), .cleared), (.value, StateSubject("y"), .value(.real(7.5))),
      (.title, StateSubject("z"), .text("7.5")), (.draft, StateSubject("y"), .text("7.")),
      (.saved, StateSubject("x"), .cleared), (.touched, StateSubject("x"), .flag(true)),
      (.completion, .response, .flag(true)),
    ]
    for (field, subject, content) in touched {
      state.apply(StateChange(field, of: subject, before: nil, after: content))
    }
    #expect(
      StateDigest.ofState(state, definition: definition)
        == "4712a3abdc10fa3ca59f75ff16d5d13c1e04bef74d669ee3c034a428759963f6")
  }

  @Test("Every part of a definition changes its digest")
  func covers() {
    let form = ProfileForm.form
    var digests: Set<String> = [StateDigest.ofDefinition(form)]
    let edits: [(inout FormDefinition) -> Void] = [
      { $0.key = "other" }, { $0.title = "" }, { $0.properties = ["a": .null] },
      { $0.rowHeights = ["idCellNormal": .points(61)] }, { $0.rowHeights = ["idCellNormal": .automatic] },
      { $0.sections[0].title = "P" }, { $0.sections[0].isFoldable = false },
      { $0.sections[0].startsFolded = true },
      { $0.sections.swapAt(0, 1) }, { $0.sections[0].cells[0].title = "x" },
      { $0.sections[0].cells[0].subtitle = "x" }, { $0.sections[0].cells[0].summary = .join(separator: ",") },
      { $0.sections[0].cells[1].defaultValue = .text("") }, { $0.sections[0].cells[1].isHidden = true },
      { $0.sections[0].cells[0].startsExpanded = true }, { $0.sections[0].cells[6].switchTitles = nil },
      { $0.sections[2].cells[1].range = NumberRange(minimum: 0, maximum: 11) },
      { $0.sections[2].cells[1].defaultValue = nil },
      { $0.sections[2].cells[1].properties = ["x": .integer(1)] },
      { $0.sections[2].cells[1].properties = ["x": .string("1")] },
      { $0.accordion = .cells }, { $0.accordion = .sections }, { $0.sections[0].isAccordion = true },
      { $0.sections[0].cells[0].isAccordion = true }, { $0.sections[0].cells[3].isAccordion = true },
      { $0.sections[0].cells[0].inline = InlineExpansion() },
      { $0.sections[0].cells[0].inline = InlineExpansion(collapsedHeight: .points(30)) },
      { $0.sections[0].cells[0].inline = InlineExpansion(expandedHeight: .points(30)) },
      { $0.sections[0].cells[0].inline = InlineExpansion(lineLimit: 3) },
      { $0.sections[0].cells[0].summary = nil }, { $0.sections[0].cells[0].summary = .choice },
      { $0.sections[2].cells[1].step = 1 }, { $0.sections[2].cells[1].step = 0.5 },
      { $0.sections[1].cells[1].optionValue = "x" }, { $0.sections[1].cells[0].list = "sports" },
      { $0.lists = [OptionList("sports", options: [])] },
      { $0.lists = [OptionList("sports", options: [.init(value: "a", title: "b")])] },
      { $0.lists = [OptionList("sports", options: [.init(value: "b", title: "a")])] },
    ]
    for edit in edits {
      var edited = form
      edit(&edited)
      digests.insert(StateDigest.ofDefinition(edited))
    }
    #expect(digests.count == edits.count + 1)
  }

  @Test("The digest does not depend on the numbers that a store gives versions")
  func setAsideNumbers() {
    func digest(_ first: Int, _ second: Int) -> String {
      var state = ResponseState()
      for (version, text) in [(first, "b"), (second, "a"), (second, "c")] {
        let subject = StateSubject(text == "c" ? "other" : "name", setAsideFrom: version)
        state.apply(StateChange(.value, of: subject, before: nil, after: .value(.text(text))))
      }
      return StateDigest.ofState(state, definition: String(repeating: "0", count: 64))
    }
    #expect(digest(1, 2) == digest(2, 1))
    #expect(digest(1, 2) == digest(7, 3))
  }

  @Test("An inverse undoes a change, and apply returns whether the state was as before the change")
  func inverse() {
    var state = ResponseState()
    let change = StateChange(.value, of: StateSubject("x"), before: nil, after: .text("Tom"))
    let wasBefore = [change, change, change.inverse].map { state.apply($0) }
    #expect(wasBefore == [true, false, true])
    #expect(state.isEmpty)
  }
}
