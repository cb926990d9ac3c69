import FormState
import FormStateStore
import Foundation

/// The store beside the same work with SQLite's C interface.
struct StoreBenchmark {
  let cellCount: Int
  let folder: URL

  func run() throws {
    let path = folder.appendingPathComponent("store.sqlite").path
    let form = LargeForm.make(cells: cellCount)
    let store = try FormStore(path: path)
    let digest = Measurement.seconds(runs: 1) { StateDigest.ofDefinition(form) }
    print("digest: \(Measurement.text(digest))")
    let checkSeconds = Measurement.seconds(runs: 1) { form.definitionFaults() }
    print("check: \(Measurement.text(checkSeconds))")
    let save = try Measurement.seconds(runs: 1) { try store.save(form) }
    print("save: \(Measurement.text(save))")
    let key = ResponseKey(form: form.key)
    let open = try Measurement.seconds(runs: 3) { try store.session(for: key) }
    print("open: \(Measurement.text(open))")
    let session = try store.session(for: key)
    let tap = try Measurement.seconds(runs: 3) {
      for number in 0..<100 { try session.apply(.tap(.key("group\(number)"))) }
    }
    print("tap: \(Measurement.text(tap / 100))")
    let one = try Measurement.seconds(runs: 3) {
      for number in 0..<20 { try store.apply(.tap(.key("group\(number)")), to: key) }
    }
    print("one-off tap: \(Measurement.text(one / 20))")
    let all = try Measurement.seconds(runs: 1) { try session.apply(.expandAll) }
    print("expandAll: \(Measurement.text(all))")
  }
}
