import Foundation
import Testing

/// Faults that a server reports, from the shell.
@Suite("report and withdraw")
struct ReportCommandTests {
  private func workspace() async throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write(
      """
      {"formstate": 1, "key": "sign-up", "sections": [{"key": "you", "cells": [
        {"key": "name", "kind": "text", "title": "Name"}, {"key": "email", "kind": "text", "title": "E-mail"}]}]}
      """, to: "sign-up.json")
    try await workspace.formstate("import", "answers.sqlite", "sign-up.json")
    return workspace
  }

  private func act(_ arguments: String..., in workspace: Workspace) async throws -> String {
    let outcome = try await workspace.run(Workspace.words(arguments))
    return outcome.status == 0 ? outcome.output : outcome.errors
  }

  @Test("A fault can be reported on a cell or the response, is shown everywhere, and withdrawn")
  func reported() async throws {
    let workspace = try await workspace()
    _ = try await act("set", "email", "tom@example.com", in: workspace)
    #expect(
      try await act(
        "fault", "add", "email", "This address is taken.", "--reporter", "server", "--author", "Job", in: workspace)
          == """
          E-mail has a reported fault: This address is taken. (server)
          Revision 2
            reloaded [0,1] E-mail

          """)
    _ = try await act("fault", "add", "We are closed, and open again on Monday at nine.", in: workspace)
    #expect(
      try await act("faults", in: workspace) == """
        The response  We are closed, and open again on Monday at nine.
        E-mail        This address is taken. (reported by server)  email

        """)
    #expect(
      try await act("complete", in: workspace) == """
        Error: the response cannot be completed: We are closed, and open again on Monday at nine. “email”: This address is taken.

        """)
    let log = try await act("log", in: workspace)
    #expect(log.contains("  Job  reportFault email “This address is taken.” from “server”\n"))
    #expect(log.contains("      reported faults of email: none → “This address is taken.” from server\n"))
    #expect(try await act("fault", "remove", "email", in: workspace) == "No changes (revision 3).\n")
    _ = try await act("fault", "remove", in: workspace)
    _ = try await act("fault", "remove", "--reporter", "server", in: workspace)
    #expect(try await act("faults", in: workspace) == "no faults\n")
    #expect(try await act("check", in: workspace) == "ok\n")
  }

  @Test("Reports survive replay and restore; an empty message is refused")
  func elsewhere() async throws {
    let workspace = try await workspace()
    for arguments in [
      ["set", "email", "tom@example.com"], ["fault", "add", "email", "Taken.", "--reporter", "server"],
      ["fault", "add", "Closed."],
      ["set", "email", "ada@example.com"], ["undo"],
    ] {
      let outcome = try await workspace.run(Workspace.words(arguments))
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    try await workspace.formstate("export", "actions", "answers.sqlite", "--output", "actions.jsonl")
    try await workspace.formstate("export", "dump", "answers.sqlite", "--output", "dump.json")
    try await workspace.formstate("import", "replayed.sqlite", "sign-up.json")
    try await workspace.formstate("replay", "replayed.sqlite", "actions.jsonl")
    try await workspace.formstate("restore", "restored.sqlite", "dump.json")
    var digests: [String?] = []
    for name in ["answers", "replayed", "restored"] {
      let list = try await workspace.json(ShownList.self, "list", "\(name).sqlite", "--digests")
      digests.append(list.forms.first?.responses.first?.digest)
    }
    #expect(digests[0] != nil && Set(digests).count == 1)
    #expect(
      try await act("fault", "add", "email", "", in: workspace)
        == "Error: no such fault can be reported on “email”: the message is empty; describe the fault in a sentence\n")
    #expect(try await workspace.run(["fault", "remove", "answers.sqlite", "--reporter", ""]).status == 64)
    #expect(try await workspace.run(["fault", "add", "answers.sqlite"]).status == 64)
  }
}
