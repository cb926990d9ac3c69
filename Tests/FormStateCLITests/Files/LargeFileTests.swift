#if os(Linux)
import Foundation
import TestSupport
import Testing

/// Forms so large that reading all of their cells exceeds the memory limit.
@Suite("Large files")
struct LargeFileTests {
  private let workspace: Workspace
  private static let groups = 100_000
  /// The limit for a process's writable memory, its heap and stacks: with the program and its libraries, 64 MB.
  private static let mostKibibytes = 49_152

  init() throws { workspace = try Workspace() }

  /// Groups of nine questions; every hundredth group has rules.
  private static func document(title: String, hasMore: Bool) -> String {
    let groups = (0..<groups).map { group -> String in
      let cells = (0..<9).map { question -> String in
        let rule =
          group.isMultiple(of: 100)
          ? [1: #", "required": "${g\#(group)q0} = 'yes'""#, 2: #", "relevant": "${g\#(group)q0} = 'yes'""#][question]
            ?? ""
          : ""
        return #"{"key": "g\#(group)q\#(question)", "kind": "text", "title": "Question \#(question)"\#(rule)}"#
      }
      return
        #"{"key": "g\#(group)", "kind": "group", "title": "Group \#(group)", "cells": [\#(cells.joined(separator: ","))]}"#
    }
    let more = hasMore ? [#"{"key": "more", "kind": "text", "title": "More"}"#] : []
    let cells = (groups + more).joined(separator: ",")
    return
      #"{"formstate": 1, "key": "big", "title": "\#(title)", "sections": [{"key": "s", "title": "S", "cells": [\#(cells)]}]}"#
  }

  /// Runs the tool with little memory.
  private func frugally(_ arguments: [String]) async throws -> RunningTool.Outcome {
    let command = "ulimit -s 2048; ulimit -d \(Self.mostKibibytes); exec \"$0\" \"$@\""
    return try await workspace.run(
      ["-c", command, BuiltTool.url().path] + arguments, of: URL(fileURLWithPath: "/bin/sh"))
  }

  private func expect(_ output: String, _ arguments: String...) async throws {
    let outcome = try await frugally(arguments)
    #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
    #expect(outcome.output.contains(output), "\(arguments): \(outcome.output.prefix(1_000))")
  }

  @Test(
    "A form of a million cells can be used and upgraded in 64 MB of memory",
    .enabled(if: TestSeeds.isFull), .timeLimit(.minutes(20)))
  func littleMemory() async throws {
    try Data(Self.document(title: "Big", hasMore: false).utf8).write(to: workspace.file("1.json"))
    try Data(Self.document(title: "Big", hasMore: true).utf8).write(to: workspace.file("2.json"))
    _ = try await workspace.formstate("import", "f.sqlite", "1.json")
    let last = Self.groups - 1
    try await expect("▸ Group 1999", "show", "f.sqlite", "--rows", "2000..2001")
    try await expect("inserted [0,\(last + 1)] Question 0", "tap", "f.sqlite", "g\(last)")
    try await expect("reloaded [0,\(last)] Tom", "set", "f.sqlite", "g\(last)q3", "Tom")
    try await expect("Group 2000 › Question 2 is relevant", "set", "f.sqlite", "g2000q0", "yes")
    try await expect("Group 2000 › Question 1  An answer is needed.", "faults", "f.sqlite")
    try await expect("“g2000” is collapsed", "explain", "f.sqlite", "g2000q1")
    try await expect("Tom", "get", "f.sqlite", "g\(last)q3")
    try await expect("g\(last)q3  “Tom”", "status", "f.sqlite")
    try await expect("Group 2000 › Question 2 is not relevant", "undo", "f.sqlite")
    try await expect("Group 2000 › Question 2 is relevant", "redo", "f.sqlite")
    _ = try await workspace.formstate("import", "f.sqlite", "2.json")
    try await expect("kept  “Question 3”", "upgrade", "f.sqlite")
    try await expect("More: nothing → x", "set", "f.sqlite", "more", "x")
    try await expect("more", "show", "f.sqlite", "--rows", "\(last + 11)..\(last + 11)")
    try await expect("big “Big”, version 2", "list", "f.sqlite")
    // The limit is effective: a command that needs all cells at once exceeds it.
    #expect(try await frugally(["check", "f.sqlite"]).status != 0)
    #expect(try await workspace.formstate("check", "f.sqlite") == "ok\n")
  }
}
#endif
