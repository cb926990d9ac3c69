import Foundation
import Testing

@testable import FormStateInterchange

/// JavaRosa's own scenario tests, which are not part of the project.
///
/// `FORMSTATE_CONFORMANCE` names the folder with `xforms-scenarios.jsonl.gz`; without it there is nothing to test.
@Suite("Conformance with JavaRosa")
struct ScenarioTests {
  private static let folder = ProcessInfo.processInfo.environment["FORMSTATE_CONFORMANCE"]

  /// Scenarios with a different result, and why, without those that are out of scope.
  private static let deviations: [String: String] = [
    "smoke_test_route_fever_and_lumps": "what is no choice, and what is read only, is refused as an answer",
    "setOtherThanIntegerValueOnRepeatWithCount_convertsValueToInteger": "a whole number holds no 2.5",
    "setvalueInGroup_setsValueOutsideOfGroup": "a whole number holds no “foo”, so nothing follows from it",
    "clearingValueAtLevel1_ShouldClearChoicesAtLevels2And3": "a choice that is no longer offered is kept, with a fault",
    "non_relevant_nodes_are_excluded_from_nodeset_evaluation": "nodes of one name that nobody repeats are one",
    "indefiniteRepeatJrCountExpression_inSingleRepeat_addsRepeatsUntilConditionMet": growing,
    "indefiniteRepeatJrCountExpression_inNestedRepeat_withRelativePaths_addsRepeatsUntilConditionMet": growing,
    "area_isComputedForGeopointNodeset": areas,
    "area_isComputedForString": areas,
    "distance_isComputedForString": lengths,
    "distance_isComputedForInlineString": lengths,
    "distance_isComputedForMultiplePathArguments": lengths,
    "distance_whenTraceHasFewerThanTwoPoints_isZero": places,
  ]
  private static let growing =
    "an instance is added with the answer that asks for it, and not when somebody goes on to it"
  private static let places = "a place on earth stays as it was written"
  private static let lengths = places + ", and a length comes to the hundredth, as in Enketo"
  private static let areas = places + ", and an area is computed on a sphere, as in Enketo, and not on a flat map"

  @Test(
    "At least 95 % of the steps in scope equal JavaRosa's, and each deviation is explained",
    .enabled(if: ScenarioTests.folder != nil, "FORMSTATE_CONFORMANCE names no folder"))
  func scenarios() throws {
    let folder = try #require(Self.folder)
    let url = URL(fileURLWithPath: folder).appendingPathComponent("xforms-scenarios.jsonl.gz")
    var table = ScenarioTable()
    for scenario in try RecordedScenario.all(in: url) { try Self.play(scenario, &table) }
    print(table.text(explainedBy: Self.deviations))
    #expect(
      table.deviating.keys.filter { Self.deviations[$0] == nil }.sorted() == [], "not as recorded, and not explained")
    #expect(Self.deviations.keys.filter { table.deviating[$0] == nil }.sorted() == [], "explained, yet as recorded")
    #expect(table.share >= 0.95)
  }

  private static func play(_ scenario: RecordedScenario, _ table: inout ScenarioTable) throws {
    let replay = try ScenarioReplay(scenario)
    var expected: [String: RecordedScenario.Node] = [:]
    var refused: Set<String> = []
    for step in scenario.steps {
      do {
        try replay.act(step)
        refused.remove(step.path.withoutPlaces)
      } catch {
        // A refused action counts in this step, not in the following ones.
        table.add(scenario.name, isEqual: false, reason: replay.reasonOutOfScope)
        refused.insert(step.path.withoutPlaces)
        for (path, node) in step.nodes { expected[path] = node }
        continue
      }
      for (path, node) in step.nodes { expected[path] = node }
      let found = try replay.nodes()
      let isEqual = expected.allSatisfy { path, node in
        // A node without a cell has no value.
        replay.isVolatile(path) || refused.contains(path.withoutPlaces)
          || found[path].map { $0.agrees(with: node) } ?? (node.value == nil)
      }
      table.add(scenario.name, isEqual: isEqual, reason: replay.reasonOutOfScope)
    }
  }
}

extension String {
  /// A path without the numbers of instances in it.
  fileprivate var withoutPlaces: String { replacing(/\[[0-9]+\]/, with: "") }
}

/// The numbers of equal and deviating steps.
private struct ScenarioTable {
  private(set) var equal = 0
  private(set) var outOfScope: [String: Int] = [:]
  /// By scenario.
  private(set) var deviating: [String: Int] = [:]

  mutating func add(_ scenario: String, isEqual: Bool, reason: String?) {
    if isEqual {
      equal += 1
    } else if let reason {
      outOfScope[reason, default: 0] += 1
    } else {
      deviating[scenario, default: 0] += 1
    }
  }

  var share: Double { Double(equal) / Double(equal + deviating.values.reduce(0, +)) }

  func text(explainedBy deviations: [String: String]) -> String {
    var lines = ["\(equal) steps are equal, \((share * 1000).rounded() / 10) % of those in scope"]
    for (reason, count) in outOfScope.sorted(by: { $0.key < $1.key }) {
      lines.append("  \(count) out of scope: \(reason)")
    }
    for (name, count) in deviating.sorted(by: { $0.key < $1.key }) {
      lines.append("  \(count) otherwise in \(name): \(deviations[name] ?? "not explained")")
    }
    return lines.joined(separator: "\n")
  }
}
