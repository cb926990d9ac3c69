/// How the displayed title of an expandable cell follows from the values of its descendants.
///
/// The displayed title is updated whenever a descendant changes; without anything to show, it is the title of the
/// definition.
@nonexhaustive
public enum Summary: Hashable, Sendable {
  /// The title of the chosen option; for several, their titles joined with a comma and a space.
  case choice
  /// The displayed texts of the direct children, in order, without empty ones.
  ///
  /// A single child suffices: a date picker shows as “November 30, 1835”, a switch as its on or off title, a slider as
  /// its number, a nested group as its displayed title.
  case join(separator: String)
  /// A text in which `{key}` stands for the displayed text of a descendant; `{{` and `}}` are braces.
  case template(Template)

  /// The default rule of an expandable cell.
  ///
  /// - Parameter kinds: the kinds of the direct children.
  /// - Returns: `.choice` if there is an option among them, `.join` with a space if there is a cell that holds a value,
  ///   `nil` if there is neither.
  package static func inferred<Kinds: Sequence>(fromKinds kinds: Kinds) -> Summary?
  where Kinds.Element == CellKind {
    var holdsValues = false
    for kind in kinds {
      if kind == .option { return .choice }
      if !kind.isQuestionOfOptions && kind.holdsValue { holdsValues = true }
    }
    return holdsValues ? .join(separator: " ") : nil
  }
}

extension Summary {
  /// The rule's name in the database and in form JSON: `choice`, `join` or `template`.
  package var name: String {
    switch self {
    case .choice: "choice"
    case .join: "join"
    case .template: "template"
    }
  }

  /// The rule's parameter: the separator of a join, the source of a template.
  package var text: String? {
    switch self {
    case .choice: nil
    case .join(let separator): separator
    case .template(let template): template.source
    }
  }

  /// Creates a rule from its ``name`` and ``text``.
  ///
  /// - Returns: `nil` for an unknown name, or for a template without text.
  /// - Throws: ``Template/Malformed`` if the text is not a valid template.
  package init?(name: String, text: String?) throws(Template.Malformed) {
    switch (name, text) {
    case ("choice", _): self = .choice
    case ("join", let separator): self = .join(separator: separator ?? " ")
    case ("template", let source?): self = .template(try Template(parsing: source))
    default: return nil
    }
  }
}
