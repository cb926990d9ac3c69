import Foundation
import Testing

@testable import FormState

@Suite("Moments of wrong clocks")
struct MomentRangeTests {
  private static let times = [
    "0000-01-01T00:00:00.000Z", "0000-12-31T23:59:59.999Z", "0001-01-01T00:00:00.000Z", "0001-01-01T17:59:59.999Z",
    "2026-11-22T09:00:00.000Z", "9999-12-31T06:00:00.000Z", "9999-12-31T23:59:59.999Z",
  ]

  @Test("A moment of any clock in any zone reads back the same", arguments: times)
  func texts(time: String) throws {
    let time = try #require(Timestamp(isoText: time))
    for seconds in [0, 3600, -3600, 1172, -17_762, 64_800, -64_800, .max, .min] {
      let moment = RuleMoment(time: time, zone: RuleZone(secondsFromUTC: seconds), seed: 5)
      #expect(RuleMoment(moment.description) == moment, "\(moment) at \(seconds)")
    }
  }

  @Test("A clock outside the years 1 to 9999 is moved to the nearest valid moment")
  func bounds() throws {
    let first = RuleMoment(time: Timestamp(.distantPast - 1e15), zone: .utc, seed: 0)
    #expect(first.description == "0001-01-01T00:00:00.000+00:00 0000000000000000")
    let last = RuleMoment(time: Timestamp(.distantFuture + 1e15), zone: RuleZone(secondsFromUTC: 7200), seed: 0)
    #expect(last.description == "9999-12-31T23:59:59.999+02:00 0000000000000000")
  }
}
