import FormState
import Foundation
import Observation

/// A response as SwiftUI shows it: the rows of a ``FormSession``, observed.
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
/// A view is drawn again when something that it has read has changed, and only then: the rows, one cell's value, the
/// faults. Commits happen off the main actor, one after the other in the order in which they were asked for; the rows
/// move on the main actor alone. Views are told when all of them are done, and of a longer queue after each hundred.
@available(macOS 14, macCatalyst 17, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @Observable
public final class FormModel {
  /// The session that is shown. Let nobody else move it on.
  public let session: FormSession
  /// Why an action was refused, the last one that was; stays until ``dismissFailure()``.
  public private(set) var failure: (any Error)?

  @ObservationIgnored private var knownSections: [ModelSection]
  @ObservationIgnored private var cells: [String: ObservedCell] = [:]
  @ObservationIgnored private var told: Headings
  @ObservationIgnored private var last: Task<ScreenChange, any Error>?
  @ObservationIgnored private var unfinished = 0
  @ObservationIgnored private var untold = 0
  /// What views have read of undo and redo first since they were told of a change.
  @ObservationIgnored private var namesRead: [KeyPath<FormModel, String?>: String?] = [:]
  @ObservationIgnored private var watch: SessionWatch?
  /// What controls show that is yet to be committed.
  @ObservationIgnored var entries: [String: Entry] = [:]

  /// Shows a response.
  ///
  /// - Parameter session: a session of its own.
  /// - Complexity: O(v) for v visible rows.
  public init(_ session: FormSession) {
    self.session = session
    session.observe()
    told = Headings(session)
    knownSections = [ModelSection](of: session.shown)
  }

  // MARK: Showing

  /// The sections with the rows that they show, top to bottom.
  ///
  /// - Complexity: as many rows as have changed since this was last asked are read.
  public var sections: [ModelSection] {
    access(keyPath: \.sections)
    knownSections.take(session.takeRowNews())
    return knownSections
  }

  /// The language that is shown; `nil` for the form's own, where that has no name.
  public var language: String? {
    access(keyPath: \.language)
    return session.language
  }

  /// The revision that is shown; 0 before the first action.
  public var revision: Int {
    access(keyPath: \.revision)
    return session.revision
  }

  /// Whether there is a step to take back.
  public var canUndo: Bool { undoName != nil }

  /// Whether there is a step to do again.
  public var canRedo: Bool { redoName != nil }

  /// What ``undo()`` would take back, as a menu calls it: “Set First name”; `nil` for nothing.
  public var undoName: String? {
    access(keyPath: \.undoName)
    return note(session.undoName, readBy: \.undoName)
  }

  /// What ``redo()`` would do again; `nil` for nothing.
  public var redoName: String? {
    access(keyPath: \.redoName)
    return note(session.redoName, readBy: \.redoName)
  }

  private func note(_ name: String?, readBy path: KeyPath<FormModel, String?>) -> String? {
    if namesRead[path] == nil { namesRead[path] = .some(name) }
    return name
  }

  /// What a cell holds; `nil` for nothing.
  ///
  /// A view that reads it is drawn again when this very cell holds something else.
  public func value(of cell: CellReference) -> CellValue? {
    observe(address(of: cell))
    return session.value(of: cell)
  }

  /// The faults of the answers, in the order of the form; see ``FormSession/faults``.
  public var faults: [Fault] {
    access(keyPath: \.faults)
    return session.faults
  }

  /// The instances of a repeat, in order; see ``FormSession/instances(of:)``.
  public func instances(of reference: CellReference) -> [FormInstance] {
    _ = (revision, language)
    return session.instances(of: reference)
  }

  // MARK: Acting

  /// Applies an action after those that were asked for before. A row path means the row that the session shows now,
  /// wherever the actions before it move it.
  ///
  /// ```swift
  /// model.perform(.tap("fullname"))
  /// let change = try await model.perform(.set("firstname", "Ada")).value
  /// ```
  ///
  /// - Returns: a task that ends with what this action did, or throws why it was refused. Nobody has to wait for it: a
  ///   refusal is told by ``failure`` as well.
  @discardableResult
  public func perform(_ action: FormAction) -> Task<ScreenChange, any Error> {
    perform(action) {}
  }

  /// Applies an action after those that were asked for before.
  ///
  /// - Parameter finish: is called when it was done or refused.
  @discardableResult
  func perform(_ action: FormAction, finish: @escaping @MainActor () -> Void) -> Task<ScreenChange, any Error> {
    let seen = Result { try session.seen(action) }
    return enqueue({ session in try await session.apply(seen.get()) }, finish: finish)
  }

  /// Applies several actions as one, after those that were asked for before; see ``FormSession/group(_:_:)``.
  /// Row paths mean the rows that the session shows now.
  ///
  /// - Parameters:
  ///   - name: what undo and redo call the step.
  ///   - work: applies the actions, off the main actor; whatever it throws takes all of them back.
  /// - Returns: a task that ends with what they did, as ``perform(_:)`` does.
  @discardableResult
  public func group(
    _ name: String, _ work: @escaping @Sendable (ActionGroup) throws -> Void
  ) -> Task<ScreenChange, any Error> {
    let shown = session.shownNow()
    return enqueue { session in try await session.group(name, on: shown, work) }
  }

  /// Takes the last undo step back.
  ///
  /// - Returns: a task that ends with what that did, as ``perform(_:)`` does.
  @discardableResult
  public func undo() -> Task<ScreenChange, any Error> { enqueue { session in try await session.undo() } }

  /// Does the last step again that was reverted.
  ///
  /// - Returns: a task that ends with what that did, as ``perform(_:)`` does.
  @discardableResult
  public func redo() -> Task<ScreenChange, any Error> { enqueue { session in try await session.redo() } }

  /// Shows the response in another language, after what was asked for before; see ``FormSession/show(in:)``.
  ///
  /// - Returns: a task that ends with what that did, as ``perform(_:)`` does.
  @discardableResult
  public func show(in language: String?) -> Task<ScreenChange, any Error> {
    enqueue { session in try session.show(in: language) }
  }

  /// Forgets ``failure``, once a person has seen it.
  public func dismissFailure() { failure = nil }

  /// Waits until everything that was asked for has been done.
  public func settle() async { _ = await last?.result }

  // MARK: Following

  /// Shows what other processes do, as it happens; until ``stopFollowing()``, or as long as the model is there.
  ///
  /// - Parameters:
  ///   - seconds: how long to wait between two looks.
  ///   - failing: is told why a look failed; the next one tries again.
  public func follow(
    every seconds: Double = 0.25, failing: @escaping @MainActor @Sendable (any Error) -> Void = { _ in }
  ) {
    // Not in stages, and after each look: what changed may show in no row, and still be a value that a view has read.
    watch = SessionWatch.looking(
      every: seconds, on: .main, failing: { error in MainActor.assumeIsolated { failing(error) } },
      { [weak self] in
        try MainActor.assumeIsolated {
          guard let self else { return false }
          try self.session.refresh()
          self.tell()
          return true
        }
      })
  }

  /// Ends what ``follow(every:failing:)`` began.
  public func stopFollowing() { watch = nil }
}

// MARK: - Doing one after the other

@available(macOS 14, macCatalyst 17, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FormModel {
  /// How many actions are done before views are told, while others wait.
  private static let mostUntold = 100

  private func enqueue(
    _ work: @escaping @MainActor (FormSession) async throws -> ScreenChange,
    finish: @escaping @MainActor () -> Void = {}
  ) -> Task<ScreenChange, any Error> {
    let before = last
    unfinished += 1
    let task = Task {
      _ = await before?.result
      defer {
        unfinished -= 1
        untold += 1
        finish()
        if unfinished == 0 || untold >= Self.mostUntold { tell() }
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

// MARK: - Telling

@available(macOS 14, macCatalyst 17, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FormModel {
  /// What views may have read besides rows and values.
  fileprivate struct Headings {
    let revision: Int
    let language: String?

    init(_ session: FormSession) {
      revision = session.revision
      language = session.language
    }
  }

  /// Tells views that have read a name of undo or redo that it changed. Where no view has, the name is not looked up.
  private func tellReadersOfNames() {
    for path in [\FormModel.undoName, \FormModel.redoName] {
      guard let read = namesRead[path] else { continue }
      let name = path == \.undoName ? session.undoName : session.redoName
      guard name != read else { continue }
      namesRead[path] = nil
      withMutation(keyPath: path) {}
    }
  }

  /// What a cell is observed under: its key or address; of a row path, those of the cell that shows there now.
  func address(of cell: CellReference) -> String {
    if case .rowPath(let path) = cell { return session.row(at: path)?.address ?? path.description }
    return cell.withCanonicalKey.description
  }

  /// Notes that a view has read what a cell holds.
  func observe(_ key: String) {
    // Which instance a place names, other actions change.
    guard !key.contains("[") else {
      _ = revision
      return
    }
    let cell = cells[key] ?? ObservedCell()
    cells[key] = cell
    cell.read()
  }

  /// Tells those who have read what a cell holds that it is something else.
  func tellReaders(of key: String) { cells[key]?.change() }

  /// Tells everybody who has read what has changed.
  private func tell() {
    untold = 0
    let notice = session.takeNotice()
    let before = told
    told = Headings(session)
    func tell<Value>(_ path: KeyPath<FormModel, Value>, if hasChanged: Bool) {
      if hasChanged { withMutation(keyPath: path) {} }
    }
    tell(\.sections, if: notice.hasOtherRows || notice.isOfAll)
    tell(\.faults, if: notice.hasOtherFaults || notice.isOfAll)
    tell(\.revision, if: told.revision != before.revision)
    tell(\.language, if: told.language != before.language)
    tellReadersOfNames()
    if notice.isOfAll {
      for cell in cells.values { cell.change() }
    } else if !cells.isEmpty {
      for subject in notice.cells { tellReaders(of: subject.description) }
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
