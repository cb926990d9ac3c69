import Testing

@testable import FormState

@Suite("Instances by number and by repeat")
struct InstanceRosterTests {
  @Test("An instance that moved to another repeat survives its removal from the former one")
  func movedToAnotherRepeat() {
    let (former, now) = (CellPlace(section: 0, position: 0), CellPlace(section: 0, position: 3))
    var roster = InstanceRoster()
    roster.set(1, of: former, to: InstancePlace(parent: 0, rank: 0))
    roster.set(1, of: now, to: InstancePlace(parent: 0, rank: 0))
    roster.set(1, of: former, to: nil)
    #expect(roster.instance(1)?.cell == now)
    #expect(roster.instances(of: former).isEmpty && roster.instances(of: now).map(\.number) == [1])
    roster.set(1, of: now, to: nil)
    #expect(roster.isEmpty && roster.instances(of: now).isEmpty)
  }
}
