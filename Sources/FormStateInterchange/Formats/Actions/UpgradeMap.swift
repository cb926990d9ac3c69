import FormState
import Foundation

/// An author's map for cells that an upgrade cannot match: `{"old-key": "new-key", "gone": null}`, and for options:
/// `{"smokes": {"cell": "smoker", "options": {"yes": true}}}`.
public enum UpgradeMap {
  /// Reads a map.
  ///
  /// - Parameters:
  ///   - data: a JSON object: the keys of cells in earlier versions with the key of the same cell in the newest one, or
  ///     `null` for a cell that the newest one does not have, or an object with `cell` and `options`: the values of
  ///     options with the values that they become.
  ///   - source: its name, for messages.
  /// - Throws: ``ImportError`` with every fault at once.
  /// - Complexity: O(n) in the size of the map.
  public static func read(_ data: Data, sourceName source: String) throws -> UpgradeMapping {
    let document = try Document.read(data, sourceName: source)
    var faults = FaultList()
    var map: [String: String?] = [:]
    var options: [String: [String: String]] = [:]
    if case .dictionary(let members) = document.root, document.format == .json {
      for (key, value) in members.sorted(by: { $0.key < $1.key }) {
        switch value {
        case .string(let new): map[key.canonicalKey] = .some(new.canonicalKey)
        case .null: map[key.canonicalKey] = .some(nil)
        case .dictionary(let members):
          let path = DocumentPath().member(key)
          map[key.canonicalKey] = Self.cell(members, at: path, &faults) ?? key.canonicalKey
          options[key.canonicalKey] = Self.options(members, at: path, &faults)
        default:
          faults.add(
            DocumentPath().member(key).fault(
              "is \(value.jsonTypeName), not a key",
              "write the key of the cell in the new version, an object with “cell” and “options”, or null"))
        }
      }
    } else {
      faults.add(
        DocumentPath().fault("is not a map of keys", "write a JSON object such as {\"old-key\": \"new-key\"}"))
    }
    guard faults.count == 0 else { throw ImportError(sourceName: source, faults: faults) }
    return UpgradeMapping(map, options: options)
  }

  /// The key of the cell in an object; `nil` for none.
  private static func cell(
    _ members: [String: PropertyValue], at path: DocumentPath, _ faults: inout FaultList
  ) -> String? {
    for name in members.keys.sorted() where name != "cell" && name != "options" {
      faults.add(path.member(name).fault("is not a known key here", "write “cell” or “options”"))
    }
    guard let cell = members["cell"] else { return nil }
    if case .string(let key) = cell { return key.canonicalKey }
    faults.add(
      path.member("cell").fault("is \(cell.jsonTypeName), not a key", "write the key of the cell in the new version"))
    return nil
  }

  /// The options in an object.
  private static func options(
    _ members: [String: PropertyValue], at path: DocumentPath, _ faults: inout FaultList
  ) -> [String: String]? {
    guard let given = members["options"] else { return nil }
    let path = path.member("options")
    guard case .dictionary(let values) = given else {
      faults.add(
        path.fault("is \(given.jsonTypeName), not a map of options", "write an object such as {\"yes\": true}"))
      return nil
    }
    var options: [String: String] = [:]
    for (value, new) in values.sorted(by: { $0.key < $1.key }) {
      switch new {
      case .string(let text): options[value] = text
      case .boolean(let isOn): options[value] = isOn ? "true" : "false"
      case .integer(let number): options[value] = String(number)
      case .real(let number): options[value] = CellValue.number(number)?.plainText
      default:
        faults.add(path.member(value).fault("is \(new.jsonTypeName), not a value", "write the value that it becomes"))
      }
    }
    return options
  }

  /// The cells that an upgrade cannot match with certainty, each with its only candidate.
  ///
  /// A cell that could be several, or the same one as another, is left out: a map does not guess.
  ///
  /// - Parameter plans: the plans of each response's upgrade.
  /// - Complexity: O(n log n) for n cells.
  package static func candidates(of plans: [UpgradePlan]) -> [String: String?] {
    var found: [String: Set<String>] = [:]
    for cell in plans.lazy.flatMap(\.cells) where !cell.candidates.isEmpty {
      found[cell.key, default: []].formUnion(cell.candidates)
    }
    var claims: [String: Int] = [:]
    for candidate in found.values.joined() { claims[candidate, default: 0] += 1 }
    return found.compactMapValues { candidates in
      guard candidates.count == 1, let only = candidates.first, claims[only] == 1 else { return nil }
      return .some(only)
    }
  }

  /// Writes a map as ``read(_:sourceName:)`` reads it, in the order of the keys.
  public static func write(_ map: UpgradeMapping) -> Data {
    let members = map.cells.sorted { $0.key < $1.key }.map { key, new in
      guard let new, let options = map.options[key] else { return (name: key, value: OrderedJSON(new)) }
      let values = options.sorted { $0.key < $1.key }.map { (name: $0.key, value: OrderedJSON.string($0.value)) }
      return (name: key, value: .object([("cell", .string(new)), ("options", .object(values))]))
    }
    return Data((OrderedJSON.object(members).text + "\n").utf8)
  }
}
