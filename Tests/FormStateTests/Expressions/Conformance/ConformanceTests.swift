import FormState
import Foundation
import Testing

/// The assertions of openrosa-xpath-evaluator's own tests, which are outside the project.
///
/// `FORMSTATE_CONFORMANCE` names the folder that holds `xpath-assertions.jsonl`; without it there is nothing to test.
@Suite("Conformance to ODK's XPath")
struct ConformanceTests {
  private static let folder = ProcessInfo.processInfo.environment["FORMSTATE_CONFORMANCE"]

  @Test(
    "At least 95 % of the assertions in scope pass, and every other one is explained or refused by name",
    .enabled(if: ConformanceTests.folder != nil, "FORMSTATE_CONFORMANCE names no folder"))
  func assertions() throws {
    let folder = try #require(Self.folder)
    let url = URL(fileURLWithPath: folder).appendingPathComponent("xpath-assertions.jsonl")
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    let decoder = JSONDecoder()
    let assertions = try lines.map { try decoder.decode(ConformanceAssertion.self, from: Data($0.utf8)) }
    let documents = Set(assertions.map(\.doc)).sorted().map(ConformanceDocument.init)
    var report = ConformanceReport()
    for assertion in assertions { report.add(assertion, assertion.outcome(among: documents)) }
    print(report.table)
    #expect(report.unexplained.isEmpty, "not as asserted, and not in the list of deviations")
    #expect(report.unneeded.isEmpty, "in the list of deviations, yet as asserted or not there")
    #expect(report.refused == ConformanceDeviation.refused, "what the language has not")
    #expect(report.outOfScope == [:], "neither evaluated nor refused by name")
    #expect(report.share >= 0.95)
  }
}
