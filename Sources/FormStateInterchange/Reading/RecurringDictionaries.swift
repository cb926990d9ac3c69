import FormState

/// Makes dictionaries whose keys mostly recur, as those of the rows of a table do.
///
/// One with the same keys as one before is a copy of it with other values, so that no key is hashed again, and none can
/// stand there twice. A class, so that its owner can lend it keys and values of its own.
final class RecurringDictionaries {
  /// A key stands twice in a dictionary.
  struct RepeatedKey: Error {
    /// Its second place among the keys.
    let index: Int
  }

  private struct Shape {
    let keys: [String]
    /// A dictionary of the keys, without values.
    let template: [String: PropertyValue]
    /// Where the value of each key stands in the template and its copies.
    let places: [Dictionary<String, PropertyValue>.Index]
  }

  private static let mostShapes = 4
  private static let mostKeys = 32
  /// How many shapes are tried in vain before no more are looked for.
  private static let mostTries = 64

  private var shapes: [Shape] = []
  private var triesLeft = mostTries

  /// Makes a dictionary of keys and their values.
  ///
  /// - Complexity: O(*k*) for *k* keys.
  func dictionary(
    count: Int, key: (Int) -> String, value: (Int) -> PropertyValue
  ) throws(RepeatedKey) -> [String: PropertyValue] {
    if let shape = shapes.first(where: { Self.hasKeys($0, count: count, key: key) }) {
      triesLeft = min(triesLeft + 1, Self.mostTries)
      var members = shape.template
      for index in 0..<count { members.values[shape.places[index]] = value(index) }
      return members
    }
    var members: [String: PropertyValue] = [:]
    members.reserveCapacity(count)
    for index in 0..<count {
      guard members.updateValue(value(index), forKey: key(index)) == nil else { throw RepeatedKey(index: index) }
    }
    if triesLeft > 0, (1...Self.mostKeys).contains(count) { remember((0..<count).map(key), of: members) }
    return members
  }

  private static func hasKeys(_ shape: Shape, count: Int, key: (Int) -> String) -> Bool {
    guard shape.keys.count == count else { return false }
    for index in 0..<count {
      let (known, given) = (shape.keys[index], key(index))
      // What equals a text of ASCII and is as long as it, is spelled like it.
      guard known.utf8.count == given.utf8.count, known == given else { return false }
    }
    return true
  }

  private func remember(_ keys: [String], of members: [String: PropertyValue]) {
    guard keys.allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 } }) else { return }
    triesLeft -= 1
    let template = members.mapValues { _ in PropertyValue.null }
    if shapes.count == Self.mostShapes { shapes.removeFirst() }
    shapes.append(Shape(keys: keys, template: template, places: keys.compactMap { template.index(forKey: $0) }))
  }
}
