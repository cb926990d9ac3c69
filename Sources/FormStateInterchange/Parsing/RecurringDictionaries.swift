import FormState

/// Makes dictionaries whose keys mostly recur, as those of the rows of a table do.
///
/// A dictionary with the same keys as an earlier one is a copy of it with other values, so no key is hashed again, and
/// no key can occur twice. A class, so its owner can lend it keys and values.
final class RecurringDictionaries {
  /// A key occurs twice in a dictionary.
  struct RepeatedKey: Error {
    /// Its second place among the keys.
    let index: Int
  }

  private static let mostShapes = 4
  private static let mostKeys = 32
  /// How many shapes are tried in vain before no more are looked for.
  private static let mostTries = 64

  private var shapes: [DocumentKeys] = []
  private var triesLeft = mostTries

  /// Makes a dictionary of keys and their values.
  ///
  /// - Complexity: O(*k*) for *k* keys.
  func dictionary(
    count: Int, key: (Int) -> String, value: (Int) -> PropertyValue
  ) throws(RepeatedKey) -> [String: PropertyValue] {
    if count == 0 { return [:] }
    if let shape = recurring(count: count, key: key) { return shape.dictionary(value: value) }
    let members = try Self.dictionary(count: count, key: key, value: value)
    if mayRecur(count: count) {
      remember(DocumentKeys((0..<count).map(key), template: members.mapValues { _ in .null }))
    }
    return members
  }

  /// The keys of a dictionary: for recurring ones, the same object each time.
  ///
  /// - Complexity: O(*k*) for *k* keys.
  func keys(count: Int, key: (Int) -> String) throws(RepeatedKey) -> DocumentKeys {
    if let shape = recurring(count: count, key: key) { return shape }
    let template = try Self.dictionary(count: count, key: key, value: { _ in .null })
    let keys = DocumentKeys((0..<count).map(key), template: template)
    if mayRecur(count: count) { remember(keys) }
    return keys
  }

  private static func dictionary(
    count: Int, key: (Int) -> String, value: (Int) -> PropertyValue
  ) throws(RepeatedKey) -> [String: PropertyValue] {
    var members: [String: PropertyValue] = [:]
    members.reserveCapacity(count)
    for index in 0..<count {
      guard members.updateValue(value(index), forKey: key(index)) == nil else { throw RepeatedKey(index: index) }
    }
    return members
  }

  private func recurring(count: Int, key: (Int) -> String) -> DocumentKeys? {
    guard let shape = shapes.first(where: { Self.hasNames($0, count: count, key: key) }) else { return nil }
    triesLeft = min(triesLeft + 1, Self.mostTries)
    return shape
  }

  private static func hasNames(_ shape: DocumentKeys, count: Int, key: (Int) -> String) -> Bool {
    guard shape.names.count == count else { return false }
    for index in 0..<count {
      let (known, given) = (shape.names[index], key(index))
      // A text that equals an ASCII text and has its length is spelled like it.
      guard known.utf8.count == given.utf8.count, known == given else { return false }
    }
    return true
  }

  private func mayRecur(count: Int) -> Bool { triesLeft > 0 && (1...Self.mostKeys).contains(count) }

  private func remember(_ keys: DocumentKeys) {
    guard keys.names.allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 } }) else { return }
    triesLeft -= 1
    if shapes.count == Self.mostShapes { shapes.removeFirst() }
    shapes.append(keys)
  }
}
