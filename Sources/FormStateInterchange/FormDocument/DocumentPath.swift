/// Where in a JSON document something stands.
struct DocumentPath {
  /// The path, such as `sections[0].cells[2]`; empty for the root.
  var text = ""
  /// The position of the section; `nil` outside of sections.
  var section: Int?
  /// The position of the cell in its section, nested cells counted; `nil` outside of cells.
  var row: Int?

  /// The path of a member of the object here.
  func member(_ name: String) -> DocumentPath {
    var path = self
    path.text = text.isEmpty ? name : "\(text).\(name)"
    return path
  }

  /// The path of an element of the array here.
  func element(_ index: Int) -> DocumentPath {
    var path = self
    path.text = "\(text)[\(index)]"
    return path
  }
}

extension DocumentPath {
  /// A fault of what stands here.
  func fault(_ problem: String, _ action: String) -> Diagnostic {
    Diagnostic(
      section: section, row: row, key: text.isEmpty ? nil : text, problem: problem, action: action)
  }
}
