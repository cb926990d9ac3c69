import Foundation

/// XML as it is written: tags with their attributes, and everything else as its text.
indirect enum XMLPiece {
  case element(XMLTag)
  /// Text, a comment, CDATA, a declaration or an instruction.
  case raw(String)

  /// The pieces of a well-formed document.
  static func pieces(of text: String) -> [XMLPiece] {
    var scanner = XMLPieceScanner(text)
    return scanner.pieces()
  }

  static func written(_ pieces: [XMLPiece]) -> String {
    var text = ""
    for piece in pieces { piece.write(to: &text) }
    return text
  }

  private func write(to text: inout String) {
    guard case .element(let tag) = self else {
      if case .raw(let raw) = self { text += raw }
      return
    }
    text += "<\(tag.name)"
    for attribute in tag.attributes { text += " \(attribute.name)=\"\(attribute.value)\"" }
    text += tag.children.isEmpty ? "/>" : ">"
    for child in tag.children { child.write(to: &text) }
    if !tag.children.isEmpty { text += "</\(tag.ending ?? tag.name)>" }
  }

  /// The number of pieces, this one included.
  var count: Int {
    if case .element(let tag) = self { tag.children.reduce(1) { $0 + $1.count } } else { 1 }
  }

  /// Every piece.
  func visit(_ body: (XMLPiece) -> Void) {
    body(self)
    if case .element(let tag) = self { for child in tag.children { child.visit(body) } }
  }

  /// Changes the list that holds one of the pieces.
  static func change(
    _ pieces: inout [XMLPiece], at index: Int, _ body: (inout [XMLPiece], _ place: Int) -> Void
  ) {
    var left = index
    for place in pieces.indices {
      let count = pieces[place].count
      if left == 0 { return body(&pieces, place) }
      if left < count, case .element(var tag) = pieces[place] {
        change(&tag.children, at: left - 1, body)
        pieces[place] = .element(tag)
        return
      }
      left -= count
    }
  }
}

/// A tag with everything up to its end.
struct XMLTag {
  var name: String
  var attributes: [(name: String, value: String)] = []
  var children: [XMLPiece] = []
  /// The name in the end tag, if it is another one.
  var ending: String?
}

/// Takes a well-formed document apart.
private struct XMLPieceScanner {
  private var rest: Substring

  init(_ text: String) { rest = text[...] }

  mutating func pieces() -> [XMLPiece] {
    var pieces: [XMLPiece] = []
    while !rest.isEmpty, !rest.hasPrefix("</") {
      if let mark = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">")].first(where: {
        rest.hasPrefix($0.0)
      }) {
        pieces.append(.raw(take(through: mark.1)))
      } else if rest.hasPrefix("<") {
        pieces.append(element())
      } else {
        pieces.append(.raw(take { $0 != "<" }))
      }
    }
    return pieces
  }

  private mutating func element() -> XMLPiece {
    rest = rest.dropFirst()
    var tag = XMLTag(name: take { !$0.isWhitespace && $0 != ">" && $0 != "/" })
    while true {
      _ = take { $0.isWhitespace }
      guard let first = rest.first, first != ">", first != "/" else { break }
      let name = take { $0 != "=" && !$0.isWhitespace && $0 != ">" }
      _ = take { $0.isWhitespace || $0 == "=" }
      guard let quote = rest.popFirst() else { break }
      tag.attributes.append((name, take { $0 != quote }.replacing("\"", with: "&quot;")))
      rest = rest.dropFirst()
    }
    if take(through: ">").count > 1 { return .element(tag) }
    tag.children = pieces()
    _ = take(through: ">")
    return .element(tag)
  }

  private mutating func take(while isPart: (Character) -> Bool) -> String {
    let taken = rest.prefix(while: isPart)
    rest = rest[taken.endIndex...]
    return String(taken)
  }

  private mutating func take(through mark: String) -> String {
    let end = rest.range(of: mark)?.upperBound ?? rest.endIndex
    defer { rest = rest[end...] }
    return String(rest[..<end])
  }
}
