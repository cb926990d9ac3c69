import FormState
import TestSupport
import Testing

@testable import FormStateStore

/// A response whose form changes while it is filled in: with actions of all kinds, by several writers, with undo,
/// redo, upgrades and compactions in any order.
final class RandomLife {
  /// The version and the state of a response at a revision.
  struct Moment: Hashable {
    let version: Int
    let state: ResponseState
  }

  let seed: UInt64
  let store: FormStore
  let key: ResponseKey
  var author: FormAuthor
  var random: RandomForm
  /// The author's view of each version, by its number.
  var versions: [Int: AuthoredForm.Version] = [:]
  var newest = 1
  /// The response at each revision that can still be read.
  var moments: [Int: Moment] = [:]
  var revision = 0
  let screens: [FollowedScreen]
  /// The model's state after the latest upgrade.
  var expected: ResponseState?
  /// Whether the screens may refresh; otherwise they are behind at their next action.
  var looks = true
  private var step = 0

  /// Begins a life.
  ///
  /// - Parameter path: the path of the file; `nil` for a store in memory.
  init(seed: UInt64, path: String? = nil) throws {
    self.seed = seed
    author = FormAuthor(seed: seed)
    random = RandomForm(seed: seed)
    store = try path.map { try FormStore(path: $0) } ?? FormStore.inMemory()
    let first = author.form.version
    try store.save(first.form)
    versions[1] = first
    key = ResponseKey(form: first.form.key)
    screens = [try FollowedScreen(store, key, .removed), try FollowedScreen(store, key, .zeroHeight)]
    moments[0] = Moment(version: 1, state: ResponseState())
  }

  var now: Moment { moments[revision] ?? Moment(version: 1, state: ResponseState()) }

  func place(_ what: String = "") -> Comment {
    Comment(rawValue: "step \(step) \(what); replay with FORMSTATE_TEST_SEED=\(seed)")
  }

  /// Runs one random event, and compares everything.
  func live() throws {
    step += 1
    do {
      try happen()
    } catch is ActionError {
      // Many random actions are refused.
    } catch is StaleRowsError {
      // A screen that is behind.
    }
    try lookAround()
  }

  /// Applies one random action or group, without a change of the form.
  func fillIn() throws {
    step += 1
    do {
      try act(inGroupOf: author.happens(onceIn: 8) ? 3 : 1)
    } catch is ActionError {}
    try lookAround()
  }

  private func happen() throws {
    switch author.number(in: 0...99) {
    case 0..<12: try revert(.undo)
    case 12..<20: try revert(.redo)
    case 20..<25: try act(inGroupOf: 3)
    case 25..<32: try changeForm()
    case 32..<42: try upgrade(sayingOneIn: author.happens(onceIn: 2) ? 4 : nil)
    case 42..<45: try compact()
    case 45..<52: try lookBack()
    case 52..<58: try goBack()
    case 58..<63: try settle()
    default: try act(inGroupOf: 1)
    }
  }
}

// MARK: - Events

extension RandomLife {
  func act(inGroupOf count: Int) throws {
    let screen = author.happens(onceIn: 3) ? nil : screens[author.number(in: 0...1)]
    // An action on a screen names cells of the version that it shows.
    let version =
      screen.flatMap { screen in versions.values.first { $0.form == screen.session.form } } ?? versions[now.version]
    guard let version else { return }
    let state = screen?.session.state ?? now.state
    let actions = (0..<count).map { _ in author.action(on: version, in: state, by: &random) }
    if count > 1 {
      let work = { (group: ActionGroup) in
        for action in actions {
          do { try group.apply(action) } catch is ActionError { continue }
        }
      }
      guard let screen else {
        _ = try store.group("Group", in: key, work)
        return
      }
      try expectLegal(screen) { try screen.session.group("Group", work) }
    } else if let screen {
      try expectLegal(screen) { try screen.session.apply(actions[0]) }
    } else {
      try store.apply(actions[0], to: key)
    }
  }

  private func revert(_ direction: UndoDirection) throws {
    let count = author.number(in: 1...3)
    let scope: UndoScope = author.happens(onceIn: 3) ? .values : .everything
    if scope == .everything, author.happens(onceIn: 2) {
      let screen = screens[author.number(in: 0...1)]
      try expectLegal(screen) {
        try direction == .undo ? screen.session.undo(count: count) : screen.session.redo(count: count)
      }
    } else if author.happens(onceIn: 2) {
      try revertOnScreen(direction, count, scope)
    } else {
      _ =
        try direction == .undo
        ? store.undo(of: key, count: count, scope: scope) : store.redo(of: key, count: count, scope: scope)
    }
  }

  /// Reverts with the batch update for a screen without a session.
  private func revertOnScreen(_ direction: UndoDirection, _ count: Int, _ scope: UndoScope) throws {
    let before = try DrawnForm(store.session(for: key))
    let change = try store.screenChange(reverting: direction, of: key, count: count, scope: scope).change
    let after = try DrawnForm(store.session(for: key))
    let versions = Set(try store.journal(of: key).filter { $0.revision >= revision }.map(\.version))
    #expect(DrawnForm.faults(in: change.batch, from: before, to: after, crosses: versions.count > 1) == [], place())
  }

  private func expectLegal(_ screen: FollowedScreen, _ move: () throws -> ScreenChange) throws {
    let faults = try screen.faults(of: move)
    #expect(faults == [], place("on a screen"))
  }

  func changeForm() throws {
    author.edit()
    try saveForm()
  }

  func saveForm() throws {
    let version = author.form.version
    #expect(version.form.definitionFaults() == [], place("edited"))
    newest = try store.save(version.form).version
    versions[newest] = version
  }

  private func compact() throws {
    let kept = try store.compact(key, keeping: author.number(in: 0...30)).kept
    moments = moments.filter { $0.key >= revision - kept }
    if author.happens(onceIn: 2) { try store.deleteUnusedVersions(of: key.form) }
  }
}
