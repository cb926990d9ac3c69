import FormState
import FormStateInterchange
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateSync

/// Devices, sticks, and everything that happens to both.
@Suite("Schedules of syncs")
struct SyncScheduleTests {
  @Test(
    "Whatever happens to devices and folders, all have the same in the end, and nothing that a folder had is lost",
    arguments: TestSeeds.seeds(8, full: 500))
  func anySchedule(seed: UInt64) throws {
    let place = Comment(rawValue: "replay with FORMSTATE_TEST_SEED=\(seed)")
    var schedule = try Schedule(seed: seed)
    for step in 0..<40 { try schedule.take(step) }
    _ = try schedule.world.settle()
    let contents = try schedule.world.stores.map(SyncWorld.contents)
    if Set(contents.map(\.digests)).count > 1 {
      // Times, names and salts are random, so a replay need not part.
      Issue.record("\(place)\n\(try schedule.world.description())")
    }
    for (number, one) in contents.enumerated() {
      #expect(one.digests == contents[0].digests, place)
      #expect(schedule.kept.isSubset(of: one.said), "device \(number): \(place)")
      #expect(try schedule.world.stores[number].check() == [], place)
    }
    #expect(contents[0].digests.count == schedule.world.stores.count, place)
  }
}

/// A schedule from a seed.
private struct Schedule {
  let world: SyncWorld
  /// What was said on each device, and what a folder must have for good.
  private var said: [Set<String>]
  private(set) var kept: Set<String> = []
  private var random: SeededGenerator
  private var copies: [Int: (path: String, said: Set<String>)] = [:]

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    world = try SyncWorld(devices: 3, folders: 2)
    said = Array(repeating: [], count: 3)
    for device in 0..<3 { try world.stores[device].apply(.set("owner", .text("begun \(device)")), to: key(device)) }
    for _ in 0..<2 {
      for store in world.stores { for folder in world.folders { try store.sync(with: folder) } }
    }
  }

  private func key(_ number: Int) -> ResponseKey { ResponseKey(form: "house", response: "p\(number)") }

  mutating func take(_ step: Int) throws {
    let device = Int.random(in: 0..<3, using: &random)
    let store = world.stores[device]
    let folder = world.folders[Int.random(in: 0..<2, using: &random)]
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<10: try act(step, on: device)
    case 10..<15:
      try store.sync(with: folder)
      kept.formUnion(said[device])
    case 15:
      try store.sync(with: folder, .receive)
    case 16:
      // Killed after files were written and before that was noted.
      let copy = world.place.path("killed\(step).sqlite")
      try store.backup(to: copy)
      try FormStore(path: copy).sync(with: folder)
    case 17:
      let path = world.place.path("copy\(step).sqlite")
      try store.backup(to: path)
      copies[device] = (path, said[device])
    case 18:
      guard let copy = copies[device] else { return }
      try world.putBack(device, to: copy.path)
      said[device] = copy.said
    default:
      try damage(folder)
    }
  }

  /// Cuts a file, whose device has it still, or lets one be copied by halves.
  private mutating func damage(_ folder: SyncFolder) throws {
    guard let file = try world.files(in: folder).values.sorted().randomElement(using: &random) else { return }
    let url = URL(fileURLWithPath: file)
    let whole = try Data(contentsOf: url)
    try whole.prefix(whole.count / 2).write(to: url)
    let device = Int.random(in: 0..<3, using: &random)
    try world.stores[device].sync(with: folder)
    kept.formUnion(said[device])
    try whole.write(to: url)
  }

  private mutating func act(_ step: Int, on device: Int) throws {
    let (store, text) = (world.stores[device], "said \(step)")
    let key = key(Int.random(in: 0..<3, using: &random))
    let actions: [FormAction] = [
      .set("owner", .text(text)), .set("tenant", .text(text)), .choose("roof=poor"), .choose("roof=good"),
      .set("floors", .integer(Int64(step % 7))), .add("rooms"), .undo(.everything), .redo(.everything),
      .set("secret", .text("secret \(step)")), .clear("secret"), .complete, .reopen,
    ]
    guard let action = actions.randomElement(using: &random) else { return }
    do {
      try store.apply(action, to: key)
    } catch is ActionError {
      return
    }
    if case .set(let cell, .text) = action, cell != "secret" { said[device].insert(text) }
  }
}
