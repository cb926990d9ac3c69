/// The containers that are open during the scan of a text format, with what the limits say about them.
///
/// This stack takes the place of recursion, so the depth of the input never becomes depth of the program.
struct DocumentNesting {
  /// One open container.
  struct Level {
    /// Whether the container is a dictionary rather than an array.
    let isDictionary: Bool
    /// How many keys were kept when the container opened.
    let firstKey: Int
    /// Whether the last key of the dictionary still waits for its value.
    var awaitsValue = false
  }

  /// What may be asked of the process.
  let limits: DocumentLimits

  /// The keys of the open dictionaries.
  var keys: DocumentKeys

  /// The innermost container.
  private(set) var innermost: Level?

  /// The containers around the innermost one, outermost first.
  private var surrounding: [Level] = []

  /// How many values and keys were counted.
  private var nodes = 0

  /// Starts outside of any container.
  ///
  /// - Parameters:
  ///   - bytes: the document.
  ///   - limits: what may be asked of the process.
  init(_ bytes: DocumentBytes, limits: DocumentLimits) {
    self.limits = limits
    keys = DocumentKeys(bytes, limits: limits)
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
  /// - Parameter isDictionary: whether it is a dictionary rather than an array.
  /// - Returns: whether the limit on depth allows it.
  mutating func open(isDictionary: Bool) -> Bool {
    if let innermost { surrounding.append(innermost) }
    innermost = Level(isDictionary: isDictionary, firstKey: keys.count)
    return surrounding.count < limits.maximumDepth
  }

  /// Closes the innermost container.
  ///
  /// - Returns: a key that stands twice in it, and where; `nil` when there is none.
  mutating func close() -> (key: String, offset: Int)? {
    guard let closed = innermost else { return nil }
    innermost = surrounding.popLast()
    return closed.isDictionary ? keys.close(from: closed.firstKey) : nil
  }

  /// Notes whether the innermost dictionary's last key waits for its value.
  ///
  /// - Parameter awaits: whether it does.
  @inline(__always)
  mutating func awaitValue(_ awaits: Bool) {
    innermost?.awaitsValue = awaits
  }
}
