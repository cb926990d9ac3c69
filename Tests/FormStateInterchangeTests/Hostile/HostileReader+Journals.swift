import FormState
import Foundation
import TestSupport

@testable import FormStateInterchange
@testable import FormStateStore

extension HostileReader {
  /// Readers of journals: scripts, dumps, batches, and what collectors answer.
  static var journals: [HostileReader] {
    [
      HostileReader(
        name: "action script", grammar: .jsonLines,
        corpus: {
          try [file("../Golden/1.0/actions.jsonl"), file("../../Examples/profile-actions.jsonl")]
        }, faulty: { try cases("actions") }, accept: acceptScript),
      HostileReader(
        name: "dump", grammar: .json,
        corpus: { try files("dump", "Tests/Golden/1.0/dump.json") }, faulty: { try cases("dump") }, accept: acceptDump),
      HostileReader(
        name: "batch", grammar: .jsonLines, corpus: { try files("batch") }, mend: BatchMending.mended,
        accept: acceptBatch),
      HostileReader(
        name: "collector's answers", grammar: .jsonLines, corpus: { try files("push-answers") },
        accept: { data, _ in
          let answers = try PushAnswerDocument.read(data, source: "hq.jsonl")
          let lines = try answers.map(PushAnswerDocument.line).joined(separator: "\n")
          let again = try PushAnswerDocument.read(Data(lines.utf8), source: "again.jsonl")
          return again == answers ? [] : ["written, they are others"]
        }),
      HostileReader(
        name: "upgrade map", grammar: .json, corpus: { try files("map") },
        accept: { data, _ in
          let map = try UpgradeMap.read(data, sourceName: "map.json")
          let written = UpgradeMap.write(map)
          // Bytes, since Swift compares texts with long runs of marks in quadratic time.
          let again = UpgradeMap.write(try UpgradeMap.read(written, sourceName: "again.json"))
          return again == written ? [] : ["written, it is another"]
        }),
    ]
  }

  @Sendable private static func acceptScript(_ data: Data, _ store: FormStore) throws -> [String] {
    let actions = try ActionScript.read(data, source: "script.jsonl")
    let lines = try actions.map(ActionScript.line).joined(separator: "\n")
    let again = try ActionScript.read(Data(lines.utf8), source: "again.jsonl")
    let form = try FormDocument.read(try file("form/journal.json"), settings: ImportSettings(sourceName: "f.json")).form
    try store.save(form)
    defer { _ = try? store.deleteForm(form.key, includingResponses: true) }
    let key = ResponseKey(form: form.key, response: "script")
    for action in actions {
      do {
        try store.apply(action, to: key)
      } catch let error where error is ActionError || error is StoreError {
        continue
      }
    }
    return try HostileTrial.check(store) + (again == actions ? [] : ["written, they are others"])
  }

  @Sendable private static func acceptDump(_ data: Data, _ store: FormStore) throws -> [String] {
    let (whole, problem) = try wholeDump(data)
    var problems = problem.map { [$0] } ?? []
    let empty = try FormStore.inMemory()
    do {
      try empty.restore(whole)
    } catch is StoreError {
      // A journal can be well written and not fit its form.
      return problems
    }
    problems += try HostileTrial.check(empty)
    let written = try dump(empty)
    let other = try FormStore.inMemory()
    try other.restore(try StoreDump.read(written, sourceName: "again.json"))
    if try dump(other) != written { problems.append("restored from its dump, the dump is another") }
    return problems
  }

  /// Reads a dump whole and in portions, which must say the same.
  private static func wholeDump(_ data: Data) throws -> (forms: [FormContents], problem: String?) {
    let whole = Result { try StoreDump.read(data, sourceName: "dump.json") }
    do {
      var parts = 0
      try DumpInPortions(data, of: 100).reader.forEachPart { _ in parts += 1 }
      let forms = try whole.get()
      let expected = forms.reduce(forms.count) { $0 + $1.responses.count }
      return (forms, parts == expected ? nil : "in portions it has \(parts) parts instead of \(expected)")
    } catch let error as ImportError {
      let forms = try whole.get()
      return (forms, error.isAboutOrder ? nil : "in portions it is refused: \(error)")
    }
  }

  private static func dump(_ store: FormStore) throws -> Data {
    var data = Data()
    var writer = StoreDumpWriter { data.append($0) }
    try store.forEachPart { try writer.write($0) }
    try writer.finish()
    return data
  }

  @Sendable private static func acceptBatch(_ data: Data, _ store: FormStore) throws -> [String] {
    var rest = data
    let lines = InputLines(name: "batch.jsonl") { limit in
      defer { rest = rest.dropFirst(limit) }
      return Data(rest.prefix(limit))
    }
    var reader = PushBatchReader(source: "batch.jsonl", nextLine: lines.next)
    let versions = PushedVersions()
    var problems: [String] = []
    while let element = try reader.next() {
      switch element {
      case .definition(let definition):
        versions.add(definition.form, digest: definition.digest)
        let again = try PushedDefinition.form(ofStored: try definition.document(), digest: definition.digest)
        if again != definition.form { problems.append("its definition is stored as another") }
      case .part(let part):
        if part.entries.isEmpty || part.last != part.after + part.entries.count {
          problems.append("a part is not whole")
        }
        _ = try versions.entries(of: part.entries, after: part.definitions.values.sorted().first)
      }
    }
    return problems
  }
}

/// Writes the proofs of a batch again, so that its reader looks at what was changed.
enum BatchMending {
  @Sendable static func mended(_ data: Data) -> Data {
    var chain: JournalChain?
    var (entries, parts) = (0, 0)
    let lines = data.split(separator: 0x0A).map { line -> Data in
      guard case .object(var members)? = try? JSONTree(Data(line)) else { return Data(line) }
      let names = members.map(\.name)
      func set(_ name: String, _ value: JSONTree) {
        for place in members.indices where members[place].name == name { members[place].value = value }
      }
      if names.contains("definition") {
        set("definition", digest(of: members.first { $0.name == "document" }?.value))
      } else if names.contains("stream") {
        (entries, parts) = (0, parts + 1)
        chain = members.first { $0.name == "chain" }?.value.text.flatMap(JournalChain.init)
      } else if names.contains("revision") {
        entries += 1
        chain?.append(String(decoding: line, as: UTF8.self))
        return Data(line)
      } else if names.contains("entries") {
        set("entries", .scalar("\(entries)"))
        if let chain { set("chain", .text(chain.description)) }
      } else if names == ["parts"] {
        set("parts", .scalar("\(parts)"))
      }
      return Data(JSONTree.object(members).written().utf8)
    }
    return Data(lines.joined(separator: [0x0A]))
  }

  private static func digest(of document: JSONTree?) -> JSONTree {
    let data = Data((document?.written() ?? "").utf8)
    let form = try? FormDocument.read(data, settings: ImportSettings(sourceName: "")).form
    return .text(form.map(StateDigest.ofDefinition) ?? "")
  }
}
