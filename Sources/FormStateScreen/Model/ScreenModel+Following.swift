import FormState
import FormStateInterchange
import Foundation

/// A page that follows a response.
struct ScreenFollower: Sendable {
  /// The maximum number of queued events of a page.
  static let mostWaiting = 64

  /// Distinguishes it from an earlier follower with the same name.
  let id: UUID
  fileprivate let queue: AsyncStream<ScreenEvent>.Continuation
  /// Whether it has missed an event, and waits for the full state.
  fileprivate var isBehind = false

  /// Ends its sequence.
  func end() { queue.finish() }
}

extension ScreenModel {
  /// The maximum number of followers.
  private static let mostFollowers = 64
  /// The interval between two polls for changes by others.
  private static let pause = Duration.milliseconds(100)

  /// Events from now on, after the full state.
  ///
  /// At most 64 events are queued; a slower follower misses some, and receives the full state instead. The sequence
  /// ends when it is released, or with the model.
  ///
  /// - Parameter client: the following page; an earlier follower under that name is replaced.
  /// - Throws: ``ScreenRefusal`` if there are too many followers.
  func follow(_ client: String? = nil) throws -> AsyncStream<ScreenEvent> {
    noteUse()
    let name = client ?? UUID().uuidString
    guard followers[name] != nil || followers.count < Self.mostFollowers else {
      throw ScreenRefusal(503, Wording(.manyPages, .count(Self.mostFollowers)))
    }
    followers[name]?.end()
    let (stream, queue) = AsyncStream.makeStream(
      of: ScreenEvent.self, bufferingPolicy: .bufferingOldest(ScreenFollower.mostWaiting))
    let follower = ScreenFollower(id: UUID(), queue: queue)
    let id = follower.id
    queue.onTermination = { [weak self] _ in Task { await self?.forget(name, id) } }
    followers[name] = follower
    send(stateEvent, to: name)
    if let loss { send(loss.event, to: name) }
    beginToWatch()
    return stream
  }

  private func forget(_ name: String, _ id: UUID) {
    guard followers[name]?.id == id else { return }
    followers[name] = nil
    windows[name] = nil
    noteUse()
  }

  private func beginToWatch() {
    guard watch == nil else { return }
    watch = Task { [weak self] in
      while !Task.isCancelled {
        try? await Task.sleep(for: Self.pause)
        guard await self?.look() == true else { return }
      }
    }
  }

  /// Polls once; `false` without followers.
  private func look() -> Bool {
    guard !followers.isEmpty else {
      watch = nil
      return false
    }
    for (name, follower) in followers where follower.isBehind { send(stateEvent, to: name) }
    refresh()
    return true
  }

  /// Ends the sequences of all followers.
  func close() {
    watch?.cancel()
    watch = nil
    for follower in followers.values { follower.end() }
    followers = [:]
    windows = [:]
    past = nil
  }
}

// MARK: - Notifying

extension ScreenModel {
  /// The full state.
  private var stateEvent: ScreenEvent {
    ScreenEvent(.state, .object(sentHead.members(stamp: stamp) + [("preview", preview?.json ?? .null)]))
  }

  /// Sends the full state to every follower.
  func tellState() { tell(stateEvent) }

  /// Sends an event to every follower.
  func tell(_ event: ScreenEvent) {
    for name in followers.keys { send(event, to: name) }
  }

  /// Sends an event to a page, or notes that it has missed one.
  func send(_ event: ScreenEvent, to name: String) {
    guard var follower = followers[name] else { return }
    // This event may build on the missed one.
    if follower.isBehind, event.kind != .state { return }
    if case .dropped = follower.queue.yield(event) {
      follower.isBehind = true
      windows[name] = nil
    } else {
      follower.isBehind = false
    }
    followers[name] = follower
  }
}
