import Foundation
import TestSupport

/// Changes bytes: any of them, and those that mean something in archives and in binary property lists.
enum BinaryMutator {
  /// Pieces to insert, each meaningful in one of the formats.
  private static let pieces: [[UInt8]] =
    [
      "<", ">", "</", "/>", "<array>", "</array>", "<dict/>", "<key>a</key>", "<![CDATA[", "]]>", "<!--",
      "-->", "&amp;", " xmlns:p='u'", "p:",
      "&#", "{", "}", "[", "]", "\"", "\\", "\\u", "\\ud800", ",", ":", "-", "0", "1e5", "e999", "null",
      "true", "é",
      "e\u{301}", "\u{FEFF}", "<?xml version=\"1.0\" encoding=\"x\"?>", "<!DOCTYPE plist [", "bplist00", "PK\u{3}\u{4}",
    ].map { Array($0.utf8) } + [
      [0], [0xFF], [0x80], [0xA1, 0], [0xD1, 0, 0], [0x5F, 0x13], [0x0F], [0xC1, 0],
    ]

  /// Damages a document in one place.
  static func damage(_ bytes: inout [UInt8], _ source: inout MutationSource) {
    let place = source.number(0...bytes.count)
    let end = min(bytes.count, place + source.number(1...16))
    switch source.number(0...6) {
    case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8(source.number(0...7))
    case 1 where place < bytes.count: bytes[place] = UInt8(source.number(0...255))
    case 2: bytes.insert(UInt8(source.number(0...255)), at: place)
    case 3: bytes.removeSubrange(place..<end)
    case 4: bytes.insert(contentsOf: bytes[place..<end], at: place)
    case 5: bytes.removeSubrange(place...)
    default: bytes.insert(contentsOf: source.pick(pieces), at: place)
    }
  }

  // MARK: - Binary property lists

  /// Changes a number of the trailer, an offset, or an object with its references.
  static func changePropertyList(_ bytes: inout [UInt8], _ source: inout MutationSource) {
    guard bytes.count > 48 else { return damage(&bytes, &source) }
    let trailer = bytes.count - 32
    let table = Int(bytes[(trailer + 24)...].suffix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) } & 0xFFFF)
    guard table > 8, table < trailer else { return damage(&bytes, &source) }
    let (offset, other) = (source.number(table...trailer - 1), source.number(table...trailer - 1))
    let object = min(Int(bytes[offset]), table - 1)
    switch source.number(0...6) {
    case 0: bytes[trailer + source.number(5...31)] = source.pick([0, 1, 2, 3, 4, 8, 9, 0x7F, 0x80, 0xFF])
    case 1: bytes.swapAt(offset, other)
    case 2: bytes[offset] = bytes[other]
    case 3:
      bytes[object] =
        bytes[object] & 0x0F | source.pick([0x00, 0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x80, 0xA0, 0xC0, 0xD0])
    case 4: bytes[object] = bytes[object] & 0xF0 | UInt8(source.number(0...15))
    case 5: bytes[source.number(8...table - 1)] = UInt8(source.number(0...min(255, trailer - table)))
    default: bytes[min(object + source.number(1...9), table - 1)] = source.pick([0, 1, 0x10, 0x13, 0x7F, 0x80, 0xFF])
    }
  }

  // MARK: - Archives

  /// Changes a header of an archive: method, sum, sizes, name, place, or the number of files; or doubles a member.
  static func changeArchive(_ bytes: inout [UInt8], _ source: inout MutationSource) {
    let marks = bytes.indices.dropLast(30).filter { bytes[$0] == 0x50 && bytes[$0 + 1] == 0x4B }
    guard let start = marks.randomElement(using: &source.generator) else { return damage(&bytes, &source) }
    let isDirectory = bytes[start + 2] == 1
    let shift = isDirectory ? 2 : 0
    let end = marks.first { $0 > start } ?? bytes.count
    switch source.number(0...6) {
    case 0: bytes[start + 8 + shift] = source.pick([0, 1, 8, 9, 12, 14, 99])
    case 1: bytes[start + 14 + shift + source.number(0...3)] ^= 0xFF
    case 2: for byte in 0..<4 { bytes[start + 18 + shift + byte] = source.pick([0, 0x7F, 0xFF]) }
    case 3: for byte in 0..<4 { bytes[start + 22 + shift + byte] = source.pick([0, 0x7F, 0xFF]) }
    case 4: bytes[start + 26 + shift] = source.pick([0, 1, 0xFF])
    case 5: bytes.insert(contentsOf: bytes[start..<end], at: end)
    default: bytes.removeSubrange(start..<end)
    }
  }
}
