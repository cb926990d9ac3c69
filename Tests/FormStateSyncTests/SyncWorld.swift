import FormState
import FormStateInterchange
import FormStateStore
import Foundation
import TestSupport

@testable import FormStateSync

/// Devices with a file each, and folders in which they exchange answers.
final class SyncWorld {
  static let quality = OptionList(
    "quality", options: ["good", "poor"].map { OptionList.Option(value: $0, title: $0.capitalized) })

  static let form = FormDefinition(key: "house", lists: [quality]) {
    FormSection(key: "outside", title: "Outside", isFoldable: true) {
      Cell.text("owner", title: "Owner")
      Cell.text("tenant", title: "Tenant")
      Cell.group("roof", title: "Roof", options: quality)
      Cell.text("reason", title: "Reason").relevant("${roof} = 'poor'")
      Cell.integer("floors", title: "Floors").constraint(". <= 5")
      Cell.text("secret", title: "Secret").sensitive()
      Cell.text("both", title: "Both").calculate("concat(${owner}, ${floors})")
      Cell.repeat("rooms", title: "Rooms") { Cell.text("name", title: "Name") }
    }
  }

  let place: TemporaryFolder
  var stores: [FormStore]
  let folders: [SyncFolder]

  init(devices: Int, folders: Int) throws {
    let place = try TemporaryFolder()
    self.place = place
    stores = try (0..<devices).map { number in
      let store = try FormStore(path: place.path("device\(number).sqlite"))
      try store.save(Self.form)
      return store
    }
    self.folders = try (0..<folders).map { number in
      let path = place.path("stick\(number)")
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      return SyncFolder(path: path)
    }
  }

  /// The paths of all files of a folder, by their names in it.
  func files(in folder: SyncFolder) throws -> [String: String] {
    let names = try folder.files().files.map(\.name)
    return Dictionary(uniqueKeysWithValues: names.map { ($0, "\(folder.path)/\($0)") })
  }

  /// Puts a device back to a copy of its file.
  func putBack(_ device: Int, to copy: String) throws {
    let path = place.path("device\(device).sqlite")
    stores[device] = try FormStore.inMemory()
    for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
    try FileManager.default.copyItem(atPath: copy, toPath: path)
    stores[device] = try FormStore(path: path)
  }

  /// Lets all devices exchange with all folders until nothing is new.
  func settle() throws -> [SyncReport] {
    for _ in 0..<8 {
      var reports: [SyncReport] = []
      for store in stores { for folder in folders { reports.append(try store.sync(with: folder)) } }
      if reports.allSatisfy({ $0.writtenFiles.isEmpty && !$0.received.changesAnything }) { return reports }
    }
    throw NeverSettled()
  }

  struct NeverSettled: Error {}

  /// The questions, states, journals and other lines of all devices, a line each.
  func description() throws -> String {
    try stores.enumerated().map { number, store in
      var lines = try store.questions().map { "\(number) \($0.key.response) asks \($0)" }
      try store.forEachPart { part in
        guard case .response(let key, let response) = part else { return }
        let contents = try store.contents(of: ResponseKey(form: Self.form.key, response: key))
        lines.append("\(number) \(key) \(contents.revision) \(contents.digest)")
        lines += contents.state.changes.inOrder.map { "\(number) \(key) has \($0)" }
        lines += response.journal.map { "\(number) \(key) journal \($0)" }
        lines += response.others.map { "\(number) \(key) other \($0)" }
      }
      return lines.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// What is in a store: the digest of each response by its name, and all that was ever entered.
  static func contents(of store: FormStore) throws -> (digests: [StreamName: String], said: Set<String>) {
    var (digests, said) = ([StreamName: String](), Set<String>())
    var form = ""
    try store.forEachPart { part in
      switch part {
      case .form(let contents): form = contents.form.key
      case .response(let key, let response):
        for entry in response.journal + response.others.map(\.entry) {
          said.formUnion(entry.changes.compactMap { $0.after?.value?.plainText })
        }
        guard let stream = response.stream else { return }
        digests[stream] = try store.contents(of: ResponseKey(form: form, response: key)).digest
      }
    }
    return (digests, said)
  }
}
