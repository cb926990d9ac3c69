import Foundation

/// An action was refused; nothing was changed.
public enum ActionError: Error, Hashable, Sendable {
  /// The form has no cell with the key; the nearest key, if any is near.
  case unknownCell(key: String, nearest: String?)
  /// The form has no section with the key; the nearest key, if any is near.
  case unknownSection(key: String, nearest: String?)
  /// The form has no section at that position; how many it has.
  case noSuchSection(RowPath, sectionCount: Int)
  /// The section shows no row at that position; how many it shows.
  case noSuchRow(RowPath, rowCount: Int)
  /// The section of the row path is folded, so none of its cells has a row path; the section's key.
  case rowInFoldedSection(RowPath, section: String)
  /// The row is kept with no height, since the cell is hidden; the cell's key.
  case hiddenRow(RowPath, cell: String)
  /// The cell can never show, since the definition hides it or a cell above it; the key of the hidden one.
  case neverShows(cell: String, hidden: String)
  /// The cell does not show, since a rule makes it, or what it stands in, irrelevant; the key of the cell or section
  /// with the rule.
  case irrelevant(cell: String, by: String)
  /// A rule could not be calculated; the key of its cell or section, what it decides, and why it failed.
  case failedRule(cell: String, rule: FormRule.Kind, problem: String)
  /// The cell cannot be expanded or collapsed.
  case notExpandable(cell: String)
  /// The cell is not an option.
  case notAnOption(cell: String, kind: CellKind)
  /// The section cannot be folded.
  case notFoldable(section: String)
  /// The cell does not accept the value.
  case refusedValue(cell: String, RefusedValue)
  /// The cell holds no value that could be cleared.
  case holdsNoValue(cell: String, kind: CellKind)
  /// The cell has no control that a person types into, so it keeps no draft.
  case takesNoDraft(cell: String, kind: CellKind)
  /// Nothing can be chosen in the cell: it is no question of options.
  case hasNoChoices(cell: String, kind: CellKind)
  /// The cell stands in a repeat, so that only an address with an instance tells which one is meant; the key of the
  /// repeat.
  case needsInstance(cell: String, repeat: String)
  /// There is no instance as the address names it.
  case noSuchInstance(address: String)
  /// The cell stands in no repeat, so that it has no instances.
  case standsInNoRepeat(cell: String)
  /// The address names an instance of a repeat where a cell is wanted.
  case namesInstance(address: String)
  /// The cell is no repeat, so that it has no instances.
  case notARepeat(cell: String, kind: CellKind)
  /// The repeat has as many instances as it may have.
  case tooManyInstances(repeat: String, maximum: Int)
  /// The repeat has no more instances than it must have.
  case tooFewInstances(repeat: String, minimum: Int)
  /// How many instances the repeat has follows from its rule.
  case countedInstances(repeat: String)
  /// The instance is one of another repeat, or of the same in another instance.
  case otherRepeat(instance: String, repeat: String)
  /// An instance of the response has or had the number, which none is given twice.
  case numberWasGiven(Int, repeat: String)
  /// No instance can have a number as great.
  case noSuchNumber(Int, repeat: String)
  /// By its rule the cell is read-only, so that nobody changes what it holds.
  case readOnly(cell: String)
  /// The fault cannot be reported; the cell, `nil` for the whole response.
  case refusedReport(cell: String?, problem: String)
  /// The response cannot be completed; what is wrong with its answers, in the order of the form.
  case faults([Fault])
  /// The response is completed and refuses edits; the cell that the action would have changed.
  case completed(cell: String)
  /// There is no step that could be taken back.
  case nothingToUndo
  /// There is no step that was taken back and could be done again.
  case nothingToRedo
  /// The form has no version with the number.
  case noSuchVersion(Int)
  /// The response fills in the version already.
  case alreadyInVersion(Int)
  /// The journal has no entry with a revision: it has those from one to another.
  case unknownRevision(Int, first: Int, last: Int)
  /// An upgrade stands between a revision and now.
  case beforeUpgrade(revision: Int, upgrade: Int)
  /// Of what is to be taken back, a later entry has changed something else.
  case standsUnder(revision: Int, later: Int, subject: String)
  /// What a revision did, if anything, stands no longer.
  case nothingToRevert(revision: Int)
  /// Actions of the kind have no place in a group of actions.
  case notInGroup(FormAction.Kind)
  /// Entries of the kind are written into journals and cannot be applied.
  case notApplicable(FormAction.Kind)
}

extension ActionError: CustomStringConvertible, LocalizedError {
  public var errorDescription: String? { description }

  /// What was refused and what would be accepted, in one sentence without a full stop.
  public var description: String {
    switch self {
    case .unknownCell(let key, let nearest):
      "there is no cell “\(key.shortened)”" + nearest.asSuggestion(for: key)
    case .unknownSection(let key, let nearest):
      "there is no section “\(key.shortened)”" + nearest.asSuggestion(for: key)
    case .noSuchSection(let path, let count):
      "there is no row \(path): the form has \(Self.counted(count, "section"))\(Self.range(of: count))"
    case .noSuchRow(let path, let count):
      "there is no row \(path): section \(path.section) shows \(Self.counted(count, "row"))"
        + "\(Self.range(of: count)); a hidden cell has no row path, address it by its key"
    case .rowInFoldedSection(let path, let section):
      "there is no row \(path): the section “\(section.shortened)” is folded; unfold it, or address the cell by its key"
    case .hiddenRow(let path, let cell):
      "the row \(path) is hidden: “\(cell.shortened)” does not show; reveal it, or address it by its key"
    case .neverShows(let cell, let hidden) where cell == hidden:
      "the cell “\(cell.shortened)” never shows: the definition hides it"
    case .neverShows(let cell, let hidden):
      "the cell “\(cell.shortened)” never shows: the definition hides “\(hidden.shortened)” above it"
    case .irrelevant(let cell, let owner) where cell == owner:
      "the cell “\(cell.shortened)” does not show: by its rule it is not relevant now"
    case .irrelevant(let cell, let owner):
      "the cell “\(cell.shortened)” does not show: by its rule “\(owner.shortened)”, in which it stands, is not relevant now"
    case .failedRule(let cell, let rule, let problem):
      "the rule “\(rule.rawValue)” of “\(cell.shortened)” cannot be evaluated: \(problem)"
    case .notExpandable(let cell):
      "the cell “\(cell.shortened)” is not expandable"
    case .notAnOption(let cell, let kind):
      "the cell “\(cell.shortened)” is of kind \(kind.rawValue), not an option; "
        + "an option shows when the cell above it is expanded, and its key works always"
    case .notFoldable(let section):
      "the section “\(section.shortened)” is not foldable: its definition says that its rows always show"
    case .refusedValue(let cell, let refusal):
      "the cell “\(cell.shortened)” refuses the value: \(refusal)"
    case .holdsNoValue(let cell, let kind):
      "the cell “\(cell.shortened)” is of kind \(kind.rawValue) and holds no value; clear the cell above it"
    case .hasNoChoices(let cell, let kind):
      "cell “\(cell.shortened)” is of kind \(kind.rawValue) and has no options to choose from"
    case .takesNoDraft(let cell, let kind):
      "the cell “\(cell.shortened)” is of kind \(kind.rawValue) and keeps no draft, since nothing is typed into it"
    case .needsInstance(let cell, let owner):
      "“\(cell.shortened)” stands in the repeat “\(owner.shortened)”; name one of its instances, by its place as in "
        + "“\(owner.shortened)[1]/\(cell.shortened)” or by its number as in “\(cell.shortened):1”"
    case .noSuchInstance(let address):
      "there is no instance “\(address.shortened)”; it may have been removed"
    case .standsInNoRepeat(let cell):
      "the cell “\(cell.shortened)” stands in no repeat, so it has no instances"
    case .namesInstance(let address):
      "“\(address.shortened)” is an instance of a repeat; name a cell in it"
    case .notARepeat(let cell, let kind):
      "the cell “\(cell.shortened)” is of kind \(kind.rawValue), not a repeat, so it has no instances"
    case .tooManyInstances(let owner, let maximum):
      "“\(owner.shortened)” has \(Self.counted(maximum, "instance")), which is as many as it may have"
    case .tooFewInstances(let owner, let minimum):
      "“\(owner.shortened)” has \(Self.counted(minimum, "instance")), which is as few as it may have"
    case .countedInstances(let owner):
      "how many instances “\(owner.shortened)” has follows from its rule; change what the rule reads"
    case .otherRepeat(let instance, let owner):
      "“\(instance.shortened)” is no instance of “\(owner.shortened)”, so it does not stand beside its instances"
    case .numberWasGiven(let number, let owner):
      "an instance of the response has or had the number \(number) already; "
        + "leave the number out to add one to “\(owner.shortened)”"
    case .noSuchNumber(let number, let owner):
      "an instance of “\(owner.shortened)” cannot have the number \(number); the greatest is "
        + "\(InstancePlace.greatestNumber), and a new response begins at 1"
    case .readOnly(let cell):
      "the cell “\(cell.shortened)” is read-only: by its rule nobody changes what it holds now"
    case .refusedReport(let cell, let problem):
      "no such fault can be reported on \(cell.map { "“\($0.shortened)”" } ?? "the response"): \(problem)"
    case .faults(let faults):
      "the response cannot be completed: " + Self.told(faults)
    case .completed(let cell):
      "the response is completed, so “\(cell.shortened)” stays as it is; reopen it first"
    case .nothingToUndo:
      "there is nothing to undo"
    case .nothingToRedo:
      "there is nothing to redo; a new action puts what was undone before it out of use"
    case .noSuchVersion(let number):
      "the form has no version \(number)"
    case .alreadyInVersion(let number):
      "the response fills in version \(number) already"
    case .unknownRevision(let revision, let first, let last):
      last == 0
        ? "the response has no revision \(revision): nothing has happened to it"
        : "the response has no revision \(revision); its journal goes from \(first) to \(last)"
    case .beforeUpgrade(let revision, let upgrade):
      "the response has moved to another version of its form at revision \(upgrade), after revision \(revision); undo that first"
    case .standsUnder(let revision, let later, let subject):
      "revision \(later) has changed “\(subject.shortened)” after revision \(revision); take that back first, or restore what was "
        + "there before with revision \(revision - 1)"
    case .nothingToRevert(let revision):
      "revision \(revision) has nothing that could be taken back: it stands no longer, or changed no answer and opened nothing"
    case .notInGroup(let kind):
      "\(kind.rawValue) has no place in a group of actions; do it before or after the group"
    case .notApplicable(let kind):
      "\(kind.rawValue) stands in journals only and cannot be applied"
    }
  }

  /// How many faults are told before the rest is counted.
  private static let toldFaults = 8

  private static func told(_ faults: [Fault]) -> String {
    let told = faults.prefix(toldFaults).map { fault in
      (fault.address.map { "“\($0.shortened)”: " } ?? "") + fault.message
    }.joined(separator: " ")
    let left = faults.count - toldFaults
    return told + (left > 0 ? " And \(counted(left, "more fault"))." : "")
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }

  private static func range(of count: Int) -> String {
    count > 0 ? " (0 to \(count - 1))" : ""
  }
}
