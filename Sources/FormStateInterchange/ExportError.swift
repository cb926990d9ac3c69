import Foundation

/// Something cannot be written in the format that was asked for.
public struct ExportError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
  public var errorDescription: String? { description }

  /// What cannot be written, where, and what to do, without a full stop.
  public let description: String
}
