import TestSupport

/// Random actions on the example form. Each is accepted, changes something, and is a step that undo reverts.
///
/// It tracks the state, so that each action changes something.
struct RandomScript {
  /// The lines, as `export actions` writes them.
  private(set) var lines: [String] = []
  private var random: SeededGenerator
  private var expanded: Set<String> = []
  private var folded: Set<String> = []
  private var values: [String: String] = [:]

  private static let groups = [
    "full-name", "date-of-birth", "marital-status", "favourite-sport", "favourite-colour", "level",
  ]
  private static let sections = ["personal", "preferences", "work-experience"]
  private static let sports = ["football", "basketball", "baseball", "volleyball"]
  private static let names = ["first-name", "last-name"]

  /// Makes a random script.
  init(count: Int, seed: UInt64) {
    random = SeededGenerator(seed: seed)
    while lines.count < count { addLine() }
  }

  private mutating func addLine() {
    switch Int.random(in: 0..<12, using: &random) {
    case 0...2: tap()
    case 3: expandOrCollapse()
    case 4: fold()
    case 5...7: set(pick(Self.names), to: "\"line \(lines.count)\"")
    case 8: clear(pick(Self.names))
    case 9: chooseSport()
    case 10: set("level-slider", to: String(Int.random(in: 1...10, using: &random)))
    default: set("date-of-birth-date", to: "\"18\(Int.random(in: 10...99, using: &random))-11-30\"")
    }
  }

  private mutating func pick(_ keys: [String]) -> String {
    keys[Int.random(in: keys.indices, using: &random)]
  }

  private mutating func add(_ action: String, _ key: String, of subject: String = "cell", value: String? = nil) {
    let value = value.map { #","value":\#($0)"# } ?? ""
    lines.append(#"{"action":"\#(action)","\#(subject)":"\#(key)"\#(value)}"# + "\n")
  }

  private mutating func tap() {
    let key = pick(Self.groups)
    expanded.formSymmetricDifference([key])
    add("tap", key)
  }

  private mutating func expandOrCollapse() {
    let key = pick(Self.groups)
    add(expanded.contains(key) ? "collapse" : "expand", key)
    expanded.formSymmetricDifference([key])
  }

  private mutating func fold() {
    let key = pick(Self.sections)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: add("toggleFold", key, of: "section")
    default: add(folded.contains(key) ? "unfold" : "fold", key, of: "section")
    }
    folded.formSymmetricDifference([key])
  }

  private mutating func set(_ key: String, to value: String) {
    guard values[key] != value else { return }
    values[key] = value
    add("set", key, value: value)
  }

  private mutating func clear(_ key: String) {
    guard values.removeValue(forKey: key) != nil else { return }
    add("clear", key)
  }

  /// Choosing an option also collapses the cell above it.
  private mutating func chooseSport() {
    let key = pick(Self.sports)
    guard values["favourite-sport"] != key else { return }
    values["favourite-sport"] = key
    expanded.remove("favourite-sport")
    add("choose", key)
  }
}
