import FormState
import FormStateInterchange
import Foundation

/// A form with what rows depend on: every kind of cell, lists, languages, and rules in and outside of repeats.
enum EveryDefinition {
  static var form: FormDefinition {
    get throws {
      try DefinitionImporter.read(Data(document.utf8), settings: ImportSettings(sourceName: "every.json")).form
    }
  }

  private static let document = #"""
    {
      "formstate": 1,
      "key": "every",
      "language": "en",
      "title": { "en": "Every kind", "fr": "Toutes sortes", "Deutsch (de)": "Alle Arten" },
      "lists": {
        "quality": [
          { "value": "good", "title": { "en": "Good", "fr": "Bon" } }, { "value": "poor", "title": "Poor" },
          { "value": "plain" }
        ],
        "same": [
          { "value": "good", "title": { "en": "Good", "fr": "Bien" } }, { "value": "poor", "title": "Poor" },
          { "value": "plain" }
        ],
        "towns": [{ "value": "bay", "title": { "en": "The bay", "fr": "La baie" }, "region": "coast" }]
      },
      "sections": [
        {
          "key": "kinds",
          "title": { "en": "Kinds", "fr": "Sortes" },
          "cells": [
            { "key": "roof", "kind": "group", "options": "quality", "subtitle": { "en": "Roof", "fr": "Toit" }, "value": "good" },
            { "key": "walls", "kind": "choices", "options": "same", "subtitle": "Walls", "value": ["plain", "good"] },
            { "key": "town", "kind": "group", "choices": "list('towns')", "subtitle": "Town", "default": "'bay'", "required": true },
            { "key": "lost", "kind": "group", "choices": "list('towns')[region = 'hills']", "calculate": "'bay'" },
            { "key": "fence", "kind": "switch", "value": false },
            { "key": "gate", "kind": "switch", "value": true, "offTitle": "shut", "onTitle": { "en": "open", "fr": "ouvert" } },
            { "key": "built", "kind": "date", "value": "1835-11-30" },
            { "key": "seen", "kind": "dateTime", "value": "2026-11-21T14:30:00+01:00" },
            { "key": "opens", "kind": "time", "value": "07:30:00" },
            { "key": "rooms", "kind": "integer", "value": 7, "unit": { "en": "rooms", "fr": "pièces" } },
            { "key": "area", "kind": "decimal", "value": "72.50", "unit": "m²" },
            { "key": "slope", "kind": "slider", "value": 2.5, "minimum": 0, "maximum": 9 },
            { "key": "plan", "kind": "file", "value": "plan.pdf" },
            { "key": "story", "kind": "longText", "value": "One line,\n\tand \"another\"" },
            { "key": "own", "kind": "custom", "identifier": "OwnCell", "value": 3 },
            { "key": "note", "kind": "label", "title": "Read this" },
            { "key": "blank", "kind": "text", "value": "" },
            {
              "key": "cellar", "kind": "group", "title": { "en": "Cellar", "fr": "Cave" }, "hidden": true,
              "cells": [{ "key": "damp", "kind": "text", "title": { "en": "Damp", "fr": "Humide" } }, { "key": "dark", "kind": "switch" }]
            }
          ]
        },
        {
          "key": "rules",
          "relevant": "${rooms} > 5",
          "cells": [
            { "key": "name", "kind": "text", "title": "Name", "required": { "expression": "true()", "message": "Name it." },
              "constraints": [". = 'x'", { "expression": "true()", "message": "Too long.", "severity": "warning" }] },
            { "key": "twice", "kind": "integer", "calculate": "${rooms} * 2", "constraints": [". < 10"] },
            { "key": "none", "kind": "integer", "calculate": "''" },
            { "key": "today", "kind": "date", "calculate": "today()" },
            { "key": "stairs", "kind": "group", "title": "Stairs", "relevant": "${rooms} = 0",
              "cells": [{ "key": "steps", "kind": "integer", "title": "Steps", "relevant": "${roof} = 'good'", "required": true }] }
          ]
        },
        {
          "key": "hidden-section",
          "relevant": "${roof} = 'poor'",
          "cells": [{ "key": "leak", "kind": "text", "value": "drip", "required": true }]
        },
        {
          "key": "people",
          "cells": [
            {
              "key": "person", "kind": "repeat", "title": "Person", "minimum": 1, "maximum": 9, "relevant": "${rooms} > 0",
              "cells": [
                { "key": "age", "kind": "integer", "title": "Age", "value": 3, "required": true, "constraints": [". > 5"] },
                { "key": "school", "kind": "group", "title": "School", "relevant": "${age} < 18",
                  "cells": [
                    { "key": "pet", "kind": "repeat", "title": "Pet", "count": "${age}", "relevant": "${age} > 1",
                      "cells": [{ "key": "pet-name", "kind": "text", "relevant": "${fence}", "calculate": "concat(${age}, '!')" }] }
                  ] }
              ]
            }
          ]
        }
      ]
    }
    """#
}
