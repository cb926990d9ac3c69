#if CommandLine
import FormStateInterchange
import Foundation

/// The JSON Schemas of what `formstate` prints with `--json`, in folders of `Schemas/outputs` as the commands are
/// grouped.
///
/// Objects are open: later versions may add members, and none is removed.
enum OutputSchema: String, CaseIterable {
  /// What every command that acts on a response did.
  case change = "outputs/fill-in/change"
  /// What a script did.
  case replay = "outputs/fill-in/replay"
  /// What responses hold, which is a document of its own.
  case answers
  /// What can be chosen.
  case choices = "outputs/look/choices"
  /// What differs between two revisions or responses.
  case diff = "outputs/look/diff"
  /// Why a cell does not show.
  case explain = "outputs/look/explain"
  /// What is wrong with the answers.
  case faults = "outputs/look/faults"
  /// What one cell holds.
  case get = "outputs/look/get"
  /// The forms in a file with their responses.
  case list = "outputs/look/list"
  /// The journal.
  case log = "outputs/look/log"
  /// The visible rows.
  case show = "outputs/look/show"
  /// The status of values.
  case status = "outputs/look/status"
  /// What others change, as it happens.
  case watch = "outputs/look/watch"
  /// What is deleted, a form or a response.
  case deletion = "outputs/forms/deletion"
  /// The forms in a file.
  case formList = "outputs/forms/form-list"
  /// An import.
  case `import` = "outputs/forms/import"
  /// Answers imported from a file.
  case importAnswers = "outputs/forms/import-answers"
  /// A response that was begun, copied or renamed.
  case response = "outputs/forms/response"
  /// The responses in a file.
  case responseList = "outputs/forms/response-list"
  /// What a response has set aside, or what of it is discarded.
  case setAside = "outputs/forms/set-aside"
  /// What an upgrade did with responses.
  case upgrade = "outputs/forms/upgrade"
  /// Whether files could be imported.
  case validate = "outputs/forms/validate"
  /// A copy of a file.
  case backup = "outputs/files/backup"
  /// Whether a file is sound.
  case check = "outputs/files/check"
  /// What a compaction removed.
  case compact = "outputs/files/compact"
  /// A merge of another file.
  case merge = "outputs/files/merge"
  /// What an outbox holds for collectors.
  case outbox = "outputs/files/outbox"
  /// What was sent to a collector.
  case push = "outputs/files/push"
  /// What could be read of a damaged file.
  case recover = "outputs/files/recover"
  /// A file that was made of a dump or a backup.
  case restore = "outputs/files/restore"
  /// Views for SQL.
  case views = "outputs/files/views"

  /// The schema, JSON Schema 2020-12 as JSON text, with the shared definitions that it names: it needs no other file.
  ///
  /// - Throws: if it is no JSON.
  func text() throws -> String {
    let text = JSONSchemas.texts["\(rawValue).schema.json"] ?? ""
    guard text.contains(Self.shared) else { return text }
    let shared = try OrderedJSON.read(JSONSchemas.texts["outputs/\(Self.shared)"] ?? "")["$defs"]?.members ?? []
    let schema = try OrderedJSON.read(text.replacingOccurrences(of: "\(Self.shared)#", with: "#"))
    var definitions = schema["$defs"]?.members ?? []
    var references = schema.references
    while let name = references.popFirst() {
      guard !definitions.contains(where: { $0.name == name }), let found = shared.first(where: { $0.name == name })
      else { continue }
      definitions.append(found)
      references += found.value.references
    }
    let others = schema.members.filter { $0.name != "$defs" }
    return OrderedJSON.object(others + [("$defs", .object(definitions))]).text + "\n"
  }

  private static let shared = "shared.schema.json"
}

extension OrderedJSON {
  /// The names of the definitions to which a schema refers, anywhere in it.
  fileprivate var references: ArraySlice<String> {
    switch self {
    case .object(let members):
      members[...].flatMap { name, value in
        guard name == "$ref", let reference = value.string else { return value.references }
        return reference.hasPrefix("#/$defs/") ? [String(reference.dropFirst("#/$defs/".count))] : []
      }[...]
    case .array(let elements): elements.flatMap(\.references)[...]
    default: []
    }
  }
}
#endif
