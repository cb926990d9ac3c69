import FormState
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

/// Responses that are checked on several connections at once, compared with a check on one.
@Suite("Checking on all processors")
struct CheckedResponsesTests {
  private static let forms = [ProfileForm.form, FormDefinition(key: "note", sections: [note]), other]
  private static let note = FormSection(key: "s", cells: [FormCell(key: "firstname", kind: .text)])
  private static let other = FormDefinition(key: "other", sections: [note])

  /// A file with many responses to several forms, some of them edited by hand.
  private func edited(in folder: TemporaryFolder) throws -> String {
    let path = folder.path("answers.sqlite")
    let store = try FormStore(path: path)
    for form in Self.forms {
      try store.save(form)
      for number in 0..<40 {
        let key = ResponseKey(form: form.key, response: "r\(number)")
        for name in ["a", "b", "c"] { try store.apply(.set("firstname", .text("\(name)\(number)")), to: key) }
      }
    }
    try Tampering.run(
      """
      UPDATE formstate_cell_state SET value = 'edited' WHERE response_id % 7 = 3 AND is_set;
      UPDATE formstate_response SET key = 'r' || char(10) WHERE id = 55;
      """, in: store.database)
    try store.close()
    return path
  }

  @Test("Check on several connections reports the same faults in the same order")
  func sameFaults() throws {
    let folder = try TemporaryFolder()
    let path = try edited(in: folder)
    let alone = try FormStore(database: try DatabaseQueue(path: path)).check()
    #expect(alone.count > 15, "\(alone)")
    for store in [try FormStore(path: path), try FormStore(path: path, access: .read)] {
      #expect(try store.check() == alone)
    }
  }

  @Test("A helper connection with other responses is ignored, and all responses are checked")
  func others() throws {
    let folder = try TemporaryFolder()
    let path = try edited(in: folder)
    let copy = folder.path("copy.sqlite")
    try FormStore.copyFile(at: path, to: copy)
    try FormStore(path: copy).apply(.clear("firstname"), to: ResponseKey(form: "note", response: "r1"))
    let store = try FormStore(path: path, access: .read)
    try store.read { db in
      let check = StoreCheck(db: db)
      let responses = try StoredResponse.all(in: db)
      let alone = try CheckedResponses(responses, besides: []).faults(by: check, helpedBy: nil)
      #expect(alone.count > 15)
      for file in [path, copy, folder.path("nothing.sqlite")] {
        #expect(try CheckedResponses(responses, besides: []).faults(by: check, helpedBy: file) == alone)
      }
      #expect(
        try CheckedResponses(responses, besides: ["note", "other", "profile"]).faults(by: check, helpedBy: path) == [])
    }
  }
}
