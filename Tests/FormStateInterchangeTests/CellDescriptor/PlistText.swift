import Foundation

/// Builds CellDescriptor.plist documents.
enum PlistText {
  /// A cell's dictionary in the tutorial's shape.
  ///
  /// - Parameters:
  ///   - value: an element, such as `<string>Ada</string>`.
  ///   - replacing: elements by key that replace the usual ones; `nil` leaves a key out.
  static func cell(
    _ identifier: String, _ primary: String = "", _ secondary: String = "", rows: Int = 0, expandable: Bool = false,
    expanded: Bool = false, visible: Bool = true, value: String = "<string></string>",
    replacing: [(String, String?)] = []
  ) -> String {
    var entries: [(key: String, value: String?)] = [
      ("isExpandable", "<\(expandable)/>"), ("isExpanded", "<\(expanded)/>"), ("isVisible", "<\(visible)/>"),
      ("value", value), ("primaryTitle", "<string>\(primary)</string>"),
      ("secondaryTitle", "<string>\(secondary)</string>"), ("cellIdentifier", "<string>\(identifier)</string>"),
      ("additionalRows", "<integer>\(rows)</integer>"),
    ]
    for (key, value) in replacing {
      entries.removeAll { $0.key == key }
      entries.append((key, value))
    }
    let lines = entries.compactMap { key, value in value.map { "<key>\(key)</key>\($0)" } }
    return "<dict>\(lines.joined())</dict>"
  }

  /// A heading, with rows below it that it hides unless it is expanded.
  static func heading(_ secondary: String, rows: Int, expanded: Bool = false) -> String {
    cell("idCellNormal", "", secondary, rows: rows, expandable: true, expanded: expanded)
  }

  /// A document with a list of cells for each section.
  static func document(_ sections: [[String]]) -> Data {
    let body = sections.map { "<array>\($0.joined())</array>" }.joined()
    return Data(propertyList("<array>\(body)</array>").utf8)
  }

  /// The whole tutorial form in other words: names, birthday, status, sport, experience.
  static let profile = document([
    [
      heading("Fullname", rows: 2),
      cell("idCellTextfield", "Firstname", visible: false),
      cell("idCellTextfield", "Lastname", visible: false),
      heading("Date of Birth", rows: 1),
      cell("idCellDatePicker", visible: false),
      heading("Marital Status", rows: 1),
      cell("idCellSwitch", "Off = Single, On = Married", visible: false, value: "<string>false</string>"),
    ],
    [
      heading("Favorite Sport", rows: 2),
      cell("idCellValuePicker", "Football", visible: false),
      cell("idCellValuePicker", "Basketball", visible: false),
    ],
    [
      heading("Level", rows: 1),
      cell("idCellSlider", visible: false, value: "<string>0.0</string>"),
    ],
  ])
}
