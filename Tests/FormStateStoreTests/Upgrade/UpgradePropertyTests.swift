import FormState
import TestSupport
import Testing

@testable import FormStateStore

/// Random forms that their authors keep changing, random responses, and all kinds of actions between upgrades.
@Suite("Upgrades of random forms and responses")
struct UpgradePropertyTests {
  /// Seeds with a cell that is first touched after an upgrade which is then undone.
  private static let touchedSinceUpgrade: [UInt64] = [15_821_158_988_024_755_875, 12_330_500_166_420_029_260]

  @Test(
    "Across versions, no answer is lost or moves to another cell, and screens, history and undo agree",
    .timeLimit(.minutes(20)), arguments: touchedSinceUpgrade + TestSeeds.seeds(1, full: 60))
  func life(seed: UInt64) async throws { try await live(RandomLife(seed: seed)) }

  @Test(
    "No answer is lost across versions that are read a few cells at a time", .pages(of: 4),
    .timeLimit(.minutes(20)), arguments: TestSeeds.seeds(1, full: 40))
  func lifeInPages(seed: UInt64) async throws {
    let folder = try TemporaryFolder()
    let life = try RandomLife(seed: seed, path: folder.path("f.sqlite"))
    try await live(life)
    #expect(try life.store.check() == [], life.place("check"))
  }

  private func live(_ life: RandomLife) async throws {
    for _ in 0..<10 { try life.fillIn() }
    guard life.revision > 0 else { return }
    for _ in 0..<(TestSeeds.isFull ? 60 : 30) { try life.live() }
    ModelTally.note(TestSeeds.isFull ? 70 : 40)
    try life.expectSameElsewhere()
    for screen in life.screens {
      #expect(try screen.faults { try screen.session.refresh() } == [], life.place("at last"))
      #expect(await screen.followersFaults() == [], life.place("follower"))
    }
  }

  @Test(
    "Undo and redo of an upgrade restore everything, as does an upgrade back to the old form",
    arguments: TestSeeds.seeds(1, full: 60))
  func forthAndBack(seed: UInt64) throws {
    let life = try RandomLife(seed: seed)
    for _ in 0..<(TestSeeds.isFull ? 50 : 25) { try life.fillIn() }
    // Some forms have no questions.
    guard life.revision > 0 else { return }
    let (first, before) = (life.author.form, life.now)
    let digest = try life.store.contents(of: life.key).digest
    try life.changeForm()
    let plan = try #require(try life.upgrade())
    try life.lookAround()
    let second = life.now

    try life.store.undo(of: life.key)
    try life.lookAround()
    let undone = try life.store.contents(of: life.key)
    #expect(life.now == before && undone.version == 1 && undone.digest == digest, life.place("undo"))
    try life.store.redo(of: life.key)
    try life.lookAround()
    #expect(life.now == second, life.place("redo"))

    life.author.goBack(to: first)
    try life.saveForm()
    try life.upgrade(sayingOneIn: 1)
    try life.lookAround()
    let same = plan.cells.filter { Set($0.fates).isDisjoint(with: [.converted, .keptAsDraft]) }
    for cell in same where life.isCertain(ofVersion: 1, cell: cell.key) {
      let subject = StateSubject(cell.key, instance: cell.instance)
      let (was, now) = (before.state.cells[subject], life.now.state.cells[subject])
      #expect(was?.entry == now?.entry && was?.draft == now?.draft, life.place("\(subject)"))
      #expect(was?.isExpanded == now?.isExpanded, life.place("\(subject)"))
      #expect(before.state.instances[subject] == life.now.state.instances[subject], life.place("\(subject)"))
    }
  }
}
