import FormState
import FormStateStore
import Foundation
import GRDB
import Observation
import Synchronization

/// Does what the app does, and says each time what came of it; ends with a failure when it is not what it should be.
@main
@MainActor
enum Host {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  static func main() async {
    do {
      try await tour()
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  private static func tour() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("formstate-host-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("clinic.sqlite").path
    try oneTransaction(try Clinic(path: path))
    let clinic = try Clinic(path: path)
    try expect(try clinic.summary() == ["Ada: weight 61.5"], "the second start has the answers of the first")
    try grouped(clinic)
    try await observation(clinic)
    try await screen(clinic)
    try refreshing(clinic)
    let mistaken = try await DoubleTap.mistaken(path: folder.appendingPathComponent("kin.sqlite").path, rounds: 60)
    try expect(mistaken == 0, "60 double taps mean the rows that showed")
    try deletion(clinic)
    print("The host's tour is done; check says \(try clinic.store.check().first ?? "ok").")
  }

  private static func expect(_ isAsExpected: Bool, _ what: String) throws {
    guard isAsExpected else { throw Failure(description: "not as expected: \(what)") }
    print("✓ \(what)")
  }

  /// An action and a row of the app's own, committed together or not at all.
  private static func oneTransaction(_ clinic: Clinic) throws {
    try clinic.begin(visit: "v1", patient: "Ada", weight: 61.5)
    try expect(try clinic.summary() == ["Ada: weight 61.5"], "an action and a row of the app in one transaction")
    do {
      try clinic.begin(visit: "v2", patient: "Ben", weight: 900)
      throw Failure(description: "a weight of 900 was accepted")
    } catch let error as ActionError {
      let count = try clinic.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM visit") }
      try expect(count == 1, "refused together: \(error)")
    }
  }

  /// Groups, undo and redo within the app's transactions.
  private static func grouped(_ clinic: Clinic) throws {
    try clinic.note("Came by bus", on: "v1")
    try expect(
      try clinic.summary() == ["Ada: weight 61.5", "Ada: mobility Walks alone", "Ada: note Came by bus"],
      "a group, an undo and a redo in transactions of the app")
    try clinic.store.undo(of: Clinic.response(of: "v1"))
  }

  /// GRDB tells of what people fill in as it tells of the app's own rows.
  private static func observation(_ clinic: Clinic) async throws {
    let observation = ValueObservation.tracking { db in
      try String.fetchOne(
        db, sql: "SELECT readable FROM answer WHERE form = 'visit' AND response = 'v1' AND cell = 'note'")
    }.removeDuplicates()
    var seen: [String?] = []
    for try await note in observation.values(in: clinic.database) {
      seen.append(note)
      if note != nil { break }
      try clinic.store.apply(.set("note", "Feels well"), to: Clinic.response(of: "v1"))
    }
    try expect(seen == [nil, "Feels well"], "an observation of the view “answer” fires")
  }

  /// A screen that SwiftUI would draw, observed.
  private static func screen(_ clinic: Clinic) async throws {
    let model = FormModel(try clinic.store.session(for: Clinic.response(of: "v1")))
    let changed = Flag()
    withObservationTracking {
      _ = model.sections
    } onChange: {
      changed.set()
    }
    model.perform(.tap("mobility"))
    model.perform(.choose("mobility=fair"))
    await model.settle()
    try expect(changed.isSet && model.failure == nil, "the observed screen is told of a change")
    let row = model.sections.first?.rows.first { $0.key == "mobility" }
    try expect(row?.title == "Walks with help", "a question shows the title of the option that was chosen")
    try expect(row?.options.map(\.isChosen) == [false, true, false], "its row knows which one is chosen")
    let answers = try model.session.answers(as: VisitForm.Answers.self)
    try expect(answers.mobility == "fair" && answers.weight == 61.5, "answers are read as a type of the app's own")
    model.undo()
    await model.settle()
    try expect(model.value(of: "mobility") == nil && model.canRedo, "undo takes the choice back")
  }

  /// A session that an observer refreshes after each commit.
  private static func refreshing(_ clinic: Clinic) throws {
    let key = Clinic.response(of: "v1")
    let session = try clinic.store.session(for: key)
    let observer = RefreshingObserver(session)
    clinic.database.add(transactionObserver: observer, extent: .databaseLifetime)
    for number in 0..<200 {
      try clinic.store.apply(.set("note", .text("Note \(number)")), to: key)
      try session.apply(.set("note", .text("Note \(number)!")))
    }
    clinic.database.remove(transactionObserver: observer)
    try expect(
      observer.failure == nil && observer.commits == 400 && session.value(of: "note") == "Note 199!",
      "a session is refreshed in databaseDidCommit")
  }

  /// What is deleted is gone, from the file too.
  private static func deletion(_ clinic: Clinic) throws {
    try clinic.delete(visit: "v1")
    try clinic.store.reclaimSpace()
    try expect(try clinic.summary() == [], "a deleted visit is gone")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: clinic.database.path))
    try expect(
      bytes.range(of: Data("Feels well".utf8)) == nil && bytes.range(of: Data("Note 1".utf8)) == nil,
      "its text is gone from the file")
  }
}

/// A flag that any thread may set.
final class Flag: Sendable {
  private let flag = Mutex(false)

  var isSet: Bool { flag.withLock { $0 } }

  func set() { flag.withLock { $0 = true } }
}
