import TestSupport
import Testing

@testable import FormState

@Suite("Matching cells and sections of two versions")
struct VersionMatchTests {
  private func form(_ sections: [(title: String, cells: [FormCell])]) -> FormDefinition {
    FormDefinition(
      key: "f",
      sections: sections.enumerated().map { index, section in
        FormSection(key: "section-\(index + 1)", title: section.title, cells: section.cells, isKeyDerived: true)
      })
  }

  private func derived(_ key: String, _ title: String, kind: CellKind = .text, identifier: String? = nil) -> FormCell {
    FormCell(key: key, kind: kind, identifier: identifier, title: title, isKeyDerived: true)
  }

  @Test("Two document versions that are one stored version merge their moves of set-aside cells")
  func renumbered() {
    let move = UpgradeRecord(
      to: 3, cells: [StateSubject("a", setAsideFrom: 1): "b", StateSubject("a", setAsideFrom: 2): "b"])
    #expect(move.renumbered { _ in 1 } == UpgradeRecord(to: 1, cells: [StateSubject("a", setAsideFrom: 1): "b"]))
  }

  @Test("A cell inserted above an equal one does not get its answers, even with the same derived key")
  func sliding() {
    let old = form([("", [derived("name", "Name"), derived("age", "Age")])])
    let new = form([("", [derived("name", "Name"), derived("name-2", "Name"), derived("age", "Age")])])
    let match = VersionMatch(from: old, to: new)
    #expect(match.cells(of: old) == ["age": "age"])
    #expect(match.doubts(of: old) == ["name": ["name", "name-2"]])
    #expect(
      VersionMatch(from: old, to: new, mapping: ["name": "name-2"]).cells(of: old) == ["name": "name-2", "age": "age"])
  }

  @Test("Given keys alone decide which cells match")
  func given() {
    let old = FormDefinition(
      key: "f", sections: [FormSection(key: "s", cells: [FormCell(key: "a", kind: .text, title: "Name")])])
    var new = old
    new.sections[0].key = "t"
    new.sections[0].cells = [
      FormCell(key: "b", kind: .text, title: "Name"), FormCell(key: "a", kind: .slider, title: "Age"),
    ]
    let match = VersionMatch(from: old, to: new)
    #expect(match.cells(of: old) == ["a": "a"] && match.sections(of: old) == [:] && match.doubts(of: old) == [:])
    new.sections[0].cells.removeLast()
    #expect(VersionMatch(from: old, to: new).cells(of: old) == [:])
  }

  @Test(
    "A title finds a cell that has another section, key, kind or subtitle"
  )
  func moved() {
    let old = form([("", [derived("a", "Soup"), derived("b", "Pasta"), derived("c", "Cake", kind: .switch)])])
    var pasta = derived("pasta", "Pasta")
    pasta.subtitle = "with sauce"
    let new = form([("Sweet", [derived("cake", "Cake")]), ("Salty", [pasta, derived("a", "Soup")])])
    #expect(VersionMatch(from: old, to: new).cells(of: old) == ["a": "a", "b": "pasta", "c": "cake"])
  }

  @Test("Equal cells match by the cells above them, also if another one was removed")
  func twins() {
    func parent(_ title: String, _ children: [FormCell]) -> [FormCell] {
      [
        FormCell(
          key: title, kind: .group, title: title, isExpandable: true, additionalRows: children.count, isKeyDerived: true
        )
      ]
        + children
    }
    let picker = derived("p1", "", kind: .date)
    let old = form([
      ("", parent("Father", [derived("n1", "Name"), picker]) + parent("Mother", [derived("n2", "Name")]))
    ])
    let turned = form([
      ("", parent("Mother", [derived("n1", "Name")]) + parent("Father", [derived("n2", "Name"), picker]))
    ])
    #expect(
      VersionMatch(from: old, to: turned).cells(of: old)
        == ["Father": "Father", "Mother": "Mother", "n1": "n2", "n2": "n1", "p1": "p1"])
    let fewer = form([("", parent("Father", [derived("n1", "Name"), picker]) + parent("Mother", []))])
    let match = VersionMatch(from: old, to: fewer)
    #expect(match.cells(of: old) == ["Father": "Father", "Mother": "Mother", "n1": "n1", "p1": "p1"])
    #expect(match.doubts(of: old) == [:])
  }

  @Test("An unchanged cell keeps its answers, although another one elsewhere became or was its namesake")
  func namesakes() {
    func cafe(_ key: String, _ picture: String) -> FormCell {
      var cell = derived(key, "Cafe", kind: .custom)
      cell.properties = ["png": .string(picture)]
      return cell
    }
    func group(_ title: String, _ cell: FormCell) -> [FormCell] {
      [
        FormCell(key: title, kind: .group, title: title, isExpandable: true, additionalRows: 1, isKeyDerived: true),
        cell,
      ]
    }
    func form(_ pictures: String...) -> FormDefinition {
      self.form([
        ("", group("Dining", cafe("dining", pictures[0]))), ("", group("Campus", cafe("campus", pictures[1]))),
      ])
    }
    let groups = ["Dining": "Dining", "Campus": "Campus"]
    for (old, new) in [(form("", "1"), form("1", "1")), (form("1", "1"), form("", "1"))] {
      let match = VersionMatch(from: old, to: new)
      #expect(match.cells(of: old) == groups.merging(["campus": "campus"]) { $1 })
      #expect(match.doubts(of: old) == ["dining": ["dining"]])
    }
    // At the top of sections, which are distinguished by their other cells.
    let (soup, cake) = (derived("soup", "Soup"), derived("cake", "Cake"))
    let old = self.form([("", [soup, cafe("c1", "1")]), ("", [cake, cafe("c2", "1")])])
    let new = self.form([("", [soup, cafe("c1", "1")]), ("", [cake, cafe("c2", "2")])])
    #expect(VersionMatch(from: old, to: new).cells(of: old) == ["soup": "soup", "cake": "cake", "c1": "c1"])
    // Nothing distinguishes these.
    let bare = (self.form([("", [cafe("c1", "1")]), ("", [cafe("c2", "1")])]), self.form([("", [cafe("c1", "1")])]))
    #expect(VersionMatch(from: bare.0, to: bare.1).cells(of: bare.0) == [:])
  }

  @Test("Sections match by title, or else by cells that are only in them")
  func sections() {
    let old = form([("People", [derived("a", "Ada")]), ("", [derived("b", "Soup"), derived("c", "Cake")])])
    let new = form([("", [derived("b", "Soup"), derived("c", "Cake")]), ("People", [])])
    #expect(VersionMatch(from: old, to: new).sections(of: old) == ["section-1": "section-2", "section-2": "section-1"])
    let split = form([("", [derived("b", "Soup")]), ("", [derived("c", "Cake")])])
    #expect(VersionMatch(from: old, to: split).sections(of: old) == [:])
  }

  @Test(
    "With given keys, matching by key and matching by content agree",
    arguments: TestSeeds.seeds(60, full: 6_000))
  func byKey(seed: UInt64) {
    var (random, revision) = (RandomForm(seed: seed), RandomRevision(seed: seed))
    var generator = SeededGenerator(seed: seed)
    let old = random.form(sections: 3, cellsPerSection: 12)
    let new = revision.edited(old, times: Int.random(in: 0...8, using: &generator))
    let (oldKeys, newKeys) = (old.sections.flatMap(\.cells).map(\.key), new.sections.flatMap(\.cells).map(\.key))
    var mapping: [String: String?] = [:]
    for _ in 0..<Int.random(in: 0...5, using: &generator) {
      let other = [newKeys.randomElement(using: &generator), "nowhere", nil].randomElement(using: &generator) ?? nil
      mapping[(oldKeys + newKeys).randomElement(using: &generator) ?? ""] = .some(other)
    }
    let place = Comment(rawValue: "replay with FORMSTATE_TEST_SEED=\(seed)")
    let whole = ContentMatch(from: old, to: new, mapping: mapping)
    for form in [(old, new), (FormInPages(old, pageSize: 8).form, FormInPages(new, pageSize: 4).form)] {
      let match = VersionMatch(from: form.0, to: form.1, mapping: mapping)
      #expect(match.cells(of: old) == whole.cells, place)
      #expect(match.sections(of: old) == whole.sections, place)
      #expect(match.doubts(of: old) == whole.candidates(forCells: Set(oldKeys)), place)
    }
  }

  @Test(
    "No edit of a form with derived keys makes a cell match another one",
    arguments: TestSeeds.seeds(200, full: 20_000))
  func neverAnother(seed: UInt64) {
    var author = Author(seed: seed)
    let (before, old) = author.version()
    for _ in 0..<Int.random(in: 1...6, using: &author.generator) { author.edit() }
    let (after, new) = author.version()
    let place = Comment(rawValue: "replay with FORMSTATE_TEST_SEED=\(seed)")
    let match = VersionMatch(from: old, to: new)
    let cells = match.cells(of: old)
    for (from, to) in cells { #expect(before[from] == after[to], place) }
    #expect(Set(cells.values).count == cells.count, place)
    let back = VersionMatch(from: new, to: old)
    #expect(back.cells(of: new) == Dictionary(uniqueKeysWithValues: cells.map { ($1, $0) }), place)
    // A question that was not edited and has a unique title is always found.
    for (key, identity) in before where author.isPlain(identity) {
      #expect(cells[key].flatMap { after[$0] } == identity, place)
    }
  }
}

/// An author who edits a form and knows the identity of each question.
private struct Author {
  private struct Question {
    let identity: Int
    var title: String
    var kind: CellKind
  }

  var generator: SeededGenerator
  private var sections: [[Question]] = []
  private var next = 0
  /// The edited titles; two edits of one title would be ambiguous.
  private var edited: Set<String> = []

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    for _ in 0..<3 {
      sections.append([])
      for _ in 0..<Int.random(in: 0...5, using: &generator) {
        // Some have the same title.
        sections[sections.count - 1].append(question("Question \(Int.random(in: 0..<12, using: &generator))"))
      }
    }
  }

  private mutating func question(_ title: String) -> Question {
    next += 1
    return Question(identity: next, title: title, kind: .text)
  }

  /// Whether a question has a unique title and was not edited.
  func isPlain(_ identity: Int) -> Bool {
    let questions = sections.joined()
    guard let question = questions.first(where: { $0.identity == identity }), !edited.contains(question.title) else {
      return false
    }
    return questions.filter { $0.title == question.title }.count == 1
  }

  mutating func edit() {
    let section = Int.random(in: 0..<sections.count, using: &generator)
    guard let row = sections[section].indices.randomElement(using: &generator) else { return }
    let question = sections[section][row]
    guard edited.insert(question.title).inserted else { return }
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: sections[section].insert(self.question("New \(next)"), at: row)
    case 1: sections[section].insert(self.question(question.title), at: row)
    case 2: sections[section].remove(at: row)
    case 3:
      sections[section].remove(at: row)
      let target = Int.random(in: 0..<sections.count, using: &generator)
      sections[target].insert(question, at: Int.random(in: 0...sections[target].count, using: &generator))
    case 4:
      next += 1
      sections[section][row].title = "Renamed \(next)"
      edited.insert("Renamed \(next)")
    default: sections[section][row].kind = .slider
    }
  }

  /// The form as read from a document without keys, and the identity of the question for each key.
  func version() -> (identities: [String: Int], form: FormDefinition) {
    var identities: [String: Int] = [:]
    var counts: [String: Int] = [:]
    let sections = sections.enumerated().map { index, questions in
      let cells = questions.map { question in
        counts[question.title, default: 0] += 1
        let key = "\(question.title)-\(counts[question.title] ?? 0)"
        identities[key] = question.identity
        return FormCell(key: key, kind: question.kind, title: question.title, isKeyDerived: true)
      }
      return FormSection(key: "section-\(index + 1)", title: "Section \(index)", cells: cells, isKeyDerived: true)
    }
    return (identities, FormDefinition(key: "f", sections: sections))
  }
}
