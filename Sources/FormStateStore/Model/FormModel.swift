import FormState
import Foundation
import Observation

/// A response for SwiftUI: the observable rows of a ``FormSession``.
///
/// ```swift
/// struct FormView: View {
///   let model: FormModel
///
///   var body: some View {
///     List {
///       ForEach(model.sections) { section in
///         Section(section.title) {
///           ForEach(section.rows) { row in
///             Button(row.title) { model.perform(.tap(row.reference)) }
///           }
///         }
///       }
///     }
///   }
/// }
/// ```
///
/// A view is redrawn only if something that it has read has changed: the rows, one cell's value, the faults. Commits
/// happen off the main actor, in the order of the calls; the rows move only on the main actor. Views are notified when
/// all commits are done, and in a longer queue after every hundred.
@available(macOS 14, macCatalyst 17, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @Observable
public final class FormModel {
  /// The session of the model. Nothing else may advance it.
  public let session: FormSession
  /// Where the person stood when the response was shown last on this device, for the view to scroll to; `nil` for the
  /// top, see ``FormSession/place``.
  public let place: FormPlace?
  /// The error of the last refused action; stays until ``dismissFailure()``.
  public private(set) var failure: (any Error)?

  @ObservationIgnored private var knownSections: [ModelSection]
  @ObservationIgnored private var cells: [String: ObservedCell] = [:]
  @ObservationIgnored private var headings: Headings
  @ObservationIgnored private var last: Task<ScreenChange, any Error>?
  @ObservationIgnored private var unfinished = 0
  @ObservationIgnored private var unnotified = 0
  /// The names of undo and redo that views have read since their last notification.
  @ObservationIgnored private var namesRead: [KeyPath<FormModel, String?>: ReadContent<String?>] = [:]
  /// The faults that views have read since their last notification; `nil` for none.
  @ObservationIgnored private var faultsRead: ReadContent<[Fault]>?
  /// The open questions that views have read since their last notification; `nil` for none.
  @ObservationIgnored var questionsRead: ReadContent<[ResponseQuestion]>?
  @ObservationIgnored private var watch: SessionWatch?
  /// The displayed content of controls that is yet to be committed.
  @ObservationIgnored var entries: [String: Entry] = [:]
  @ObservationIgnored var editing: Editing?
  /// The place that the view has reported last; `nil` for none.
  @ObservationIgnored var reported: FormPlace?
  @ObservationIgnored var isPlaceKept = true
  @ObservationIgnored var resting: Task<Void, Never>?
  @ObservationIgnored private var notations: [String?: NumberNotation] = [:]

  /// Creates a model of a response.
  ///
  /// - Parameter session: a session that only the model uses.
  /// - Complexity: O(v) for v visible rows.
  public init(_ session: FormSession) {
    self.session = session
    place = session.place
    session.observe()
    headings = Headings(session)
    knownSections = [ModelSection](of: session.shown)
  }

  // MARK: Contents

  /// The sections with their visible rows, top to bottom.
  ///
  /// - Complexity: reads the rows that have changed since the last call.
  public var sections: [ModelSection] {
    access(keyPath: \.sections)
    knownSections.take(session.takeRowNews())
    return knownSections
  }

  /// The language of the session; `nil` for the form's own, if that has no name.
  public var language: String? {
    access(keyPath: \.language)
    return session.language
  }

  /// The displayed revision; 0 before the first action.
  public var revision: Int {
    access(keyPath: \.revision)
    return session.revision
  }

  /// Whether there is a step to undo.
  public var canUndo: Bool { undoName != nil }

  /// Whether there is a step to redo.
  public var canRedo: Bool { redoName != nil }

  /// The name of the step that ``undo()`` would revert, for a menu: “Set First name”; `nil` for none.
  public var undoName: String? {
    access(keyPath: \.undoName)
    return note(session.undoName, readBy: \.undoName)
  }

  /// The name of the step that ``redo()`` would restore; `nil` for none.
  public var redoName: String? {
    access(keyPath: \.redoName)
    return note(session.redoName, readBy: \.redoName)
  }

  private func note(_ name: String?, readBy path: KeyPath<FormModel, String?>) -> String? {
    namesRead[path, default: ReadContent(name)].note(name)
    return name
  }

  /// The value of a cell; `nil` for none.
  ///
  /// A view that reads it is redrawn when the value of this cell changes.
  public func value(of cell: CellReference) -> CellValue? {
    observe(address(of: cell))
    return session.value(of: cell)
  }

  /// The faults of the answers, in the order of the form; see ``FormSession/faults``.
  public var faults: [Fault] {
    access(keyPath: \.faults)
    let faults = session.faults
    if faultsRead == nil { faultsRead = ReadContent(faults) } else { faultsRead?.note(faults) }
    return faults
  }

  /// The instances of a repeat, in order; see ``FormSession/instances(of:)``.
  public func instances(of reference: CellReference) -> [FormInstance] {
    _ = (revision, language)
    return session.instances(of: reference)
  }

  // MARK: Actions

  /// Applies an action after the pending ones. A row path refers to the row that the session shows now, wherever the
  /// pending actions move it.
  ///
  /// ```swift
  /// model.perform(.tap("fullname"))
  /// let change = try await model.perform(.set("firstname", "Ada")).value
  /// ```
  ///
  /// - Returns: a task with the change by this action, or the error if it was refused. You need not await it:
  ///   ``failure`` reports a refusal as well.
  @discardableResult
  public func perform(_ action: FormAction) -> Task<ScreenChange, any Error> {
    endEditing()
    return enqueue(action) {}
  }

  /// Applies an action as it was seen, perhaps a while ago, after the pending ones; see ``FormSession/seen(_:)``.
  ///
  /// - Returns: a task with the change, like ``perform(_:)-(FormAction)``.
  @discardableResult
  public func perform(_ seen: SeenAction) -> Task<ScreenChange, any Error> {
    endEditing()
    return enqueue { session in try await session.apply(seen) }
  }

  /// Applies several actions as one, after the pending ones; see ``FormSession/group(_:showing:_:)``. Row paths refer
  /// to the rows that the session shows now.
  ///
  /// - Parameters:
  ///   - name: the name of the step for undo and redo.
  ///   - work: applies the actions, off the main actor; an error reverts all of them.
  /// - Returns: a task with their change, like ``perform(_:)-(FormAction)``.
  @discardableResult
  public func group(
    _ name: String, _ work: @escaping @Sendable (ActionGroup) throws -> Void
  ) -> Task<ScreenChange, any Error> {
    endEditing()
    let shown = session.shownNow()
    return enqueue { session in try await session.group(name, on: shown, work) }
  }

  /// Reverts the last undo step.
  ///
  /// - Returns: a task with the change, like ``perform(_:)-(FormAction)``.
  @discardableResult
  public func undo() -> Task<ScreenChange, any Error> { perform(.undo(session.undoScope)) }

  /// Restores the last undone step.
  ///
  /// - Returns: a task with the change, like ``perform(_:)-(FormAction)``.
  @discardableResult
  public func redo() -> Task<ScreenChange, any Error> { perform(.redo(session.undoScope)) }

  /// Shows the response in another language, after the pending actions; see ``FormSession/show(in:showing:)``.
  ///
  /// - Returns: a task with the change, like ``perform(_:)-(FormAction)``.
  @discardableResult
  public func show(in language: String?) -> Task<ScreenChange, any Error> {
    enqueue { session in try session.show(in: language) }
  }

  /// Clears ``failure``, after a person has seen it.
  public func dismissFailure() { failure = nil }

  /// Waits until all pending actions are done.
  public func settle() async { _ = await last?.result }

  // MARK: Following

  /// Catches up with the changes by others, after the pending actions.
  ///
  /// ```swift
  /// List { … }.refreshable { _ = await model.refresh().result }
  /// ```
  ///
  /// - Returns: a task with the change, like ``perform(_:)-(FormAction)``.
  @discardableResult
  public func refresh() -> Task<ScreenChange, any Error> { enqueue { session in try session.refresh() } }

  /// Shows the changes by other processes as they happen; until ``stopFollowing()``, or while the model exists.
  ///
  /// - Parameters:
  ///   - seconds: the interval between two checks.
  ///   - failing: receives the error of a failed check; the next one tries again.
  public func follow(
    every seconds: Double = 0.25, failing: @escaping @MainActor @Sendable (any Error) -> Void = { _ in }
  ) {
    // Not in stages, and after each check: a change may be in no row, and still in a value that a view has read.
    watch = SessionWatch.looking(
      every: seconds, on: .main, failing: { error in MainActor.assumeIsolated { failing(error) } },
      { [weak self] in
        try MainActor.assumeIsolated {
          guard let self else { return false }
          try self.session.refresh()
          self.notify()
          return true
        }
      })
  }

  /// Stops ``follow(every:failing:)``.
  public func stopFollowing() { watch = nil }
}

// MARK: - The queue of actions

@available(macOS 14, macCatalyst 17, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FormModel {
  /// Maximum number of actions between two notifications, while others wait.
  private static let maximumUnnotified = 100

  /// Applies an action after the pending ones.
  ///
  /// - Parameter finish: is called after the action was applied or refused.
  @discardableResult
  func enqueue(_ action: FormAction, finish: @escaping @MainActor () -> Void) -> Task<ScreenChange, any Error> {
    let seen = Result { try session.seen(action) }
    return enqueue({ session in try await session.apply(seen.get()) }, finish: finish)
  }

  func enqueue(
    _ work: @escaping @MainActor (FormSession) async throws -> ScreenChange,
    finish: @escaping @MainActor () -> Void = {}
  ) -> Task<ScreenChange, any Error> {
    let before = last
    unfinished += 1
    let task = Task {
      _ = await before?.result
      defer {
        unfinished -= 1
        unnotified += 1
        finish()
        if unfinished == 0 || unnotified >= Self.maximumUnnotified { notify() }
      }
      do {
        return try await work(session)
      } catch {
        if !(error is CancellationError) { failure = error }
        throw error
      }
    }
    last = task
    return task
  }
}

// MARK: - Notifications

@available(macOS 14, macCatalyst 17, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FormModel {
  /// What views may have read apart from rows and values.
  fileprivate struct Headings {
    let revision: Int
    let language: String?

    init(_ session: FormSession) {
      revision = session.revision
      language = session.language
    }
  }

  /// Notifies views that have read a name of undo or redo. If no view has, the name is not read.
  private func notifyReadersOfNames() {
    for path in [\FormModel.undoName, \FormModel.redoName] {
      guard let read = namesRead[path] else { continue }
      let name = path == \.undoName ? session.undoName : session.redoName
      guard read.differs(from: name) else { continue }
      namesRead[path] = nil
      withMutation(keyPath: path) {}
    }
  }

  /// Notifies views that have read the faults. If no view has, they are not read.
  private func notifyReadersOfFaults() {
    guard let read = faultsRead, read.differs(from: session.faults) else { return }
    faultsRead = nil
    withMutation(keyPath: \.faults) {}
  }

  /// How numbers are typed in the session's language.
  var notation: NumberNotation {
    if let known = notations[session.language] { return known }
    let notation = NumberNotation(language: session.language)
    notations[session.language] = notation
    return notation
  }

  /// The key by which a cell is observed: its key or full address; for a row path, those of the cell that is visible
  /// there now.
  func address(of cell: CellReference) -> String {
    if case .rowPath(let path) = cell { return session.row(at: path)?.id ?? path.description }
    let address = cell.withCanonicalKey.description
    return address.contains(":") ? session.fullAddress(of: cell) ?? address : address
  }

  /// Records that a view has read the value of a cell.
  func observe(_ key: String) {
    // Other actions change which instance a position refers to.
    guard !key.contains("[") else {
      _ = revision
      return
    }
    let cell = cells[key] ?? ObservedCell()
    cells[key] = cell
    cell.read()
  }

  /// Notifies the readers of a cell's value.
  func notifyReaders(of key: String) { cells[key]?.change() }

  /// Notifies all readers of changed contents.
  private func notify() {
    unnotified = 0
    keepReported()
    let notice = session.takeNotice()
    let before = headings
    headings = Headings(session)
    func notify<Value>(_ path: KeyPath<FormModel, Value>, if hasChanged: Bool) {
      if hasChanged { withMutation(keyPath: path) {} }
    }
    notify(\.sections, if: notice.hasOtherRows || notice.isOfAll)
    if notice.mayHaveOtherFaults || notice.isOfAll { notifyReadersOfFaults() }
    if notice.hasOtherQuestions || notice.isOfAll { notifyReadersOfQuestions() }
    notify(\.revision, if: headings.revision != before.revision)
    notify(\.language, if: headings.language != before.language)
    notifyReadersOfNames()
    if notice.isOfAll {
      for cell in cells.values { cell.change() }
    } else if !cells.isEmpty {
      for subject in notice.cells { notifyReaders(of: subject.description) }
    }
  }
}

/// A cell that views have read.
@available(macOS 14, macCatalyst 17, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @Observable
private final class ObservedCell {
  private var turn = 0

  func read() { _ = turn }
  func change() { turn += 1 }
}
