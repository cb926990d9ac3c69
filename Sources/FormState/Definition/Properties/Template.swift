import Foundation

/// A text with placeholders for the displayed texts of other cells, such as `{lastName}, {firstName}`.
public struct Template: Hashable, Sendable {
  /// A part of a template.
  package enum Part: Hashable, Sendable {
    /// Literal text.
    case text(String)
    /// The displayed text of a cell.
    case cell(key: String)
  }

  /// A template's text is malformed.
  package struct Malformed: FormStateError, Hashable {
    /// A sentence for the author.
    package let description: String
  }

  /// The template as its author wrote it.
  package var source: String { spelling.text }
  private let spelling: Spelled
  /// The parts of the template; empty if it is ``malformed``.
  package let parts: [Part]
  /// The faults of the source, which only a form written in code can have; it is reported with the form's other
  /// faults. `nil` for a valid template.
  let malformed: Malformed?

  /// Reads a template.
  ///
  /// - Parameter source: text with `{key}` for cells; `{{` and `}}` stand for single braces.
  /// - Throws: ``Malformed`` for an unmatched brace or an empty key.
  package init(_ source: String) throws { try self.init(parsing: source) }

  /// The same, with a typed error for callers in the package.
  package init(parsing source: String) throws(Malformed) {
    spelling = Spelled(source)
    self.parts = try Self.parse(source)
    self.malformed = nil
  }

  /// Reads a template, or keeps a malformed text, for ``FormDefinition/definitionFaults()`` to report.
  init(keeping source: String) {
    do throws(Malformed) {
      self = try Template(parsing: source)
    } catch {
      spelling = Spelled(source)
      self.parts = []
      self.malformed = error
    }
  }

  /// The keys of the cells that the template mentions, in order, with repetitions.
  var cellKeys: [String] {
    parts.compactMap { part in
      if case .cell(let key) = part { key } else { nil }
    }
  }

  /// Fills in the template.
  ///
  /// - Parameter textOfCell: the displayed text of the cell with a key; `nil` if there is none.
  /// - Returns: the text, or `nil` if there is none for any cell.
  func filled<Failure>(
    _ textOfCell: (String) throws(Failure) -> String?
  ) throws(Failure) -> String? {
    var result = ""
    var isEmpty = true
    for part in parts {
      switch part {
      case .text(let text):
        result += text
      case .cell(let key):
        guard let text = try textOfCell(key), !text.isEmpty else { continue }
        result += text
        isEmpty = false
      }
    }
    return isEmpty ? nil : result
  }

  /// The most braces that a template may open, as many as an expression may have parts: each takes time wherever the
  /// template is read.
  static let mostPlaceholders = 4096

  // By bytes and not by characters: a combining mark after a brace would form one character with it. Text between
  // braces is taken at once, since a file from elsewhere may have a megabyte of it in each cell.
  private static func parse(_ source: String) throws(Malformed) -> [Part] {
    let bytes = Array(source.utf8)
    var parts: [Part] = []
    var text: [UInt8] = []
    var (place, opened) = (0, 0)
    while let brace = bytes.place(ofEither: (open, close), from: place) {
      text += bytes[place..<brace]
      opened += 1
      guard opened <= mostPlaceholders else {
        throw Malformed(description: "the template “\(source.shortened)” has more than \(mostPlaceholders) braces")
      }
      if brace + 1 < bytes.count, bytes[brace + 1] == bytes[brace] {
        text.append(bytes[brace])
        place = brace + 2
        continue
      }
      guard bytes[brace] == open else {
        throw Malformed(description: "the template “\(source.shortened)” has a “}” without its “{”")
      }
      guard let end = bytes.place(ofEither: (close, close), from: brace + 1) else {
        throw Malformed(description: "the template “\(source.shortened)” has a “{” without its “}”")
      }
      guard end > brace + 1 else {
        throw Malformed(description: "the template “\(source.shortened)” has an empty placeholder “{}”")
      }
      if !text.isEmpty { parts.append(.text(String(decoding: text, as: UTF8.self))) }
      text = []
      parts.append(.cell(key: String(decoding: bytes[(brace + 1)..<end], as: UTF8.self).canonicalKey))
      place = end + 1
    }
    text += bytes[place...]
    if !text.isEmpty { parts.append(.text(String(decoding: text, as: UTF8.self))) }
    return parts
  }

  private static let open = UInt8(ascii: "{")
  private static let close = UInt8(ascii: "}")
}

extension [UInt8] {
  /// The first place of one of two bytes; `nil` if there is none.
  fileprivate func place(ofEither pair: (UInt8, UInt8), from start: Int) -> Int? {
    withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, start < bytes.count else { return nil }
      func first(_ byte: UInt8, within count: Int) -> Int? {
        memchr(base + start, Int32(byte), count).map { UnsafeRawPointer($0) - base }
      }
      let one = first(pair.0, within: bytes.count - start)
      return first(pair.1, within: (one ?? bytes.count) - start) ?? one
    }
  }
}
