import FormState

/// Reads a JSON document in pieces: its user walks into the outer objects and arrays, and reads their contents as
/// values.
///
/// It is as strict as ``JSONReader``, which reads the values. A repeated key in an outer object is refused in its
/// place.
struct JSONPieces {
  /// An object or array that was entered.
  private struct Level {
    let isObject: Bool
    var keys: Set<String> = []
    var isAtBeginning = true
  }

  private var reader: JSONReader
  private var levels: [Level] = []

  /// Begins before the outermost value.
  ///
  /// - Parameters:
  ///   - window: the document, from its beginning.
  ///   - limits: the limits of one value.
  init(_ window: DocumentWindow, limits: DocumentLimits = .standard) {
    reader = JSONReader(window, limits: limits)
  }

  /// Enters the next value if it is an object.
  ///
  /// - Returns: whether it is one; otherwise it is still unread.
  mutating func enterObject() throws(DocumentFault) -> Bool { try enter(UInt8(ascii: "{"), isObject: true) }

  /// Enters the next value if it is an array.
  ///
  /// - Returns: whether it is one; otherwise it is still unread.
  mutating func enterArray() throws(DocumentFault) -> Bool { try enter(UInt8(ascii: "["), isObject: false) }

  /// The next key of the object, whose value is to be read or entered next.
  ///
  /// - Returns: `nil` at the end of the object, which is left then.
  mutating func nextKey() throws(DocumentFault) -> String? {
    guard try passSeparator() else { return nil }
    let last = levels.count - 1
    return try reader.readKey { levels[last].keys.insert($0).inserted }
  }

  /// Whether the array has another element, to be read or entered next; otherwise the array is left.
  mutating func hasNextElement() throws(DocumentFault) -> Bool { try passSeparator() }

  /// Reads the next value whole.
  mutating func value() throws(DocumentFault) -> PropertyValue { try reader.readWholeValue(isPart: !levels.isEmpty) }

  /// Makes sure that nothing follows the outermost value.
  mutating func finish() throws(DocumentFault) { try reader.requireEnd() }

  private mutating func enter(_ opening: UInt8, isObject: Bool) throws(DocumentFault) -> Bool {
    guard try reader.nextByte() == opening else { return false }
    reader.offset += 1
    levels.append(Level(isObject: isObject))
    return true
  }

  /// Skips the comma before the next element, or leaves the object or array at its end.
  private mutating func passSeparator() throws(DocumentFault) -> Bool {
    guard var level = levels.popLast() else { return false }
    let byte = try reader.nextByte()
    if byte == UInt8(ascii: level.isObject ? "}" : "]") {
      reader.offset += 1
      return false
    }
    if !level.isAtBeginning {
      guard byte == UInt8(ascii: ",") else {
        throw reader.bytes.unexpected(
          "a comma or “\(level.isObject ? "}" : "]")” is expected here", at: reader.offset)
      }
      reader.offset += 1
    }
    level.isAtBeginning = false
    levels.append(level)
    return true
  }
}
