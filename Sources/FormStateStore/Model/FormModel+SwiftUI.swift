#if canImport(SwiftUI)
import FormState
import Foundation
import SwiftUI

@available(macOS 14, macCatalyst 17, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FormModel {
  /// Binds a text field, see `binding(for:)`.
  public func binding(for cell: CellReference) -> Binding<String> { binding(of: binding(for: cell)) }
  /// Binds a slider or a stepper, see `binding(for:)`.
  public func binding(for cell: CellReference) -> Binding<Double> { binding(of: binding(for: cell)) }
  /// Binds a switch, see `binding(for:)`.
  public func binding(for cell: CellReference) -> Binding<Bool> { binding(of: binding(for: cell)) }
  /// Binds a picker of a question's options, see `binding(for:)`.
  public func binding(for cell: CellReference) -> Binding<String?> { binding(of: binding(for: cell)) }
  /// Binds a date picker, see `binding(for:in:)`.
  public func binding(for cell: CellReference, in zone: TimeZone = .current) -> Binding<Date> {
    binding(of: binding(for: cell, in: zone))
  }

  private func binding<Value>(of binding: ValueBinding<Value>) -> Binding<Value> {
    Binding(get: binding.get, set: binding.set)
  }
}
#endif
