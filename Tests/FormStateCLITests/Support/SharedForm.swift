import Foundation

/// A form that several processes fill in together: one section for all of them, and one for each.
///
/// A cell that a process opens in the first section moves the rows of the others.
enum SharedForm {
  /// The form as a document.
  static func document(writers: Int) -> String {
    let groups = (1...writers).map { writer in
      """
      {"key":"group-\(writer)","kind":"group","title":"Group","cells":[
        {"key":"first-\(writer)","kind":"text","title":"First"},
        {"key":"second-\(writer)","kind":"text","title":"Second"}]}
      """
    }
    let sections = (1...writers).map { writer in
      """
      {"key":"section-\(writer)","title":"Section","cells":[{"key":"alone-\(writer)","kind":"text","title":"Alone"}]}
      """
    }
    let note = #"{"key":"note","kind":"text","title":"Note"}"#
    let shared = #"{"key":"shared","title":"Shared","cells":[\#((groups + [note]).joined(separator: ","))]}"#
    return """
      {"formstate":1,"key":"shared","sections":[\(([shared] + sections).joined(separator: ","))]}
      """
  }

  /// The actions of a process, a line each. Every line identifies its process, and changes something in any order.
  static func script(ofWriter writer: Int, count: Int) -> [String] {
    (1...count).map { number in
      switch number % 5 {
      case 1: #"{"action":"tap","cell":"group-\#(writer)"}"# + "\n"
      case 2: #"{"action":"set","cell":"first-\#(writer)","value":"p\#(writer)-\#(number)"}"# + "\n"
      case 3: #"{"action":"toggleFold","section":"section-\#(writer)"}"# + "\n"
      default: #"{"action":"set","cell":"note","value":"p\#(writer)-\#(number)"}"# + "\n"
      }
    }
  }

  /// The process of a line; `nil` if the line does not identify it.
  static func writer(ofLine line: String) -> Int? {
    for marker in ["\"p", "\"group-", "\"section-"] {
      guard let place = line.range(of: marker, options: .backwards) else { continue }
      if let writer = Int(line[place.upperBound...].prefix { $0.isNumber }) { return writer }
    }
    return nil
  }
}
