import FormState
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

@Suite("Reclaiming space")
struct ReclaimingTests {
  private let profile = ResponseKey(form: "profile")
  private let name = "Wilhelmina-the-Unmistakable"

  @Test("Reclaiming shrinks the file and empties the log of an open store; removed text is in neither")
  func nothingIsLeft() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("store.sqlite")
    let store = try FormStore(path: path)
    try store.save(ProfileForm.form)
    for number in 0..<300 {
      try store.apply(.set(.key("firstname"), .text("\(name) \(number)")), to: profile)
    }
    try store.apply(.set(.key("firstname"), .text("Ada")), to: profile)
    let text = Data(name.utf8)
    #expect(try FileDamage.bytes(of: path + "-wal").range(of: text) != nil, "the name was to be there before")
    try store.compact(profile, keeping: 0)
    try store.reclaimSpace()
    let bytes = try FileDamage.bytes(of: path)
    #expect(bytes.range(of: text) == nil)
    #expect(try FileDamage.bytes(of: path + "-wal").isEmpty)
    let size = try store.read { db in
      try Int.fetchOne(db, sql: "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
    }
    #expect(bytes.count == size)
    #expect(try store.status(of: profile).cells.first { $0.key == "firstname" }?.value == .text("Ada"))
    #expect(try store.check() == [])
  }

  @Test("A store opened for reading refuses to reclaim and leaves the file unchanged")
  func readingStore() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("store.sqlite")
    try FormStore(path: path).save(ProfileForm.form)
    let before = try FileDamage.bytes(of: path)
    let store = try FormStore(path: path, access: .read)
    #expect(throws: StoreError.readOnly(path: path)) { try store.reclaimSpace() }
    #expect(try FileDamage.bytes(of: path) == before)
  }

  @Test("Reclaiming throws “busy” while another connection still reads the log")
  func somebodyReads() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("store.sqlite")
    let store = try FormStore(path: path, settings: FormStore.Settings(busyTimeout: 0.05))
    try store.save(ProfileForm.form)
    let reader = try FormStore(path: path, access: .read)
    try reader.read { db in
      _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM formstate_form")
      #expect(throws: StoreError.busy) { try store.reclaimSpace() }
    }
    try store.reclaimSpace()
    #expect(try FileDamage.bytes(of: path + "-wal").isEmpty)
  }
}
