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
  public struct Malformed: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    public var errorDescription: String? { description }

    /// A sentence for the author.
    public let description: String
  }

  /// The template as its author wrote it.
  public let source: String
  /// The parts of the template; empty if it is ``malformed``.
  package let parts: [Part]
  /// The faults of the source, which only a form written in code can have; it is reported with the form's other
  /// faults. `nil` for a valid template.
  package let malformed: Malformed?

  /// Reads a template.
  ///
  /// - Parameter source: text with `{key}` for cells; `{{` and `}}` stand for single braces.
  /// - Throws: ``Malformed`` for an unmatched brace or an empty key.
  public init(_ source: String) throws { try self.init(parsing: source) }

  /// The same, with a typed error for callers in the package.
  package init(parsing source: String) throws(Malformed) {
    self.source = source
    self.parts = try Self.parse(source)
    self.malformed = nil
  }

  /// Reads a template, or keeps a malformed text, for ``FormDefinition/definitionFaults()`` to report.
  init(keeping source: String) {
    do throws(Malformed) {
      self = try Template(parsing: source)
    } catch {
      self.source = source
      self.parts = []
      self.malformed = error
    }
  }

  /// The keys of the cells that the template mentions, in order, with repetitions.
  package var cellKeys: [String] {
    parts.compactMap { part in
      if case .cell(let key) = part { key } else { nil }
    }
  }

  /// Fills in the template.
  ///
  /// - Parameter textOfCell: the displayed text of the cell with a key; `nil` if there is none.
  /// - Returns: the text, or `nil` if there is none for any cell.
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

  // By scalars and not by characters: a combining mark after a brace would form one character with it.
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
          throw Malformed(description: "the template “\(source.shortened)” has an empty placeholder “{}”")
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
