import FormState
import Foundation

/// An author's map for cells that an upgrade cannot match: `{"old-key": "new-key", "gone": null}`.
public enum UpgradeMap {
  /// Reads a map.
  ///
  /// - Parameters:
  ///   - data: a JSON object: the keys of cells in earlier versions with the key of the same cell in the newest one, or
  ///     `null` for a cell that the newest one does not have.
  ///   - source: its name, for messages.
  /// - Throws: ``ImportError`` with every fault at once.
  /// - Complexity: O(n) in the size of the map.
  public static func read(_ data: Data, sourceName source: String) throws -> [String: String?] {
    let document = try Document.read(data, sourceName: source)
    var faults = FaultList()
    var map: [String: String?] = [:]
    if case .dictionary(let members) = document.root, document.format == .json {
      for (key, value) in members.sorted(by: { $0.key < $1.key }) {
        switch value {
        case .string(let new): map[key.canonicalKey] = .some(new.canonicalKey)
        case .null: map[key.canonicalKey] = .some(nil)
        default:
          faults.add(
            DocumentPath().member(key).fault(
              "is \(value.jsonTypeName), not a key", "write the key of the cell in the new version, or null"))
        }
      }
    } else {
      faults.add(
        DocumentPath().fault("is not a map of keys", "write a JSON object such as {\"old-key\": \"new-key\"}"))
    }
    guard faults.count == 0 else { throw ImportError(sourceName: source, faults: faults) }
    return map
  }

  /// The cells that an upgrade cannot match with certainty, each with its only candidate.
  ///
  /// A cell that could be several, or the same one as another, is left out: a map does not guess.
  ///
  /// - Parameter plans: the plans of each response's upgrade.
  /// - Complexity: O(n log n) for n cells.
  public static func candidates(of plans: [UpgradePlan]) -> [String: String?] {
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
  public static func write(_ map: [String: String?]) -> Data {
    let members = map.sorted { $0.key < $1.key }.map { (name: $0.key, value: OrderedJSON($0.value)) }
    return Data((OrderedJSON.object(members).text + "\n").utf8)
  }
}
