#if canImport(SwiftUI)
import SwiftUI

/// Controls of SwiftUI take the bindings of a ``FormModel``.
extension Binding: AnswerBinding {
  @MainActor
  public init(reading get: @escaping @MainActor () -> Value, writing set: @escaping @MainActor (Value) -> Void) {
    self.init(get: get, set: set)
  }
}
#endif
