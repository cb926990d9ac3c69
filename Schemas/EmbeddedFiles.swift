// swift-format-ignore-file
// Written by Scripts/embed; change the files that it holds.

/// Files as text.
enum EmbeddedFiles {
  /// By their names.
  static let texts: [String: String] = [
    "actions.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:formstate:actions:1",
  "title": "An action",
  "description": "A line of a script of actions (JSON Lines), as `formstate replay` applies it and `formstate export --format actions` writes it. Blank lines mean nothing. Each line is an undo step of its own, unless it continues the one before.",
  "type": "object",
  "required": ["action"],
  "oneOf": [
    { "$ref": "#/$defs/onCell" },
    { "$ref": "#/$defs/setting" },
    { "$ref": "#/$defs/drafting" },
    { "$ref": "#/$defs/resetting" },
    { "$ref": "#/$defs/adding" },
    { "$ref": "#/$defs/moving" },
    { "$ref": "#/$defs/onSection" },
    { "$ref": "#/$defs/onResponse" },
    { "$ref": "#/$defs/reporting" },
    { "$ref": "#/$defs/withdrawing" },
    { "$ref": "#/$defs/reverting" },
    { "$ref": "#/$defs/restoring" },
    { "$ref": "#/$defs/undoing" },
    { "$ref": "#/$defs/upgrading" }
  ],
  "examples": [
    { "action": "tap", "cell": "full-name" },
    { "action": "tap", "at": [0, 1] },
    { "action": "set", "cell": "first-name", "value": "Ada" },
    { "action": "undo" }
  ],
  "$defs": {
    "onCell": {
      "description": "Something that is done with a cell.",
      "type": "object",
      "required": ["action"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "`tap` selects the row: an expandable cell toggles, an option is chosen. `clear` empties the cell, so that its default does not come back. `choose` chooses an option. `expand` and `collapse` show and hide what is below. `reveal` unfolds and expands until the cell shows. `remove` removes an instance of a repeat: the one that is named, or in which the cell stands.",
          "enum": ["tap", "clear", "choose", "expand", "collapse", "reveal", "remove"],
          "examples": ["tap"]
        },
        "cell": { "description": "The key of the cell; in a form with repeats also its address: `name:7`, `passenger[2]/name`.", "$ref": "#/$defs/key", "examples": ["first-name", "name:7"] },
        "at": {
          "description": "Where the cell shows when the action is applied, in place of its key: its section and its row among the rows that show, both from 0.",
          "type": "array",
          "prefixItems": [{"type": "integer", "minimum": 0}, {"type": "integer", "minimum": 0}],
          "minItems": 2,
          "maxItems": 2,
          "examples": [[0, 1]]
        },
        "moment": {
          "description": "When, in which time zone and with which random seed the rules of an exported action ran; left out, they run with those of the replay.",
          "type": "string",
          "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}[+-][0-9]{2}:[0-9]{2}(\\[[A-Za-z0-9/_+-]{1,64}\\])? [0-9a-f]{16}$",
          "examples": ["2026-11-22T09:41:07.123+01:00[Europe/Vienna] 9f3ac01b22d4e8a7"]
        },
        "continues": {
          "description": "Whether it is part of the same undo step as the action before it.",
          "type": "boolean",
          "examples": [true]
        },
        "group": {
          "description": "What the group of actions is called that it is part of.",
          "type": "string",
          "examples": ["Fill in the address"]
        }
      },
      "oneOf": [{"required": ["cell"]}, {"required": ["at"]}],
      "examples": [{"action": "choose", "cell": "basketball"}]
    },
    "setting": {
      "description": "A cell is given a value.",
      "type": "object",
      "required": ["action", "value"],
      "additionalProperties": false,
      "properties": {
        "action": { "description": "A cell is given a value.", "const": "set", "examples": ["set"] },
        "cell": { "description": "The key of the cell.", "$ref": "#/$defs/key", "examples": ["first-name"] },
        "at": {
          "description": "Where the cell shows when the action is applied, in place of its key: its section and its row among the rows that show, both from 0.",
          "type": "array",
          "prefixItems": [{"type": "integer", "minimum": 0}, {"type": "integer", "minimum": 0}],
          "minItems": 2,
          "maxItems": 2,
          "examples": [[0, 1]]
        },
        "value": {
          "description": "The value: a text, a number, or `true` and `false` for a switch; a date is written `YYYY-MM-DD`, a time `HH:MM` or `HH:MM+01:00`, both with the offset `2026-11-21T14:30:00+01:00`; of several choices an array of their values or titles. A text that spells a number, a date, a time or the position of a switch is read as one.",
          "type": ["string", "number", "boolean", "array"],
          "items": { "type": "string" },
          "examples": ["Ada", 7, true, "1835-11-30", ["fever", "cough"]]
        },
        "moment": {
          "description": "When, in which time zone and with which random seed the rules of an exported action ran; left out, they run with those of the replay.",
          "type": "string",
          "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}[+-][0-9]{2}:[0-9]{2}(\\[[A-Za-z0-9/_+-]{1,64}\\])? [0-9a-f]{16}$",
          "examples": ["2026-11-22T09:41:07.123+01:00[Europe/Vienna] 9f3ac01b22d4e8a7"]
        },
        "continues": {
          "description": "Whether it is part of the same undo step as the action before it.",
          "type": "boolean",
          "examples": [true]
        },
        "group": {
          "description": "What the group of actions is called that it is part of.",
          "type": "string",
          "examples": ["Fill in the address"]
        }
      },
      "oneOf": [{"required": ["cell"]}, {"required": ["at"]}],
      "examples": [{"action": "set", "cell": "first-name", "value": "Ada"}]
    },
    "drafting": {
      "description": "Text is left in a cell's control that is no value yet.",
      "type": "object",
      "required": ["action"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "Text is left in a cell's control that is no value yet; it never counts as an answer.",
          "const": "draft",
          "examples": ["draft"]
        },
        "cell": { "description": "The key of the cell.", "$ref": "#/$defs/key", "examples": ["first-name"] },
        "at": {
          "description": "Where the cell shows when the action is applied, in place of its key: its section and its row among the rows that show, both from 0.",
          "type": "array",
          "prefixItems": [{"type": "integer", "minimum": 0}, {"type": "integer", "minimum": 0}],
          "minItems": 2,
          "maxItems": 2,
          "examples": [[0, 1]]
        },
        "value": {
          "description": "The text; left out or `null`, the draft is discarded.",
          "type": ["string", "null"],
          "examples": ["1835-13-", null]
        },
        "moment": {
          "description": "When, in which time zone and with which random seed the rules of an exported action ran; left out, they run with those of the replay.",
          "type": "string",
          "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}[+-][0-9]{2}:[0-9]{2}(\\[[A-Za-z0-9/_+-]{1,64}\\])? [0-9a-f]{16}$",
          "examples": ["2026-11-22T09:41:07.123+01:00[Europe/Vienna] 9f3ac01b22d4e8a7"]
        },
        "continues": {
          "description": "Whether it is part of the same undo step as the action before it.",
          "type": "boolean",
          "examples": [true]
        },
        "group": {
          "description": "What the group of actions is called that it is part of.",
          "type": "string",
          "examples": ["Fill in the address"]
        }
      },
      "oneOf": [{"required": ["cell"]}, {"required": ["at"]}],
      "examples": [{"action": "draft", "cell": "date-of-birth-date", "value": "1835-13-"}]
    },
    "resetting": {
      "description": "A cell and those below it, or the whole response, goes back to what the form says.",
      "type": "object",
      "required": ["action"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "A cell and those below it goes back to what the form says; without a cell, the whole response does.",
          "const": "reset",
          "examples": ["reset"]
        },
        "cell": { "description": "The key of the cell.", "$ref": "#/$defs/key", "examples": ["first-name"] },
        "at": {
          "description": "Where the cell shows when the action is applied, in place of its key: its section and its row among the rows that show, both from 0.",
          "type": "array",
          "prefixItems": [{"type": "integer", "minimum": 0}, {"type": "integer", "minimum": 0}],
          "minItems": 2,
          "maxItems": 2,
          "examples": [[0, 1]]
        },
        "moment": {
          "description": "When, in which time zone and with which random seed the rules of an exported action ran; left out, they run with those of the replay.",
          "type": "string",
          "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}[+-][0-9]{2}:[0-9]{2}(\\[[A-Za-z0-9/_+-]{1,64}\\])? [0-9a-f]{16}$",
          "examples": ["2026-11-22T09:41:07.123+01:00[Europe/Vienna] 9f3ac01b22d4e8a7"]
        },
        "continues": {
          "description": "Whether it is part of the same undo step as the action before it.",
          "type": "boolean",
          "examples": [true]
        },
        "group": {
          "description": "What the group of actions is called that it is part of.",
          "type": "string",
          "examples": ["Fill in the address"]
        }
      },
      "not": { "required": ["cell", "at"] },
      "examples": [{"action": "reset", "cell": "full-name"}, {"action": "reset"}]
    },
    "adding": {
      "description": "An instance is added to a repeat.",
      "type": "object",
      "required": ["action"],
      "additionalProperties": false,
      "properties": {
        "action": { "description": "An instance is added to a repeat.", "const": "add", "examples": ["add"] },
        "cell": {
          "description": "The key of the repeat; behind a colon the number of the instance that it stands in itself.",
          "$ref": "#/$defs/key",
          "examples": ["passenger"]
        },
        "at": {
          "description": "Where the cell shows when the action is applied, in place of its key: its section and its row among the rows that show, both from 0.",
          "type": "array",
          "prefixItems": [{"type": "integer", "minimum": 0}, {"type": "integer", "minimum": 0}],
          "minItems": 2,
          "maxItems": 2,
          "examples": [[0, 1]]
        },
        "before": {
          "description": "The instance before which the new one is to stand; left out, behind the last.",
          "$ref": "#/$defs/key",
          "examples": ["passenger:4"]
        },
        "instance": {
          "description": "The number of the new instance, of an action that was exported; left out, the next one of the response.",
          "type": "integer",
          "minimum": 1,
          "maximum": 2147483647,
          "examples": [9]
        },
        "moment": {
          "description": "When, in which time zone and with which random seed the rules of an exported action ran; left out, they run with those of the replay.",
          "type": "string",
          "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}[+-][0-9]{2}:[0-9]{2}(\\[[A-Za-z0-9/_+-]{1,64}\\])? [0-9a-f]{16}$",
          "examples": ["2026-11-22T09:41:07.123+01:00[Europe/Vienna] 9f3ac01b22d4e8a7"]
        },
        "continues": {
          "description": "Whether it is part of the same undo step as the action before it.",
          "type": "boolean",
          "examples": [true]
        },
        "group": {
          "description": "What the group of actions is called that it is part of.",
          "type": "string",
          "examples": ["Fill in the address"]
        }
      },
      "oneOf": [{"required": ["cell"]}, {"required": ["at"]}],
      "examples": [{"action": "add", "cell": "passenger"}]
    },
    "moving": {
      "description": "An instance of a repeat moves among the others.",
      "type": "object",
      "required": ["action"],
      "additionalProperties": false,
      "properties": {
        "action": { "description": "An instance of a repeat moves among the others.", "const": "move", "examples": ["move"] },
        "cell": {
          "description": "The instance, or a cell in it.",
          "$ref": "#/$defs/key",
          "examples": ["passenger:7"]
        },
        "at": {
          "description": "Where the cell shows when the action is applied, in place of its key: its section and its row among the rows that show, both from 0.",
          "type": "array",
          "prefixItems": [{"type": "integer", "minimum": 0}, {"type": "integer", "minimum": 0}],
          "minItems": 2,
          "maxItems": 2,
          "examples": [[0, 1]]
        },
        "before": {
          "description": "The instance before which it is to stand; left out, behind the last.",
          "$ref": "#/$defs/key",
          "examples": ["passenger:4"]
        },
        "moment": {
          "description": "When, in which time zone and with which random seed the rules of an exported action ran; left out, they run with those of the replay.",
          "type": "string",
          "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}[+-][0-9]{2}:[0-9]{2}(\\[[A-Za-z0-9/_+-]{1,64}\\])? [0-9a-f]{16}$",
          "examples": ["2026-11-22T09:41:07.123+01:00[Europe/Vienna] 9f3ac01b22d4e8a7"]
        },
        "continues": {
          "description": "Whether it is part of the same undo step as the action before it.",
          "type": "boolean",
          "examples": [true]
        },
        "group": {
          "description": "What the group of actions is called that it is part of.",
          "type": "string",
          "examples": ["Fill in the address"]
        }
      },
      "oneOf": [{"required": ["cell"]}, {"required": ["at"]}],
      "examples": [{"action": "move", "cell": "passenger:7", "before": "passenger:4"}]
    },
    "onSection": {
      "description": "Something that is done with a section.",
      "type": "object",
      "required": ["action", "section"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "`fold` puts the rows of the section away, `unfold` shows them again, `toggleFold` does the other of the two.",
          "enum": ["fold", "unfold", "toggleFold"],
          "examples": ["fold"]
        },
        "section": { "description": "The key of the section.", "$ref": "#/$defs/key", "examples": ["personal"] },
        "moment": {
          "description": "When, in which time zone and with which random seed the rules of an exported action ran; left out, they run with those of the replay.",
          "type": "string",
          "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}[+-][0-9]{2}:[0-9]{2}(\\[[A-Za-z0-9/_+-]{1,64}\\])? [0-9a-f]{16}$",
          "examples": ["2026-11-22T09:41:07.123+01:00[Europe/Vienna] 9f3ac01b22d4e8a7"]
        },
        "continues": {
          "description": "Whether it is part of the same undo step as the action before it.",
          "type": "boolean",
          "examples": [true]
        },
        "group": {
          "description": "What the group of actions is called that it is part of.",
          "type": "string",
          "examples": ["Fill in the address"]
        }
      },
      "examples": [{"action": "fold", "section": "personal"}]
    },
    "onResponse": {
      "description": "Something that is done with the whole response.",
      "type": "object",
      "required": ["action"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "`expandAll` and `collapseAll` show and hide everything. `markSaved` marks the values as saved. `complete` declares the response finished, so that its values are refused until `reopen`.",
          "enum": ["expandAll", "collapseAll", "markSaved", "complete", "reopen", "recalculate"],
          "examples": ["expandAll"]
        },
        "moment": {
          "description": "When, in which time zone and with which random seed the rules of an exported action ran; left out, they run with those of the replay.",
          "type": "string",
          "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}[+-][0-9]{2}:[0-9]{2}(\\[[A-Za-z0-9/_+-]{1,64}\\])? [0-9a-f]{16}$",
          "examples": ["2026-11-22T09:41:07.123+01:00[Europe/Vienna] 9f3ac01b22d4e8a7"]
        },
        "continues": {
          "description": "Whether it is part of the same undo step as the action before it.",
          "type": "boolean",
          "examples": [true]
        },
        "group": {
          "description": "What the group of actions is called that it is part of.",
          "type": "string",
          "examples": ["Fill in the address"]
        }
      },
      "examples": [{"action": "collapseAll"}]
    },
    "reporting": {
      "description": "Somebody outside of the form reports a fault.",
      "type": "object",
      "required": ["action", "message"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "Somebody outside of the form, such as a server that refuses an answer, reports that something is wrong with a cell; without a cell, with the response as a whole.",
          "const": "reportFault",
          "examples": ["reportFault"]
        },
        "cell": { "description": "The key of the cell.", "$ref": "#/$defs/key", "examples": ["email"] },
        "at": {
          "description": "Where the cell shows when the action is applied, in place of its key: its section and its row among the rows that show, both from 0.",
          "type": "array",
          "prefixItems": [{"type": "integer", "minimum": 0}, {"type": "integer", "minimum": 0}],
          "minItems": 2,
          "maxItems": 2,
          "examples": [[0, 1]]
        },
        "message": { "description": "What is wrong, as a sentence.", "$ref": "#/$defs/message" },
        "from": { "description": "Who reports it; left out for nobody in particular.", "$ref": "#/$defs/reporter" },
        "moment": {
          "description": "When, in which time zone and with which random seed the rules of an exported action ran; left out, they run with those of the replay.",
          "type": "string",
          "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}[+-][0-9]{2}:[0-9]{2}(\\[[A-Za-z0-9/_+-]{1,64}\\])? [0-9a-f]{16}$",
          "examples": ["2026-11-22T09:41:07.123+01:00[Europe/Vienna] 9f3ac01b22d4e8a7"]
        },
        "continues": {
          "description": "Whether it is part of the same undo step as the action before it.",
          "type": "boolean",
          "examples": [true]
        },
        "group": {
          "description": "What the group of actions is called that it is part of.",
          "type": "string",
          "examples": ["Fill in the address"]
        }
      },
      "not": { "required": ["cell", "at"] },
      "examples": [
        {"action": "reportFault", "cell": "email", "message": "This address is taken.", "from": "server"},
        {"action": "reportFault", "message": "This person is registered already."}
      ]
    },
    "reverting": {
      "description": "What an entry of the journal did is taken back, wherever it stands.",
      "type": "object",
      "required": ["action", "revision"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "What an entry of the journal did is taken back, with the step that it is part of; refused where a later entry stands on it.",
          "const": "revert",
          "examples": ["revert"]
        },
        "revision": {
          "description": "The revision to take back, or to go back to; 0 is the response before anything was done.",
          "type": "integer",
          "minimum": 0,
          "maximum": 2147483647,
          "examples": [12]
        },
        "only": {
          "description": "Whether the rest of the step stays.",
          "type": "boolean",
          "examples": [true]
        },
        "moment": {
          "description": "When, in which time zone and with which random seed the rules of an exported action ran; left out, they run with those of the replay.",
          "type": "string",
          "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}[+-][0-9]{2}:[0-9]{2}(\\[[A-Za-z0-9/_+-]{1,64}\\])? [0-9a-f]{16}$",
          "examples": ["2026-11-22T09:41:07.123+01:00[Europe/Vienna] 9f3ac01b22d4e8a7"]
        },
        "continues": {
          "description": "Whether it is part of the same undo step as the action before it.",
          "type": "boolean",
          "examples": [true]
        },
        "group": {
          "description": "What the group of actions is called that it is part of.",
          "type": "string",
          "examples": ["Fill in the address"]
        }
      },
      "examples": [{"action": "revert", "revision": 12}]
    },
    "restoring": {
      "description": "The response goes back to what it was at a revision.",
      "type": "object",
      "required": ["action", "revision"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "The response goes back to what it was at a revision, with everything that an undo takes along.",
          "const": "restore",
          "examples": ["restore"]
        },
        "revision": {
          "description": "The revision to take back, or to go back to; 0 is the response before anything was done.",
          "type": "integer",
          "minimum": 0,
          "maximum": 2147483647,
          "examples": [12]
        },
        "moment": {
          "description": "When, in which time zone and with which random seed the rules of an exported action ran; left out, they run with those of the replay.",
          "type": "string",
          "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}[+-][0-9]{2}:[0-9]{2}(\\[[A-Za-z0-9/_+-]{1,64}\\])? [0-9a-f]{16}$",
          "examples": ["2026-11-22T09:41:07.123+01:00[Europe/Vienna] 9f3ac01b22d4e8a7"]
        },
        "continues": {
          "description": "Whether it is part of the same undo step as the action before it.",
          "type": "boolean",
          "examples": [true]
        },
        "group": {
          "description": "What the group of actions is called that it is part of.",
          "type": "string",
          "examples": ["Fill in the address"]
        }
      },
      "examples": [{"action": "restore", "revision": 12}]
    },
    "withdrawing": {
      "description": "What somebody reported is withdrawn.",
      "type": "object",
      "required": ["action"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "All that somebody reported on a cell is withdrawn; without a cell, on the response and all of its cells.",
          "const": "withdrawFaults",
          "examples": ["withdrawFaults"]
        },
        "cell": { "description": "The key of the cell.", "$ref": "#/$defs/key", "examples": ["email"] },
        "at": {
          "description": "Where the cell shows when the action is applied, in place of its key: its section and its row among the rows that show, both from 0.",
          "type": "array",
          "prefixItems": [{"type": "integer", "minimum": 0}, {"type": "integer", "minimum": 0}],
          "minItems": 2,
          "maxItems": 2,
          "examples": [[0, 1]]
        },
        "from": { "description": "Who reported it; left out for what was reported in nobody's name.", "$ref": "#/$defs/reporter" },
        "moment": {
          "description": "When, in which time zone and with which random seed the rules of an exported action ran; left out, they run with those of the replay.",
          "type": "string",
          "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}[+-][0-9]{2}:[0-9]{2}(\\[[A-Za-z0-9/_+-]{1,64}\\])? [0-9a-f]{16}$",
          "examples": ["2026-11-22T09:41:07.123+01:00[Europe/Vienna] 9f3ac01b22d4e8a7"]
        },
        "continues": {
          "description": "Whether it is part of the same undo step as the action before it.",
          "type": "boolean",
          "examples": [true]
        },
        "group": {
          "description": "What the group of actions is called that it is part of.",
          "type": "string",
          "examples": ["Fill in the address"]
        }
      },
      "not": { "required": ["cell", "at"] },
      "examples": [{"action": "withdrawFaults", "from": "server"}]
    },
    "message": {
      "description": "What is wrong, as a sentence.",
      "type": "string",
      "pattern": "\\S",
      "maxLength": 1000,
      "examples": ["This address is taken."]
    },
    "reporter": {
      "description": "Who reports a fault; the same reporter can withdraw it.",
      "type": "string",
      "minLength": 1,
      "maxLength": 100,
      "examples": ["server"]
    },
    "undoing": {
      "description": "The last undo step is taken back, or done again.",
      "type": "object",
      "required": ["action"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "`undo` takes the last step back, `redo` does it again.",
          "enum": ["undo", "redo"],
          "examples": ["undo"]
        },
        "scope": {
          "description": "`values` takes values and drafts along and leaves open and closed what is; `everything`, the usual one, takes all.",
          "enum": ["everything", "values"],
          "examples": ["values"]
        },
        "moment": {
          "description": "When, in which time zone and with which random seed the rules of an exported action ran; left out, they run with those of the replay.",
          "type": "string",
          "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}[+-][0-9]{2}:[0-9]{2}(\\[[A-Za-z0-9/_+-]{1,64}\\])? [0-9a-f]{16}$",
          "examples": ["2026-11-22T09:41:07.123+01:00[Europe/Vienna] 9f3ac01b22d4e8a7"]
        },
        "continues": {
          "description": "Whether it is part of the same undo step as the action before it.",
          "type": "boolean",
          "examples": [true]
        },
        "group": {
          "description": "What the group of actions is called that it is part of.",
          "type": "string",
          "examples": ["Fill in the address"]
        }
      },
      "examples": [{"action": "undo"}]
    },
    "upgrading": {
      "description": "The response moves to another version of its form.",
      "type": "object",
      "required": ["action", "version"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "The response moves to another version of its form.",
          "const": "upgrade",
          "examples": ["upgrade"]
        },
        "version": { "description": "The number of the version to move to.", "$ref": "#/$defs/version" },
        "cells": {
          "description": "Where the contents of cells go: the key of the same one in the new version, or `null` for what it has no place for.",
          "type": "object",
          "additionalProperties": { "type": ["string", "null"] },
          "examples": [{"name": "full-name", "fax": null}]
        },
        "sections": {
          "description": "Where the folds of sections go: the key of the same one in the new version, or `null` for what it has no place for.",
          "type": "object",
          "additionalProperties": { "type": ["string", "null"] },
          "examples": [{"work": "work-experience"}]
        },
        "returning": {
          "description": "What comes back that was set aside before, by the number of the version that it is of; `null` for what is discarded.",
          "type": "object",
          "propertyNames": { "pattern": "^[1-9][0-9]*$" },
          "additionalProperties": {
            "type": "object",
            "properties": {
              "cells": {
                "description": "Where the contents of cells come back to: the key of the cell in the new version, or `null` for what is discarded.",
                "type": "object",
                "additionalProperties": { "type": ["string", "null"] },
                "examples": [{"fax": "fax-number"}]
              },
              "sections": {
                "description": "Where the folds of sections come back to: the key of the section in the new version.",
                "type": "object",
                "additionalProperties": { "type": "string" },
                "examples": [{"work": "work-experience"}]
              }
            }
          },
          "examples": [{"1": {"cells": {"fax": "fax-number"}}}]
        },
        "moment": {
          "description": "When, in which time zone and with which random seed the rules of an exported action ran; left out, they run with those of the replay.",
          "type": "string",
          "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}[+-][0-9]{2}:[0-9]{2}(\\[[A-Za-z0-9/_+-]{1,64}\\])? [0-9a-f]{16}$",
          "examples": ["2026-11-22T09:41:07.123+01:00[Europe/Vienna] 9f3ac01b22d4e8a7"]
        },
        "continues": {
          "description": "Whether it is part of the same undo step as the action before it.",
          "type": "boolean",
          "examples": [true]
        },
        "group": {
          "description": "What the group of actions is called that it is part of.",
          "type": "string",
          "examples": ["Fill in the address"]
        }
      },
      "examples": [{"action": "upgrade", "version": 2, "cells": {"fax": null}}]
    },
    "key": {
      "description": "A name that stays the same for good: not empty, no blank at either end, no control character. Keys are composed (NFC) as they come in.",
      "type": "string",
      "minLength": 1,
      "not": { "pattern": "^\\s|\\s$|[\\u0000-\\u001F\\u007F-\\u009F\\uFFFE\\uFFFF]" },
      "examples": ["full-name"]
    },
    "version": {
      "description": "The number of a version of a form, from 1.",
      "type": "integer",
      "minimum": 1,
      "maximum": 2147483647,
      "examples": [2]
    }
  }
}

"""#,
    "answers.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:formstate:answers:1",
  "title": "Answers",
  "description": "What responses hold, question by question: the document that `formstate answers --json` prints, or a line that `formstate answers --ndjson` prints. They go out only; what comes in is form JSON or actions.",
  "type": "object",
  "oneOf": [{"$ref": "#/$defs/document"}, {"$ref": "#/$defs/line"}],
  "examples": [
    {
      "form": "inspection",
      "responses": [
        {
          "response": "mill-lane-3",
          "revision": 64,
          "completed": false,
          "answers": [
            {
              "section": "Outside",
              "question": "Covering",
              "cell": "roof-covering",
              "instance": 0,
              "kind": "group",
              "value": "slate",
              "readable": "Slate",
              "source": "set",
              "draft": null
            }
          ]
        }
      ]
    },
    {
      "form": "inspection",
      "response": "mill-lane-3",
      "section": "Outside",
      "question": "Covering",
      "cell": "roof-covering",
      "instance": 0,
      "kind": "group",
      "value": "slate",
      "readable": "Slate",
      "source": "set",
      "draft": null
    }
  ],
  "$defs": {
    "document": {
      "description": "The answers of responses to a form.",
      "type": "object",
      "required": ["form", "responses"],
      "additionalProperties": false,
      "properties": {
        "form": { "description": "The key of the form.", "$ref": "#/$defs/key", "examples": ["inspection"] },
        "responses": {
          "description": "The responses with their answers.",
          "type": "array",
          "items": { "$ref": "#/$defs/response" },
          "examples": [[{"response": "mill-lane-3", "revision": 64, "completed": false, "answers": []}]]
        }
      },
      "examples": [{"form": "inspection", "responses": []}]
    },
    "response": {
      "description": "The answers of one response.",
      "type": "object",
      "required": ["response", "revision", "completed", "answers"],
      "additionalProperties": false,
      "properties": {
        "response": {
          "description": "The name of the response.",
          "$ref": "#/$defs/key",
          "examples": ["mill-lane-3"]
        },
        "revision": {
          "description": "How many entries its journal had then.",
          "type": "integer",
          "minimum": 0,
          "examples": [64]
        },
        "completed": {
          "description": "Whether it was declared finished.",
          "type": "boolean",
          "examples": [false]
        },
        "answers": {
          "description": "Its answers, in the order of the form.",
          "type": "array",
          "items": { "$ref": "#/$defs/answer" },
          "examples": [
            [
              {
                "section": "Outside",
                "question": "Covering",
                "cell": "roof-covering",
                "instance": 0,
                "kind": "group",
                "value": "slate",
                "readable": "Slate",
                "source": "set",
                "draft": null
              }
            ]
          ]
        }
      },
      "examples": [{"response": "mill-lane-3", "revision": 64, "completed": false, "answers": []}]
    },
    "answer": {
      "description": "What one question holds.",
      "type": "object",
      "required": ["section", "question", "cell", "instance", "kind", "value", "readable", "source", "draft"],
      "additionalProperties": false,
      "properties": {
        "section": {
          "description": "What the section of the question is called.",
          "type": "string",
          "examples": ["Outside"]
        },
        "question": {
          "description": "What the question is called, with what it stands under where that is needed to tell it.",
          "type": "string",
          "examples": ["Roof › Covering"]
        },
        "cell": {
          "description": "The key of the cell that asks.",
          "$ref": "#/$defs/key",
          "examples": ["roof-covering"]
        },
        "instance": {
          "description": "The number of the instance of a repeat that the cell stands in; 0 outside of repeats.",
          "type": "integer",
          "minimum": 0,
          "maximum": 2147483647,
          "examples": [0]
        },
        "kind": {
          "description": "What the cell holds, as in form JSON; options and labels are no questions.",
          "enum": [
            "group", "choices", "text", "longText", "integer", "decimal", "date", "time", "dateTime", "switch", "slider",
            "file", "custom"
          ],
          "examples": ["group"]
        },
        "value": {
          "description": "What the cell holds: a text, a number, `true` or `false`, a date as `YYYY-MM-DD`, a time as `HH:MM:SS` with the offset that it has, both with their offset, a decimal as its digits, of a question with options the value of the chosen one, of choices an array of such; `null` for nothing.",
          "type": ["string", "number", "boolean", "array", "null"],
          "items": { "type": "string" },
          "examples": ["slate", 7, true, "1835-11-30", ["fever", "cough"], null]
        },
        "readable": {
          "description": "The same as a person reads it: the title of the option, the position of the switch, the number with its unit, the date in long style; `null` for nothing.",
          "type": ["string", "null"],
          "examples": ["Slate", null]
        },
        "source": {
          "description": "Where the value is from: a person (`set`, also where he left nothing), a rule (`calculated`), what the form says (`default`), or nowhere (`none`).",
          "enum": ["set", "calculated", "default", "none"],
          "examples": ["set"]
        },
        "draft": {
          "description": "What was typed and is no value yet; `null` for nothing.",
          "type": ["string", "null"],
          "examples": ["1835-13-", null]
        }
      },
      "allOf": [
        {
          "description": "What nobody knows is nothing.",
          "if": { "required": ["source"], "properties": {"source": {"const": "none"}} },
          "then": { "properties": {"value": {"const": null}} }
        },
        {
          "description": "What is nothing reads as nothing.",
          "if": { "required": ["value"], "properties": {"value": {"const": null}} },
          "then": { "properties": {"readable": {"const": null}} },
          "else": { "properties": {"readable": {"type": "string"}} }
        }
      ],
      "examples": [
        {
          "section": "Outside",
          "question": "Covering",
          "cell": "roof-covering",
          "instance": 0,
          "kind": "group",
          "value": "slate",
          "readable": "Slate",
          "source": "set",
          "draft": null
        }
      ]
    },
    "line": {
      "description": "An answer on a line of its own.",
      "type": "object",
      "required": [
        "form",
        "response",
        "section",
        "question",
        "cell",
        "instance",
        "kind",
        "value",
        "readable",
        "source",
        "draft"
      ],
      "additionalProperties": false,
      "properties": {
        "form": { "description": "The key of the form.", "$ref": "#/$defs/key", "examples": ["inspection"] },
        "response": {
          "description": "The name of the response.",
          "$ref": "#/$defs/key",
          "examples": ["mill-lane-3"]
        },
        "section": {
          "description": "What the section of the question is called.",
          "type": "string",
          "examples": ["Outside"]
        },
        "question": {
          "description": "What the question is called, with what it stands under where that is needed to tell it.",
          "type": "string",
          "examples": ["Roof › Covering"]
        },
        "cell": {
          "description": "The key of the cell that asks.",
          "$ref": "#/$defs/key",
          "examples": ["roof-covering"]
        },
        "instance": {
          "description": "The number of the instance of a repeat that the cell stands in; 0 outside of repeats.",
          "type": "integer",
          "minimum": 0,
          "maximum": 2147483647,
          "examples": [0]
        },
        "kind": {
          "description": "What the cell holds, as in form JSON; options and labels are no questions.",
          "enum": [
            "group", "choices", "text", "longText", "integer", "decimal", "date", "time", "dateTime", "switch", "slider",
            "file", "custom"
          ],
          "examples": ["group"]
        },
        "value": {
          "description": "What the cell holds: a text, a number, `true` or `false`, a date as `YYYY-MM-DD`, a time as `HH:MM:SS` with the offset that it has, both with their offset, a decimal as its digits, of a question with options the value of the chosen one, of choices an array of such; `null` for nothing.",
          "type": ["string", "number", "boolean", "array", "null"],
          "items": { "type": "string" },
          "examples": ["slate", 7, true, "1835-11-30", ["fever", "cough"], null]
        },
        "readable": {
          "description": "The same as a person reads it: the title of the option, the position of the switch, the number with its unit, the date in long style; `null` for nothing.",
          "type": ["string", "null"],
          "examples": ["Slate", null]
        },
        "source": {
          "description": "Where the value is from: a person (`set`, also where he left nothing), a rule (`calculated`), what the form says (`default`), or nowhere (`none`).",
          "enum": ["set", "calculated", "default", "none"],
          "examples": ["set"]
        },
        "draft": {
          "description": "What was typed and is no value yet; `null` for nothing.",
          "type": ["string", "null"],
          "examples": ["1835-13-", null]
        }
      },
      "allOf": [
        {
          "description": "What nobody knows is nothing.",
          "if": { "required": ["source"], "properties": {"source": {"const": "none"}} },
          "then": { "properties": {"value": {"const": null}} }
        },
        {
          "description": "What is nothing reads as nothing.",
          "if": { "required": ["value"], "properties": {"value": {"const": null}} },
          "then": { "properties": {"readable": {"const": null}} },
          "else": { "properties": {"readable": {"type": "string"}} }
        }
      ],
      "examples": [
        {
          "form": "inspection",
          "response": "mill-lane-3",
          "section": "Outside",
          "question": "Covering",
          "cell": "roof-covering",
          "instance": 0,
          "kind": "group",
          "value": "slate",
          "readable": "Slate",
          "source": "set",
          "draft": null
        }
      ]
    },
    "key": {
      "description": "A name that stays the same for good: not empty, no blank at either end, no control character. Keys are composed (NFC) as they come in.",
      "type": "string",
      "minLength": 1,
      "not": { "pattern": "^\\s|\\s$|[\\u0000-\\u001F\\u007F-\\u009F\\uFFFE\\uFFFF]" },
      "examples": ["full-name"]
    }
  }
}

"""#,
    "dump.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "A dump",
  "description": "Everything that a file holds, as `formstate dump` writes it and `formstate restore` and `formstate merge` take it in. Its forms are documents of their own, which `form.schema.json` beside this file describes. What the schema cannot say is checked when it is taken in: no two forms have one key, journals lead from state to state.",
  "type": "object",
  "required": ["formstateDump", "forms"],
  "additionalProperties": false,
  "properties": {
    "formstateDump": { "description": "The version of the format.", "const": 1, "examples": [1] },
    "forms": {
      "description": "The forms, each as form JSON with all of its versions and responses.",
      "type": "array",
      "items": { "$ref": "form.schema.json" },
      "examples": [
        [
          {
            "formstate": 1,
            "key": "profile",
            "sections": [{"key": "personal", "cells": [{"key": "name", "kind": "text", "title": "Name"}]}]
          }
        ]
      ]
    }
  }
}

"""#,
    "form.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:formstate:form:1",
  "title": "A form",
  "description": "A form as JSON, perhaps with other versions of it and with responses, as `formstate import` takes it in and `formstate export --format json` writes it. What the schema cannot say is checked on import: keys are unique, what is named is there, journals lead from state to state.",
  "type": "object",
  "required": ["formstate", "key", "sections"],
  "additionalProperties": false,
  "properties": {
    "formstate": { "description": "The version of the format.", "const": 1, "examples": [1] },
    "key": { "description": "The stable name of the form.", "$ref": "#/$defs/key", "examples": ["profile"] },
    "version": {
      "description": "The number of this version of the form, where journals name versions.",
      "$ref": "#/$defs/version"
    },
    "language": {
      "description": "What the language is called in which the form is written; then any of its texts may be an object with one for each language: `{\"en\": \"Name\", \"fr\": \"Nom\"}`. Best a code such as `fr` or `pt-BR`, by which dates and numbers are written too.",
      "$ref": "#/$defs/key",
      "examples": ["en"]
    },
    "title": { "description": "What the form is called.", "$ref": "#/$defs/texts", "examples": ["Profile"] },
    "accordion": {
      "description": "Whether at most one thing is open at a time: `true` or `\"cells\"` for the cells at the top level of all sections, `\"sections\"` for the sections themselves.",
      "enum": [true, false, "cells", "sections"],
      "examples": [true, "sections"]
    },
    "rowHeights": {
      "description": "How tall rows are in points, by reuse identifier; `null` lets the view measure them. Others are 44 points tall, but 60 with `idCellNormal` and 270 with `idCellDatePicker`.",
      "type": "object",
      "propertyNames": {
        "minLength": 1,
        "not": { "pattern": "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]" }
      },
      "additionalProperties": { "$ref": "#/$defs/height" },
      "examples": [{"NoteCell": null, "HeadlineCell": 52}]
    },
    "properties": {
      "description": "Whatever else the author wrote about the form; kept and exported, never interpreted.",
      "$ref": "#/$defs/properties",
      "examples": [{"edition": "2026-10"}]
    },
    "lists": {
      "description": "Lists of options that several questions share or take their choices from, by their names. What else is known of an option stands beside its value and title, and expressions look it up.",
      "type": "object",
      "propertyNames": { "$ref": "#/$defs/key" },
      "additionalProperties": { "type": "array", "minItems": 1, "items": {"$ref": "#/$defs/listOption"} },
      "examples": [
        {"condition": [{"value": "good", "title": "Good"}, {"value": "poor", "title": "Poor"}]},
        {"towns": [{"value": "bay", "title": "Bay", "region": "coast"}]}
      ]
    },
    "sections": {
      "description": "The sections, in order.",
      "type": "array",
      "items": { "$ref": "#/$defs/section" },
      "examples": [
        [
          {
            "key": "personal",
            "title": "Personal",
            "cells": [{"key": "name", "kind": "text", "title": "Name"}]
          }
        ]
      ]
    },
    "otherVersions": {
      "description": "Other versions of the form, which journals name.",
      "type": "array",
      "items": { "$ref": "#/$defs/otherVersion" },
      "examples": [[{"version": 1, "sections": []}]]
    },
    "responses": {
      "description": "The responses.",
      "type": "array",
      "items": { "$ref": "#/$defs/response" },
      "examples": [[{"key": "default", "journal": []}]]
    }
  },
  "if": { "required": ["otherVersions"], "properties": {"otherVersions": {"minItems": 1}} },
  "then": { "required": ["version"] },
  "examples": [
    {
      "formstate": 1,
      "key": "visit",
      "title": "Visit",
      "lists": { "condition": [{"value": "good", "title": "Good"}, {"value": "poor", "title": "Poor"}] },
      "sections": [
        {
          "key": "house",
          "title": "House",
          "cells": [
            { "key": "roof", "kind": "group", "subtitle": "Roof", "options": "condition" },
            { "key": "remark", "kind": "text", "title": "Remark" }
          ]
        }
      ]
    }
  ],
  "$defs": {
    "firstInstance": {
      "description": "What one of the instances holds with which a repeat begins.",
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "values": {
          "description": "What its cells hold, by their keys; `null` for nothing.",
          "type": "object",
          "additionalProperties": {
            "anyOf": [
              { "type": ["string", "number", "boolean", "null"] },
              { "type": "array", "items": { "type": "string" } }
            ]
          },
          "examples": [{"crop": "maize"}]
        },
        "repeats": {
          "description": "The first instances of the repeats in it, by their keys.",
          "type": "object",
          "additionalProperties": { "type": "array", "items": { "$ref": "#/$defs/firstInstance" } },
          "examples": [{"plot": [{"values": {"size": 2}}]}]
        }
      }
    },
    "section": {
      "description": "A titled run of cells.",
      "type": "object",
      "required": ["key"],
      "additionalProperties": false,
      "properties": {
        "key": {
          "description": "The stable name of the section, unique in the form.",
          "$ref": "#/$defs/key",
          "examples": ["personal"]
        },
        "keyIsDerived": {
          "description": "Whether nobody gave the section its key: a reader made it of what an earlier document said of the section.",
          "type": "boolean",
          "examples": [true]
        },
        "title": { "description": "What its header says.", "$ref": "#/$defs/texts", "examples": ["Personal"] },
        "foldable": {
          "description": "Whether its rows can be put away; left out, they can.",
          "type": "boolean",
          "examples": [false]
        },
        "relevant": {
          "description": "What has to hold for the section to be asked at all: an expression of answers. As long as it does not hold, neither its header nor its rows show.",
          "$ref": "#/$defs/expression",
          "examples": ["${has-children}"]
        },
        "folded": {
          "description": "Whether a fresh response starts with its rows put away.",
          "type": "boolean",
          "examples": [true]
        },
        "accordion": {
          "description": "Whether at most one of its cells at the top level is expanded at a time.",
          "type": "boolean",
          "examples": [true]
        },
        "properties": {
          "description": "Whatever else the author wrote about the section; kept and exported, never interpreted.",
          "$ref": "#/$defs/properties",
          "examples": [{"icon": "house"}]
        },
        "cells": {
          "description": "Its cells, in order; those at the top level can be no options.",
          "type": "array",
          "items": { "$ref": "#/$defs/cell", "properties": {"kind": {"not": {"const": "option"}}} },
          "examples": [[{"key": "name", "kind": "text", "title": "Name"}]]
        }
      },
      "not": {
        "description": "A section that starts folded and cannot be unfolded.",
        "required": ["folded", "foldable"],
        "properties": { "folded": {"const": true}, "foldable": {"const": false} }
      },
      "examples": [
        { "key": "personal", "title": "Personal", "cells": [{"key": "name", "kind": "text", "title": "Name"}] }
      ]
    },
    "cell": {
      "description": "One row's description. Cells nest: those in it show below it while it is expanded.",
      "type": "object",
      "required": ["kind"],
      "additionalProperties": false,
      "properties": {
        "key": {
          "description": "The stable name of the cell, unique in the form. An option with a `value` may leave it out; its key is then `QUESTION=VALUE`.",
          "$ref": "#/$defs/key",
          "examples": ["first-name"]
        },
        "keyIsDerived": {
          "description": "Whether nobody gave the cell its key: a reader made it of what an earlier document said of the cell.",
          "type": "boolean",
          "examples": [true]
        },
        "kind": {
          "description": "What the cell holds, and how a person changes it: `group` is a heading over other cells and holds the value of the chosen option; `choices` is one whose options can be chosen together, and holds their values in the order in which they were chosen; `text` and `longText` hold text, the second of several lines, `integer` a whole number, `decimal` a number exactly as it was entered, `date` a day, `time` a time of day, `dateTime` both with the offset from UTC, `switch` true or false, `slider` a number, `file` the name or path of a file that the app keeps; `option` is one of the choices of the cell above; `label` is text to read; `repeat` is a heading over cells that a person fills in several times, once in each of its instances; `custom` is a kind of the app's own, told by its `identifier`, and holds text or a number.",
          "enum": [
            "group", "choices", "text", "longText", "integer", "decimal", "date", "time", "dateTime", "switch", "option",
            "slider", "file", "label", "repeat", "custom"
          ],
          "examples": ["text"]
        },
        "identifier": {
          "description": "The reuse identifier under which a table view keeps views of this sort; left out, the usual one of the kind, such as `idCellTextfield`.",
          "type": "string",
          "minLength": 1,
          "not": { "pattern": "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]" },
          "examples": ["NoteCell"]
        },
        "title": { "description": "The primary title.", "$ref": "#/$defs/texts", "examples": ["First name"] },
        "subtitle": {
          "description": "The secondary title; of a group, usually what is asked, since its primary title shows the answer.",
          "$ref": "#/$defs/texts",
          "examples": ["Full name"]
        },
        "value": {
          "description": "The value that the cell has until a person sets one: text, a day as `YYYY-MM-DD`, a time as `HH:MM:SS` with the offset that it has, both as `2026-11-21T14:30:00+01:00`, `true` or `false`, a number, of a decimal its digits as text (or a number), of a group the value of one of its options, of choices an array of such. Of an option, what the cell above holds when it is chosen; left out, the option's key.",
          "examples": ["Ada", "1835-11-30", true, 7, "72.50", ["fever", "cough"]]
        },
        "expandable": {
          "description": "Whether the cell can be expanded; left out, it can if it is a group or choices, has cells below it, or grows in place.",
          "type": "boolean",
          "examples": [false]
        },
        "expanded": {
          "description": "Whether a fresh response starts with the cell expanded.",
          "type": "boolean",
          "examples": [true]
        },
        "hidden": {
          "description": "Whether the cell never shows, nor what is below it, whatever is expanded.",
          "type": "boolean",
          "examples": [true]
        },
        "relevant": {
          "description": "What has to hold for the cell, and what is below it, to be asked at all: an expression of other cells' answers. As long as it does not hold, the cell does not show, and its answer is kept and counts as blank.",
          "$ref": "#/$defs/expression",
          "examples": ["${married} and ${age} > 17"]
        },
        "required": {
          "description": "Whether the cell has to hold something before the response can be completed: `true`, an expression that says when, or an object with a message as well.",
          "oneOf": [
            { "type": "boolean" },
            { "$ref": "#/$defs/expression" },
            {
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "expression": {
                  "description": "When that is so; left out, always.",
                  "$ref": "#/$defs/expression",
                  "examples": ["${age} > 17"]
                },
                "message": {
                  "description": "What a person is told as long as the cell holds nothing.",
                  "$ref": "#/$defs/texts",
                  "examples": ["Tell us what to call you."]
                }
              }
            }
          ],
          "examples": [true, {"message": "Tell us what to call you."}]
        },
        "readOnly": {
          "description": "Whether nobody may change what the cell holds: `true`, or an expression that says when.",
          "oneOf": [{ "type": "boolean" }, { "$ref": "#/$defs/expression" }],
          "examples": [true]
        },
        "constraints": {
          "description": "What has to hold of what the cell holds, which the expressions call `.`. What they do not hold of is kept, with a fault.",
          "type": "array",
          "items": {
            "oneOf": [
              { "$ref": "#/$defs/expression" },
              {
                "type": "object",
                "required": ["expression"],
                "additionalProperties": false,
                "properties": {
                  "expression": {
                    "description": "What has to hold.",
                    "$ref": "#/$defs/expression",
                    "examples": [". > 0"]
                  },
                  "message": {
                    "description": "What a person is told where it does not.",
                    "$ref": "#/$defs/texts",
                    "examples": ["Count at least one."]
                  },
                  "severity": {
                    "description": "Whether the response can be completed all the same.",
                    "enum": ["error", "warning"],
                    "examples": ["warning"]
                  }
                }
              }
            ]
          },
          "examples": [[". > 0", {"expression": ". <= 10", "message": "That is much.", "severity": "warning"}]]
        },
        "calculate": {
          "description": "What the cell holds as long as nobody has entered anything else: an expression of other cells' answers; with `overrides`, it takes the place of an entry as soon as something that it reads changes.",
          "anyOf": [
            { "$ref": "#/$defs/expression" },
            {
              "type": "object",
              "required": ["expression"],
              "additionalProperties": false,
              "properties": {
                "expression": {
                  "description": "What is calculated.", "$ref": "#/$defs/expression", "examples": ["${price} * ${count}"]
                },
                "overrides": {
                  "description": "Whether it takes the place of what a person entered.", "type": "boolean",
                  "examples": [true]
                }
              }
            }
          ],
          "examples": ["${price} * ${count}", {"expression": "${price} * 2", "overrides": true}]
        },
        "default": {
          "description": "What the cell holds at first, by an expression; a plain value is its `value`.",
          "$ref": "#/$defs/expression",
          "examples": ["concat('N', '-', '1')"]
        },
        "set": {
          "description": "What the cell is set to whenever another one comes to hold something else, or the response is opened. After that a person may enter something of their own.",
          "type": "array",
          "items": {
            "type": "object",
            "required": ["expression", "when"],
            "additionalProperties": false,
            "properties": {
              "expression": {
                "description": "What it is set to; what the cell cannot hold leaves it empty.",
                "$ref": "#/$defs/expression",
                "examples": ["${price} * ${count}"]
              },
              "when": {
                "description": "The keys of the cells for which it waits, or `opened`.",
                "oneOf": [
                  { "type": "array", "items": {"type": "string", "minLength": 1}, "minItems": 1 },
                  { "const": "opened" }
                ],
                "examples": [["price"]]
              }
            }
          },
          "examples": [[{"expression": "${price} * ${count}", "when": ["price"]}]]
        },
        "count": {
          "description": "Of a repeat, how many instances count: what is missing is added, and what is too many is kept and not relevant.",
          "$ref": "#/$defs/expression",
          "examples": ["${passengers}"]
        },
        "initial": {
          "description": "Of a repeat, how many instances there are at first, if that is more than the minimum.",
          "type": "integer",
          "minimum": 0,
          "maximum": 10000,
          "examples": [1]
        },
        "firstInstances": {
          "description": "Of a repeat, what the first instances hold, each an object: `values` by the keys of cells, `null` for nothing, and `repeats` with the first instances of the repeats in it. What is left out is as in a new instance.",
          "type": "array",
          "minItems": 1,
          "maxItems": 10000,
          "items": { "$ref": "#/$defs/firstInstance" },
          "examples": [[{"values": {"crop": "maize"}}, {"values": {"crop": "beans"}}]]
        },
        "accordion": {
          "description": "Whether at most one of the cells directly below is expanded at a time.",
          "type": "boolean",
          "examples": [true]
        },
        "inline": {
          "description": "How a cell grows in place when it is expanded: its row gets another height, and no rows appear. `true` lets the view measure both heights; `false` is as if it were left out.",
          "oneOf": [
            { "type": "boolean" },
            {
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "collapsedHeight": {
                  "description": "How tall the row is while the cell is collapsed, in points; left out or `null`, the view measures it.",
                  "$ref": "#/$defs/height",
                  "examples": [64]
                },
                "expandedHeight": {
                  "description": "How tall the row is while the cell is expanded, in points; left out or `null`, the view measures it.",
                  "$ref": "#/$defs/height",
                  "examples": [120]
                },
                "lineLimit": {
                  "description": "How many lines of text the row shows while the cell is collapsed; left out or `null`, all of them.",
                  "type": ["integer", "null"],
                  "minimum": 1,
                  "examples": [2]
                }
              }
            }
          ],
          "examples": [true, {"collapsedHeight": 64, "expandedHeight": null, "lineLimit": 2}]
        },
        "summary": {
          "description": "What the title of an expandable cell shows of what is below it: `\"choice\"` the title of the chosen option, of several with a comma between them; `{\"join\": \" \"}` what the cells directly below show, with that between them; `{\"template\": \"{street}, {town}\"}` a text with the keys of cells below it in braces, `{{` and `}}` for braces; `{\"expression\": \"concat(${street}, ' ', ${town})\"}` what an expression gives, of any cell but an option; `\"none\"` its own title always. Left out, options are a choice, and cells that hold values are joined by a blank.",
          "oneOf": [
            { "enum": ["none", "choice"] },
            {
              "type": "object",
              "required": ["join"],
              "additionalProperties": false,
              "properties": {
                "join": {
                  "description": "What stands between the texts of the cells.",
                  "$ref": "#/$defs/texts",
                  "examples": [" · "]
                }
              }
            },
            {
              "type": "object",
              "required": ["template"],
              "additionalProperties": false,
              "properties": {
                "template": {
                  "description": "The text with keys in braces.",
                  "oneOf": [
                    { "$ref": "#/$defs/template" },
                    { "type": "object", "minProperties": 1, "additionalProperties": { "$ref": "#/$defs/template" } }
                  ],
                  "examples": ["{street}, {postcode} {town}"]
                }
              }
            },
            {
              "type": "object",
              "required": ["expression"],
              "additionalProperties": false,
              "properties": {
                "expression": {
                  "description": "What gives the title.",
                  "oneOf": [
                    { "$ref": "#/$defs/expression" },
                    { "type": "object", "minProperties": 1, "additionalProperties": { "$ref": "#/$defs/expression" } }
                  ],
                  "examples": ["concat('Total: ', ${total})"]
                }
              }
            }
          ],
          "examples": ["none", {"join": ", "}, {"template": "{street}, {town}"}]
        },
        "minimum": {
          "description": "The least number that is accepted; left out, 0 for a slider, and any number for an integer or decimal, which has both or none. Of a repeat, the fewest instances that are left by removing; left out, none.",
          "type": "number",
          "examples": [-30]
        },
        "maximum": {
          "description": "The greatest number that is accepted; left out, 10 for a slider, and any number for an integer or decimal. Of a repeat, the most instances that can be added; left out, any number.",
          "type": "number",
          "examples": [45]
        },
        "step": {
          "description": "How far the control of a number moves at a time; left out, it moves freely. Any number of the range is accepted.",
          "type": "number",
          "exclusiveMinimum": 0,
          "examples": [0.5]
        },
        "unit": {
          "description": "What the number of a slider, an integer or a decimal counts, shown after it.",
          "$ref": "#/$defs/texts",
          "minLength": 1,
          "examples": ["kg"]
        },
        "offTitle": {
          "description": "What a switch shows for off; left out, “Off”.",
          "$ref": "#/$defs/texts",
          "examples": ["Single"]
        },
        "onTitle": {
          "description": "What a switch shows for on; left out, “On”.",
          "$ref": "#/$defs/texts",
          "examples": ["Married"]
        },
        "options": {
          "description": "The options of a group, choices or custom cell, which stand before its other cells: the name of one of the form's lists, or options of its own.",
          "oneOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "#/$defs/option"}}],
          "examples": ["condition", [{"value": "dry", "title": "Dry"}]]
        },
        "choices": {
          "description": "Of a group or choices cell whose options are no rows: which items of a list of the form, or which answers in its cells, can be chosen. There may be any number.",
          "$ref": "#/$defs/expression",
          "examples": ["list('towns')[region = ${region}]", "${person}[${age} > 17]/${name}"]
        },
        "properties": {
          "description": "Whatever else the author wrote about the cell; kept and exported, never interpreted.",
          "$ref": "#/$defs/properties",
          "examples": [{"help": "As in the passport"}]
        },
        "cells": {
          "description": "The cells below it, in order.",
          "type": "array",
          "items": { "$ref": "#/$defs/cell" },
          "examples": [[{"key": "first-name", "kind": "text", "title": "First name"}]]
        }
      },
      "allOf": [
        {
          "description": "An option may be named by its value; everything else has a key.",
          "if": { "required": ["kind"], "properties": {"kind": {"enum": ["option"]}} },
          "then": {
            "anyOf": [{"required": ["key"]}, {"required": ["value"]}],
            "properties": { "value": {"$ref": "#/$defs/option/properties/value"} }
          },
          "else": { "required": ["key"] }
        },
        {
          "description": "A text is text.",
          "if": { "required": ["kind"], "properties": {"kind": {"enum": ["text", "longText"]}} },
          "then": {
            "properties": {
              "value": {
                "type": ["string", "null"],
                "not": {
                  "type": "string",
                  "pattern": "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]"
                }
              }
            }
          }
        },
        {
          "description": "A date is a day.",
          "if": { "required": ["kind"], "properties": {"kind": {"enum": ["date"]}} },
          "then": {
            "properties": {
              "value": {
                "type": ["string", "null"],
                "maxLength": 10,
                "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"
              }
            }
          }
        },
        {
          "description": "A file has a name.",
          "if": { "required": ["kind"], "properties": {"kind": {"enum": ["file"]}} },
          "then": {
            "properties": {
              "value": {
                "type": ["string", "null"],
                "minLength": 1,
                "not": {
                  "type": "string",
                  "pattern": "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]"
                }
              }
            }
          }
        },
        {
          "description": "An integer is whole.",
          "if": { "required": ["kind"], "properties": {"kind": {"enum": ["integer"]}} },
          "then": {
            "properties": {
              "value": {
                "type": ["integer", "null"],
                "minimum": -9223372036854775808,
                "maximum": 9223372036854775807
              }
            }
          }
        },
        {
          "description": "A decimal is its digits, or a number.",
          "if": { "required": ["kind"], "properties": {"kind": {"enum": ["decimal"]}} },
          "then": {
            "properties": {
              "value": {
                "type": ["string", "number", "null"],
                "maxLength": 64,
                "pattern": "^[-+]?[0-9]+(\\.[0-9]+)?$"
              }
            }
          }
        },
        {
          "description": "A time is one of a day.",
          "if": { "required": ["kind"], "properties": {"kind": {"enum": ["time"]}} },
          "then": {
            "properties": {
              "value": {
                "type": ["string", "null"],
                "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,3})?)?$"
              }
            }
          }
        },
        {
          "description": "A date and time has an offset.",
          "if": { "required": ["kind"], "properties": {"kind": {"enum": ["dateTime"]}} },
          "then": {
            "properties": {
              "value": {
                "type": ["string", "null"],
                "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,3})?)?(Z|[-+](0[0-9]|1[0-3]):[0-5][0-9]|[-+]14:00)$"
              }
            }
          }
        },
        {
          "description": "Choices hold values of options.",
          "if": { "required": ["kind"], "properties": {"kind": {"enum": ["choices"]}} },
          "then": {
            "properties": {
              "value": {
                "type": ["array", "null"],
                "minItems": 1,
                "uniqueItems": true,
                "items": { "$ref": "#/$defs/option/properties/value" }
              }
            }
          }
        },
        {
          "description": "A switch is on or off.",
          "if": { "required": ["kind"], "properties": {"kind": {"enum": ["switch"]}} },
          "then": { "properties": {"value": {"type": ["boolean", "null"]}} }
        },
        {
          "description": "A slider holds a number.",
          "if": { "required": ["kind"], "properties": {"kind": {"enum": ["slider"]}} },
          "then": { "properties": {"value": {"type": ["number", "null"]}} }
        },
        {
          "description": "A group holds the value of an option.",
          "if": { "required": ["kind"], "properties": {"kind": {"enum": ["group"]}} },
          "then": { "properties": {"value": {"type": ["string", "null"]}} }
        },
        {
          "description": "A custom cell holds text or a number.",
          "if": { "required": ["kind"], "properties": {"kind": {"enum": ["custom"]}} },
          "then": { "properties": {"value": {"type": ["string", "number", "null"]}} }
        },
        {
          "description": "A label holds nothing, and neither does a repeat.",
          "if": { "required": ["kind"], "properties": {"kind": {"enum": ["label", "repeat"]}} },
          "then": { "properties": {"value": {"type": "null"}} }
        },
        {
          "description": "Only numbers have a range, a step and a unit.",
          "if": { "required": ["kind"], "properties": {"kind": {"not": {"enum": ["slider", "integer", "decimal", "repeat"]}}} },
          "then": {
            "not": {
              "anyOf": [
                {"required": ["minimum"]}, {"required": ["maximum"]}, {"required": ["step"]}, {"required": ["unit"]}
              ]
            }
          }
        },
        {
          "description": "A repeat has numbers of instances, cells to fill in, and a title of its own.",
          "if": { "required": ["kind"], "properties": {"kind": {"enum": ["repeat"]}} },
          "then": {
            "required": ["cells"],
            "properties": {
              "minimum": { "type": "integer", "minimum": 0, "maximum": 10000 },
              "maximum": { "type": "integer", "minimum": 1, "maximum": 2147483647 },
              "cells": { "minItems": 1 },
              "expandable": { "const": true },
              "inline": { "const": false },
              "summary": { "anyOf": [{"const": "none"}, {"type": "object", "required": ["expression"]}] }
            },
            "not": { "anyOf": [{"required": ["step"]}, {"required": ["unit"]}] }
          },
          "else": { "not": { "anyOf": [{"required": ["count"]}, {"required": ["initial"]}, {"required": ["firstInstances"]}] } }
        },
        {
          "description": "An integer or a decimal has a minimum and a maximum, or neither.",
          "if": { "required": ["kind"], "properties": {"kind": {"enum": ["integer", "decimal"]}} },
          "then": { "dependentRequired": {"minimum": ["maximum"], "maximum": ["minimum"]} }
        },
        {
          "description": "Only what holds a value is required, read-only, constrained or calculated.",
          "if": { "required": ["kind"], "properties": {"kind": {"enum": ["label", "option", "repeat"]}} },
          "then": {
            "not": {
              "anyOf": [
                { "required": ["required"], "properties": {"required": {"not": {"const": false}}} },
                { "required": ["readOnly"], "properties": {"readOnly": {"not": {"const": false}}} },
                { "required": ["constraints"], "properties": {"constraints": {"minItems": 1}} },
                { "required": ["calculate"] }, { "required": ["default"] },
                { "required": ["set"], "properties": {"set": {"minItems": 1}} }
              ]
            }
          }
        },
        {
          "description": "A default is calculated once.",
          "if": { "required": ["default"] },
          "then": { "not": { "anyOf": [{"required": ["calculate"]}, {"required": ["value"]}] } }
        },
        {
          "description": "Only a group, choices or a custom cell has options.",
          "if": { "required": ["kind"], "properties": {"kind": {"not": {"enum": ["group", "choices", "custom"]}}} },
          "then": {
            "not": { "required": ["options"] },
            "properties": { "cells": {"items": {"properties": {"kind": {"not": {"const": "option"}}}}} }
          }
        },
        {
          "description": "Only a group or choices cell without options of its own takes its choices from a list.",
          "if": { "required": ["choices"] },
          "then": {
            "not": { "required": ["options"] },
            "properties": {
              "kind": { "enum": ["group", "choices"] },
              "cells": {"items": {"properties": {"kind": {"not": {"const": "option"}}}}}
            }
          }
        },
        {
          "description": "What starts expanded, holds an accordion or sums up what is below can be expanded.",
          "if": {
            "anyOf": [
              { "required": ["expanded"], "properties": {"expanded": {"const": true}} },
              { "required": ["accordion"], "properties": {"accordion": {"const": true}} },
              {
                "required": ["summary"],
                "properties": {
                  "summary": { "not": { "anyOf": [{"const": "none"}, {"type": "object", "required": ["expression"]}] } }
                }
              }
            ]
          },
          "then": { "$ref": "#/$defs/expandable" }
        },
        {
          "description": "What grows or has cells below it can be expanded.",
          "if": { "required": ["expandable"], "properties": {"expandable": {"const": false}} },
          "then": {
            "properties": {
              "inline": { "const": false },
              "cells": { "maxItems": 0 },
              "options": { "maxItems": 0, "type": "array" }
            }
          }
        }
      ],
      "examples": [
        { "key": "roof", "kind": "group", "subtitle": "Roof", "options": "condition" },
        { "key": "temperature", "kind": "slider", "title": "Temperature", "minimum": -30, "maximum": 45 }
      ]
    },
    "expandable": {
      "description": "A cell that can be expanded: it says so, or it is a group, has cells below it, or grows in place.",
      "anyOf": [
        { "required": ["expandable"], "properties": {"expandable": {"const": true}} },
        {
          "not": { "required": ["expandable"] },
          "anyOf": [
            { "required": ["kind"], "properties": {"kind": {"const": "group"}} },
            { "required": ["cells"], "properties": {"cells": {"minItems": 1}} },
            { "required": ["options"] },
            { "required": ["choices"] },
            { "required": ["inline"], "properties": {"inline": {"not": {"const": false}}} }
          ]
        }
      ]
    },
    "option": {
      "description": "One choice.",
      "type": "object",
      "required": ["value"],
      "additionalProperties": false,
      "properties": {
        "value": {
          "description": "What a question holds when the option is chosen; unique in its list.",
          "type": "string",
          "minLength": 1,
          "not": { "pattern": "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]" },
          "examples": ["good"]
        },
        "title": {
          "description": "What the option is called; left out, it is called what its value is.",
          "$ref": "#/$defs/texts",
          "examples": ["Good"]
        }
      },
      "examples": [{"value": "good", "title": "Good"}]
    },
    "listOption": {
      "description": "One choice of a list, with what else is known of it.",
      "type": "object",
      "required": ["value"],
      "additionalProperties": { "$ref": "#/$defs/text" },
      "properties": {
        "value": {
          "description": "What a question holds when the option is chosen; unique in a list whose options are rows.",
          "type": "string",
          "minLength": 1,
          "not": { "pattern": "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]" },
          "examples": ["bay"]
        },
        "title": {
          "description": "What the option is called; left out, it is called what its value is.",
          "$ref": "#/$defs/texts",
          "examples": ["Bay"]
        }
      },
      "examples": [{"value": "bay", "title": "Bay", "region": "coast"}]
    },
    "otherVersion": {
      "description": "Another version of the form, with all of it.",
      "type": "object",
      "required": ["version", "sections"],
      "additionalProperties": false,
      "properties": {
        "version": {
          "description": "The number of the version, as the journals name it.",
          "$ref": "#/$defs/version",
          "examples": [1]
        },
        "language": {
          "description": "What the language is called in which the form is written; then any of its texts may be an object with one for each language: `{\"en\": \"Name\", \"fr\": \"Nom\"}`. Best a code such as `fr` or `pt-BR`, by which dates and numbers are written too.",
          "$ref": "#/$defs/key",
          "examples": ["en"]
        },
        "title": { "description": "What the form is called.", "$ref": "#/$defs/texts", "examples": ["Profile"] },
        "accordion": {
          "description": "Whether at most one thing is open at a time: `true` or `\"cells\"` for the cells at the top level of all sections, `\"sections\"` for the sections themselves.",
          "enum": [true, false, "cells", "sections"],
          "examples": [true, "sections"]
        },
        "rowHeights": {
          "description": "How tall rows are in points, by reuse identifier; `null` lets the view measure them. Others are 44 points tall, but 60 with `idCellNormal` and 270 with `idCellDatePicker`.",
          "type": "object",
          "propertyNames": {
            "minLength": 1,
            "not": { "pattern": "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]" }
          },
          "additionalProperties": { "$ref": "#/$defs/height" },
          "examples": [{"NoteCell": null, "HeadlineCell": 52}]
        },
        "properties": {
          "description": "Whatever else the author wrote about the form; kept and exported, never interpreted.",
          "$ref": "#/$defs/properties",
          "examples": [{"edition": "2026-10"}]
        },
        "lists": {
          "description": "Lists of options that several questions share, by their names.",
          "type": "object",
          "propertyNames": { "$ref": "#/$defs/key" },
          "additionalProperties": { "type": "array", "minItems": 1, "items": {"$ref": "#/$defs/option"} },
          "examples": [
            { "condition": [{"value": "good", "title": "Good"}, {"value": "poor", "title": "Poor"}] }
          ]
        },
        "sections": {
          "description": "The sections, in order.",
          "type": "array",
          "items": { "$ref": "#/$defs/section" },
          "examples": [
            [
              {
                "key": "personal",
                "title": "Personal",
                "cells": [{"key": "name", "kind": "text", "title": "Name"}]
              }
            ]
          ]
        }
      },
      "examples": [{"version": 1, "sections": []}]
    },
    "response": {
      "description": "One filling-in of the form, with everything that was done to it.",
      "type": "object",
      "required": ["key"],
      "additionalProperties": false,
      "properties": {
        "key": {
          "description": "The name of the response, unique in the document.",
          "$ref": "#/$defs/key",
          "examples": ["default"]
        },
        "stream": {
          "description": "The random name that is the same in all copies of the response: 32 hexadecimal digits. Left out, it gets a new one.",
          "type": "string",
          "maxLength": 32,
          "pattern": "^[0-9A-Fa-f]{32}$",
          "examples": ["5d3be0c2a4f74e169b08c77d21e6fa35"]
        },
        "version": {
          "description": "The number of the version that it begins in, where that is another than the document's own.",
          "$ref": "#/$defs/version"
        },
        "nextInstance": {
          "description": "The number of the next instance of a repeat that is added: no number is given twice, though an instance is removed. Left out, one more than the greatest in the journal.",
          "type": "integer",
          "minimum": 0,
          "maximum": 2147483647,
          "examples": [4]
        },
        "journal": {
          "description": "Its entries, oldest first; its state follows from them.",
          "type": "array",
          "items": { "$ref": "#/$defs/entry" },
          "examples": [
            [
              {
                "revision": 1,
                "time": "2026-11-21T03:12:13.456Z",
                "action": { "action": "expand", "cell": "roof" },
                "changes": [{"cell": "roof", "field": "disclosure", "after": true}]
              }
            ]
          ]
        }
      },
      "examples": [{"key": "default", "journal": []}]
    },
    "entry": {
      "description": "One action of a journal, with what it did.",
      "type": "object",
      "required": ["revision", "time", "action"],
      "additionalProperties": false,
      "properties": {
        "revision": {
          "description": "The place of the entry: 1, 2, 3 …; a compacted journal begins later, with a checkpoint.",
          "type": "integer",
          "minimum": 1,
          "maximum": 2147483647,
          "examples": [1]
        },
        "version": {
          "description": "The number of the version in force after it, where that does not go without saying.",
          "$ref": "#/$defs/version"
        },
        "time": {
          "description": "When it was done, in UTC, to the millisecond.",
          "type": "string",
          "maxLength": 24,
          "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\\.[0-9]{3}Z$",
          "examples": ["2026-11-21T03:12:13.456Z"]
        },
        "author": {
          "description": "Who did it, where that was told.",
          "type": "string",
          "minLength": 1,
          "examples": ["Becky"]
        },
        "moment": {
          "description": "When, in which time zone and with which random seed the rules of an exported action ran; left out, they run with those of the replay.",
          "type": "string",
          "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}[+-][0-9]{2}:[0-9]{2}(\\[[A-Za-z0-9/_+-]{1,64}\\])? [0-9a-f]{16}$",
          "examples": ["2026-11-22T09:41:07.123+01:00[Europe/Vienna] 9f3ac01b22d4e8a7"]
        },
        "continues": {
          "description": "Whether it is part of the same undo step as the entry before it.",
          "type": "boolean",
          "examples": [true]
        },
        "group": {
          "description": "What the group of actions is called that it is part of.",
          "type": "string",
          "minLength": 1,
          "examples": ["Fill in the address"]
        },
        "reverts": {
          "description": "Of an undo or redo, the revision of the entry whose changes it takes back.",
          "type": "integer",
          "minimum": 1,
          "maximum": 2147483647,
          "examples": [3]
        },
        "target": {
          "description": "Of an undo or redo, the revision of the action that is undone or done again, where that is another one than it reverts.",
          "type": "integer",
          "minimum": 1,
          "maximum": 2147483647,
          "examples": [2]
        },
        "action": {
          "description": "What was done.",
          "$ref": "#/$defs/action",
          "examples": [{"action": "choose", "cell": "roof=poor"}]
        },
        "changes": {
          "description": "What it did, in order.",
          "type": "array",
          "items": { "$ref": "#/$defs/change" },
          "examples": [[{"cell": "roof", "field": "value", "after": "poor"}]]
        }
      },
      "if": {
        "required": ["action"],
        "properties": {
          "action": { "required": ["action"], "properties": {"action": {"enum": ["undo", "redo"]}} }
        }
      },
      "then": { "required": ["reverts"] },
      "else": { "not": {"anyOf": [{"required": ["reverts"]}, {"required": ["target"]}]} },
      "examples": [
        {
          "revision": 1,
          "time": "2026-11-21T03:12:13.456Z",
          "author": "Becky",
          "action": { "action": "expand", "cell": "roof" },
          "changes": [{"cell": "roof", "field": "disclosure", "after": true}]
        }
      ]
    },
    "change": {
      "description": "What an action did to one field of one cell or section.",
      "type": "object",
      "required": ["field"],
      "additionalProperties": false,
      "properties": {
        "cell": {
          "description": "The key of the cell that changed.",
          "$ref": "#/$defs/key",
          "examples": ["roof"]
        },
        "section": {
          "description": "The key of the section that changed.",
          "$ref": "#/$defs/key",
          "examples": ["personal"]
        },
        "instance": {
          "description": "The number of the instance of a repeat that the cell stands in; left out, it stands in none. Of a repeat that is an instance of its own, for `instance` and `relevance`.",
          "type": "integer",
          "minimum": 0,
          "maximum": 2147483647,
          "examples": [0]
        },
        "setAsideFrom": {
          "description": "The number of the version that has the cell, where the one in force has no place for what was there.",
          "$ref": "#/$defs/version"
        },
        "field": {
          "description": "Which part of the state changed: whether a cell is expanded (`disclosure`) or a section is folded (`fold`), what a cell holds (`value`), shows (`title`), keeps as a draft (`draft`) or held when it was saved (`saved`), whether anybody ever entered something (`touched`), whether the response is completed (`completion`), whether rules make a cell (`relevance`) or a section (`sectionRelevance`) relevant, required (`requirement`) or read-only (`readOnly`), what they calculate (`calculated`) and which constraints do not hold (`faults`), and where an instance of a repeat stands (`instance`): the number of the instance around it, a blank, and its rank; left out for nowhere; what was answered in an earlier version of the form, where this one holds it otherwise or not at all (`original`): the type, a blank and the answer; and what others reported on a cell (`reportedFaults`) or on the response (`responseFaults`).",
          "enum": [
            "disclosure", "fold", "value", "title", "draft", "saved", "touched", "completion", "relevance", "sectionRelevance",
            "requirement", "readOnly", "calculated", "faults", "instance", "original", "reportedFaults", "responseFaults"
          ],
          "examples": ["value"]
        },
        "before": {
          "description": "What it held before. A flag for `disclosure`, `fold`, `touched`, `completion`, `requirement`, `readOnly` and the two of relevance, a text for `title`, `draft`, `faults`, `instance` and `original`, a value for `value`, `saved` and `calculated`, an array for `reportedFaults` and `responseFaults`; `null` for a value that was cleared. Left out, nobody had touched it, and what the form says shows.",
          "type": ["string", "number", "boolean", "array", "null"],
          "items": { "type": ["string", "object"] },
          "examples": ["good"]
        },
        "after": {
          "description": "What it holds now. A flag for `disclosure`, `fold`, `touched`, `completion`, `requirement`, `readOnly` and the two of relevance, a text for `title`, `draft`, `faults`, `instance` and `original`, a value for `value`, `saved` and `calculated`, an array for `reportedFaults` and `responseFaults`; `null` for a value that was cleared. Left out, nobody had touched it, and what the form says shows.",
          "type": ["string", "number", "boolean", "array", "null"],
          "items": { "type": ["string", "object"] },
          "examples": ["poor"]
        }
      },
      "allOf": [
        {
          "if": {
            "required": ["field"],
            "properties": {
              "field": {
                "enum": [
                  "disclosure", "value", "title", "draft", "saved", "touched", "relevance", "requirement", "readOnly", "calculated",
                  "faults", "instance", "original", "reportedFaults"
                ]
              }
            }
          },
          "then": { "required": ["cell"] }
        },
        {
          "if": { "required": ["field"], "properties": {"field": {"enum": ["fold", "sectionRelevance"]}} },
          "then": { "required": ["section"] }
        },
        {
          "if": {
            "required": ["field"],
            "properties": {
              "field": {
                "enum": [
                  "disclosure", "fold", "touched", "completion", "relevance", "sectionRelevance", "requirement", "readOnly"
                ]
              }
            }
          },
          "then": { "properties": {"before": {"type": "boolean"}, "after": {"type": "boolean"}} }
        },
        {
          "if": { "required": ["field"], "properties": {"field": {"enum": ["title", "draft", "faults"]}} },
          "then": { "properties": {"before": {"type": "string"}, "after": {"type": "string"}} }
        },
        {
          "if": { "required": ["field"], "properties": {"field": {"enum": ["reportedFaults", "responseFaults"]}} },
          "then": { "properties": {"before": {"$ref": "#/$defs/reportedFaults"}, "after": {"$ref": "#/$defs/reportedFaults"}} },
          "else": {
            "properties": {"before": {"items": {"type": "string"}}, "after": {"items": {"type": "string"}}}
          }
        },
        {
          "if": { "required": ["field"], "properties": {"field": {"const": "original"}} },
          "then": {
            "properties": {
              "before": { "type": "string", "pattern": "^(text|integer|real|switch|date|decimal|time|dateTime|choices) " },
              "after": { "type": "string", "pattern": "^(text|integer|real|switch|date|decimal|time|dateTime|choices) " }
            }
          }
        },
        {
          "if": { "required": ["field"], "properties": {"field": {"const": "instance"}} },
          "then": {
            "required": ["instance"],
            "properties": {
              "before": { "type": "string", "pattern": "^(0|[1-9][0-9]*) (0|-?[1-9][0-9]*)$" },
              "after": { "type": "string", "pattern": "^(0|[1-9][0-9]*) (0|-?[1-9][0-9]*)$" }
            }
          }
        }
      ],
      "examples": [{"cell": "roof", "field": "value", "after": "poor"}]
    },
    "reportedFaults": {
      "description": "What others reported on a cell or on the response, each once.",
      "type": "array",
      "minItems": 1,
      "maxItems": 20,
      "uniqueItems": true,
      "items": {
        "type": "object",
        "required": ["message"],
        "additionalProperties": false,
        "properties": {
          "from": { "description": "Who reported it; left out for nobody in particular.", "$ref": "#/$defs/reporter" },
          "message": { "description": "What is wrong, as a sentence.", "$ref": "#/$defs/message" }
        }
      },
      "examples": [[{"from": "server", "message": "This address is taken."}]]
    },
    "action": {
      "description": "An action as a journal holds it: cells are named by their keys, and values are as the cell holds them.",
      "type": "object",
      "required": ["action"],
      "oneOf": [
        { "$ref": "#/$defs/onCell" },
        { "$ref": "#/$defs/setting" },
        { "$ref": "#/$defs/drafting" },
        { "$ref": "#/$defs/resetting" },
        { "$ref": "#/$defs/adding" },
        { "$ref": "#/$defs/moving" },
        { "$ref": "#/$defs/onSection" },
        { "$ref": "#/$defs/onResponse" },
        { "$ref": "#/$defs/reporting" },
        { "$ref": "#/$defs/withdrawing" },
        { "$ref": "#/$defs/reverting" },
        { "$ref": "#/$defs/restoring" },
        { "$ref": "#/$defs/undoing" },
        { "$ref": "#/$defs/upgrading" },
        { "$ref": "#/$defs/checkpoint" }
      ],
      "examples": [{"action": "set", "cell": "first-name", "value": "Ada"}]
    },
    "onCell": {
      "description": "Something that is done with a cell.",
      "type": "object",
      "required": ["action", "cell"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "`tap` selects the row: an expandable cell toggles, an option is chosen. `clear` empties the cell, so that its default does not come back. `choose` chooses an option. `expand` and `collapse` show and hide what is below. `reveal` unfolds and expands until the cell shows. `remove` removes an instance of a repeat: the one that is named, or in which the cell stands.",
          "enum": ["tap", "clear", "choose", "expand", "collapse", "reveal", "remove"],
          "examples": ["tap"]
        },
        "cell": { "description": "The key of the cell; behind a colon the number of the instance of a repeat that it stands in.", "$ref": "#/$defs/key", "examples": ["first-name", "name:7"] }
      },
      "examples": [{"action": "choose", "cell": "basketball"}]
    },
    "setting": {
      "description": "A cell is given a value.",
      "type": "object",
      "required": ["action", "cell", "value"],
      "additionalProperties": false,
      "properties": {
        "action": { "description": "A cell is given a value.", "const": "set", "examples": ["set"] },
        "cell": { "description": "The key of the cell.", "$ref": "#/$defs/key", "examples": ["first-name"] },
        "value": {
          "description": "The value: a text, a number, or `true` and `false` for a switch; a date is written `YYYY-MM-DD`. It is of the type that the cell holds.",
          "type": ["string", "number", "boolean", "array"],
          "items": { "type": "string" },
          "examples": ["Ada", 7, true, "1835-11-30", ["fever", "cough"]]
        }
      },
      "examples": [{"action": "set", "cell": "first-name", "value": "Ada"}]
    },
    "drafting": {
      "description": "Text is left in a cell's control that is no value yet.",
      "type": "object",
      "required": ["action", "cell"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "Text is left in a cell's control that is no value yet; it never counts as an answer.",
          "const": "draft",
          "examples": ["draft"]
        },
        "cell": { "description": "The key of the cell.", "$ref": "#/$defs/key", "examples": ["first-name"] },
        "value": {
          "description": "The text; left out or `null`, the draft is discarded.",
          "type": ["string", "null"],
          "examples": ["1835-13-", null]
        }
      },
      "examples": [{"action": "draft", "cell": "date-of-birth-date", "value": "1835-13-"}]
    },
    "resetting": {
      "description": "A cell and those below it, or the whole response, goes back to what the form says.",
      "type": "object",
      "required": ["action"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "A cell and those below it goes back to what the form says; without a cell, the whole response does.",
          "const": "reset",
          "examples": ["reset"]
        },
        "cell": { "description": "The key of the cell.", "$ref": "#/$defs/key", "examples": ["first-name"] }
      },
      "examples": [{"action": "reset", "cell": "full-name"}, {"action": "reset"}]
    },
    "adding": {
      "description": "An instance is added to a repeat.",
      "type": "object",
      "required": ["action", "cell"],
      "additionalProperties": false,
      "properties": {
        "action": { "description": "An instance is added to a repeat.", "const": "add", "examples": ["add"] },
        "cell": {
          "description": "The key of the repeat; behind a colon the number of the instance that it stands in itself.",
          "$ref": "#/$defs/key",
          "examples": ["passenger"]
        },
        "before": {
          "description": "The instance before which the new one is to stand; left out, behind the last.",
          "$ref": "#/$defs/key",
          "examples": ["passenger:4"]
        },
        "instance": {
          "description": "The number of the new instance, of an action that was exported; left out, the next one of the response.",
          "type": "integer",
          "minimum": 1,
          "maximum": 2147483647,
          "examples": [9]
        }
      },
      "examples": [{"action": "add", "cell": "passenger"}]
    },
    "moving": {
      "description": "An instance of a repeat moves among the others.",
      "type": "object",
      "required": ["action", "cell"],
      "additionalProperties": false,
      "properties": {
        "action": { "description": "An instance of a repeat moves among the others.", "const": "move", "examples": ["move"] },
        "cell": {
          "description": "The instance, or a cell in it.",
          "$ref": "#/$defs/key",
          "examples": ["passenger:7"]
        },
        "before": {
          "description": "The instance before which it is to stand; left out, behind the last.",
          "$ref": "#/$defs/key",
          "examples": ["passenger:4"]
        }
      },
      "examples": [{"action": "move", "cell": "passenger:7", "before": "passenger:4"}]
    },
    "onSection": {
      "description": "Something that is done with a section.",
      "type": "object",
      "required": ["action", "section"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "`fold` puts the rows of the section away, `unfold` shows them again, `toggleFold` does the other of the two.",
          "enum": ["fold", "unfold", "toggleFold"],
          "examples": ["fold"]
        },
        "section": { "description": "The key of the section.", "$ref": "#/$defs/key", "examples": ["personal"] }
      },
      "examples": [{"action": "fold", "section": "personal"}]
    },
    "onResponse": {
      "description": "Something that is done with the whole response.",
      "type": "object",
      "required": ["action"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "`expandAll` and `collapseAll` show and hide everything. `markSaved` marks the values as saved. `complete` declares the response finished, so that its values are refused until `reopen`.",
          "enum": ["expandAll", "collapseAll", "markSaved", "complete", "reopen", "recalculate"],
          "examples": ["expandAll"]
        }
      },
      "examples": [{"action": "collapseAll"}]
    },
    "reporting": {
      "description": "Somebody outside of the form reports a fault.",
      "type": "object",
      "required": ["action", "message"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "Somebody outside of the form, such as a server that refuses an answer, reports that something is wrong with a cell; without a cell, with the response as a whole.",
          "const": "reportFault",
          "examples": ["reportFault"]
        },
        "cell": { "description": "The key of the cell.", "$ref": "#/$defs/key", "examples": ["email"] },
        "message": { "description": "What is wrong, as a sentence.", "$ref": "#/$defs/message" },
        "from": { "description": "Who reports it; left out for nobody in particular.", "$ref": "#/$defs/reporter" }
      },
      "examples": [
        {"action": "reportFault", "cell": "email", "message": "This address is taken.", "from": "server"},
        {"action": "reportFault", "message": "This person is registered already."}
      ]
    },
    "reverting": {
      "description": "What an entry of the journal did is taken back, wherever it stands.",
      "type": "object",
      "required": ["action", "revision"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "What an entry of the journal did is taken back, with the step that it is part of; refused where a later entry stands on it.",
          "const": "revert",
          "examples": ["revert"]
        },
        "revision": {
          "description": "The revision to take back, or to go back to; 0 is the response before anything was done.",
          "type": "integer",
          "minimum": 0,
          "maximum": 2147483647,
          "examples": [12]
        },
        "only": {
          "description": "Whether the rest of the step stays.",
          "type": "boolean",
          "examples": [true]
        }
      },
      "examples": [{"action": "revert", "revision": 12}]
    },
    "restoring": {
      "description": "The response goes back to what it was at a revision.",
      "type": "object",
      "required": ["action", "revision"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "The response goes back to what it was at a revision, with everything that an undo takes along.",
          "const": "restore",
          "examples": ["restore"]
        },
        "revision": {
          "description": "The revision to take back, or to go back to; 0 is the response before anything was done.",
          "type": "integer",
          "minimum": 0,
          "maximum": 2147483647,
          "examples": [12]
        }
      },
      "examples": [{"action": "restore", "revision": 12}]
    },
    "withdrawing": {
      "description": "What somebody reported is withdrawn.",
      "type": "object",
      "required": ["action"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "All that somebody reported on a cell is withdrawn; without a cell, on the response and all of its cells.",
          "const": "withdrawFaults",
          "examples": ["withdrawFaults"]
        },
        "cell": { "description": "The key of the cell.", "$ref": "#/$defs/key", "examples": ["email"] },
        "from": { "description": "Who reported it; left out for what was reported in nobody's name.", "$ref": "#/$defs/reporter" }
      },
      "examples": [{"action": "withdrawFaults", "from": "server"}]
    },
    "message": {
      "description": "What is wrong, as a sentence.",
      "type": "string",
      "pattern": "\\S",
      "maxLength": 1000,
      "examples": ["This address is taken."]
    },
    "reporter": {
      "description": "Who reports a fault; the same reporter can withdraw it.",
      "type": "string",
      "minLength": 1,
      "maxLength": 100,
      "examples": ["server"]
    },
    "undoing": {
      "description": "The last undo step is taken back, or done again.",
      "type": "object",
      "required": ["action"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "`undo` takes the last step back, `redo` does it again.",
          "enum": ["undo", "redo"],
          "examples": ["undo"]
        },
        "scope": {
          "description": "`values` takes values and drafts along and leaves open and closed what is; `everything`, the usual one, takes all.",
          "enum": ["everything", "values"],
          "examples": ["values"]
        }
      },
      "examples": [{"action": "undo"}]
    },
    "upgrading": {
      "description": "The response moves to another version of its form.",
      "type": "object",
      "required": ["action", "version"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "The response moves to another version of its form.",
          "const": "upgrade",
          "examples": ["upgrade"]
        },
        "version": { "description": "The number of the version to move to.", "$ref": "#/$defs/version" },
        "cells": {
          "description": "Where the contents of cells go: the key of the same one in the new version, or `null` for what it has no place for.",
          "type": "object",
          "additionalProperties": { "type": ["string", "null"] },
          "examples": [{"name": "full-name", "fax": null}]
        },
        "sections": {
          "description": "Where the folds of sections go: the key of the same one in the new version, or `null` for what it has no place for.",
          "type": "object",
          "additionalProperties": { "type": ["string", "null"] },
          "examples": [{"work": "work-experience"}]
        },
        "returning": {
          "description": "What comes back that was set aside before, by the number of the version that it is of; `null` for what is discarded.",
          "type": "object",
          "propertyNames": { "pattern": "^[1-9][0-9]*$" },
          "additionalProperties": {
            "type": "object",
            "properties": {
              "cells": {
                "description": "Where the contents of cells come back to: the key of the cell in the new version, or `null` for what is discarded.",
                "type": "object",
                "additionalProperties": { "type": ["string", "null"] },
                "examples": [{"fax": "fax-number"}]
              },
              "sections": {
                "description": "Where the folds of sections come back to: the key of the section in the new version.",
                "type": "object",
                "additionalProperties": { "type": "string" },
                "examples": [{"work": "work-experience"}]
              }
            }
          },
          "examples": [{"1": {"cells": {"fax": "fax-number"}}}]
        }
      },
      "examples": [{"action": "upgrade", "version": 2, "cells": {"fax": null}}]
    },
    "checkpoint": {
      "description": "Stands for the older entries of a journal that was compacted; it is the first entry.",
      "type": "object",
      "required": ["action"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "Stands for the older entries of a journal that was compacted.",
          "const": "checkpoint",
          "examples": ["checkpoint"]
        }
      },
      "examples": [{"action": "checkpoint"}]
    },
    "key": {
      "description": "A name that stays the same for good: not empty, no blank at either end, no control character. Keys are composed (NFC) as they come in.",
      "type": "string",
      "minLength": 1,
      "not": { "pattern": "^\\s|\\s$|[\\u0000-\\u001F\\u007F-\\u009F\\uFFFE\\uFFFF]" },
      "examples": ["full-name"]
    },
    "text": {
      "description": "A text. It may hold tabs and line ends, and no other control character, since no XML property list can hold one.",
      "type": "string",
      "not": { "pattern": "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]" },
      "examples": ["Full name"]
    },
    "texts": {
      "description": "A text, or one for each language by what the form calls that; the form's own is among them, but for messages and the titles of switches.",
      "oneOf": [
        { "$ref": "#/$defs/text" },
        {
          "type": "object",
          "minProperties": 1,
          "propertyNames": { "$ref": "#/$defs/key" },
          "additionalProperties": { "$ref": "#/$defs/text" }
        }
      ],
      "examples": ["Full name", {"en": "Full name", "fr": "Nom complet"}]
    },
    "template": {
      "description": "A text with keys of cells in braces, `{{` and `}}` for braces.",
      "type": "string",
      "pattern": "^([^{}]|\\{\\{|\\}\\}|\\{[^{}][^}]*\\})*$",
      "not": { "pattern": "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]" },
      "examples": ["{street}, {postcode} {town}"]
    },
    "expression": {
      "description": "An expression in the language of ODK and XLSForm: XPath, with `${key}` for what a cell holds.",
      "type": "string",
      "pattern": "\\S",
      "maxLength": 32768,
      "not": { "pattern": "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]" },
      "examples": ["${married}"]
    },
    "height": {
      "description": "How tall a row is, in points; `null` lets the view measure it.",
      "type": ["number", "null"],
      "exclusiveMinimum": 0,
      "examples": [44, null]
    },
    "version": {
      "description": "The number of a version of a form, from 1.",
      "type": "integer",
      "minimum": 1,
      "maximum": 2147483647,
      "examples": [2]
    },
    "properties": {
      "description": "Whatever else the author wrote; kept and exported, never interpreted. A date is written `{\"$date\": \"2026-11-21T03:12:13Z\"}`, data `{\"$data\": \"BASE64\"}`.",
      "type": "object",
      "examples": [{"edition": "2026-10", "pages": [1, 2]}]
    }
  }
}

"""#,
    "layout.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:formstate:layout:1",
  "title": "A layout",
  "description": "How a JSON document of any shape becomes the sections and cells of a form, as `formstate import --layout` takes it.",
  "type": "object",
  "required": ["formstateLayout", "sections"],
  "additionalProperties": false,
  "properties": {
    "formstateLayout": { "description": "The version of the format.", "const": 1, "examples": [1] },
    "title": {
      "description": "What the form is called; paths are within the document.",
      "$ref": "#/$defs/layoutText",
      "examples": ["{data.fullName}"]
    },
    "accordion": {
      "description": "Whether at most one thing is open at a time: `true` or `\"cells\"` for the cells at the top level of all sections, `\"sections\"` for the sections themselves.",
      "enum": [true, false, "cells", "sections"],
      "examples": [true, "sections"]
    },
    "rowHeights": {
      "description": "How tall rows are in points, by reuse identifier; `null` lets the view measure them. Others are 44 points tall, but 60 with `idCellNormal` and 270 with `idCellDatePicker`.",
      "type": "object",
      "propertyNames": {
        "minLength": 1,
        "not": { "pattern": "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]" }
      },
      "additionalProperties": { "$ref": "#/$defs/height" },
      "examples": [{"NoteCell": null, "HeadlineCell": 52}]
    },
    "properties": {
      "description": "What the properties of the form are made of, by their names.",
      "$ref": "#/$defs/layoutProperties",
      "examples": [{"source": "{data.source}"}]
    },
    "sections": {
      "description": "The sections, in the order of the table.",
      "type": "array",
      "items": { "$ref": "#/$defs/section" },
      "examples": [
        [{"key": "about", "from": "data.about", "cell": {"identifier": "AboutCell", "title": "{.}"}}]
      ]
    }
  },
  "examples": [
    {
      "formstateLayout": 1,
      "title": "{fullName}",
      "sections": [
        {
          "key": "friends",
          "title": "Friends",
          "each": "friends",
          "cell": {
            "identifier": "FriendCell",
            "key": "name",
            "title": "{name}",
            "properties": { "pictureUrl": "{pictureUrl}" }
          }
        }
      ]
    }
  ],
  "$defs": {
    "section": {
      "description": "How a section is made: with one cell `from` the value at a path, or with a cell for `each` element of the array there. A section whose data is missing, null or empty is not there.",
      "type": "object",
      "required": ["key", "cell"],
      "additionalProperties": false,
      "properties": {
        "key": {
          "description": "The stable name of the section, unique in the layout.",
          "$ref": "#/$defs/key",
          "examples": ["friends"]
        },
        "title": {
          "description": "What its header says.",
          "$ref": "#/$defs/layoutText",
          "examples": ["Friends"]
        },
        "foldable": {
          "description": "Whether its rows can be put away; left out, they can.",
          "type": "boolean",
          "examples": [false]
        },
        "folded": {
          "description": "Whether a fresh response starts with its rows put away.",
          "type": "boolean",
          "examples": [true]
        },
        "accordion": {
          "description": "Whether at most one of its cells is expanded at a time.",
          "type": "boolean",
          "examples": [true]
        },
        "properties": {
          "description": "What the properties of the section are made of, by their names.",
          "$ref": "#/$defs/layoutProperties",
          "examples": [{"count": "{data.count}"}]
        },
        "from": {
          "description": "Where the value stands of which the section makes one cell, under the key of the section.",
          "$ref": "#/$defs/path",
          "examples": ["data.about"]
        },
        "each": {
          "description": "Where the array stands of which each element makes a cell.",
          "$ref": "#/$defs/path",
          "examples": ["data.friends"]
        },
        "cell": {
          "description": "How the cells are made.",
          "$ref": "#/$defs/cell",
          "examples": [{"identifier": "AboutCell", "title": "{.}"}]
        }
      },
      "oneOf": [{"required": ["from"]}, {"required": ["each"]}],
      "if": { "required": ["each"] },
      "then": { "properties": {"cell": {"required": ["key"]}} },
      "else": { "properties": {"cell": {"not": {"required": ["key"]}}} },
      "not": {
        "description": "A section that starts folded and cannot be unfolded.",
        "required": ["folded", "foldable"],
        "properties": { "folded": {"const": true}, "foldable": {"const": false} }
      },
      "examples": [
        {
          "key": "friends",
          "title": "Friends",
          "each": "data.friends",
          "cell": { "identifier": "FriendCell", "key": "name", "title": "{name}" }
        }
      ]
    },
    "cell": {
      "description": "How the cells of a section are made.",
      "type": "object",
      "required": ["identifier"],
      "dependentRequired": { "each": ["cell"], "cell": ["each"] },
      "additionalProperties": false,
      "properties": {
        "identifier": {
          "description": "The reuse identifier, by which an app tells its types of rows.",
          "type": "string",
          "minLength": 1,
          "not": { "pattern": "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]" },
          "examples": ["FriendCell"]
        },
        "kind": {
          "description": "What the cell holds, as in form JSON; left out, `custom`.",
          "enum": [
            "group", "choices", "text", "longText", "integer", "decimal", "date", "time", "dateTime", "switch", "slider",
            "file", "label", "custom"
          ],
          "examples": ["text"]
        },
        "key": {
          "description": "Where, within an element, the field stands that tells elements apart, a text or a number; the cell's key is `SECTION/FIELD`, of a cell under another one the key of that and `/FIELD`. With `each` alone.",
          "$ref": "#/$defs/path",
          "examples": ["id"]
        },
        "each": {
          "description": "Where, within the cell's own data, the array stands of which each element makes a cell under this one. With `cell`.",
          "$ref": "#/$defs/path",
          "examples": ["elements"]
        },
        "cell": {
          "description": "How the cells under this one are made. With `each`.",
          "$ref": "#/$defs/cell",
          "required": ["key"],
          "examples": [{"identifier": "QuestionCell", "key": "name", "title": "{title}"}]
        },
        "title": { "description": "The primary title.", "$ref": "#/$defs/layoutText", "examples": ["{name}"] },
        "subtitle": {
          "description": "The secondary title.",
          "$ref": "#/$defs/layoutText",
          "examples": ["{value}"]
        },
        "value": {
          "description": "The value that the cell has until a person sets one, of the type that its kind holds; a text is filled in.",
          "examples": ["{age}", 7, true]
        },
        "properties": {
          "description": "What the properties of the cell are made of, by their names.",
          "$ref": "#/$defs/layoutProperties",
          "examples": [{"pictureUrl": "{pictureUrl}"}]
        },
        "inline": {
          "description": "How a cell grows in place when it is expanded: its row gets another height, and no rows appear. `true` lets the view measure both heights; `false` is as if it were left out.",
          "oneOf": [
            { "type": "boolean" },
            {
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "collapsedHeight": {
                  "description": "How tall the row is while the cell is collapsed, in points; left out or `null`, the view measures it.",
                  "$ref": "#/$defs/height",
                  "examples": [64]
                },
                "expandedHeight": {
                  "description": "How tall the row is while the cell is expanded, in points; left out or `null`, the view measures it.",
                  "$ref": "#/$defs/height",
                  "examples": [120]
                },
                "lineLimit": {
                  "description": "How many lines of text the row shows while the cell is collapsed; left out or `null`, all of them.",
                  "type": ["integer", "null"],
                  "minimum": 1,
                  "examples": [2]
                }
              }
            }
          ],
          "examples": [true, {"collapsedHeight": 64, "expandedHeight": null, "lineLimit": 2}]
        },
        "expanded": {
          "description": "Whether a fresh response starts with the cell expanded.",
          "type": "boolean",
          "examples": [true]
        },
        "minimum": {
          "description": "The least number that is accepted; left out, 0 for a slider, and any for an integer or decimal, which has both or none.",
          "type": "number",
          "examples": [0]
        },
        "maximum": {
          "description": "The greatest number that is accepted; left out, 10 for a slider, and any for an integer or decimal.",
          "type": "number",
          "examples": [100]
        },
        "unit": {
          "description": "What the number of a slider, an integer or a decimal counts, shown after it.",
          "type": "string",
          "minLength": 1,
          "not": { "pattern": "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]" },
          "examples": ["kg"]
        },
        "offTitle": {
          "description": "What a switch shows for off; left out, “Off”.",
          "type": "string",
          "not": { "pattern": "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]" },
          "examples": ["No"]
        },
        "onTitle": {
          "description": "What a switch shows for on; left out, “On”.",
          "type": "string",
          "not": { "pattern": "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]" },
          "examples": ["Yes"]
        }
      },
      "allOf": [
        {
          "description": "A group, choices or a label holds no value.",
          "if": { "required": ["kind"], "properties": {"kind": {"enum": ["group", "choices", "label"]}} },
          "then": { "not": {"required": ["value"]} }
        },
        {
          "description": "A text is text, and so is the name of a file.",
          "if": { "required": ["kind"], "properties": {"kind": {"enum": ["text", "longText", "file"]}} },
          "then": { "properties": {"value": {"anyOf": [{"$ref": "#/$defs/layoutText"}, {"type": "null"}]}} }
        },
        {
          "description": "A date is a day, or comes from the document.",
          "if": { "required": ["kind"], "properties": {"kind": {"enum": ["date"]}} },
          "then": {
            "properties": {
              "value": {
                "anyOf": [
                  { "type": "string", "pattern": "\\{[^{]" },
                  {
                    "type": "string",
                    "maxLength": 10,
                    "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"
                  },
                  { "type": "null" }
                ]
              }
            }
          }
        },
        {
          "description": "An integer or a decimal holds a number, or what comes from the document.",
          "if": { "required": ["kind"], "properties": {"kind": {"enum": ["integer", "decimal"]}} },
          "then": {
            "properties": { "value": {"anyOf": [{"$ref": "#/$defs/layoutText"}, {"type": ["number", "null"]}]} },
            "dependentRequired": { "minimum": ["maximum"], "maximum": ["minimum"] }
          }
        },
        {
          "description": "A time or a date and time is text, or comes from the document.",
          "if": { "required": ["kind"], "properties": {"kind": {"enum": ["time", "dateTime"]}} },
          "then": { "properties": {"value": {"anyOf": [{"$ref": "#/$defs/layoutText"}, {"type": "null"}]}} }
        },
        {
          "description": "A switch is on or off, or comes from the document.",
          "if": { "required": ["kind"], "properties": {"kind": {"enum": ["switch"]}} },
          "then": {
            "properties": {
              "value": { "anyOf": [{"type": "string", "pattern": "\\{[^{]"}, {"type": ["boolean", "null"]}] }
            }
          }
        },
        {
          "description": "A slider holds a number, or what comes from the document.",
          "if": { "required": ["kind"], "properties": {"kind": {"enum": ["slider"]}} },
          "then": {
            "properties": {
              "value": { "anyOf": [{"type": "string", "pattern": "\\{[^{]"}, {"type": ["number", "null"]}] }
            }
          }
        },
        {
          "description": "A custom cell holds text or a number.",
          "if": { "properties": {"kind": {"const": "custom"}} },
          "then": {
            "properties": { "value": {"anyOf": [{"$ref": "#/$defs/layoutText"}, {"type": ["number", "null"]}]} }
          }
        },
        {
          "description": "Only numbers have a range and a unit.",
          "if": { "properties": {"kind": {"enum": ["slider", "integer", "decimal"]}}, "required": ["kind"] },
          "else": { "not": {"anyOf": [{"required": ["minimum"]}, {"required": ["maximum"]}, {"required": ["unit"]}]} }
        },
        {
          "description": "What starts expanded is a group or grows in place.",
          "if": { "required": ["expanded"], "properties": {"expanded": {"const": true}} },
          "then": {
            "anyOf": [
              { "required": ["kind"], "properties": {"kind": {"enum": ["group", "choices"]}} },
              { "required": ["inline"], "properties": {"inline": {"not": {"const": false}}} }
            ]
          }
        }
      ],
      "examples": [{"identifier": "FriendCell", "key": "name", "title": "{name}"}]
    },
    "path": {
      "description": "Where a value stands: names joined by dots, such as `address.city`; `.` is the value itself, at the top the whole document.",
      "type": "string",
      "anyOf": [
        { "const": "." },
        { "minLength": 1, "not": {"pattern": "^\\s|\\s$|\\s\\.|\\.\\s|^\\.|\\.$|\\.\\."} }
      ],
      "examples": ["data.friends", "."]
    },
    "layoutText": {
      "description": "A text with places for what the document holds: `{path}` is what stands at a path, `{{` and `}}` are braces. What is missing or null is empty text.",
      "type": "string",
      "pattern": "^([^{}]|\\{\\{|\\}\\}|\\{(\\.|[^\\s.{}]([^.}]*[^\\s.}])?(\\.[^\\s.}]([^.}]*[^\\s.}])?)*)\\})*$",
      "examples": ["{firstName} {lastName}"]
    },
    "layoutProperty": {
      "description": "What a property is made of. A text is filled in; one that is a single `{path}` and nothing else keeps the type of what stands there, and is left out when there is nothing. Lists and objects are filled in throughout; everything else stands as it is.",
      "anyOf": [
        { "$ref": "#/$defs/layoutText" },
        { "type": ["number", "boolean", "null"] },
        { "type": "array", "items": {"$ref": "#/$defs/layoutProperty"} },
        { "type": "object", "additionalProperties": {"$ref": "#/$defs/layoutProperty"} }
      ],
      "examples": ["{name}", 3, ["{a}", "{b}"]]
    },
    "layoutProperties": {
      "description": "What the properties are made of, by their names.",
      "type": "object",
      "additionalProperties": { "$ref": "#/$defs/layoutProperty" },
      "examples": [{"name": "{name}", "pictureUrl": "{pictureUrl}"}]
    },
    "key": {
      "description": "A name that stays the same for good: not empty, no blank at either end, no control character. Keys are composed (NFC) as they come in.",
      "type": "string",
      "minLength": 1,
      "not": { "pattern": "^\\s|\\s$|[\\u0000-\\u001F\\u007F-\\u009F\\uFFFE\\uFFFF]" },
      "examples": ["full-name"]
    },
    "height": {
      "description": "How tall a row is, in points; `null` lets the view measure it.",
      "type": ["number", "null"],
      "exclusiveMinimum": 0,
      "examples": [44, null]
    }
  }
}

"""#,
  ]
}
