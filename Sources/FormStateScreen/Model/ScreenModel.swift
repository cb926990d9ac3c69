import FormState
import FormStateInterchange
import FormStateStore

/// A response as pages show it: owns a session and alone moves or reads it, so that every answer holds together.
///
/// Anyone who follows is told of every change, with what it did to the window that they asked for last. Others' doings
/// are looked for ten times a second while anybody follows.
package actor ScreenModel {
  /// What pages see of it.
  package nonisolated let view: ScreenView
  /// Which response it is.
  nonisolated let key: ResponseKey
  nonisolated let store: FormStore
  /// Is called when the files of the store are not those any more that it has open.
  nonisolated let filesLost: @Sendable () -> Void
  var session: FormSession
  /// Grows with whatever changes what shows.
  private(set) var stamp = 1
  /// What was told last of what stands around the rows.
  var told: ScreenHead
  /// How it stands with the file of the form; `nil` for a form that is not previewed.
  var preview: PreviewReport?
  /// What is gone; `nil` while everything is there.
  var loss: ScreenLoss?
  /// Those who follow, by the names of their pages.
  var followers: [String: ScreenFollower] = [:]
  /// What pages asked for last, by their names.
  var windows: [String: FollowedWindow] = [:]
  /// Looks for others' doings while anybody follows.
  var watch: Task<Void, Never>?
  /// How many actions are on their way, whose changes are not others' doings.
  var actionsUnderWay = 0
  /// When somebody last asked for anything.
  var lastUse = ContinuousClock.now
  /// What showed at the past revision that was asked for last.
  var past: PastSnapshot?
  /// The version that the session is in, known by its digest, and whether its author wants pages.
  private var version: (digest: String, number: Int, isInPages: Bool)

  /// Opens a response.
  ///
  /// - Parameters:
  ///   - view: what to show, and how.
  ///   - form: the key of its form.
  ///   - store: where it lies.
  ///   - preview: how it stands with the form's file.
  ///   - filesLost: is called when the files of the store are not those any more that it has open.
  /// - Throws: `StoreError.unknownForm`, `StoreError.unknownLanguage`; other errors of the store.
  /// - Complexity: O(n) for n cells.
  package init(
    _ view: ScreenView, form: String, in store: FormStore, preview: PreviewReport? = nil,
    filesLost: @escaping @Sendable () -> Void = {}
  ) throws {
    self.view = view
    self.store = store
    self.filesLost = filesLost
    self.preview = preview
    key = ResponseKey(form: form, response: view.response)
    let session = try Self.open(view, key, in: store, language: view.language)
    let number = try store.version(of: key)
    self.session = session
    version = (session.definitionDigest, number, session.form.isInPages)
    told = Self.head(of: session, view, version: number, isInPages: version.isInPages, isReadOnly: store.isReadOnly)
  }

  deinit {
    watch?.cancel()
    // A page that follows comes back, and finds another model.
    for follower in followers.values { follower.end() }
  }

  private static func open(
    _ view: ScreenView, _ key: ResponseKey, in store: FormStore, language: String?
  ) throws -> FormSession {
    let session = try store.session(
      for: key, estimates: view.layout.estimates(drawsHeaders: true), language: language)
    guard !session.drawsHeaders else { return session }
    return try store.session(for: key, estimates: view.layout.estimates(drawsHeaders: false), language: language)
  }

  /// What stands around the rows now.
  func head() throws -> ScreenHead {
    let digest = session.definitionDigest
    if digest != version.digest { version = (digest, try store.version(of: key), session.form.isInPages) }
    return Self.head(
      of: session, view, version: version.number, isInPages: version.isInPages, isReadOnly: store.isReadOnly)
  }

  private static func head(
    of session: FormSession, _ view: ScreenView, version: Int, isInPages: Bool, isReadOnly: Bool
  ) -> ScreenHead {
    let shown = session.shown
    let (first, last) = (session.firstRevision, session.revision)
    return ScreenHead(
      key: session.key, layout: view.layout, title: shown.form.title, version: version, revision: last, isPast: false,
      revisions: min(first, last)...last, language: session.language, languages: session.languages,
      cellCount: shown.form.cellCount, isCompleted: session.isCompleted, isReadOnly: isReadOnly,
      isInPages: isInPages, names: session.undoNames, height: shown.index.totalHeight)
  }

  /// Reopens the session where there are to be headers by now and there were none, or the other way round.
  func reopenWhereHeadersDiffer() throws {
    guard session.drawsHeaders != (session.estimates.header > 0) else { return }
    session = try Self.open(view, key, in: store, language: session.language)
  }

  /// Counts a change of what shows.
  func advanceStamp() { stamp += 1 }

  /// Notes that somebody asks.
  func noteUse() { lastUse = .now }

  /// Whether nobody has followed or asked for so long.
  package func isAlone(for time: Duration) -> Bool { followers.isEmpty && .now - lastUse >= time }
}

/// What is gone.
struct ScreenLoss: Hashable, Sendable {
  /// What it is.
  enum What: String, Sendable {
    case file, database, response
  }

  let what: What
  /// What is wrong and what to do, without a full stop.
  let sentence: String

  /// The event that says so.
  var event: ScreenEvent {
    ScreenEvent(.gone, .object([("what", .string(what.rawValue)), ("reason", .string(sentence))]))
  }
}
