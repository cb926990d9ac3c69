/// The elements an XML property list is made of.
///
/// The raw value is the element's name as a big-endian word, so that a tag is recognised by one comparison
/// instead of one for each letter.
enum XMLPropertyListElement: UInt64 {
  /// The root.
  case plist = 0x70_6C_69_73_74
  /// A list of values.
  case array = 0x61_72_72_61_79
  /// Keys, each followed by its value.
  case dict = 0x64_69_63_74
  /// A key of a dictionary.
  case key = 0x6B_65_79
  /// Text.
  case string = 0x73_74_72_69_6E_67
  /// A whole number.
  case integer = 0x69_6E_74_65_67_65_72
  /// A number with a fraction.
  case real = 0x72_65_61_6C
  /// Yes.
  case `true` = 0x74_72_75_65
  /// No.
  case `false` = 0x66_61_6C_73_65
  /// A moment.
  case date = 0x64_61_74_65
  /// Bytes, written as Base64.
  case data = 0x64_61_74_61

  /// The element's name as it stands in a tag.
  var name: String {
    let letters = (0..<8).reversed().map { UInt8(truncatingIfNeeded: rawValue >> UInt64($0 * 8)) }
    return String(decoding: letters.drop { $0 == 0 }, as: UTF8.self)
  }
}
