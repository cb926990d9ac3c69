import FormState
import GRDB

/// Describes the changes of journal entries as sentences: “Roof › Condition: nothing → Poor”.
///
/// Implied changes are left out: titles that follow from an answer, kept answers to earlier versions, and results of
/// rules and disclosure in an instance that is added or removed.
package final class ChangeSentences {
  private let db: Database
  private let location: ResponseLocation
  private let language: SentenceLanguage?
  private let speech: Speech
  private let subjects: SentenceSubjects
  private let readable: ReadableValues
  private let journal: StoredJournal
  private let sensitive: SensitiveCells
  /// By revision and number, whether an instance is added or removed.
  private var comings: [Coming: Bool] = [:]
  /// The last calculated value of a cell, and the revisions between which it is that.
  private var lastCalculated: [StateChange.Identity: (since: Int, through: Int, content: FieldContent?)] = [:]

  /// Prepares to describe a response.
  ///
  /// - Parameters:
  ///   - sensitive: the cells whose contents are left out.
  ///   - language: the language of the sentences; `nil` for the stored one.
  init(
    db: Database, location: ResponseLocation, concealing sensitive: SensitiveCells, in language: SentenceLanguage? = nil
  ) {
    self.sensitive = sensitive
    self.db = db
    self.location = location
    self.language = language
    speech = language?.speech ?? .english
    subjects = SentenceSubjects(db: db, location: location)
    readable = ReadableValues(db: db, location: location)
    journal = StoredJournal(db: db, location: location)
  }

  /// A sentence, with its subject.
  struct Sentence {
    let text: String
    let field: StateChange.Field
    let subject: StateSubject
    /// The name of the subject, with the number of its instance.
    let name: String
    /// Whether the definition hides the cell or one above it.
    let isHidden: Bool
  }

  /// A change in the journal.
  private struct Entry {
    let change: StateChange
    let revision: Int
    /// The number of the version in force after it; 0 for an unknown one.
    let version: Int
    /// Whether it emptied those before it, and leaves out what was there.
    var empties = false
  }

  /// The sentences for the changes of some entries, in order.
  ///
  /// - Parameters:
  ///   - first: the revision before the first entry.
  ///   - last: the last revision.
  ///   - limit: the maximum number of sentences.
  /// - Complexity: O(k log n) for k changes read, in a journal of n changes.
  func all(after first: Int, through last: Int, limit: Int) throws -> [Sentence] {
    var sentences: [Sentence] = []
    guard first < last else { return sentences }
    try journal.forEachEntry(in: (first + 1)...last) { entry in
      for change in entry.changes where !Self.unsaid.contains(change.field) && sentences.count < limit {
        let said = Entry(
          change: change, revision: entry.revision, version: entry.version ?? 0, empties: entry.empties)
        if !goesWithoutSaying(change, in: entry) { sentences.append(try sentence(for: said)) }
      }
      return sentences.count < limit
    }
    return sentences
  }

  /// The sentence for the draft that a device keeps for a cell; no entry has it.
  func draft(_ text: String?, of cell: StateSubject) throws -> String {
    let change = StateChange(.draft, of: cell, before: nil, after: text.map(FieldContent.text))
    return try sentence(for: Entry(change: change, revision: 0, version: location.version.number)).text
  }

  // MARK: Implied changes

  /// The fields whose changes are left out.
  private static let unsaid: Set<StateChange.Field> = [.touched, .title, .original]

  private struct Coming: Hashable {
    let revision: Int
    let instance: Int
  }

  private func goesWithoutSaying(_ change: StateChange, in entry: JournalEntry) -> Bool {
    let instance = change.subject.instance
    guard instance > 0, ![.instance, .value].contains(change.field) else { return false }
    let coming = Coming(revision: entry.revision, instance: instance)
    if let known = comings[coming] { return known }
    let found =
      entry.changes.first { $0.field == .instance && $0.subject.instance == instance }
      .map { ($0.before == nil) != ($0.after == nil) } ?? false
    comings[coming] = found
    return found
  }

  // MARK: Words

  private func sentence(for entry: Entry) throws -> Sentence {
    let change = entry.change
    let version = change.subject.setAsideFrom ?? entry.version
    let known = try subjects.subject(change.subject.key, isSection: change.field.scope == .section, inVersion: version)
    let name =
      change.field.scope == .response
      ? Wording(.theResponse).text(in: speech) : name(of: change.subject.key, known?.name)
    let place = change.subject.instance > 0 ? "\(name) (\(try spelling(of: change.subject.instance)))" : name
    let said = try wording(for: entry, of: place, known)
    return Sentence(
      text: (change.subject.setAsideFrom == nil ? said : Wording(.setAside, .wording(said))).text(in: speech),
      field: change.field, subject: change.subject, name: place, isHidden: known?.isHidden ?? false)
  }

  /// What people call an instance; of one that is removed, as the view `history` has it.
  private func spelling(of instance: Int) throws -> String {
    let statement = try db.cachedStatement(sql: "SELECT \(Self.spelling(of: "?2", in: "?1"))")
    let row = try Row.fetchOne(statement, arguments: [location.responseID, instance])
    return try row?.spelledInstance(atIndex: 0) ?? String(instance)
  }

  /// The SQL for what people call an instance of a response; of one that is removed, its counter, or where another one
  /// has that now, its whole number.
  static func spelling(of instance: String, in response: String) -> String {
    """
    coalesce(
      (SELECT spelling FROM formstate_spelling WHERE response_id = \(response) AND instance = \(instance)),
      (
        SELECT \(instance)
        FROM formstate_instance
        WHERE response_id = \(response) AND origin = 0
          AND instance BETWEEN \(instance) & ~4294967295 AND \(instance) | 4294967295
        LIMIT 1
      ),
      \(instance) >> 32
    )
    """
  }

  /// The name of a cell or section.
  ///
  /// - Parameter stored: the stored one, which is the key if nothing around it has a title.
  private func name(of key: String, _ stored: String?) -> String {
    if let question = language?.questions[key] { return question.name }
    if let stored, stored != key, !speech.isOfTranslation { return stored }
    return speech.title(key) ?? stored ?? key
  }

  private func wording(for entry: Entry, of place: String, _ subject: SentenceSubjects.Subject?) throws -> Wording {
    let change = entry.change
    func say(_ phrase: Phrase) -> Wording { Wording(phrase, .text(place)) }
    func say(_ phrase: Phrase, _ text: String) -> Wording { Wording(phrase, .text(place), .text(text)) }
    switch change.field {
    case .disclosure: return say(try isOn(change, of: subject) ? .opens : .closes)
    case .fold: return say(try isOn(change, of: subject) ? .isFolded : .isUnfolded)
    case .completion: return say(change.after?.flag == true ? .isCompleted : .isInProgress)
    case .relevance, .sectionRelevance: return say(try isOn(change, of: subject) ? .isRelevant : .isNotRelevant)
    case .requirement: return say(try isOn(change, of: subject) ? .isRequired : .isNotRequired)
    case .readOnly: return say(try isOn(change, of: subject) ? .isReadOnly : .isNotReadOnly)
    case .title: return text(after: change).map { say(.showsTitle, $0) } ?? say(.showsOwnTitle)
    case .instance: return say(change.before == nil ? .isAdded : change.after == nil ? .isRemoved : .isMoved)
    case .faults:
      let faults = try change.after?.text ?? subject.map { try subjects.faultsAtFirst(of: $0) } ?? ""
      return say(faults.isEmpty ? .isWithoutFaults : .hasFault)
    case .reportedFaults, .responseFaults:
      return try readable.text(of: change).map { say(.hasReportedFault, $0) } ?? say(.hasNoReportedFault)
    case .alternatives, .responseAlternatives:
      return say(change.after == nil ? .isSettled : .isAsked)
    case .draft: return text(after: change).map { say(.holdsDraft, $0) } ?? say(.holdsNoDraft)
    case .value, .calculated, .saved, .original, .touched: return try comparison(in: entry, of: place, subject)
    }
  }

  /// The text after a change, unless the cell is sensitive; `nil` for none.
  private func text(after change: StateChange) -> String? {
    change.after?.text.map { sensitive.contains(change.subject.key) ? SensitiveCells.mask : $0 }
  }

  /// The content of a flag after a change; if untouched, that in a fresh response.
  private func isOn(_ change: StateChange, of subject: SentenceSubjects.Subject?) throws -> Bool {
    if let flag = change.after?.flag { return flag }
    return try subject.map { try subjects.flag(change.field, of: $0) } ?? (change.field == .relevance)
  }

  /// The contents before and after: “Condition: nothing → Poor”.
  private func comparison(
    in entry: Entry, of place: String, _ subject: SentenceSubjects.Subject?
  ) throws -> Wording {
    let isRemoved = entry.change.isRemoved
    let before =
      isRemoved || entry.empties && entry.change.before == nil
      ? SensitiveCells.mask : try text(of: entry.change.before, through: entry.revision - 1, in: entry, subject)
    let after =
      isRemoved ? SensitiveCells.mask : try text(of: entry.change.after, through: entry.revision, in: entry, subject)
    let phrase: Phrase =
      switch entry.change.field {
      case .saved: .changesSaved
      case .calculated: .changesByRule
      default: .changes
      }
    return Wording(phrase, .text(place), Self.side(before), Self.side(after))
  }

  /// One of two contents. An empty text is shown by its quotation marks.
  private static func side(_ text: String?) -> Wording.Part {
    text.map { .text($0.isEmpty ? "“”" : $0) } ?? .wording(Wording(.nothing))
  }

  /// Two contents in words: “nothing → Poor”. An empty text is shown by its quotation marks.
  package static func comparison(of before: String?, with after: String?) -> String {
    [before, after].map { Speech.english.text(of: side($0)) }.joined(separator: " → ")
  }

  /// The readable content on one side of a change; `nil` for none.
  private func text(
    of content: FieldContent?, through revision: Int, in entry: Entry, _ subject: SentenceSubjects.Subject?
  ) throws -> String? {
    let key = entry.change.subject.key
    let version = entry.change.subject.setAsideFrom ?? entry.version
    let value = try content.map(\.value) ?? untouched(entry.change, through: revision, subject)
    return try value.map { value in
      if sensitive.contains(key) { return SensitiveCells.mask }
      if let question = language?.questions[key] { return question.readableText(of: value) }
      return try readable.text(of: value, ofCell: key, inVersion: version, language?.formats ?? .stored)
    }
  }

  /// The displayed content of an untouched field: without an entry, a cell has the last calculated value.
  private func untouched(
    _ change: StateChange, through revision: Int, _ subject: SentenceSubjects.Subject?
  ) throws -> CellValue? {
    guard let subject, let kind = subject.kind else { return nil }
    let first = try subjects.valuesAtFirst(of: subject, kind)
    switch change.field {
    case .saved: return first.byDefault
    case .calculated: return first.byRule
    case .value:
      let calculated = try first.hasRule ? lastCalculated(of: change.subject, through: revision) : nil
      return (calculated.map(\.value) ?? first.byRule) ?? first.byDefault
    default: return nil
    }
  }

  /// What a rule gave a cell last; `nil` for an untouched field. No entry is searched twice for it.
  private func lastCalculated(of subject: StateSubject, through revision: Int) throws -> FieldContent? {
    let identity = StateChange.Identity(.calculated, of: subject)
    let known = lastCalculated[identity]
    if let known, (known.since...known.through).contains(revision) { return known.content }
    let former = known.flatMap { $0.through < revision ? $0 : nil }
    let found = try journal.lastChange(of: identity, after: former?.through ?? -1, through: revision)
    let last = found ?? former.map { ($0.since, $0.content) } ?? (0, nil)
    lastCalculated[identity] = (last.revision, revision, last.content)
    return last.content
  }
}
