/// A rule on a cell or section: what an expression decides about it.
///
/// ```swift
/// TextCell("partner", title: "Partner").relevant("${married} = 'yes'")
/// ```
///
/// A rule can be made of any text; one that is no expression is a fault of the definition, told with every other fault
/// by ``FormDefinition/checkDefinition()``.
public struct FormRule: Hashable, Sendable {
  /// What rules decide, by their names in form JSON and tables, in the order in which both have them.
  @nonexhaustive
  public enum Kind: String, CaseIterable, Hashable, Sendable, Codable {
    /// Whether the question is asked at all. What is not relevant does not show, and its answer counts as blank.
    case relevant
    /// Whether the question has to be answered before the response can be completed.
    case required
    /// Whether a person is kept from changing the answer.
    case readOnly
    /// What has to hold of an answer. One that it does not hold of is kept, with a ``Fault``.
    case constraint
    /// What the cell holds as long as nobody has entered anything else.
    case calculate
    /// What the cell holds at first.
    case `default`
    /// The title that the cell displays instead of its own.
    case title
    /// How many instances of a repeat count: what is missing is added, and what is too many is not relevant.
    case count
    /// What can be chosen: items of a list, `list('towns')[region = ${region}]`, or answers in cells, `${person}[${age}
    /// > 17]/${name}`, of which blank ones are left out. What is chosen and no longer among them is kept, with a
    /// ``Fault``.
    case choices
    /// What the cell is set to whenever one of the ``FormRule/triggers`` comes to hold something else. After that a
    /// person may enter something of their own. A cell may have several such rules.
    case set
  }

  /// How much a fault matters.
  @nonexhaustive
  public enum Severity: String, CaseIterable, Hashable, Sendable, Codable {
    /// The response cannot be completed.
    case error
    /// A person is told, and may go on.
    case warning
  }

  /// What the rule decides.
  public let kind: Kind
  /// The expression as its author wrote it.
  public let source: String
  /// Of what is required or constrained: what a person is told where it is not so; `nil` for words of the library's
  /// own.
  public var message: String?
  /// Of a constraint: how much it matters.
  public var severity: Severity
  /// Of a rule that sets: the keys of the cells for which it waits, in the order of their bytes; with none it waits for
  /// the response to be opened, which is when everything is recalculated (``FormAction/recalculate``). Of any other
  /// rule nothing.
  public let triggers: [String]
  /// Of a rule that calculates: whether it takes the place of what a person entered as soon as something that it reads
  /// changes, as in ODK Collect. Otherwise an entry stays until it is reset.
  public let overridesEntry: Bool
  private let reading: Reading

  /// Makes a rule of a text.
  ///
  /// - Parameters:
  ///   - kind: what it decides.
  ///   - source: by which expression.
  ///   - message: of what is required or constrained, what a person is told where it is not so.
  ///   - severity: of a constraint, how much it matters.
  ///   - triggers: of a rule that sets, the keys of the cells for which it waits; of any other they are left out.
  ///   - overridesEntry: of a rule that calculates, whether it takes the place of what a person entered.
  /// - Complexity: O(*n*) for *n* bytes.
  public init(
    _ kind: Kind, _ source: String, message: String? = nil, severity: Severity = .error, triggers: [String] = [],
    overridesEntry: Bool = false
  ) {
    self.kind = kind
    self.source = source
    self.message = message
    self.severity = severity
    self.triggers = kind == .set ? triggers.inOrderOfBytes : []
    self.overridesEntry = kind == .calculate && overridesEntry
    reading = Reading(source)
  }

  /// Makes a rule of an expression; one that sets waits for the response to be opened.
  public init(_ kind: Kind, _ expression: RuleExpression, message: String? = nil, severity: Severity = .error) {
    self.kind = kind
    source = expression.source
    self.message = message
    self.severity = severity
    triggers = []
    overridesEntry = false
    reading = Reading(expression)
  }

  /// The expression; `nil` where ``source`` is none.
  public var expression: RuleExpression? { try? reading.result.get() }

  /// Why ``source`` is no expression; `nil` where it is one.
  package var problem: RuleExpressionError? {
    if case .failure(let error) = reading.result { error } else { nil }
  }

  /// The expression, read on demand first: of the rules of a page an action needs few.
  private final class Reading: Sendable {
    private let source: String
    private let known: Locked<Result<RuleExpression, RuleExpressionError>?>

    init(_ source: String) {
      self.source = source
      known = Locked(nil)
    }

    init(_ expression: RuleExpression) {
      source = expression.source
      known = Locked(.success(expression))
    }

    var result: Result<RuleExpression, RuleExpressionError> {
      known.withLock { known in
        let result = known ?? Result { () throws(RuleExpressionError) in try RuleExpression(parsing: source) }
        known = result
        return result
      }
    }
  }

  /// Whether two rules are written alike, scalar by scalar.
  public static func == (left: FormRule, right: FormRule) -> Bool {
    left.kind == right.kind && left.source.isSpelled(like: right.source) && left.severity == right.severity
      && FieldContent.text(left.message ?? "") == .text(right.message ?? "")
      && (left.message == nil) == (right.message == nil) && left.triggers == right.triggers
      && left.overridesEntry == right.overridesEntry
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    source.hashSpelling(into: &hasher)
    hasher.combine(severity)
    hasher.combine(message == nil)
    hasher.combine(triggers)
    hasher.combine(overridesEntry)
  }
}

extension FormRule.Kind {
  /// The field of a cell's state that rules of the kind decide.
  package var field: StateChange.Field {
    switch self {
    case .relevant: .relevance
    case .required: .requirement
    case .readOnly: .readOnly
    case .constraint, .choices: .faults
    case .calculate, .default: .calculated
    case .title: .title
    // Of the instances.
    case .count: .relevance
    case .set: .value
    }
  }

  /// Whether a rule of the kind says what the cell holds.
  package var givesValue: Bool { self == .calculate || self == .default }

  /// Whether a cell may have several rules of the kind, which have numbers then.
  package var isNumbered: Bool { self == .constraint || self == .set }

  /// The place of the kind among all, by which rules of a cell are ordered.
  package var order: Int {
    switch self {
    case .relevant: 0
    case .required: 1
    case .readOnly: 2
    case .constraint: 3
    case .calculate: 4
    case .default: 5
    case .title: 6
    case .count: 7
    case .choices: 8
    case .set: 9
    }
  }
}

extension [FormRule] {
  /// The rules by their kinds, those of one kind in the order in which they were given.
  package var inOrder: [FormRule] {
    guard count > 1 else { return self }
    return enumerated().sorted { ($0.element.kind.order, $0.offset) < ($1.element.kind.order, $1.offset) }.map(
      \.element)
  }
}

extension [String] {
  /// The keys, each once, in the order of their bytes, which is the same everywhere.
  fileprivate var inOrderOfBytes: [String] {
    Set(map(\.canonicalKey)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
