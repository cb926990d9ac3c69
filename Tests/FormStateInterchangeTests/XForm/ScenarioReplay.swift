import Foundation
import TestSupport

@testable import FormState
@testable import FormStateInterchange
@testable import FormStateStore

/// A recorded scenario of JavaRosa's own tests: a form, and the state of every node after each step.
struct RecordedScenario: Sendable {
  /// A node: whether it is relevant, required and read-only, and its value.
  struct Node: Hashable, CustomStringConvertible {
    let isRelevant: Bool
    let isRequired: Bool
    let isReadOnly: Bool
    let value: String?

    /// Whether it contains questions and has no answer.
    var isContainer = false

    /// Whether two nodes agree: irrelevant nodes and containers need not agree on being required.
    func agrees(with other: Node) -> Bool {
      isRelevant == other.isRelevant && (!isRelevant || isContainer || isRequired == other.isRequired)
        && isReadOnly == other.isReadOnly
        && Self.plain(value) == Self.plain(other.value)
    }

    /// JavaRosa writes true as 1, and a day as its first moment.
    private static func plain(_ value: String?) -> String? {
      switch value {
      case "true": "1"
      case "false": "0"
      default: value?.replacing(/T00:00:00.000Z$/, with: "")
      }
    }

    var description: String {
      "\(isRelevant ? "" : "not relevant, ")\(isRequired ? "required, " : "")\(isReadOnly ? "read only, " : "")\(value ?? "nothing")"
    }
  }

  /// A step, and the nodes that it changed; `nil` for those that it removed.
  struct Step {
    let did: String?
    /// Whether the response is opened: `true` the first time, `false` again; `nil` for an action.
    let isFirstOpening: Bool?
    let path: String
    let value: String?
    let isRefused: Bool
    let nodes: [String: Node?]
  }

  let name: String
  let form: String
  var steps: [Step] = []

  /// Reads the recorded scenarios.
  static func all(in url: URL) throws -> [RecordedScenario] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", url.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    var scenarios: [RecordedScenario] = []
    for line in data.split(separator: UInt8(ascii: "\n")) {
      guard let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any] else { continue }
      if let form = object["form"] as? String {
        let test = object["test"] as? String ?? ""
        scenarios.append(RecordedScenario(name: String(test.prefix { $0 != "(" }), form: escaped(form)))
      } else if let last = scenarios.indices.last {
        scenarios[last].steps.append(step(object))
      }
    }
    return scenarios
  }

  /// The recording has unescaped values of attributes.
  private static func escaped(_ form: String) -> String {
    form.replacing(/="([^"]*)"/) { match in
      "=\"\(match.output.1.replacing("<", with: "&lt;"))\""
    }
  }

  private static func step(_ object: [String: Any]) -> Step {
    var nodes: [String: Node?] = [:]
    for node in object["nodes"] as? [[Any]] ?? [] {
      guard let path = node.first as? String else { continue }
      nodes[path] =
        node.count < 5
        ? .some(nil)
        : Node(
          isRelevant: node[1] as? Bool ?? true, isRequired: node[2] as? Bool ?? false,
          isReadOnly: node[3] as? Bool ?? false, value: node[4] as? String)
    }
    return Step(
      did: object["did"] as? String, isFirstOpening: object["opened"] as? Bool, path: object["at"] as? String ?? "",
      value: object["value"] as? String,
      isRefused: (object["result"] as? String).map { $0 != "OK" } ?? false, nodes: nodes)
  }
}

/// A replay of a scenario on a form that was imported from its XForm.
final class ScenarioReplay {
  private let store: FormStore
  private let key: ResponseKey
  let form: FormDefinition
  /// The keys of cells by the paths of their nodes.
  private let cells: [String: FormCell]
  let diagnostics: [Diagnostic]

  init(_ scenario: RecordedScenario) throws {
    let imported = try XFormDocument.read(
      Data(scenario.form.utf8), settings: ImportSettings(sourceName: "form.xml"))
    form = imported.form
    diagnostics = imported.diagnostics
    cells = Dictionary(
      form.sections.flatMap(\.cells).compactMap { cell in Self.path(cell.properties).map { ($0, cell) } }
    ) { first, _ in first }
    store = try FormStore.inMemory()
    try store.save(form)
    key = ResponseKey(form: form.key)
    // Opening begins the response if rules set its initial contents.
    _ = try store.session(for: key)
  }

  private static func path(_ properties: [String: PropertyValue]) -> String? {
    guard case .dictionary(let kept)? = properties["xforms"], case .string(let path)? = kept["ref"] else { return nil }
    return path
  }

  // MARK: - Acting

  func act(_ step: RecordedScenario.Step) throws {
    if step.isFirstOpening == false { try store.apply(.recalculate, to: key) }
    guard let did = step.did, !step.isRefused else { return }
    let (names, indexes) = Self.taken(apart: step.path)
    guard let cell = cells["/" + names.joined(separator: "/")] else { return }
    let state = try store.contents(of: key).state
    let instance = self.instance(names.dropLast(did == "set" ? 0 : 1), indexes, state)
    let around = instance == 0 ? CellReference.key(cell.key) : .instance(cell.key, number: instance)
    switch did {
    case "set":
      guard let value = step.value, !value.isEmpty else {
        _ = try store.apply(.clear(around), to: key)
        return
      }
      let choices = value.split(separator: " ").map(String.init)
      try store.apply(.set(around, cell.kind == .choices ? .choices(choices) : .text(value)), to: key)
    case "add": try store.apply(.add(around), to: key)
    default:
      let number = self.instance(names[...], indexes, state)
      try store.apply(.remove(.instance(cell.key, number: number)), to: key)
    }
  }

  private static func taken(apart path: String) -> (names: [String], indexes: [Int]) {
    let steps = path.split(separator: "/")
    return (
      steps.map { step in String(step.prefix { $0 != "[" }) },
      steps.map { step in Int(step.drop { $0 != "[" }.dropFirst().dropLast()) ?? 1 }
    )
  }

  /// The innermost instance of a path; 0 for none.
  private func instance(_ names: ArraySlice<String>, _ indexes: [Int], _ state: ResponseState) -> Int {
    var number = 0
    for position in names.indices {
      guard let cell = cells["/" + names[...position].joined(separator: "/")], cell.kind == .repeat else { continue }
      let instances = state.instances.filter { $0.key.key == cell.key && $0.value.parent == number }
        .sorted { ($0.value.rank, $0.key.instance) < ($1.value.rank, $1.key.instance) }.map(\.key.instance)
      guard instances.indices.contains(indexes[position] - 1) else { return number }
      number = instances[indexes[position] - 1]
    }
    return number
  }

  // MARK: - Looking

  /// Every node by its path.
  func nodes() throws -> [String: RecordedScenario.Node] {
    let state = try store.contents(of: key).state
    var paths: [Int: String] = [:]
    var counts: [String: Int] = [:]
    var nodes: [String: RecordedScenario.Node] = [:]
    AskedCells(form, state).visitAll { visit in
      guard let path = Self.path(visit.cell.properties) else { return }
      let isRepeat = visit.cell.kind == .repeat
      guard !isRepeat || visit.isInstance else { return }
      // The number of an instance follows the name of its repeat, in the path of the instance around it.
      let number = visit.place.instance
      var written = path
      if visit.isInstance {
        let parent = state.instances[StateSubject(visit.cell.key, instance: number)]?.parent ?? 0
        let base = Self.within(paths[parent], path)
        counts[base, default: 0] += 1
        written = "\(base)[\(counts[base, default: 1])]"
        paths[number] = written
      } else {
        written = Self.within(paths[number], path)
      }
      nodes[written] = node(visit, state)
    }
    return nodes
  }

  /// A path within an instance.
  private static func within(_ instance: String?, _ path: String) -> String {
    guard let instance else { return path }
    let bare = instance.replacing(/\[[0-9]+\]/, with: "")
    return path.hasPrefix(bare + "/") ? instance + path.dropFirst(bare.count) : path
  }

  /// Why the scenario needs something that forms do not support yet; `nil` otherwise.
  var reasonOutOfScope: String? {
    let reasons = [
      ("is not supported yet", "functions to come"), ("there is no function", "functions of somebody else's"),
      ("waits for", "what happens on other events"),
      ("stand in no list", "lists beside the form"), ("stands beside the form", "lists beside the form"),
      ("shows other columns elsewhere", "lists of which questions show other columns"),
      ("what no item of the list", "items within items"), ("begins at what a function gives", "items within items"),
      ("can follow only ${key} and a list", "items within items"),
      ("nothing is known of", "what a device measures"),
    ]
    return reasons.first { sign, _ in diagnostics.contains { $0.problem.contains(sign) } }?.1
  }

  /// Whether the value of a node depends on the clock or on chance.
  func isVolatile(_ path: String) -> Bool {
    let cell = cells[path.replacing(/\[[0-9]+\]/, with: "")]
    return cell?.rules.contains { $0.expression?.isVolatile == true } ?? false
  }

  private func node(_ visit: AskedCells.Visit, _ state: ResponseState) -> RecordedScenario.Node {
    let (cell, instance) = (visit.cell, visit.place.instance)
    let own = state.state(of: cell, in: instance)
    let starts = form.fresh.state(ofCell: cell.key, in: instance)
    let isContainer = visit.isInstance || cell.kind == .group && cell.summary == nil && !holdsOptions(cell)
    let value = isContainer ? nil : state.value(of: cell, in: form, instance: instance)
    let text =
      switch value {
      case .choices(let values)?: values.joined(separator: " ")
      case .boolean(let isOn)?: isOn ? "true" : "false"
      default: value?.plainText
      }
    return RecordedScenario.Node(
      isRelevant: visit.isAsked,
      isRequired: (own[.requirement] ?? starts[.requirement])?.flag ?? false,
      isReadOnly: (own[.readOnly] ?? starts[.readOnly])?.flag ?? false, value: text == "" ? nil : text,
      isContainer: isContainer)
  }

  private func holdsOptions(_ cell: FormCell) -> Bool {
    form.sections.flatMap(\.cells).contains { $0.kind == .option && $0.key.hasPrefix("\(cell.key)=") }
  }
}
