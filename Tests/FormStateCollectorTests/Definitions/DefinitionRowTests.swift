import FormState
import FormStateInterchange
import Foundation
import TestSupport
import Testing

@testable import FormStateCollector

@Suite("Definitions: rows") struct DefinitionRowTests {
  static let examples = [
    "Examples/benefit.json", "Examples/clinic.json", "Examples/comments.json", "Examples/hausbesuch.json",
    "Examples/household.xml", "Examples/inspection.json", "Examples/news.json", "Examples/profile.json",
    "Examples/profile.plist", "Examples/settings.json", "Examples/sign-up.json", "Examples/survey/survey.xml",
    "Examples/survey/vaccination.xml", "Examples/trip.json", "Examples/visit.json", "Examples/visitor.json",
    "Tests/Golden/1.0/form.json", "Tests/Golden/1.0/form.plist", "Tests/Golden/1.0/xform.xml",
    "Tests/SchemaCases/everything.json",
  ]

  static func form(at path: String) throws -> FormDefinition {
    let places = Data(try Repository.text(of: "Examples/survey/places.csv").utf8)
    let settings = ImportSettings(sourceName: path, attachments: ["places.csv": places])
    let data = try Data(contentsOf: Repository.folder.appendingPathComponent(path))
    return try DefinitionImporter.read(data, settings: settings).form
  }

  @Test("The rows of documented forms are those of a device", arguments: examples)
  func documentedForm(path: String) throws {
    let comparison = try DefinitionComparison(of: try Self.form(at: path), "\(path)")
    comparison.expectShape()
    try comparison.expectEqualRows()
  }

  @Test("The rows of a form with everything are those of a device")
  func everything() throws {
    let comparison = try DefinitionComparison(of: try EveryDefinition.form, "everything")
    comparison.expectShape()
    try comparison.expectEqualRows()
  }

  @Test("The rows of random forms are those of a device", arguments: TestSeeds.seeds(4, full: 500))
  func random(seed: UInt64) throws {
    var chance = RandomForm(seed: seed)
    var instances = RandomInstances(seed: seed)
    var translation = RandomTranslation(seed: seed)
    let plain = [
      chance.formWithRules(sections: 3, cellsPerSection: 20), instances.form().form,
      FormAuthor(seed: seed).form.version.form,
    ]
    for form in plain + plain.map({ translation.translated($0) }) {
      let comparison = try DefinitionComparison(
        of: form, "the form \(form.key); replay with FORMSTATE_TEST_SEED=\(seed)")
      try comparison.expectEqualRows()
    }
  }
}
