import Foundation

/// The questions and calculations of a random XForm: persons with pets, and questions about them.
struct NaiveFieldForm: Sendable {
  /// The place of a node.
  enum Place: String, CaseIterable, Sendable { case root, person, pet }

  /// A question or a calculation.
  struct Node: Sendable {
    let name: String
    let place: Place
    var type = "string"
    var relevant: NaiveXPath?
    var calculation: NaiveXPath?
    /// The nodes of the itemset, and the path from each to its value.
    var choices: (items: NaiveXPath.Path, value: String)?
    var takesSeveral = false
  }

  /// An element of a secondary instance: its columns, and the elements in it.
  struct Element: Sendable {
    let name: String
    var attributes: [(name: String, text: String)] = []
    var text = ""
    var elements: [Element] = []
  }

  /// In an order in which each may read those before it.
  var nodes: [Node] = []
  /// The roots of the secondary instances, by name.
  var secondary: [String: Element] = [:]

  func node(_ name: String) -> Node? { nodes.first { $0.name == name } }
}

/// A response to such a form, evaluated in the slow and obvious way.
struct NaiveField {
  /// A node in an instance; 0 outside of repeats.
  struct Spot: Hashable {
    let name: String
    let instance: Int
  }

  /// A result that depends on the zone, with its inputs: it stays until they change.
  private struct Known {
    let inputs: [String]
    let text: String
  }

  let form: NaiveFieldForm
  private var entries: [Spot: NaiveNode.Content] = [:]
  /// The persons, and the pets of each, in their order.
  private(set) var persons = [1]
  private(set) var pets: [Int: [Int]] = [:]
  private var known: [Spot: Known] = [:]
  /// The results of the calculations.
  private(set) var calculated: [Spot: String] = [:]
  /// The questions with a chosen value that is not offered.
  private(set) var notOffered: Set<Spot> = []

  init(_ form: NaiveFieldForm, _ clock: NaiveClock) {
    self.form = form
    update(clock)
  }

  /// The spots of a node in all instances.
  func spots(of node: NaiveFieldForm.Node) -> [Spot] {
    switch node.place {
    case .root: [Spot(name: node.name, instance: 0)]
    case .person: persons.map { Spot(name: node.name, instance: $0) }
    case .pet: persons.flatMap { pets[$0] ?? [] }.map { Spot(name: node.name, instance: $0) }
    }
  }

  // MARK: - Actions

  mutating func enter(_ content: NaiveNode.Content?, at spot: Spot, _ clock: NaiveClock) {
    // A cleared value differs from an untouched one, and undo restores either.
    entries[spot] = content ?? .text("")
    update(clock)
  }

  mutating func add(_ instance: Int, to person: Int?, before next: Int?, _ clock: NaiveClock) {
    change(person) { $0.insert(instance, at: next.flatMap($0.firstIndex) ?? $0.endIndex) }
    update(clock)
  }

  mutating func remove(_ instance: Int, _ clock: NaiveClock) {
    let gone = [instance] + (pets[instance] ?? [])
    change(owner(of: instance)) { $0.removeAll { $0 == instance } }
    pets[instance] = nil
    entries = entries.filter { !gone.contains($0.key.instance) }
    update(clock)
  }

  mutating func move(_ instance: Int, before next: Int?, _ clock: NaiveClock) {
    change(owner(of: instance)) { list in
      guard instance != next else { return }
      list.removeAll { $0 == instance }
      list.insert(instance, at: next.flatMap(list.firstIndex) ?? list.endIndex)
    }
    update(clock)
  }

  /// Goes back to earlier answers. An undo is also an action, so changed results are calculated in the zone of its
  /// author.
  mutating func goBack(to before: NaiveField, _ clock: NaiveClock) {
    let back = Set(before.numbers).subtracting(numbers)
    (entries, persons, pets) = (before.entries, before.persons, before.pets)
    known = known.filter { !back.contains($0.key.instance) }
    update(clock)
  }

  private var numbers: [Int] { persons + pets.values.joined() }

  /// The person that a pet belongs to; `nil` for a person.
  func owner(of instance: Int) -> Int? { pets.first { $0.value.contains(instance) }?.key }

  private mutating func change(_ person: Int?, _ body: (inout [Int]) -> Void) {
    if let person { body(&pets[person, default: []]) } else { body(&persons) }
  }

  /// Whether answers or instances differ from another response.
  func differs(from other: NaiveField) -> Bool {
    entries != other.entries || persons != other.persons || pets != other.pets
  }

  /// Whether a question accepts an answer: any choice of the itemset without conditions, which only cause faults.
  func accepts(_ values: [String], at spot: Spot, _ clock: NaiveClock) -> Bool {
    let choosable = offered(at: spot, NaiveTree(self), clock, isFree: true)
    return values.allSatisfy(choosable.contains)
  }

  // MARK: - Results

  func content(at spot: Spot) -> NaiveNode.Content {
    calculated[spot].map { .text($0) } ?? entries[spot] ?? .text("")
  }

  private mutating func update(_ clock: NaiveClock) {
    let tree = NaiveTree(self)
    for node in form.nodes {
      guard let condition = node.relevant else { continue }
      for spot in tree.nodes(named: node.name) { spot.isRelevant = tree.evaluation(at: spot, clock).holds(condition) }
    }
    calculated = [:]
    for node in form.nodes {
      guard let calculation = node.calculation else { continue }
      for found in tree.nodes(named: node.name) {
        let spot = Spot(name: node.name, instance: found.place)
        let text = text(of: calculation, at: spot, tree.evaluation(at: found, clock))
        calculated[spot] = text
        found.content = .text(text)
      }
    }
    let questions = form.nodes.filter { $0.choices != nil }
    notOffered = Set(questions.flatMap { question in spots(of: question).filter { isNotOffered($0, tree, clock) } })
  }

  private mutating func text(of calculation: NaiveXPath, at spot: Spot, _ evaluation: NaiveEvaluation) -> String {
    guard calculation.asksZone else { return evaluation.text(calculation) }
    let inputs = evaluation.inputs(of: calculation, .init(node: evaluation.current))
    if let known = known[spot], known.inputs == inputs { return known.text }
    let text = evaluation.text(calculation)
    known[spot] = Known(inputs: inputs, text: text)
    return text
  }

  private func isNotOffered(_ spot: Spot, _ tree: NaiveTree, _ clock: NaiveClock) -> Bool {
    guard case .text(let text) = content(at: spot), !text.isEmpty else { return false }
    let offered = offered(at: spot, tree, clock)
    return !text.split(separator: " ").map(String.init).allSatisfy(offered.contains)
  }

  private func offered(
    at spot: Spot, _ tree: NaiveTree, _ clock: NaiveClock, isFree: Bool = false
  ) -> [String] {
    guard let choices = form.node(spot.name)?.choices, let node = tree.node(at: spot) else { return [] }
    let evaluation = tree.evaluation(at: node, clock)
    let value = NaiveXPath.Path(start: choices.items.start, steps: choices.items.steps + [.init(name: choices.value)])
    return evaluation.nodes(value, isFree: isFree).map { evaluation.text($0.read) }.filter { !$0.isEmpty }
  }
}

/// The instances of a response as trees.
struct NaiveTree {
  let document = NaiveNode("")
  private let secondary: [String: NaiveNode]
  private var all: [NaiveNode] = []

  init(_ field: NaiveField) {
    secondary = field.form.secondary.mapValues { root in
      let document = NaiveNode("")
      document.add(Self.node(root))
      return document
    }
    let data = document.add(NaiveNode("data"))
    add(.root, to: data, 0, field)
    for person in field.persons {
      let node = data.add(NaiveNode("person", instance: person))
      all.append(node)
      add(.person, to: node, person, field)
      for pet in field.pets[person] ?? [] {
        let pet = node.add(NaiveNode("pet", instance: pet))
        all.append(pet)
        add(.pet, to: pet, pet.place, field)
      }
    }
  }

  private mutating func add(
    _ place: NaiveFieldForm.Place, to parent: NaiveNode, _ instance: Int, _ field: NaiveField
  ) {
    for node in field.form.nodes where node.place == place && !["person", "pet"].contains(node.name) {
      let content = field.content(at: NaiveField.Spot(name: node.name, instance: instance))
      all.append(parent.add(NaiveNode(node.name, content: content)))
    }
  }

  private static func node(_ element: NaiveFieldForm.Element) -> NaiveNode {
    let node = NaiveNode(element.name, content: .text(element.text))
    for attribute in element.attributes {
      node.add(NaiveNode("@\(attribute.name)", content: .text(attribute.text)))
    }
    for inner in element.elements { node.add(Self.node(inner)) }
    return node
  }

  func nodes(named name: String) -> [NaiveNode] { all.filter { $0.name == name } }

  func node(at spot: NaiveField.Spot) -> NaiveNode? {
    nodes(named: spot.name).first { $0.place == spot.instance }
  }

  func evaluation(at node: NaiveNode, _ clock: NaiveClock) -> NaiveEvaluation {
    NaiveEvaluation(document: document, secondary: secondary, current: node, clock: clock)
  }
}
