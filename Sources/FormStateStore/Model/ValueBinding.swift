/// A binding for controls of toolkits without a `Binding` type.
///
/// For SwiftUI, ``FormModel`` has a `Binding` of the same name.
@MainActor
public struct ValueBinding<Value> {
  /// Reads the displayed content.
  public let get: @MainActor () -> Value
  /// Sets a person's entry.
  public let set: @MainActor (Value) -> Void

  /// Creates a binding from a getter and a setter.
  init(get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void) {
    self.get = get
    self.set = set
  }

  /// The displayed content; setting it acts like a person.
  public var value: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
}
