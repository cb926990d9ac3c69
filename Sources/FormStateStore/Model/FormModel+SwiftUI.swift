#if canImport(SwiftUI)
import FormState
import Foundation
import SwiftUI

@available(macOS 14, macCatalyst 17, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FormModel {
  /// Binds a picker of a question's options, see `binding(for:)`.
  public func binding(for cell: CellReference) -> Binding<String?> { binding(of: binding(for: cell)) }

  /// Binds a text field, see `binding(for:)`.
  @_disfavoredOverload
  public func binding(for cell: CellReference) -> Binding<String> { binding(of: binding(for: cell)) }

  /// Binds a list with a multiple selection, see `binding(for:)`.
  @_disfavoredOverload
  public func binding(for cell: CellReference) -> Binding<Set<String>> { binding(of: binding(for: cell)) }

  /// Binds a slider or a stepper, see `binding(for:)`.
  @_disfavoredOverload
  public func binding(for cell: CellReference) -> Binding<Double> { binding(of: binding(for: cell)) }

  /// Binds a stepper of whole numbers, see `binding(for:)`.
  @_disfavoredOverload
  public func binding<Whole: FixedWidthInteger>(for cell: CellReference) -> Binding<Whole> {
    binding(of: binding(for: cell))
  }

  /// Binds a field with a format for a whole number, see `binding(for:)`.
  @_disfavoredOverload
  public func binding<Whole: FixedWidthInteger>(for cell: CellReference) -> Binding<Whole?> {
    binding(of: binding(for: cell))
  }

  /// Binds a field with a format for an exact number, see `binding(for:)`.
  @_disfavoredOverload
  public func binding(for cell: CellReference) -> Binding<Decimal?> { binding(of: binding(for: cell)) }

  /// Binds a switch, see `binding(for:)`.
  @_disfavoredOverload
  public func binding(for cell: CellReference) -> Binding<Bool> { binding(of: binding(for: cell)) }

  /// Binds a date picker, see `binding(for:in:)`.
  @_disfavoredOverload
  public func binding(for cell: CellReference, in zone: TimeZone = .current) -> Binding<Date> {
    binding(of: binding(for: cell, in: zone))
  }

  /// Binds a control for a date that may be missing, see `binding(for:in:)`.
  @_disfavoredOverload
  public func binding(for cell: CellReference, in zone: TimeZone = .current) -> Binding<Date?> {
    binding(of: binding(for: cell, in: zone))
  }

  private func binding<Value>(of binding: ValueBinding<Value>) -> Binding<Value> {
    Binding(get: binding.get, set: binding.set)
  }
}
#endif
