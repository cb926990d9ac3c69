import FormState
import Testing

/// Makes tests read forms of any size a few cells at a time, as a store reads large ones.
struct SmallPages: TestTrait, SuiteTrait, TestScoping {
  /// The number of headers and cells in a page.
  let size: Int

  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await LeafPaging.$size.withValue(size, operation: function)
  }
}

extension Trait where Self == SmallPages {
  /// Reads forms in pages of the given number of headers and cells, a power of two.
  static func pages(of size: Int) -> SmallPages { SmallPages(size: size) }
}
