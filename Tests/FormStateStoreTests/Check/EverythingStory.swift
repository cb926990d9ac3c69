import FormState

@testable import FormStateStore

/// A story that fills everything in the schema.
enum EverythingStory {
  /// The form's first version: every kind of cell, lists, summaries, heights, and everything else that an author may
  /// write.
  static let first = FormDefinition(
    key: "survey", title: "Survey",
    sections: [
      FormSection(key: "person", title: "Person", cells: person(firstName: "First name")),
      FormSection(
        key: "tastes", title: "Tastes", startsFolded: true, isAccordion: true, cells: tastes + [level(to: 10), photo],
        properties: ["icon": .string("heart")], isKeyDerived: true),
    ],
    accordion: .cells, lists: [quality], rowHeights: ["PhotoCell": .points(120), "idCellCustom": .automatic],
    properties: ["author": .string("Becky")])

  /// The second version: a renamed question, a new one, a smaller scale, and no photo.
  static let second = FormDefinition(
    key: "survey", title: "Survey, revised",
    sections: [
      FormSection(
        key: "person", title: "Person",
        cells: person(firstName: "Given name") + [FormCell(key: "nickname", kind: .text, title: "Nickname")]),
      FormSection(
        key: "tastes", title: "Tastes", isAccordion: true, cells: tastes + [level(to: 7)],
        properties: ["icon": .string("star")], isKeyDerived: true),
    ],
    accordion: .cells, lists: [quality], rowHeights: ["idCellCustom": .automatic])

  private static let quality = OptionList(
    "quality", options: [.init(value: "good", title: "Good"), .init(value: "poor", title: "Poor")])

  private static let wards = OptionList(
    "wards",
    options: [
      .init(value: "a1", title: "North", columns: ["floor": "1"]),
      .init(value: "b2", title: "South", columns: ["floor": "2"]),
    ])

  private static func group(_ key: String, _ rows: Int, _ summary: Summary?) -> FormCell {
    FormCell(
      key: key, kind: .group, subtitle: key, isExpandable: true, additionalRows: rows, summary: summary)
  }

  private static func person(firstName: String) -> [FormCell] {
    [
      group("fullname", 2, (try? Template("{lastname}, {firstname}")).map(Summary.template)),
      FormCell(key: "firstname", kind: .text, title: firstName),
      FormCell(key: "lastname", kind: .text, title: "Last name", defaultValue: "Doe"),
      group("birth", 1, .join(separator: " ")),
      FormCell(
        key: "birth-date", kind: .date, defaultValue: CalendarDate(year: 1835, month: 11, day: 30).map(CellValue.date)),
      FormCell(
        key: "married", kind: .switch, title: "Married", defaultValue: false,
        switchTitles: SwitchTitles(off: "Single", on: "Married")),
      FormCell(
        key: "life", kind: .text, title: "Life", isExpandable: true,
        inline: InlineExpansion(collapsedHeight: .points(64), expandedHeight: .automatic, lineLimit: 2)),
      FormCell(key: "town-1", kind: .text, title: "Town", isKeyDerived: true),
    ]
  }

  private static let tastes =
    [
      group("sport", 2, .choice),
      FormCell(key: "football", kind: .option, title: "Football"),
      FormCell(key: "chess", kind: .option, title: "Chess", optionValue: "board"),
      FormCell(
        key: "walls", kind: .group, subtitle: "Walls", isExpandable: true, additionalRows: 2, isAccordion: true,
        summary: .choice, list: "quality"),
    ] + quality.cells(ofQuestion: "walls") + [
      FormCell(key: "note", kind: .label, title: "Tell the truth"),
      FormCell(key: "secret", kind: .text, title: "Secret", isHidden: true),
    ]

  private static func level(to maximum: Double) -> FormCell {
    FormCell(
      key: "level", kind: .slider, title: "Level", defaultValue: 5, range: NumberRange(minimum: 0, maximum: maximum),
      step: 0.5)
  }

  private static let photo = FormCell(
    key: "photo", kind: .custom, identifier: "PhotoCell", title: "Photo",
    properties: ["shape": .string("round"), "sizes": .array([.integer(1), .real(2.5), .boolean(true)])])

  /// A text that a later change mostly keeps.
  static let life = String(repeating: "Born in Hannibal, and never tired of the river. ", count: 6)

  static let key = ResponseKey(form: "survey")
  static let compacted = ResponseKey(form: "survey", response: "compacted")
  static let finished = ResponseKey(form: "survey", response: "finished")

  /// A form with questions that are relevant only after certain answers.
  private static let club = FormDefinition(key: "club") {
    FormSection(key: "member") {
      Cell.switch("joins", title: "Joins")
      Cell.text("instrument", title: "Instrument").relevant("${joins}")
      Cell.text("teacher", title: "Teacher").required(when: "${joins}").readOnly(when: "${instrument} = ''")
        .constraint(". != ${instrument}", message: "Nobody is called that.")
      Cell.text("card", title: "Card").calculate("concat(${instrument}, ' ', today())").title("${teacher}")
      Cell.text("number", title: "Number").initially("uuid()")
    }
    FormSection(key: "fee", relevant: "${joins} and ${instrument} != ''") { Cell.slider("amount") }
  }

  /// Questions of the newer kinds.
  private static let visit = FormDefinition(key: "visit", lists: [quality, wards]) {
    FormSection(key: "patient") {
      Cell.integer("age", range: NumberRange(minimum: 0, maximum: 130), unit: "years")
      Cell.decimal("weight", value: "72.50", unit: "kg")
      Cell.time("seen", value: "14:30")
      Cell.dateTime("next")
      Cell.choices("symptoms", options: quality)
      Cell.group("ward", title: "Ward").choices("list('wards')[floor = ${age}]")
      Cell.file("scan")
      Cell.longText("story")
    }
  }

  /// A form with repeats.
  private static let trip = FormDefinition(key: "trip") {
    FormSection(key: "people") {
      Cell.integer("wanted")
      Cell.repeat("passenger", title: "Passengers", minimum: 1, maximum: 9) {
        Cell.group("person", title: "Passenger") {
          Cell.text("name", title: "Name").required()
          Cell.repeat("bag", title: "Luggage", initial: 1) { Cell.text("tag", title: "Tag") }
        }
      }
      Cell.repeat("stop", title: "Stops", initial: 2, first: [FirstInstance(["place": "Porto"])]) { Cell.text("place") }
      Cell.repeat("seat", title: "Seats") { Cell.text("number-of-seat") }.count("${wanted}")
    }
  }

  /// A form in two languages.
  private static let greeting: FormDefinition = {
    var form = FormDefinition(key: "greeting", title: "Greeting", lists: [quality]) {
      FormSection(key: "hello", title: "Hello") {
        Cell.text("who", title: "Who").required(message: "Say who.").constraint(". != 'x'")
        Cell.group("mood", title: "Mood", options: quality)
        Cell.switch("loud", title: "Loud")
        Cell.label("words").title("concat('Hello ', ${who})")
      }
    }
    form.language = "en"
    form.translations = [
      FormTranslation(
        "fr", title: "Salut", sections: ["hello": "Bonjour"],
        cells: [
          "who": CellTexts("Qui", required: "Dites qui.", constraints: ["Pas x."]),
          "loud": CellTexts("Fort", off: "Non", on: "Oui"),
          "words": CellTexts(expression: "concat('Bonjour ', ${who})"),
        ],
        lists: ["quality": ["good": "Bon"]])
    ]
    return form
  }()

  private static func travel(_ store: FormStore) throws {
    let trip = ResponseKey(form: "trip")
    for action: FormAction in [
      .set("passenger[1]/name", "Ada"), .add("passenger"), .set("passenger[2]/bag[1]/tag", "Blue"),
      .move("passenger[2]", before: "passenger[1]"), .add("passenger"), .remove("passenger[3]"), .set("wanted", 3),
      .set("wanted", 1), .expand("person:1"), .undo(.everything),
    ] { try store.apply(action, to: trip) }
  }

  private static func fillInVisit(_ store: FormStore) throws {
    let visit = ResponseKey(form: "visit")
    for action: FormAction in [
      .set("age", 41), .set("weight", "0.10"), .set("seen", "07:05:09.25"), .set("next", "2026-11-21T14:30+01:00"),
      .choose("symptoms=poor"), .choose("symptoms=good"), .set("scan", "scan.jpg"),
      .set("story", "One line,\nand another"),
      .markSaved, .choose("symptoms=poor"), .set("ward", "b2"),
    ] { try store.apply(action, to: visit) }
  }

  /// Runs the whole story.
  static func tell(in store: FormStore) throws {
    try store.save(first)
    try store.save(FormDefinition(key: "empty"))
    try fillIn(store)
    try compact(store)
    try store.save(second)
    try upgrade(store)
    try finish(store)
    try store.save(visit)
    try fillInVisit(store)
    try store.save(trip)
    try travel(store)
    try store.save(greeting)
    for action: FormAction in [.set("who", "Ada"), .set("loud", true), .revert(1), .restore(to: 1)] {
      try store.apply(action, to: ResponseKey(form: "greeting"))
    }
    try store.save(club)
    try store.apply(.set("joins", true), to: ResponseKey(form: "club"))
    try store.apply(.set("instrument", "Banjo"), to: ResponseKey(form: "club"))
    try store.apply(.set("teacher", "Banjo"), to: ResponseKey(form: "club"))
    try store.apply(.recalculate, to: ResponseKey(form: "club"))
    try store.save(ward)
    for action: FormAction in [.set("diagnosis", "Measles"), .clear("diagnosis"), .set("diagnosis", "Mumps")] {
      try store.apply(action, to: ResponseKey(form: "ward"))
    }
    try report(store)
    try part(store)
    try send(store)
    try stand(in: store)
  }

  /// Two copies that did different things and were joined: one question is settled, others are open.
  private static func part(_ store: FormStore) throws {
    for response in ["settled", "open"] {
      let key = ResponseKey(form: "greeting", response: response)
      try store.acting(as: "Ada").apply(.set("who", "Ada"), to: key)
      let other = try FormStore.inMemory()
      try other.restore(parts: store.forEachPart)
      try store.acting(as: "Ada").apply(.set("who", "Bob"), to: key)
      for action: FormAction in [.set("who", "Eve"), .set("loud", true), .complete] {
        try other.acting(as: "Eve").apply(action, to: key)
      }
      try store.merge(parts: other.forEachPart)
      if response == "settled" { try store.apply(.settle("who", taking: 2), to: key) }
    }
  }

  /// A form with a sensitive question.
  private static let ward = FormDefinition(key: "ward", title: "Ward") {
    FormSection(key: "s") { Cell.text("diagnosis", title: "Diagnosis").sensitive() }
  }

  /// Places on two devices.
  private static func stand(in store: FormStore) throws {
    for (form, device) in [("trip", "tablet"), ("club", "")] {
      let session = try store.session(for: ResponseKey(form: form), device: device)
      let rows = (0..<session.numberOfRows(in: 0)).compactMap { session.row(at: RowPath(section: 0, row: $0)) }
      session.keep(FormPlace(cell: rows.first?.reference, firstRow: rows.last?.reference))
    }
  }

  /// Faults that are reported from outside.
  private static func report(_ store: FormStore) throws {
    for action: FormAction in [
      .reportFault("Nobody of that name teaches here.", on: "teacher", from: "office"),
      .reportFault("The fee is not paid.", from: "bank"), .reportFault("Say more.", on: "instrument"),
      .set("instrument", "Fiddle"), .undo(.everything), .withdrawFaults(from: "bank"),
      .reportFault("The club is full.", from: "office"),
    ] { try store.apply(action, to: ResponseKey(form: "club")) }
  }

  private static func fillIn(_ store: FormStore) throws {
    let store = store.acting(as: "Becky")
    let actions: [FormAction] = [
      .tap("fullname"), .set("firstname", "Mark"), .set("lastname", "Twain"), .collapse("fullname"),
      .set("birth-date", "1910-04-21"), .set("married", true), .toggleFold(section: "tastes"), .choose("chess"),
      .choose("walls=good"), .set("level", 9), .set("photo", "river.jpg"), .draft("level", "9½"), .markSaved,
      .set("town-1", "Hannibal"), .clear("lastname"), .expandAll, .collapseAll, .reveal("firstname"),
      .fold(section: "person"), .unfold(section: "person"), .expand("life"), .set("life", .text(life)),
      .set("life", .text(life.replacingOccurrences(of: "tired of the river. Born", with: "far from it. Born"))),
      .reset("walls"), .draft("level", nil), .complete, .reopen,
    ]
    for action in actions { try store.apply(action, to: key) }
    try store.group("Paste", in: key) { group in
      try group.apply(.set("firstname", "Samuel"))
      try group.apply(.set("lastname", "Clemens"))
    }
    try store.undo(of: key, count: 3)
    try store.redo(of: key)
    try store.undo(of: key, scope: .values)
    // A new action abandons the undone steps.
    try store.apply(.draft("birth-date", "1910-04-"), to: key)
  }

  /// A collector acknowledges all responses but one, which it refuses.
  private static func send(_ store: FormStore) throws {
    let parts = try store.nextBatch(for: "hq")?.parts ?? []
    let answers = parts.map { part in
      PushAnswer(
        stream: part.stream,
        outcome: part.key == finished
          ? .refused(reason: "The survey is over.") : .took(revision: part.last, chain: part.chain.description))
    }
    try store.take(answers, from: "hq")
    _ = try store.exchangeFolder("folder 0123456789abcdef")
    if let batch = try store.nextBatch(for: "folder 0123456789abcdef", limit: 20) {
      try store.note(
        batch, writtenAs: "0123456789abcdef/000001-0123456789abcdef.jsonl", into: "folder 0123456789abcdef")
    }
  }

  private static func compact(_ store: FormStore) throws {
    for number in 1...9 { try store.apply(.set("level", .integer(Int64(number))), to: compacted) }
    try store.apply(.fold(section: "person"), to: compacted)
    try store.compact(compacted, keeping: 3)
  }

  private static func upgrade(_ store: FormStore) throws {
    try store.upgrade(key)
    try store.apply(.set("nickname", "Mark"), to: key)
    try store.undo(of: key)
  }

  private static func finish(_ store: FormStore) throws {
    try store.apply(.set("nickname", "Huck"), to: finished)
    try store.apply(.complete, to: finished)
    try store.copy(finished, to: "copy")
    try store.create(ResponseKey(form: "survey", response: "untouched"))
  }
}
