import FormState
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

@Suite("Form JSON in several languages")
struct LanguageDocumentTests {
  private let document = """
    {
      "formstate": 1,
      "key": "visit",
      "language": "en",
      "title": {
        "en": "Visit",
        "fr": "Visite"
      },
      "lists": {
        "quality": [
          {
            "value": "good",
            "title": {
              "en": "Good",
              "fr": "Bon"
            }
          }
        ]
      },
      "sections": [
        {
          "key": "s",
          "title": {
            "en": "",
            "fr": "Partie"
          },
          "cells": [
            {
              "key": "age",
              "kind": "slider",
              "title": "Age",
              "required": {
                "expression": "true()",
                "message": {
                  "fr": "Il faut répondre."
                }
              },
              "constraints": [
                {
                  "expression": ". > 1",
                  "message": {
                    "en": "Too young.",
                    "fr": "Trop jeune."
                  }
                }
              ],
              "unit": {
                "en": "years",
                "fr": "ans"
              }
            },
            {
              "key": "name",
              "kind": "group",
              "summary": {
                "join": {
                  "en": " ",
                  "fr": " / "
                }
              },
              "cells": [
                {
                  "key": "first",
                  "kind": "text"
                },
                {
                  "key": "garden",
                  "kind": "switch",
                  "offTitle": {
                    "fr": "Non"
                  }
                }
              ]
            },
            {
              "key": "hello",
              "kind": "label",
              "summary": {
                "expression": {
                  "en": "concat('Hello ', ${first})",
                  "fr": "concat('Bonjour ', ${first})"
                }
              }
            }
          ]
        }
      ]
    }

    """

  private func read(_ text: String) throws -> ImportedForm {
    try DefinitionImporter.read(Data(text.utf8), settings: ImportSettings(sourceName: "visit.json"))
  }

  @Test("Texts in several languages are read and written unchanged")
  func roundTrip() throws {
    let form = try read(document).form
    #expect(form.languages == ["en", "fr"])
    #expect(form.text(at: .cell("age", .requiredMessage), in: "fr") == "Il faut répondre.")
    #expect(form.sections[0].cells[0].rule(.required)?.message == nil)
    #expect(form.text(at: .cell("hello", .titleExpression), in: "fr") == "concat('Bonjour ', ${first})")
    let written = try FormDocument.write(form)
    #expect(String(decoding: written, as: UTF8.self) == document)
  }

  @Test("Random forms in several languages are written and read unchanged", arguments: TestSeeds.seeds(4, full: 200))
  func randomRoundTrip(seed: UInt64) throws {
    var random = RandomForm(seed: seed)
    var translation = RandomTranslation(seed: seed)
    let form = translation.translated(random.formWithRules(sections: 3, cellsPerSection: 20))
    #expect(form.definitionFaults() == [], "replay with FORMSTATE_TEST_SEED=\(seed)")
    let read = try read(String(decoding: try FormDocument.write(form), as: UTF8.self)).form
    #expect(read == form, "replay with FORMSTATE_TEST_SEED=\(seed)")
  }

  @Test(
    "A fault in a text is reported with its path",
    arguments: [
      (
        "\"language\": \"en\"", "\"properties\": {}",
        "title: has a text per language, but the form does not state its own language; write \"language\" beside the key of the form, for example \"en\""
      ),
      (
        "\"en\": \"Good\",", "",
        "lists.quality[0].title: has no text in “en”, the form's own language; write it, or \"\" for none"
      ),
      (
        "\"fr\": \"Visite\"", "\"fr\": 1", "title.fr: is an integer, not a text; write it in double quotes"
      ),
      ("\"language\": \"en\"", "\"language\": 1", "language: is an integer, not a text; write it in double quotes"),
      (
        "concat('Bonjour ', ${first})", "concat('Bonjour ', ${frist})",
        "sections[0].cells[2].title.fr: column 20: there is no cell “frist”; did you mean “first”?"
      ),
    ])
  func refusals(old: String, new: String, expected: String) throws {
    let error = #expect(throws: ImportError.self) { try read(document.replacingOccurrences(of: old, with: new)) }
    #expect(error?.description.contains(expected) == true, "\(error?.description ?? "")")
  }
}
