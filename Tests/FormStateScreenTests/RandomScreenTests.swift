import FormState
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange
@testable import FormStateScreen

/// Long random scripts: pages that only take events equal fresh windows.
@Suite("Pages under random scripts")
struct RandomScreenTests {
  @Test(
    "Each page equals a fresh window after every event, no matter who acts, scrolls or measures",
    arguments: TestSeeds.seeds(1, full: 60))
  func formsWithRules(seed: UInt64) async throws {
    var random = RandomForm(seed: seed)
    let form =
      seed.isMultiple(of: 4)
      ? random.form(sections: 4, cellsPerSection: 30) : random.formWithRules(sections: 4, cellsPerSection: 30)
    var stage = try await Stage(form, seed: seed)
    for step in 0..<120 {
      try await stage.act(random.action(on: form, visibleRows: []), step: step)
    }
    try await stage.expectTaken()
  }

  @Test(
    "Pages stay current as instances are added, removed and moved", arguments: TestSeeds.seeds(1, full: 60))
  func repeats(seed: UInt64) async throws {
    var random = RandomInstances(seed: seed)
    let form = random.form().form
    var stage = try await Stage(form, seed: seed)
    for step in 0..<120 {
      let state = try stage.others.contents(of: stage.key).state
      try await stage.act(random.action(in: state, of: form), step: step)
    }
    try await stage.expectTaken()
  }

  @Test("Any window equals that part of the whole form", arguments: TestSeeds.seeds(2, full: 100))
  func windows(seed: UInt64) async throws {
    var random = RandomForm(seed: seed)
    var generator = SeededGenerator(seed: seed)
    let form = random.form(sections: 6, cellsPerSection: 30)
    let stage = try await Stage(form, seed: seed)
    _ = try await stage.model.act(Data(#"{"action":"expandAll"}"#.utf8))
    let whole = try await stage.everything()
    let items = try #require(whole["items"]?.elements)
    let total = try #require(whole["height"]?.number)
    #expect(items.compactMap { $0["h"]?.number }.reduce(0, +) == total)
    for _ in 0..<60 {
      let height = Double.random(in: 1...1500, using: &generator)
      let start = Double.random(in: 0...(total * 1.1 + 1), using: &generator)
      let window = try await stage.rows(from: start, height)
      let taken = try #require(window["y"]?.number)
      #expect(taken == min(start, max(0, total - height)))
      var (offset, expected) = (0.0, [PropertyValue]())
      for item in items {
        let end = offset + (item["h"]?.number ?? 0)
        if end > taken, offset < taken + height {
          if expected.isEmpty { #expect(window["top"]?.number == offset) }
          expected.append(item)
        }
        offset = end
      }
      #expect(window["items"]?.elements == expected, "replay with FORMSTATE_TEST_SEED=\(seed)")
    }
  }

  @Test("A past revision shows the rows of that time", arguments: TestSeeds.seeds(2, full: 40))
  func past(seed: UInt64) async throws {
    var random = RandomForm(seed: seed)
    let form = random.formWithRules(sections: 3, cellsPerSection: 25)
    let stage = try await Stage(form, seed: seed)
    let model = stage.model
    var shown: [Int: PropertyValue?] = [0: try await stage.everything()["items"]]
    for _ in 0..<60 {
      let action = random.action(on: form, visibleRows: [])
      // A draft belongs to the present alone: no revision has one.
      if case .draft = action { continue }
      let line = try ActionScript.line(for: ScriptedAction(action))
      guard let done = try? await model.act(Data(line.utf8)) else { continue }
      shown[done.revision] = try await stage.everything()["items"]
    }
    for revision in shown.keys.shuffled() {
      let window = try await stage.everything(at: revision)
      #expect(
        window["items"] == shown[revision] ?? nil,
        "revision \(revision); replay with FORMSTATE_TEST_SEED=\(seed)")
      #expect(window["at"]?.whole == revision)
      #expect(window["readOnly"] == .boolean(true))
    }
  }
}

/// A response with pages that show it, and another process that writes to the same file.
private struct Stage {
  let model: ScreenModel
  let others: FormStore
  let key: ResponseKey
  private let folder: TemporaryFolder
  private let seed: UInt64
  private var generator: SeededGenerator
  private var pages: [Page] = []
  private var events: [AsyncStream<ScreenEvent>.Iterator] = []
  private var changes = 0

  init(_ form: FormDefinition, seed: UInt64) async throws {
    self.seed = seed
    generator = SeededGenerator(seed: ~seed)
    folder = try TemporaryFolder()
    let store = try FormStore(path: folder.path("screen.sqlite"))
    try store.save(form)
    others = try FormStore(path: folder.path("screen.sqlite"))
    key = ResponseKey(form: form.key)
    let layout: ScreenView.Layout = seed.isMultiple(of: 2) ? .app : .compact
    model = try ScreenModel(ScreenView(response: "default", layout: layout), form: form.key, in: store)
    for (number, height) in [300.0, 900, 4000].enumerated() {
      events.append(try await model.follow("page\(number)").makeAsyncIterator())
      pages.append(Page("page\(number)", try await rows(from: 0, height, by: "page\(number)")))
    }
  }

  /// All visible rows, in the largest window.
  func everything(at revision: Int? = nil) async throws -> PropertyValue {
    try PropertyValue(json: try await model.window(from: .offset(0), height: 1e9, at: revision).line)
  }

  func rows(from start: Double, _ height: Double, by client: String? = nil) async throws -> PropertyValue {
    try PropertyValue(json: try await model.window(from: .offset(start), height: height, client: client).line)
  }

  /// Performs a random step, and checks that every page follows.
  mutating func act(_ action: FormAction, step: Int) async throws {
    let stamp = await model.stamp
    switch Int.random(in: 0..<10, using: &generator) {
    case 0..<2:
      do {
        try others.apply(action, to: key)
      } catch is ActionError {}
      await model.refresh()
    case 2: try await scroll()
    case 3: try await measure()
    default:
      let line = try ActionScript.line(for: ScriptedAction(action))
      do {
        _ = try await model.act(Data(line.utf8), by: "page0")
      } catch is ActionError {
      } catch is JSONLinesError {}
    }
    if await model.stamp > stamp { changes += 1 }
    for index in pages.indices { try await catchUp(index, step: step) }
  }

  private mutating func scroll() async throws {
    let index = Int.random(in: pages.indices, using: &generator)
    let start = Double.random(in: 0...3000, using: &generator).rounded()
    pages[index].take(try await rows(from: start, pages[index].height, by: pages[index].name))
  }

  private mutating func measure() async throws {
    let index = Int.random(in: pages.indices, using: &generator)
    let heights = pages[index].items.shuffled(using: &generator).prefix(5).map { item in
      (key: item["key"]?.text ?? "", height: Double.random(in: 20...90, using: &generator))
    }
    _ = try await model.measure(Array(heights), by: pages[index].name)
  }

  private mutating func catchUp(_ index: Int, step: Int) async throws {
    let place: Comment = "\(pages[index].name), step \(step); replay with FORMSTATE_TEST_SEED=\(seed)"
    while await model.stamp > pages[index].stamp {
      let event = try #require(await events[index].next(), place)
      guard try !pages[index].take(event) else { continue }
      pages[index].take(try await rows(from: pages[index].start, pages[index].height, by: pages[index].name))
    }
    let fresh = try await rows(from: pages[index].start, pages[index].height)
    #expect(difference(pages[index].window, fresh) == [], place)
  }

  /// The members in which two windows differ.
  private func difference(_ left: PropertyValue, _ right: PropertyValue) -> [String] {
    guard case .dictionary(let left) = left, case .dictionary(let right) = right else { return ["all"] }
    return Set(left.keys).union(right.keys).filter { name in
      // Heights may be summed in another order.
      if let old = left[name]?.number, let new = right[name]?.number { return abs(old - new) > 1e-6 }
      return left[name] != right[name]
    }.sorted()
  }

  /// Checks that the pages took most changes without a request.
  func expectTaken() async throws {
    #expect(changes > 20)
    let taken = pages.map(\.changesTaken).reduce(0, +)
    #expect(taken > changes * pages.count / 2, "only \(taken) of \(changes) changes came along")
  }
}
