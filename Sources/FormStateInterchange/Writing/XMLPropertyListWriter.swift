import FormState
import Foundation

/// Writes a CellDescriptor.plist as XML, laid out as Apple's tools do.
struct XMLPropertyListWriter {
  private var text = ""
  private var problem: String?

  /// Writes the sections.
  ///
  /// - Throws: ``ExportError`` for a text with a control character and for properties nested too deep.
  /// - Complexity: O(n).
  static func write(_ sections: [[CellDescription]]) throws(ExportError) -> Data {
    var writer = XMLPropertyListWriter()
    writer.text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <array>

      """
    for (index, section) in sections.enumerated() {
      writer.line(1, "<array>")
      for (row, cell) in section.enumerated() {
        writer.write(cell)
        guard let problem = writer.problem else { continue }
        throw ExportError(description: "section \(index), row \(row): \(problem)")
      }
      writer.line(1, "</array>")
    }
    writer.text += "</array>\n</plist>\n"
    return Data(writer.text.utf8)
  }

  private mutating func write(_ cell: CellDescription) {
    line(2, "<dict>")
    for (key, value) in cell.standard { write(key.rawValue, value, depth: 3) }
    for (key, value) in cell.properties.sorted(by: { $0.key < $1.key }) { write(key, value, depth: 3) }
    line(2, "</dict>")
  }

  private mutating func write(_ key: String, _ value: PropertyValue, depth: Int) {
    if value == .null { return }
    line(depth, "<key>\(escaped(key))</key>")
    write(value, depth: depth)
  }

  private mutating func write(_ value: PropertyValue, depth: Int) {
    guard depth < DocumentLimits.standard.maximumDepth else {
      problem = "a property is nested too deep to be read again; flatten it"
      return
    }
    switch value {
    case .null: break
    case .boolean(let flag): line(depth, flag ? "<true/>" : "<false/>")
    case .integer(let number): line(depth, "<integer>\(number)</integer>")
    case .real(let number): line(depth, "<real>\(finite(number))</real>")
    case .string(let string): line(depth, "<string>\(escaped(string))</string>")
    case .date(let date): line(depth, "<date>\(moment(date))</date>")
    case .data(let data): line(depth, "<data>\(data.base64EncodedString())</data>")
    case .array(let values):
      line(depth, "<array>")
      for value in values { write(value, depth: depth + 1) }
      line(depth, "</array>")
    case .dictionary(let values):
      line(depth, "<dict>")
      for (key, value) in values.sorted(by: { $0.key < $1.key }) { write(key, value, depth: depth + 1) }
      line(depth, "</dict>")
    }
  }

  private mutating func line(_ depth: Int, _ content: String) {
    for _ in 0..<depth { text += "\t" }
    text += content
    text += "\n"
  }

  private mutating func finite(_ number: Double) -> Double {
    if !number.isFinite { problem = "a property is a number that is not finite; property lists hold none" }
    return number
  }

  private mutating func moment(_ date: Date) -> String {
    if let text = date.utcText { return text }
    problem = "a date lies outside of the years 1 to 9999; export as binary or form JSON"
    return ""
  }

  private mutating func escaped(_ string: String) -> String {
    guard string.utf8.contains(where: { $0 < 0x20 || $0 == 0x26 || $0 == 0x3C || $0 == 0x3E }) else { return string }
    var result = ""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\r": result += "&#13;"
      case "\t", "\n": result.unicodeScalars.append(scalar)
      case ..<" ": problem = "a text holds a control character, which XML cannot; export as binary or form JSON"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
