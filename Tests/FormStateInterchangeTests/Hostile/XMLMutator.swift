import Foundation
import TestSupport

/// Changes XML in ways that keep most of it well-formed: elements and attributes go, come, trade places and names, and
/// texts get every notation that XML has.
struct XMLMutator {
  private var elements: [XMLPiece] = []
  private var names: [String] = []
  private var attributes: [(name: String, value: String)] = []

  private static let notations = [
    "&amp;", "&lt;", "&#0;", "&#x110000;", "&#xD800;", "&#65;", "&e;", "&", "<", "]]>", "<![CDATA[<&]]>", "<![CDATA[",
    "<!-- c -->",
    "<!-- -- -->", "<?p?>", "<?xml version=\"1.0\"?>", "<!DOCTYPE a [<!ENTITY e \"e\">]>", "<!DOCTYPE plist>",
    "\u{FEFF}", "\u{1}",
  ]
  private static let namespaces = [
    "", "http://www.w3.org/2002/xforms", "http://www.w3.org/1999/xhtml", "http://openrosa.org/javarosa", "urn:own",
    "http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2000/xmlns/",
  ]

  /// Learns the elements and attributes of a corpus.
  init(corpus: [[XMLPiece]]) {
    for pieces in corpus {
      for piece in pieces {
        piece.visit { piece in
          guard case .element(let tag) = piece else { return }
          if piece.count <= 30, elements.count < 600 { elements.append(piece) }
          if !names.contains(tag.name) { names.append(tag.name) }
          for attribute in tag.attributes where attributes.count < 600 { attributes.append(attribute) }
        }
      }
    }
  }

  /// Changes a piece somewhere in a document.
  func mutate(_ pieces: inout [XMLPiece], _ source: inout MutationSource) {
    let count = pieces.reduce(0) { $0 + $1.count }
    guard count > 0 else { return }
    var random = source
    XMLPiece.change(&pieces, at: random.number(0...count - 1)) { siblings, place in
      if random.happens(oneIn: 3) {
        edit(&siblings, place, &random)
      } else {
        edit(&siblings[place], &random)
      }
    }
    source = random
  }

  private func edit(_ siblings: inout [XMLPiece], _ place: Int, _ source: inout MutationSource) {
    switch source.number(0...5) {
    case 0: siblings.remove(at: place)
    case 1: siblings.insert(siblings[place], at: place)
    case 2: siblings.swapAt(place, source.place(in: siblings) ?? place)
    case 3: siblings.insert(.raw(source.pick(Self.notations)), at: place)
    case 4:
      siblings.insert(
        contentsOf: Array(repeating: siblings[place], count: min(source.many(), 1_000 / siblings[place].count)),
        at: place)
    default: siblings.insert(anything(&source), at: place)
    }
  }

  private func edit(_ piece: inout XMLPiece, _ source: inout MutationSource) {
    switch piece {
    case .raw(let text):
      let changed = source.happens(oneIn: 3) ? source.word() : ExpressionMutator.mutated(text, &source)
      piece = .raw(source.happens(oneIn: 4) ? changed : Self.escaped(changed))
    case .element(var tag):
      if source.happens(oneIn: 3) || tag.attributes.isEmpty {
        edit(&tag, &source)
      } else {
        editAttributes(&tag.attributes, &source)
      }
      piece = .element(tag)
    }
  }

  private func edit(_ tag: inout XMLTag, _ source: inout MutationSource) {
    switch source.number(0...6) {
    case 0: tag.name = name(&source)
    case 1: tag.ending = name(&source)
    case 2: tag.children.append(anything(&source))
    case 3: tag.children = tag.children.isEmpty ? [.raw(Self.escaped(source.word()))] : []
    case 4: for _ in 0..<source.depth() { tag = XMLTag(name: tag.name, children: [.element(tag)]) }
    case 5: for number in 0..<source.many() * 3 { tag.attributes.append(("a\(number)", "")) }
    default: tag.attributes.append(attribute(&source))
    }
  }

  private func editAttributes(_ attributes: inout [(name: String, value: String)], _ source: inout MutationSource) {
    guard let place = source.place(in: attributes) else { return }
    switch source.number(0...6) {
    case 0: attributes.remove(at: place)
    case 1: attributes.insert(attributes[place], at: place)
    case 2: attributes[place].name = attribute(&source).name
    case 3: attributes[place].value = attribute(&source).value
    case 4: attributes.append(attribute(&source))
    default:
      let value = attributes[place].value.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      attributes[place].value = Self.escaped(ExpressionMutator.mutated(value, &source))
    }
  }

  private func name(_ source: inout MutationSource) -> String {
    if source.happens(oneIn: 5) {
      return source.pick([
        "p:a", "xml:a", "xmlns", "a:b:c", ":a", "a:", "1a", "é", "\u{300}a", String(repeating: "n", count: 1_001),
      ])
    }
    return names.isEmpty ? "a" : source.pick(names)
  }

  private func attribute(_ source: inout MutationSource) -> (name: String, value: String) {
    if source.happens(oneIn: 4) {
      return (source.pick(["xmlns", "xmlns:p", "xmlns:jr", "xmlns:h", "xmlns:xml"]), source.pick(Self.namespaces))
    }
    if source.happens(oneIn: 3) || attributes.isEmpty { return (name(&source), Self.escaped(source.word())) }
    return source.pick(attributes)
  }

  private func anything(_ source: inout MutationSource) -> XMLPiece {
    elements.isEmpty || source.happens(oneIn: 5) ? .raw(Self.escaped(source.word())) : source.pick(elements)
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}
