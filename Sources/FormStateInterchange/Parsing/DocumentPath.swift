/// A place in a JSON document.
struct DocumentPath {
  /// The path from the root, by its last step: each cell has one, and hardly any is ever written out.
  private indirect enum Way {
    case root
    case member(String, of: Way)
    case element(Int, of: Way)

    var outer: Way? {
      switch self {
      case .root: nil
      case .member(_, let outer), .element(_, let outer): outer
      }
    }
  }

  private var way = Way.root
  /// The position of the section; `nil` outside of sections.
  var section: Int?
  /// The position of the cell in its section, nested cells counted; `nil` outside of cells.
  var row: Int?

  /// The path, such as `sections[0].cells[2]`; empty for the root.
  ///
  /// - Complexity: O(k) for k steps.
  var text: String {
    var steps: [Way] = []
    var rest = way
    while let outer = rest.outer {
      steps.append(rest)
      rest = outer
    }
    return steps.reversed().reduce(into: "") { text, step in
      switch step {
      case .root: break
      case .member(let name, _): text += text.isEmpty ? name.shortened : ".\(name.shortened)"
      case .element(let index, _): text += "[\(index)]"
      }
    }
  }

  /// The path of a member of the object here.
  func member(_ name: String) -> DocumentPath {
    var path = self
    path.way = .member(name, of: way)
    return path
  }

  /// The path of an element of the array here.
  func element(_ index: Int) -> DocumentPath {
    var path = self
    path.way = .element(index, of: way)
    return path
  }

  /// A fault at this place.
  func fault(_ problem: String, _ action: String) -> Diagnostic {
    let text = text
    return Diagnostic(
      section: section, row: row, key: text.isEmpty ? nil : text, problem: problem, action: action)
  }
}
