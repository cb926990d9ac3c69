import FormState
import Foundation

/// Writes a binary property list straight from the values.
///
/// Scalars are written as they come, each once. Containers follow them, since the width of a reference is known only
/// when all objects are counted; until then each takes four bytes per reference.
struct BinaryPropertyListWriter: PropertyListOutput {
  /// The bit of a reference to a container, whose numbers count from the first one.
  private static let containerMark: UInt32 = 1 << 31

  /// How many bytes the trailer keeps free.
  private static let unusedTrailerLength = 6

  /// A container that is complete.
  private struct Container {
    let marker: UInt8
    /// How many elements or members it has.
    let count: Int
  }

  private var scalars = BinaryPropertyListScalars()
  /// The containers that are complete, the inner ones before those around them.
  private var containers: [Container] = []
  /// The references of the complete containers, one after the other; of a dictionary those to the keys first.
  private var references: [UInt32] = []
  /// The references of the containers that are open; in a dictionary each key before its value.
  private var pending: [UInt32] = []
  /// The beginning of each open container in ``pending``, outermost first.
  private var starts: [Int] = []

  mutating func openArray() { starts.append(pending.count) }

  mutating func openDictionary() { starts.append(pending.count) }

  mutating func closeArray() throws(UnwritableValue) {
    let start = starts.popLast() ?? 0
    references.append(contentsOf: pending[start...])
    try close(Container(marker: 0xA0, count: pending.count - start), start: start)
  }

  mutating func closeDictionary() throws(UnwritableValue) {
    let start = starts.popLast() ?? 0
    for place in stride(from: start, to: pending.count, by: 2) { references.append(pending[place]) }
    for place in stride(from: start + 1, to: pending.count, by: 2) { references.append(pending[place]) }
    try close(Container(marker: 0xD0, count: (pending.count - start) / 2), start: start)
  }

  mutating func key(_ name: String) throws(UnwritableValue) {
    try refer(to: scalars.number(of: name))
  }

  mutating func scalar(_ value: PropertyValue) throws(UnwritableValue) {
    try refer(to: scalars.number(of: value))
  }

  private mutating func close(_ container: Container, start: Int) throws(UnwritableValue) {
    pending.removeSubrange(start...)
    containers.append(container)
    try refer(to: containers.count - 1, mark: Self.containerMark)
  }

  private mutating func refer(to number: Int, mark: UInt32 = 0) throws(UnwritableValue) {
    guard number < Int(Self.containerMark) else {
      throw UnwritableValue(reason: "there are more values than a binary property list can number; export as form JSON")
    }
    pending.append(UInt32(truncatingIfNeeded: number) | mark)
  }

  mutating func document() -> Data {
    let objectCount = scalars.count + containers.count
    let referenceWidth = Self.width(for: objectCount)
    var file = BinaryPropertyListBytes()
    var offsets: [Int] = []
    let firstContainer = scalars.count
    scalars.release(bytes: &file, offsets: &offsets)
    // A marker and its count have up to ten bytes, an offset has up to eight.
    file.reserve(references.count * referenceWidth + containers.count * 10 + objectCount * 8)
    offsets.reserveCapacity(objectCount)
    var next = 0
    for container in containers {
      offsets.append(file.count)
      file.append(marker: container.marker, count: container.count)
      let end = next + (container.marker == 0xD0 ? 2 * container.count : container.count)
      for reference in references[next..<end] {
        let number = Int(reference & ~Self.containerMark)
        file.append(reference < Self.containerMark ? number : firstContainer + number, width: referenceWidth)
      }
      next = end
    }
    let tableOffset = file.count
    let offsetWidth = Self.width(for: tableOffset)
    for offset in offsets { file.append(offset, width: offsetWidth) }
    for _ in 0..<Self.unusedTrailerLength { file.append(0, width: 1) }
    file.append(offsetWidth, width: 1)
    file.append(referenceWidth, width: 1)
    for number in [objectCount, objectCount - 1, tableOffset] { file.append(number, width: 8) }
    return file.data
  }

  /// How many bytes the numbers below a count have.
  ///
  /// CoreFoundation refuses a document whose count itself does not fit, though no number reaches it.
  private static func width(for count: Int) -> Int {
    switch count {
    case ..<(1 << 8): 1
    case ..<(1 << 16): 2
    case ..<(1 << 32): 4
    default: 8
    }
  }
}
