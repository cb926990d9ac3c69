import Foundation
import TestSupport

/// Makes hostile documents of a corpus in one grammar.
struct DocumentMutator {
  private let grammar: HostileReader.Grammar
  private let json: JSONMutator
  private let xml: XMLMutator

  /// The most bytes of a usual document; longer ones are taken now and then.
  private static let usualBytes = 4_000

  init(_ grammar: HostileReader.Grammar, corpus: [Data]) {
    self.grammar = grammar
    let isJSON = grammar == .json || grammar == .jsonLines
    let lines = grammar == .jsonLines ? corpus.flatMap { $0.split(separator: 0x0A) } : corpus
    json = JSONMutator(corpus: isJSON ? lines.compactMap { try? JSONTree(Data($0)) } : [])
    xml = XMLMutator(
      corpus: grammar == .xml ? corpus.map { XMLPiece.pieces(of: String(decoding: $0, as: UTF8.self)) } : [])
  }

  /// A document of the corpus with a few changes.
  func document(from corpus: [Data], _ source: inout MutationSource) -> Data {
    var document = source.pick(corpus)
    for _ in 0..<20 where document.count > Self.usualBytes { document = source.pick(corpus) }
    // Damage to bytes finds what a grammar never writes.
    if source.happens(oneIn: 6) { return damaged(document, &source) }
    let count = source.pick([1, 1, 1, 2, 3, 6])
    switch grammar {
    case .json: return json(document, count, &source)
    case .jsonLines: return lines(document, count, &source)
    case .xml: return xml(document, count, &source)
    case .table: return text(document, count, &source, TableMutator.mutated)
    case .expressions: return text(document, count, &source, ExpressionMutator.mutated)
    case .propertyList: return bytes(document, count, &source, BinaryMutator.changePropertyList)
    case .archive: return bytes(document, count, &source, BinaryMutator.changeArchive)
    }
  }

  private func damaged(_ document: Data, _ source: inout MutationSource) -> Data {
    bytes(document, source.pick([1, 1, 2, 4]), &source, BinaryMutator.damage)
  }

  private func bytes(
    _ document: Data, _ count: Int, _ source: inout MutationSource,
    _ change: (inout [UInt8], inout MutationSource) -> Void
  ) -> Data {
    var bytes = Array(document)
    for _ in 0..<count { change(&bytes, &source) }
    return Data(bytes)
  }

  private func text(
    _ document: Data, _ count: Int, _ source: inout MutationSource,
    _ change: (String, inout MutationSource) -> String
  ) -> Data {
    var text = String(decoding: document, as: UTF8.self)
    for _ in 0..<count { text = change(text, &source) }
    return Data(text.utf8)
  }

  private func json(_ document: Data, _ count: Int, _ source: inout MutationSource) -> Data {
    guard var tree = try? JSONTree(document) else { return damaged(document, &source) }
    for _ in 0..<count { json.mutate(&tree, &source) }
    return Data(tree.written(isWide: source.happens(oneIn: 2)).utf8)
  }

  private func xml(_ document: Data, _ count: Int, _ source: inout MutationSource) -> Data {
    var pieces = XMLPiece.pieces(of: String(decoding: document, as: UTF8.self))
    for _ in 0..<count { xml.mutate(&pieces, &source) }
    return Data(XMLPiece.written(pieces).utf8)
  }

  private func lines(_ document: Data, _ count: Int, _ source: inout MutationSource) -> Data {
    var lines = document.split(separator: 0x0A).map { Data($0) }
    for _ in 0..<count {
      guard let place = source.place(in: lines) else { break }
      switch source.number(0...11) {
      case 0: lines.remove(at: place)
      case 1: lines.insert(lines[place], at: place)
      case 2: lines.swapAt(place, source.place(in: lines) ?? place)
      case 3: lines.insert(Data(source.pick(["", " ", "\r", "{}", "[]", "\u{FEFF}"]).utf8), at: place)
      default:
        guard var tree = try? JSONTree(lines[place]) else { continue }
        json.mutate(&tree, &source)
        lines[place] = Data(tree.written().utf8)
      }
    }
    return Data(lines.joined(separator: Data((source.happens(oneIn: 6) ? "\r\n" : "\n").utf8)))
  }
}
