import FormState
import TestSupport
import Testing

@testable import FormStateStore

/// A session keeps the instances that its rules read in memory, so it must not miss others' changes.
@Suite("Instances in a session's memory")
struct RememberedInstancesTests {
  private let key = ResponseKey(form: "order")

  /// Lines with a price each, and their total.
  private var form: FormDefinition {
    FormDefinition(
      key: "order",
      sections: [
        FormSection(
          key: "lines",
          cells: [
            FormCell(key: "sum", kind: .integer, rules: [FormRule(.calculate, "sum(${price})")]),
            FormCell(
              key: "prices", kind: .text, rules: [FormRule(.calculate, "join(' ', ${line}[${isFree} = '']/${price})")]),
            FormCell(key: "line", kind: .repeat, isExpandable: true, additionalRows: 2),
            FormCell(key: "isFree", kind: .text),
            FormCell(key: "price", kind: .integer, defaultValue: 0, rules: [FormRule(.relevant, "${isFree} = ''")]),
          ])
      ])
  }

  /// The lines of an order as a host would keep them in an array.
  private struct Lines {
    struct Line {
      let number: Int
      var price = 0
      var isFree = false
    }
    var lines: [Line] = []
    private var past: [[Line]] = []
    private var next = 1

    mutating func change(_ work: (inout [Line]) -> Void) {
      past.append(lines)
      work(&lines)
    }

    mutating func add(at position: Int) {
      let number = next
      next += 1
      change { $0.insert(Line(number: number), at: position) }
    }

    mutating func undo() { if let last = past.popLast() { lines = last } }

    var counted: [Int] { lines.filter { !$0.isFree }.map(\.price) }
  }

  @Test("Sums are right whichever writer adds, removes, moves or prices lines", arguments: TestSeeds.seeds(1, full: 60))
  func sums(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let store = try FormStore.inMemory()
    try store.save(form)
    let sessions = try (0..<2).map { _ in try store.session(for: key, coalescing: .zero) }
    var lines = Lines()
    for step in 0..<150 {
      let writer = Int.random(in: 0..<5, using: &generator)
      let action = Self.action(on: &lines, isGrowing: step < 30, by: &generator)
      switch writer {
      case 0: try store.apply(action, to: key)
      case 1: try sessions[1].apply(action)
      case 2 where action.kind.continuesSteps: try sessions[0].group("One") { try $0.apply(action) }
      default: try sessions[0].apply(action)
      }
      let place = Comment(rawValue: "step \(step); replay with FORMSTATE_TEST_SEED=\(seed)")
      let state = try store.contents(of: key).state
      let sum = state.value(of: form.sections[0].cells[0], in: form)
      try #require(sum == .integer(Int64(lines.counted.reduce(0, +))), place)
      let prices = state.value(of: form.sections[0].cells[1], in: form)?.plainText ?? ""
      try #require(prices.split(separator: " ").compactMap { Int($0) } == lines.counted, place)
      if Bool.random(using: &generator) { try sessions[1].refresh() }
    }
    #expect(try store.check() == [])
  }

  /// A random action, which is also applied to the array.
  private static func action(
    on lines: inout Lines, isGrowing: Bool, by generator: inout SeededGenerator
  ) -> FormAction {
    func line(_ position: Int) -> CellReference { .instance("line", number: lines.lines[position].number) }
    let count = lines.lines.count
    let chance = Int.random(in: 0..<10, using: &generator)
    guard count > 1, chance > 2 || !isGrowing else {
      let position = Int.random(in: 0...count, using: &generator)
      let next = position < count ? line(position) : nil
      lines.add(at: position)
      return .add("line", before: next)
    }
    let position = Int.random(in: 0..<count, using: &generator)
    let reference = line(position)
    switch chance {
    case 0, 1:
      lines.change { $0.remove(at: position) }
      return .remove(reference)
    case 2, 3:
      let other = Int.random(in: 0..<count, using: &generator)
      guard other != position, other != position + 1 else { return .recalculate }
      let next = line(other)
      lines.change { $0.insert($0.remove(at: position), at: other > position ? other - 1 : other) }
      return .move(reference, before: next)
    case 4:
      lines.undo()
      return .undo(.everything)
    case 5:
      let (number, isFree) = (lines.lines[position].number, !lines.lines[position].isFree)
      lines.change { $0[position].isFree = isFree }
      return .set(.instance("isFree", number: number), .text(isFree ? "yes" : ""))
    default:
      let price = lines.lines[position].price + Int.random(in: 1...9, using: &generator)
      let number = lines.lines[position].number
      lines.change { $0[position].price = price }
      return .set(.instance("price", number: number), .integer(Int64(price)))
    }
  }
}
