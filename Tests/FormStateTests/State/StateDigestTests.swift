import FormState
import TestSupport
import Testing

@Suite("Digests")
struct StateDigestTests {
  // The expected texts are what the documented steps give in another language (netstrings into SHA-256).
  @Test("The digest is the documented one")
  func documented() {
    var state = ResponseState()
    let definition = StateDigest.ofDefinition(FormDefinition(key: "empty"))
    #expect(definition == "95b30c25399a1704fc3b775821f81618539df96a767533841fb2e2c597e64000")
    state.apply(.disclosure(cell: "b", before: nil, after: true))
    state.apply(.disclosure(cell: "a", before: nil, after: false))
    state.apply(.fold(section: "ü", before: nil, after: true))
    state.apply(.value(cell: "x", before: nil, after: .cleared))
    state.apply(.value(cell: "y", before: nil, after: .value(.real(7.5))))
    state.apply(.title(cell: "z", before: nil, after: "7.5"))
    #expect(
      StateDigest.ofState(state, definition: definition)
        == "4822ccdffcec1cf6fa0c158bc71c154fa8935589ac133bd1c2d827eece6edd7a")
  }

  @Test("Anything that a definition says changes its digest")
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
    ]
    for edit in edits {
      var edited = form
      edit(&edited)
      digests.insert(StateDigest.ofDefinition(edited))
    }
    #expect(digests.count == edits.count + 1)
  }

  @Test("An inverse takes a change back, and a change tells whether the state was on its near side")
  func inverse() {
    var state = ResponseState()
    let change = StateChange.value(cell: "x", before: nil, after: .value(.text("Tom")))
    let wasBefore = [change, change, change.inverse].map { state.apply($0) }
    #expect(wasBefore == [true, false, true])
    #expect(state.isEmpty)
  }
}
