/// A binding of a toolkit: SwiftUI's `Binding`, or ``ValueBinding``.
@MainActor
public protocol AnswerBinding<Value> {
  /// The type of the control's content.
  associatedtype Value
  /// Creates a binding from what reads the displayed content and what sets a person's entry.
  init(reading get: @escaping @MainActor () -> Value, writing set: @escaping @MainActor (Value) -> Void)
}

/// A binding for controls of toolkits without a `Binding` type.
@MainActor
public struct ValueBinding<Value>: AnswerBinding {
  private let get: @MainActor () -> Value
  private let set: @MainActor (Value) -> Void

  public init(reading get: @escaping @MainActor () -> Value, writing set: @escaping @MainActor (Value) -> Void) {
    self.get = get
    self.set = set
  }

  /// The displayed content; setting it acts like a person.
  public var value: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
}
