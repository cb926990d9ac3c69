import FormState

/// Limits the output of a layout to a multiple of the document, however often it uses a text.
struct LayoutBudget {
  /// How many bytes may be made of any document, however short it is.
  private static let fewBytes = 4 << 20
  /// How many bytes may be made of each byte of the document.
  private static let bytesPerByte = 16
  /// The cost of a cell in addition to its contents.
  private static let bytesPerCell = 32
  /// The cost of a value in addition to its text.
  private static let bytesPerValue = 8

  /// How many bytes may be made altogether.
  private let limit: Int
  /// How many are left; negative when the limit is passed.
  private var left: Int

  /// Begins with nothing made.
  ///
  /// - Parameter byteCount: how many bytes the document has.
  init(byteCount: Int) {
    limit = Self.fewBytes + min(byteCount, 1 << 32) * Self.bytesPerByte
    left = limit
  }

  /// Whether the limit is exceeded, so nothing more should be made.
  var isSpent: Bool { left < 0 }

  /// The message once the limit is exceeded; `nil` before.
  var fault: Diagnostic? {
    guard isSpent else { return nil }
    return Diagnostic(
      problem:
        "the layout makes more than \(limit) bytes from the document, more than \(Self.bytesPerByte) times its size",
      action: "use long texts in fewer places")
  }

  /// Spends on a piece of text.
  ///
  /// - Returns: whether it may be made.
  mutating func spend(bytes: Int) -> Bool {
    left -= min(bytes, limit + 1)
    return !isSpent
  }

  /// Spends on a cell, with the text that the layout itself puts there.
  mutating func spend(cell: CellLayout) {
    left -= Self.bytesPerCell + cell.constantBytes
  }

  /// Spends on a value of the document with all its contents; stops at the limit.
  ///
  /// - Returns: whether it may be made.
  /// - Complexity: O(k) for k values, without recursion.
  mutating func spend(on value: PropertyValue) -> Bool {
    var pending = [value]
    while let value = pending.popLast(), !isSpent {
      left -= Self.bytesPerValue
      switch value {
      case .string(let text): left -= text.utf8.count
      case .data(let bytes): left -= bytes.count
      case .array(let values): pending += values
      case .dictionary(let members):
        for (name, member) in members {
          left -= name.utf8.count
          pending.append(member)
        }
      case .null, .boolean, .integer, .real, .date: break
      }
    }
    return !isSpent
  }
}

extension LayoutText {
  /// The bytes of its fixed text.
  var constantBytes: Int {
    parts.reduce(0) { sum, part in
      if case .text(let text) = part { sum + text.utf8.count } else { sum }
    }
  }
}

extension LayoutProperty {
  /// The bytes of its fixed text; the limit on a layout's depth bounds the recursion.
  var constantBytes: Int {
    switch self {
    case .constant, .field: 8
    case .text(let text): text.constantBytes
    case .list(let properties): properties.reduce(8) { $0 + $1.constantBytes }
    case .members(let properties): properties.reduce(8) { $0 + $1.key.utf8.count + $1.value.constantBytes }
    }
  }
}
