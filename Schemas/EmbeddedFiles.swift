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
  "description": "A line of a script of actions (JSON Lines), for `formstate replay` and from `formstate export --format actions`. Blank lines are ignored. Each line is a separate undo step, unless it continues the one before.",
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
      "title": "On a cell",
      "description": "An action on a cell.",
      "type": "object",
      "required": ["action"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "`tap` selects the row: an expandable cell toggles, an option is chosen. `clear` clears the cell, without returning to its default. `choose` chooses an option. `expand` and `collapse` show and hide the cells below. `reveal` unfolds and expands until the cell is visible. `remove` removes an instance of a repeat: the named one, or the one around the cell.",
          "enum": ["tap", "clear", "choose", "expand", "collapse", "reveal", "remove"],
          "examples": ["tap"]
        },
        "cell": { "description": "The key of the cell; in a form with repeats also its address: `name:7`, `passenger[2]/name`.", "$ref": "#/$defs/key", "examples": ["first-name", "name:7"] },
        "at": {
          "description": "The row of the cell when the action is applied, instead of its key: its section and its visible row in it, both from 0.",
          "type": "array",
          "prefixItems": [{"type": "integer", "minimum": 0}, {"type": "integer", "minimum": 0}],
          "minItems": 2,
          "maxItems": 2,
          "examples": [[0, 1]]
        },
        "moment": {
          "description": "The time, time zone and random seed with which the rules of an exported action ran; by default those of the replay.",
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
          "description": "The name of the action's group.",
          "type": "string",
          "examples": ["Fill in the address"]
        }
      },
      "oneOf": [{"required": ["cell"]}, {"required": ["at"]}],
      "examples": [{"action": "choose", "cell": "basketball"}]
    },
    "setting": {
      "title": "A value",
      "description": "Sets the value of a cell.",
      "type": "object",
      "required": ["action", "value"],
      "additionalProperties": false,
      "properties": {
        "action": { "description": "Sets the value of a cell.", "const": "set", "examples": ["set"] },
        "cell": { "description": "The key of the cell.", "$ref": "#/$defs/key", "examples": ["first-name"] },
        "at": {
          "description": "The row of the cell when the action is applied, instead of its key: its section and its visible row in it, both from 0.",
          "type": "array",
          "prefixItems": [{"type": "integer", "minimum": 0}, {"type": "integer", "minimum": 0}],
          "minItems": 2,
          "maxItems": 2,
          "examples": [[0, 1]]
        },
        "value": {
          "description": "The value. It is a text, a number, or `true` and `false` for a switch; a date as `YYYY-MM-DD`, a time as `HH:MM` or `HH:MM+01:00`, a date and time with its offset as `2026-11-21T14:30:00+01:00`; for several choices an array of their values or titles. A text that spells a number, a date, a time or the position of a switch is read as one.",
          "type": ["string", "number", "boolean", "array"],
          "items": { "type": "string" },
          "examples": ["Ada", 7, true, "1835-11-30", ["fever", "cough"]]
        },
        "moment": {
          "description": "The time, time zone and random seed with which the rules of an exported action ran; by default those of the replay.",
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
          "description": "The name of the action's group.",
          "type": "string",
          "examples": ["Fill in the address"]
        }
      },
      "oneOf": [{"required": ["cell"]}, {"required": ["at"]}],
      "examples": [{"action": "set", "cell": "first-name", "value": "Ada"}]
    },
    "drafting": {
      "title": "A draft",
      "description": "Leaves typed text in a cell that is not a value yet.",
      "type": "object",
      "required": ["action"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "Leaves typed text in a cell that is not a value yet; it never counts as an answer.",
          "const": "draft",
          "examples": ["draft"]
        },
        "cell": { "description": "The key of the cell.", "$ref": "#/$defs/key", "examples": ["first-name"] },
        "at": {
          "description": "The row of the cell when the action is applied, instead of its key: its section and its visible row in it, both from 0.",
          "type": "array",
          "prefixItems": [{"type": "integer", "minimum": 0}, {"type": "integer", "minimum": 0}],
          "minItems": 2,
          "maxItems": 2,
          "examples": [[0, 1]]
        },
        "value": {
          "description": "The text; omitted or `null`, the draft is discarded.",
          "type": ["string", "null"],
          "examples": ["1835-13-", null]
        },
        "moment": {
          "description": "The time, time zone and random seed with which the rules of an exported action ran; by default those of the replay.",
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
          "description": "The name of the action's group.",
          "type": "string",
          "examples": ["Fill in the address"]
        }
      },
      "oneOf": [{"required": ["cell"]}, {"required": ["at"]}],
      "examples": [{"action": "draft", "cell": "date-of-birth-date", "value": "1835-13-"}]
    },
    "resetting": {
      "title": "Back to the form",
      "description": "Resets a cell and those below it, or the whole response, to the definition.",
      "type": "object",
      "required": ["action"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "Resets a cell and those below it to the definition; without a cell, the whole response.",
          "const": "reset",
          "examples": ["reset"]
        },
        "cell": { "description": "The key of the cell.", "$ref": "#/$defs/key", "examples": ["first-name"] },
        "at": {
          "description": "The row of the cell when the action is applied, instead of its key: its section and its visible row in it, both from 0.",
          "type": "array",
          "prefixItems": [{"type": "integer", "minimum": 0}, {"type": "integer", "minimum": 0}],
          "minItems": 2,
          "maxItems": 2,
          "examples": [[0, 1]]
        },
        "moment": {
          "description": "The time, time zone and random seed with which the rules of an exported action ran; by default those of the replay.",
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
          "description": "The name of the action's group.",
          "type": "string",
          "examples": ["Fill in the address"]
        }
      },
      "not": { "required": ["cell", "at"] },
      "examples": [{"action": "reset", "cell": "full-name"}, {"action": "reset"}]
    },
    "adding": {
      "title": "An instance that is added",
      "description": "Adds an instance to a repeat.",
      "type": "object",
      "required": ["action"],
      "additionalProperties": false,
      "properties": {
        "action": { "description": "Adds an instance to a repeat.", "const": "add", "examples": ["add"] },
        "cell": {
          "description": "The key of the repeat, followed in a nested repeat by a colon and the number of the surrounding instance.",
          "$ref": "#/$defs/key",
          "examples": ["passenger"]
        },
        "at": {
          "description": "The row of the cell when the action is applied, instead of its key: its section and its visible row in it, both from 0.",
          "type": "array",
          "prefixItems": [{"type": "integer", "minimum": 0}, {"type": "integer", "minimum": 0}],
          "minItems": 2,
          "maxItems": 2,
          "examples": [[0, 1]]
        },
        "before": {
          "description": "The instance to insert the new one before; by default it is added last.",
          "$ref": "#/$defs/key",
          "examples": ["passenger:4"]
        },
        "instance": {
          "description": "The number of the new instance, in an exported action; by default the next one of the response.",
          "type": "integer",
          "minimum": 1,
          "maximum": 2147483647,
          "examples": [9]
        },
        "moment": {
          "description": "The time, time zone and random seed with which the rules of an exported action ran; by default those of the replay.",
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
          "description": "The name of the action's group.",
          "type": "string",
          "examples": ["Fill in the address"]
        }
      },
      "oneOf": [{"required": ["cell"]}, {"required": ["at"]}],
      "examples": [{"action": "add", "cell": "passenger"}]
    },
    "moving": {
      "title": "An instance that moves",
      "description": "Moves an instance of a repeat.",
      "type": "object",
      "required": ["action"],
      "additionalProperties": false,
      "properties": {
        "action": { "description": "Moves an instance of a repeat.", "const": "move", "examples": ["move"] },
        "cell": {
          "description": "The instance, or a cell in it.",
          "$ref": "#/$defs/key",
          "examples": ["passenger:7"]
        },
        "at": {
          "description": "The row of the cell when the action is applied, instead of its key: its section and its visible row in it, both from 0.",
          "type": "array",
          "prefixItems": [{"type": "integer", "minimum": 0}, {"type": "integer", "minimum": 0}],
          "minItems": 2,
          "maxItems": 2,
          "examples": [[0, 1]]
        },
        "before": {
          "description": "The instance to move it before; by default it becomes the last.",
          "$ref": "#/$defs/key",
          "examples": ["passenger:4"]
        },
        "moment": {
          "description": "The time, time zone and random seed with which the rules of an exported action ran; by default those of the replay.",
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
          "description": "The name of the action's group.",
          "type": "string",
          "examples": ["Fill in the address"]
        }
      },
      "oneOf": [{"required": ["cell"]}, {"required": ["at"]}],
      "examples": [{"action": "move", "cell": "passenger:7", "before": "passenger:4"}]
    },
    "onSection": {
      "title": "On a section",
      "description": "An action on a section.",
      "type": "object",
      "required": ["action", "section"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "`fold` hides the rows of the section, `unfold` shows them again, `toggleFold` switches between both.",
          "enum": ["fold", "unfold", "toggleFold"],
          "examples": ["fold"]
        },
        "section": { "description": "The key of the section.", "$ref": "#/$defs/key", "examples": ["personal"] },
        "moment": {
          "description": "The time, time zone and random seed with which the rules of an exported action ran; by default those of the replay.",
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
          "description": "The name of the action's group.",
          "type": "string",
          "examples": ["Fill in the address"]
        }
      },
      "examples": [{"action": "fold", "section": "personal"}]
    },
    "onResponse": {
      "title": "On the whole response",
      "description": "An action on the whole response.",
      "type": "object",
      "required": ["action"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "`expandAll` and `collapseAll` show and hide everything. `markSaved` marks the values as saved. `complete` completes the response: its values cannot be changed until `reopen`.",
          "enum": ["expandAll", "collapseAll", "markSaved", "complete", "reopen", "recalculate"],
          "examples": ["expandAll"]
        },
        "moment": {
          "description": "The time, time zone and random seed with which the rules of an exported action ran; by default those of the replay.",
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
          "description": "The name of the action's group.",
          "type": "string",
          "examples": ["Fill in the address"]
        }
      },
      "examples": [{"action": "collapseAll"}]
    },
    "reporting": {
      "title": "Reported faults",
      "description": "Reports a fault from outside of the form.",
      "type": "object",
      "required": ["action", "message"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "Reports a fault of a cell from outside of the form, such as a server's refusal; without a cell, of the response as a whole.",
          "const": "reportFault",
          "examples": ["reportFault"]
        },
        "cell": { "description": "The key of the cell.", "$ref": "#/$defs/key", "examples": ["email"] },
        "at": {
          "description": "The row of the cell when the action is applied, instead of its key: its section and its visible row in it, both from 0.",
          "type": "array",
          "prefixItems": [{"type": "integer", "minimum": 0}, {"type": "integer", "minimum": 0}],
          "minItems": 2,
          "maxItems": 2,
          "examples": [[0, 1]]
        },
        "message": { "description": "The fault, as a sentence.", "$ref": "#/$defs/message" },
        "from": { "description": "The reporter; none if omitted.", "$ref": "#/$defs/reporter" },
        "moment": {
          "description": "The time, time zone and random seed with which the rules of an exported action ran; by default those of the replay.",
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
          "description": "The name of the action's group.",
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
      "title": "An entry that is reverted",
      "description": "Reverts an entry anywhere in the journal.",
      "type": "object",
      "required": ["action", "revision"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "Reverts an entry of the journal, with its step; refused if a later entry depends on it.",
          "const": "revert",
          "examples": ["revert"]
        },
        "revision": {
          "description": "The revision to revert, or to restore; 0 is the response before its first action.",
          "type": "integer",
          "minimum": 0,
          "maximum": 2147483647,
          "examples": [12]
        },
        "only": {
          "description": "Whether to keep the rest of the step.",
          "type": "boolean",
          "examples": [true]
        },
        "moment": {
          "description": "The time, time zone and random seed with which the rules of an exported action ran; by default those of the replay.",
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
          "description": "The name of the action's group.",
          "type": "string",
          "examples": ["Fill in the address"]
        }
      },
      "examples": [{"action": "revert", "revision": 12}]
    },
    "restoring": {
      "title": "Back to a revision",
      "description": "Restores the response at a revision.",
      "type": "object",
      "required": ["action", "revision"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "Restores the response at a revision, with everything that an undo reverses.",
          "const": "restore",
          "examples": ["restore"]
        },
        "revision": {
          "description": "The revision to revert, or to restore; 0 is the response before its first action.",
          "type": "integer",
          "minimum": 0,
          "maximum": 2147483647,
          "examples": [12]
        },
        "moment": {
          "description": "The time, time zone and random seed with which the rules of an exported action ran; by default those of the replay.",
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
          "description": "The name of the action's group.",
          "type": "string",
          "examples": ["Fill in the address"]
        }
      },
      "examples": [{"action": "restore", "revision": 12}]
    },
    "withdrawing": {
      "title": "Withdrawn faults",
      "description": "Withdraws reported faults.",
      "type": "object",
      "required": ["action"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "Withdraws all faults of a reporter on a cell; without a cell, on the response and all of its cells.",
          "const": "withdrawFaults",
          "examples": ["withdrawFaults"]
        },
        "cell": { "description": "The key of the cell.", "$ref": "#/$defs/key", "examples": ["email"] },
        "at": {
          "description": "The row of the cell when the action is applied, instead of its key: its section and its visible row in it, both from 0.",
          "type": "array",
          "prefixItems": [{"type": "integer", "minimum": 0}, {"type": "integer", "minimum": 0}],
          "minItems": 2,
          "maxItems": 2,
          "examples": [[0, 1]]
        },
        "from": { "description": "The reporter; faults without a reporter if omitted.", "$ref": "#/$defs/reporter" },
        "moment": {
          "description": "The time, time zone and random seed with which the rules of an exported action ran; by default those of the replay.",
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
          "description": "The name of the action's group.",
          "type": "string",
          "examples": ["Fill in the address"]
        }
      },
      "not": { "required": ["cell", "at"] },
      "examples": [{"action": "withdrawFaults", "from": "server"}]
    },
    "message": {
      "title": "A message",
      "description": "The fault, as a sentence.",
      "type": "string",
      "pattern": "\\S",
      "maxLength": 1000,
      "examples": ["This address is taken."]
    },
    "reporter": {
      "title": "The name of a reporter",
      "description": "The reporter of a fault, who can withdraw it.",
      "type": "string",
      "minLength": 1,
      "maxLength": 100,
      "examples": ["server"]
    },
    "undoing": {
      "title": "Undo and redo",
      "description": "Undoes or redoes a step.",
      "type": "object",
      "required": ["action"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "`undo` undoes the last step, `redo` redoes it.",
          "enum": ["undo", "redo"],
          "examples": ["undo"]
        },
        "scope": {
          "description": "`values` undoes values and leaves disclosure unchanged; `everything`, the default, undoes all.",
          "enum": ["everything", "values"],
          "examples": ["values"]
        },
        "moment": {
          "description": "The time, time zone and random seed with which the rules of an exported action ran; by default those of the replay.",
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
          "description": "The name of the action's group.",
          "type": "string",
          "examples": ["Fill in the address"]
        }
      },
      "examples": [{"action": "undo"}]
    },
    "upgrading": {
      "title": "To another version",
      "description": "Moves the response to another version of its form.",
      "type": "object",
      "required": ["action", "version"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "Moves the response to another version of its form.",
          "const": "upgrade",
          "examples": ["upgrade"]
        },
        "version": { "description": "The number of the version to move to.", "$ref": "#/$defs/version" },
        "cells": {
          "description": "The new keys of cells in the new version, or `null` for those without a place.",
          "type": "object",
          "additionalProperties": { "type": ["string", "null"] },
          "examples": [{"name": "full-name", "fax": null}]
        },
        "sections": {
          "description": "The new keys of sections in the new version, for their folds, or `null` for those without a place.",
          "type": "object",
          "additionalProperties": { "type": ["string", "null"] },
          "examples": [{"work": "work-experience"}]
        },
        "options": {
          "description": "By the key of a question, the values of its options with those that they become in the new version.",
          "type": "object",
          "additionalProperties": { "type": "object", "additionalProperties": { "type": "string" } },
          "examples": [{"smokes": {"yes": "true", "no": "false"}}]
        },
        "returning": {
          "description": "The set-aside contents that return, by the number of their version; `null` for discarded ones.",
          "type": "object",
          "propertyNames": { "pattern": "^[1-9][0-9]*$" },
          "additionalProperties": {
            "type": "object",
            "properties": {
              "cells": {
                "description": "The keys of the cells in the new version that receive set-aside contents, or `null` for discarded ones.",
                "type": "object",
                "additionalProperties": { "type": ["string", "null"] },
                "examples": [{"fax": "fax-number"}]
              },
              "sections": {
                "description": "The keys of the sections in the new version that receive set-aside folds.",
                "type": "object",
                "additionalProperties": { "type": "string" },
                "examples": [{"work": "work-experience"}]
              },
              "options": {
                "description": "By the key of a question, the values of its options with those that they become.",
                "type": "object",
                "additionalProperties": { "type": "object", "additionalProperties": { "type": "string" } },
                "examples": [{"smokes": {"yes": "true"}}]
              }
            }
          },
          "examples": [{"1": {"cells": {"fax": "fax-number"}}}]
        },
        "moment": {
          "description": "The time, time zone and random seed with which the rules of an exported action ran; by default those of the replay.",
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
          "description": "The name of the action's group.",
          "type": "string",
          "examples": ["Fill in the address"]
        }
      },
      "examples": [{"action": "upgrade", "version": 2, "cells": {"fax": null}}]
    },
    "key": {
      "title": "A key",
      "description": "A permanent name: not empty, without spaces at either end, without control characters. Keys are composed (NFC) on import.",
      "type": "string",
      "minLength": 1,
      "not": { "pattern": "^\\s|\\s$|[\\u0000-\\u001F\\u007F-\\u009F\\uFFFE\\uFFFF]" },
      "examples": ["full-name"]
    },
    "version": {
      "title": "The number of a version",
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
  "description": "The answers of responses, question by question: the document that `formstate answers --json` prints, or a line of `formstate answers --ndjson`. To import answers, use form JSON, actions or `formstate import-answers`. Later versions may add members.",
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
              "address": "roof-covering",
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
      "address": "roof-covering",
      "kind": "group",
      "value": "slate",
      "readable": "Slate",
      "source": "set",
      "draft": null
    }
  ],
  "$defs": {
    "document": {
      "title": "The document",
      "description": "The answers of responses to a form.",
      "type": "object",
      "required": ["form", "responses"],
      "additionalProperties": true,
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
      "title": "A response with its answers",
      "description": "The answers of one response.",
      "type": "object",
      "required": ["response", "revision", "completed", "answers"],
      "additionalProperties": true,
      "properties": {
        "response": {
          "description": "The name of the response.",
          "$ref": "#/$defs/key",
          "examples": ["mill-lane-3"]
        },
        "revision": {
          "description": "The number of its journal entries at that time.",
          "type": "integer",
          "minimum": 0,
          "examples": [64]
        },
        "completed": {
          "description": "Whether it was completed.",
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
                "address": "roof-covering",
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
      "title": "An answer",
      "description": "The answer to one question.",
      "type": "object",
      "required": ["section", "question", "cell", "instance", "address", "kind", "value", "readable", "source", "draft"],
      "additionalProperties": true,
      "properties": {
        "section": {
          "description": "The title of the question's section.",
          "type": "string",
          "examples": ["Outside"]
        },
        "question": {
          "description": "The name of the question, preceded by the cells above if necessary to distinguish it.",
          "type": "string",
          "examples": ["Roof › Covering"]
        },
        "cell": {
          "description": "The key of the question's cell.",
          "$ref": "#/$defs/key",
          "examples": ["roof-covering"]
        },
        "instance": {
          "description": "The number of the cell's instance of a repeat; 0 outside of repeats.",
          "type": "integer",
          "minimum": 0,
          "maximum": 2147483647,
          "examples": [0]
        },
        "address": {
          "description": "What commands and actions call the cell: `name:7` for the cell `name` in the instance 7, and the key outside of repeats.",
          "type": "string",
          "examples": ["roof-covering", "name:7"]
        },
        "kind": {
          "description": "The kind of the cell, as in form JSON; options and labels are not questions.",
          "enum": [
            "group", "choices", "text", "longText", "integer", "decimal", "date", "time", "dateTime", "switch", "slider",
            "file", "custom"
          ],
          "examples": ["group"]
        },
        "value": {
          "description": "The value. It is a text, a number, `true` or `false`, a date as `YYYY-MM-DD`, a time as `HH:MM:SS` with its offset if it has one, a date and time with its offset, a decimal as its digits, for a question with options the value of the chosen one, for choices an array of values; `null` for none.",
          "type": ["string", "number", "boolean", "array", "null"],
          "items": { "type": "string" },
          "examples": ["slate", 7, true, "1835-11-30", ["fever", "cough"], null]
        },
        "readable": {
          "description": "The readable value: the title of the option, the position of the switch, the number with its unit, the date in long style; `null` for none.",
          "type": ["string", "null"],
          "examples": ["Slate", null]
        },
        "source": {
          "description": "The source of the value: a person (`set`, even if it was cleared), a rule (`calculated`), the definition (`default`), or none (`none`).",
          "enum": ["set", "calculated", "default", "none"],
          "examples": ["set"]
        },
        "draft": {
          "description": "Typed text that is not a value yet; `null` for none.",
          "type": ["string", "null"],
          "examples": ["1835-13-", null]
        }
      },
      "allOf": [
        {
          "description": "Without a source there is no value.",
          "if": { "required": ["source"], "properties": {"source": {"const": "none"}} },
          "then": { "properties": {"value": {"const": null}} }
        },
        {
          "description": "Without a value there is no readable value.",
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
          "address": "roof-covering",
          "kind": "group",
          "value": "slate",
          "readable": "Slate",
          "source": "set",
          "draft": null
        }
      ]
    },
    "line": {
      "title": "An answer on a line",
      "description": "An answer on a separate line.",
      "type": "object",
      "required": [
        "form",
        "response",
        "section",
        "question",
        "cell",
        "instance",
        "address",
        "kind",
        "value",
        "readable",
        "source",
        "draft"
      ],
      "additionalProperties": true,
      "properties": {
        "form": { "description": "The key of the form.", "$ref": "#/$defs/key", "examples": ["inspection"] },
        "response": {
          "description": "The name of the response.",
          "$ref": "#/$defs/key",
          "examples": ["mill-lane-3"]
        },
        "section": {
          "description": "The title of the question's section.",
          "type": "string",
          "examples": ["Outside"]
        },
        "question": {
          "description": "The name of the question, preceded by the cells above if necessary to distinguish it.",
          "type": "string",
          "examples": ["Roof › Covering"]
        },
        "cell": {
          "description": "The key of the question's cell.",
          "$ref": "#/$defs/key",
          "examples": ["roof-covering"]
        },
        "instance": {
          "description": "The number of the cell's instance of a repeat; 0 outside of repeats.",
          "type": "integer",
          "minimum": 0,
          "maximum": 2147483647,
          "examples": [0]
        },
        "address": {
          "description": "What commands and actions call the cell: `name:7` for the cell `name` in the instance 7, and the key outside of repeats.",
          "type": "string",
          "examples": ["roof-covering", "name:7"]
        },
        "kind": {
          "description": "The kind of the cell, as in form JSON; options and labels are not questions.",
          "enum": [
            "group", "choices", "text", "longText", "integer", "decimal", "date", "time", "dateTime", "switch", "slider",
            "file", "custom"
          ],
          "examples": ["group"]
        },
        "value": {
          "description": "The value. It is a text, a number, `true` or `false`, a date as `YYYY-MM-DD`, a time as `HH:MM:SS` with its offset if it has one, a date and time with its offset, a decimal as its digits, for a question with options the value of the chosen one, for choices an array of values; `null` for none.",
          "type": ["string", "number", "boolean", "array", "null"],
          "items": { "type": "string" },
          "examples": ["slate", 7, true, "1835-11-30", ["fever", "cough"], null]
        },
        "readable": {
          "description": "The readable value: the title of the option, the position of the switch, the number with its unit, the date in long style; `null` for none.",
          "type": ["string", "null"],
          "examples": ["Slate", null]
        },
        "source": {
          "description": "The source of the value: a person (`set`, even if it was cleared), a rule (`calculated`), the definition (`default`), or none (`none`).",
          "enum": ["set", "calculated", "default", "none"],
          "examples": ["set"]
        },
        "draft": {
          "description": "Typed text that is not a value yet; `null` for none.",
          "type": ["string", "null"],
          "examples": ["1835-13-", null]
        }
      },
      "allOf": [
        {
          "description": "Without a source there is no value.",
          "if": { "required": ["source"], "properties": {"source": {"const": "none"}} },
          "then": { "properties": {"value": {"const": null}} }
        },
        {
          "description": "Without a value there is no readable value.",
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
          "address": "roof-covering",
          "kind": "group",
          "value": "slate",
          "readable": "Slate",
          "source": "set",
          "draft": null
        }
      ]
    },
    "key": {
      "title": "A key",
      "description": "A permanent name: not empty, without spaces at either end, without control characters. Keys are composed (NFC) on import.",
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
  "description": "Everything in a file, written by `formstate dump` and read by `formstate restore` and `formstate merge`. Its forms are separate documents, described by `form.schema.json` beside this file. An import checks what the schema cannot express: no two forms have the same key, journals lead from state to state.",
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
  "description": "A form as JSON, optionally with other versions of it and with responses, read by `formstate import` and written by `formstate export --format json`. An import checks what the schema cannot express: keys are unique, references exist, journals lead from state to state.",
  "type": "object",
  "required": ["formstate", "key", "sections"],
  "additionalProperties": false,
  "properties": {
    "formstate": { "description": "The version of the format.", "const": 1, "examples": [1] },
    "key": { "description": "The stable name of the form.", "$ref": "#/$defs/key", "examples": ["profile"] },
    "version": {
      "description": "The number of this version of the form in journals.",
      "$ref": "#/$defs/version"
    },
    "language": {
      "description": "The name of the form's own language. Any of its texts may then be an object with one text per language: `{\"en\": \"Name\", \"fr\": \"Nom\"}`. Preferably a code such as `fr` or `pt-BR`, which also determines how dates and numbers are written.",
      "$ref": "#/$defs/key",
      "examples": ["en"]
    },
    "title": { "description": "The title of the form.", "$ref": "#/$defs/texts", "examples": ["Profile"] },
    "accordion": {
      "description": "The accordion of the form. `true` or `\"cells\"` allows one expanded cell at the top level of all sections, `\"sections\"` one unfolded section.",
      "enum": [true, false, "cells", "sections"],
      "examples": [true, "sections"]
    },
    "rowHeights": {
      "description": "The heights of rows in points, by reuse identifier; `null` lets the view measure them. Others are 44 points tall, but 60 with `idCellNormal` and 270 with `idCellDatePicker`.",
      "type": "object",
      "propertyNames": {
        "minLength": 1,
        "not": { "pattern": "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]" }
      },
      "additionalProperties": { "$ref": "#/$defs/height" },
      "examples": [{"NoteCell": null, "HeadlineCell": 52}]
    },
    "properties": {
      "description": "Further properties of the form by the author; kept and exported, never interpreted.",
      "$ref": "#/$defs/properties",
      "examples": [{"edition": "2026-10"}]
    },
    "lists": {
      "description": "Lists of options that several questions share or choose from, by their names. Further columns of an option are beside its value and title. Columns are texts, so numbers too are in double quotes; expressions read them: `list('medicines')[value = ${medicine}]/most`.",
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
      "description": "Other versions of the form in the journals.",
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
      "title": "A first instance",
      "description": "The values of one of a repeat's first instances.",
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "values": {
          "description": "The values of its cells, by their keys; `null` for none.",
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
      "title": "A section",
      "description": "A titled group of cells.",
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
          "description": "Whether the key was derived by a reader from an earlier document, and not given by an author.",
          "type": "boolean",
          "default": false,
          "examples": [true]
        },
        "title": { "description": "The title of its header.", "$ref": "#/$defs/texts", "examples": ["Personal"] },
        "foldable": {
          "description": "Whether its rows can be folded; `true` by default.",
          "type": "boolean",
          "default": true,
          "examples": [false]
        },
        "relevant": {
          "description": "The condition for the section to be relevant: an expression of answers. Otherwise neither its header nor its rows show.",
          "$ref": "#/$defs/expression",
          "examples": ["${has-children}"]
        },
        "folded": {
          "description": "Whether a fresh response starts with the section folded.",
          "type": "boolean",
          "default": false,
          "examples": [true]
        },
        "accordion": {
          "description": "Whether at most one of its cells at the top level is expanded at a time.",
          "type": "boolean",
          "default": false,
          "examples": [true]
        },
        "properties": {
          "description": "Further properties of the section by the author; kept and exported, never interpreted.",
          "$ref": "#/$defs/properties",
          "examples": [{"icon": "house"}]
        },
        "cells": {
          "description": "Its cells, in order; those at the top level cannot be options.",
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
      "title": "A cell",
      "description": "The description of one row. Cells nest: those in it show below it while it is expanded.",
      "type": "object",
      "required": ["kind"],
      "additionalProperties": false,
      "properties": {
        "key": {
          "description": "The stable name of the cell, unique in the form. An option with a `value` may omit it; its key is then `QUESTION=VALUE`.",
          "$ref": "#/$defs/key",
          "examples": ["first-name"]
        },
        "keyIsDerived": {
          "description": "Whether the key was derived by a reader from an earlier document, and not given by an author.",
          "type": "boolean",
          "default": false,
          "examples": [true]
        },
        "kind": {
          "description": "The type of the cell's value, and how a person changes it. `group` is a heading over other cells and holds the value of the chosen option; `choices` is one with several choosable options, and holds their values in the order in which they were chosen; `text` and `longText` hold text, the second of several lines, `integer` a whole number, `decimal` a number exactly as entered, `date` a day, `time` a time of day, `dateTime` both with the offset from UTC, `switch` true or false, `slider` a number, `file` the name or path of a file that the app stores; `option` is one of the choices of the cell above; `label` is text to read; `repeat` is a heading over cells that repeat, once in each of its instances; `custom` is an app's own kind, identified by its `identifier`, and holds text or a number.",
          "enum": [
            "group", "choices", "text", "longText", "integer", "decimal", "date", "time", "dateTime", "switch", "option",
            "slider", "file", "label", "repeat", "custom"
          ],
          "examples": ["text"]
        },
        "identifier": {
          "description": "The reuse identifier of the cell's views in a table view; by default the usual one of the kind, such as `idCellTextfield`.",
          "type": "string",
          "minLength": 1,
          "not": { "pattern": "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]" },
          "examples": ["NoteCell"]
        },
        "title": { "description": "The title of the row. A cell with a summary shows the answer in its place: a group shows its title only until an option is chosen. The title of an instance of a repeat is that of the group around its cells, set by a `summary` with an expression.", "$ref": "#/$defs/texts", "examples": ["First name"] },
        "subtitle": {
          "description": "The secondary title of the row. For a group, write the question here and omit the title: the subtitle shows alone until an option is chosen, and beside the answer from then on.",
          "$ref": "#/$defs/texts",
          "examples": ["Full name"]
        },
        "value": {
          "description": "The default value. It is text, a day as `YYYY-MM-DD`, a time as `HH:MM:SS` with its offset if it has one, both as `2026-11-21T14:30:00+01:00`, `true` or `false`, a number, for a decimal its digits as text (or a number), for a group the value of one of its options, for choices an array of values. For an option, the value of the cell above when it is chosen; by default the option's key.",
          "examples": ["Ada", "1835-11-30", true, 7, "72.50", ["fever", "cough"]]
        },
        "expandable": {
          "description": "Whether the cell can be expanded; by default if it is a group or choices, has cells below it, or grows in place.",
          "type": "boolean",
          "examples": [false]
        },
        "expanded": {
          "description": "Whether a fresh response starts with the cell expanded.",
          "type": "boolean",
          "default": false,
          "examples": [true]
        },
        "hidden": {
          "description": "Whether the cell and the cells below it never show, whatever is expanded.",
          "type": "boolean",
          "default": false,
          "examples": [true]
        },
        "sensitive": {
          "description": "Whether logs, histories and exports leave out what the cell contains, and clearing it removes its former contents from the file.",
          "type": "boolean",
          "default": false,
          "examples": [true]
        },
        "relevant": {
          "description": "The condition for the cell and the cells below it to be relevant: an expression of other cells' answers. Otherwise the cell is hidden, and its answer is kept and counts as blank.",
          "$ref": "#/$defs/expression",
          "examples": ["${married} and ${age} > 17"]
        },
        "required": {
          "description": "Whether the cell needs a value before the response can be completed. Write `true`, an expression with the condition, or an object with a message: `{\"message\": \"Write a name.\"}`, and an `expression` as well if there is a condition.",
          "oneOf": [
            { "type": "boolean" },
            { "$ref": "#/$defs/expression" },
            {
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "expression": {
                  "description": "The condition; by default always.",
                  "$ref": "#/$defs/expression",
                  "examples": ["${age} > 17"]
                },
                "message": {
                  "description": "The message while the cell has no value.",
                  "$ref": "#/$defs/texts",
                  "examples": ["Tell us what to call you."]
                }
              }
            }
          ],
          "default": false,
          "examples": [true, {"message": "Tell us what to call you."}]
        },
        "readOnly": {
          "description": "Whether the value cannot be changed: `true`, or an expression with the condition.",
          "oneOf": [{ "type": "boolean" }, { "$ref": "#/$defs/expression" }],
          "default": false,
          "examples": [true]
        },
        "constraints": {
          "description": "Conditions of the cell's value, which the expressions call `.`. A value that does not satisfy one is kept, with a fault: the row and `formstate faults` show the message, and the response cannot be completed until the value is corrected, unless the `severity` is `warning`.",
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
                    "description": "The condition.",
                    "$ref": "#/$defs/expression",
                    "examples": [". > 0"]
                  },
                  "message": {
                    "description": "The message if it is not satisfied.",
                    "$ref": "#/$defs/texts",
                    "examples": ["Count at least one."]
                  },
                  "severity": {
                    "description": "Whether the response can be completed anyway (`warning`).",
                    "enum": ["error", "warning"],
                    "default": "error",
                    "examples": ["warning"]
                  }
                }
              }
            ]
          },
          "examples": [[". > 0", {"expression": ". <= 10", "message": "That is much.", "severity": "warning"}]]
        },
        "calculate": {
          "description": "The value as long as nothing is entered: an expression of other cells' answers. With `overrides`, it replaces an entry as soon as one of its inputs changes.",
          "anyOf": [
            { "$ref": "#/$defs/expression" },
            {
              "type": "object",
              "required": ["expression"],
              "additionalProperties": false,
              "properties": {
                "expression": {
                  "description": "The calculation.", "$ref": "#/$defs/expression", "examples": ["${price} * ${count}"]
                },
                "overrides": {
                  "description": "Whether it replaces an entered value.", "type": "boolean", "default": false,
                  "examples": [true]
                }
              }
            }
          ],
          "examples": ["${price} * ${count}", {"expression": "${price} * 2", "overrides": true}]
        },
        "default": {
          "description": "The initial value, by an expression; a constant is its `value`.",
          "$ref": "#/$defs/expression",
          "examples": ["concat('N', '-', '1')"]
        },
        "set": {
          "description": "Rules that set the cell whenever another one changes, or the response is opened. A person may enter another value afterwards.",
          "type": "array",
          "items": {
            "type": "object",
            "required": ["expression", "when"],
            "additionalProperties": false,
            "properties": {
              "expression": {
                "description": "The value to set; an invalid one clears the cell.",
                "$ref": "#/$defs/expression",
                "examples": ["${price} * ${count}"]
              },
              "when": {
                "description": "The keys of the triggering cells, or `opened`.",
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
          "description": "For a repeat, the number of instances that count. Missing ones are added, and excess ones are kept and irrelevant.",
          "$ref": "#/$defs/expression",
          "examples": ["${passengers}"]
        },
        "initial": {
          "description": "For a repeat, the initial number of instances, if that is more than the minimum.",
          "type": "integer",
          "minimum": 0,
          "maximum": 10000,
          "default": 0,
          "examples": [1]
        },
        "firstInstances": {
          "description": "For a repeat, the values of the first instances. Each is an object: `values` by the keys of cells, `null` for none, and `repeats` with the first instances of the repeats in it. Omitted cells are as in a new instance.",
          "type": "array",
          "minItems": 1,
          "maxItems": 10000,
          "items": { "$ref": "#/$defs/firstInstance" },
          "examples": [[{"values": {"crop": "maize"}}, {"values": {"crop": "beans"}}]]
        },
        "accordion": {
          "description": "Whether at most one of the cells directly below is expanded at a time.",
          "type": "boolean",
          "default": false,
          "examples": [true]
        },
        "inline": {
          "description": "How a cell grows in place when it is expanded. Its row gets another height, and no rows appear; `true` lets the view measure both heights; `false` is the same as omitting it.",
          "oneOf": [
            { "type": "boolean" },
            {
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "collapsedHeight": {
                  "description": "The height of the row while the cell is collapsed, in points; omitted or `null`, the view measures it.",
                  "$ref": "#/$defs/height",
                  "examples": [64]
                },
                "expandedHeight": {
                  "description": "The height of the row while the cell is expanded, in points; omitted or `null`, the view measures it.",
                  "$ref": "#/$defs/height",
                  "examples": [120]
                },
                "lineLimit": {
                  "description": "The number of lines of text in the row while the cell is collapsed; omitted or `null`, all of them.",
                  "type": ["integer", "null"],
                  "minimum": 1,
                  "examples": [2]
                }
              }
            }
          ],
          "default": false,
          "examples": [true, {"collapsedHeight": 64, "expandedHeight": null, "lineLimit": 2}]
        },
        "summary": {
          "description": "The title of an expandable cell, made from the cells below it. `\"choice\"` is the title of the chosen option, several separated by commas; `{\"join\": \" \"}` joins the texts of the cells directly below with a separator; `{\"template\": \"{street}, {town}\"}` is a text with the keys of cells below it in braces, `{{` and `}}` for braces; `{\"expression\": \"concat(${street}, ' ', ${town})\"}` is the result of an expression, in any cell but an option; `\"none\"` is always its own title. On the group around the cells of a repeat, it is the title of each instance. By default, options are a choice, and cells with values are joined by a space.",
          "oneOf": [
            { "enum": ["none", "choice"] },
            {
              "type": "object",
              "required": ["join"],
              "additionalProperties": false,
              "properties": {
                "join": {
                  "description": "The separator between the texts of the cells.",
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
                  "description": "The expression of the title.",
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
          "description": "The minimum number; by default 0 for a slider, and none for an integer or decimal, which has both or none. For a repeat, the minimum number of instances that removing leaves; by default none.",
          "type": "number",
          "examples": [-30]
        },
        "maximum": {
          "description": "The maximum number; by default 10 for a slider, and none for an integer or decimal. For a repeat, the maximum number of instances that can be added; by default none.",
          "type": "number",
          "examples": [45]
        },
        "step": {
          "description": "The step of a number's control; by default it moves freely. Any number of the range is accepted, but only a whole one by a slider whose minimum and step are whole.",
          "type": "number",
          "exclusiveMinimum": 0,
          "examples": [0.5]
        },
        "unit": {
          "description": "The unit of a slider, an integer or a decimal, shown after the number.",
          "$ref": "#/$defs/texts",
          "minLength": 1,
          "examples": ["kg"]
        },
        "offTitle": {
          "description": "The title of a switch that is off; “Off” by default.",
          "$ref": "#/$defs/texts",
          "default": "Off",
          "examples": ["Single"]
        },
        "onTitle": {
          "description": "The title of a switch that is on; “On” by default.",
          "$ref": "#/$defs/texts",
          "default": "On",
          "examples": ["Married"]
        },
        "options": {
          "description": "The options of a group, choices or custom cell, which precede its other cells. It is the name of one of the form's lists, or its own options.",
          "oneOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "#/$defs/option"}}],
          "examples": ["condition", [{"value": "dry", "title": "Dry"}]]
        },
        "choices": {
          "description": "For a group or choices cell whose options are not rows, the items of a list of the form, or the answers in its cells, that can be chosen. There may be any number. In brackets, a name such as `region` is a column, and `${age}` is the answer in the instance that is tested; `current()/${age}` is seen from the cell itself.",
          "$ref": "#/$defs/expression",
          "examples": ["list('towns')[region = ${region}]", "${person}[${age} > 17]/${name}"]
        },
        "properties": {
          "description": "Further properties of the cell by the author, kept and exported. The page in a browser reads `accept`, `appearance` and `type`, for a photo, a signature or a geopoint; no other is interpreted.",
          "$ref": "#/$defs/properties",
          "anyOf": [
            {
              "properties": {
                "accept": {
                  "description": "The files that a file cell asks for on the page, as in HTML's attribute `accept`: `image/*` for a photo, `audio/*`, `video/*`, `.pdf`. By default all.",
                  "examples": ["image/*"]
                },
                "appearance": {
                  "description": "How the page draws the question, in the words of XLSForm's column `appearance`: in a file cell `new` opens the camera for a photo, `new-front` the front camera, `signature` and `draw` a sheet to draw on; in a question with options `minimal` is a menu, `search` a dialog, `likert`, `columns-3` and others arrange the options, and `rank` asks for an order of several; in a text `numbers`, `phone`, `email` and `url` select the keyboard.",
                  "examples": ["new", "minimal"]
                },
                "type": {
                  "description": "In a custom cell, `geopoint` asks for a place on the page: latitude and longitude as in `52.5 13.4`, typed or taken from the device.",
                  "examples": ["geopoint"]
                }
              }
            }
          ],
          "examples": [{"help": "As in the passport"}, {"accept": "image/*", "appearance": "new"}]
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
          "description": "An option may be named by its value; every other cell has a key.",
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
          "description": "A time is a time of day.",
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
          "description": "A label has no value, and neither does a repeat.",
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
          "description": "An option and a repeat contain nothing themselves, so they are not sensitive.",
          "if": { "required": ["kind"], "properties": {"kind": {"enum": ["option", "repeat"]}} },
          "then": { "properties": {"sensitive": {"const": false}} }
        },
        {
          "description": "A repeat has numbers of instances, a template, and its own title.",
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
          "description": "Only a cell with a value is required, read-only, constrained or calculated.",
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
          "description": "Only a group or choices cell without its own options chooses from a list.",
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
          "description": "Only an expandable cell starts expanded, is an accordion or has a summary.",
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
          "description": "A cell that grows or has cells below it can be expanded.",
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
      "description": "An expandable cell: it is declared so, or it is a group, has cells below it, or grows in place.",
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
      "title": "An option",
      "description": "One choice.",
      "type": "object",
      "required": ["value"],
      "additionalProperties": false,
      "properties": {
        "value": {
          "description": "The value of a question when the option is chosen; unique in its list.",
          "type": "string",
          "minLength": 1,
          "not": { "pattern": "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]" },
          "examples": ["good"]
        },
        "title": {
          "description": "The title of the option; by default its value.",
          "$ref": "#/$defs/texts",
          "examples": ["Good"]
        }
      },
      "examples": [{"value": "good", "title": "Good"}]
    },
    "listOption": {
      "title": "An option of a list",
      "description": "One choice of a list, with further columns. A column is a text, so a number is in double quotes too: `\"most\": \"4\"`.",
      "type": "object",
      "required": ["value"],
      "additionalProperties": { "$ref": "#/$defs/text" },
      "properties": {
        "value": {
          "description": "The value of a question when the option is chosen; unique in a list whose options are rows.",
          "type": "string",
          "minLength": 1,
          "not": { "pattern": "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]" },
          "examples": ["bay"]
        },
        "title": {
          "description": "The title of the option; by default its value.",
          "$ref": "#/$defs/texts",
          "examples": ["Bay"]
        }
      },
      "examples": [{"value": "bay", "title": "Bay", "region": "coast"}]
    },
    "otherVersion": {
      "title": "Another version",
      "description": "Another whole version of the form.",
      "type": "object",
      "required": ["version", "sections"],
      "additionalProperties": false,
      "properties": {
        "version": {
          "description": "The number of the version in the journals.",
          "$ref": "#/$defs/version",
          "examples": [1]
        },
        "language": {
          "description": "The name of the form's own language. Any of its texts may then be an object with one text per language: `{\"en\": \"Name\", \"fr\": \"Nom\"}`. Preferably a code such as `fr` or `pt-BR`, which also determines how dates and numbers are written.",
          "$ref": "#/$defs/key",
          "examples": ["en"]
        },
        "title": { "description": "The title of the form.", "$ref": "#/$defs/texts", "examples": ["Profile"] },
        "accordion": {
          "description": "The accordion of the form. `true` or `\"cells\"` allows one expanded cell at the top level of all sections, `\"sections\"` one unfolded section.",
          "enum": [true, false, "cells", "sections"],
          "examples": [true, "sections"]
        },
        "rowHeights": {
          "description": "The heights of rows in points, by reuse identifier; `null` lets the view measure them. Others are 44 points tall, but 60 with `idCellNormal` and 270 with `idCellDatePicker`.",
          "type": "object",
          "propertyNames": {
            "minLength": 1,
            "not": { "pattern": "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]" }
          },
          "additionalProperties": { "$ref": "#/$defs/height" },
          "examples": [{"NoteCell": null, "HeadlineCell": 52}]
        },
        "properties": {
          "description": "Further properties of the form by the author; kept and exported, never interpreted.",
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
      "title": "A response",
      "description": "One response to the form, with its whole history.",
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
          "description": "The random name that is the same in all copies of the response. It has 32 hexadecimal digits; by default it gets a new one.",
          "type": "string",
          "maxLength": 32,
          "pattern": "^[0-9A-Fa-f]{32}$",
          "examples": ["5d3be0c2a4f74e169b08c77d21e6fa35"]
        },
        "version": {
          "description": "The number of the version in which it begins, if that is not the document's own.",
          "$ref": "#/$defs/version"
        },
        "nextInstance": {
          "description": "The number of the next instance of a repeat. Numbers are never reused, even after a removal; by default, it is one more than the greatest in the journal.",
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
      "title": "An entry of a journal",
      "description": "One action of a journal, with its changes.",
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
          "description": "The number of the version in force after it, if that is not implied.",
          "$ref": "#/$defs/version"
        },
        "chain": {
          "description": "Of a checkpoint, the chain of the journal up to it, including the entries that it replaces.",
          "type": "string",
          "pattern": "^[0-9a-f]{64}$",
          "examples": ["9a47613244ffbcc0662baeaccdaa464de03497d8b779aebd8942fb46c64a795d"]
        },
        "time": {
          "description": "The time of the action, in UTC, to the millisecond.",
          "type": "string",
          "maxLength": 24,
          "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\\.[0-9]{3}Z$",
          "examples": ["2026-11-21T03:12:13.456Z"]
        },
        "author": {
          "description": "The author, if there was one.",
          "type": "string",
          "minLength": 1,
          "examples": ["Becky"]
        },
        "moment": {
          "description": "The time, time zone and random seed with which the rules of an exported action ran; by default those of the replay.",
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
          "description": "The name of the action's group.",
          "type": "string",
          "minLength": 1,
          "examples": ["Fill in the address"]
        },
        "reverts": {
          "description": "For an undo or redo, the revision of the entry whose changes it reverses.",
          "type": "integer",
          "minimum": 1,
          "maximum": 2147483647,
          "examples": [3]
        },
        "target": {
          "description": "For an undo or redo, the revision of the action that is undone or redone, if that is not the one that it reverts.",
          "type": "integer",
          "minimum": 1,
          "maximum": 2147483647,
          "examples": [2]
        },
        "action": {
          "description": "The action.",
          "$ref": "#/$defs/action",
          "examples": [{"action": "choose", "cell": "roof=poor"}]
        },
        "changes": {
          "description": "Its changes, in order.",
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
      "title": "A change",
      "description": "A change of one field of one cell or section by an action.",
      "type": "object",
      "required": ["field"],
      "additionalProperties": false,
      "properties": {
        "cell": {
          "description": "The key of the changed cell.",
          "$ref": "#/$defs/key",
          "examples": ["roof"]
        },
        "section": {
          "description": "The key of the changed section.",
          "$ref": "#/$defs/key",
          "examples": ["personal"]
        },
        "instance": {
          "description": "The number of the cell's instance of a repeat; omitted outside of repeats. For a repeat that is itself an instance, for `instance` and `relevance`.",
          "type": "integer",
          "minimum": 0,
          "maximum": 2147483647,
          "examples": [0]
        },
        "setAsideFrom": {
          "description": "The number of the version that has the cell, if the one in force has no place for its contents.",
          "$ref": "#/$defs/version"
        },
        "field": {
          "description": "The changed field. It says whether a cell is expanded (`disclosure`) or a section is folded (`fold`), the value of a cell (`value`), its displayed title (`title`) or its saved value (`saved`), whether anything was ever entered (`touched`), whether the response is completed (`completion`), whether rules make a cell (`relevance`) or a section (`sectionRelevance`) relevant, required (`requirement`) or read-only (`readOnly`), the calculated value (`calculated`) and the failing constraints (`faults`), and the place of an instance of a repeat (`instance`): the number of the instance around it, a space, and its rank; omitted for none; the answer to an earlier version of the form, if this one has another value or none (`original`): the type, a space and the answer; and faults reported on a cell (`reportedFaults`) or on the response (`responseFaults`).",
          "enum": [
            "disclosure", "fold", "value", "title", "saved", "touched", "completion", "relevance", "sectionRelevance",
            "requirement", "readOnly", "calculated", "faults", "instance", "original", "reportedFaults", "responseFaults"
          ],
          "examples": ["value"]
        },
        "before": {
          "description": "The content before the change. A flag for `disclosure`, `fold`, `touched`, `completion`, `requirement`, `readOnly` and the two of relevance, a text for `title`, `faults`, `instance` and `original`, a value for `value`, `saved` and `calculated`, an array for `reportedFaults` and `responseFaults`; `null` for a cleared value. Omitted for an untouched field, which is as defined.",
          "type": ["string", "number", "boolean", "array", "null"],
          "items": { "type": ["string", "object"] },
          "examples": ["good"]
        },
        "after": {
          "description": "The content after the change. A flag for `disclosure`, `fold`, `touched`, `completion`, `requirement`, `readOnly` and the two of relevance, a text for `title`, `faults`, `instance` and `original`, a value for `value`, `saved` and `calculated`, an array for `reportedFaults` and `responseFaults`; `null` for a cleared value. Omitted for an untouched field, which is as defined.",
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
                  "disclosure", "value", "title", "saved", "touched", "relevance", "requirement", "readOnly", "calculated",
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
          "if": { "required": ["field"], "properties": {"field": {"enum": ["title", "faults"]}} },
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
      "description": "The reported faults of a cell or of the response, each once.",
      "type": "array",
      "minItems": 1,
      "maxItems": 20,
      "uniqueItems": true,
      "items": {
        "type": "object",
        "required": ["message"],
        "additionalProperties": false,
        "properties": {
          "from": { "description": "The reporter; none if omitted.", "$ref": "#/$defs/reporter" },
          "message": { "description": "The fault, as a sentence.", "$ref": "#/$defs/message" }
        }
      },
      "examples": [[{"from": "server", "message": "This address is taken."}]]
    },
    "action": {
      "title": "An action of a journal",
      "description": "An action in a journal: cells are named by their keys, and values have the cell's type.",
      "type": "object",
      "required": ["action"],
      "oneOf": [
        { "$ref": "#/$defs/onCell" },
        { "$ref": "#/$defs/setting" },
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
      "description": "An action on a cell.",
      "type": "object",
      "required": ["action", "cell"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "`tap` selects the row: an expandable cell toggles, an option is chosen. `clear` clears the cell, without returning to its default. `choose` chooses an option. `expand` and `collapse` show and hide the cells below. `reveal` unfolds and expands until the cell is visible. `remove` removes an instance of a repeat: the named one, or the one around the cell.",
          "enum": ["tap", "clear", "choose", "expand", "collapse", "reveal", "remove"],
          "examples": ["tap"]
        },
        "cell": { "description": "The key of the cell, followed in a repeat by a colon and the number of its instance.", "$ref": "#/$defs/key", "examples": ["first-name", "name:7"] }
      },
      "examples": [{"action": "choose", "cell": "basketball"}]
    },
    "setting": {
      "description": "Sets the value of a cell.",
      "type": "object",
      "required": ["action", "cell", "value"],
      "additionalProperties": false,
      "properties": {
        "action": { "description": "Sets the value of a cell.", "const": "set", "examples": ["set"] },
        "cell": { "description": "The key of the cell.", "$ref": "#/$defs/key", "examples": ["first-name"] },
        "value": {
          "description": "The value: a text, a number, or `true` and `false` for a switch; a date as `YYYY-MM-DD`. It has the cell's type.",
          "type": ["string", "number", "boolean", "array"],
          "items": { "type": "string" },
          "examples": ["Ada", 7, true, "1835-11-30", ["fever", "cough"]]
        }
      },
      "examples": [{"action": "set", "cell": "first-name", "value": "Ada"}]
    },
    "resetting": {
      "description": "Resets a cell and those below it, or the whole response, to the definition.",
      "type": "object",
      "required": ["action"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "Resets a cell and those below it to the definition; without a cell, the whole response.",
          "const": "reset",
          "examples": ["reset"]
        },
        "cell": { "description": "The key of the cell.", "$ref": "#/$defs/key", "examples": ["first-name"] }
      },
      "examples": [{"action": "reset", "cell": "full-name"}, {"action": "reset"}]
    },
    "adding": {
      "description": "Adds an instance to a repeat.",
      "type": "object",
      "required": ["action", "cell"],
      "additionalProperties": false,
      "properties": {
        "action": { "description": "Adds an instance to a repeat.", "const": "add", "examples": ["add"] },
        "cell": {
          "description": "The key of the repeat, followed in a nested repeat by a colon and the number of the surrounding instance.",
          "$ref": "#/$defs/key",
          "examples": ["passenger"]
        },
        "before": {
          "description": "The instance to insert the new one before; by default it is added last.",
          "$ref": "#/$defs/key",
          "examples": ["passenger:4"]
        },
        "instance": {
          "description": "The number of the new instance, in an exported action; by default the next one of the response.",
          "type": "integer",
          "minimum": 1,
          "maximum": 2147483647,
          "examples": [9]
        }
      },
      "examples": [{"action": "add", "cell": "passenger"}]
    },
    "moving": {
      "description": "Moves an instance of a repeat.",
      "type": "object",
      "required": ["action", "cell"],
      "additionalProperties": false,
      "properties": {
        "action": { "description": "Moves an instance of a repeat.", "const": "move", "examples": ["move"] },
        "cell": {
          "description": "The instance, or a cell in it.",
          "$ref": "#/$defs/key",
          "examples": ["passenger:7"]
        },
        "before": {
          "description": "The instance to move it before; by default it becomes the last.",
          "$ref": "#/$defs/key",
          "examples": ["passenger:4"]
        }
      },
      "examples": [{"action": "move", "cell": "passenger:7", "before": "passenger:4"}]
    },
    "onSection": {
      "description": "An action on a section.",
      "type": "object",
      "required": ["action", "section"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "`fold` hides the rows of the section, `unfold` shows them again, `toggleFold` switches between both.",
          "enum": ["fold", "unfold", "toggleFold"],
          "examples": ["fold"]
        },
        "section": { "description": "The key of the section.", "$ref": "#/$defs/key", "examples": ["personal"] }
      },
      "examples": [{"action": "fold", "section": "personal"}]
    },
    "onResponse": {
      "description": "An action on the whole response.",
      "type": "object",
      "required": ["action"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "`expandAll` and `collapseAll` show and hide everything. `markSaved` marks the values as saved. `complete` completes the response: its values cannot be changed until `reopen`.",
          "enum": ["expandAll", "collapseAll", "markSaved", "complete", "reopen", "recalculate"],
          "examples": ["expandAll"]
        }
      },
      "examples": [{"action": "collapseAll"}]
    },
    "reporting": {
      "description": "Reports a fault from outside of the form.",
      "type": "object",
      "required": ["action", "message"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "Reports a fault of a cell from outside of the form, such as a server's refusal; without a cell, of the response as a whole.",
          "const": "reportFault",
          "examples": ["reportFault"]
        },
        "cell": { "description": "The key of the cell.", "$ref": "#/$defs/key", "examples": ["email"] },
        "message": { "description": "The fault, as a sentence.", "$ref": "#/$defs/message" },
        "from": { "description": "The reporter; none if omitted.", "$ref": "#/$defs/reporter" }
      },
      "examples": [
        {"action": "reportFault", "cell": "email", "message": "This address is taken.", "from": "server"},
        {"action": "reportFault", "message": "This person is registered already."}
      ]
    },
    "reverting": {
      "description": "Reverts an entry anywhere in the journal.",
      "type": "object",
      "required": ["action", "revision"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "Reverts an entry of the journal, with its step; refused if a later entry depends on it.",
          "const": "revert",
          "examples": ["revert"]
        },
        "revision": {
          "description": "The revision to revert, or to restore; 0 is the response before its first action.",
          "type": "integer",
          "minimum": 0,
          "maximum": 2147483647,
          "examples": [12]
        },
        "only": {
          "description": "Whether to keep the rest of the step.",
          "type": "boolean",
          "examples": [true]
        }
      },
      "examples": [{"action": "revert", "revision": 12}]
    },
    "restoring": {
      "description": "Restores the response at a revision.",
      "type": "object",
      "required": ["action", "revision"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "Restores the response at a revision, with everything that an undo reverses.",
          "const": "restore",
          "examples": ["restore"]
        },
        "revision": {
          "description": "The revision to revert, or to restore; 0 is the response before its first action.",
          "type": "integer",
          "minimum": 0,
          "maximum": 2147483647,
          "examples": [12]
        }
      },
      "examples": [{"action": "restore", "revision": 12}]
    },
    "withdrawing": {
      "description": "Withdraws reported faults.",
      "type": "object",
      "required": ["action"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "Withdraws all faults of a reporter on a cell; without a cell, on the response and all of its cells.",
          "const": "withdrawFaults",
          "examples": ["withdrawFaults"]
        },
        "cell": { "description": "The key of the cell.", "$ref": "#/$defs/key", "examples": ["email"] },
        "from": { "description": "The reporter; faults without a reporter if omitted.", "$ref": "#/$defs/reporter" }
      },
      "examples": [{"action": "withdrawFaults", "from": "server"}]
    },
    "message": {
      "title": "A message",
      "description": "The fault, as a sentence.",
      "type": "string",
      "pattern": "\\S",
      "maxLength": 1000,
      "examples": ["This address is taken."]
    },
    "reporter": {
      "title": "The name of a reporter",
      "description": "The reporter of a fault, who can withdraw it.",
      "type": "string",
      "minLength": 1,
      "maxLength": 100,
      "examples": ["server"]
    },
    "undoing": {
      "description": "Undoes or redoes a step.",
      "type": "object",
      "required": ["action"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "`undo` undoes the last step, `redo` redoes it.",
          "enum": ["undo", "redo"],
          "examples": ["undo"]
        },
        "scope": {
          "description": "`values` undoes values and leaves disclosure unchanged; `everything`, the default, undoes all.",
          "enum": ["everything", "values"],
          "examples": ["values"]
        }
      },
      "examples": [{"action": "undo"}]
    },
    "upgrading": {
      "description": "Moves the response to another version of its form.",
      "type": "object",
      "required": ["action", "version"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "Moves the response to another version of its form.",
          "const": "upgrade",
          "examples": ["upgrade"]
        },
        "version": { "description": "The number of the version to move to.", "$ref": "#/$defs/version" },
        "cells": {
          "description": "The new keys of cells in the new version, or `null` for those without a place.",
          "type": "object",
          "additionalProperties": { "type": ["string", "null"] },
          "examples": [{"name": "full-name", "fax": null}]
        },
        "sections": {
          "description": "The new keys of sections in the new version, for their folds, or `null` for those without a place.",
          "type": "object",
          "additionalProperties": { "type": ["string", "null"] },
          "examples": [{"work": "work-experience"}]
        },
        "returning": {
          "description": "The set-aside contents that return, by the number of their version; `null` for discarded ones.",
          "type": "object",
          "propertyNames": { "pattern": "^[1-9][0-9]*$" },
          "additionalProperties": {
            "type": "object",
            "properties": {
              "cells": {
                "description": "The keys of the cells in the new version that receive set-aside contents, or `null` for discarded ones.",
                "type": "object",
                "additionalProperties": { "type": ["string", "null"] },
                "examples": [{"fax": "fax-number"}]
              },
              "sections": {
                "description": "The keys of the sections in the new version that receive set-aside folds.",
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
      "title": "A checkpoint",
      "description": "Replaces the older entries of a compacted journal; it is the first entry.",
      "type": "object",
      "required": ["action"],
      "additionalProperties": false,
      "properties": {
        "action": {
          "description": "Replaces the older entries of a compacted journal.",
          "const": "checkpoint",
          "examples": ["checkpoint"]
        }
      },
      "examples": [{"action": "checkpoint"}]
    },
    "key": {
      "title": "A key",
      "description": "A permanent name: not empty, without spaces at either end, without control characters. Keys are composed (NFC) on import.",
      "type": "string",
      "minLength": 1,
      "not": { "pattern": "^\\s|\\s$|[\\u0000-\\u001F\\u007F-\\u009F\\uFFFE\\uFFFF]" },
      "examples": ["full-name"]
    },
    "text": {
      "title": "A text",
      "description": "A text. It may contain tabs and line ends, but no other control character, since XML property lists cannot.",
      "type": "string",
      "not": { "pattern": "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]" },
      "examples": ["Full name"]
    },
    "texts": {
      "title": "A text, or one for each language",
      "description": "A text, or one for each language by its name; the form's own language is required, except for messages and the titles of switches.",
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
      "title": "A template",
      "description": "A text with keys of cells in braces, `{{` and `}}` for braces.",
      "type": "string",
      "pattern": "^([^{}]|\\{\\{|\\}\\}|\\{[^{}][^}]*\\})*$",
      "not": { "pattern": "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]" },
      "examples": ["{street}, {postcode} {town}"]
    },
    "expression": {
      "title": "An expression",
      "description": "An expression in the language of ODK and XLSForm: XPath, with `${key}` for the value of a cell. `div` divides, and `/` leads to a column or into an instance. A date counts as its days since 1970: `(today() - ${born}) div 365.25` is an age. In brackets, `${key}` is seen from the instance that is tested, and `current()/${key}` from the cell of the rule.",
      "type": "string",
      "pattern": "\\S",
      "maxLength": 32768,
      "not": { "pattern": "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]" },
      "examples": ["${married}"]
    },
    "height": {
      "title": "A height",
      "description": "The height of a row, in points; `null` lets the view measure it.",
      "type": ["number", "null"],
      "exclusiveMinimum": 0,
      "examples": [44, null]
    },
    "version": {
      "title": "The number of a version",
      "description": "The number of a version of a form, from 1.",
      "type": "integer",
      "minimum": 1,
      "maximum": 2147483647,
      "examples": [2]
    },
    "properties": {
      "title": "An object of the author's own",
      "description": "Further properties by the author; kept and exported. A date is written `{\"$date\": \"2026-11-21T03:12:13Z\"}`, data `{\"$data\": \"BASE64\"}`.",
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
  "description": "Maps a JSON document of any shape to the sections and cells of a form, for `formstate import --layout`.",
  "type": "object",
  "required": ["formstateLayout", "sections"],
  "additionalProperties": false,
  "properties": {
    "formstateLayout": { "description": "The version of the format.", "const": 1, "examples": [1] },
    "title": {
      "description": "The title of the form; paths are within the document.",
      "$ref": "#/$defs/layoutText",
      "examples": ["{data.fullName}"]
    },
    "accordion": {
      "description": "The accordion of the form. `true` or `\"cells\"` allows one expanded cell at the top level of all sections, `\"sections\"` one unfolded section.",
      "enum": [true, false, "cells", "sections"],
      "examples": [true, "sections"]
    },
    "rowHeights": {
      "description": "The heights of rows in points, by reuse identifier; `null` lets the view measure them. Others are 44 points tall, but 60 with `idCellNormal` and 270 with `idCellDatePicker`.",
      "type": "object",
      "propertyNames": {
        "minLength": 1,
        "not": { "pattern": "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]" }
      },
      "additionalProperties": { "$ref": "#/$defs/height" },
      "examples": [{"NoteCell": null, "HeadlineCell": 52}]
    },
    "properties": {
      "description": "The properties of the form, by their names.",
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
      "title": "A section of a layout",
      "description": "The definition of a section: one cell `from` the value at a path, or a cell for `each` element of the array there. A section whose data is missing, null or empty is omitted.",
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
          "description": "The title of its header.",
          "$ref": "#/$defs/layoutText",
          "examples": ["Friends"]
        },
        "foldable": {
          "description": "Whether its rows can be folded; `true` by default.",
          "type": "boolean",
          "default": true,
          "examples": [false]
        },
        "folded": {
          "description": "Whether a fresh response starts with the section folded.",
          "type": "boolean",
          "default": false,
          "examples": [true]
        },
        "accordion": {
          "description": "Whether at most one of its cells is expanded at a time.",
          "type": "boolean",
          "default": false,
          "examples": [true]
        },
        "properties": {
          "description": "The properties of the section, by their names.",
          "$ref": "#/$defs/layoutProperties",
          "examples": [{"count": "{data.count}"}]
        },
        "from": {
          "description": "The path of the value that becomes the section's only cell, with the key of the section.",
          "$ref": "#/$defs/path",
          "examples": ["data.about"]
        },
        "each": {
          "description": "The path of the array whose elements become cells.",
          "$ref": "#/$defs/path",
          "examples": ["data.friends"]
        },
        "cell": {
          "description": "The definition of the cells.",
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
      "title": "The cells of a section",
      "description": "The definition of a section's cells.",
      "type": "object",
      "required": ["identifier"],
      "dependentRequired": { "each": ["cell"], "cell": ["each"] },
      "additionalProperties": false,
      "properties": {
        "identifier": {
          "description": "The reuse identifier, by which an app distinguishes its types of rows.",
          "type": "string",
          "minLength": 1,
          "not": { "pattern": "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]" },
          "examples": ["FriendCell"]
        },
        "kind": {
          "description": "The kind of the cell, as in form JSON; `custom` by default.",
          "enum": [
            "group", "choices", "text", "longText", "integer", "decimal", "date", "time", "dateTime", "switch", "slider",
            "file", "label", "custom"
          ],
          "default": "custom",
          "examples": ["text"]
        },
        "key": {
          "description": "The path, within an element, of the field that identifies elements, a text or a number; the cell's key is `SECTION/FIELD`, for a cell below another one that cell's key and `/FIELD`. Only with `each`.",
          "$ref": "#/$defs/path",
          "examples": ["id"]
        },
        "each": {
          "description": "The path, within the cell's own data, of the array whose elements become cells below this one. With `cell`.",
          "$ref": "#/$defs/path",
          "examples": ["elements"]
        },
        "cell": {
          "description": "The definition of the cells below this one. With `each`.",
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
          "description": "The default value, of the type of the cell's kind; placeholders in a text are replaced.",
          "examples": ["{age}", 7, true]
        },
        "properties": {
          "description": "The properties of the cell, by their names.",
          "$ref": "#/$defs/layoutProperties",
          "examples": [{"pictureUrl": "{pictureUrl}"}]
        },
        "inline": {
          "description": "How a cell grows in place when it is expanded. Its row gets another height, and no rows appear; `true` lets the view measure both heights; `false` is the same as omitting it.",
          "oneOf": [
            { "type": "boolean" },
            {
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "collapsedHeight": {
                  "description": "The height of the row while the cell is collapsed, in points; omitted or `null`, the view measures it.",
                  "$ref": "#/$defs/height",
                  "examples": [64]
                },
                "expandedHeight": {
                  "description": "The height of the row while the cell is expanded, in points; omitted or `null`, the view measures it.",
                  "$ref": "#/$defs/height",
                  "examples": [120]
                },
                "lineLimit": {
                  "description": "The number of lines of text in the row while the cell is collapsed; omitted or `null`, all of them.",
                  "type": ["integer", "null"],
                  "minimum": 1,
                  "examples": [2]
                }
              }
            }
          ],
          "default": false,
          "examples": [true, {"collapsedHeight": 64, "expandedHeight": null, "lineLimit": 2}]
        },
        "expanded": {
          "description": "Whether a fresh response starts with the cell expanded.",
          "type": "boolean",
          "default": false,
          "examples": [true]
        },
        "minimum": {
          "description": "The minimum number; by default 0 for a slider, and none for an integer or decimal, which has both or none.",
          "type": "number",
          "examples": [0]
        },
        "maximum": {
          "description": "The maximum number; by default 10 for a slider, and none for an integer or decimal.",
          "type": "number",
          "examples": [100]
        },
        "unit": {
          "description": "The unit of a slider, an integer or a decimal, shown after the number.",
          "type": "string",
          "minLength": 1,
          "not": { "pattern": "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]" },
          "examples": ["kg"]
        },
        "sensitive": {
          "description": "Whether logs, histories and exports leave out what the cell contains, and clearing it removes its former contents from the file.",
          "type": "boolean",
          "default": false,
          "examples": [true]
        },
        "offTitle": {
          "description": "The title of a switch that is off; “Off” by default.",
          "type": "string",
          "not": { "pattern": "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]" },
          "default": "Off",
          "examples": ["No"]
        },
        "onTitle": {
          "description": "The title of a switch that is on; “On” by default.",
          "type": "string",
          "not": { "pattern": "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]" },
          "default": "On",
          "examples": ["Yes"]
        }
      },
      "allOf": [
        {
          "description": "A group, choices or a label has no value.",
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
          "description": "An integer or a decimal is a number, or comes from the document.",
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
          "description": "A slider is a number, or comes from the document.",
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
          "description": "Only a group or a cell that grows in place starts expanded.",
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
      "title": "A path",
      "description": "The path of a value: names joined by dots, such as `address.city`; `.` is the value itself, at the top the whole document.",
      "type": "string",
      "anyOf": [
        { "const": "." },
        { "minLength": 1, "not": {"pattern": "^\\s|\\s$|\\s\\.|\\.\\s|^\\.|\\.$|\\.\\."} }
      ],
      "examples": ["data.friends", "."]
    },
    "layoutText": {
      "title": "A text with paths",
      "description": "A text with placeholders for values of the document: `{path}` is the value at a path, `{{` and `}}` are braces. A missing or null value is empty text.",
      "type": "string",
      "pattern": "^([^{}]|\\{\\{|\\}\\}|\\{(\\.|[^\\s.{}]([^.}]*[^\\s.}])?(\\.[^\\s.}]([^.}]*[^\\s.}])?)*)\\})*$",
      "examples": ["{firstName} {lastName}"]
    },
    "layoutProperty": {
      "title": "A property of a layout",
      "description": "The definition of a property. Placeholders in a text are replaced; a text that is only one `{path}` keeps the type of the value, and is omitted without a value. Lists and objects are processed recursively; other values stay unchanged.",
      "anyOf": [
        { "$ref": "#/$defs/layoutText" },
        { "type": ["number", "boolean", "null"] },
        { "type": "array", "items": {"$ref": "#/$defs/layoutProperty"} },
        { "type": "object", "additionalProperties": {"$ref": "#/$defs/layoutProperty"} }
      ],
      "examples": ["{name}", 3, ["{a}", "{b}"]]
    },
    "layoutProperties": {
      "title": "Properties of a layout",
      "description": "The properties, by their names.",
      "type": "object",
      "additionalProperties": { "$ref": "#/$defs/layoutProperty" },
      "examples": [{"name": "{name}", "pictureUrl": "{pictureUrl}"}]
    },
    "key": {
      "title": "A key",
      "description": "A permanent name: not empty, without spaces at either end, without control characters. Keys are composed (NFC) on import.",
      "type": "string",
      "minLength": 1,
      "not": { "pattern": "^\\s|\\s$|[\\u0000-\\u001F\\u007F-\\u009F\\uFFFE\\uFFFF]" },
      "examples": ["full-name"]
    },
    "height": {
      "title": "A height",
      "description": "The height of a row, in points; `null` lets the view measure it.",
      "type": ["number", "null"],
      "exclusiveMinimum": 0,
      "examples": [44, null]
    }
  }
}

"""#,
    "outputs/files/backup.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:formstate:output:backup:1",
  "title": "A copy",
  "description": "What `formstate backup --json` prints.",
  "type": "object",
  "required": [
    "database",
    "backup"
  ],
  "properties": {
    "database": {
      "description": "The path of the file that was copied.",
      "type": "string"
    },
    "backup": {
      "description": "The path of the copy.",
      "type": "string"
    }
  }
}

"""#,
    "outputs/files/check.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:formstate:output:check:1",
  "title": "Whether a file is sound",
  "description": "What `formstate check --json` prints; with faults, the exit status is 1.",
  "type": "object",
  "required": [
    "ok",
    "faults"
  ],
  "properties": {
    "ok": {
      "description": "Whether there are no faults.",
      "type": "boolean"
    },
    "faults": {
      "description": "What is wrong.",
      "type": "array",
      "items": {
        "description": "A fault.",
        "type": "object",
        "required": [
          "message"
        ],
        "properties": {
          "message": {
            "description": "What is wrong, in a sentence.",
            "type": "string"
          }
        }
      }
    }
  }
}

"""#,
    "outputs/files/compact.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:formstate:output:compact:1",
  "title": "A compaction",
  "description": "What `formstate compact --json` prints.",
  "type": "object",
  "required": [
    "form",
    "response",
    "dryRun",
    "removedEntryCount",
    "keptEntryCount",
    "unsentEntryCount"
  ],
  "properties": {
    "form": {
      "$ref": "#/$defs/form"
    },
    "response": {
      "$ref": "#/$defs/response"
    },
    "dryRun": {
      "$ref": "#/$defs/dryRun"
    },
    "removedEntryCount": {
      "description": "How many entries were removed.",
      "type": "integer",
      "minimum": 0
    },
    "keptEntryCount": {
      "description": "How many entries the journal still has.",
      "type": "integer",
      "minimum": 0
    },
    "unsentEntryCount": {
      "description": "How many of them remain only since a collector lacks them.",
      "type": "integer",
      "minimum": 0
    },
    "journalBytesBefore": {
      "description": "How many bytes the journals of the file took before; null where SQLite does not say. Left out in a dry run.",
      "type": [
        "integer",
        "null"
      ],
      "minimum": 0
    },
    "journalBytesAfter": {
      "description": "How many they take now.",
      "type": [
        "integer",
        "null"
      ],
      "minimum": 0
    },
    "bytesPerEntry": {
      "description": "How many an entry took before.",
      "type": [
        "integer",
        "null"
      ],
      "minimum": 0
    }
  },
  "$defs": {
    "form": {
      "description": "The key of the form.",
      "type": "string"
    },
    "response": {
      "description": "The key of the response.",
      "type": "string"
    },
    "dryRun": {
      "description": "Whether this only says what would be done, and nothing was.",
      "type": "boolean"
    }
  }
}

"""#,
    "outputs/files/merge.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:formstate:output:merge:1",
  "title": "A merge",
  "description": "What `formstate merge --json` prints.",
  "type": "object",
  "required": [
    "dryRun",
    "versions",
    "responses"
  ],
  "properties": {
    "dryRun": {
      "$ref": "#/$defs/dryRun"
    },
    "versions": {
      "description": "The versions of forms that came along.",
      "type": "array",
      "items": {
        "description": "A version.",
        "type": "object",
        "required": [
          "form",
          "version",
          "newForm"
        ],
        "properties": {
          "form": {
            "$ref": "#/$defs/form"
          },
          "version": {
            "$ref": "#/$defs/version"
          },
          "newForm": {
            "description": "Whether the form was not there before.",
            "type": "boolean"
          }
        }
      }
    },
    "responses": {
      "description": "The responses of the other file.",
      "type": "array",
      "items": {
        "description": "A response.",
        "type": "object",
        "required": [
          "form",
          "response",
          "keptAs",
          "outcome",
          "newEntryCount",
          "revision",
          "forkedAt"
        ],
        "properties": {
          "form": {
            "$ref": "#/$defs/form"
          },
          "response": {
            "description": "Its key in the other file.",
            "$ref": "#/$defs/response"
          },
          "keptAs": {
            "description": "Its key here.",
            "type": "string"
          },
          "outcome": {
            "description": "added; renamed: added under another key; extended: the journal here was a beginning of its journal; unchanged; forked: each tells what the other does not, and both are kept.",
            "enum": [
              "added",
              "renamed",
              "extended",
              "unchanged",
              "forked"
            ]
          },
          "newEntryCount": {
            "description": "How many entries came.",
            "type": "integer",
            "minimum": 0
          },
          "revision": {
            "$ref": "#/$defs/revision"
          },
          "forkedAt": {
            "description": "The last revision that both have in common; null unless they parted.",
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0
          }
        }
      }
    }
  },
  "$defs": {
    "dryRun": {
      "description": "Whether this only says what would be done, and nothing was.",
      "type": "boolean"
    },
    "form": {
      "description": "The key of the form.",
      "type": "string"
    },
    "version": {
      "description": "The number of the version of the form.",
      "type": "integer",
      "minimum": 1
    },
    "response": {
      "description": "The key of the response.",
      "type": "string"
    },
    "revision": {
      "description": "How many entries the journal has; 0 before the first action.",
      "type": "integer",
      "minimum": 0
    }
  }
}

"""#,
    "outputs/files/outbox.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:formstate:output:outbox:1",
  "title": "An outbox",
  "description": "What `formstate outbox --json` prints.",
  "type": "object",
  "required": [
    "file",
    "partCount",
    "entryCount",
    "answers",
    "destinations"
  ],
  "properties": {
    "file": {
      "description": "The batch that was written; null for none.",
      "type": [
        "string",
        "null"
      ]
    },
    "partCount": {
      "description": "How many parts it has.",
      "type": "integer",
      "minimum": 0
    },
    "entryCount": {
      "description": "How many entries it has.",
      "type": "integer",
      "minimum": 0
    },
    "answers": {
      "description": "The answers that were taken.",
      "type": "array",
      "items": {
        "$ref": "#/$defs/pushAnswer"
      }
    },
    "destinations": {
      "description": "The collectors, with what waits for them afterwards.",
      "type": "array",
      "items": {
        "$ref": "#/$defs/destination"
      }
    }
  },
  "$defs": {
    "pushAnswer": {
      "description": "An answer of a collector.",
      "type": "object",
      "required": [
        "form",
        "response",
        "stream",
        "answer",
        "revision",
        "problem"
      ],
      "properties": {
        "form": {
          "description": "The form; null for a response that is not in this file.",
          "type": [
            "string",
            "null"
          ]
        },
        "response": {
          "description": "The response; null for one that is not in this file.",
          "type": [
            "string",
            "null"
          ]
        },
        "stream": {
          "description": "The random name of the response.",
          "type": "string",
          "pattern": "^[0-9a-f]{32}$"
        },
        "answer": {
          "description": "took; had: it was there already; forked: both histories are kept; sendFrom: earlier entries are missing; needsDefinition; refused: for good.",
          "enum": [
            "took",
            "had",
            "forked",
            "sendFrom",
            "needsDefinition",
            "refused"
          ]
        },
        "revision": {
          "description": "The revision that it names; null for none.",
          "type": [
            "integer",
            "null"
          ],
          "minimum": 1
        },
        "problem": {
          "description": "Why it changes nothing; null if it counts.",
          "type": [
            "string",
            "null"
          ]
        }
      }
    },
    "destination": {
      "description": "A collector.",
      "type": "object",
      "required": [
        "name",
        "waitingResponseCount",
        "waitingEntryCount",
        "oldest",
        "refused"
      ],
      "properties": {
        "name": {
          "description": "Its name.",
          "type": "string"
        },
        "waitingResponseCount": {
          "description": "How many responses wait; refused ones do not count.",
          "type": "integer",
          "minimum": 0
        },
        "waitingEntryCount": {
          "description": "How many entries wait.",
          "type": "integer",
          "minimum": 0
        },
        "oldest": {
          "description": "The time of the oldest of them; null if none wait.",
          "type": [
            "string",
            "null"
          ]
        },
        "refused": {
          "description": "The responses that are set aside.",
          "type": "array",
          "items": {
            "description": "A response.",
            "type": "object",
            "required": [
              "form",
              "response",
              "reason"
            ],
            "properties": {
              "form": {
                "$ref": "#/$defs/form"
              },
              "response": {
                "$ref": "#/$defs/response"
              },
              "reason": {
                "description": "The reason.",
                "type": "string"
              }
            }
          }
        }
      }
    },
    "form": {
      "description": "The key of the form.",
      "type": "string"
    },
    "response": {
      "description": "The key of the response.",
      "type": "string"
    }
  }
}

"""#,
    "outputs/files/push.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:formstate:output:push:1",
  "title": "A push",
  "description": "What `formstate push --json` prints; with --watch, a line each time that entries were sent.",
  "type": "object",
  "required": [
    "entryCount",
    "responseCount",
    "answers",
    "destination"
  ],
  "properties": {
    "entryCount": {
      "description": "How many entries the collector acknowledged.",
      "type": "integer",
      "minimum": 0
    },
    "responseCount": {
      "description": "How many responses they are of.",
      "type": "integer",
      "minimum": 0
    },
    "answers": {
      "description": "The answers that need attention: forks, and those that change nothing.",
      "type": "array",
      "items": {
        "$ref": "#/$defs/pushAnswer"
      }
    },
    "destination": {
      "$ref": "#/$defs/destination"
    }
  },
  "$defs": {
    "pushAnswer": {
      "description": "An answer of a collector.",
      "type": "object",
      "required": [
        "form",
        "response",
        "stream",
        "answer",
        "revision",
        "problem"
      ],
      "properties": {
        "form": {
          "description": "The form; null for a response that is not in this file.",
          "type": [
            "string",
            "null"
          ]
        },
        "response": {
          "description": "The response; null for one that is not in this file.",
          "type": [
            "string",
            "null"
          ]
        },
        "stream": {
          "description": "The random name of the response.",
          "type": "string",
          "pattern": "^[0-9a-f]{32}$"
        },
        "answer": {
          "description": "took; had: it was there already; forked: both histories are kept; sendFrom: earlier entries are missing; needsDefinition; refused: for good.",
          "enum": [
            "took",
            "had",
            "forked",
            "sendFrom",
            "needsDefinition",
            "refused"
          ]
        },
        "revision": {
          "description": "The revision that it names; null for none.",
          "type": [
            "integer",
            "null"
          ],
          "minimum": 1
        },
        "problem": {
          "description": "Why it changes nothing; null if it counts.",
          "type": [
            "string",
            "null"
          ]
        }
      }
    },
    "destination": {
      "description": "A collector.",
      "type": "object",
      "required": [
        "name",
        "waitingResponseCount",
        "waitingEntryCount",
        "oldest",
        "refused"
      ],
      "properties": {
        "name": {
          "description": "Its name.",
          "type": "string"
        },
        "waitingResponseCount": {
          "description": "How many responses wait; refused ones do not count.",
          "type": "integer",
          "minimum": 0
        },
        "waitingEntryCount": {
          "description": "How many entries wait.",
          "type": "integer",
          "minimum": 0
        },
        "oldest": {
          "description": "The time of the oldest of them; null if none wait.",
          "type": [
            "string",
            "null"
          ]
        },
        "refused": {
          "description": "The responses that are set aside.",
          "type": "array",
          "items": {
            "description": "A response.",
            "type": "object",
            "required": [
              "form",
              "response",
              "reason"
            ],
            "properties": {
              "form": {
                "$ref": "#/$defs/form"
              },
              "response": {
                "$ref": "#/$defs/response"
              },
              "reason": {
                "description": "The reason.",
                "type": "string"
              }
            }
          }
        }
      }
    },
    "form": {
      "description": "The key of the form.",
      "type": "string"
    },
    "response": {
      "description": "The key of the response.",
      "type": "string"
    }
  }
}

"""#,
    "outputs/files/recover.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:formstate:output:recover:1",
  "title": "A recovered file",
  "description": "What `formstate recover --json` prints.",
  "type": "object",
  "required": [
    "database",
    "new",
    "whole",
    "tables",
    "definitionFaults",
    "responses",
    "namelessCount"
  ],
  "properties": {
    "database": {
      "description": "The path of the damaged file.",
      "type": "string"
    },
    "new": {
      "description": "The path of the new file.",
      "type": "string"
    },
    "whole": {
      "description": "Whether nothing is missing.",
      "type": "boolean"
    },
    "tables": {
      "description": "The tables that have rows, or that could not be read whole.",
      "type": "array",
      "items": {
        "type": "object",
        "required": [
          "table",
          "rowCount",
          "whole"
        ],
        "properties": {
          "table": {
            "description": "The name of the table.",
            "type": "string"
          },
          "rowCount": {
            "description": "How many of its rows were read.",
            "type": "integer",
            "minimum": 0
          },
          "whole": {
            "description": "Whether these are all.",
            "type": "boolean"
          }
        }
      }
    },
    "definitionFaults": {
      "description": "What is missing from the definitions of forms.",
      "type": "array",
      "items": {
        "type": "object",
        "required": [
          "message"
        ],
        "properties": {
          "message": {
            "description": "A sentence.",
            "type": "string"
          }
        }
      }
    },
    "responses": {
      "description": "The responses, form by form.",
      "type": "array",
      "items": {
        "type": "object",
        "required": [
          "form",
          "response",
          "outcome",
          "revision"
        ],
        "properties": {
          "form": {
            "description": "The key of the form.",
            "type": "string"
          },
          "response": {
            "description": "The key of the response.",
            "type": "string"
          },
          "outcome": {
            "description": "What remains of it.",
            "enum": [
              "whole",
              "end uncertain",
              "state lost",
              "journal lost",
              "part of the state",
              "part of the journal",
              "gone"
            ]
          },
          "revision": {
            "description": "Its revision in the new file; 0 for none.",
            "type": "integer",
            "minimum": 0
          }
        }
      }
    },
    "namelessCount": {
      "description": "How many responses lack even their names.",
      "type": "integer",
      "minimum": 0
    }
  }
}

"""#,
    "outputs/files/restore.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:formstate:output:restore:1",
  "title": "A restored file",
  "description": "What `formstate restore --json` prints.",
  "type": "object",
  "required": [
    "database",
    "versionCount",
    "responseCount",
    "entryCount"
  ],
  "properties": {
    "database": {
      "description": "The path of the new file.",
      "type": "string"
    },
    "versionCount": {
      "description": "How many versions of forms it has.",
      "type": "integer",
      "minimum": 0
    },
    "responseCount": {
      "description": "How many responses it has.",
      "type": "integer",
      "minimum": 0
    },
    "entryCount": {
      "description": "How many entries their journals have.",
      "type": "integer",
      "minimum": 0
    }
  }
}

"""#,
    "outputs/files/views.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:formstate:output:views:1",
  "title": "Views for SQL",
  "description": "What `formstate views --json` prints: the views that were made, or with `--drop` the one that was taken away.",
  "anyOf": [
    {
      "$ref": "#/$defs/made"
    },
    {
      "$ref": "#/$defs/dropped"
    }
  ],
  "$defs": {
    "made": {
      "description": "Views that were made.",
      "type": "object",
      "required": [
        "form",
        "view",
        "replaced",
        "columns",
        "repeats"
      ],
      "properties": {
        "form": {
          "$ref": "#/$defs/form"
        },
        "view": {
          "description": "The name of the view.",
          "type": "string"
        },
        "replaced": {
          "description": "Whether there was one of this name.",
          "type": "boolean"
        },
        "columns": {
          "description": "Its columns.",
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "repeats": {
          "description": "The views of the instances of repeats.",
          "type": "array",
          "items": {
            "description": "A view.",
            "type": "object",
            "required": [
              "repeat",
              "view",
              "replaced",
              "columns"
            ],
            "properties": {
              "repeat": {
                "description": "The key of the repeat.",
                "type": "string"
              },
              "view": {
                "description": "The name of the view.",
                "type": "string"
              },
              "replaced": {
                "description": "Whether there was one of this name.",
                "type": "boolean"
              },
              "columns": {
                "description": "Its columns.",
                "type": "array",
                "items": {
                  "type": "string"
                }
              }
            }
          }
        }
      }
    },
    "dropped": {
      "description": "A view that was taken away.",
      "type": "object",
      "required": [
        "form",
        "view",
        "dropped"
      ],
      "properties": {
        "form": {
          "$ref": "#/$defs/form"
        },
        "view": {
          "description": "Its name.",
          "type": "string"
        },
        "dropped": {
          "description": "Whether it was there.",
          "type": "boolean"
        }
      }
    },
    "form": {
      "description": "The key of the form.",
      "type": "string"
    }
  }
}

"""#,
    "outputs/fill-in/change.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:formstate:output:change:1",
  "title": "A change",
  "description": "What a command that acts on a response did: `formstate set --json` and all others that do what a person does, take it back or do it again.",
  "$ref": "#/$defs/responseChange",
  "$defs": {
    "responseChange": {
      "description": "What led from one revision of a response to another.",
      "type": "object",
      "required": [
        "form",
        "response",
        "previousRevision",
        "revision",
        "changes",
        "begunFaults",
        "endedFaults",
        "batch"
      ],
      "properties": {
        "form": {
          "$ref": "#/$defs/form"
        },
        "response": {
          "$ref": "#/$defs/response"
        },
        "previousRevision": {
          "$ref": "#/$defs/previousRevision"
        },
        "revision": {
          "$ref": "#/$defs/revision"
        },
        "stepCount": {
          "description": "How many steps were taken back or done again; only of `undo` and `redo`.",
          "type": "integer",
          "minimum": 0
        },
        "answers": {
          "description": "The answers that differ; only of `diff`.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/difference"
          }
        },
        "changes": {
          "description": "Which fields differ, in the order of the form. A cell that comes or goes with its instance is told where it holds something.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/change"
          }
        },
        "begunFaults": {
          "description": "The faults that there were not before, as `formstate faults` lists them.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/fault"
          }
        },
        "endedFaults": {
          "description": "The faults that there are no more.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/fault"
          }
        },
        "batch": {
          "$ref": "#/$defs/batch"
        }
      }
    },
    "form": {
      "description": "The key of the form.",
      "type": "string"
    },
    "response": {
      "description": "The key of the response.",
      "type": "string"
    },
    "previousRevision": {
      "description": "The revision before; the same as `revision` where there was nothing to do.",
      "type": "integer",
      "minimum": 0
    },
    "revision": {
      "description": "How many entries the journal has; 0 before the first action.",
      "type": "integer",
      "minimum": 0
    },
    "difference": {
      "description": "An answer that differs.",
      "type": "object",
      "required": [
        "cell",
        "instance",
        "address",
        "question",
        "before",
        "after"
      ],
      "properties": {
        "cell": {
          "$ref": "#/$defs/cell"
        },
        "instance": {
          "$ref": "#/$defs/instance"
        },
        "address": {
          "$ref": "#/$defs/address"
        },
        "question": {
          "description": "What a person calls the cell, with those above it.",
          "type": "string"
        },
        "before": {
          "description": "The answer before, null for none.",
          "$ref": "#/$defs/value"
        },
        "after": {
          "description": "The answer afterwards, null for none.",
          "$ref": "#/$defs/value"
        }
      }
    },
    "change": {
      "description": "A field of a cell, of a section or of the response that differs.",
      "type": "object",
      "required": [
        "field",
        "before",
        "after"
      ],
      "properties": {
        "field": {
          "description": "Which field: what a cell holds (value), what its rule gives (calculated), its displayed title, what was typed and is no value yet (draft), the value when it was last marked as saved, whether it is expanded (disclosure), whether rules make it relevant, required (requirement) or read-only; whether a section is folded (fold) or relevant (sectionRelevance); where an instance of a repeat stands (instance); whether the response is completed (completion).",
          "enum": [
            "disclosure",
            "fold",
            "value",
            "title",
            "draft",
            "saved",
            "completion",
            "relevance",
            "sectionRelevance",
            "requirement",
            "readOnly",
            "calculated",
            "instance"
          ]
        },
        "cell": {
          "$ref": "#/$defs/cell"
        },
        "instance": {
          "$ref": "#/$defs/instance"
        },
        "address": {
          "$ref": "#/$defs/address"
        },
        "question": {
          "description": "What a person calls the cell, with those above it; null for one that is set aside.",
          "type": [
            "string",
            "null"
          ]
        },
        "section": {
          "description": "The key of the section, where the field is one of a section.",
          "type": "string"
        },
        "title": {
          "description": "The title of that section.",
          "type": [
            "string",
            "null"
          ]
        },
        "setAsideFrom": {
          "description": "The version of the form that has the cell or section, where it is set aside.",
          "type": "integer",
          "minimum": 1
        },
        "before": {
          "description": "What the field held, as it showed; null for nothing. Of an instance, its place among those of the repeat, from 1.",
          "$ref": "#/$defs/value"
        },
        "after": {
          "description": "What it holds now.",
          "$ref": "#/$defs/value"
        }
      }
    },
    "fault": {
      "description": "Something that is wrong with an answer.",
      "type": "object",
      "required": [
        "section",
        "question",
        "cell",
        "instance",
        "address",
        "kind",
        "number",
        "message",
        "severity"
      ],
      "properties": {
        "section": {
          "description": "The section as a person reads it: its title, or its key where it has none. Null for a fault of the whole response, and for one of a cell that asks nothing.",
          "type": [
            "string",
            "null"
          ]
        },
        "question": {
          "description": "What a person calls the cell, with those above it. Null as for `section`.",
          "type": [
            "string",
            "null"
          ]
        },
        "cell": {
          "description": "The key of the cell; null for a fault of the whole response.",
          "type": [
            "string",
            "null"
          ]
        },
        "instance": {
          "$ref": "#/$defs/instance"
        },
        "address": {
          "description": "What commands call the cell; null for a fault of the whole response.",
          "type": [
            "string",
            "null"
          ]
        },
        "kind": {
          "description": "What is wrong.",
          "enum": [
            "required",
            "notOffered",
            "constraint",
            "refused",
            "draft",
            "calculate",
            "tooFew",
            "tooMany",
            "reported"
          ]
        },
        "number": {
          "description": "Of a constraint and of what was reported, its number among those of the cell, from 1; otherwise 0.",
          "type": "integer",
          "minimum": 0
        },
        "message": {
          "description": "What a person is told.",
          "type": "string"
        },
        "severity": {
          "description": "How much it matters: an error keeps the response from being completed.",
          "enum": [
            "error",
            "warning"
          ]
        },
        "reporter": {
          "description": "Who reported it, null for nobody in particular; only with the kind reported.",
          "type": [
            "string",
            "null"
          ]
        }
      }
    },
    "batch": {
      "description": "What takes a table view from the rows before to the rows after.",
      "type": "object",
      "required": [
        "deletedSections",
        "insertedSections",
        "deletedRows",
        "insertedRows",
        "movedRows",
        "reloadedRows",
        "resizedRows",
        "changedHeaders",
        "reloadedHeaders"
      ],
      "properties": {
        "deletedSections": {
          "description": "Sections that go with all of their rows, by their positions before.",
          "$ref": "#/$defs/sections"
        },
        "insertedSections": {
          "description": "Sections that come with all of their rows, by their positions afterwards.",
          "$ref": "#/$defs/sections"
        },
        "deletedRows": {
          "description": "Rows that go, by their row paths before.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/row"
          }
        },
        "insertedRows": {
          "description": "Rows that come, by their row paths afterwards.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/row"
          }
        },
        "movedRows": {
          "description": "Of the rows that go and come, those of instances of repeats that moved.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/keptRow"
          }
        },
        "reloadedRows": {
          "description": "Rows that stay and show something else.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/keptRow"
          }
        },
        "resizedRows": {
          "description": "Rows that change their height, by their row paths afterwards.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/row"
          }
        },
        "changedHeaders": {
          "description": "Sections whose header comes or goes.",
          "$ref": "#/$defs/sections"
        },
        "reloadedHeaders": {
          "description": "Sections whose header shows something else.",
          "$ref": "#/$defs/sections"
        }
      }
    },
    "cell": {
      "description": "The key of the cell.",
      "type": "string"
    },
    "instance": {
      "description": "The number of the instance of a repeat that the cell stands in; 0 outside of repeats.",
      "type": "integer",
      "minimum": 0
    },
    "address": {
      "description": "What commands and actions call the cell: `name:7` for the cell `name` in the instance 7, and the key outside of repeats.",
      "type": "string"
    },
    "value": {
      "description": "A value in the type that JSON has for it; dates, times and exact numbers are strings, several choices an array.",
      "type": [
        "string",
        "number",
        "boolean",
        "array",
        "null"
      ],
      "items": {
        "type": "string"
      }
    },
    "sections": {
      "description": "Positions of sections, from 0.",
      "type": "array",
      "items": {
        "type": "integer",
        "minimum": 0
      }
    },
    "row": {
      "description": "A row that comes, goes or changes its height.",
      "type": "object",
      "required": [
        "path",
        "cell",
        "instance",
        "address",
        "title",
        "subtitle"
      ],
      "properties": {
        "path": {
          "$ref": "#/$defs/path"
        },
        "cell": {
          "$ref": "#/$defs/cell"
        },
        "instance": {
          "$ref": "#/$defs/instance"
        },
        "address": {
          "$ref": "#/$defs/address"
        },
        "title": {
          "description": "The title that the row displays.",
          "type": "string"
        },
        "subtitle": {
          "description": "Its second title.",
          "type": "string"
        }
      }
    },
    "keptRow": {
      "description": "A row that stays.",
      "type": "object",
      "required": [
        "path",
        "newPath",
        "cell",
        "instance",
        "address",
        "title",
        "subtitle"
      ],
      "properties": {
        "path": {
          "description": "Where it was before.",
          "$ref": "#/$defs/path"
        },
        "newPath": {
          "description": "Where it is afterwards.",
          "$ref": "#/$defs/path"
        },
        "cell": {
          "$ref": "#/$defs/cell"
        },
        "instance": {
          "$ref": "#/$defs/instance"
        },
        "address": {
          "$ref": "#/$defs/address"
        },
        "title": {
          "description": "The title that the row displays.",
          "type": "string"
        },
        "subtitle": {
          "description": "Its second title.",
          "type": "string"
        }
      }
    },
    "path": {
      "description": "A row path: the position of the section, and of the row among those that show, both from 0.",
      "type": "array",
      "items": {
        "type": "integer",
        "minimum": 0
      },
      "minItems": 2,
      "maxItems": 2
    }
  }
}

"""#,
    "outputs/fill-in/replay.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:formstate:output:replay:1",
  "title": "A replayed script",
  "description": "What `formstate replay --json` prints.",
  "type": "object",
  "required": [
    "form",
    "response",
    "dryRun",
    "actionCount",
    "revision"
  ],
  "properties": {
    "form": {
      "$ref": "#/$defs/form"
    },
    "response": {
      "$ref": "#/$defs/response"
    },
    "dryRun": {
      "$ref": "#/$defs/dryRun"
    },
    "actionCount": {
      "description": "How many actions were applied.",
      "type": "integer",
      "minimum": 0
    },
    "revision": {
      "$ref": "#/$defs/revision"
    }
  },
  "$defs": {
    "form": {
      "description": "The key of the form.",
      "type": "string"
    },
    "response": {
      "description": "The key of the response.",
      "type": "string"
    },
    "dryRun": {
      "description": "Whether this only says what would be done, and nothing was.",
      "type": "boolean"
    },
    "revision": {
      "description": "How many entries the journal has; 0 before the first action.",
      "type": "integer",
      "minimum": 0
    }
  }
}

"""#,
    "outputs/forms/deletion.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:formstate:output:deletion:1",
  "title": "What is deleted",
  "description": "What `formstate response delete --json` and `formstate form delete --json` print.",
  "type": "object",
  "required": [
    "form",
    "dryRun",
    "entryCount",
    "answerCount",
    "rewritten"
  ],
  "properties": {
    "form": {
      "$ref": "#/$defs/form"
    },
    "response": {
      "description": "The key of the response; left out where a form is deleted.",
      "$ref": "#/$defs/response"
    },
    "dryRun": {
      "$ref": "#/$defs/dryRun"
    },
    "versionCount": {
      "description": "How many versions of the form; only where a form is deleted.",
      "type": "integer",
      "minimum": 0
    },
    "responseCount": {
      "description": "How many responses; only where a form is deleted.",
      "type": "integer",
      "minimum": 0
    },
    "entryCount": {
      "description": "How many entries of journals.",
      "type": "integer",
      "minimum": 0
    },
    "answerCount": {
      "description": "How many answers.",
      "type": "integer",
      "minimum": 0
    },
    "rewritten": {
      "description": "Whether the file was rewritten, so that nothing of it stays in its bytes.",
      "type": "boolean"
    }
  },
  "$defs": {
    "form": {
      "description": "The key of the form.",
      "type": "string"
    },
    "response": {
      "description": "The key of the response.",
      "type": "string"
    },
    "dryRun": {
      "description": "Whether this only says what would be done, and nothing was.",
      "type": "boolean"
    }
  }
}

"""#,
    "outputs/forms/form-list.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:formstate:output:form-list:1",
  "title": "Forms",
  "description": "What `formstate form list --json` prints.",
  "type": "object",
  "required": [
    "forms"
  ],
  "properties": {
    "forms": {
      "description": "The forms.",
      "type": "array",
      "items": {
        "description": "A form.",
        "type": "object",
        "required": [
          "form",
          "title",
          "version",
          "versionCount",
          "sectionCount",
          "cellCount",
          "languages",
          "responseCount"
        ],
        "properties": {
          "form": {
            "$ref": "#/$defs/form"
          },
          "title": {
            "description": "Its title.",
            "type": "string"
          },
          "version": {
            "description": "The newest version.",
            "$ref": "#/$defs/version"
          },
          "versionCount": {
            "description": "How many versions the file has.",
            "type": "integer",
            "minimum": 1
          },
          "sectionCount": {
            "description": "How many sections it has.",
            "type": "integer",
            "minimum": 0
          },
          "cellCount": {
            "description": "How many cells it has.",
            "type": "integer",
            "minimum": 0
          },
          "languages": {
            "description": "Its languages.",
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "responseCount": {
            "description": "How many responses it has.",
            "type": "integer",
            "minimum": 0
          }
        }
      }
    }
  },
  "$defs": {
    "form": {
      "description": "The key of the form.",
      "type": "string"
    },
    "version": {
      "description": "The number of the version of the form.",
      "type": "integer",
      "minimum": 1
    }
  }
}

"""#,
    "outputs/forms/import-answers.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:formstate:output:import-answers:1",
  "title": "Imported answers",
  "description": "What `formstate import-answers --json` prints.",
  "type": "object",
  "required": [
    "form",
    "dryRun",
    "responses",
    "misfitCount",
    "misfits"
  ],
  "properties": {
    "form": {
      "$ref": "#/$defs/form"
    },
    "dryRun": {
      "$ref": "#/$defs/dryRun"
    },
    "responses": {
      "description": "The responses that the answers are of.",
      "type": "array",
      "items": {
        "description": "A response.",
        "type": "object",
        "required": [
          "response",
          "new",
          "actionCount",
          "revision"
        ],
        "properties": {
          "response": {
            "$ref": "#/$defs/response"
          },
          "place": {
            "description": "Where in the table or document it stands; not of a submission.",
            "type": "string"
          },
          "new": {
            "description": "Whether it begins with this.",
            "type": "boolean"
          },
          "actionCount": {
            "description": "How many actions the answers are.",
            "type": "integer",
            "minimum": 0
          },
          "revision": {
            "$ref": "#/$defs/revision"
          },
          "alreadyThere": {
            "description": "Whether the submission was there already and was left alone; only of a submission.",
            "type": "boolean"
          }
        }
      }
    },
    "misfitCount": {
      "description": "How many misfits there are.",
      "type": "integer",
      "minimum": 0
    },
    "misfits": {
      "description": "What was not imported, as far as it is listed.",
      "type": "array",
      "items": {
        "$ref": "#/$defs/diagnostic"
      }
    }
  },
  "$defs": {
    "form": {
      "description": "The key of the form.",
      "type": "string"
    },
    "dryRun": {
      "description": "Whether this only says what would be done, and nothing was.",
      "type": "boolean"
    },
    "response": {
      "description": "The key of the response.",
      "type": "string"
    },
    "revision": {
      "description": "How many entries the journal has; 0 before the first action.",
      "type": "integer",
      "minimum": 0
    },
    "diagnostic": {
      "description": "Something in a document that was off.",
      "type": "object",
      "required": [
        "line",
        "column",
        "section",
        "row",
        "key",
        "problem",
        "action"
      ],
      "properties": {
        "line": {
          "description": "The line in the document, from 1; null if unknown.",
          "type": [
            "integer",
            "null"
          ],
          "minimum": 1
        },
        "column": {
          "description": "The column in the line, from 1; null if unknown.",
          "type": [
            "integer",
            "null"
          ],
          "minimum": 1
        },
        "section": {
          "description": "The position of the section in the document, from 0; null where it is about none.",
          "type": [
            "integer",
            "null"
          ],
          "minimum": 0
        },
        "row": {
          "description": "The position of the cell in that section, from 0, nested cells counted; null where it is about none.",
          "type": [
            "integer",
            "null"
          ],
          "minimum": 0
        },
        "key": {
          "description": "The key or path in the document that it is about, or the sheet and row; null where there is none.",
          "type": [
            "string",
            "null"
          ]
        },
        "problem": {
          "description": "What was off, as a clause.",
          "type": "string"
        },
        "action": {
          "description": "What was done about it, or what would mend it; empty where there is nothing to say.",
          "type": "string"
        },
        "count": {
          "description": "How many times the same was found, where that is more than once; the place is that of the first.",
          "type": "integer",
          "minimum": 2
        }
      }
    }
  }
}

"""#,
    "outputs/forms/import.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:formstate:output:import:1",
  "title": "An import",
  "description": "What `formstate import --json` prints.",
  "type": "object",
  "required": [
    "forms"
  ],
  "properties": {
    "forms": {
      "description": "The forms, in the order of the files.",
      "type": "array",
      "items": {
        "description": "A form.",
        "type": "object",
        "required": [
          "file",
          "form",
          "version",
          "new",
          "sectionCount",
          "cellCount",
          "responseCount",
          "diagnostics"
        ],
        "properties": {
          "file": {
            "description": "What messages call the file.",
            "type": "string"
          },
          "form": {
            "$ref": "#/$defs/form"
          },
          "version": {
            "$ref": "#/$defs/version"
          },
          "new": {
            "description": "Whether the form or this version of it was not there before.",
            "type": "boolean"
          },
          "sectionCount": {
            "description": "How many sections it has.",
            "type": "integer",
            "minimum": 0
          },
          "cellCount": {
            "description": "How many cells it has.",
            "type": "integer",
            "minimum": 0
          },
          "responseCount": {
            "description": "How many responses the file brought.",
            "type": "integer",
            "minimum": 0
          },
          "diagnostics": {
            "description": "What was off in the file and could be understood.",
            "type": "array",
            "items": {
              "$ref": "#/$defs/diagnostic"
            }
          },
          "upgrade": {
            "description": "The upgrade of the responses; only with --upgrade.",
            "$ref": "#/$defs/upgrade"
          }
        }
      }
    }
  },
  "$defs": {
    "form": {
      "description": "The key of the form.",
      "type": "string"
    },
    "version": {
      "description": "The number of the version of the form.",
      "type": "integer",
      "minimum": 1
    },
    "diagnostic": {
      "description": "Something in a document that was off.",
      "type": "object",
      "required": [
        "line",
        "column",
        "section",
        "row",
        "key",
        "problem",
        "action"
      ],
      "properties": {
        "line": {
          "description": "The line in the document, from 1; null if unknown.",
          "type": [
            "integer",
            "null"
          ],
          "minimum": 1
        },
        "column": {
          "description": "The column in the line, from 1; null if unknown.",
          "type": [
            "integer",
            "null"
          ],
          "minimum": 1
        },
        "section": {
          "description": "The position of the section in the document, from 0; null where it is about none.",
          "type": [
            "integer",
            "null"
          ],
          "minimum": 0
        },
        "row": {
          "description": "The position of the cell in that section, from 0, nested cells counted; null where it is about none.",
          "type": [
            "integer",
            "null"
          ],
          "minimum": 0
        },
        "key": {
          "description": "The key or path in the document that it is about, or the sheet and row; null where there is none.",
          "type": [
            "string",
            "null"
          ]
        },
        "problem": {
          "description": "What was off, as a clause.",
          "type": "string"
        },
        "action": {
          "description": "What was done about it, or what would mend it; empty where there is nothing to say.",
          "type": "string"
        },
        "count": {
          "description": "How many times the same was found, where that is more than once; the place is that of the first.",
          "type": "integer",
          "minimum": 2
        }
      }
    },
    "upgrade": {
      "description": "What an upgrade did, or would do, with responses of a form.",
      "type": "object",
      "required": [
        "form",
        "dryRun",
        "outcome",
        "responseCount",
        "changedResponseCount",
        "failures",
        "responses"
      ],
      "properties": {
        "form": {
          "$ref": "#/$defs/form"
        },
        "dryRun": {
          "$ref": "#/$defs/dryRun"
        },
        "outcome": {
          "description": "done: all of it was upgraded; partly: `failures` lists what was not; nothing: all responses are unchanged.",
          "enum": [
            "done",
            "partly",
            "nothing"
          ]
        },
        "responseCount": {
          "description": "How many responses it was about.",
          "type": "integer",
          "minimum": 0
        },
        "changedResponseCount": {
          "description": "How many of them it changed.",
          "type": "integer",
          "minimum": 0
        },
        "failures": {
          "description": "What was not upgraded, with response and reason.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/failure"
          }
        },
        "responses": {
          "description": "The responses.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/upgradedResponse"
          }
        }
      }
    },
    "dryRun": {
      "description": "Whether this only says what would be done, and nothing was.",
      "type": "boolean"
    },
    "failure": {
      "description": "Something that was not upgraded.",
      "type": "object",
      "required": [
        "response",
        "setAsideFrom",
        "cell",
        "instance",
        "question",
        "newCell",
        "reason",
        "message"
      ],
      "properties": {
        "response": {
          "$ref": "#/$defs/response"
        },
        "setAsideFrom": {
          "description": "The version of the form that has the cell, where an earlier upgrade had set it aside; otherwise null.",
          "type": [
            "integer",
            "null"
          ],
          "minimum": 1
        },
        "cell": {
          "description": "Its key before the upgrade.",
          "type": "string"
        },
        "instance": {
          "$ref": "#/$defs/instance"
        },
        "question": {
          "description": "What a person calls it.",
          "type": "string"
        },
        "newCell": {
          "description": "Its key afterwards; null where it is set aside as a whole.",
          "type": [
            "string",
            "null"
          ]
        },
        "reason": {
          "description": "Why: the version has no such cell, the matching cell is in doubt, its place is filled in, or the cell does not accept the answer, or not all of it.",
          "enum": [
            "noPlace",
            "inDoubt",
            "placeTaken",
            "notAccepted",
            "partlyAccepted"
          ]
        },
        "message": {
          "description": "What happened to it, and what to do.",
          "type": "string"
        }
      }
    },
    "upgradedResponse": {
      "description": "What an upgrade did with a response.",
      "type": "object",
      "required": [
        "response",
        "outcome",
        "formerVersion",
        "version",
        "cells"
      ],
      "properties": {
        "response": {
          "$ref": "#/$defs/response"
        },
        "outcome": {
          "description": "done: all of it was upgraded; partly: `failures` lists what was not; nothing: it is unchanged.",
          "enum": [
            "done",
            "partly",
            "nothing"
          ]
        },
        "formerVersion": {
          "description": "The version that it filled in before.",
          "$ref": "#/$defs/version"
        },
        "version": {
          "description": "The version that it fills in.",
          "$ref": "#/$defs/version"
        },
        "cells": {
          "description": "The cells that hold something.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/upgradedCell"
          }
        }
      }
    },
    "response": {
      "description": "The key of the response.",
      "type": "string"
    },
    "instance": {
      "description": "The number of the instance of a repeat that the cell stands in; 0 outside of repeats.",
      "type": "integer",
      "minimum": 0
    },
    "upgradedCell": {
      "description": "A cell with contents.",
      "type": "object",
      "required": [
        "setAsideFrom",
        "cell",
        "instance",
        "question",
        "newCell",
        "fates",
        "candidates",
        "formerAnswer",
        "answer"
      ],
      "properties": {
        "setAsideFrom": {
          "description": "The version of the form that has the cell, where an earlier upgrade had set it aside; otherwise null.",
          "type": [
            "integer",
            "null"
          ],
          "minimum": 1
        },
        "cell": {
          "description": "Its key before the upgrade.",
          "type": "string"
        },
        "instance": {
          "$ref": "#/$defs/instance"
        },
        "question": {
          "description": "What a person calls it.",
          "type": "string"
        },
        "newCell": {
          "description": "Its key afterwards; null where it is set aside as a whole.",
          "type": [
            "string",
            "null"
          ]
        },
        "fates": {
          "description": "What happens to it, at least one.",
          "type": "array",
          "minItems": 1,
          "items": {
            "enum": [
              "kept",
              "returned",
              "renamed",
              "moved",
              "converted",
              "partlyKept",
              "keptAsDraft",
              "setAside",
              "notCalculated"
            ]
          }
        },
        "candidates": {
          "description": "If the matching cell is in doubt, the keys of the candidates, at most 100.",
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "formerAnswer": {
          "description": "If its answer does not simply stay, the readable answer or draft before; otherwise null.",
          "type": [
            "string",
            "null"
          ]
        },
        "answer": {
          "description": "If its answer does not simply stay, the readable answer or draft afterwards; otherwise null.",
          "type": [
            "string",
            "null"
          ]
        }
      }
    }
  }
}

"""#,
    "outputs/forms/response-list.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:formstate:output:response-list:1",
  "title": "Responses",
  "description": "What `formstate response list --json` prints.",
  "type": "object",
  "required": [
    "responses"
  ],
  "properties": {
    "responses": {
      "description": "The responses.",
      "type": "array",
      "items": {
        "description": "A response.",
        "type": "object",
        "required": [
          "form",
          "response",
          "version",
          "stream",
          "revision",
          "completed",
          "updated"
        ],
        "properties": {
          "form": {
            "$ref": "#/$defs/form"
          },
          "response": {
            "$ref": "#/$defs/response"
          },
          "version": {
            "$ref": "#/$defs/version"
          },
          "stream": {
            "description": "Its random name, the same in all copies of it; null for one that has not begun.",
            "type": [
              "string",
              "null"
            ]
          },
          "revision": {
            "$ref": "#/$defs/revision"
          },
          "digest": {
            "description": "The digest of definition and state; only with --digests.",
            "type": "string"
          },
          "completed": {
            "$ref": "#/$defs/completed"
          },
          "updated": {
            "description": "When something was last done to it, in UTC; null for never.",
            "type": [
              "string",
              "null"
            ]
          }
        }
      }
    }
  },
  "$defs": {
    "form": {
      "description": "The key of the form.",
      "type": "string"
    },
    "response": {
      "description": "The key of the response.",
      "type": "string"
    },
    "version": {
      "description": "The number of the version of the form.",
      "type": "integer",
      "minimum": 1
    },
    "revision": {
      "description": "How many entries the journal has; 0 before the first action.",
      "type": "integer",
      "minimum": 0
    },
    "completed": {
      "description": "Whether the response was declared finished.",
      "type": "boolean"
    }
  }
}

"""#,
    "outputs/forms/response.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:formstate:output:response:1",
  "title": "A response",
  "description": "What `formstate response new`, `copy` and `rename` print with `--json`.",
  "type": "object",
  "required": [
    "form",
    "response"
  ],
  "properties": {
    "form": {
      "$ref": "#/$defs/form"
    },
    "response": {
      "$ref": "#/$defs/response"
    },
    "stream": {
      "description": "The random name of a response that began; left out where one was renamed.",
      "type": "string"
    }
  },
  "$defs": {
    "form": {
      "description": "The key of the form.",
      "type": "string"
    },
    "response": {
      "description": "The key of the response.",
      "type": "string"
    }
  }
}

"""#,
    "outputs/forms/set-aside.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:formstate:output:set-aside:1",
  "title": "What is set aside",
  "description": "What `formstate set-aside list --json` and `formstate set-aside discard --json` print.",
  "type": "object",
  "required": [
    "form",
    "response",
    "setAsideCells"
  ],
  "properties": {
    "form": {
      "$ref": "#/$defs/form"
    },
    "response": {
      "$ref": "#/$defs/response"
    },
    "dryRun": {
      "description": "Whether it only says what would be discarded; only of `discard`.",
      "$ref": "#/$defs/dryRun"
    },
    "setAsideCells": {
      "description": "What is set aside, or discarded.",
      "type": "array",
      "items": {
        "$ref": "#/$defs/setAsideCell"
      }
    }
  },
  "$defs": {
    "form": {
      "description": "The key of the form.",
      "type": "string"
    },
    "response": {
      "description": "The key of the response.",
      "type": "string"
    },
    "dryRun": {
      "description": "Whether this only says what would be done, and nothing was.",
      "type": "boolean"
    },
    "setAsideCell": {
      "description": "What a response keeps of a cell that does not exist in its version of the form.",
      "type": "object",
      "required": [
        "setAsideFrom",
        "cell",
        "instance",
        "question",
        "section",
        "value",
        "cleared",
        "expanded"
      ],
      "properties": {
        "setAsideFrom": {
          "description": "The version of the form that has the cell.",
          "type": "integer",
          "minimum": 1
        },
        "cell": {
          "description": "The key of the cell there.",
          "type": "string"
        },
        "instance": {
          "$ref": "#/$defs/instance"
        },
        "question": {
          "description": "What a person calls it.",
          "type": "string"
        },
        "section": {
          "description": "The section as a person reads it: its title, or its key where it has none.",
          "type": "string"
        },
        "value": {
          "description": "What a person left in it, null for nothing.",
          "$ref": "#/$defs/value"
        },
        "cleared": {
          "description": "Whether a person emptied it.",
          "type": "boolean"
        },
        "expanded": {
          "description": "Whether it was expanded; null where nobody touched that.",
          "type": [
            "boolean",
            "null"
          ]
        }
      }
    },
    "instance": {
      "description": "The number of the instance of a repeat that the cell stands in; 0 outside of repeats.",
      "type": "integer",
      "minimum": 0
    },
    "value": {
      "description": "A value in the type that JSON has for it; dates, times and exact numbers are strings, several choices an array.",
      "type": [
        "string",
        "number",
        "boolean",
        "array",
        "null"
      ],
      "items": {
        "type": "string"
      }
    }
  }
}

"""#,
    "outputs/forms/upgrade.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:formstate:output:upgrade:1",
  "title": "An upgrade",
  "description": "What `formstate upgrade --json` and `formstate set-aside map --json` print.",
  "$ref": "#/$defs/upgrade",
  "$defs": {
    "upgrade": {
      "description": "What an upgrade did, or would do, with responses of a form.",
      "type": "object",
      "required": [
        "form",
        "dryRun",
        "outcome",
        "responseCount",
        "changedResponseCount",
        "failures",
        "responses"
      ],
      "properties": {
        "form": {
          "$ref": "#/$defs/form"
        },
        "dryRun": {
          "$ref": "#/$defs/dryRun"
        },
        "outcome": {
          "description": "done: all of it was upgraded; partly: `failures` lists what was not; nothing: all responses are unchanged.",
          "enum": [
            "done",
            "partly",
            "nothing"
          ]
        },
        "responseCount": {
          "description": "How many responses it was about.",
          "type": "integer",
          "minimum": 0
        },
        "changedResponseCount": {
          "description": "How many of them it changed.",
          "type": "integer",
          "minimum": 0
        },
        "failures": {
          "description": "What was not upgraded, with response and reason.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/failure"
          }
        },
        "responses": {
          "description": "The responses.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/upgradedResponse"
          }
        }
      }
    },
    "form": {
      "description": "The key of the form.",
      "type": "string"
    },
    "dryRun": {
      "description": "Whether this only says what would be done, and nothing was.",
      "type": "boolean"
    },
    "failure": {
      "description": "Something that was not upgraded.",
      "type": "object",
      "required": [
        "response",
        "setAsideFrom",
        "cell",
        "instance",
        "question",
        "newCell",
        "reason",
        "message"
      ],
      "properties": {
        "response": {
          "$ref": "#/$defs/response"
        },
        "setAsideFrom": {
          "description": "The version of the form that has the cell, where an earlier upgrade had set it aside; otherwise null.",
          "type": [
            "integer",
            "null"
          ],
          "minimum": 1
        },
        "cell": {
          "description": "Its key before the upgrade.",
          "type": "string"
        },
        "instance": {
          "$ref": "#/$defs/instance"
        },
        "question": {
          "description": "What a person calls it.",
          "type": "string"
        },
        "newCell": {
          "description": "Its key afterwards; null where it is set aside as a whole.",
          "type": [
            "string",
            "null"
          ]
        },
        "reason": {
          "description": "Why: the version has no such cell, the matching cell is in doubt, its place is filled in, or the cell does not accept the answer, or not all of it.",
          "enum": [
            "noPlace",
            "inDoubt",
            "placeTaken",
            "notAccepted",
            "partlyAccepted"
          ]
        },
        "message": {
          "description": "What happened to it, and what to do.",
          "type": "string"
        }
      }
    },
    "upgradedResponse": {
      "description": "What an upgrade did with a response.",
      "type": "object",
      "required": [
        "response",
        "outcome",
        "formerVersion",
        "version",
        "cells"
      ],
      "properties": {
        "response": {
          "$ref": "#/$defs/response"
        },
        "outcome": {
          "description": "done: all of it was upgraded; partly: `failures` lists what was not; nothing: it is unchanged.",
          "enum": [
            "done",
            "partly",
            "nothing"
          ]
        },
        "formerVersion": {
          "description": "The version that it filled in before.",
          "$ref": "#/$defs/version"
        },
        "version": {
          "description": "The version that it fills in.",
          "$ref": "#/$defs/version"
        },
        "cells": {
          "description": "The cells that hold something.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/upgradedCell"
          }
        }
      }
    },
    "response": {
      "description": "The key of the response.",
      "type": "string"
    },
    "instance": {
      "description": "The number of the instance of a repeat that the cell stands in; 0 outside of repeats.",
      "type": "integer",
      "minimum": 0
    },
    "version": {
      "description": "The number of the version of the form.",
      "type": "integer",
      "minimum": 1
    },
    "upgradedCell": {
      "description": "A cell with contents.",
      "type": "object",
      "required": [
        "setAsideFrom",
        "cell",
        "instance",
        "question",
        "newCell",
        "fates",
        "candidates",
        "formerAnswer",
        "answer"
      ],
      "properties": {
        "setAsideFrom": {
          "description": "The version of the form that has the cell, where an earlier upgrade had set it aside; otherwise null.",
          "type": [
            "integer",
            "null"
          ],
          "minimum": 1
        },
        "cell": {
          "description": "Its key before the upgrade.",
          "type": "string"
        },
        "instance": {
          "$ref": "#/$defs/instance"
        },
        "question": {
          "description": "What a person calls it.",
          "type": "string"
        },
        "newCell": {
          "description": "Its key afterwards; null where it is set aside as a whole.",
          "type": [
            "string",
            "null"
          ]
        },
        "fates": {
          "description": "What happens to it, at least one.",
          "type": "array",
          "minItems": 1,
          "items": {
            "enum": [
              "kept",
              "returned",
              "renamed",
              "moved",
              "converted",
              "partlyKept",
              "keptAsDraft",
              "setAside",
              "notCalculated"
            ]
          }
        },
        "candidates": {
          "description": "If the matching cell is in doubt, the keys of the candidates, at most 100.",
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "formerAnswer": {
          "description": "If its answer does not simply stay, the readable answer or draft before; otherwise null.",
          "type": [
            "string",
            "null"
          ]
        },
        "answer": {
          "description": "If its answer does not simply stay, the readable answer or draft afterwards; otherwise null.",
          "type": [
            "string",
            "null"
          ]
        }
      }
    }
  }
}

"""#,
    "outputs/forms/validate.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:formstate:output:validate:1",
  "title": "A validation",
  "description": "What `formstate validate --json` prints.",
  "type": "object",
  "required": [
    "ok",
    "files"
  ],
  "properties": {
    "ok": {
      "description": "Whether no file has a fault.",
      "type": "boolean"
    },
    "files": {
      "description": "The files, in the order in which they were named.",
      "type": "array",
      "items": {
        "description": "A file.",
        "type": "object",
        "required": [
          "file",
          "kind",
          "ok",
          "form",
          "formCount",
          "sectionCount",
          "cellCount",
          "responseCount",
          "actionCount",
          "diagnostics",
          "faults"
        ],
        "properties": {
          "file": {
            "description": "The file as it was named.",
            "type": "string"
          },
          "kind": {
            "description": "What it is; null if unknown.",
            "enum": [
              "form",
              "layout",
              "actions",
              "dump",
              null
            ]
          },
          "ok": {
            "description": "Whether it has no fault.",
            "type": "boolean"
          },
          "form": {
            "description": "The key of the form; null where it is none.",
            "type": [
              "string",
              "null"
            ]
          },
          "formCount": {
            "description": "How many forms a dump holds; otherwise null.",
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0
          },
          "sectionCount": {
            "description": "How many sections a form or layout has; otherwise null.",
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0
          },
          "cellCount": {
            "description": "How many cells a form has; otherwise null.",
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0
          },
          "responseCount": {
            "description": "How many responses a form or dump brings; otherwise null.",
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0
          },
          "actionCount": {
            "description": "How many actions a script has; otherwise null.",
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0
          },
          "diagnostics": {
            "description": "What is off and can be understood.",
            "type": "array",
            "items": {
              "$ref": "#/$defs/diagnostic"
            }
          },
          "faults": {
            "description": "Why it is refused.",
            "type": "array",
            "items": {
              "$ref": "#/$defs/diagnostic"
            }
          }
        }
      }
    }
  },
  "$defs": {
    "diagnostic": {
      "description": "Something in a document that was off.",
      "type": "object",
      "required": [
        "line",
        "column",
        "section",
        "row",
        "key",
        "problem",
        "action"
      ],
      "properties": {
        "line": {
          "description": "The line in the document, from 1; null if unknown.",
          "type": [
            "integer",
            "null"
          ],
          "minimum": 1
        },
        "column": {
          "description": "The column in the line, from 1; null if unknown.",
          "type": [
            "integer",
            "null"
          ],
          "minimum": 1
        },
        "section": {
          "description": "The position of the section in the document, from 0; null where it is about none.",
          "type": [
            "integer",
            "null"
          ],
          "minimum": 0
        },
        "row": {
          "description": "The position of the cell in that section, from 0, nested cells counted; null where it is about none.",
          "type": [
            "integer",
            "null"
          ],
          "minimum": 0
        },
        "key": {
          "description": "The key or path in the document that it is about, or the sheet and row; null where there is none.",
          "type": [
            "string",
            "null"
          ]
        },
        "problem": {
          "description": "What was off, as a clause.",
          "type": "string"
        },
        "action": {
          "description": "What was done about it, or what would mend it; empty where there is nothing to say.",
          "type": "string"
        },
        "count": {
          "description": "How many times the same was found, where that is more than once; the place is that of the first.",
          "type": "integer",
          "minimum": 2
        }
      }
    }
  }
}

"""#,
    "outputs/look/choices.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:formstate:output:choices:1",
  "title": "Choices",
  "description": "What `formstate choices --json` prints.",
  "type": "object",
  "required": [
    "form",
    "response",
    "cell",
    "instance",
    "address",
    "choiceCount",
    "choices"
  ],
  "properties": {
    "form": {
      "$ref": "#/$defs/form"
    },
    "response": {
      "$ref": "#/$defs/response"
    },
    "cell": {
      "$ref": "#/$defs/cell"
    },
    "instance": {
      "$ref": "#/$defs/instance"
    },
    "address": {
      "$ref": "#/$defs/address"
    },
    "choiceCount": {
      "description": "How many there are, listed or not.",
      "type": "integer",
      "minimum": 0
    },
    "choices": {
      "description": "Those that are listed, in order.",
      "type": "array",
      "items": {
        "description": "A choice.",
        "type": "object",
        "required": [
          "value",
          "title",
          "chosen"
        ],
        "properties": {
          "value": {
            "description": "What the question holds when it is chosen.",
            "type": "string"
          },
          "title": {
            "description": "What it is called.",
            "type": "string"
          },
          "chosen": {
            "description": "Whether it is chosen now.",
            "type": "boolean"
          }
        }
      }
    }
  },
  "$defs": {
    "form": {
      "description": "The key of the form.",
      "type": "string"
    },
    "response": {
      "description": "The key of the response.",
      "type": "string"
    },
    "cell": {
      "description": "The key of the cell.",
      "type": "string"
    },
    "instance": {
      "description": "The number of the instance of a repeat that the cell stands in; 0 outside of repeats.",
      "type": "integer",
      "minimum": 0
    },
    "address": {
      "description": "What commands and actions call the cell: `name:7` for the cell `name` in the instance 7, and the key outside of repeats.",
      "type": "string"
    }
  }
}

"""#,
    "outputs/look/diff.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:formstate:output:diff:1",
  "title": "A difference",
  "description": "What `formstate diff --json` prints: what leads from one revision to another, or which answers of two responses differ.",
  "anyOf": [
    {
      "$ref": "#/$defs/revisions"
    },
    {
      "$ref": "#/$defs/responses"
    }
  ],
  "$defs": {
    "revisions": {
      "description": "Two revisions of a response, in either direction.",
      "$ref": "#/$defs/responseChange"
    },
    "responses": {
      "description": "Two responses.",
      "type": "object",
      "required": [
        "form",
        "responses",
        "answers"
      ],
      "properties": {
        "form": {
          "$ref": "#/$defs/form"
        },
        "responses": {
          "description": "The keys of the two.",
          "type": "array",
          "items": {
            "type": "string"
          },
          "minItems": 2,
          "maxItems": 2
        },
        "answers": {
          "description": "The answers that differ: `before` in the first, `after` in the second.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/difference"
          }
        }
      }
    },
    "responseChange": {
      "description": "What led from one revision of a response to another.",
      "type": "object",
      "required": [
        "form",
        "response",
        "previousRevision",
        "revision",
        "changes",
        "begunFaults",
        "endedFaults",
        "batch"
      ],
      "properties": {
        "form": {
          "$ref": "#/$defs/form"
        },
        "response": {
          "$ref": "#/$defs/response"
        },
        "previousRevision": {
          "$ref": "#/$defs/previousRevision"
        },
        "revision": {
          "$ref": "#/$defs/revision"
        },
        "stepCount": {
          "description": "How many steps were taken back or done again; only of `undo` and `redo`.",
          "type": "integer",
          "minimum": 0
        },
        "answers": {
          "description": "The answers that differ; only of `diff`.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/difference"
          }
        },
        "changes": {
          "description": "Which fields differ, in the order of the form. A cell that comes or goes with its instance is told where it holds something.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/change"
          }
        },
        "begunFaults": {
          "description": "The faults that there were not before, as `formstate faults` lists them.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/fault"
          }
        },
        "endedFaults": {
          "description": "The faults that there are no more.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/fault"
          }
        },
        "batch": {
          "$ref": "#/$defs/batch"
        }
      }
    },
    "form": {
      "description": "The key of the form.",
      "type": "string"
    },
    "difference": {
      "description": "An answer that differs.",
      "type": "object",
      "required": [
        "cell",
        "instance",
        "address",
        "question",
        "before",
        "after"
      ],
      "properties": {
        "cell": {
          "$ref": "#/$defs/cell"
        },
        "instance": {
          "$ref": "#/$defs/instance"
        },
        "address": {
          "$ref": "#/$defs/address"
        },
        "question": {
          "description": "What a person calls the cell, with those above it.",
          "type": "string"
        },
        "before": {
          "description": "The answer before, null for none.",
          "$ref": "#/$defs/value"
        },
        "after": {
          "description": "The answer afterwards, null for none.",
          "$ref": "#/$defs/value"
        }
      }
    },
    "response": {
      "description": "The key of the response.",
      "type": "string"
    },
    "previousRevision": {
      "description": "The revision before; the same as `revision` where there was nothing to do.",
      "type": "integer",
      "minimum": 0
    },
    "revision": {
      "description": "How many entries the journal has; 0 before the first action.",
      "type": "integer",
      "minimum": 0
    },
    "change": {
      "description": "A field of a cell, of a section or of the response that differs.",
      "type": "object",
      "required": [
        "field",
        "before",
        "after"
      ],
      "properties": {
        "field": {
          "description": "Which field: what a cell holds (value), what its rule gives (calculated), its displayed title, what was typed and is no value yet (draft), the value when it was last marked as saved, whether it is expanded (disclosure), whether rules make it relevant, required (requirement) or read-only; whether a section is folded (fold) or relevant (sectionRelevance); where an instance of a repeat stands (instance); whether the response is completed (completion).",
          "enum": [
            "disclosure",
            "fold",
            "value",
            "title",
            "draft",
            "saved",
            "completion",
            "relevance",
            "sectionRelevance",
            "requirement",
            "readOnly",
            "calculated",
            "instance"
          ]
        },
        "cell": {
          "$ref": "#/$defs/cell"
        },
        "instance": {
          "$ref": "#/$defs/instance"
        },
        "address": {
          "$ref": "#/$defs/address"
        },
        "question": {
          "description": "What a person calls the cell, with those above it; null for one that is set aside.",
          "type": [
            "string",
            "null"
          ]
        },
        "section": {
          "description": "The key of the section, where the field is one of a section.",
          "type": "string"
        },
        "title": {
          "description": "The title of that section.",
          "type": [
            "string",
            "null"
          ]
        },
        "setAsideFrom": {
          "description": "The version of the form that has the cell or section, where it is set aside.",
          "type": "integer",
          "minimum": 1
        },
        "before": {
          "description": "What the field held, as it showed; null for nothing. Of an instance, its place among those of the repeat, from 1.",
          "$ref": "#/$defs/value"
        },
        "after": {
          "description": "What it holds now.",
          "$ref": "#/$defs/value"
        }
      }
    },
    "fault": {
      "description": "Something that is wrong with an answer.",
      "type": "object",
      "required": [
        "section",
        "question",
        "cell",
        "instance",
        "address",
        "kind",
        "number",
        "message",
        "severity"
      ],
      "properties": {
        "section": {
          "description": "The section as a person reads it: its title, or its key where it has none. Null for a fault of the whole response, and for one of a cell that asks nothing.",
          "type": [
            "string",
            "null"
          ]
        },
        "question": {
          "description": "What a person calls the cell, with those above it. Null as for `section`.",
          "type": [
            "string",
            "null"
          ]
        },
        "cell": {
          "description": "The key of the cell; null for a fault of the whole response.",
          "type": [
            "string",
            "null"
          ]
        },
        "instance": {
          "$ref": "#/$defs/instance"
        },
        "address": {
          "description": "What commands call the cell; null for a fault of the whole response.",
          "type": [
            "string",
            "null"
          ]
        },
        "kind": {
          "description": "What is wrong.",
          "enum": [
            "required",
            "notOffered",
            "constraint",
            "refused",
            "draft",
            "calculate",
            "tooFew",
            "tooMany",
            "reported"
          ]
        },
        "number": {
          "description": "Of a constraint and of what was reported, its number among those of the cell, from 1; otherwise 0.",
          "type": "integer",
          "minimum": 0
        },
        "message": {
          "description": "What a person is told.",
          "type": "string"
        },
        "severity": {
          "description": "How much it matters: an error keeps the response from being completed.",
          "enum": [
            "error",
            "warning"
          ]
        },
        "reporter": {
          "description": "Who reported it, null for nobody in particular; only with the kind reported.",
          "type": [
            "string",
            "null"
          ]
        }
      }
    },
    "batch": {
      "description": "What takes a table view from the rows before to the rows after.",
      "type": "object",
      "required": [
        "deletedSections",
        "insertedSections",
        "deletedRows",
        "insertedRows",
        "movedRows",
        "reloadedRows",
        "resizedRows",
        "changedHeaders",
        "reloadedHeaders"
      ],
      "properties": {
        "deletedSections": {
          "description": "Sections that go with all of their rows, by their positions before.",
          "$ref": "#/$defs/sections"
        },
        "insertedSections": {
          "description": "Sections that come with all of their rows, by their positions afterwards.",
          "$ref": "#/$defs/sections"
        },
        "deletedRows": {
          "description": "Rows that go, by their row paths before.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/row"
          }
        },
        "insertedRows": {
          "description": "Rows that come, by their row paths afterwards.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/row"
          }
        },
        "movedRows": {
          "description": "Of the rows that go and come, those of instances of repeats that moved.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/keptRow"
          }
        },
        "reloadedRows": {
          "description": "Rows that stay and show something else.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/keptRow"
          }
        },
        "resizedRows": {
          "description": "Rows that change their height, by their row paths afterwards.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/row"
          }
        },
        "changedHeaders": {
          "description": "Sections whose header comes or goes.",
          "$ref": "#/$defs/sections"
        },
        "reloadedHeaders": {
          "description": "Sections whose header shows something else.",
          "$ref": "#/$defs/sections"
        }
      }
    },
    "cell": {
      "description": "The key of the cell.",
      "type": "string"
    },
    "instance": {
      "description": "The number of the instance of a repeat that the cell stands in; 0 outside of repeats.",
      "type": "integer",
      "minimum": 0
    },
    "address": {
      "description": "What commands and actions call the cell: `name:7` for the cell `name` in the instance 7, and the key outside of repeats.",
      "type": "string"
    },
    "value": {
      "description": "A value in the type that JSON has for it; dates, times and exact numbers are strings, several choices an array.",
      "type": [
        "string",
        "number",
        "boolean",
        "array",
        "null"
      ],
      "items": {
        "type": "string"
      }
    },
    "sections": {
      "description": "Positions of sections, from 0.",
      "type": "array",
      "items": {
        "type": "integer",
        "minimum": 0
      }
    },
    "row": {
      "description": "A row that comes, goes or changes its height.",
      "type": "object",
      "required": [
        "path",
        "cell",
        "instance",
        "address",
        "title",
        "subtitle"
      ],
      "properties": {
        "path": {
          "$ref": "#/$defs/path"
        },
        "cell": {
          "$ref": "#/$defs/cell"
        },
        "instance": {
          "$ref": "#/$defs/instance"
        },
        "address": {
          "$ref": "#/$defs/address"
        },
        "title": {
          "description": "The title that the row displays.",
          "type": "string"
        },
        "subtitle": {
          "description": "Its second title.",
          "type": "string"
        }
      }
    },
    "keptRow": {
      "description": "A row that stays.",
      "type": "object",
      "required": [
        "path",
        "newPath",
        "cell",
        "instance",
        "address",
        "title",
        "subtitle"
      ],
      "properties": {
        "path": {
          "description": "Where it was before.",
          "$ref": "#/$defs/path"
        },
        "newPath": {
          "description": "Where it is afterwards.",
          "$ref": "#/$defs/path"
        },
        "cell": {
          "$ref": "#/$defs/cell"
        },
        "instance": {
          "$ref": "#/$defs/instance"
        },
        "address": {
          "$ref": "#/$defs/address"
        },
        "title": {
          "description": "The title that the row displays.",
          "type": "string"
        },
        "subtitle": {
          "description": "Its second title.",
          "type": "string"
        }
      }
    },
    "path": {
      "description": "A row path: the position of the section, and of the row among those that show, both from 0.",
      "type": "array",
      "items": {
        "type": "integer",
        "minimum": 0
      },
      "minItems": 2,
      "maxItems": 2
    }
  }
}

"""#,
    "outputs/look/explain.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:formstate:output:explain:1",
  "title": "Why a cell does not show",
  "description": "What `formstate explain --json` prints.",
  "type": "object",
  "required": [
    "form",
    "response",
    "address",
    "visible",
    "path",
    "revealable",
    "reasons"
  ],
  "properties": {
    "form": {
      "$ref": "#/$defs/form"
    },
    "response": {
      "$ref": "#/$defs/response"
    },
    "address": {
      "$ref": "#/$defs/address"
    },
    "visible": {
      "description": "Whether the cell shows.",
      "type": "boolean"
    },
    "path": {
      "description": "Where it shows; null where it does not.",
      "anyOf": [
        {
          "$ref": "#/$defs/path"
        },
        {
          "type": "null"
        }
      ]
    },
    "revealable": {
      "description": "Whether `formstate reveal` makes it show.",
      "type": "boolean"
    },
    "reasons": {
      "description": "All that hides it, from the section inwards.",
      "type": "array",
      "items": {
        "description": "Something that hides it.",
        "type": "object",
        "required": [
          "kind"
        ],
        "properties": {
          "kind": {
            "description": "A folded section, a collapsed cell, a cell that the definition hides, or a cell or section that a rule makes irrelevant.",
            "enum": [
              "folded",
              "collapsed",
              "hidden",
              "irrelevant"
            ]
          },
          "section": {
            "description": "The key of the section that hides it.",
            "type": "string"
          },
          "address": {
            "description": "What commands call the cell that hides it.",
            "type": "string"
          },
          "rule": {
            "description": "The expression of the rule.",
            "type": "string"
          },
          "read": {
            "description": "What the rule read.",
            "type": "array",
            "items": {
              "description": "A cell that the rule read.",
              "type": "object",
              "required": [
                "address",
                "question",
                "readable"
              ],
              "properties": {
                "address": {
                  "$ref": "#/$defs/address"
                },
                "question": {
                  "description": "What a person calls it.",
                  "type": "string"
                },
                "readable": {
                  "description": "What it holds as a person reads it; null for nothing.",
                  "type": [
                    "string",
                    "null"
                  ]
                }
              }
            }
          }
        }
      }
    }
  },
  "$defs": {
    "form": {
      "description": "The key of the form.",
      "type": "string"
    },
    "response": {
      "description": "The key of the response.",
      "type": "string"
    },
    "address": {
      "description": "What commands and actions call the cell: `name:7` for the cell `name` in the instance 7, and the key outside of repeats.",
      "type": "string"
    },
    "path": {
      "description": "A row path: the position of the section, and of the row among those that show, both from 0.",
      "type": "array",
      "items": {
        "type": "integer",
        "minimum": 0
      },
      "minItems": 2,
      "maxItems": 2
    }
  }
}

"""#,
    "outputs/look/faults.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:formstate:output:faults:1",
  "title": "Faults",
  "description": "What `formstate faults --json` prints.",
  "type": "object",
  "required": [
    "form",
    "response",
    "faults"
  ],
  "properties": {
    "form": {
      "$ref": "#/$defs/form"
    },
    "response": {
      "$ref": "#/$defs/response"
    },
    "faults": {
      "description": "What is wrong, in the order of the form.",
      "type": "array",
      "items": {
        "$ref": "#/$defs/fault"
      }
    }
  },
  "$defs": {
    "form": {
      "description": "The key of the form.",
      "type": "string"
    },
    "response": {
      "description": "The key of the response.",
      "type": "string"
    },
    "fault": {
      "description": "Something that is wrong with an answer.",
      "type": "object",
      "required": [
        "section",
        "question",
        "cell",
        "instance",
        "address",
        "kind",
        "number",
        "message",
        "severity"
      ],
      "properties": {
        "section": {
          "description": "The section as a person reads it: its title, or its key where it has none. Null for a fault of the whole response, and for one of a cell that asks nothing.",
          "type": [
            "string",
            "null"
          ]
        },
        "question": {
          "description": "What a person calls the cell, with those above it. Null as for `section`.",
          "type": [
            "string",
            "null"
          ]
        },
        "cell": {
          "description": "The key of the cell; null for a fault of the whole response.",
          "type": [
            "string",
            "null"
          ]
        },
        "instance": {
          "$ref": "#/$defs/instance"
        },
        "address": {
          "description": "What commands call the cell; null for a fault of the whole response.",
          "type": [
            "string",
            "null"
          ]
        },
        "kind": {
          "description": "What is wrong.",
          "enum": [
            "required",
            "notOffered",
            "constraint",
            "refused",
            "draft",
            "calculate",
            "tooFew",
            "tooMany",
            "reported"
          ]
        },
        "number": {
          "description": "Of a constraint and of what was reported, its number among those of the cell, from 1; otherwise 0.",
          "type": "integer",
          "minimum": 0
        },
        "message": {
          "description": "What a person is told.",
          "type": "string"
        },
        "severity": {
          "description": "How much it matters: an error keeps the response from being completed.",
          "enum": [
            "error",
            "warning"
          ]
        },
        "reporter": {
          "description": "Who reported it, null for nobody in particular; only with the kind reported.",
          "type": [
            "string",
            "null"
          ]
        }
      }
    },
    "instance": {
      "description": "The number of the instance of a repeat that the cell stands in; 0 outside of repeats.",
      "type": "integer",
      "minimum": 0
    }
  }
}

"""#,
    "outputs/look/get.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:formstate:output:get:1",
  "title": "What a cell holds",
  "description": "What `formstate get --json` prints.",
  "type": "object",
  "required": [
    "form",
    "response",
    "section",
    "question",
    "cell",
    "instance",
    "address",
    "kind",
    "value",
    "readable",
    "source",
    "draft"
  ],
  "properties": {
    "form": {
      "$ref": "#/$defs/form"
    },
    "response": {
      "$ref": "#/$defs/response"
    },
    "section": {
      "description": "The section as a person reads it: its title, or its key where it has none.",
      "type": "string"
    },
    "question": {
      "description": "What a person calls the cell, with those above it.",
      "type": "string"
    },
    "cell": {
      "$ref": "#/$defs/cell"
    },
    "instance": {
      "$ref": "#/$defs/instance"
    },
    "address": {
      "$ref": "#/$defs/address"
    },
    "kind": {
      "$ref": "#/$defs/kind"
    },
    "value": {
      "description": "What the cell holds, null for nothing.",
      "$ref": "#/$defs/value"
    },
    "readable": {
      "description": "The same as a person reads it; null for nothing.",
      "type": [
        "string",
        "null"
      ]
    },
    "source": {
      "$ref": "#/$defs/source"
    },
    "draft": {
      "description": "What was typed there and is no value yet; null for nothing.",
      "type": [
        "string",
        "null"
      ]
    }
  },
  "$defs": {
    "form": {
      "description": "The key of the form.",
      "type": "string"
    },
    "response": {
      "description": "The key of the response.",
      "type": "string"
    },
    "cell": {
      "description": "The key of the cell.",
      "type": "string"
    },
    "instance": {
      "description": "The number of the instance of a repeat that the cell stands in; 0 outside of repeats.",
      "type": "integer",
      "minimum": 0
    },
    "address": {
      "description": "What commands and actions call the cell: `name:7` for the cell `name` in the instance 7, and the key outside of repeats.",
      "type": "string"
    },
    "kind": {
      "description": "The kind of the cell.",
      "enum": [
        "group",
        "choices",
        "text",
        "longText",
        "integer",
        "decimal",
        "date",
        "time",
        "dateTime",
        "switch",
        "option",
        "slider",
        "file",
        "label",
        "repeat",
        "custom"
      ]
    },
    "value": {
      "description": "A value in the type that JSON has for it; dates, times and exact numbers are strings, several choices an array.",
      "type": [
        "string",
        "number",
        "boolean",
        "array",
        "null"
      ],
      "items": {
        "type": "string"
      }
    },
    "source": {
      "description": "Where the value is from: a person, the definition, a rule, or nowhere.",
      "enum": [
        "set",
        "default",
        "calculated",
        "none"
      ]
    }
  }
}

"""#,
    "outputs/look/list.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:formstate:output:list:1",
  "title": "Forms and responses",
  "description": "What `formstate list --json` prints.",
  "type": "object",
  "required": [
    "forms"
  ],
  "properties": {
    "forms": {
      "description": "The forms.",
      "type": "array",
      "items": {
        "description": "A form.",
        "type": "object",
        "required": [
          "form",
          "title",
          "version",
          "sectionCount",
          "cellCount",
          "languages",
          "responses"
        ],
        "properties": {
          "form": {
            "$ref": "#/$defs/form"
          },
          "title": {
            "description": "Its title.",
            "type": "string"
          },
          "version": {
            "description": "The newest version.",
            "$ref": "#/$defs/version"
          },
          "sectionCount": {
            "description": "How many sections it has.",
            "type": "integer",
            "minimum": 0
          },
          "cellCount": {
            "description": "How many cells it has.",
            "type": "integer",
            "minimum": 0
          },
          "languages": {
            "description": "Its languages.",
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "responses": {
            "description": "Its responses.",
            "type": "array",
            "items": {
              "$ref": "#/$defs/responseOverview"
            }
          }
        }
      }
    }
  },
  "$defs": {
    "form": {
      "description": "The key of the form.",
      "type": "string"
    },
    "version": {
      "description": "The number of the version of the form.",
      "type": "integer",
      "minimum": 1
    },
    "responseOverview": {
      "description": "A response.",
      "type": "object",
      "required": [
        "response",
        "version",
        "stream",
        "revision",
        "completed",
        "updated"
      ],
      "properties": {
        "response": {
          "$ref": "#/$defs/response"
        },
        "version": {
          "$ref": "#/$defs/version"
        },
        "stream": {
          "description": "Its random name, the same in all copies of it; null for one that has not begun.",
          "type": [
            "string",
            "null"
          ]
        },
        "revision": {
          "$ref": "#/$defs/revision"
        },
        "digest": {
          "description": "The digest of definition and state; only with --digests.",
          "type": "string"
        },
        "completed": {
          "$ref": "#/$defs/completed"
        },
        "updated": {
          "description": "When something was last done to it, in UTC; null for never.",
          "type": [
            "string",
            "null"
          ]
        }
      }
    },
    "response": {
      "description": "The key of the response.",
      "type": "string"
    },
    "revision": {
      "description": "How many entries the journal has; 0 before the first action.",
      "type": "integer",
      "minimum": 0
    },
    "completed": {
      "description": "Whether the response was declared finished.",
      "type": "boolean"
    }
  }
}

"""#,
    "outputs/look/log.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:formstate:output:log:1",
  "title": "A journal",
  "description": "What `formstate log --json` prints, or with `--ndjson` each line.",
  "anyOf": [
    {
      "$ref": "#/$defs/document"
    },
    {
      "$ref": "#/$defs/entry"
    }
  ],
  "$defs": {
    "document": {
      "description": "A journal.",
      "type": "object",
      "required": [
        "form",
        "response",
        "entries"
      ],
      "properties": {
        "form": {
          "$ref": "#/$defs/form"
        },
        "response": {
          "$ref": "#/$defs/response"
        },
        "entries": {
          "description": "The entries, oldest first.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/entry"
          }
        }
      }
    },
    "entry": {
      "description": "What was done, and what it changed.",
      "type": "object",
      "required": [
        "revision",
        "time",
        "action",
        "step",
        "changes"
      ],
      "properties": {
        "revision": {
          "description": "The revision that it led to.",
          "$ref": "#/$defs/revision"
        },
        "time": {
          "description": "When, in UTC.",
          "type": "string"
        },
        "action": {
          "description": "What was done.",
          "enum": [
            "tap",
            "set",
            "clear",
            "choose",
            "expand",
            "collapse",
            "expandAll",
            "collapseAll",
            "fold",
            "unfold",
            "toggleFold",
            "reveal",
            "reset",
            "add",
            "remove",
            "move",
            "undo",
            "redo",
            "revert",
            "restore",
            "markSaved",
            "complete",
            "reopen",
            "upgrade",
            "recalculate",
            "reportFault",
            "withdrawFaults",
            "checkpoint"
          ]
        },
        "author": {
          "description": "Who did it.",
          "type": "string"
        },
        "address": {
          "description": "The cell that the action names.",
          "type": "string"
        },
        "section": {
          "description": "The key of the section that the action names.",
          "type": "string"
        },
        "value": {
          "description": "The value that the action gives.",
          "$ref": "#/$defs/value"
        },
        "version": {
          "description": "The version that an upgrade leads to.",
          "$ref": "#/$defs/version"
        },
        "before": {
          "description": "The instance before which another one was put.",
          "type": "string"
        },
        "instance": {
          "description": "The number that an added instance was given.",
          "type": "integer",
          "minimum": 1
        },
        "message": {
          "description": "What was reported.",
          "type": "string"
        },
        "reporter": {
          "description": "Who reported it.",
          "type": "string"
        },
        "of": {
          "description": "The revision that the action takes back, or goes back to.",
          "type": "integer",
          "minimum": 0
        },
        "only": {
          "description": "That one entry of its step was taken back alone.",
          "const": true
        },
        "scope": {
          "description": "What undo and redo take along.",
          "enum": [
            "everything",
            "values"
          ]
        },
        "target": {
          "description": "Of undo and redo, the last revision of the step.",
          "type": "integer",
          "minimum": 1
        },
        "step": {
          "description": "The first revision of the undo step that it is part of.",
          "type": "integer",
          "minimum": 1
        },
        "group": {
          "description": "What the step is called, where several actions are one.",
          "type": "string"
        },
        "abandonedBy": {
          "description": "The revision that put it, undone before, out of use.",
          "type": "integer",
          "minimum": 1
        },
        "changes": {
          "description": "What it changed.",
          "type": "array",
          "items": {
            "description": "A field that it changed.",
            "type": "object",
            "required": [
              "field",
              "before",
              "after"
            ],
            "properties": {
              "field": {
                "description": "Which field.",
                "enum": [
                  "disclosure",
                  "fold",
                  "value",
                  "title",
                  "saved",
                  "touched",
                  "completion",
                  "relevance",
                  "sectionRelevance",
                  "requirement",
                  "readOnly",
                  "calculated",
                  "faults",
                  "instance",
                  "original",
                  "reportedFaults",
                  "responseFaults"
                ]
              },
              "cell": {
                "$ref": "#/$defs/cell"
              },
              "instance": {
                "$ref": "#/$defs/instance"
              },
              "address": {
                "$ref": "#/$defs/address"
              },
              "section": {
                "description": "The key of the section, where the field is one of a section.",
                "type": "string"
              },
              "setAsideFrom": {
                "description": "The version of the form that has it, where it is set aside.",
                "type": "integer",
                "minimum": 1
              },
              "before": {
                "description": "What the field held, as the journal has it: null as long as nobody had touched it, {\"cleared\": true} for a cell that was emptied, an array of reported faults, or the value.",
                "anyOf": [
                  {
                    "$ref": "#/$defs/value"
                  },
                  {
                    "type": "object",
                    "required": [
                      "cleared"
                    ],
                    "properties": {
                      "cleared": {
                        "description": "That the cell was emptied.",
                        "const": true
                      }
                    }
                  },
                  {
                    "description": "Reported faults.",
                    "type": "array",
                    "items": {
                      "description": "A reported fault.",
                      "type": "object",
                      "required": [
                        "reporter",
                        "message"
                      ],
                      "properties": {
                        "reporter": {
                          "description": "Who reported it; null for nobody in particular.",
                          "type": [
                            "string",
                            "null"
                          ]
                        },
                        "message": {
                          "description": "What a person is told.",
                          "type": "string"
                        }
                      }
                    }
                  }
                ]
              },
              "after": {
                "description": "What it held afterwards, in the same way.",
                "anyOf": [
                  {
                    "$ref": "#/$defs/value"
                  },
                  {
                    "type": "object",
                    "required": [
                      "cleared"
                    ],
                    "properties": {
                      "cleared": {
                        "description": "That the cell was emptied.",
                        "const": true
                      }
                    }
                  },
                  {
                    "description": "Reported faults.",
                    "type": "array",
                    "items": {
                      "description": "A reported fault.",
                      "type": "object",
                      "required": [
                        "reporter",
                        "message"
                      ],
                      "properties": {
                        "reporter": {
                          "description": "Who reported it; null for nobody in particular.",
                          "type": [
                            "string",
                            "null"
                          ]
                        },
                        "message": {
                          "description": "What a person is told.",
                          "type": "string"
                        }
                      }
                    }
                  }
                ]
              }
            }
          }
        }
      }
    },
    "form": {
      "description": "The key of the form.",
      "type": "string"
    },
    "response": {
      "description": "The key of the response.",
      "type": "string"
    },
    "revision": {
      "description": "How many entries the journal has; 0 before the first action.",
      "type": "integer",
      "minimum": 0
    },
    "value": {
      "description": "A value in the type that JSON has for it; dates, times and exact numbers are strings, several choices an array.",
      "type": [
        "string",
        "number",
        "boolean",
        "array",
        "null"
      ],
      "items": {
        "type": "string"
      }
    },
    "version": {
      "description": "The number of the version of the form.",
      "type": "integer",
      "minimum": 1
    },
    "cell": {
      "description": "The key of the cell.",
      "type": "string"
    },
    "instance": {
      "description": "The number of the instance of a repeat that the cell stands in; 0 outside of repeats.",
      "type": "integer",
      "minimum": 0
    },
    "address": {
      "description": "What commands and actions call the cell: `name:7` for the cell `name` in the instance 7, and the key outside of repeats.",
      "type": "string"
    }
  }
}

"""#,
    "outputs/look/show.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:formstate:output:show:1",
  "title": "Visible rows",
  "description": "What `formstate show --json` prints, or with `--indices` the positions of the visible cells.",
  "anyOf": [
    {
      "$ref": "#/$defs/outline"
    },
    {
      "$ref": "#/$defs/indices"
    }
  ],
  "$defs": {
    "outline": {
      "description": "The visible rows.",
      "type": "object",
      "required": [
        "form",
        "response",
        "revision",
        "digest",
        "completed",
        "sections"
      ],
      "properties": {
        "form": {
          "$ref": "#/$defs/form"
        },
        "response": {
          "$ref": "#/$defs/response"
        },
        "revision": {
          "$ref": "#/$defs/revision"
        },
        "digest": {
          "description": "The digest of definition and state.",
          "type": "string"
        },
        "completed": {
          "$ref": "#/$defs/completed"
        },
        "sections": {
          "description": "The sections.",
          "type": "array",
          "items": {
            "description": "A section.",
            "type": "object",
            "required": [
              "section",
              "title",
              "foldable",
              "folded",
              "relevant",
              "rows"
            ],
            "properties": {
              "section": {
                "description": "Its key.",
                "type": "string"
              },
              "title": {
                "description": "Its title.",
                "type": "string"
              },
              "foldable": {
                "description": "Whether it can be folded.",
                "type": "boolean"
              },
              "folded": {
                "description": "Whether it is folded.",
                "type": "boolean"
              },
              "relevant": {
                "description": "Whether it is asked at all.",
                "type": "boolean"
              },
              "rows": {
                "description": "Its rows, from top to bottom.",
                "type": "array",
                "items": {
                  "$ref": "#/$defs/shownRow"
                }
              }
            }
          }
        }
      }
    },
    "indices": {
      "$ref": "#/$defs/positions"
    },
    "shownRow": {
      "description": "A row that shows.",
      "type": "object",
      "required": [
        "path",
        "index",
        "cell",
        "instance",
        "address",
        "kind",
        "identifier",
        "title",
        "subtitle",
        "value",
        "readable",
        "source",
        "chosen",
        "draft",
        "required",
        "readOnly",
        "faults",
        "expandable",
        "expanded",
        "inline",
        "lineLimit",
        "level",
        "height"
      ],
      "properties": {
        "path": {
          "$ref": "#/$defs/path"
        },
        "index": {
          "description": "The position of the cell among all cells of the section, from 0.",
          "type": "integer",
          "minimum": 0
        },
        "cell": {
          "$ref": "#/$defs/cell"
        },
        "instance": {
          "$ref": "#/$defs/instance"
        },
        "address": {
          "$ref": "#/$defs/address"
        },
        "kind": {
          "$ref": "#/$defs/kind"
        },
        "identifier": {
          "description": "The reuse identifier.",
          "type": "string"
        },
        "title": {
          "description": "The title that it displays.",
          "type": "string"
        },
        "subtitle": {
          "description": "Its second title.",
          "type": "string"
        },
        "value": {
          "description": "What the cell holds, null for nothing.",
          "$ref": "#/$defs/value"
        },
        "readable": {
          "description": "The same as a person reads it; null for nothing.",
          "type": [
            "string",
            "null"
          ]
        },
        "source": {
          "$ref": "#/$defs/source"
        },
        "chosen": {
          "description": "Of an option, whether it is chosen.",
          "type": "boolean"
        },
        "draft": {
          "description": "What was typed there and is no value yet; null for nothing.",
          "type": [
            "string",
            "null"
          ]
        },
        "required": {
          "description": "Whether it has to hold something before the response can be completed.",
          "type": "boolean"
        },
        "readOnly": {
          "description": "Whether nobody can change what it holds.",
          "type": "boolean"
        },
        "faults": {
          "description": "What is wrong with what it holds.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/faultOfRow"
          }
        },
        "expandable": {
          "description": "Whether it can be expanded.",
          "type": "boolean"
        },
        "expanded": {
          "description": "Whether it is expanded.",
          "type": "boolean"
        },
        "inline": {
          "description": "Whether it grows in place.",
          "type": "boolean"
        },
        "lineLimit": {
          "description": "How many lines of text it may show; null for as many as there are.",
          "type": [
            "integer",
            "null"
          ],
          "minimum": 0
        },
        "level": {
          "description": "How many cells it stands under.",
          "type": "integer",
          "minimum": 0
        },
        "height": {
          "description": "The height in points; null for the height of its text.",
          "type": [
            "number",
            "null"
          ]
        }
      }
    },
    "form": {
      "description": "The key of the form.",
      "type": "string"
    },
    "response": {
      "description": "The key of the response.",
      "type": "string"
    },
    "revision": {
      "description": "How many entries the journal has; 0 before the first action.",
      "type": "integer",
      "minimum": 0
    },
    "completed": {
      "description": "Whether the response was declared finished.",
      "type": "boolean"
    },
    "positions": {
      "description": "Of each section, the positions of its visible cells among all of its cells, from 0.",
      "type": "array",
      "items": {
        "type": "array",
        "items": {
          "type": "integer",
          "minimum": 0
        }
      }
    },
    "path": {
      "description": "A row path: the position of the section, and of the row among those that show, both from 0.",
      "type": "array",
      "items": {
        "type": "integer",
        "minimum": 0
      },
      "minItems": 2,
      "maxItems": 2
    },
    "cell": {
      "description": "The key of the cell.",
      "type": "string"
    },
    "instance": {
      "description": "The number of the instance of a repeat that the cell stands in; 0 outside of repeats.",
      "type": "integer",
      "minimum": 0
    },
    "address": {
      "description": "What commands and actions call the cell: `name:7` for the cell `name` in the instance 7, and the key outside of repeats.",
      "type": "string"
    },
    "kind": {
      "description": "The kind of the cell.",
      "enum": [
        "group",
        "choices",
        "text",
        "longText",
        "integer",
        "decimal",
        "date",
        "time",
        "dateTime",
        "switch",
        "option",
        "slider",
        "file",
        "label",
        "repeat",
        "custom"
      ]
    },
    "value": {
      "description": "A value in the type that JSON has for it; dates, times and exact numbers are strings, several choices an array.",
      "type": [
        "string",
        "number",
        "boolean",
        "array",
        "null"
      ],
      "items": {
        "type": "string"
      }
    },
    "source": {
      "description": "Where the value is from: a person, the definition, a rule, or nowhere.",
      "enum": [
        "set",
        "default",
        "calculated",
        "none"
      ]
    },
    "faultOfRow": {
      "description": "Something that is wrong with what a row holds.",
      "type": "object",
      "required": [
        "kind",
        "number",
        "message",
        "severity"
      ],
      "properties": {
        "kind": {
          "description": "What is wrong.",
          "enum": [
            "required",
            "notOffered",
            "constraint",
            "refused",
            "draft",
            "calculate",
            "tooFew",
            "tooMany",
            "reported"
          ]
        },
        "number": {
          "description": "Of a constraint and of what was reported, its number among those of the cell, from 1; otherwise 0.",
          "type": "integer",
          "minimum": 0
        },
        "message": {
          "description": "What a person is told.",
          "type": "string"
        },
        "severity": {
          "description": "How much it matters: an error keeps the response from being completed.",
          "enum": [
            "error",
            "warning"
          ]
        },
        "reporter": {
          "description": "Who reported it, null for nobody in particular; only with the kind reported.",
          "type": [
            "string",
            "null"
          ]
        }
      }
    }
  }
}

"""#,
    "outputs/look/status.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:formstate:output:status:1",
  "title": "How values stand",
  "description": "What `formstate status --json` prints.",
  "type": "object",
  "required": [
    "form",
    "response",
    "completed",
    "undo",
    "redo",
    "cells",
    "setAsideCells"
  ],
  "properties": {
    "form": {
      "$ref": "#/$defs/form"
    },
    "response": {
      "$ref": "#/$defs/response"
    },
    "completed": {
      "$ref": "#/$defs/completed"
    },
    "undo": {
      "description": "What undo would take back; null for nothing.",
      "type": [
        "string",
        "null"
      ]
    },
    "redo": {
      "description": "What redo would do again; null for nothing.",
      "type": [
        "string",
        "null"
      ]
    },
    "cells": {
      "description": "The cells that are listed.",
      "type": "array",
      "items": {
        "description": "A cell.",
        "type": "object",
        "required": [
          "cell",
          "instance",
          "address",
          "value",
          "default",
          "saved",
          "draft",
          "dirty",
          "touched",
          "unsaved"
        ],
        "properties": {
          "cell": {
            "$ref": "#/$defs/cell"
          },
          "instance": {
            "$ref": "#/$defs/instance"
          },
          "address": {
            "$ref": "#/$defs/address"
          },
          "value": {
            "description": "What it holds, null for nothing.",
            "$ref": "#/$defs/value"
          },
          "default": {
            "description": "What it holds as long as nobody enters anything.",
            "$ref": "#/$defs/value"
          },
          "saved": {
            "description": "What it held when the response was last marked as saved.",
            "$ref": "#/$defs/value"
          },
          "draft": {
            "description": "What was typed there and is no value yet; null for nothing.",
            "type": [
              "string",
              "null"
            ]
          },
          "dirty": {
            "description": "Whether it holds something else than its default.",
            "type": "boolean"
          },
          "touched": {
            "description": "Whether a person has entered something at some time.",
            "type": "boolean"
          },
          "unsaved": {
            "description": "Whether a person has changed it since it was last marked as saved.",
            "type": "boolean"
          }
        }
      }
    },
    "setAsideCells": {
      "description": "What is set aside.",
      "type": "array",
      "items": {
        "$ref": "#/$defs/setAsideCell"
      }
    }
  },
  "$defs": {
    "form": {
      "description": "The key of the form.",
      "type": "string"
    },
    "response": {
      "description": "The key of the response.",
      "type": "string"
    },
    "completed": {
      "description": "Whether the response was declared finished.",
      "type": "boolean"
    },
    "cell": {
      "description": "The key of the cell.",
      "type": "string"
    },
    "instance": {
      "description": "The number of the instance of a repeat that the cell stands in; 0 outside of repeats.",
      "type": "integer",
      "minimum": 0
    },
    "address": {
      "description": "What commands and actions call the cell: `name:7` for the cell `name` in the instance 7, and the key outside of repeats.",
      "type": "string"
    },
    "value": {
      "description": "A value in the type that JSON has for it; dates, times and exact numbers are strings, several choices an array.",
      "type": [
        "string",
        "number",
        "boolean",
        "array",
        "null"
      ],
      "items": {
        "type": "string"
      }
    },
    "setAsideCell": {
      "description": "What a response keeps of a cell that does not exist in its version of the form.",
      "type": "object",
      "required": [
        "setAsideFrom",
        "cell",
        "instance",
        "question",
        "section",
        "value",
        "cleared",
        "expanded"
      ],
      "properties": {
        "setAsideFrom": {
          "description": "The version of the form that has the cell.",
          "type": "integer",
          "minimum": 1
        },
        "cell": {
          "description": "The key of the cell there.",
          "type": "string"
        },
        "instance": {
          "$ref": "#/$defs/instance"
        },
        "question": {
          "description": "What a person calls it.",
          "type": "string"
        },
        "section": {
          "description": "The section as a person reads it: its title, or its key where it has none.",
          "type": "string"
        },
        "value": {
          "description": "What a person left in it, null for nothing.",
          "$ref": "#/$defs/value"
        },
        "cleared": {
          "description": "Whether a person emptied it.",
          "type": "boolean"
        },
        "expanded": {
          "description": "Whether it was expanded; null where nobody touched that.",
          "type": [
            "boolean",
            "null"
          ]
        }
      }
    }
  }
}

"""#,
    "outputs/look/watch.schema.json": #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:formstate:output:watch:1",
  "title": "What others change",
  "description": "A line that `formstate watch --json` prints: the visible rows at first and, with `--until`, at last; and one for every change.",
  "anyOf": [
    {
      "$ref": "#/$defs/rows"
    },
    {
      "$ref": "#/$defs/step"
    }
  ],
  "$defs": {
    "rows": {
      "description": "The visible rows.",
      "type": "object",
      "required": [
        "form",
        "response",
        "revision",
        "digest",
        "visibleRows"
      ],
      "properties": {
        "form": {
          "$ref": "#/$defs/form"
        },
        "response": {
          "$ref": "#/$defs/response"
        },
        "revision": {
          "$ref": "#/$defs/revision"
        },
        "digest": {
          "description": "The digest of definition and state.",
          "type": "string"
        },
        "visibleRows": {
          "$ref": "#/$defs/positions"
        }
      }
    },
    "step": {
      "description": "A change, as the commands that act print it.",
      "$ref": "#/$defs/responseChange"
    },
    "form": {
      "description": "The key of the form.",
      "type": "string"
    },
    "response": {
      "description": "The key of the response.",
      "type": "string"
    },
    "revision": {
      "description": "How many entries the journal has; 0 before the first action.",
      "type": "integer",
      "minimum": 0
    },
    "positions": {
      "description": "Of each section, the positions of its visible cells among all of its cells, from 0.",
      "type": "array",
      "items": {
        "type": "array",
        "items": {
          "type": "integer",
          "minimum": 0
        }
      }
    },
    "responseChange": {
      "description": "What led from one revision of a response to another.",
      "type": "object",
      "required": [
        "form",
        "response",
        "previousRevision",
        "revision",
        "changes",
        "begunFaults",
        "endedFaults",
        "batch"
      ],
      "properties": {
        "form": {
          "$ref": "#/$defs/form"
        },
        "response": {
          "$ref": "#/$defs/response"
        },
        "previousRevision": {
          "$ref": "#/$defs/previousRevision"
        },
        "revision": {
          "$ref": "#/$defs/revision"
        },
        "stepCount": {
          "description": "How many steps were taken back or done again; only of `undo` and `redo`.",
          "type": "integer",
          "minimum": 0
        },
        "answers": {
          "description": "The answers that differ; only of `diff`.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/difference"
          }
        },
        "changes": {
          "description": "Which fields differ, in the order of the form. A cell that comes or goes with its instance is told where it holds something.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/change"
          }
        },
        "begunFaults": {
          "description": "The faults that there were not before, as `formstate faults` lists them.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/fault"
          }
        },
        "endedFaults": {
          "description": "The faults that there are no more.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/fault"
          }
        },
        "batch": {
          "$ref": "#/$defs/batch"
        }
      }
    },
    "previousRevision": {
      "description": "The revision before; the same as `revision` where there was nothing to do.",
      "type": "integer",
      "minimum": 0
    },
    "difference": {
      "description": "An answer that differs.",
      "type": "object",
      "required": [
        "cell",
        "instance",
        "address",
        "question",
        "before",
        "after"
      ],
      "properties": {
        "cell": {
          "$ref": "#/$defs/cell"
        },
        "instance": {
          "$ref": "#/$defs/instance"
        },
        "address": {
          "$ref": "#/$defs/address"
        },
        "question": {
          "description": "What a person calls the cell, with those above it.",
          "type": "string"
        },
        "before": {
          "description": "The answer before, null for none.",
          "$ref": "#/$defs/value"
        },
        "after": {
          "description": "The answer afterwards, null for none.",
          "$ref": "#/$defs/value"
        }
      }
    },
    "change": {
      "description": "A field of a cell, of a section or of the response that differs.",
      "type": "object",
      "required": [
        "field",
        "before",
        "after"
      ],
      "properties": {
        "field": {
          "description": "Which field: what a cell holds (value), what its rule gives (calculated), its displayed title, what was typed and is no value yet (draft), the value when it was last marked as saved, whether it is expanded (disclosure), whether rules make it relevant, required (requirement) or read-only; whether a section is folded (fold) or relevant (sectionRelevance); where an instance of a repeat stands (instance); whether the response is completed (completion).",
          "enum": [
            "disclosure",
            "fold",
            "value",
            "title",
            "draft",
            "saved",
            "completion",
            "relevance",
            "sectionRelevance",
            "requirement",
            "readOnly",
            "calculated",
            "instance"
          ]
        },
        "cell": {
          "$ref": "#/$defs/cell"
        },
        "instance": {
          "$ref": "#/$defs/instance"
        },
        "address": {
          "$ref": "#/$defs/address"
        },
        "question": {
          "description": "What a person calls the cell, with those above it; null for one that is set aside.",
          "type": [
            "string",
            "null"
          ]
        },
        "section": {
          "description": "The key of the section, where the field is one of a section.",
          "type": "string"
        },
        "title": {
          "description": "The title of that section.",
          "type": [
            "string",
            "null"
          ]
        },
        "setAsideFrom": {
          "description": "The version of the form that has the cell or section, where it is set aside.",
          "type": "integer",
          "minimum": 1
        },
        "before": {
          "description": "What the field held, as it showed; null for nothing. Of an instance, its place among those of the repeat, from 1.",
          "$ref": "#/$defs/value"
        },
        "after": {
          "description": "What it holds now.",
          "$ref": "#/$defs/value"
        }
      }
    },
    "fault": {
      "description": "Something that is wrong with an answer.",
      "type": "object",
      "required": [
        "section",
        "question",
        "cell",
        "instance",
        "address",
        "kind",
        "number",
        "message",
        "severity"
      ],
      "properties": {
        "section": {
          "description": "The section as a person reads it: its title, or its key where it has none. Null for a fault of the whole response, and for one of a cell that asks nothing.",
          "type": [
            "string",
            "null"
          ]
        },
        "question": {
          "description": "What a person calls the cell, with those above it. Null as for `section`.",
          "type": [
            "string",
            "null"
          ]
        },
        "cell": {
          "description": "The key of the cell; null for a fault of the whole response.",
          "type": [
            "string",
            "null"
          ]
        },
        "instance": {
          "$ref": "#/$defs/instance"
        },
        "address": {
          "description": "What commands call the cell; null for a fault of the whole response.",
          "type": [
            "string",
            "null"
          ]
        },
        "kind": {
          "description": "What is wrong.",
          "enum": [
            "required",
            "notOffered",
            "constraint",
            "refused",
            "draft",
            "calculate",
            "tooFew",
            "tooMany",
            "reported"
          ]
        },
        "number": {
          "description": "Of a constraint and of what was reported, its number among those of the cell, from 1; otherwise 0.",
          "type": "integer",
          "minimum": 0
        },
        "message": {
          "description": "What a person is told.",
          "type": "string"
        },
        "severity": {
          "description": "How much it matters: an error keeps the response from being completed.",
          "enum": [
            "error",
            "warning"
          ]
        },
        "reporter": {
          "description": "Who reported it, null for nobody in particular; only with the kind reported.",
          "type": [
            "string",
            "null"
          ]
        }
      }
    },
    "batch": {
      "description": "What takes a table view from the rows before to the rows after.",
      "type": "object",
      "required": [
        "deletedSections",
        "insertedSections",
        "deletedRows",
        "insertedRows",
        "movedRows",
        "reloadedRows",
        "resizedRows",
        "changedHeaders",
        "reloadedHeaders"
      ],
      "properties": {
        "deletedSections": {
          "description": "Sections that go with all of their rows, by their positions before.",
          "$ref": "#/$defs/sections"
        },
        "insertedSections": {
          "description": "Sections that come with all of their rows, by their positions afterwards.",
          "$ref": "#/$defs/sections"
        },
        "deletedRows": {
          "description": "Rows that go, by their row paths before.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/row"
          }
        },
        "insertedRows": {
          "description": "Rows that come, by their row paths afterwards.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/row"
          }
        },
        "movedRows": {
          "description": "Of the rows that go and come, those of instances of repeats that moved.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/keptRow"
          }
        },
        "reloadedRows": {
          "description": "Rows that stay and show something else.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/keptRow"
          }
        },
        "resizedRows": {
          "description": "Rows that change their height, by their row paths afterwards.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/row"
          }
        },
        "changedHeaders": {
          "description": "Sections whose header comes or goes.",
          "$ref": "#/$defs/sections"
        },
        "reloadedHeaders": {
          "description": "Sections whose header shows something else.",
          "$ref": "#/$defs/sections"
        }
      }
    },
    "cell": {
      "description": "The key of the cell.",
      "type": "string"
    },
    "instance": {
      "description": "The number of the instance of a repeat that the cell stands in; 0 outside of repeats.",
      "type": "integer",
      "minimum": 0
    },
    "address": {
      "description": "What commands and actions call the cell: `name:7` for the cell `name` in the instance 7, and the key outside of repeats.",
      "type": "string"
    },
    "value": {
      "description": "A value in the type that JSON has for it; dates, times and exact numbers are strings, several choices an array.",
      "type": [
        "string",
        "number",
        "boolean",
        "array",
        "null"
      ],
      "items": {
        "type": "string"
      }
    },
    "sections": {
      "description": "Positions of sections, from 0.",
      "type": "array",
      "items": {
        "type": "integer",
        "minimum": 0
      }
    },
    "row": {
      "description": "A row that comes, goes or changes its height.",
      "type": "object",
      "required": [
        "path",
        "cell",
        "instance",
        "address",
        "title",
        "subtitle"
      ],
      "properties": {
        "path": {
          "$ref": "#/$defs/path"
        },
        "cell": {
          "$ref": "#/$defs/cell"
        },
        "instance": {
          "$ref": "#/$defs/instance"
        },
        "address": {
          "$ref": "#/$defs/address"
        },
        "title": {
          "description": "The title that the row displays.",
          "type": "string"
        },
        "subtitle": {
          "description": "Its second title.",
          "type": "string"
        }
      }
    },
    "keptRow": {
      "description": "A row that stays.",
      "type": "object",
      "required": [
        "path",
        "newPath",
        "cell",
        "instance",
        "address",
        "title",
        "subtitle"
      ],
      "properties": {
        "path": {
          "description": "Where it was before.",
          "$ref": "#/$defs/path"
        },
        "newPath": {
          "description": "Where it is afterwards.",
          "$ref": "#/$defs/path"
        },
        "cell": {
          "$ref": "#/$defs/cell"
        },
        "instance": {
          "$ref": "#/$defs/instance"
        },
        "address": {
          "$ref": "#/$defs/address"
        },
        "title": {
          "description": "The title that the row displays.",
          "type": "string"
        },
        "subtitle": {
          "description": "Its second title.",
          "type": "string"
        }
      }
    },
    "path": {
      "description": "A row path: the position of the section, and of the row among those that show, both from 0.",
      "type": "array",
      "items": {
        "type": "integer",
        "minimum": 0
      },
      "minItems": 2,
      "maxItems": 2
    }
  }
}

"""#,
  ]
}
