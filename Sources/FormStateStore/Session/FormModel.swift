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
///             Button(row.title) { model.perform(.tap(.key(row.address))) }
///           }
///         }
///       }
///     }
///   }
/// }
/// ```
///
/// What a view has read is read again after each action. Commits happen off the main actor, one after the other in the order
/// in which they were asked for; the rows move on the main actor alone.
@available(macOS 14, iOS 17, *)
@MainActor @Observable
public final class FormModel {
  /// The session that is shown. Let nobody else move it on.
  public let session: FormSession
  /// The sections with the rows that they show, top to bottom.
  public private(set) var sections: [ModelSection]
  /// The language that is shown; `nil` for the form's own, where that has no name.
  public private(set) var language: String?
  /// The revision that is shown; 0 before the first action.
  public private(set) var revision: Int
  /// Why the last action was refused; `nil` when it was not.
  public private(set) var failure: (any Error)?

  @ObservationIgnored private var pending: Task<Void, Never>?
  @ObservationIgnored private var watch: SessionWatch?

  /// Shows a response.
  ///
  /// - Parameter session: a session of its own.
  /// - Complexity: O(v) for v visible rows, as for each change that is shown. Forms with many thousands of them are for a table
  ///   view, which asks the session for the rows that it draws.
  public init(_ session: FormSession) {
    self.session = session
    revision = session.revision
    language = session.language
    sections = ModelSection.all(of: session)
  }

  /// Shows the response in another language, after what was asked for before; see ``FormSession/show(in:)``.
  public func show(in language: String?) { enqueue { session in try session.show(in: language) } }

  /// Whether there is a step to take back.
  public var canUndo: Bool {
    _ = revision
    return session.canUndo
  }

  /// Whether there is a step to do again.
  public var canRedo: Bool {
    _ = revision
    return session.canRedo
  }

  /// What the cell with a key holds; `nil` for nothing.
  public func value(of key: String) -> CellValue? {
    _ = revision
    return session.value(of: key)
  }

  /// What is wrong with the answers, in the order of the form; see ``FormSession/faults``.
  public var faults: [Fault] {
    _ = (revision, language)
    return session.faults
  }

  /// Applies an action after those that were asked for before; what came of it shows when it is done.
  ///
  /// A row path means the row that the model shows now, wherever the actions before it move it.
  public func perform(_ action: FormAction) {
    let seen = Result { try session.seen(action) }
    enqueue { session in try await session.apply(seen.get()) }
  }

  /// The instances of a repeat, in order; see ``FormSession/instances(of:)``.
  public func instances(of reference: String) -> [FormInstance] {
    _ = (revision, language)
    return session.instances(of: reference)
  }

  /// Adds an instance behind the last one of a repeat, named as for ``instances(of:)``.
  public func addInstance(to reference: String) { perform(.add(.key(reference))) }

  /// Removes instances of a repeat, as `onDelete` of a list asks for it: one undo step.
  ///
  /// - Parameters:
  ///   - offsets: their places among ``instances(of:)``; others are passed over.
  ///   - reference: the repeat.
  public func removeInstances(atOffsets offsets: IndexSet, of reference: String) {
    let all = instances(of: reference)
    let gone = offsets.filter(all.indices.contains).map { all[$0].reference }
    guard !gone.isEmpty else { return }
    group("Remove") { group in for instance in gone { try group.apply(.remove(instance)) } }
  }

  /// Moves instances of a repeat, as `onMove` of a list asks for it: one undo step.
  ///
  /// - Parameters:
  ///   - offsets: their places among ``instances(of:)``; others are passed over.
  ///   - destination: the place before which they are to stand, counted before anything moves.
  ///   - reference: the repeat.
  public func moveInstances(fromOffsets offsets: IndexSet, toOffset destination: Int, of reference: String) {
    let all = instances(of: reference)
    let moved = offsets.filter(all.indices.contains)
    let isMoved = Set(moved)
    // Those that move too are no place to stand before.
    let next = all.indices.first { $0 >= destination && !isMoved.contains($0) }.map { all[$0].reference }
    guard !moved.isEmpty else { return }
    group("Move") { group in
      for offset in moved { try group.apply(.move(all[offset].reference, before: next)) }
    }
  }

  /// Takes the last undo step back.
  public func undo() { enqueue { session in try await session.undo() } }

  /// Does the last step again that was taken back.
  public func redo() { enqueue { session in try await session.redo() } }

  /// Waits until everything that was asked for has been done.
  public func settle() async { await pending?.value }

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
          self.show()
          return true
        }
      })
  }

  /// Ends what ``follow(every:failing:)`` began.
  public func stopFollowing() { watch = nil }

  private func group(_ name: String, _ work: @escaping @Sendable (ActionGroup) throws -> Void) {
    enqueue { session in try await session.group(name, work) }
  }

  private func enqueue(_ work: @escaping @MainActor (FormSession) async throws -> ScreenChange) {
    let before = pending
    pending = Task { [session] in
      await before?.value
      do {
        _ = try await work(session)
        failure = nil
      } catch {
        failure = error
      }
      show()
    }
  }

  private func show() {
    guard revision != session.revision || language != session.language else { return }
    revision = session.revision
    language = session.language
    sections = ModelSection.all(of: session)
  }
}

/// A section of a ``FormModel`` with the rows that it shows. Sections that are not relevant are left out.
public struct ModelSection: Hashable, Identifiable, Sendable {
  /// The key of the section.
  public let id: String
  /// The header's text.
  public let title: String
  /// Whether its rows are put away.
  public let isFolded: Bool
  /// Whether they can be.
  public let isFoldable: Bool
  /// The rows.
  public let rows: [VisibleRow]

  static func all(of session: FormSession) -> [ModelSection] {
    (0..<session.numberOfSections).lazy.filter { !session.hidesHeader(ofSection: $0) }
      .compactMap { ModelSection(session, position: $0) }
  }

  private init?(_ session: FormSession, position: Int) {
    guard let key = session.key(ofSection: position) else { return nil }
    id = key
    title = session.title(ofSection: position) ?? ""
    isFolded = session.isFolded(section: position)
    isFoldable = session.isFoldable(section: position)
    rows = (0..<session.numberOfRows(in: position)).compactMap {
      session.row(at: RowPath(section: position, row: $0))
    }
  }
}
