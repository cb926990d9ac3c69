#if CommandLine
import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// Writes the answers of responses as tables, reading one response after another.
struct AnswerExport {
  let store: FormStore
  let key: ResponseKey
  /// The named response; `nil` for all of the form.
  let named: String?
  /// Reads the named response.
  let reading: (ResponseKey, FormStore) throws -> ResponseContents
  let language: LanguageArguments
  /// The cells whose answers are left out.
  let concealed: SensitiveCells
  let style: AnswerTable.Style

  init(
    _ source: ExportSource, reading: @escaping (ResponseKey, FormStore) throws -> ResponseContents,
    language: LanguageArguments, concealed: SensitiveCells, style: AnswerTable.Style
  ) {
    (store, key, named) = (source.store, source.key, source.named)
    (self.reading, self.language, self.concealed, self.style) = (reading, language, concealed, style)
  }

  /// The forms whose questions have columns, and the responses, which can be read more than once with the same result.
  struct Source {
    let forms: [FormDefinition]
    let forEach: ((ResponseContents) throws -> Void) throws -> Void

    /// Writes a table, and notes what tables leave out if it is the first one.
    func write(
      _ shape: AnswerTableWriter.Shape, style: AnswerTable.Style, notes: Bool = true,
      to sink: @escaping (Data) throws -> Void
    ) throws {
      var table = AnswerTableWriter(shape, columnsOf: forms, style: style, to: sink)
      var leftOut = AnswersLeftOut(style: style)
      try forEach { contents in
        try table.write(contents)
        leftOut.count(contents)
      }
      try table.finish()
      if notes { leftOut.note() }
    }
  }

  /// Reads the responses at one point in time.
  func withSource<Result>(_ work: (Source) throws -> Result) throws -> Result {
    var shown = ShownForms(language)
    if named != nil {
      let contents = try shown.showing(concealed.concealing(try reading(key, store)))
      return try work(Source(forms: [contents.form]) { try $0(contents) })
    }
    return try store.withResponses(to: key.form) { responses in
      let forms = responses.forms.isEmpty ? [try store.form(key.form)] : responses.forms
      return try work(
        Source(forms: try forms.map { try shown.form($0) }) { body in
          try responses.readEach { try body(shown.showing(concealed.concealing($0))) }
        })
    }
  }

  /// Writes one table.
  func writeTable(isLong: Bool, to sink: @escaping (Data) throws -> Void) throws {
    try withSource { source in
      if isLong { return try source.write(.answers, style: style, to: sink) }
      let repeats = AnswerTable.repeatKeys(of: source.forms)
      if !repeats.isEmpty {
        StandardStreams.note(
          "Repeats are omitted: \(Self.joined(repeats)). --tables writes a table for each.")
      }
      try source.write(.responses, style: style, to: sink)
    }
  }

  /// Keys, as in a note.
  static func joined(_ keys: [String]) -> String {
    keys.map { "“\(TerminalText.plain($0))”" }.joined(separator: ", ")
  }

  /// Writes a table of the responses and one of each repeat into a folder, all of them or none.
  func writeTables(into folder: String, besides database: DatabasePaths) throws {
    let written = try OutputFolder.write(into: folder, besides: database) { try writeTables(to: &$0) }
    for path in written { StandardStreams.note("Wrote “\(path)”.") }
  }

  private func writeTables(to folder: inout OutputFolder) throws {
    try withSource { source in
      var names: Set<String> = []
      let repeats = AnswerTable.repeatKeys(of: source.forms).map {
        (name: $0, shape: AnswerTableWriter.Shape.instances(ofRepeat: $0))
      }
      for (name, shape) in [(name: key.form, shape: .responses)] + repeats {
        let isFirst = names.isEmpty
        try folder.write(Self.fileName(of: name, taken: &names)) {
          try source.write(shape, style: style, notes: isFirst, to: $0)
        }
      }
    }
  }

  /// A key as the name of a file, distinct from those already used.
  private static func fileName(of key: String, taken: inout Set<String>) -> String {
    let name = String(
      key.map { character in
        character.isLetter || character.isNumber || "-_".contains(character) ? character : "_"
      })
    var (candidate, number) = (name, 1)
    // Some file systems do not distinguish upper and lower case.
    while !taken.insert(candidate.lowercased()).inserted {
      number += 1
      candidate = "\(name)_\(number)"
    }
    return candidate + ".csv"
  }
}
#endif
