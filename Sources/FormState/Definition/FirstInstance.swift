/// What one of the instances holds with which a repeat begins.
///
/// ```swift
/// let crops = InstanceCounts(
///   initial: 2, first: [FirstInstance(["crop": "maize"]), FirstInstance(["crop": "beans"])])
/// ```
public struct FirstInstance: Hashable, Sendable {
  /// What its cells hold, by their keys: a value, or `nil` for nothing where any new instance holds something. All
  /// other cells hold what they hold in a new instance.
  public var values: [String: CellValue?]
  /// The instances with which the repeats in it begin, by the keys of these; all others begin as in a new instance.
  public var repeats: [String: [FirstInstance]]

  /// Describes an instance.
  public init(_ values: [String: CellValue?] = [:], repeats: [String: [FirstInstance]] = [:]) {
    self.values = values
    self.repeats = repeats
  }

  /// Whether it is like any new instance.
  package var isEmpty: Bool { values.isEmpty && repeats.isEmpty }

  /// How many instances begin with it, itself included. O(n) for n instances.
  var count: Int { repeats.values.joined().reduce(1) { $0 + $1.count } }

  // MARK: - As JSON

  /// Reads an object with ``members``; `nil` for any other value.
  package init?(_ property: PropertyValue) {
    guard case .dictionary(let members) = property, members.keys.allSatisfy({ ["values", "repeats"].contains($0) }),
      case .dictionary(let values) = members["values"] ?? .dictionary([:]),
      case .dictionary(let repeats) = members["repeats"] ?? .dictionary([:])
    else { return nil }
    self.init()
    for (key, value) in values {
      if value == .null {
        self.values[key.canonicalKey] = .some(nil)
      } else {
        guard let held = CellValue(property: value) else { return nil }
        self.values[key.canonicalKey] = held
      }
    }
    for (key, value) in repeats {
      guard let instances = [FirstInstance](value) else { return nil }
      self.repeats[key.canonicalKey] = instances
    }
  }

  /// The members of the instance as a JSON object.
  package var members: [String: PropertyValue] {
    var members: [String: PropertyValue] = [:]
    if !values.isEmpty { members["values"] = .dictionary(values.mapValues { $0?.propertyValue ?? .null }) }
    if !repeats.isEmpty { members["repeats"] = .dictionary(repeats.mapValues(\.propertyValue)) }
    return members
  }
}

extension [FirstInstance] {
  /// Reads what ``propertyValue`` gives; `nil` for any other value.
  package init?(_ property: PropertyValue) {
    guard case .array(let elements) = property else { return nil }
    let instances = elements.compactMap(FirstInstance.init)
    guard instances.count == elements.count else { return nil }
    self = instances
  }

  /// The instances as a value of JSON.
  package var propertyValue: PropertyValue { .array(map { .dictionary($0.members) }) }
}

extension CellValue {
  /// A value as JSON has it, before it is known which cell holds it; `nil` for what no cell holds.
  fileprivate init?(property: PropertyValue) {
    switch property {
    case .string(let text): self = .text(text)
    case .boolean(let isOn): self = .boolean(isOn)
    case .integer(let whole): self = .integer(whole)
    case .real(let number): self = .real(number)
    case .array(let elements):
      let texts = elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
      guard texts.count == elements.count else { return nil }
      self = .choices(texts)
    default: return nil
    }
  }

  /// The value as JSON has it.
  fileprivate var propertyValue: PropertyValue {
    switch self {
    case .text(let text): .string(text)
    case .boolean(let isOn): .boolean(isOn)
    case .integer(let whole): .integer(whole)
    case .real(let number): .real(number)
    case .choices(let values): .array(values.map(PropertyValue.string))
    case .date, .time, .dateTime, .decimal: .string(plainText)
    }
  }
}
