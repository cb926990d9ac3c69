import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// The responses of a form that pages show: one model for each, and for each view of it.
///
/// A model without queries or followers for a minute is released.
package actor ScreenModels {
  /// The maximum number of models.
  private static let mostModels = 16
  /// How long an unused model is kept.
  private static let patience = Duration.seconds(60)

  /// The key of the default response.
  nonisolated let response: String
  /// The store of the responses; `nil` once it was released.
  private(set) var store: FormStore?
  private var form: String?
  /// Whether the form does not exist yet.
  private var awaitsForm = false
  private let listing = ScreenListing()
  private var models: [ScreenView: ScreenModel] = [:]
  private var preview: PreviewReport?
  private var sweeping: Task<Void, Never>?
  /// Opens the file again once it exists; `nil` if the server has to be started again.
  private let reopen: (@Sendable () throws -> FormStore)?
  private var recovering: Task<Void, Never>?
  /// The followers that wait for a form.
  private var waiting: [UUID: AsyncStream<ScreenEvent>.Continuation] = [:]

  /// Shows the responses of a form.
  ///
  /// - Parameters:
  ///   - store: their store.
  ///   - form: the key of the default form; `nil` if pages name it.
  ///   - response: the key of the default response.
  ///   - reopen: opens the file again after it was moved away and restored; `nil` if that is impossible.
  package init(
    store: FormStore, form: String?, response: String = ResponseKey.standardResponse,
    reopen: (@Sendable () throws -> FormStore)? = nil
  ) {
    self.store = store
    self.form = form
    self.reopen = reopen
    self.response = response.canonicalKey
  }

  /// Shows the responses of a form that does not exist yet.
  init(waitingIn store: FormStore, response: String, reopen: (@Sendable () throws -> FormStore)? = nil) {
    self.store = store
    self.reopen = reopen
    self.response = response.canonicalKey
    awaitsForm = true
  }

  /// The model of a view.
  ///
  /// - Throws: ``ScreenRefusal`` while there is no form, or if too many are open; `StoreError.Code.unknownResponse`
  ///   for a response that has not begun and is not the default one; `StoreError`.
  /// - Complexity: O(n) for n cells, unless the model exists already.
  func model(of view: ScreenView) async throws -> ScreenModel {
    if let model = models[view] { return model }
    guard let store else { throw ScreenRefusal(503, Wording(.stopping)) }
    if awaitsForm { throw ScreenRefusal(waitingFor: preview) }
    guard let form = view.form ?? form else {
      throw ScreenRefusal(404, "the file holds several forms; select one with “form”")
    }
    if view.response != response || form != self.form {
      try store.requireResponse(ResponseKey(form: form, response: view.response))
    }
    if models.count >= Self.mostModels { await letGo(of: .zero) }
    guard models.count < Self.mostModels else {
      throw ScreenRefusal(503, Wording(.manyResponses, .count(Self.mostModels)))
    }
    // Another request may have opened it meanwhile.
    if let model = models[view] { return model }
    let model = try ScreenModel(view, form: form, in: store, preview: preview) { [weak self] in
      Task { await self?.beginToRecover() }
    }
    models[view] = model
    beginToSweep()
    return model
  }

  /// Ends all followers, and releases the store.
  package func close() async {
    sweeping?.cancel()
    recovering?.cancel()
    let open = models.values
    let last = store
    models = [:]
    store = nil
    endWaiting()
    for model in open { await model.close() }
    // A remaining reference to a model would keep the file open until the process has ended.
    try? last?.close()
  }

  private func beginToSweep() {
    guard sweeping == nil else { return }
    sweeping = Task { [weak self] in
      while !Task.isCancelled {
        try? await Task.sleep(for: Self.patience / 4)
        guard await self?.sweep() == true else { return }
      }
    }
  }

  private func sweep() async -> Bool {
    await letGo(of: Self.patience)
    if models.isEmpty { sweeping = nil }
    return !models.isEmpty
  }

  /// Releases the models that have been unused for so long.
  func letGo(of time: Duration) async {
    for (view, model) in models where await model.isAlone(for: time) {
      models[view] = nil
    }
  }

  /// The number of models.
  var count: Int { models.count }
}

// MARK: - The responses of the file

extension ScreenModels {
  /// The forms and responses of the file.
  ///
  /// - Complexity: O(n + r log r) for n cells and r responses.
  func list(_ question: ScreenListing.Question) async throws -> OrderedJSON {
    try await listing.json(of: try openStore(), question)
  }

  /// Begins a response, so it can be filled in and listed.
  ///
  /// - Parameters:
  ///   - response: its key.
  ///   - form: the key of its form; `nil` for the served one.
  /// - Throws: `StoreError.Code.responseExists`, `StoreError.Code.unusableKey`, `StoreError.Code.unknownForm`;
  ///   ``ScreenRefusal``.
  func begin(_ response: String, form: String?) throws -> ResponseKey {
    let store = try openStore()
    guard let form = form ?? self.form else { throw ScreenRefusal(400, "“form” is missing; name the form") }
    try store.requireWriting()
    let key = ResponseKey(form: form, response: response)
    try store.create(key)
    return key
  }

  private func openStore() throws -> FormStore {
    guard let store else { throw ScreenRefusal(503, Wording(.stopping)) }
    return store
  }
}

// MARK: - Files that return

extension ScreenModels {
  /// The interval between two attempts to open the file again.
  private static let pauseOfRecovery = Duration.milliseconds(250)

  /// Tries to open the file again until that succeeds.
  private func beginToRecover() {
    guard recovering == nil, reopen != nil, store != nil else { return }
    recovering = Task { [weak self] in
      while !Task.isCancelled {
        try? await Task.sleep(for: Self.pauseOfRecovery)
        guard await self?.recover() == false else { return }
      }
    }
  }

  /// Opens the file again, if it exists and has the form.
  ///
  /// - Returns: whether no more attempts are needed. Following pages reconnect, and find models of the file.
  private func recover() async -> Bool {
    guard let reopen, let former = store else { return true }
    guard let found = try? reopen() else { return false }
    if let form, (try? found.version(of: ResponseKey(form: form, response: response))) == nil {
      try? found.close()
      return false
    }
    let open = models.values
    models = [:]
    store = found
    recovering = nil
    for model in open { await model.close() }
    try? former.close()
    return true
  }
}

// MARK: - Preview

extension ScreenModels {
  /// Records the state of the form's file, and notifies every follower.
  ///
  /// - Parameter form: the key of the form; `nil` while there is none.
  func take(_ report: PreviewReport, form: String?) async {
    preview = report
    if self.form == nil, let form {
      self.form = form
      awaitsForm = false
      // A page that reconnects finds the form.
      endWaiting()
    }
    for queue in waiting.values { queue.yield(ScreenEvent(.faults, report.json)) }
    for model in models.values { await model.take(report) }
  }

  /// Events while there is no form; `nil` if there is one.
  func wait() -> AsyncStream<ScreenEvent>? {
    guard awaitsForm, store != nil else { return nil }
    let (stream, queue) = AsyncStream.makeStream(of: ScreenEvent.self, bufferingPolicy: .bufferingNewest(1))
    if let preview { queue.yield(ScreenEvent(.faults, preview.json)) }
    let id = UUID()
    waiting[id] = queue
    queue.onTermination = { [weak self] _ in Task { await self?.endWaiting(of: id) } }
    return stream
  }

  private func endWaiting(of id: UUID) { waiting[id] = nil }

  private func endWaiting() {
    for queue in waiting.values { queue.finish() }
    waiting = [:]
  }
}
