import Foundation

/// A form was refused because of its definition; nothing was changed.
public struct InvalidDefinition: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
  /// The key of the form.
  public let form: String
  /// Every fault that was found, in the order of the form; never empty.
  public let faults: [DefinitionFault]

  /// How many faults a description lists before it only counts the rest.
  private static let listedFaults = 20

  /// Creates the error.
  public init(form: String, faults: [DefinitionFault]) {
    self.form = form
    self.faults = faults
  }

  public var errorDescription: String? { description }

  /// All faults, a line each.
  public var description: String {
    let noun = faults.count == 1 ? "fault" : "faults"
    var lines = ["the form “\(form.shortened)” has \(faults.count) \(noun) in its definition:"]
    lines += faults.prefix(Self.listedFaults).map { "  \($0)" }
    if faults.count > Self.listedFaults {
      lines.append("  … and \(faults.count - Self.listedFaults) more")
    }
    return lines.joined(separator: "\n")
  }
}
