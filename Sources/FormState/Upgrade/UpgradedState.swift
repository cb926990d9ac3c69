/// The outcome for a cell's contents in another version of its form.
struct CellFate: Hashable, Sendable {
  /// The key of the cell that has them now; `nil` if none has.
  var destination: String?
  /// Whether the answer was converted with the same meaning: text that is a number became the number.
  var isConverted = false
  /// Whether some chosen values are not among the options, and the rest is kept.
  var isPartlyKept = false
  /// Whether an answer that an earlier version refused is accepted again.
  var isAcceptedAgain = false
  /// Whether the answer was refused, and is shown as a draft.
  var isDraft = false
  /// Whether something of it was set aside.
  var isSetAside = false
}

/// A state that is being moved to another version of the form.
struct UpgradedState {
  private let old: Upgrade.Version
  private let new: Upgrade.Version
  private let move: UpgradeRecord
  /// The number of the next added instance.
  private let nextInstance: Int
  private(set) var state = ResponseState()
  private(set) var fates: [StateSubject: CellFate] = [:]
  /// Whether a rule used the time zone.
  private(set) var asksZone = false

  init(from old: Upgrade.Version, to new: Upgrade.Version, by move: UpgradeRecord, nextInstance: Int) {
    self.old = old
    self.nextInstance = nextInstance
    self.new = new
    self.move = move
  }

  /// Moves everything.
  mutating func take(_ before: ResponseState) {
    for field in [StateChange.Field.completion, .responseFaults, .responseAlternatives] {
      set(field, of: .response, to: before[field, of: .response])
    }
    takeInstances(of: before)
    // First what is in force, then what was set aside last: it is newer.
    for subject in newestFirst(before.cells.keys) {
      if let cell = before.cells[subject] { take(cell, of: subject) }
    }
    for subject in newestFirst(before.folds.keys) { takeFold(before.folds[subject], of: subject) }
  }

  /// Adds contents that were changed since, except where there are some already.
  mutating func add(_ other: ResponseState) {
    for change in other.changes where state[change.field, of: change.subject] == nil { state.apply(change) }
  }

  /// Adds the instances of another state, which may contain moved ones.
  mutating func addInstances(of other: ResponseState) {
    for (subject, place) in other.instances where state.instances[subject] == nil {
      set(.instance, of: subject, to: place.content)
    }
  }

  /// Moves the instances, outer ones first.
  private mutating func takeInstances(of before: ResponseState) {
    for subject in before.instances.keys.sorted(by: { $0.instance < $1.instance }) {
      guard let place = before.instances[subject] else { continue }
      fates[subject] = CellFate()
      if let key = destination(of: subject, among: move.cells), hasPlace(place, in: key) {
        fates[subject]?.destination = key
        set(.instance, of: StateSubject(key, instance: subject.instance), to: place.content)
      } else {
        setAside(place.content, .instance, of: subject)
      }
    }
  }

  /// Whether an instance can be in the repeat with a key: that is a repeat, and the instance around it exists.
  private func hasPlace(_ instance: InstancePlace, in key: String) -> Bool {
    guard let place = new.index.place(ofCell: key), new.index.cell(at: place)?.kind == .repeat else { return false }
    return exists(place.within(instance.parent))
  }

  /// Whether a place exists: outside of repeats in no instance, within in one of the innermost repeat.
  private func exists(_ place: CellPlace) -> Bool {
    guard let position = new.index.repeats.repeatAround(place),
      let owner = new.index.cell(at: CellPlace(section: place.section, position: position))
    else { return place.instance == 0 }
    return state.instances[StateSubject(owner.key, instance: place.instance)] != nil
  }

  /// Subjects in force, then those of the newest version that contents are set aside from, and so on.
  private func newestFirst(_ subjects: some Collection<StateSubject>) -> [StateSubject] {
    Dictionary(grouping: old.index.inOrder(subjects)) { $0.setAsideFrom ?? .max }
      .sorted { $0.key > $1.key }
      .flatMap(\.value)
  }

  private mutating func set(_ field: StateChange.Field, of subject: StateSubject, to content: FieldContent?) {
    state.apply(StateChange(field, of: subject, before: nil, after: content))
  }

  /// The destination of a subject; `nil` if it is set aside.
  private func destination(of subject: StateSubject, among destinations: [StateSubject: String?]) -> String? {
    if let listed = destinations[StateSubject(subject.key, setAsideFrom: subject.setAsideFrom)] { return listed }
    guard let origin = subject.setAsideFrom else { return subject.key }
    return origin == new.number ? subject.key : nil
  }

  /// Sets aside content without a place in the version; newer content is kept.
  private mutating func setAside(_ content: FieldContent?, _ field: StateChange.Field, of subject: StateSubject) {
    let origin = subject.setAsideFrom ?? old.number
    let aside = StateSubject(subject.key, instance: subject.instance, setAsideFrom: origin)
    // A version that is in force again sets nothing of itself aside: newer content has taken that place.
    guard content != nil, origin != new.number, state[field, of: aside] == nil, !isDiscarded(field, of: subject) else {
      return
    }
    set(field, of: aside, to: content)
    if field != .touched { fates[subject]?.isSetAside = true }
  }

  /// Whether content that is set aside is to be discarded permanently.
  private func isDiscarded(_ field: StateChange.Field, of subject: StateSubject) -> Bool {
    guard let origin = subject.setAsideFrom, field.scope != .section else { return false }
    if case .some(.none) = move.cells[StateSubject(subject.key, setAsideFrom: origin)] { return true }
    return false
  }

  private mutating func takeFold(_ isFolded: Bool?, of subject: StateSubject) {
    let content = isFolded.map(FieldContent.flag)
    if let key = destination(of: subject, among: move.sections),
      let section = new.index.position(ofSection: key).flatMap(new.index.form.sections.element(at:)),
      section.isFoldable,
      state[.fold, of: StateSubject(key, instance: subject.instance)] == nil
    {
      set(.fold, of: StateSubject(key, instance: subject.instance), to: content)
    } else {
      setAside(content, .fold, of: subject)
    }
  }
}

// MARK: - Cells

extension UpgradedState {
  private mutating func take(_ contents: CellState, of subject: StateSubject) {
    fates[subject] = contents.holdsAnything ? CellFate() : nil
    guard let key = destination(of: subject, among: move.cells), let place = new.index.place(ofCell: key),
      let cell = new.index.cell(at: place), exists(place.within(subject.instance)), isOpen(key, to: subject),
      mayTake(cell, contentsOf: subject)
    else {
      let wanted = old.number == new.number ? destination(of: subject, among: move.cells) : nil
      fates[subject]?.destination = wanted
      for field in StateChange.Field.journaled { setAside(contents[field], field, of: subject) }
      return
    }
    fates[subject]?.destination = key
    let mapped = mapped(contents, of: subject, for: cell, at: place)
    let contents = mapped ?? contents
    let target = StateSubject(key, instance: subject.instance)
    let isTaken = state.cells[target]
    var rest = contents.asAnswered
    if let answer = rest[.value] {
      if !take(answer, contents, for: target, in: cell, at: place, from: subject, isMapped: mapped != nil) {
        rest = contents
      }
      rest[.value] = nil
      rest[.original] = nil
    }
    for field in StateChange.Field.journaled {
      guard let content = rest[field] else { continue }
      let fitting =
        field == .saved
        ? savedFitting(content, of: target, in: cell, at: place) : fitting(content, field, in: cell, at: place)
      if isTaken?[field] == nil, let fitting {
        set(field, of: target, to: fitting)
      } else if field != .title || isTaken != nil {
        setAside(content, field, of: subject)
      }
    }
  }

  /// The contents with the values of options that the author of the form gives for the cell; `nil` if there are none,
  /// or the cell refuses them.
  private func mapped(
    _ contents: CellState, of subject: StateSubject, for cell: FormCell, at place: CellPlace
  ) -> CellState? {
    let options = move.options[StateSubject(subject.key, setAsideFrom: subject.setAsideFrom)]
    guard let mapped = contents.mapped(by: options), let value = mapped.entry?.value,
      new.index.converted(value, for: cell, at: place) != nil
    else { return nil }
    return mapped
  }

  /// Whether a cell accepts content that was set aside: within a version, a cell with an answer accepts none.
  private func isOpen(_ key: String, to subject: StateSubject) -> Bool {
    guard old.number == new.number, subject.setAsideFrom != nil else { return true }
    guard let target = state.cells[StateSubject(key, instance: subject.instance)] else { return true }
    return target.entry == nil && target.original == nil
  }

  /// Whether a cell may get what another one contained; for what was set aside before, the move has decided that.
  private func mayTake(_ cell: FormCell, contentsOf subject: StateSubject) -> Bool {
    guard subject.setAsideFrom == nil, let former = old.index.place(ofCell: subject.key).flatMap(old.index.cell(at:))
    else { return true }
    return cell.mayTake(contentsOf: former)
  }

  /// Moves the original answer, which makes intermediate versions irrelevant: as the cell's value, or if the cell
  /// refuses it as it is, to be shown as a draft.
  ///
  /// - Returns: whether it found a place; if not, it is set aside.
  private mutating func take(
    _ answer: FieldContent, _ contents: CellState, for target: StateSubject, in cell: FormCell, at place: CellPlace,
    from subject: StateSubject, isMapped: Bool
  ) -> Bool {
    let isTaken = state.cells[target]
    let isFree = isTaken?[.value] == nil && isTaken?[.original] == nil
    if isFree, let fitting = fitting(answer, .value, in: cell, at: place) {
      set(.value, of: target, to: fitting)
      if isMapped { fates[subject]?.isConverted = true } else { note(fitting, of: subject, contents, answer) }
      if fitting != answer, !isMapped, let value = answer.value {
        set(.original, of: target, to: OriginalAnswer(value).content)
      }
      return true
    }
    guard isFree, let value = answer.value, cell.kind.takesTypedInput else {
      for field in [StateChange.Field.value, .original] { setAside(contents[field], field, of: subject) }
      return false
    }
    set(.original, of: target, to: OriginalAnswer(value).content)
    fates[subject]?.isDraft = true
    return true
  }

  /// The saved value, as the cell can hold it; `nil` if it cannot. What was saved still counts as saved in any
  /// representation of the answer; anything else only unchanged, since its note keeps no answer to an earlier version.
  private func savedFitting(
    _ content: FieldContent, of target: StateSubject, in cell: FormCell, at place: CellPlace
  ) -> FieldContent? {
    if let held = state.cells[target], let entry = held.entry,
      content == held.original.map(FieldContent.value) ?? entry.withoutType
    {
      return entry.withoutType
    }
    guard content != state.cells[target]?.entry?.withoutType else { return nil }
    return fitting(content, .saved, in: cell, at: place).flatMap { $0 == content ? $0 : nil }
  }

  /// Notes the outcome for an answer of the cell, for the report.
  private mutating func note(
    _ fitting: FieldContent, of subject: StateSubject, _ contents: CellState, _ answer: FieldContent
  ) {
    if contents.isRefused || (contents.original != nil && fitting == answer) {
      fates[subject]?.isAcceptedAgain = true
      if fitting == answer { return }
    }
    guard fitting != contents.entry ?? answer else { return }
    if case .choices(let given)? = answer.value, case .choices(let kept)? = fitting.value, kept.count < given.count {
      fates[subject]?.isPartlyKept = true
    } else {
      fates[subject]?.isConverted = true
    }
  }

  /// Content as a cell can have it; `nil` if it cannot.
  private func fitting(
    _ content: FieldContent, _ field: StateChange.Field, in cell: FormCell, at place: CellPlace
  ) -> FieldContent? {
    switch field {
    case .disclosure: return cell.isExpandable ? content : nil
    case .title: return (cell.isExpandable || cell.choosesFromList) && cell.rule(.title) == nil ? content : nil
    case .touched, .reportedFaults: return content
    case .alternatives: return cell.kind.holdsValue || cell.kind == .repeat ? content : nil
    case .value, .saved:
      guard cell.kind.holdsValue else { return nil }
      return new.index.converted(content, for: cell, at: place)
    default: return nil
    }
  }
}

extension CellState {
  /// The contents with the original answer, whatever versions converted it to.
  fileprivate var asAnswered: CellState {
    guard let original else { return self }
    var contents = self
    contents[.original] = nil
    contents[.value] = .value(original)
    if !isRefused, !isUnsaved { contents[.saved] = .value(original) }
    return contents
  }
}

// MARK: - Consequences of answers

extension UpgradedState {
  /// Recalculates the version's rules for the moved contents, and for an upgrade the titles.
  ///
  /// - Throws: ``ActionError/Code/failedRule``.
  mutating func derive(isUpgrade: Bool, from former: ResponseState, at moment: RuleMoment) throws {
    if new.index.fresh.hasRules {
      let rules = new.index.ruleSnapshots
      keepMoments(of: former, rules)
      var recalculation = Recalculation(reader: reader, in: moment.zone, at: moment.time)
      try recalculation.runAll(rules)
      asksZone = recalculation.hasAskedMoment
      for change in recalculation.changes { state.apply(change.change) }
    }
    guard isUpgrade else { return }
    var titles = TitleRecalculation(reader: reader)
    try titles.runAll()
    for change in titles.changes { state.apply(change.change) }
  }

  /// Time-based and random values, and those of `once`, are kept if the version has the same rule.
  private mutating func keepMoments(of former: ResponseState, _ rules: [RuleSnapshot]) {
    let instances = [0] + state.instances.keys.lazy.filter { $0.setAsideFrom == nil }.map(\.instance)
    for rule in rules where rule.isVolatile || rule.expression.keepsFirstValue {
      guard let place = rule.place.cell, rule.kind.field != .faults else { continue }
      for instance in instances where exists(place.within(instance)) {
        keepMoment(of: rule, at: place, instance, former)
      }
    }
  }

  private mutating func keepMoment(
    of rule: RuleSnapshot, at place: CellPlace, _ instance: Int, _ former: ResponseState
  ) {
    let (field, subject) = (rule.kind.field, StateSubject(rule.key, instance: instance))
    guard let cell = new.index.cell(at: place), var content = former[field, of: subject] else { return }
    if field == .calculated {
      guard let converted = new.index.converted(content, for: cell, at: place) else { return }
      content = converted
    }
    state.apply(StateChange(field, of: subject, before: state[field, of: subject], after: content))
  }

  private var reader: FormReader {
    FormReader(
      new.index, state: state, nextInstance: nextInstance)
  }
}
