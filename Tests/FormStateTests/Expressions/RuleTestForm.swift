@testable import FormState

/// A form for evaluating expressions: markup whose elements are cells, repeated where several have one name.
struct RuleTestForm: RuleContext {
  /// A list that searches all its items.
  final class Items: RuleList {
    let rows: [[String: String]]
    init(_ rows: [[String: String]]) { self.rows = rows }
    var count: Int { rows.count }
    func text(row: Int, column: String) -> String? { rows.indices.contains(row) ? rows[row][column] : nil }
    func rows(where columns: [(name: String, text: String)]) -> [Int] {
      rows.indices.filter { row in columns.allSatisfy { rows[row][$0.name] == $0.text } }
    }
  }

  private let document: ConformanceDocument
  private let paths: [String: String]
  private var origin: ConformanceContext
  /// Keys of cells that hold numbers.
  var numbers: Set<String> = []
  /// Keys of switches.
  var switches: Set<String> = []
  /// Keys of questions whose chosen options are separated by points.
  var choices: Set<String> = []
  /// Lists by name.
  var lists: [String: [[String: String]]] = [:]
  /// The rule's previous result.
  var previous: RuleScalar?
  var moment: RuleMoment { origin.moment }

  /// A trip with two passengers, the first of whom has two bags.
  static let trip = RuleTestForm(
    """
    <trip><title>Rome</title><empty/><price>12.5</price><married>true</married><colours>red.dark blue</colours>\
    <passenger><name>Ada</name><age>36</age><bag><weight>7</weight></bag><bag><weight>5</weight></bag></passenger>\
    <passenger><name>Bob</name><age>9</age><bag><weight>20</weight></bag></passenger>\
    </trip>
    """)

  /// Reads the markup; the name of an element is its key.
  init(_ markup: String) {
    document = ConformanceDocument(xml: markup)
    paths = Dictionary(
      document.numbersByPath.keys.map { (String($0.split(separator: ".").last ?? ""), $0) },
      uniquingKeysWith: { first, _ in first })
    let zone = RuleZone(secondsFromUTC: 2 * 3600)
    let time = Timestamp(isoText: "2024-02-29T22:30:15.250Z") ?? .now
    origin = ConformanceContext(document: document, number: 1, moment: RuleMoment(time: time, zone: zone, seed: 7))
  }

  /// The same form for a rule of one of the cells with a key.
  func about(_ key: String, _ instance: Int = 0) -> RuleTestForm {
    var form = self
    let numbers = document.numbersByPath[paths[key] ?? ""] ?? [0]
    form.origin = ConformanceContext(document: document, number: numbers[instance], moment: moment)
    return form
  }

  /// The same form with changes.
  func with(_ change: (inout RuleTestForm) -> Void) -> RuleTestForm {
    var form = self
    change(&form)
    return form
  }

  /// The same form at another moment.
  func at(_ moment: RuleMoment) -> RuleTestForm {
    with { $0.origin = ConformanceContext(document: document, number: origin.number, moment: moment) }
  }

  // MARK: - RuleContext

  var cell: RuleCell { origin.cell }
  var previousValue: RuleScalar { previous ?? value(of: cell) }

  func cells(withKey key: String, from origin: RuleCell) -> [RuleCell] {
    self.origin.cells(withKey: paths[key] ?? "no.\(key)", from: origin)
  }

  func parent(of cell: RuleCell) -> RuleCell? { origin.parent(of: cell) }
  func position(of cell: RuleCell) -> Int { origin.position(of: cell) }
  func isBefore(_ cell: RuleCell, _ other: RuleCell) -> Bool { origin.isBefore(cell, other) }

  func value(of cell: RuleCell) -> RuleScalar {
    let value = origin.value(of: cell)
    let key = key(of: cell)
    if numbers.contains(key), !value.isBlank { return .number(value.number(in: .utc)) }
    return switches.contains(key) ? .position(value.text == "true") : value
  }

  func chosenOptions(of cell: RuleCell) -> [String]? {
    choices.contains(key(of: cell)) ? origin.value(of: cell).text.split(separator: ".").map(String.init) : nil
  }

  func optionTitle(of value: String, in question: RuleCell) -> String? {
    ["Rome": "The eternal city", "red": "Red"][value].map { "\($0) (\(key(of: question)))" }
  }

  func list(named name: String) -> (any RuleList)? { lists[name].map(Items.init) }

  private func key(of cell: RuleCell) -> String {
    String(document.elements[Int(cell.instance)].path.split(separator: ".").last ?? "")
  }
}

/// The text of an expression's result in a form.
func ruleText(_ expression: String, in form: RuleTestForm = .trip) throws -> String {
  var budget = RuleBudget()
  return try RuleExpression(expression).value(in: form, budget: &budget).text
}
