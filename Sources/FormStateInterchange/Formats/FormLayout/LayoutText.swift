import FormState

/// A text of a layout, with places for fields of a document, such as `{firstName} {lastName}`.
struct LayoutText: Hashable, Sendable {
  /// A stretch of the text.
  enum Part: Hashable, Sendable {
    /// Fixed text.
    case text(String)
    /// The place of a field's content.
    case field(FieldPath)
  }

  /// The problem of a layout's text, and the correction.
  struct Malformed: Error {
    let problem: String
    let action: String
  }

  let parts: [Part]

  /// An empty text, or one of such parts.
  init(parts: [Part] = []) {
    self.parts = parts
  }

  /// Reads a text: `{path}` for fields, `{{` and `}}` for braces.
  init(_ source: String) throws(Malformed) {
    let template: Template
    do throws(Template.Malformed) {
      template = try Template(parsing: source)
    } catch {
      throw Malformed(problem: error.description, action: "write {field} for fields, {{ and }} for braces")
    }
    var parts: [Part] = []
    for part in template.parts {
      switch part {
      case .text(let text): parts.append(.text(text))
      case .cell(let key):
        guard let path = FieldPath(key) else {
          throw Malformed(
            problem: "the text mentions {\(key.prefix(40))}, which is not a path", action: FieldPath.wording(for: key))
        }
        parts.append(.field(path))
      }
    }
    self.init(parts: parts)
  }

  /// The paths that the text mentions.
  var paths: [FieldPath] {
    parts.compactMap { part in
      if case .field(let path) = part { path } else { nil }
    }
  }

  /// Fills the text in.
  ///
  /// - Parameter textOfField: the text of the field at a path.
  func filled(_ textOfField: (FieldPath) -> String) -> String {
    parts.reduce(into: "") { text, part in
      switch part {
      case .text(let stretch): text += stretch
      case .field(let path): text += textOfField(path)
      }
    }
  }
}
