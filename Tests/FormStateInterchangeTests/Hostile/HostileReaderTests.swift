import FormState
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

/// Documents that a mutator makes of the corpus go through every reader, and those that are accepted through all that
/// follows: nothing traps, each refusal has its place, and what is written is read as the same.
@Suite("Readers of hostile documents")
struct HostileReaderTests {
  /// How many documents each reader gets for a seed; a usual run ends earlier if they take long.
  private static let documents = TestSeeds.isFull ? 400 : 15
  private static let seconds = HostileTrial.isThorough ? Double.infinity : 0.06

  @Test("Every reader refuses or keeps each document", arguments: HostileReader.all, TestSeeds.seeds(1, full: 4))
  func survives(reader: HostileReader, seed: UInt64) throws {
    // A trap cannot print the seed, so it is printed in advance.
    print("FORMSTATE_TEST_SEED=\(seed) replays the documents for \(reader.name)")
    var trial = try HostileTrial(reader, seed: seed)
    trial.tryCorpus { TestSeeds.some(1, of: $0) }
    // No program converts workbooks here, and an expression need not suit the rule that it becomes.
    let isOftenRefused = ["workbook", "rules"].contains(reader.name)
    #expect(trial.acceptedCount > 0 || isOftenRefused, "a document of the corpus should be accepted")
    trial.run(Self.documents, seconds: Self.seconds)
    let problems = trial.findings.prefix(3).map(\.description)
    #expect(problems == [], "FORMSTATE_TEST_SEED=\(seed), \(trial.findings.count) documents for \(reader.name)")
  }

  @Test("Control: a way out that loses something is noticed")
  func controls() throws {
    let careless = HostileReader.formDocument(readAgain: { data in
      var imported = try HostileReader.readForm(data)
      imported.form.title = ""
      return imported
    })
    var trial = try HostileTrial(careless)
    trial.tryCorpus { $0.filter { $0.count < 2_000 } }
    #expect(trial.findings.contains { $0.problem == "written, it is another" })
  }

  @Test("Control: an error of another type, and a refusal without a place, are noticed")
  func refusals() {
    #expect(RefusalCheck.problem(with: CancellationError()) != nil)
    var faults = FaultList()
    faults.add(Diagnostic(problem: "something is wrong", action: "try again"))
    #expect(RefusalCheck.problem(with: ImportError(sourceName: "f", faults: faults)) != nil)
    #expect(RefusalCheck.problem(with: ImportError(sourceName: "f", faults: FaultList())) != nil)
  }
}
