import FormState
import FormStateStore
import Foundation

/// A person taps twice before the first tap shows, while another process writes.
@MainActor
enum DoubleTap {
  private static let form = FormDefinition(key: "kin") {
    FormSection(key: "s") {
      Cell.group("allergic", subtitle: "Allergic?") {
        Cell.option("yes", title: "Yes")
        Cell.option("no", title: "No")
      }
      Cell.group("next", subtitle: "Next of kin") { Cell.text("name", title: "Name") }
    }
  }

  /// Taps row 0, which opens and moves row 1, and row 1 at once.
  ///
  /// - Returns: how often the second tap did anything but open what the person saw.
  static func mistaken(path: String, rounds: Int) async throws -> Int {
    let store = try FormStore(path: path)
    let other = try FormStore(path: path)
    try store.save(form)
    var mistaken = 0
    for round in 0..<rounds {
      let key = ResponseKey(form: "kin", response: "\(round)")
      let session = try store.session(for: key)
      await keepBusy(other)
      let taps = (0...1).map { row in
        Task { try await session.apply(.tap(.rowPath(RowPath(section: 0, row: row)))) { _ in } }
      }
      var isRefused = false
      for tap in taps {
        do { _ = try await tap.value } catch is StaleRowsError { isRefused = true }
      }
      if isRefused || session.value(of: "allergic") != nil || session.rowPath(of: "name") == nil { mistaken += 1 }
    }
    return mistaken
  }

  /// Lets somebody else write for 20 ms from now on.
  private static func keepBusy(_ other: FormStore) async {
    await withCheckedContinuation { begun in
      DispatchQueue.global().async {
        _ = try? other.group("Busy", in: ResponseKey(form: "kin", response: "other")) { group in
          try group.apply(.tap("next"))
          begun.resume()
          Thread.sleep(forTimeInterval: 0.02)
        }
      }
    }
  }
}
