/// The values of one of a repeat's initial instances.
///
/// ```swift
/// let crops = InstanceCounts(
///   initial: 2, first: [FirstInstance(["crop": "maize"]), FirstInstance(["crop": "beans"])])
/// ```
public struct FirstInstance: Hashable, Sendable {
  /// The values by the keys of their cells; `nil` for no value where a new instance has one. All other cells have the
  /// values of a new instance.
  ///
  /// A date, a time or a decimal is held as its text, as in JSON.
  package var values: [String: CellValue?] {
    get { held }
    set { held = newValue.mapValues { $0?.ofAnyCell } }
  }
  /// The initial instances of nested repeats, by their keys; all others start like a new instance.
  package var repeats: [String: [FirstInstance]]

  /// What a file holds too: equal definitions are equal before and after they are saved.
  private var held: [String: CellValue?]

  /// Describes an instance.
  public init(_ values: [String: CellValue?] = [:], repeats: [String: [FirstInstance]] = [:]) {
    held = values.mapValues { $0?.ofAnyCell }
    self.repeats = repeats
  }

  /// Whether it equals a new instance.
  package var isEmpty: Bool { values.isEmpty && repeats.isEmpty }

  /// The number of instances that it describes, itself included. O(n) for n instances.
  var count: Int { repeats.values.joined().reduce(1) { $0 + $1.count } }

  // MARK: - As JSON

  /// Reads an object with ``members``; `nil` for any other value.
  init?(_ property: PropertyValue) {
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
  /// Reads instances from ``propertyValue``; `nil` for any other value.
  package init?(_ property: PropertyValue) {
    guard case .array(let elements) = property else { return nil }
    let instances = elements.compactMap(FirstInstance.init)
    guard instances.count == elements.count else { return nil }
    self = instances
  }

  /// The instances as a JSON value.
  package var propertyValue: PropertyValue { .array(map { .dictionary($0.members) }) }
}

extension CellValue {
  /// The value as it is read from JSON, before its cell is known.
  fileprivate var ofAnyCell: CellValue { CellValue(property: propertyValue) ?? self }

  /// Creates a value from its JSON value, before its cell is known; `nil` if no cell can hold it.
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

  /// The JSON value.
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
