#if CommandLine
import FormStateInterchange

/// The form that `formstate new` writes: a small one to change, with a comment beside all that it shows.
///
/// JSON has no comments, and form JSON refuses a field that it does not know. What stands in `properties` is kept and
/// never interpreted; so each comment is a property `about`, which nobody sees who fills the form in.
struct StarterForm {
  /// The key of the form.
  let key: String

  /// Names the form after its file: `house-visit.json` holds the form `house-visit`.
  init(file: String) { key = ImportSettings(sourceName: file).keyFromName }

  /// What the form is called: its key as words.
  var title: String {
    let words = key.replacingOccurrences(of: "-", with: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// The document.
  var text: String {
    """
    {
      "formstate": 1,
      "key": \(OrderedJSON.string(key).line),
      "title": \(OrderedJSON.string(title).line),
      "properties": {
        "about": "The key names the form for good; the title is what people read. Remove each “properties” when you no longer need what it says."
      },
      "sections": [
        {
          "key": "person",
          "title": "Person",
          "cells": [
            {
              "key": "name",
              "kind": "text",
              "title": "Name",
              "required": { "message": "Write a name." },
              "properties": { "about": "Required: without it the form cannot be completed. The message says why." }
            },
            {
              "key": "born",
              "kind": "date",
              "title": "Date of birth",
              "constraints": [{ "expression": ". <= today()", "message": "This day is yet to come." }],
              "properties": { "about": "A constraint: . is the answer. One that breaks it is kept, with a fault." }
            }
          ]
        },
        {
          "key": "habits",
          "title": "Habits",
          "cells": [
            {
              "key": "smokes",
              "kind": "group",
              "subtitle": "Do you smoke?",
              "options": [
                { "value": "no", "title": "No" },
                { "value": "yes", "title": "Yes" }
              ],
              "properties": { "about": "A choice: the subtitle asks, since the title shows the option that is chosen." }
            },
            {
              "key": "cigarettes",
              "kind": "integer",
              "title": "Cigarettes a day",
              "relevant": "${smokes} = 'yes'",
              "properties": { "about": "Relevant: it is asked only while this holds. ${smokes} is the answer above." }
            }
          ]
        }
      ]
    }

    """
  }
}
#endif
