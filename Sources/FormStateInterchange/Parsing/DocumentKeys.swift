import FormState

/// The keys of a dictionary, in the order of the document; all dictionaries with the same keys share one object.
final class DocumentKeys {
  let names: [String]
  /// A dictionary of the keys, whose values mean nothing.
  private let template: [String: PropertyValue]
  /// The position of each key's value in the template and its copies.
  private let places: [Dictionary<String, PropertyValue>.Index]

  /// Makes keys, and a dictionary that has exactly these.
  init(_ names: [String], template: [String: PropertyValue]) {
    self.names = names
    self.template = template
    places = names.compactMap { template.index(forKey: $0) }
  }

  /// A dictionary with a value for each key; no key is hashed for it.
  ///
  /// - Complexity: O(*k*) for *k* keys.
  func dictionary(value: (Int) -> PropertyValue) -> [String: PropertyValue] {
    var members = template
    for index in places.indices { members.values[places[index]] = value(index) }
    return members
  }
}

/// A dictionary as its keys, which it shares with others, and its values in the order of the keys.
struct DocumentRow {
  let keys: DocumentKeys
  let values: [PropertyValue]

  /// Creates a row of keys and a value for each of them.
  init(keys: DocumentKeys, values: [PropertyValue]) {
    self.keys = keys
    self.values = values
  }

  /// Creates a row of a dictionary.
  init(_ members: [String: PropertyValue]) {
    keys = DocumentKeys(Array(members.keys), template: members)
    values = Array(members.values)
  }

  /// The dictionary. O(k) for k keys.
  var members: [String: PropertyValue] { keys.dictionary { values[$0] } }
}
