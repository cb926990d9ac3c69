import Foundation

/// A fault that makes a definition unusable: its place, and how to fix it.
public struct DefinitionFault: Hashable, Sendable, CustomStringConvertible {
  /// The position of the section in the form, from 0; `nil` if the fault concerns the form itself.
  package var section: Int?
  /// The position of the cell in the section, from 0; `nil` if the fault concerns the section or the form.
  package var row: Int?
  /// The key of the cell, section or form; may be empty, which is itself a fault.
  public var key: String
  /// The faulty property, by its name in form JSON.
  public var property: String
  /// What is wrong and how to fix it, as a clause without a full stop.
  public var problem: String

  /// Creates a fault.
  package init(section: Int? = nil, row: Int? = nil, key: String, property: String, problem: String) {
    self.section = section
    self.row = row
    self.key = key
    self.property = property
    self.problem = problem
  }

  /// The fault in one line, such as `section 0, row 2 (level), maximum: …`.
  public var description: String {
    var place: [String] = []
    if let section { place.append("section \(section)") }
    if let row { place.append("row \(row)") }
    if place.isEmpty { place.append("form") }
    let name = key.isEmpty ? "" : " (\(key.shortened))"
    return "\(place.joined(separator: ", "))\(name), \(property): \(problem)"
  }
}

/// A form was refused because its definition has faults; nothing was changed.
public struct InvalidDefinition: FormStateError, Hashable {
  /// The key of the form.
  let form: String
  /// Every fault, in the order of the form; never empty.
  public let faults: [DefinitionFault]

  /// The maximum number of faults listed in a description, which only counts the rest.
  private static let listedFaults = 20

  /// Creates the error.
  package init(form: String, faults: [DefinitionFault]) {
    self.form = form
    self.faults = faults
  }

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
