/// An edit that nothing in a file contradicts, with the reason.
struct MeaninglessEdit {
  /// The table and the column.
  let column: String
  /// Why nothing contradicts the edit.
  let reason: String
  /// The condition on the edited row, called `edited`, under which the edit means nothing.
  var condition = "TRUE"

  static let all = numbers + definitions + responses + journals + outbox + places

  /// Numbers of rows.
  private static let numbers = ["form", "version", "section", "cell", "rule", "list", "response"].map { table in
    MeaninglessEdit(
      column: "formstate_\(table).id", reason: "No row names this one, and nobody ever sees the number.")
  }

  private static let definitions =
    [
      MeaninglessEdit(
        column: "formstate_migration.time", reason: "The step was done, whenever that was; nothing is counted from it."),
      MeaninglessEdit(
        column: "formstate_form.version", reason: "The host chooses with which version new responses begin.",
        condition: "EXISTS (SELECT 1 FROM formstate_version WHERE form_id = edited.id AND number = edited.version)"),
      MeaninglessEdit(
        column: "formstate_version.number",
        reason: "No journal names the version, and numbers have gaps where versions were deleted.",
        condition: "NOT EXISTS (SELECT 1 FROM formstate_response WHERE form_id = edited.form_id)"),
      MeaninglessEdit(
        column: "formstate_section.is_key_derived",
        reason: "Who made a key, its author or an importer, nothing else says; no answer depends on it."),
      MeaninglessEdit(
        column: "formstate_cell.is_key_derived",
        reason: "Who made a key, its author or an importer, nothing else says; no answer depends on it."),
      MeaninglessEdit(
        column: "formstate_list.digest",
        reason: "Lists of old files have none; the list is stored once more when a version brings it.",
        condition: "edited.digest IS NULL"),
    ]
    + ["version_id", "identifier", "points"].map { column in
      MeaninglessEdit(
        column: "formstate_row_height.\(column)", reason: "No cell of the version has the identifier.",
        condition: """
          NOT EXISTS (
            SELECT 1 FROM formstate_cell WHERE version_id = edited.version_id AND identifier = edited.identifier
          )
          """)
    }

  private static let responses =
    ["generation", "replaced_after", "replaced_before"].map { column in
      MeaninglessEdit(
        column: "formstate_response.\(column)",
        reason: "It tells screens that are open that another line was written, and nothing that is stored.")
    } + [
      MeaninglessEdit(
        column: "formstate_response.key",
        reason: "It is the name that somebody chose for it, and any other that can be one would do."),
      MeaninglessEdit(
        column: "formstate_response.stream", reason: "It is random, and only copies in other files have the same."),
      MeaninglessEdit(
        column: "formstate_response.version_id", reason: "Nothing has happened to the response in either version.",
        condition: "NOT EXISTS (SELECT 1 FROM formstate_entry WHERE response_id = edited.id)"),
      MeaninglessEdit(
        column: "formstate_response.next_instance", reason: "Numbers may be passed over; none is given twice.",
        condition: """
          edited.next_instance > (
            SELECT coalesce(max((change.value ->> 5) >> 32), 0)
            FROM formstate_entry AS entry, json_each(entry.changes) AS change
            WHERE entry.response_id = edited.id
          )
          """),
    ]

  private static let outbox = [
    MeaninglessEdit(
      column: "formstate_destination.name", reason: "Somebody chose it, and any other name would do."),
    MeaninglessEdit(
      column: "formstate_destination.id", reason: "No row names this one, and nobody ever sees the number."),
    MeaninglessEdit(
      column: "formstate_destination.peer",
      reason: "The folder gets the next files under another name, and all the same."),
    MeaninglessEdit(
      column: "formstate_destination.has_emptied", reason: "What files in the folder still have, nothing here says."),
    MeaninglessEdit(
      column: "formstate_destination.since", reason: "It is a mark in the words of the collector, which alone reads it."
    ),
    MeaninglessEdit(
      column: "formstate_destination.missed", reason: "What a collector has that is not here, nothing here says.",
      condition: "json_valid(edited.missed)"),
    MeaninglessEdit(
      column: "formstate_pushed.heads", reason: "What files in the folder have, nothing here says.",
      condition: "json_valid(edited.heads)"),
    MeaninglessEdit(
      column: "formstate_exchanged_file.name", reason: "A file that is not known is read again."),
    MeaninglessEdit(
      column: "formstate_exchanged_file.destination_id", reason: "A file that is not known is read again."),
    MeaninglessEdit(
      column: "formstate_pushed.destination_id", reason: "The other collector would have the same entries."),
    MeaninglessEdit(
      column: "formstate_pushed.refusal", reason: "The collector said so, or would take the response by now."),
    MeaninglessEdit(
      column: "formstate_known_version.destination_id", reason: "A collector that lacks a definition asks for it."),
    MeaninglessEdit(
      column: "formstate_known_version.version_id", reason: "A collector that lacks a definition asks for it."),
  ]

  private static let places =
    ["response_id", "device", "cell", "instance", "first_row", "first_instance", "time"].map {
      MeaninglessEdit(
        column: "formstate_place.\($0)", reason: "Only the device that kept the place knows where the person stood.")
    }
    + ["response_id", "device", "cell", "instance", "text", "time"].map {
      MeaninglessEdit(column: "formstate_draft.\($0)", reason: "Only the device that kept it knows what was typed.")
    }

  private static let isCompacted = "(SELECT compacted_to FROM formstate_response WHERE id = edited.response_id)"

  private static let journals =
    [
      MeaninglessEdit(column: "formstate_entry.time", reason: "The clock said so; the journal alone knows it."),
      MeaninglessEdit(column: "formstate_entry.author", reason: "The host said so; the journal alone knows it."),
      MeaninglessEdit(
        column: "formstate_entry.group_name", reason: "The caller called it so; the journal alone knows it."),
      MeaninglessEdit(
        column: "formstate_entry.step_start",
        reason: "The session decided where a step ends, and no later entry tells that it ended elsewhere."),
      MeaninglessEdit(
        column: "formstate_entry.moment", reason: "At another moment the rules would have given the same.",
        condition: "edited.moment IS NOT NULL"),
      MeaninglessEdit(
        column: "formstate_entry.kind", reason: "The other action would have done the same there.",
        condition: "edited.kind IN ('tap', 'expand', 'collapse', 'fold', 'unfold', 'toggleFold', 'choose', 'reveal')"),
      MeaninglessEdit(
        column: "formstate_entry.payload", reason: "An undo of values alone has done all that an undo would have.",
        condition: "edited.kind IN ('undo', 'redo') AND coalesce(edited.payload ->> 'scope', 'values') = 'values'"),
      MeaninglessEdit(
        column: "formstate_entry.undo_top", reason: "What lay there was compacted.",
        condition: "coalesce(edited.undo_top, 0) <= \(isCompacted)"),
      MeaninglessEdit(
        column: "formstate_entry.redo_top", reason: "What lay there was compacted.",
        condition: "coalesce(edited.redo_top, 0) <= \(isCompacted)"),
    ]
}
