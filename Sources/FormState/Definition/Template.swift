import Foundation

/// A text with places for what other cells show, such as `{lastName}, {firstName}`.
public struct Template: Hashable, Sendable {
  /// A stretch of a template.
  package enum Part: Hashable, Sendable {
    /// Text that shows as it stands.
    case text(String)
    /// The place of a cell's displayed text.
    case cell(key: String)
  }

  /// What is wrong with the text of a template.
  public struct Malformed: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    public var errorDescription: String? { description }

    /// A sentence for the author.
    public let description: String
  }

  /// The template as its author wrote it.
  public let source: String
  /// The template taken apart; empty when it is ``malformed``.
  package let parts: [Part]
  /// What is wrong with the source, which only a form written in code can have: it is reported with the form's other
  /// faults. `nil` for a template that can be used.
  package let malformed: Malformed?

  /// Reads a template.
  ///
  /// - Parameter source: text with `{key}` for cells; `{{` and `}}` stand for single braces.
  /// - Throws: ``Malformed`` for a brace without its partner or an empty key.
  public init(_ source: String) throws { try self.init(parsing: source) }

  /// The same, with the error's type for callers in the package.
  package init(parsing source: String) throws(Malformed) {
    self.source = source
    self.parts = try Self.parse(source)
    self.malformed = nil
  }

  /// Reads a template, or keeps a text that is none, so that ``FormDefinition/definitionFaults()`` can report it.
  init(keeping source: String) {
    do throws(Malformed) {
      self = try Template(parsing: source)
    } catch {
      self.source = source
      self.parts = []
      self.malformed = error
    }
  }

  /// The keys of the cells that the template mentions, in order, repeated as often as they stand there.
  package var cellKeys: [String] {
    parts.compactMap { part in
      if case .cell(let key) = part { key } else { nil }
    }
  }

  /// Fills the template in.
  ///
  /// - Parameter textOfCell: what the cell with a key shows; `nil` when it shows nothing.
  /// - Returns: the text, or `nil` when every cell shows nothing.
  package func filled<Failure>(
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

  // By scalars and not by characters: a combining mark after a brace would make one character of the two.
  private static func parse(_ source: String) throws(Malformed) -> [Part] {
    var parts: [Part] = []
    var text = String.UnicodeScalarView()
    var rest = Substring(source).unicodeScalars
    while let scalar = rest.popFirst() {
      let isDoubled = rest.first == scalar
      switch scalar {
      case "{" where isDoubled, "}" where isDoubled:
        rest.removeFirst()
        text.append(scalar)
      case "}":
        throw Malformed(description: "the template “\(source.shortened)” has a “}” without its “{”")
      case "{":
        guard let end = rest.firstIndex(of: "}") else {
          throw Malformed(description: "the template “\(source.shortened)” has a “{” without its “}”")
        }
        let key = rest[..<end]
        guard !key.isEmpty else {
          throw Malformed(description: "the template “\(source.shortened)” has an empty place “{}”")
        }
        if !text.isEmpty { parts.append(.text(String(text))) }
        text = String.UnicodeScalarView()
        parts.append(.cell(key: String(String.UnicodeScalarView(key)).canonicalKey))
        rest = rest[rest.index(after: end)...]
      default:
        text.append(scalar)
      }
    }
    if !text.isEmpty { parts.append(.text(String(text))) }
    return parts
  }
}

extension Template {
  /// Whether two templates were written with the same scalars.
  public static func == (left: Template, right: Template) -> Bool {
    left.source.isSpelled(like: right.source)
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    source.hashSpelling(into: &hasher)
  }
}
