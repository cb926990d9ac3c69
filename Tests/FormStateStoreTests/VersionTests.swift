import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

@Suite("Versions of a form")
struct VersionTests {
  private let key = ResponseKey(form: "profile")

  private func form(_ title: String) -> FormDefinition {
    var form = ProfileForm.form
    form.title = title
    return form
  }

  @Test("Saving a known definition returns its version; new responses begin with the newest")
  func knownDefinition() throws {
    let store = try FormStore.inMemory()
    try store.save(form("One"))
    try store.save(form("Two"))
    let again = try store.save(form("One"))
    #expect(again.version == 1 && !again.isNew)
    #expect(try store.form("profile").title == "Two")
    try store.apply(.tap(.key("fullname")), to: key)
    #expect(try store.contents(of: key).version == 2)
    #expect(try store.overview().map(\.version) == [2])
    #expect(try store.save(form("Three")).version == 3)
    #expect(try store.form("profile").title == "Three")
  }

  @Test("A definition is the same before and after it is saved, whatever type the values of first instances have")
  func firstInstances() throws {
    let store = try FormStore.inMemory()
    let (day, paid) = (try #require(CalendarDate(isoText: "2026-01-02")), try #require(ExactDecimal("7.50")))
    let (at, seen) = (ClockTime(isoText: "07:30"), OffsetDateTime(isoText: "2026-01-02T07:30:00Z"))
    let visit = FirstInstance(["at": .time(try #require(at)), "seen": .dateTime(try #require(seen))])
    var first = FirstInstance(
      ["on": .date(day), "paid": .decimal(paid), "rate": .real(2)], repeats: ["visit": [visit]])
    first.values["until"] = .date(day)
    let form = FormDefinition(key: "days", title: "Days") {
      FormSection(key: "all", title: "All") {
        Cell.repeat("day", title: "Days", initial: 1, first: [first]) {
          Cell.date("on", title: "On")
          Cell.date("until", title: "Until")
          Cell.decimal("paid", title: "Paid")
          Cell.slider("rate", title: "Rate")
          Cell.repeat("visit", title: "Visits", initial: 1) {
            Cell.time("at", title: "At")
            Cell.dateTime("seen", title: "Seen")
          }
        }
      }
    }
    try store.save(form)
    let saved = try store.form("days")
    #expect(saved.sections[0].cells[0].counts == form.sections[0].cells[0].counts)
    #expect(StateDigest.ofDefinition(saved) == StateDigest.ofDefinition(form))
    #expect(try store.check() == [])
    try store.apply(.recalculate, to: ResponseKey(form: "days"))
    #expect(try store.contents(of: ResponseKey(form: "days")).state.cells.count == 6)
  }

  @Test("A value that a cell accepts is the same before and after its form is saved", arguments: CellKind.allCases)
  func savedValues(of kind: CellKind) throws {
    let values: [CellValue] = [
      .text("7"), .text("2026-01-02"), .text("07:30"), .text("2026-01-02T07:30:00Z"), .text("true"), .text("a"),
      .text(""), .integer(7), .real(7), .real(7.5), .boolean(true), .choices(["b", "a"]), .choices([]),
      .date(try #require(CalendarDate(isoText: "2026-01-02"))), .decimal(try #require(ExactDecimal("7.0"))),
      .time(try #require(ClockTime(isoText: "07:30"))),
      .dateTime(try #require(OffsetDateTime(isoText: "2026-01-02T07:30:00Z"))),
    ]
    let hasOptions = kind == .choices || kind == .group
    let options = hasOptions ? ["a", "b"].map { FormCell(key: $0, kind: .option, optionValue: $0) } : []
    let store = try FormStore.inMemory()
    var count = 0
    for (number, value) in values.enumerated() {
      for isFirst in [false, true] {
        let cell = FormCell(
          key: "cell", kind: kind, defaultValue: isFirst ? nil : value, isExpandable: hasOptions,
          additionalRows: options.count)
        let owner = FormCell(
          key: "owner", kind: .repeat, isExpandable: true, additionalRows: options.count + 1,
          counts: InstanceCounts(initial: 1, first: [FirstInstance(["cell": value])]))
        let cells = (isFirst ? [owner] : []) + [cell] + options
        let form = FormDefinition(
          key: "form\(number)\(isFirst)", sections: [FormSection(key: "all", cells: cells)])
        guard form.definitionFaults().isEmpty else { continue }
        count += 1
        try store.save(form)
        let saved = try store.form(form.key)
        #expect(StateDigest.ofDefinition(saved) == StateDigest.ofDefinition(form), "\(value), first: \(isFirst)")
        #expect(saved.sections[0].cells[0].counts == form.sections[0].cells[0].counts)
        guard isFirst else { continue }
        let session = try store.session(for: ResponseKey(form: form.key))
        #expect(session.value(of: "cell:1") != nil, "a first instance holds \(value)")
      }
    }
    // The others hold no value.
    #expect(count > 0 || [.label, .option, .repeat].contains(kind))
    #expect(try store.check() == [])
  }

  @Test("Two app builds that save their definitions alternately create only two versions")
  func twoBuilds() throws {
    let store = try FormStore.inMemory()
    for _ in 0..<20 {
      for title in ["Old build", "New build"] { try store.save(form(title)) }
    }
    let versions = try store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM formstate_version") }
    #expect(versions == 2)
    #expect(try store.form("profile").title == "New build")
    #expect(try store.check() == [])
  }

  @Test("An imported response keeps its older version, and new responses begin with the newest")
  func copying() throws {
    let source = try FormStore.inMemory()
    try source.save(form("One"))
    try source.apply(.set(.key("firstname"), .text("Tom")), to: key)
    let response = FormContents.Response(journal: try source.journal(of: key))

    // Into a store that has the old version, and into one that does not.
    for titles in [["One", "Two"], ["Two"]] {
      let store = try FormStore.inMemory()
      for title in titles { try store.save(form(title)) }
      try store.importForms([FormContents(form: form("One"), responses: ["copy": response])])
      #expect(try store.form("profile").title == "Two", "\(titles)")
      let copy = ResponseKey(form: "profile", response: "copy")
      #expect(try store.contents(of: copy).form.title == "One", "\(titles)")
      try store.apply(.tap(.key("fullname")), to: key)
      #expect(try store.contents(of: key).form.title == "Two", "\(titles)")
      #expect(try store.check() == [], "\(titles)")
    }
    // Into an empty store, where it is the only version.
    let empty = try FormStore.inMemory()
    try empty.importForms([FormContents(form: form("One"), responses: ["copy": response])])
    #expect(try empty.form("profile").title == "One")
  }

  @Test("A definition imported without responses becomes the newest version")
  func importing() throws {
    let store = try FormStore.inMemory()
    try store.save(form("One"))
    try store.importForms([FormContents(form: form("Two"))])
    #expect(try store.form("profile").title == "Two")
  }

  @Test("An imported response keeps its stream unless the store already has that stream")
  func streams() throws {
    let source = try FormStore.inMemory()
    try source.save(ProfileForm.form)
    try source.apply(.tap(.key("fullname")), to: key)
    let stream = try #require(try source.contents(of: key).stream)
    let response = FormContents.Response(stream: stream, journal: try source.journal(of: key))
    let store = try FormStore.inMemory()
    try store.importForms([FormContents(form: ProfileForm.form, responses: ["first": response])])
    try store.importForms([FormContents(form: ProfileForm.form, responses: ["second": response])])
    let streams = try store.contents(ofResponsesTo: "profile").map(\.stream)
    #expect(streams.first == stream)
    #expect(Set(streams).count == 2 && !streams.contains(nil))
  }

  private func dinner(_ cells: [FormCell]) -> FormDefinition {
    FormDefinition(key: "dinner", sections: [FormSection(key: "section-1", cells: cells, isKeyDerived: true)])
  }

  @Test("An answer with an ambiguous derived key is set aside until a mapping names its cell")
  func slidKeys() throws {
    let store = try FormStore.inMemory()
    let key = ResponseKey(form: "dinner")
    let guest = FormCell(key: "guest", kind: .text, title: "Guest", isKeyDerived: true)
    let wine = FormCell(key: "wine", kind: .text, title: "Wine", isKeyDerived: true)
    try store.save(dinner([guest, wine]))
    try store.apply(.set(.key("guest"), .text("Tom")), to: key)
    let digest = try store.contents(of: key).digest
    // A guest is inserted before the first one, whose key becomes guest-2.
    var second = guest
    second.key = "guest-2"
    try store.save(dinner([guest, second, wine]))
    let cell = try #require(try store.upgradePlan(for: key).cells.first)
    #expect(cell.fates == [.setAside] && cell.newKey == nil && cell.candidates == ["guest", "guest-2"])
    try store.upgrade(key)
    let contents = try store.contents(of: key)
    #expect(contents.value(of: guest) == nil && contents.value(of: second) == nil)
    #expect(contents.state.cells[StateSubject("guest", setAsideFrom: 1)]?.entry == .text("Tom"))
    #expect(try store.check() == [])
    try store.undo(of: key)
    #expect(try store.contents(of: key).digest == digest)
    let upgraded = try store.upgrade(key, mapping: ["guest": "guest-2"]).cells.first
    #expect(upgraded?.fates == [.renamed] && upgraded?.newKey == "guest-2")
    #expect(try store.contents(of: key).value(of: second) == "Tom")
    #expect(try store.check() == [])
  }

  @Test("An upgrade keeps an answer with a derived key if its cell is unambiguous")
  func derivedKeys() throws {
    let store = try FormStore.inMemory()
    let key = ResponseKey(form: "dinner")
    let guest = FormCell(key: "guest", kind: .text, title: "Guest", isKeyDerived: true)
    try store.save(dinner([guest]))
    try store.apply(.set(.key("guest"), .text("Tom")), to: key)
    try store.save(dinner([FormCell(key: "host", kind: .text, title: "Host", isKeyDerived: true), guest]))
    #expect(try store.upgrade(key).version == 2)
    #expect(try store.contents(of: key).value(of: guest) == "Tom")
    #expect(try store.check() == [])
  }
}
