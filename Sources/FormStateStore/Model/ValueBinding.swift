/// What a control shows and changes, for toolkits without a `Binding` of their own.
///
/// With SwiftUI, ``FormModel`` gives a `Binding` by the same name.
@MainActor
public struct ValueBinding<Value> {
  /// Reads what the control shows.
  public let get: @MainActor () -> Value
  /// Takes what a person entered.
  public let set: @MainActor (Value) -> Void

  /// Makes a binding of how to read and how to write.
  package init(get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void) {
    self.get = get
    self.set = set
  }

  /// What the control shows; setting it is what a person does.
  public var value: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
}
