import FormStateInterchange
import Foundation

/// A page that follows a response.
struct ScreenFollower: Sendable {
  /// The most events that wait for a page.
  static let mostWaiting = 64

  /// Tells it from one that came before under the same name.
  let id: UUID
  fileprivate let queue: AsyncStream<ScreenEvent>.Continuation
  /// Whether it has missed an event, and waits to be told how everything stands.
  fileprivate var isBehind = false

  /// Ends its sequence.
  func end() { queue.finish() }
}

extension ScreenModel {
  /// The most pages that follow at a time.
  private static let mostFollowers = 64
  /// How long to wait between two looks for others' doings.
  private static let pause = Duration.milliseconds(100)

  /// What happens from now on, after how everything stands.
  ///
  /// At most 64 events wait; who is slower misses some, and is told how everything stands instead. The sequence ends
  /// when it is let go of, or with the model.
  ///
  /// - Parameter client: the page that follows; who followed under that name before, does so no more.
  /// - Throws: ``ScreenRefusal`` where too many follow.
  package func follow(_ client: String? = nil) throws -> AsyncStream<ScreenEvent> {
    noteUse()
    let name = client ?? UUID().uuidString
    guard followers[name] != nil || followers.count < Self.mostFollowers else {
      throw ScreenRefusal(503, "\(Self.mostFollowers) pages already show this response; close some")
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

  /// Looks once; `false` where nobody follows any more.
  private func look() -> Bool {
    guard !followers.isEmpty else {
      watch = nil
      return false
    }
    for (name, follower) in followers where follower.isBehind { send(stateEvent, to: name) }
    refresh()
    return true
  }

  /// Ends the sequences of all who follow.
  package func close() {
    watch?.cancel()
    watch = nil
    for follower in followers.values { follower.end() }
    followers = [:]
    windows = [:]
    past = nil
  }
}

// MARK: - Telling

extension ScreenModel {
  /// How everything stands.
  private var stateEvent: ScreenEvent {
    ScreenEvent(.state, .object(told.members(stamp: stamp) + [("preview", preview?.json ?? .null)]))
  }

  /// Tells everybody how everything stands.
  func tellState() { tell(stateEvent) }

  /// Tells everybody.
  func tell(_ event: ScreenEvent) {
    for name in followers.keys { send(event, to: name) }
  }

  /// Tells a page, or notes that it has missed something.
  func send(_ event: ScreenEvent, to name: String) {
    guard var follower = followers[name] else { return }
    // What it missed may be what this builds on.
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
