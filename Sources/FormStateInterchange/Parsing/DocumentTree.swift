import FormState

/// Assembles the values of a text format in reading order.
///
/// Open containers are on an explicit stack, so the depth of the input never becomes recursion.
struct DocumentTree {
  /// One open container.
  struct Level {
    /// Whether the container is a dictionary rather than an array.
    let isDictionary: Bool
    /// How many values were waiting for their container when it opened.
    let firstValue: Int
    /// How many keys were waiting for their dictionary when it opened.
    let firstKey: Int
    /// Whether the last key of the dictionary still waits for its value.
    var awaitsValue = false
  }

  /// A key of an open dictionary.
  private struct Key {
    /// The key as it was written, escapes resolved.
    let text: String
    /// Its position in the document.
    let offset: Int
  }

  /// The limits.
  let limits: DocumentLimits

  /// Receives the rows of a table; `nil` if they stay in the tree.
  private let rows: (any DocumentRows)?

  /// Finds places; `nil` if none are needed.
  private let places: DocumentPlaces?

  /// The innermost container.
  private(set) var innermost: Level?

  /// The containers around the innermost one, outermost first.
  private var surrounding: [Level] = []

  /// The complete values whose containers are open, in the order of the document.
  private var values: [PropertyValue] = []

  /// The keys of the open dictionaries, in the order of the document.
  private var keys: [Key] = []

  /// Makes the dictionaries.
  private let dictionaries = RecurringDictionaries()

  /// How many values and keys were counted.
  private var nodes = 0

  /// Whether the outermost value is only a part of the document.
  private var isPart = false

  /// Starts outside of any container.
  ///
  /// - Parameters:
  ///   - limits: the limits.
  ///   - rows: receives the rows of a table; `nil` to keep them in the root.
  ///   - places: finds places; `nil` if none are needed.
  init(limits: DocumentLimits, rows: (any DocumentRows)? = nil, places: DocumentPlaces? = nil) {
    self.limits = limits
    self.rows = rows
    self.places = places
  }

  /// The outermost value, once it is complete.
  var root: PropertyValue? { innermost == nil ? values.first : nil }

  /// Clears the outermost value for the next one.
  ///
  /// - Parameter isPart: whether that one is a part of the document, and all of its elements are kept.
  mutating func removeRoot(isPart: Bool) {
    self.isPart = isPart
    values.removeAll(keepingCapacity: true)
    nodes = 0
  }

  /// Counts one value or key.
  ///
  /// - Returns: whether the limit allows it.
  @inline(__always)
  mutating func countNode() -> Bool {
    nodes += 1
    return nodes <= limits.maximumNodes
  }

  /// Opens a container.
  ///
  /// - Parameters:
  ///   - isDictionary: whether it is a dictionary rather than an array.
  ///   - offset: its position.
  /// - Returns: whether the limit on depth allows it.
  mutating func open(isDictionary: Bool, at offset: Int) -> Bool {
    places?.open(isDictionary: isDictionary, at: offset)
    if let innermost { surrounding.append(innermost) }
    innermost = Level(isDictionary: isDictionary, firstValue: values.count, firstKey: keys.count)
    return surrounding.count < limits.maximumDepth
  }

  /// Adds a value to the innermost container.
  ///
  /// - Parameters:
  ///   - value: the value; in a dictionary, that of the last key.
  ///   - offset: its position.
  @inline(__always)
  mutating func add(_ value: PropertyValue, at offset: Int) {
    places?.noteValue(at: offset)
    values.append(value)
  }

  /// Adds a key to the innermost dictionary; its value is the next one that is added.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - offset: its position.
  /// - Returns: the problem of the key itself; `nil` without one.
  @inline(__always)
  mutating func add(key: String, at offset: Int) -> DocumentProblem? {
    if let problem = limits.problem(withKey: key) { return problem }
    places?.noteKey(key, at: offset)
    keys.append(Key(text: key, offset: offset))
    return nil
  }

  /// Closes the innermost container and adds it to the one around it.
  ///
  /// - Returns: a repeated key, and its position; `nil` without one.
  /// - Complexity: O(*k*) for *k* elements.
  mutating func close() -> (key: String, offset: Int)? {
    guard let closed = innermost else { return nil }
    places?.close()
    innermost = surrounding.popLast()
    let first = closed.firstValue
    guard closed.isDictionary else {
      var elements: [PropertyValue] = []
      if first == 0 {
        // The outermost array receives the values themselves, which may be millions.
        swap(&elements, &values)
      } else {
        elements = Array(values[first...])
        values.removeSubrange(first...)
      }
      values.append(.array(elements))
      return nil
    }
    do throws(RecurringDictionaries.RepeatedKey) {
      try closeDictionary(closed)
    } catch {
      let key = keys[closed.firstKey + error.index]
      return (DocumentText.excerpt(of: key.text), key.offset)
    }
    return nil
  }

  /// Completes a dictionary, or passes it on if it is a row of a table.
  private mutating func closeDictionary(_ closed: Level) throws(RecurringDictionaries.RepeatedKey) {
    let first = closed.firstValue
    let count = values.count - first
    if let rows, let section = innermost, surrounding.count == 1, !section.isDictionary, !surrounding[0].isDictionary {
      let names = try dictionaries.keys(count: count, key: { keys[closed.firstKey + $0].text })
      let row = DocumentRow(keys: names, values: Array(values[first...]))
      values.removeSubrange(first...)
      rows.take(row, section: section.firstValue, row: values.count - section.firstValue)
      values.append(.null)
    } else {
      let members = try dictionaries.dictionary(
        count: count, key: { keys[closed.firstKey + $0].text }, value: { values[first + $0] })
      values.removeSubrange(first...)
      values.append(.dictionary(members))
    }
    keys.removeSubrange(closed.firstKey...)
  }

  /// Releases the last value, if it is an element of the outermost array beyond the limit.
  mutating func dropSurplusElement() {
    guard surrounding.isEmpty, !isPart, values.count > limits.keptRootElements else { return }
    values.removeLast()
  }

  /// Notes whether the innermost dictionary's last key waits for its value.
  ///
  /// - Parameter awaits: whether it does.
  @inline(__always)
  mutating func awaitValue(_ awaits: Bool) {
    innermost?.awaitsValue = awaits
  }
}
