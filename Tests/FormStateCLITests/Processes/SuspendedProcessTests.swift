import FormState
import Foundation
import TestSupport
import Testing

@testable import FormStateStore

/// An app that is suspended, and another process that uses the same file meanwhile.
@Suite("An app in the background and its extension", .timeLimit(.minutes(15)))
struct SuspendedProcessTests {
  private static let settings = FormStore.Settings(
    busyTimeout: 600, observesSuspension: true, fileProtection: .completeUntilFirstUserAuthentication)

  private static func post(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: nil) }

  @Test("Suspending the app during a group lets the other process write; both continue later")
  func extensionWrites() async throws {
    let workspace = try await Workspace.withExample()
    try await Turns.suspension.alone {
      defer { Self.post(FormStore.resumeNotification) }
      let store = try FormStore(path: workspace.file("answers.sqlite").path, settings: Self.settings)
      let key = ResponseKey(form: "profile")
      let session = try store.session(for: key)
      #expect(try Self.tap("full-name", in: session) == 1)
      let (hasLock, mayGoOn) = (Locked(false), Locked(false))
      let group = onOwnThread {
        try store.group("Name", in: key) { group in
          try group.apply(.set("first-name", "Tom"))
          hasLock.withLock { $0 = true }
          try waitOnThread { mayGoOn.withLock { $0 } }
          try group.apply(.set("last-name", "Sawyer"))
        }
      }
      try await waitUntil { hasLock.withLock { $0 } }
      let tool = try workspace.start(["set", "answers.sqlite", "last-name", "Finn", "--busy-timeout", "600"])
      try await tool.wait { tool.hasOpened(workspace.file("answers.sqlite")) }
      #expect(tool.isRunning)

      Self.post(FormStore.suspendNotification)
      mayGoOn.withLock { $0 = true }
      await #expect(throws: StoreError.suspended) { try await group.value }
      #expect(try await tool.outcome().status == 0)
      try await workspace.formstate("set", "answers.sqlite", "first-name", "Huck")
      #expect(throws: StoreError.suspended) { try Self.tap("full-name", in: session) }
      #expect(session.value(of: "first-name") == nil)

      Self.post(FormStore.resumeNotification)
      #expect(try Self.tap("full-name", in: session) == 4)
      #expect(session.value(of: "first-name") == "Huck" && session.value(of: "last-name") == "Finn")
      #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
    }
  }

  @Test("An app that waits for a lock can be suspended, and takes no lock afterwards")
  func extensionHoldsTheLock() async throws {
    let workspace = try await Workspace.withExample()
    try await Turns.suspension.alone {
      defer { Self.post(FormStore.resumeNotification) }
      let store = try FormStore(path: workspace.file("answers.sqlite").path, settings: Self.settings)
      let session = try store.session(for: ResponseKey(form: "profile"))
      try await workspace.whileLocked {
        let hasBegun = Locked(false)
        let action = onOwnThread {
          hasBegun.withLock { $0 = true }
          return try Self.tap("full-name", in: session)
        }
        try await waitUntil { hasBegun.withLock { $0 } }
        Self.post(FormStore.suspendNotification)
        await #expect(throws: StoreError.suspended) { try await action.value }
      }
      try await workspace.formstate("set", "answers.sqlite", "first-name", "Huck", "--busy-timeout", "0")
      #expect(try session.refresh().revision == 1)
      Self.post(FormStore.resumeNotification)
      #expect(try Self.tap("full-name", in: session) == 2)
    }
  }

  private static func tap(_ cell: String, in session: FormSession) throws -> Int {
    try session.apply(.tap(.key(cell))).revision
  }
}
