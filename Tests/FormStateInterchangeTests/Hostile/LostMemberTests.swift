import FormState
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

/// A reader of JSON that accepts a member and loses it is as bad as one that traps: without the member, the document
/// has to be refused, or to be another one.
@Suite("Members of documents that mean nothing")
struct LostMemberTests {
  /// A document of the repository, and what its reader makes of it.
  struct Subject: Sendable, CustomTestStringConvertible {
    let path: String
    /// The members that may be missing, since their values say what holds anyway.
    var defaults: Set<String> = []
    var isLines = false
    let read: @Sendable (Data) throws -> AnyHashable

    var testDescription: String { path }
  }

  private static let settings = ImportSettings(sourceName: "form.json")
  private static let readForm: @Sendable (Data) throws -> AnyHashable = {
    try FormDocument.read($0, settings: settings)
  }

  static let subjects = [
    Subject(
      path: "Tests/SchemaCases/everything.json",
      defaults: ["value: null", "inline: false", "cells: []", "instance: 0"], read: readForm),
    Subject(path: "Tests/Golden/1.0/form.json", read: readForm),
    Subject(path: "Examples/trip.json", read: readForm),
    Subject(path: "Tests/Corpus/form/journal.json", read: readForm),
    Subject(path: "Tests/Golden/1.0/layout.json") { try FormLayout.read($0, sourceName: "l") },
    Subject(path: "Tests/Corpus/layout/nested.json") { try FormLayout.read($0, sourceName: "l") },
    Subject(path: "Tests/Corpus/dump/two-versions.json") { try StoreDump.read($0, sourceName: "d") },
    Subject(path: "Tests/Corpus/heights/heights.json") { try MeasuredHeights($0).heights.map { "\($0)" } },
    Subject(path: "Tests/Golden/1.0/actions.jsonl", isLines: true) {
      try ActionScript.read($0, source: "a")
    },
    Subject(path: "Tests/Corpus/push-answers/answers.jsonl", isLines: true) {
      try PushAnswerDocument.read($0, source: "a")
    },
  ]

  /// The names of members without which a document is read as the same one.
  private static func lost(_ subject: Subject, some choice: ([[Int]]) -> [[Int]]) throws -> [String] {
    let whole = try Data(contentsOf: Repository.folder.appendingPathComponent(subject.path))
    return try (subject.isLines ? whole.split(separator: 0x0A).map { Data($0) } : [whole]).flatMap {
      document -> [String] in
      let (tree, expected) = (try JSONTree(document), try subject.read(document))
      return choice(tree.memberPaths).compactMap { path -> String? in
        var shorter = tree
        let removed = shorter.removeMember(at: path[...])
        guard let member = removed else { return nil }
        let words = "\(member.name): \(member.value.written().prefix(80))"
        let read = try? subject.read(Data(shorter.written().utf8))
        return read == expected && !subject.defaults.contains(words) ? words : nil
      }
    }
  }

  @Test("No member is read and lost", arguments: subjects)
  func members(subject: Subject) throws {
    let lost = try Self.lost(subject) { TestSeeds.some(6, of: $0) }
    #expect(lost == [])
  }

  @Test("Control: a reader that loses what a constraint says is noticed")
  func control() throws {
    let careless = Subject(path: "Tests/Corpus/form/inner.json") { data in
      var form = try FormDocument.read(data, settings: Self.settings).form
      for section in form.sections.indices {
        for cell in form.sections[section].cells.indices {
          form.sections[section].cells[cell].rules.removeAll { $0.kind == .constraint }
        }
      }
      return form
    }
    #expect(try Self.lost(careless) { $0 }.contains { $0.hasPrefix("constraints: ") })
  }
}
