/// As much of SwiftUI as the libraries use.
@MainActor @preconcurrency public struct Binding<Value> {
  public init(get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void) {}
}
