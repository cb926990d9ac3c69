import FormState
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange
@testable import FormStateStore

/// Import accepts only journals that `check` accepts: an edited journal is refused at once, or is valid.
@Suite("A manually edited journal")
struct EditedJournalTests {
  private static let key = ResponseKey(form: "f")

  private static let form = FormDefinition(
    key: "f",
    sections: [
      FormSection(
        key: "s",
        cells: [
          FormCell(key: "a", kind: .text), FormCell(key: "n", kind: .integer),
          FormCell(key: "twice", kind: .integer, rules: [FormRule(.calculate, "${n} * 2")]),
          FormCell(key: "g", kind: .group, isExpandable: true, additionalRows: 2, summary: .choice),
          FormCell(key: "o1", kind: .option, optionValue: "one"),
          FormCell(key: "o2", kind: .option, optionValue: "two"),
          FormCell(key: "r", kind: .repeat, isExpandable: true, additionalRows: 1, counts: InstanceCounts(initial: 1)),
          FormCell(key: "m", kind: .text),
        ])
    ])

  /// A document with a journal of many kinds of actions.
  private static func document(compacted: Bool) throws -> Data {
    let store = try FormStore.inMemory()
    try store.save(form)
    let actions: [FormAction] = [
      .set("a", "x"), .set("n", 4), .draft("a", "y"), .expand("g"), .choose("o2"), .add("r"), .set("m:1", "in"),
      .move("r:2", before: "r:1"), .undo(.everything), .redo(.everything), .undo(.values), .fold(section: "s"),
      .markSaved, .remove("r:1"), .clear("n"), .draft("a", nil), .complete,
    ]
    for action in actions { try store.apply(action, to: key) }
    if compacted { try store.compact(key, keeping: 5) }
    return try FormDocument.write(
      try store.form("f"), responses: ["default": FormContents.Response(of: key, in: store)])
  }

  /// The replacements for a part of the document.
  private static var replacements: [Any?] {
    [
      nil, NSNull(), 0, 1, 2, -1, 2_147_483_647, 9_223_372_036_854_775_807, 0.5, true, "", "x", "s", "m", [Any](),
      [String: Any](),
    ]
  }

  @Test("is refused by import or accepted by check", arguments: [false, true], TestSeeds.seeds(1, full: 1))
  func edited(compacted: Bool, seed: UInt64) throws {
    let document = try Self.document(compacted: compacted)
    let root = try #require(try JSONSerialization.jsonObject(with: document) as? [String: Any])
    let responses = try #require(root["responses"])
    var random = SeededGenerator(seed: seed)
    var (accepted, refused) = (0, 0)
    for path in Self.paths(in: responses) {
      for replacement in Self.replacements where TestSeeds.isFull || random.next() % 32 == 0 {
        let edited = try Self.document(root, replacing: path, by: replacement)
        let place = Comment(
          rawValue: "\(path) = \(replacement ?? "gone"), replay with FORMSTATE_TEST_SEED=\(seed)")
        let store = try FormStore.inMemory()
        do {
          try store.importForms([try imported(edited).formContents])
        } catch let error as ImportError {
          refused += 1
          #expect(!error.diagnostics.isEmpty || error.documentProblem != nil, place)
          continue
        } catch let error as StoreError where [.unfitJournal, .unusableName].contains(error.code) {
          refused += 1
          continue
        }
        accepted += 1
        let faults = try store.check()
        #expect(faults == [], place)
      }
    }
    #expect(refused > 10 && accepted + refused > 30)
  }

  /// A step in the path to a part of a document.
  private enum Step {
    case element(Int)
    case member(String)
  }

  /// The paths of all parts of a value.
  private static func paths(in value: Any) -> [[Step]] {
    var found: [[Step]] = []
    var waiting: [(path: [Step], value: Any)] = [([], value)]
    while let (path, value) = waiting.popLast() {
      if !path.isEmpty { found.append(path) }
      if let values = value as? [Any] {
        waiting += values.enumerated().map { (path + [.element($0)], $1) }
      } else if let members = value as? [String: Any] {
        waiting += members.sorted { $0.key < $1.key }.map { (path + [.member($0.key)], $0.value) }
      }
    }
    return found
  }

  private static func document(
    _ root: [String: Any], replacing path: [Step], by replacement: Any?
  ) throws -> Data {
    var root = root
    root["responses"] = root["responses"].flatMap { replaced($0, path[...], replacement) }
    return try JSONSerialization.data(withJSONObject: root, options: .sortedKeys)
  }

  private static func replaced(_ value: Any, _ path: ArraySlice<Step>, _ replacement: Any?) -> Any? {
    switch path.first {
    case nil: return replacement
    case .element(let index)?:
      guard var values = value as? [Any] else { return value }
      let new = replaced(values.remove(at: index), path.dropFirst(), replacement)
      if let new { values.insert(new, at: index) }
      return values
    case .member(let name)?:
      guard var members = value as? [String: Any], let old = members[name] else { return value }
      members[name] = replaced(old, path.dropFirst(), replacement)
      return members
    }
  }

  @Test("An entry that changes nothing is refused with its revision")
  func nothing() throws {
    let text = """
      {"formstate": 1, "key": "f", "sections": [{"key": "s", "cells": [{"key": "a", "kind": "text"}]}],
       "responses": [{"key": "default", "journal": [{"revision": 1, "time": "2026-11-21T03:12:13.456Z",
         "action": {"action": "set", "cell": "a", "value": "x"}, "changes": []}]}]}
      """
    let store = try FormStore.inMemory()
    #expect(throws: StoreError.unfitJournal(revision: 1, problem: "it changes nothing")) {
      try store.importForms([try imported(Data(text.utf8)).formContents])
    }
  }
}
