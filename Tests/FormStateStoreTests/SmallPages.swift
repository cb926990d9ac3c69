import FormState
import Testing

/// Has tests read forms of any size a few cells at a time, as a store does with large ones.
struct SmallPages: TestTrait, SuiteTrait, TestScoping {
  /// How many headers and cells a page has.
  let size: Int

  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let limits = FormOutline.Limits(mostCellsReadWhole: 0, pageSize: size)
    try await FormOutline.$limits.withValue(limits, operation: function)
  }
}

extension Trait where Self == SmallPages {
  /// Forms are read in pages of so many headers and cells, a power of two.
  static func pages(of size: Int) -> SmallPages { SmallPages(size: size) }
}
