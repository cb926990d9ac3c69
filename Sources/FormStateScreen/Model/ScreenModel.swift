import FormState
import FormStateInterchange
import FormStateStore

/// A response as pages show it: owns a session and is the only one to advance or read it, so every answer is
/// consistent.
///
/// Followers are notified of every change, with its effect on their last window. While there are followers, the model
/// polls for changes by others ten times a second.
actor ScreenModel {
  /// The view of its pages.
  nonisolated let view: ScreenView
  /// Which response it is.
  nonisolated let key: ResponseKey
  nonisolated let store: FormStore
  /// Called when the store has lost its files.
  nonisolated let filesLost: @Sendable () -> Void
  var session: FormSession
  /// Counts the changes of the screen.
  private(set) var stamp = 1
  /// The last reported state around the rows.
  var sentHead: ScreenHead
  /// The state of the form's file; `nil` for a form that is not previewed.
  var preview: PreviewReport?
  /// What has disappeared; `nil` if nothing has.
  var loss: ScreenLoss?
  /// The followers, by the names of their pages.
  var followers: [String: ScreenFollower] = [:]
  /// The last windows of pages, by their names.
  var windows: [String: FollowedWindow] = [:]
  /// Polls for changes by others while there are followers.
  var watch: Task<Void, Never>?
  /// The number of running actions, whose changes are not others'.
  var actionsUnderWay = 0
  /// The time of the last query.
  var lastUse = ContinuousClock.now
  /// The screen at the past revision that was queried last.
  var past: PastSnapshot?
  /// The session's version, identified by its digest, and whether its author wants pages.
  private var version: (digest: String, number: Int, isInPages: Bool)

  /// Opens a response.
  ///
  /// - Parameters:
  ///   - view: what to show, and how.
  ///   - form: the key of its form.
  ///   - store: its store.
  ///   - preview: the state of the form's file.
  ///   - filesLost: called when the store has lost its files.
  /// - Throws: `StoreError.Code.unknownForm`, `StoreError.Code.unknownLanguage`; other errors of the store.
  /// - Complexity: O(n) for n cells.
  init(
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
    sentHead = Self.head(of: session, view, version: number, isInPages: version.isInPages, isReadOnly: store.isReadOnly)
  }

  deinit {
    watch?.cancel()
    // A following page reconnects, and finds another model.
    for follower in followers.values { follower.end() }
  }

  private static func open(
    _ view: ScreenView, _ key: ResponseKey, in store: FormStore, language: String?
  ) throws -> FormSession {
    var session = try store.session(
      for: key, estimates: view.layout.estimates(drawsHeaders: true), language: language)
    if !session.drawsHeaders {
      session = try store.session(for: key, estimates: view.layout.estimates(drawsHeaders: false), language: language)
    }
    if let tongue = view.tongue { session.speak(tongue) }
    return session
  }

  /// The current state around the rows.
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
      cellCount: shown.form.cellCount, isCompleted: session.isCompleted,
      asks: shown.question(about: nil, of: session.key, in: session.speech).map { PageQuestion(question: $0) },
      isReadOnly: isReadOnly,
      isInPages: isInPages, isInClear: shown.form.properties.asksForEncryption, names: session.undoNames,
      height: shown.index.totalHeight)
  }

  /// Reopens the session if section headers are needed now and were not, or the other way round.
  func reopenWhereHeadersDiffer() throws {
    guard session.drawsHeaders != (session.estimates.header > 0) else { return }
    session = try Self.open(view, key, in: store, language: session.language)
  }

  /// Counts a change of the screen.
  func advanceStamp() { stamp += 1 }

  /// The words in which it speaks to its pages.
  var speech: Speech { session.speech }

  /// Records a query.
  func noteUse() { lastUse = .now }

  /// Whether there have been no followers or queries for so long.
  func isAlone(for time: Duration) -> Bool { followers.isEmpty && .now - lastUse >= time }
}

/// Something that has disappeared.
struct ScreenLoss: Hashable, Sendable {
  /// Its kind.
  enum What: String, Sendable {
    case file, database, response
  }

  let what: What
  /// The problem and the remedy, without a full stop.
  let sentence: String

  /// The event about it.
  var event: ScreenEvent {
    ScreenEvent(.gone, .object([("what", .string(what.rawValue)), ("reason", .string(sentence))]))
  }
}
