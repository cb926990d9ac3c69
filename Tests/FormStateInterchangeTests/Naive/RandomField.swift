import FormState
import TestSupport

/// Random XForms: secondary instances that are trees, calculations over them and over persons with pets, dates in time
/// zones, and choices from both.
struct RandomField {
  var generator: SeededGenerator
  private(set) var form = NaiveFieldForm()
  /// The elements of the secondary instance that are items of lists, by their paths below the root.
  private(set) var lists: [[String]: [NaiveFieldForm.Element]] = [:]

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    form.secondary["t"] = tree()
    addQuestions()
    let count = number(4...9)
    for index in 0..<count { addCalculation("c\(index)") }
  }

  mutating func isLucky(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &generator) == 0 }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(0...(elements.count - 1))] }

  // MARK: - Secondary instances

  /// The texts in columns and in answers.
  static let words = ["a", "b", "north", "2", "Ann"]

  private mutating func tree() -> NaiveFieldForm.Element {
    var root = NaiveFieldForm.Element(name: "root")
    let kinds = isLucky(2) ? ["town"] : ["town", "village"]
    for number in 0..<number(2...6) {
      let kind = number == 0 ? kinds[0] : pick(kinds)
      root.elements.append(element([kind], "x\(number)", depth: 0))
    }
    return root
  }

  /// An element with some of the possible columns, each possibly blank, and with elements in it.
  private mutating func element(_ path: [String], _ value: String, depth: Int) -> NaiveFieldForm.Element {
    var element = NaiveFieldForm.Element(name: path.last ?? "")
    element.elements = [.init(name: "name", text: value)]
    for (column, words) in [("label", ["L \(value)"]), ("up", Self.words), ("size", ["1", "2", "30"])] where !isLucky(3)
    {
      element.elements.append(.init(name: column, text: isLucky(3) && column != "label" ? "" : pick(words)))
    }
    for (attribute, words) in [("code", Self.words), ("size", ["3", "2"])] where isLucky(2) {
      element.attributes.append((attribute, isLucky(3) ? "" : pick(words)))
    }
    lists[path, default: []].append(element)
    let inner = ["quarter", "house", "room"][depth]
    if depth < 2 {
      for number in 0..<(isLucky(2) ? number(1...3) : 0) {
        element.elements.append(self.element(path + [inner], "\(value)\(number)", depth: depth + 1))
      }
    }
    return element
  }

  /// The columns that occur in a list, attributes with `@`.
  func columns(of path: [String]) -> [String] {
    let items = lists[path] ?? []
    let names = items.flatMap {
      $0.elements.filter(\.elements.isEmpty).map(\.name) + $0.attributes.map { "@\($0.name)" }
    }
    return Set(names).sorted()
  }

  // MARK: - Nodes

  private mutating func addQuestions() {
    typealias Node = NaiveFieldForm.Node
    form.nodes = [
      Node(name: "up", place: .root), Node(name: "n", place: .root, type: "int"),
      Node(name: "when", place: .root, type: "date"), Node(name: "at", place: .root, type: "dateTime"),
      Node(name: "clock", place: .root), Node(name: "name", place: .person),
      Node(name: "age", place: .person, type: "int"), Node(name: "kind", place: .pet),
      Node(name: "weight", place: .pet, type: "int"),
    ]
    for (name, type) in [("born", "date"), ("seen", "dateTime")] {
      let relevant = isLucky(3) ? condition(Scope(place: .person, readsPets: false)) : nil
      form.nodes.append(Node(name: name, place: .person, type: type, relevant: relevant))
    }
    form.nodes.append(
      Node(name: "pet", place: .pet, relevant: isLucky(3) ? condition(Scope(place: .person, readsPets: false)) : nil))
    let path = pick([["town"], pick(lists.keys.sorted { $0.joined() < $1.joined() })])
    let towns = items(path, Scope(place: .root))
    let head = items("/data/person", Scope(place: .root), .person)
    let cooks = items("/data/person", Scope(place: .root), .person)
    let boss = items(pick(["../../person", "/data/person"]), Scope(place: .person), .person)
    form.nodes += [
      Node(name: "town", place: .root, choices: (towns, "name")),
      Node(name: "head", place: .root, choices: (head, "name")),
      Node(name: "cooks", place: .root, choices: (cooks, "name"), takesSeveral: true),
      Node(name: "boss", place: .person, choices: (boss, "name")),
    ]
  }

  private mutating func addCalculation(_ name: String) {
    let place = pick(NaiveFieldForm.Place.allCases)
    let scope = Scope(place: place)
    let calculation = isLucky(3) ? ofDates(scope) : isLucky(2) ? text(scope) : numeric(scope)
    form.nodes.append(.init(name: name, place: place, calculation: calculation))
  }
}
