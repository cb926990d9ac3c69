import Foundation
import Testing

/// Faults that only `Scripts/sanitize` plants: a run that does not report them would report no real one either.
@Suite("Planted faults")
struct PlantedFaultTests {
  private static let planted = ProcessInfo.processInfo.environment["FORMSTATE_PLANTED_FAULT"]

  private final class Unlocked: @unchecked Sendable {
    var count = 0
  }

  @Test("Two threads count without a lock", .enabled(if: planted == "thread"))
  func race() {
    let unlocked = Unlocked()
    let racing = Racing()
    // Few times: of a long loop, the sanitizer may no longer know where the other access was, and then reports nothing.
    for number in 0..<2 {
      racing.start("counting \(number)") { for _ in 0..<100 { unlocked.count += 1 } }
    }
    racing.finish(within: 600)
    #expect(unlocked.count > 0)
  }

  @Test("Memory is read after its end", .enabled(if: planted == "address"))
  func useAfterFree() {
    let numbers = UnsafeMutablePointer<Int>.allocate(capacity: 4)
    numbers.initialize(repeating: 7, count: 4)
    numbers.deallocate()
    #expect(numbers[2] != 8)
  }
}
