import Foundation

/// Writes binary property lists object by object, including ones that no library would write.
public struct BinaryPropertyListBuilder {
  /// The bytes of the objects.
  private var objects: [UInt8] = Array("bplist00".utf8)

  /// The offset of each object.
  private var offsets: [Int] = []

  /// The number of the outermost object.
  public var top = 0

  /// The trailer's value instead of the number of objects.
  public var declaredCount: UInt64?

  /// The trailer's value instead of the table's offset.
  public var declaredTable: UInt64?

  /// Begins without objects.
  public init() {}

  /// Adds an object.
  ///
  /// - Parameter bytes: its marker and content; references have two bytes.
  /// - Returns: its number.
  @discardableResult
  public mutating func add(_ bytes: [UInt8]) -> Int {
    offsets.append(objects.count)
    objects += bytes
    return offsets.count - 1
  }

  /// Adds ASCII text of up to 14 characters.
  @discardableResult
  public mutating func add(_ text: String) -> Int {
    add([0x50 | UInt8(text.utf8.count)] + Array(text.utf8))
  }

  /// Lists an object's bytes a second time under another number.
  public mutating func alias(_ number: Int) {
    offsets.append(offsets[number])
  }

  /// Adds an array of up to 14 elements.
  @discardableResult
  public mutating func array(_ elements: [Int]) -> Int {
    add([0xA0 | UInt8(elements.count)] + elements.flatMap { Self.reference($0) })
  }

  /// Adds a dictionary of up to 14 keys.
  @discardableResult
  public mutating func dictionary(_ keys: [Int], _ values: [Int]) -> Int {
    add([0xD0 | UInt8(keys.count)] + (keys + values).flatMap { Self.reference($0) })
  }

  /// A reference of two bytes.
  public static func reference(_ number: Int) -> [UInt8] {
    [UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)]
  }

  /// The file.
  public var data: Data {
    var file = objects
    for offset in offsets { file += Self.wide(UInt64(offset)) }
    file += [0, 0, 0, 0, 0, 0, 8, 2]
    file += Self.wide(declaredCount ?? UInt64(offsets.count))
    file += Self.wide(UInt64(top))
    file += Self.wide(declaredTable ?? UInt64(objects.count))
    return Data(file)
  }

  /// Eight bytes, the highest first.
  public static func wide(_ value: UInt64) -> [UInt8] {
    (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64($0 * 8)) }
  }
}
